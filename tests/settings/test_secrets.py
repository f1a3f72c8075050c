"""Secrets are used, never shown."""

import traceback
from pathlib import Path

import pytest

from rostra.errors import SetupError
from rostra.settings import Secret, SecretUrl, Settings, load_settings, mask_url

PLANTED = {
    "ROSTRA_DATABASE_URL": "postgresql://desk:hunter2-db@db.example/rostra?sslpassword=hunter2-ssl",
    "ROSTRA_REDIS_URL": "redis://:hunter2-redis@cache.example:6379/0",
    "ROSTRA_MODEL_URL": "https://hunter2-token@models.example/v1",
    "ROSTRA_MODEL_KEY": "hunter2-model",
    "ROSTRA_SEARCH_URL": "https://me:hunter2%2Fsearch@search.example/?api_key=hunter2-query",
    "OPENAI_API_KEY": "hunter2-openai",
    "DEEPSEEK_API_KEY": "hunter2-deepseek",
}


@pytest.fixture
def planted(tmp_path: Path) -> Settings:
    return load_settings(environ={"HOME": str(tmp_path), **PLANTED}, folder=tmp_path)


def test_no_secret_is_in_any_text_form_of_the_settings(planted: Settings) -> None:
    for text in (
        repr(planted),
        str(planted),
        f"{planted}",
        f"{planted.keys!r}",
        str(vars(planted)),
    ):
        assert "hunter2" not in text


def test_the_address_itself_can_still_be_seen(planted: Settings) -> None:
    assert str(planted.database_url) == ("postgresql://desk:***@db.example/rostra?sslpassword=***")
    assert str(planted.redis_url) == "redis://:***@cache.example:6379/0"
    assert str(planted.model_url) == "https://***@models.example/v1"


def test_what_is_revealed_is_what_was_given(planted: Settings) -> None:
    assert planted.database_url.reveal() == PLANTED["ROSTRA_DATABASE_URL"]
    assert planted.keys.openai.reveal() == "hunter2-openai"


def test_any_text_can_be_cleared_of_every_secret(planted: Settings) -> None:
    leaked = "could not log in: " + " ".join(PLANTED.values()) + " password 'hunter2/search'"

    assert "hunter2" not in planted.mask(leaked)


@pytest.mark.parametrize("variable", sorted(PLANTED))
def test_a_secret_that_is_refused_is_not_quoted(tmp_path: Path, variable: str) -> None:
    with pytest.raises(SetupError) as refused:
        load_settings(
            environ={"HOME": str(tmp_path), variable: "bad value\x00hunter2"}, folder=tmp_path
        )

    assert "hunter2" not in "".join(traceback.format_exception(refused.value))
    assert str(refused.value).startswith(f"{variable} ")


def test_a_secret_in_a_broken_file_is_not_quoted(tmp_path: Path) -> None:
    (tmp_path / "rostra.toml").write_text("[keys]\nopenai = hunter2-openai\n")

    with pytest.raises(SetupError) as refused:
        load_settings(environ={"HOME": str(tmp_path)}, folder=tmp_path)

    assert "hunter2" not in str(refused.value)
    assert "rostra.toml:2" in str(refused.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://u:p/w@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u:p@w@h/db", "postgresql://u:***@h/db"),
        ("redis://h:6379/0", "redis://h:6379/0"),
        ("https://h/?q=a&access_token=t&x=1", "https://h/?q=a&access_token=***&x=1"),
        (
            "failed at 'http://u:p@h' and https://t@h2/",
            "failed at 'http://u:***@h' and https://***@h2/",
        ),
    ],
)
def test_passwords_in_addresses_are_hidden_even_when_badly_written(url: str, shown: str) -> None:
    assert mask_url(url) == shown


def test_secrets_compare_but_do_not_print() -> None:
    assert Secret("a-secret") == Secret("a-secret")
    assert Secret("a-secret") != Secret("another")
    assert repr(Secret("a-secret")) == "Secret('***')"
    assert not SecretUrl()
