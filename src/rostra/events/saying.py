"""An event in the words of whoever reads it.

What is stored are facts; a line is made when it is shown. Fields that hold messages are said too,
so that a program that reads `data` finds text there, in the language it asked for.
"""

import dataclasses
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import cast

from rostra.errors import UnreadableRecord
from rostra.records import Event, JsonValue, decode
from rostra.words import Language, Message, has, places, say, tell

# Lists of reasons are told one after the other; others are things said, set apart.
_REASONS = frozenset({"reasons", "missing"})
_APART = " / "
_TURN = re.compile(r"r(?P<round>\d+)-(?P<side>.+?)(?P<again>-again)?")
# Whatever moves the cursor, ends a line or reorders what is read.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def worded(event: Event, language: Language) -> Event:
    """The event with its line, its turn and the messages among its fields said in a language."""
    data = {name: _said(value, language) for name, value in event.data.items()}
    code = f"events.{event.name}"
    is_whole = has(code) and places(code) <= data.keys()
    if event.text and not is_whole:
        text = event.text  # a row of an older version
    else:
        facts = {name: _fact(name, value, language) for name, value in data.items()}
        text = one_line(tell(code, language, facts))
    whose = "" if event.turn == event.run else event.turn or ""  # the desk itself has no turn
    turn = turn_name(whose.removeprefix(f"{event.run}/"), language)
    return dataclasses.replace(event, text=text, data=data, turn_name=turn)


def turn_name(turn: str, language: Language) -> str:
    """`r2-con-again` as a person says it; a turn of another sort by the name it has."""
    found = _TURN.fullmatch(turn)
    if found is None:
        return tell("events.speaker", language, {"name": turn}) if turn else ""
    code = "events.turn_again" if found["again"] else "events.turn"
    return tell(code, language, {"round": found["round"], "side": found["side"]})


def one_line(text: str) -> str:
    """A line of a log: no control character survives, so nothing can forge a second line."""
    shown = " ".join(text.splitlines()) if len(text.splitlines()) > 1 else text
    shown = _CONTROL.sub(lambda found: " " if found[0] in "\t\r\n" else _visible(found[0]), shown)
    return _SURROGATE.sub("\ufffd", shown).strip()


def _visible(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"


def _said(value: JsonValue, language: Language) -> JsonValue:
    if isinstance(value, list):
        return [_said(one, language) for one in value]
    if isinstance(value, Mapping):
        if value.get("$") == "said":
            with suppress(UnreadableRecord):
                return say(cast("Message", decode(value)), language)
        return {name: _said(one, language) for name, one in value.items()}
    return value


def _fact(name: str, value: JsonValue, language: Language) -> str | float | None:
    """A field as a place of a form takes it."""
    if isinstance(value, list):
        seam = tell("common.seam", language) if name in _REASONS else _APART
        empty = f"events.empty.{name}"
        return seam.join(map(str, value)) or (tell(empty, language) if has(empty) else "")
    return str(value) if isinstance(value, Mapping) else value
