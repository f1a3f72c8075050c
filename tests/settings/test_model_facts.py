"""`[models."provider:name"]` and `[effort]`: what an operator says of models is read as written."""

from pathlib import Path

import pytest

from rostra.errors import SetupError
from rostra.settings import Settings, load_settings, shown

ENVIRON = {"HOME": "/nowhere", "TEAM_KEY": "s3cret-key"}
TOLD = """
[models."openai-compatible:strong"]
context = 200_000
output = 32_000
reasons = true
wait = 900
price = "2.5/0.25/10"
key_env = "TEAM_KEY"
[effort]
critic = "low"
"""


def read(folder: Path, text: str) -> Settings:
    (folder / "rostra.toml").write_text(text, "utf-8")
    return load_settings(environ=ENVIRON, folder=folder)


def test_what_is_said_of_a_model_is_read_by_its_name(tmp_path: Path) -> None:
    settings = read(tmp_path, TOLD)
    told = settings.models["openai-compatible:strong"]

    assert (told.context, told.output, told.reasons, told.wait) == (200_000, 32_000, True, 900)
    assert told.price == "2.5/0.25/10"
    assert settings.effort == {"critic": "low"}


def test_a_model_is_shown_without_its_key(tmp_path: Path) -> None:
    settings = read(tmp_path, TOLD)

    assert "context=200000" in shown(settings.models)
    assert "s3cret-key" not in shown(settings.models) + repr(settings)
    assert "s3cret-key" in settings.secrets()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[models."ollama:q"]\ncontxt = 5', "contxt"),
        ('[models."ollama:q"]\nreasons = "yes"', "reasons"),
        ('[models."ollama:q"]\nprice = "cheap"', "price"),
        ("[models.qwen]\ncontext = 5", "provider:model"),
        ('[effort]\ncritic = "heroic"', "none, low, medium, high"),
        ('[effort]\nsinger = "low"', "singer"),
        ('fallback_models = ["qwen"]', "provider:model"),
    ],
)
def test_what_is_no_fact_is_named_with_what_is_allowed(
    tmp_path: Path, text: str, named: str
) -> None:
    with pytest.raises(SetupError, match=named) as told:
        read(tmp_path, text)

    assert "rostra.toml:" in str(told.value)
