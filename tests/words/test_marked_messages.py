"""Every error, ruling, finding and event in a language whose every form is marked."""

import ast
import contextlib
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from rostra import errors
from rostra.cli.desk import Desk
from rostra.cli.failures import report_failure
from rostra.cli.wording import speak
from rostra.errors import RostraError
from rostra.events import worded
from rostra.records import Event, JsonValue, NewEvent, Ruling, dumps, loads
from rostra.records.calls import Ruled
from rostra.records.codec import error_classes
from rostra.records.plain import plain
from rostra.web.answers import refusal
from rostra.words import Message, codes, message, places, say
from tests.events.test_saying import every_payload
from tests.web.filling import NOW, filled
from tests.words.pseudo import MARKED, said, unmarked
from tests.words.test_codes import calls, literal, nodes

SOURCE = Path(errors.__file__).parents[1]
# As many choices as a field of an event has at most.
MOST_CHOICES = 8


@pytest.fixture(autouse=True)
def _in_marks(marked: Path) -> Iterator[None]:
    speak(MARKED)
    yield
    speak("en")


def terminal(error: BaseException) -> tuple[int, str]:
    """How a command ends with an error: its code and its line."""
    line = io.StringIO()
    with contextlib.redirect_stderr(line):
        code = report_failure(error, Desk(), [])
    return code, line.getvalue().removeprefix("rostra: ")


def messages_in_code() -> list[str]:
    """The code of every message that the source makes: errors, rulings, drops, findings."""
    return sorted({literal(call.args[0]) for _, call in calls("message")} & codes())


def line_of(code: str) -> str:
    """A message with facts as a command tells it that ends with it."""
    speak(MARKED)
    return terminal(errors.UsageError(Message(code, dict.fromkeys(places(code), "1"))))[1]


def made(cls: type[RostraError], told: Message) -> RostraError:
    more: dict[str, Any] = {
        "MissingExtra": ("browser",),
        "DocumentUnreadable": ("no_text",), "ResearchError": ("NO_VALID_SOURCES",),
        "AddressRefused": ("https://a.example/",), "Refused": (400,), "RunFailed": ("failed", 1),
    }  # fmt: skip
    return cls(told, *more.get(cls.__name__, ()))


def test_every_kind_of_error_is_told_in_marks_at_the_terminal_and_to_programs() -> None:
    ends = set()
    told = message("markets.stooq_limit")
    for name, cls in sorted(error_classes().items()):
        error = made(cls, told)
        code, line = terminal(error)
        ends.add(code)
        assert not unmarked(line), name
        assert "markets.stooq_limit" in line, name
        assert "markets.stooq_limit" in bytes(refusal(error, MARKED).body).decode(), name
    assert terminal(KeyboardInterrupt())[0] == 130
    assert not unmarked(terminal(KeyboardInterrupt())[1])
    assert ends >= {1, 2, 3, 4, 5}


def test_a_failure_nobody_planned_is_told_in_marks(tmp_path: Path) -> None:
    _, line = terminal(OSError(28, "甲"))
    assert not unmarked(line)
    _, line = terminal(KeyError("甲"))
    assert not unmarked(line.replace("KeyError", ""))


def test_no_error_is_worded_in_code() -> None:
    """The first argument of an error is a message; text there would be in one language only."""
    known = {*error_classes(), "_Refused", "Broken", "Unsafe", "_Wrong"}
    wrong = [
        f"{name}:{node.lineno}"
        for name, node in nodes()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
        if node.func.id in known and name.startswith(("rostra/", "rostra_markets/"))
        if not name.startswith("rostra/mcp/")  # other agents read English, after the code
        if isinstance(node.args[0], ast.JoinedStr) or " " in literal(node.args[0])
    ]
    assert not wrong


def test_every_event_is_a_marked_line_whatever_its_fields_choose() -> None:
    faults, heard = {}, set()
    for payload in every_payload():
        for nth in range(MOST_CHOICES):
            new = NewEvent("甲", "1", NOW, filled(payload, "甲事", nth=nth), turn=None)
            data = cast("dict[str, JsonValue]", plain(new.payload))
            line = worded(
                Event("甲", 1, NOW, payload.kind, payload.__name__, "", data, None), MARKED
            ).text
            heard |= said(line)
            if left := unmarked(line):
                faults[payload.__name__] = left
        assert f"events.{payload.__name__}" in heard
    assert not faults


@pytest.mark.parametrize("turn", ["r1-pro", "r2-con-again", "chairman"])
def test_whose_turn_it_was_is_marked(turn: str) -> None:
    event = Event("甲", 1, NOW, "agent", "Progress", "", {}, f"甲/{turn}")
    assert not unmarked(worded(event, MARKED).turn_name)
    assert worded(replace(event, turn="甲"), MARKED).turn_name == "", "the desk itself has none"


def test_rulings_and_reasons_of_older_versions_are_shown_as_they_were() -> None:
    """What was text before it was a message stays that text, in every language."""
    ruling = Ruling.refuse("turn", "no calls left")
    old = Ruled("甲", "1", "pages.read", "a.example", ruling, NOW)
    back = loads(dumps(old))
    assert isinstance(back, Ruled)
    assert say(back.ruling.reason, "zh-Hant") == "no calls left"
