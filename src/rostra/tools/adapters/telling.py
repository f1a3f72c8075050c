"""Foreign data and complaints, put so that an agent may read them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime

from rostra.records import JsonValue
from rostra.settings.secret import STARS, mask_secrets
from rostra.text import clean
from rostra.tools.adapters.failures import BrokenPromise
from rostra.words import message

MOST_TEXT = 200_000
_LONGEST_COMPLAINT = 300
_DEEPEST = 12
_SHORTEST_SECRET = 6
_PLACES = re.compile(r"(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}|\b[a-z][a-z0-9+.-]*://\S+")


def complaint(text: str, secrets: Iterable[str] = ()) -> str:
    """The first line of an error as an agent may read it: no paths, no addresses, no secrets."""
    lines = [line.strip() for line in clean(text).splitlines() if line.strip()]
    masked = mask_secrets(lines[0] if lines else "", secrets)
    return _PLACES.sub("…", masked)[:_LONGEST_COMPLAINT]


def without_secrets(raw: bytes, secrets: Iterable[str]) -> bytes:
    """What a server says, without the secrets it was handed: they belong into no evidence."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            raw = raw.replace(secret.encode(), STARS.encode())
    return raw


def day_of(data: JsonValue, tool: str) -> date | None:
    """The day on which an answer was true, where it says so; a time without a zone says nothing."""
    if not isinstance(data, Mapping) or data.get("as_of") is None:
        return None
    try:
        when = datetime.fromisoformat(str(data["as_of"]))
    except ValueError as error:
        raise BrokenPromise(message("errors_tools.no_date_time", tool=tool)) from error
    if when.tzinfo is None:
        raise BrokenPromise(message("errors_tools.no_time_zone", tool=tool))
    return when.date()


def readable(data: JsonValue) -> str:
    """Data as lines a person can read and a sentence can be held against."""
    return clean("\n".join(_lines("", data, 0)))[:MOST_TEXT]


def _lines(name: str, value: JsonValue, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        yield f"{name}: {json.dumps(value, ensure_ascii=False)}"
    elif isinstance(value, Mapping):
        if value and all(not isinstance(one, Mapping | list) for one in value.values()) and depth:
            yield _told(name, ", ".join(f"{key}: {_shown(one)}" for key, one in value.items()))
            return
        for key, one in value.items():
            yield from _lines(f"{name}.{key}" if name else str(key), one, depth + 1)
    elif isinstance(value, list):
        if all(not isinstance(one, Mapping | list) for one in value):
            yield _told(name, ", ".join(map(_shown, value)))
            return
        for one in value:
            yield from _lines(name, one, depth + 1)
    else:
        yield _told(name, _shown(value))


def _told(name: str, text: str) -> str:
    return f"{name}: {text}" if name else text


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
