"""Text as both databases can hold it.

PostgreSQL refuses NUL, both refuse lone surrogates. Records are kept as JSON, where both have an
escape and come back as they were. Columns that are looked up carry a replacement that differs for
different originals, so two keys never fall together.
"""

import json
import re
from datetime import UTC, datetime

from rostra.errors import UnreadableRecord
from rostra.records import JsonValue, dumps

_SURROGATE = re.compile("[\ud800-\udfff]")
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff\ufffd]")
# Whatever moves the cursor, ends a line or reorders what is read.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LAST_CHARACTER = "\U0010ffff"
_LARGEST = 2**62


def key_text(text: str) -> str:
    """The text of a looked-up column: kept as it is unless a database would refuse it."""
    return _UNKEEPABLE.sub(lambda found: f"\ufffd{ord(found[0]):04x}", text)


def record_json(value: object) -> str:
    """`dumps`, with lone surrogates as JSON escapes (NUL is one already)."""
    return _escape_surrogates(dumps(value))


def plain_json(value: JsonValue) -> str:
    return _escape_surrogates(
        json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    )


def read_json(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(f"A stored row is not readable JSON: {error}") from error
    return value


def _escape_surrogates(text: str) -> str:
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """A line of a log: no control character survives, so nothing can forge a second line."""
    shown = " ".join(text.splitlines()) if len(text.splitlines()) > 1 else text
    shown = _CONTROL.sub(lambda found: " " if found[0] in "\t\r\n" else _visible(found[0]), shown)
    return _SURROGATE.sub("\ufffd", shown).strip()


def _visible(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"


def whole(number: int) -> int:
    """A count or a place from outside, as a number both databases can take."""
    return max(0, min(number, _LARGEST))


def stamp(when: datetime) -> str:
    """A time as text of fixed width in UTC: it sorts as text, in any database."""
    return when.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def stamp_or_none(when: datetime | None) -> str | None:
    return None if when is None else stamp(when)


def read_stamp(text: str) -> datetime:
    return datetime.fromisoformat(text)
