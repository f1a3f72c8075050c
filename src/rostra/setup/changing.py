"""A change of settings while the desk is open: checked, written down, and in force at once."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rostra.errors import UsageError
from rostra.settings import Secret, Settings, load_settings
from rostra.settings.load import check_value
from rostra.setup.proposing import write
from rostra.words import message


def change(
    settings: Settings,
    sets: Mapping[str, object],
    keys: Mapping[str, Secret] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Settings:
    """Write settings and keys to `rostra.toml`; gives what holds from now on.

    UsageError where the file would not be heard: a variable or a flag says it already.
    """
    for key, value in sets.items():
        if value is not None:
            check_value(key, value, environ)
    for key in (*sets, *(keys or {})):
        origin = settings.origins.get(key) or settings.origins.get(_top(key), "")
        if origin.isupper() or origin.startswith("--"):
            raise UsageError(message("errors_settings.given_elsewhere", name=key, where=origin))
    write(settings, sets, keys, environ)
    return reread(settings, (*sets, *(keys or {})), environ)


def reread(
    settings: Settings, names: Iterable[str], environ: Mapping[str, str] | None = None
) -> Settings:
    """The settings with these as the files have them now; what a flag gave stays."""
    fresh = load_settings(environ=environ)
    taken = {_top(name) for name in names}
    values = {name: getattr(fresh, name) for name in taken}
    if "language" in taken:
        values["ui_language"] = fresh.ui_language
    origins = {key: where for key, where in settings.origins.items() if _top(key) not in taken}
    origins |= {key: where for key, where in fresh.origins.items() if _top(key) in taken}
    return replace(settings, **values, origins=MappingProxyType(origins))


def _top(key: str) -> str:
    return key.partition(".")[0]
