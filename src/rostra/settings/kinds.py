"""The kinds of value a setting may have: what is allowed, in words, and how it is read.

A value arrives typed (from `rostra.toml`) or as text (from a variable or a flag). Types are strict:
a boolean is a boolean, a number is a number, and nothing inside a value is expanded except a
leading `~` in a path.
"""
# ruff: noqa: RUF009  (a message is frozen, so it may be a default)

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeAlias
from urllib.parse import SplitResult, urlsplit

from rostra.settings import keyring
from rostra.settings.language import AUTO
from rostra.settings.secret import Secret, SecretUrl
from rostra.words import Message, languages, message

Said: TypeAlias = Message | str

LONGEST_TEXT = 4_096
NONE = "none"
DEFAULT_PORTS = {"http": 80, "https": 443}

_NAME = re.compile(r"[\w][\w.-]{0,252}")
_HOST = re.compile(r"(?!-)[^\s/?#@:\[\]\\%<>\"']{1,253}|\[[0-9a-fA-F:.]{2,45}\]")


class BadValue(Exception):
    """The value is not of its kind; whoever knows where it stood says so."""


class BadName(BadValue):
    """A table has no place for this name."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(name, names)
        self.name = name
        self.names = names


class BadMember(BadValue):
    """One member of a list or table is wrong: which, what it is, and what it should be."""

    def __init__(self, member: Said, found: object, allowed: Said) -> None:
        super().__init__(member, found, allowed)
        self.member = member
        self.found = found
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Place:
    """What a relative path in a value is relative to, what `~` stands for, which variables are."""

    base: Path
    home: Path
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)


class Kind(Protocol):
    @property
    def allowed(self) -> Said:
        """Say what is allowed, so that it fits after "allowed: "."""
        ...

    @property
    def is_secret(self) -> bool: ...
    def read(self, value: object, place: Place) -> object:
        """Return the value as it is kept, or raise BadValue."""
        ...

    def read_text(self, text: str, place: Place) -> object: ...


class _FromText:
    """A kind whose text form is its only form."""

    @property
    def is_secret(self) -> bool:
        return False

    def read(self, value: object, place: Place) -> object:
        if not isinstance(value, str):
            raise BadValue
        return self.read_text(value, place)

    def read_text(self, text: str, place: Place) -> object:
        raise NotImplementedError


def plain(text: str) -> str:
    """Return the text if it is visible and of sane length; control characters hide things.

    The full-width space of Chinese file names counts as visible.
    """
    if len(text) > LONGEST_TEXT or not text.replace("\u3000", " ").isprintable():
        raise BadValue
    return text


@dataclass(frozen=True, slots=True)
class Text(_FromText):
    allowed: Message = message("allowed.text")
    pattern: str = ""

    def read_text(self, text: str, place: Place) -> str:
        if text and self.pattern and not re.fullmatch(self.pattern, text):
            raise BadValue
        return plain(text)


@dataclass(frozen=True, slots=True)
class SecretText(_FromText):
    allowed: Message = message("allowed.secret")

    @property
    def is_secret(self) -> bool:
        return True

    def read_text(self, text: str, place: Place) -> Secret:
        if any(character.isspace() for character in text):
            raise BadValue
        if text.startswith(keyring.MARK):
            return keyring.kept(text.removeprefix(keyring.MARK), place.variables)
        return Secret(plain(text))


@dataclass(frozen=True, slots=True)
class Choice(_FromText):
    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(self.words)

    def read_text(self, text: str, place: Place) -> str:
        if text not in self.words:
            raise BadValue
        return text


@dataclass(frozen=True, slots=True)
class Spoken(_FromText):
    """A language that can be spoken here, or that of the locale."""

    @property
    def allowed(self) -> str:
        return ", ".join((AUTO, *languages()))

    def read_text(self, text: str, place: Place) -> str:
        if text not in (AUTO, *languages()):
            raise BadValue
        return text


@dataclass(frozen=True, slots=True)
class Flag:
    allowed: Message = message("allowed.flag")
    is_secret: bool = False

    def read(self, value: object, place: Place) -> bool:
        if not isinstance(value, bool):
            raise BadValue
        return value

    def read_text(self, text: str, place: Place) -> bool:
        if text not in {"true", "false"}:
            raise BadValue
        return text == "true"


@dataclass(frozen=True, slots=True)
class Number:
    """A number within bounds; whole unless `fraction`; the word "none" lifts a cap."""

    low: float
    high: float
    fraction: bool = False
    or_none: bool = False
    is_secret: bool = False

    @property
    def allowed(self) -> Message:
        what = ("number" if self.fraction else "whole") + ("_or_none" if self.or_none else "")
        return message(f"allowed.{what}", low=self.low, high=self.high)

    def read(self, value: object, place: Place) -> float | None:
        if self.or_none and value == NONE:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float) if self.fraction else int):
            raise BadValue
        if not self.low <= value <= self.high:  # NaN is in no range
            raise BadValue
        return float(value) if self.fraction else value

    def read_text(self, text: str, place: Place) -> float | None:
        if self.or_none and text == NONE:
            return None
        if not re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", text):
            raise BadValue
        number = float(text) if "." in text else int(text)
        if not math.isfinite(number):
            raise BadValue
        return self.read(number, place)


@dataclass(frozen=True, slots=True)
class When:
    """A moment that means the same everywhere: date, time and zone."""

    allowed: Message = message("allowed.moment")
    is_secret: bool = False

    def read(self, value: object, place: Place) -> datetime:
        if isinstance(value, str):
            return self.read_text(value, place)
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise BadValue
        return value

    def read_text(self, text: str, place: Place) -> datetime:
        try:
            when = datetime.fromisoformat(plain(text))
        except ValueError as error:
            raise BadValue from error
        return self.read(when, place)


@dataclass(frozen=True, slots=True)
class Zone(_FromText):
    allowed: Message = message("allowed.zone")

    def read_text(self, text: str, place: Place) -> str:
        if text == "auto":
            return text
        from zoneinfo import ZoneInfo  # noqa: PLC0415  (only when a zone is named)

        try:
            return ZoneInfo(text).key
        except (KeyError, OSError, ValueError) as error:
            raise BadValue from error


@dataclass(frozen=True, slots=True)
class FilePath(_FromText):
    """A path; relative ones start where the value was written. Empty means none."""

    allowed: Message = message("allowed.path")

    def read_text(self, text: str, place: Place) -> Path | None:
        if not text:
            return None
        plain(text)
        if text == "~" or text.startswith("~/"):
            return place.home / text[2:]
        return place.base / text


def _split(text: str, schemes: tuple[str, ...]) -> SplitResult:
    if any(character.isspace() for character in plain(text)):
        raise BadValue
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise BadValue from error
    if parts.scheme not in schemes or port == 0:
        raise BadValue
    return parts


@dataclass(frozen=True, slots=True)
class Url(_FromText):
    """An address of a service we are told to use; it may hold credentials, so it is a secret."""

    schemes: tuple[str, ...] = ("http", "https")
    host_needed: bool = True

    @property
    def allowed(self) -> Message:
        first, *others = (f"{one}://" for one in self.schemes)
        schemes: Said = first
        for other in others:
            schemes = message("allowed.or", one=schemes, other=other)
        return message("allowed.url", schemes=schemes)

    @property
    def is_secret(self) -> bool:
        return True

    def read_text(self, text: str, place: Place) -> SecretUrl:
        if text:
            parts = _split(text, self.schemes)
            if self.host_needed and not parts.hostname:
                raise BadValue
        return SecretUrl(text)


@dataclass(frozen=True, slots=True)
class Address(_FromText):
    """A scheme, a host and a port, nothing else; kept with its port written out."""

    allowed: Message = message("allowed.address")

    def read_text(self, text: str, place: Place) -> str:
        parts = _split(text, ("http", "https"))
        if parts.path not in {"", "/"} or parts.query or parts.fragment or "@" in parts.netloc:
            raise BadValue
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
        if not _HOST.fullmatch(host):
            raise BadValue
        return f"{parts.scheme}://{host}:{parts.port or DEFAULT_PORTS[parts.scheme]}"


@dataclass(frozen=True, slots=True)
class HostPort(_FromText):
    allowed: Message = message("allowed.host_port")

    def read_text(self, text: str, place: Place) -> str:
        host, _colon, port = text.rpartition(":")
        if not _HOST.fullmatch(host) or not re.fullmatch(r"[0-9]{1,5}", port):
            raise BadValue
        if not 0 < int(port) < 65_536:
            raise BadValue
        return text.lower()


def _members(
    kind: Kind, items: Iterable[tuple[str, object]], place: Place, *, as_text: bool
) -> Iterator[tuple[str, object]]:
    for name, item in items:
        try:
            read = kind.read_text(str(item), place) if as_text else kind.read(item, place)
        except BadValue as error:
            raise BadMember(name, item, kind.allowed) from error
        yield name, read


@dataclass(frozen=True, slots=True)
class Many:
    """A list; as text its members stand between commas."""

    member: Kind
    most: int = 1_000

    @property
    def allowed(self) -> Message:
        return message("allowed.list", member=self.member.allowed)

    @property
    def is_secret(self) -> bool:
        return self.member.is_secret

    def read(self, value: object, place: Place) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise BadValue
        return self._read(value, place, as_text=False)

    def read_text(self, text: str, place: Place) -> tuple[object, ...]:
        items = [item.strip() for item in text.split(",") if item.strip()]
        return self._read(items, place, as_text=True)

    def _read(self, items: Sequence[object], place: Place, *, as_text: bool) -> tuple[object, ...]:
        if len(items) > self.most:
            raise BadValue
        numbered = ((str(nth), item) for nth, item in enumerate(items, 1))
        return tuple(item for _, item in _members(self.member, numbered, place, as_text=as_text))


@dataclass(frozen=True, slots=True)
class Table:
    """Names and their values; as text `name=value` between commas."""

    member: Kind
    names: tuple[str, ...] = ()
    most: int = 1_000

    @property
    def allowed(self) -> Message:
        names = ", ".join(self.names)
        return message("allowed.table", names=names, member=self.member.allowed)

    @property
    def is_secret(self) -> bool:
        return self.member.is_secret

    def read(self, value: object, place: Place) -> Mapping[str, object]:
        if not isinstance(value, dict):
            raise BadValue
        return self._read(list(value.items()), place, as_text=False)

    def read_text(self, text: str, place: Place) -> Mapping[str, object]:
        pairs: list[tuple[str, object]] = []
        for pair in filter(None, (part.strip() for part in text.split(","))):
            name, equals, item = pair.partition("=")
            if not equals:
                raise BadValue
            pairs.append((name.strip(), item.strip()))
        return self._read(pairs, place, as_text=True)

    def _read(
        self, pairs: Sequence[tuple[str, object]], place: Place, *, as_text: bool
    ) -> Mapping[str, object]:
        names = [name for name, _ in pairs]
        if len(pairs) > self.most or len(set(names)) < len(names):
            raise BadValue
        for name in names:
            if name not in self.names if self.names else not _NAME.fullmatch(name):
                raise BadName(name, self.names)
        return MappingProxyType(dict(_members(self.member, pairs, place, as_text=as_text)))
