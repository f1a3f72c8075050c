"""The log: quiet unless asked, one line a record, no secret in it, and no traceback of a tool."""

import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from rostra.cli.logs import show_log
from rostra.settings import Settings, load_settings
from tests.cli.conftest import Cli

KEY = "sk-" + "a1B2c3D4" * 5
log = logging.getLogger("rostra.somewhere")
Lines = Callable[[], list[dict[str, str]]]


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    root, ours = logging.getLogger(), logging.getLogger("rostra")
    handlers, level = list(root.handlers), ours.level
    yield
    root.handlers[:] = handlers
    ours.setLevel(level)
    logging.captureWarnings(False)


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def at(level: str, **more: str) -> Settings:
    return load_settings({"log_level": level}, environ=more, folder=Path("/"))


def test_only_what_is_as_grave_as_was_set_is_written(lines: Lines) -> None:
    told = {}
    for level in ("debug", "info", "warning", "error"):
        show_log(at(level))
        for say in (log.debug, log.info, log.warning, log.error):
            say("%s was said", say.__name__)
        told[level] = [one["level"] for one in lines()]

    graver = ["debug", "info", "warning", "error"]
    assert told == {level: graver[nth:] for nth, level in enumerate(graver)}


def test_a_record_is_one_line_without_secrets_whatever_is_in_it(lines: Lines) -> None:
    logging.getLogger().handlers[:] = []  # pytest's own cannot take the second record
    show_log(at("warning", OPENAI_API_KEY="planted-key-1234567"))
    log.error("two\nlines \x1b[2J\u202e of %s and %s", "planted-key-1234567", KEY)
    log.error("no %d", "number")

    first, second = lines()
    assert first["message"].startswith("two\nlines")
    assert "planted-key" not in str(first)
    assert KEY not in str(first)
    assert second["message"] == "no %d"
    assert (first["from"], first["level"]) == ("rostra.somewhere", "error")


def test_where_an_error_was_raised_is_told_where_details_are_asked_for(
    lines: Lines,
) -> None:
    for level in ("error", "debug"):
        show_log(at(level))
        try:
            int(KEY)
        except ValueError:
            log.exception("it broke")
    plain, detailed = lines()

    assert plain["error"].startswith("ValueError")
    assert "where" not in plain
    assert "test_logs.py" in detailed["where"]
    assert KEY not in str(detailed)


def test_a_thread_that_dies_prints_nothing_of_its_own(lines: Lines) -> None:
    show_log(at("warning"))

    def die() -> None:
        raise RuntimeError("of a plugin")

    thread = threading.Thread(target=die, name="plugin-thread")
    thread.start()
    thread.join()

    (told,) = lines()
    assert (told["message"], told["error"]) == ("plugin-thread died", "RuntimeError: of a plugin")


BROKEN = """
import sys, threading
from datetime import timedelta
from rostra.tools import Tool

async def broken(args):
    how = args["how"]
    if how == "exits":
        sys.exit(3)
    if how == "thread":
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
    if how == "cancels":
        import asyncio
        raise asyncio.CancelledError
    raise RuntimeError("boom")

def register(plugin):
    schema = {"type": "object", "properties": {"how": {"type": "string"}}}
    plugin.add_tool(Tool("acme.break", "Breaks.", "L1", timedelta(0), schema, broken))
"""


@pytest.fixture
def broken_plugin(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package = tmp_path / "site"
    (package / "acme_broken-1.0.dist-info").mkdir(parents=True)
    (package / "acme_broken.py").write_text(BROKEN)
    info = package / "acme_broken-1.0.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rostra.plugins]\nacme = acme_broken:register\n")
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.setattr(import_module("rostra.prompts.load"), "_added", {})
    cli.here.mkdir(exist_ok=True)
    (cli.here / "rostra.toml").write_text('[plugins]\nacme = "L1"\n')
    yield
    sys.modules.pop("acme_broken", None)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["raises", "exits", "thread", "cancels"])
@pytest.mark.usefixtures("broken_plugin")
def test_a_broken_tool_is_a_failed_call_and_prints_no_traceback(cli: Cli, how: str) -> None:
    told = cli("tools", "call", "acme.break", "--arg", f"how={how}", "--json")

    assert told.code == 1
    assert told.json["result"]["ok"] is False
    assert "acme.break" in told.json["result"]["reason"]
    assert "Traceback" not in told.out + told.err


@pytest.mark.slow
@pytest.mark.usefixtures("broken_plugin")
def test_where_a_tool_broke_is_told_to_who_asks_for_details(cli: Cli) -> None:
    quiet = cli("tools", "call", "acme.break", "--arg", "how=raises", "--json")
    loud = cli("tools", "call", "acme.break", "--arg", "how=raises", "--verbose", "--json")

    assert "acme.break broke" not in quiet.err
    (told,) = [json.loads(line) for line in loud.err.splitlines() if "acme.break broke" in line]
    assert told["error"] == "RuntimeError: boom"
    assert "acme_broken.py" in told["where"].split(" < ")[0]
