"""Text as both databases can hold it.

PostgreSQL refuses NUL, both refuse lone surrogates. Records are kept as JSON, where both have an
escape and come back as they were. Columns that are looked up carry a replacement that differs for
different originals, so two keys never fall together.
"""

import json
import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

from rostra.errors import UnreadableRecord
from rostra.records import JsonValue, dumps, loads
from rostra.words import Message, Said, message

_SURROGATE = re.compile("[\ud800-\udfff]")
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff\ufffd]")
LAST_CHARACTER = "\U0010ffff"
_LARGEST = 2**62


def key_text(text: str) -> str:
    """The text of a looked-up column: kept as it is unless a database would refuse it."""
    return _UNKEEPABLE.sub(lambda found: f"\ufffd{ord(found[0]):04x}", text)


def record_json(value: object) -> str:
    """`dumps`, with lone surrogates as JSON escapes (NUL is one already)."""
    return _escape_surrogates(dumps(value))


def said_text(said: Said) -> str:
    """What a column holds of something said: text as it is, a message as its record."""
    return record_json(said) if isinstance(said, Message) else key_text(said)


def read_said(text: str) -> Said:
    """What `said_text` wrote; rows of before are text."""
    if text.startswith('{"$":"said",'):
        with suppress(UnreadableRecord):
            return cast("Message", loads(text))
    return text


def plain_json(value: JsonValue) -> str:
    return _escape_surrogates(
        json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    )


def read_json(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(
            message("errors_store.stored_row_not_readable", error=str(error))
        ) from error
    return value


def _escape_surrogates(text: str) -> str:
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


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
