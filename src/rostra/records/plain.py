"""Records as plain JSON for programs: no tags, times in ISO form, strict numbers."""

import dataclasses
import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from rostra.words import ENGLISH, Language, Message, say

# Everything a terminal might obey or draw wrongly; inside JSON it can be written as \uXXXX.
_UNSEEN = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def plain(value: object, language: Language = ENGLISH) -> object:
    """Return the value in the types JSON has; messages in it are said in a language."""
    if isinstance(value, Message):
        return say(value, language)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in dataclasses.fields(value)]
        names += getattr(value, "also_shown", ())  # properties that programs know as fields
        return {name: plain(getattr(value, name), language) for name in names}
    if isinstance(value, Mapping):
        return {str(name): plain(item, language) for name, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item, language) for item in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Decimal | Path):
        return str(value)
    from rostra.settings import Secret  # noqa: PLC0415 - settings are heavy, and seldom shown

    if isinstance(value, Secret):
        return str(value)  # which is its stars
    raise TypeError(f"{type(value).__name__} has no JSON form")


def to_json(value: object, *, indent: int | None = 2, language: Language = ENGLISH) -> str:
    """Write strict JSON that is also safe to show."""
    told = plain(value, language)
    return all_seen(json.dumps(told, ensure_ascii=False, allow_nan=False, indent=indent))


def all_seen(json_text: str) -> str:
    """Write as escapes what a terminal would obey or hide; it reads back as the same value."""
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], json_text)
