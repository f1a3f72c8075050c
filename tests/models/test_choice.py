"""Which model is taken, and that the reason is said in a sentence."""

from pathlib import Path

import pytest

from rostra.errors import MissingExtra, SetupError
from rostra.models import Choices, choose_models
from rostra.models.served import served_models
from rostra.settings import Settings, load_settings
from rostra_testing import LocalSite, Page, ScriptedServer, free_port


def settings(folder: Path, local: str = "", **environ: str) -> Settings:
    (folder / "rostra.toml").write_text(local, encoding="utf-8")
    nobody = {"ROSTRA_OLLAMA_URL": f"http://127.0.0.1:{free_port()}"}
    house = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "none")}
    return load_settings(environ={**house, **nobody, **environ}, folder=folder)


async def chosen(folder: Path, local: str = "", **environ: str) -> Choices:
    return await choose_models(settings(folder, local, **environ))


async def test_a_named_model_is_used_whatever_else_is_there(tmp_path: Path) -> None:
    choices = await chosen(
        tmp_path, ROSTRA_MODEL="deepseek:deepseek-chat", DEEPSEEK_API_KEY="k1", OPENAI_API_KEY="k2"
    )
    endpoint = choices.of("critic").endpoint

    assert endpoint is not None
    assert endpoint.spec == "deepseek:deepseek-chat"
    assert endpoint.key.reveal() == "k1"
    assert "ROSTRA_MODEL" in str(choices.usual.reason)
    assert endpoint.is_remote


async def test_a_role_may_have_a_model_of_its_own(tmp_path: Path) -> None:
    local = "model = 'ollama:small'\n[role_models]\nchairman = 'openai-chat:strong'\n"
    choices = await chosen(tmp_path, local, OPENAI_API_KEY="k")

    assert choices.of("chairman").model == "openai-chat:strong"
    assert choices.of("summariser").model == "ollama:small"
    assert len(choices.endpoints) == 2


async def test_roles_that_copy_and_sort_have_the_small_model(tmp_path: Path) -> None:
    local = """
model = "openai-chat:strong"
small_model = "ollama:small"
[role_models]
ranker = "openai-chat:middling"
"""
    choices = await chosen(tmp_path, local, OPENAI_API_KEY="k")

    small = ("condenser", "notes", "summariser", "navigator")
    assert {choices.of(role).model for role in small} == {"ollama:small"}
    assert choices.of("ranker").model == "openai-chat:middling", "its own model is over both"
    assert {choices.of(role).model for role in ("analyst", "crawler")} == {"openai-chat:strong"}


async def test_without_a_small_model_every_role_has_the_same(tmp_path: Path) -> None:
    choices = await chosen(tmp_path, 'model = "ollama:one"')

    assert choices.of("summariser").model == choices.of("critic").model == "ollama:one"


async def test_after_each_model_the_others_are_asked_in_their_order(tmp_path: Path) -> None:
    local = """
model = "ollama:a"
small_model = "ollama:s"
fallback_models = ["ollama:b", "ollama:a", "extractive", "ollama:never"]
"""
    choices = await chosen(tmp_path, local)

    assert [one.name for one in choices.chain("critic")] == ["a", "b"]
    assert [one.name for one in choices.chain("ranker")] == ["s", "b", "a"]


async def test_a_model_may_answer_somewhere_else_with_a_key_of_its_own(tmp_path: Path) -> None:
    local = """
model = "openai-compatible:a"
model_url = "http://127.0.0.1:9/v1"
fallback_models = ["openai-compatible:b"]
[models."openai-compatible:b"]
url = "http://127.0.0.1:10/v1"
key_env = "TEAM_KEY"
"""
    choices = await chosen(tmp_path, local, TEAM_KEY="sk-team", ROSTRA_MODEL_KEY="sk-usual")
    first, second = choices.chain("analyst")

    assert (first.address, first.key.reveal()) == ("http://127.0.0.1:9/v1", "sk-usual")
    assert (second.address, second.key.reveal()) == ("http://127.0.0.1:10/v1", "sk-team")


async def test_nothing_named_takes_a_key_that_is_there_and_says_so(tmp_path: Path) -> None:
    choices = await chosen(tmp_path, OPENAI_API_KEY="secret-key")

    assert choices.usual.model.startswith("openai-chat:")
    assert "OPENAI_API_KEY" in str(choices.usual.reason)
    assert "secret-key" not in repr(choices)


async def test_no_key_takes_a_model_server_that_answers_here(tmp_path: Path) -> None:
    with ScriptedServer("honest", model="qwen3") as server:
        address = server.base_url.removesuffix("/v1")
        choices = await chosen(tmp_path, ROSTRA_OLLAMA_URL=address)
    endpoint = choices.usual.endpoint

    assert endpoint is not None
    assert (endpoint.spec, endpoint.address) == ("ollama:qwen3", f"{address}/v1")
    assert "Ollama answers" in str(choices.usual.reason)
    assert not endpoint.is_remote


async def test_a_server_that_is_set_comes_before_a_key_that_is_found(tmp_path: Path) -> None:
    with ScriptedServer("honest", model="bge-m3", api_key="k") as embedder:
        local = f"model_url = '{embedder.base_url}'\nmodel_key = 'k'\n"
        unusable = await chosen(tmp_path, local, OPENAI_API_KEY="paid")
    with ScriptedServer("honest", model="qwen3", api_key="k") as server:
        local = f"model_url = '{server.base_url}'\nmodel_key = 'k'\n"
        usable = await chosen(tmp_path, local, OPENAI_API_KEY="paid")

    assert unusable.usual.endpoint is None
    assert "ROSTRA_MODEL" in str(unusable.usual.reason)
    assert usable.usual.model == "openai-compatible:qwen3"


async def test_nothing_at_all_is_the_engine_without_a_model(tmp_path: Path) -> None:
    choices = await chosen(tmp_path)

    assert choices.usual.model == "extractive"
    assert choices.usual.endpoint is None
    assert "ROSTRA_MODEL" in str(choices.usual.reason)


async def test_where_nothing_may_be_looked_for_a_key_is_not_used(tmp_path: Path) -> None:
    found = await choose_models(settings(tmp_path, OPENAI_API_KEY="k"), may_find=False)

    assert found.usual.model == "extractive"


async def test_no_model_can_be_named_too(tmp_path: Path) -> None:
    assert (await chosen(tmp_path, ROSTRA_MODEL="extractive")).usual.endpoint is None


@pytest.mark.parametrize(
    ("model", "word"),
    [
        ("openai-chat:gpt-5-mini", "OPENAI_API_KEY"),
        ("alibaba:qwen-plus", "DASHSCOPE_API_KEY"),
        ("openai-compatible:m", "ROSTRA_MODEL_URL"),
        ("nobody:m", "Known are"),
        ("replay:m", "Known are"),
    ],
)
async def test_what_a_named_model_lacks_is_said_with_the_fix(
    tmp_path: Path, model: str, word: str
) -> None:
    with pytest.raises(SetupError, match=word):
        await chosen(tmp_path, ROSTRA_MODEL=model)


@pytest.mark.parametrize("provider", ["anthropic", "google"])
async def test_a_library_that_is_missing_is_named_with_its_extra(
    tmp_path: Path, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rostra.models.choice._is_installed", lambda _: False)

    with pytest.raises(MissingExtra, match="make extras") as caught:
        await chosen(tmp_path, ROSTRA_MODEL=f"{provider}:x", ANTHROPIC_API_KEY="k")
    assert caught.value.extra == provider


async def test_a_providers_key_is_not_sent_to_another_server(tmp_path: Path) -> None:
    choices = await chosen(
        tmp_path,
        ROSTRA_MODEL="openai-chat:m",
        ROSTRA_MODEL_URL="http://other.example/v1",
        OPENAI_API_KEY="k",
    )
    endpoint = choices.usual.endpoint

    assert endpoint is not None
    assert endpoint.address == "http://other.example/v1"
    assert not endpoint.key


@pytest.mark.parametrize("body", ["<html>", '{"data": 5}', "[" * 100_000, ""])
async def test_whatever_answers_a_probe_it_offers_models_or_it_does_not(body: str) -> None:
    with LocalSite({"/v1/models": Page(body)}) as site:
        assert await served_models(site.url("/v1")) == []
        assert len(site.requests) == 1


async def test_a_probe_does_not_follow_and_does_not_wait(tmp_path: Path) -> None:
    with LocalSite({"/a/models": Page.redirect("/b"), "/b": Page.json({"data": []})}) as site:
        site["/c/models"] = Page.silent(30.0)

        assert await served_models(site.url("/a")) == []
        assert await served_models(site.url("/c"), seconds=0.2) == []
        assert [request.path for request in site.requests] == ["/a/models", "/c/models"]
