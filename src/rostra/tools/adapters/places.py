"""Places in JSON, written like `$.rows[0].close`: to look up, and to put together."""

import re
from collections.abc import Mapping, Sequence

from rostra.errors import SetupError
from rostra.records import JsonValue
from rostra.words import message

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\['([^']+)'\]")


def look_up(value: JsonValue, place: str) -> JsonValue:
    """What stands there, or None."""
    for step in _steps(place):
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and step < len(value) else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _steps(place: str) -> list[str | int]:
    rest = place.removeprefix("$")
    found: list[str | int] = []
    at = 0
    while at < len(rest):
        match = _STEP.match(rest, at)
        if match is None:
            raise SetupError(message("errors_tools.no_place_like_rows", place=repr(place)))
        name, nth, quoted = match.groups()
        found.append(int(nth) if nth is not None else name or quoted)
        at = match.end()
    return found


def check_place(place: str) -> None:
    _steps(place)


def put_together(found: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Values by dotted names as one object: `data.close` is `close` inside `data`."""
    made: dict[str, JsonValue] = {}
    for dotted, value in found.items():
        *above, last = dotted.split(".")
        inner = made
        for name in above:
            below = inner.get(name)
            if not isinstance(below, dict):
                below = {}
                inner[name] = below
            inner = below
        inner[last] = value
    return made


def join_rows(pages: Sequence[JsonValue], place: str) -> JsonValue:
    """The first page with the rows of all of them."""
    rows: list[JsonValue] = []
    for page in pages:
        found = look_up(page, place)
        rows += found if isinstance(found, list) else []
    return _with(pages[0], _steps(place), rows)


def _with(value: JsonValue, steps: list[str | int], rows: JsonValue) -> JsonValue:
    if not steps:
        return rows
    step, rest = steps[0], steps[1:]
    if isinstance(step, int) and isinstance(value, list) and step < len(value):
        return [*value[:step], _with(value[step], rest, rows), *value[step + 1 :]]
    if isinstance(step, str) and isinstance(value, Mapping):
        return {**value, step: _with(value.get(step), rest, rows)}
    return value
