"""Settings that are lists of tables, like `[[mcp]]`: each entry is one frozen record.

An entry's fields are declared as settings are: a kind, a default and a sentence. Whatever an entry
takes from the environment is named in it, variable by variable; nothing else is handed on.
"""
# ruff: noqa: RUF009  (a message is frozen, so it may be a default)

import dataclasses
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from rostra.settings.kinds import BadMember, BadName, BadValue, Kind, Place, Said, Text, plain
from rostra.settings.secret import Secret
from rostra.words import Message, message

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_MOST = 100
_REQUIRED: Final = object()


def part(kind: Kind, default: object = _REQUIRED, doc: str = "") -> Any:
    """Declare one field of an entry; without a default it must be given."""
    about = {"kind": kind, "doc": doc}
    if default is _REQUIRED:
        return field(metadata=about)
    if isinstance(default, Mapping):
        return field(default_factory=lambda: MappingProxyType(dict(default)), metadata=about)
    return field(default=default, metadata=about)


@dataclass(frozen=True, slots=True)
class Words:
    """A command: a list of words, or one line that is split at its blanks as a shell would."""

    allowed: Message = message("allowed.command")
    is_secret: bool = False

    def read(self, value: object, place: Place) -> tuple[str, ...]:
        if isinstance(value, str):
            return self.read_text(value, place)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise BadValue
        return tuple(plain(word) for word in value[:1_000])

    def read_text(self, text: str, place: Place) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(plain(text)))
        except ValueError as error:
            raise BadValue from error


@dataclass(frozen=True, slots=True)
class FromVariable:
    """A value that stands in a variable of the environment; the entry holds only its name."""

    allowed: Message = message("allowed.variable")
    is_secret: bool = False

    def read(self, value: object, place: Place) -> "Handed":
        if not isinstance(value, str):
            raise BadValue
        return self.read_text(value, place)

    def read_text(self, text: str, place: Place) -> "Handed":
        if text and not _VARIABLE.fullmatch(text):
            raise BadValue
        return Handed(text, Secret(place.variables.get(text, "")))


@dataclass(frozen=True, slots=True)
class Handed:
    """A variable that is handed on: its name, and its value as it was when we started."""

    variable: str = ""
    value: Secret = field(default_factory=Secret)


@dataclass(frozen=True, slots=True)
class Entry:
    """One table: every name in it is a field of `cls`, and `check` sees the whole."""

    cls: type
    check: Callable[[Any], Message | None] = lambda _made: None
    is_secret: bool = False

    @property
    def allowed(self) -> Message:
        return message("allowed.entry", names=", ".join(one.name for one in self._parts()))

    def _parts(self) -> tuple[dataclasses.Field[Any], ...]:
        return tuple(one for one in dataclasses.fields(self.cls) if "kind" in one.metadata)

    def read(self, value: object, place: Place) -> object:
        if not isinstance(value, Mapping):
            raise BadValue
        parts = {one.name: one for one in self._parts()}
        for name in value:
            if name not in parts:
                raise BadName(str(name), tuple(parts))
        given = {
            name: _read_part(name, parts[name].metadata["kind"], item, place)
            for name, item in value.items()
        }
        for name, one in parts.items():
            required = one.default is dataclasses.MISSING
            if required and one.default_factory is dataclasses.MISSING and name not in given:
                missing = message("errors_settings.found.missing")
                raise BadMember(name, missing, one.metadata["kind"].allowed)
        made = self.cls(**given)
        if wrong := self.check(made):
            whole = message("errors_settings.found.whole")
            raise BadMember(whole, message("errors_settings.found.incomplete"), wrong)
        return made

    def read_text(self, text: str, place: Place) -> object:
        raise BadValue


def _within(name: str, member: Said) -> Said:
    return message("errors_settings.within", name=name, member=member)


def _read_part(name: str, kind: Kind, value: object, place: Place) -> object:
    try:
        return kind.read(value, place)
    except BadMember as error:
        raise BadMember(_within(name, error.member), error.found, error.allowed) from error
    except BadName as error:
        raise BadName(f"{name}.{error.name}", tuple(f"{name}.{one}" for one in error.names)) from (
            error
        )
    except BadValue as error:
        found = message("errors_settings.found.not_understood") if kind.is_secret else value
        raise BadMember(name, found, kind.allowed) from error


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of tables, each written under its own `[[name]]`."""

    entry: Entry
    is_secret: bool = False

    @property
    def allowed(self) -> Message:
        return message("allowed.entries", member=self.entry.allowed)

    def read(self, value: object, place: Place) -> tuple[object, ...]:
        if not isinstance(value, list) or len(value) > _MOST:
            raise BadValue
        return tuple(self._nth(nth, item, place) for nth, item in enumerate(value, 1))

    def _nth(self, nth: int, item: object, place: Place) -> object:
        try:
            return self.entry.read(item, place)
        except BadMember as error:
            raise BadMember(_within(str(nth), error.member), error.found, error.allowed) from error
        except BadName:
            raise
        except BadValue as error:
            raise BadMember(str(nth), item, self.entry.allowed) from error

    def read_text(self, text: str, place: Place) -> tuple[object, ...]:
        raise BadValue


@dataclass(frozen=True, slots=True)
class Named:
    """A table of entries by name, like `[rest.operations.quote]`."""

    entry: Entry
    is_secret: bool = False
    name: Text = Text(message("allowed.name"), pattern=r"[a-z][a-z0-9_]{0,40}")

    @property
    def allowed(self) -> Message:
        return message("allowed.named", member=self.entry.allowed)

    def read(self, value: object, place: Place) -> Mapping[str, object]:
        if not isinstance(value, Mapping) or len(value) > _MOST:
            raise BadValue
        return MappingProxyType(
            {
                self._named(str(name), place): _read_part(name, self.entry, item, place)
                for name, item in value.items()
            }
        )

    def _named(self, name: str, place: Place) -> str:
        try:
            return self.name.read_text(name, place)
        except BadValue as error:
            raise BadMember(name, name, self.name.allowed) from error

    def read_text(self, text: str, place: Place) -> Mapping[str, object]:
        raise BadValue
