"""Model, search, language and keys are changed in the browser, at once and with an event."""

import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from rostra.settings import load_settings
from rostra.settings.writing import own_file
from rostra_testing import ScriptedServer
from tests.web.conftest import TOKEN, Serve, Served

SECRET = "sk-never-shown-again"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user whose settings nobody else's tests read."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", "")  # no keyring
    for name in ("OPENAI_API_KEY", "TAVILY_API_KEY", "ROSTRA_SEARCH_KEYLESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path  # type: ignore[return-value]


@pytest.fixture
async def desk(serve: Serve) -> AsyncIterator[Served]:
    async with serve() as one:
        yield one


async def changed(desk: Served, **given: object) -> int:
    answer = await desk.client.patch("/api/settings", json=given)
    return answer.status_code


async def test_a_model_and_a_search_hold_at_once_and_after_a_new_start(desk: Served) -> None:
    before = desk.house.models
    assert await changed(desk, model="extractive", search=["wikipedia"], language="zh-Hant") == 200

    assert desk.house.settings.model == "extractive"
    assert desk.house.models is not before
    world = await desk.house.worlds.of(is_sample=False)
    assert [one.name for one in world.engines] == ["Wikipedia"]
    again = load_settings({"data": str(desk.house.settings.data)})
    assert (again.model, again.search, again.ui_language) == (
        "extractive",
        ("wikipedia",),
        "zh-Hant",
    )
    assert desk.house.settings.ui_language == "zh-Hant"
    (event,) = await desk.house.store.events_after("settings")
    assert event.data["names"] == ["model", "search", "language"]


async def test_a_key_goes_in_and_never_comes_out(desk: Served) -> None:
    assert await changed(desk, key_of="search_keys.tavily", key=SECRET) == 200
    assert await changed(desk, key_of="keys.openai", key=SECRET + "2") == 200

    assert desk.house.settings.search_keys["tavily"].reveal() == SECRET
    assert desk.house.settings.keys.openai.reveal() == SECRET + "2"
    assert stat.S_IMODE(own_file().stat().st_mode) == 0o600
    for place in ("/settings", "/api/settings", "/setup", "/"):
        assert SECRET not in (await desk.client.get(place)).text
    told = [str(one.data) for one in await desk.house.store.events_after("settings")]
    assert len(told) == 2
    assert SECRET not in "".join(told)

    assert await changed(desk, key_of="keys.openai", key="") == 200
    assert not desk.house.settings.keys.openai
    assert desk.house.settings.search_keys["tavily"].reveal() == SECRET


@pytest.mark.parametrize(
    "given",
    [
        {"model": "no such model"},
        {"model_url": "not an address"},
        {"language": "tlh"},
        {"key_of": "keys.nobody", "key": "x"},
        {"key_of": "keys.openai"},
        {},
    ],
)
async def test_what_could_not_be_read_again_is_not_written(
    desk: Served, given: dict[str, object]
) -> None:
    assert await changed(desk, **given) == 400
    assert not own_file().exists()
    assert await desk.house.store.events_after("settings") == []


async def test_what_a_variable_says_is_not_changed_behind_its_back(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROSTRA_MODEL", "extractive")
    async with serve() as desk:
        answer = await desk.client.patch("/api/settings", json={"model": "ollama:qwen3"})
        assert answer.status_code == 400
        assert "ROSTRA_MODEL" in answer.json()["error"]["message"]
        page = (await desk.client.get("/settings", params={"lang": "en"})).text
        assert "given by ROSTRA_MODEL" in page


async def test_the_log_names_who_changed_it(serve: Serve) -> None:
    async with serve(tokens={"mei": TOKEN}) as desk:
        desk.client.headers["authorization"] = f"Bearer {TOKEN}"
        assert await changed(desk, search=["wikipedia"]) == 200
        (event,) = await desk.house.store.events_after("settings")
        assert event.data["by"] == "mei"
        assert (
            "mei changed search" in (await desk.client.get("/settings", params={"lang": "en"})).text
        )


@pytest.mark.parametrize(
    ("language", "searching", "closed", "quoting"),
    [
        ("en", "Searches through Tavily", "Nothing is searched", "quotations"),
        ("zh-Hant", "透過 Tavily", "目前不會搜尋", "逐字引用"),
    ],
)
async def test_the_first_page_says_what_will_be_searched(
    desk: Served, language: str, searching: str, closed: str, quoting: str
) -> None:
    first = (await desk.client.get("/", params={"lang": language})).text
    assert searching in first
    assert quoting in first
    assert '"/setup"' in first, "nobody has decided yet"

    assert await changed(desk, search_keyless=False) == 200
    assert closed in (await desk.client.get("/", params={"lang": language})).text


async def test_the_first_visit_finds_tries_and_takes_what_the_command_would(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROSTRA_SEARCH_KEYLESS", "false")
    with ScriptedServer() as server:
        monkeypatch.setenv("ROSTRA_OLLAMA_URL", server.base_url.removesuffix("/v1"))
        async with serve() as desk:
            assert (await desk.client.post("/api/setup/accept")).status_code == 409
            looked = (await desk.client.post("/api/setup")).json()
            assert looked["desk"] == "writing", looked
            page = (await desk.client.get("/setup", params={"lang": "en"})).text
            assert looked["model"] in page
            assert not own_file().exists(), "looking writes nothing"

            answer = await desk.client.post("/api/setup/accept")
            assert answer.json()["changed"] == ["model", "language"]
            assert desk.house.settings.model == looked["model"]
            assert load_settings().model == looked["model"]
