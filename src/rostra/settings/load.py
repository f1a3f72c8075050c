"""From flags, variables and files to one `Settings`."""

import dataclasses
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from types import MappingProxyType

from rostra.errors import SetupError
from rostra.settings import places
from rostra.settings.fields import GROUPS, Declared, Settings, declared, earlier_names
from rostra.settings.files import ConfigFile, read_file
from rostra.settings.kinds import BadMember, BadName, BadValue, Place
from rostra.settings.language import AUTO, take_in_languages
from rostra.settings.secret import mask_url
from rostra.words import Message, message

PREFIX = "ROSTRA_"

# Complaints are raised `from None`: what the chain would show may be a secret.

Given = dict[str, tuple[object, str]]  # by key: the value, and where it was given


def load_settings(
    flags: Mapping[str, object] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """Read all settings, or raise a SetupError that names the place, the key and the remedy.

    `flags` are by key ("data", "budget.max_cost"); one that is None was not given. `folder` stands
    for the working folder.
    """
    environ = os.environ if environ is None else environ
    folder = folder or places.working_folder()
    take_in_languages(environ, folder)
    given: Given = {}
    for path in reversed(places.config_files(environ, folder)):
        given.update(_from_file(path, environ))
    given.update(_from_environment(environ, folder))
    given.update(_from_flags(flags or {}, environ, folder))
    return _build(given, environ)


def searched_files(environ: Mapping[str, str] | None = None) -> list[Path]:
    """Return where `rostra.toml` is looked for from here, the nearest first."""
    environ = os.environ if environ is None else environ
    return places.config_files(environ, places.working_folder())


def check_file(path: Path, environ: Mapping[str, str]) -> None:
    """Raise what `load_settings` would of this file; whoever writes one asks before it counts."""
    _from_file(path, environ)


def check_value(key: str, value: object, environ: Mapping[str, str] | None = None) -> None:
    """Raise what `load_settings` would of this value, before anybody writes it down."""
    if key not in declared():
        raise _unknown("", key, list(declared()))
    try:
        declared()[key].kind.read(value, _here(os.environ if environ is None else environ, None))
    except BadName as error:
        raise _unknown(key, error.name, error.names) from None
    except BadValue as error:
        raise _wrong(key, declared()[key], value, error) from None


def _from_file(path: Path, environ: Mapping[str, str]) -> Given:
    file = read_file(path)
    if file is None:
        return {}
    place = Place(path.parent, places.home_folder(environ), environ)
    given: Given = {}
    for written, value in _settings_of(file):
        key = earlier_names().get(written, written)
        setting, where = declared()[key], file.where(*written.split("."))
        try:
            given[key] = setting.kind.read(value, place), where
        except BadName as error:
            inside = file.where(*key.split("."), error.name)
            names = [f"{key}.{name}" for name in error.names]
            raise _unknown(inside, f"{key}.{error.name}", names) from None
        except BadMember as error:
            inside = file.where(*key.split("."), str(error.member))
            raise _wrong(f"{inside}: {key}", setting, value, error) from None
        except BadValue as error:
            raise _wrong(f"{where}: {key}", setting, value, error) from None
    return given


def _settings_of(file: ConfigFile) -> Iterator[tuple[str, object]]:
    """Yield every key of the file that is a setting; refuse the first that is not."""
    for name, value in file.content.items():
        if name in GROUPS:
            if not isinstance(value, Mapping):
                where = file.where(name)
                raise SetupError(message("errors_settings.is_table", where=where, name=name))
            inside = {f"{name}.{inner}": item for inner, item in value.items()}
        else:
            inside = {name: value}
        for key, item in inside.items():
            if key not in declared() and key not in earlier_names():
                path = (name, key[len(name) + 1 :]) if key != name else (name,)
                raise _unknown(file.where(*path), key, [*declared(), *GROUPS])
            yield key, item


def _from_environment(environ: Mapping[str, str], folder: Path | None) -> Given:
    by_variable = {
        variable: setting for setting in declared().values() for variable in setting.variables
    }
    for name in environ:
        if name.startswith(PREFIX) and name not in by_variable:
            known = [variable for variable in by_variable if variable.startswith(PREFIX)]
            raise _unknown("", name, known)
    place = _here(environ, folder)
    given: Given = {}
    for setting in declared().values():
        # An empty variable is one that is not set: that is how shells and compose files unset.
        variable = next((n for n in setting.variables if environ.get(n, "").strip()), None)
        if variable is not None:
            value = _read_text(variable, setting, environ[variable].strip(), place)
            given[setting.key] = value, variable
    return given


def _from_flags(
    flags: Mapping[str, object], environ: Mapping[str, str], folder: Path | None
) -> Given:
    place = _here(environ, folder)
    given: Given = {}
    for written, value in flags.items():
        key = earlier_names().get(written, written)
        if value is None:
            continue
        if key not in declared():  # a program may name anything
            raise _unknown("", key, list(declared()))
        setting = declared()[key]
        flag = "--" + key.rpartition(".")[2].replace("_", "-")
        if isinstance(value, str):
            given[key] = _read_text(flag, setting, value, place), flag
            continue
        try:
            given[key] = setting.kind.read(value, place), flag
        except BadValue as error:
            raise _wrong(flag, setting, value, error) from None
    return given


def _here(environ: Mapping[str, str], folder: Path | None) -> Place:
    return Place(folder or Path(), places.home_folder(environ), environ)


def _read_text(name: str, setting: Declared, text: str, place: Place) -> object:
    try:
        return setting.kind.read_text(text, place)
    except BadName as error:
        raise _unknown(name, error.name, error.names) from None
    except BadValue as error:
        raise _wrong(name, setting, text, error) from None


def _build(given: Given, environ: Mapping[str, str]) -> Settings:
    groups: dict[str, object] = {}
    for group, cls in GROUPS.items():
        inside = {
            key.partition(".")[2]: value
            for key, (value, _) in given.items()
            if key.startswith(f"{group}.")
        }
        groups[group] = cls(**inside)
    top = {key: value for key, (value, _) in given.items() if "." not in key}
    if not isinstance(top.get("data"), Path):
        top["data"] = places.data_folder(environ)
    made = Settings(
        **top,  # type: ignore[arg-type]
        **groups,  # type: ignore[arg-type]
        system_zone=places.system_zone(environ),
        allow_colour=not environ.get("NO_COLOR") and environ.get("TERM") != "dumb",
        origins=MappingProxyType({key: where for key, (_, where) in given.items()}),
    )
    language = places.locale_language(environ) if made.language == AUTO else made.language
    return dataclasses.replace(made, ui_language=language)


def _unknown(where: str, name: str, names: Iterable[str]) -> SetupError:
    import difflib  # noqa: PLC0415  (only when something is wrong)

    known = list(names)
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if not close:  # the right name in the wrong table
        close = [one for one in known if one.rpartition(".")[2] == name.rpartition(".")[2]][:1]
    code = "errors_settings.unknown_but" if close else "errors_settings.unknown"
    return SetupError(message(code, where=where, name=_shown(name), close=close))


def _wrong(where: str, setting: Declared, value: object, error: BadValue) -> SetupError:
    member: Message | str
    member, allowed, found = "", setting.kind.allowed, value
    if isinstance(error, BadMember):
        member, allowed, found = error.member, error.allowed, error.found
    code = "errors_settings.secret" if setting.kind.is_secret else "errors_settings.wrong"
    told = message(code, where=where, member=member, found=_quoted(found), allowed=allowed)
    return SetupError(told)


def _quoted(value: object) -> Message | str:
    if isinstance(value, Message):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{_shown(mask_url(value))}"'
    if isinstance(value, Mapping):
        return message("errors_settings.found.table", count=len(value))
    if isinstance(value, list | tuple):
        return message("errors_settings.found.list", count=len(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return _shown(str(value))


def _shown(text: str, most: int = 60) -> str:
    """Return a short, printable form: what was found may be anything at all."""
    safe = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:most])
    return safe + ("…" if len(text) > most else "")
