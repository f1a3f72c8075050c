"""From what was found to what is written: one proposal, of things that answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rostra.models.endpoint import OFFERS
from rostra.settings import Secret, Settings
from rostra.settings.files import read_file
from rostra.settings.keyring import MARK, keep
from rostra.settings.writing import Written, own_file, write_settings
from rostra.setup.looking import Found

_EXTRACTIVE: Final = "extractive"
Change = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the desk would be: without a model it quotes, without search it reads what it is given.

    `keys` are those of providers that would be kept, by setting.
    """

    model: str
    small_model: str
    search: tuple[str, ...]
    language: str
    sets: Mapping[str, object]
    keys: Mapping[str, Secret]

    @property
    def kind(self) -> str:
        """What the desk is, in a word that there are sentences for."""
        if self.model == _EXTRACTIVE:
            return "quoting" if self.search else "closed"
        return "whole" if self.search else "writing"


def propose(settings: Settings, found: Found) -> Proposal:
    """The first of each kind that answered; what the operator has set stays his."""
    sets: dict[str, object] = {}
    usual = next(iter(found.working("model")), None)
    model = usual.name if usual else _EXTRACTIVE
    if usual and "model" not in settings.origins:
        sets |= usual.sets
    small = next(iter(found.working("small_model")), None)
    if small:
        sets |= small.sets
    engines = found.working("search")
    keys: dict[str, Secret] = {}
    for one in engines:
        given = one.sets.get("search_keys")
        if isinstance(given, Mapping):
            keys |= {f"search_keys.{name}": key for name, key in given.items()}
        elif "search_url" not in settings.origins:
            sets |= one.sets
    if "language" not in settings.origins:
        sets["language"] = settings.ui_language
    provider = OFFERS.get(model.partition(":")[0])
    if provider and provider.key_name and (key := getattr(settings.keys, provider.key_name)):
        keys[f"keys.{provider.key_name}"] = key
    names = tuple(dict.fromkeys(one.name for one in engines))
    return Proposal(model, small.name if small else "", names, settings.ui_language, sets, keys)


def write(
    settings: Settings,
    sets: Mapping[str, object],
    keys: Mapping[str, Secret] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Path:
    """Write settings down: keys into the keyring, else into the file, which is its owner's alone.

    A provider's key that the environment gives stays there where no keyring takes it.
    """
    path = own_file(environ)
    changes: dict[str, Written] = {key: _written(value) for key, value in sets.items()}
    # As the file has them: a key that lies in the keyring is not brought back into it.
    before = read_file(path)
    given = before.content.get("search_keys") if before else None
    searching = dict(given) if isinstance(given, Mapping) else {}
    for key, secret in (keys or {}).items():
        group, _, name = key.rpartition(".")
        if not secret:
            value = None
        elif keep(name, secret, environ):
            value = MARK + name
        elif settings.origins.get(key, "").isupper():
            continue  # a variable: the environment keeps it
        else:
            value = secret.reveal()
        if group == "search_keys":
            searching.pop(name, None)
            searching |= {name: value} if value else {}
            changes["search_keys"] = searching
        else:
            changes[key] = value
    write_settings(changes, path, environ)
    return path


def _written(value: object) -> Written:
    if isinstance(value, tuple | list):
        return [str(one) for one in value]
    return value if isinstance(value, bool | int | float) or value is None else str(value)
