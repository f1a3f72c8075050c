"""`/api/settings`, `/api/setup` and `/api/doctor`: what the desk is set to, if it works."""

import asyncio
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from rostra.doctor import Finding, examine, versions
from rostra.errors import RostraError, SetupError
from rostra.models.endpoint import OFFERS
from rostra.records import NewEvent, SettingsChanged
from rostra.settings import Secret, Settings, declared
from rostra.settings.page import shown
from rostra.setup import Proposal, Tried, change, look, propose, reread, write
from rostra.tools.search import ENGINES
from rostra.web.answers import Json, Refused
from rostra.web.desk import Asker, AtDesk, InLanguage, WebDesk, moment
from rostra.web.promises import gives
from rostra.words import Language, Message, message, say

routes = APIRouter(prefix="/api", tags=["desk"])
# Changes of settings belong to no run: they have a log of their own under this name.
LOG = "settings"
MODEL_KEY = "model_key"
Line = Annotated[str, Field(max_length=300)]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as it holds now; `origin` is empty while nobody has given it."""

    key: str
    value: str
    origin: str
    meaning: str


def setting_rows(desk: WebDesk, language: Language) -> list[SettingRow]:
    given = desk.house.settings
    return [
        SettingRow(
            key,
            given.mask(shown(given.get(key))),
            given.origins.get(key, ""),
            say(one.meaning, language),
        )
        for key, one in declared().items()
    ]


class ChangedSettings(BaseModel):
    """What is not given stays as it is; an empty text, list or key takes a setting out.

    `key_of` names the service that `key` is for, as `keys` does below; a key is never given back.
    """

    model_config = ConfigDict(extra="forbid")

    model: Line | None = None
    small_model: Line | None = None
    model_url: Line | None = None
    search: list[Line] | None = Field(default=None, max_length=30)
    search_url: list[Line] | None = Field(default=None, max_length=10)
    search_keyless: bool | None = None
    language: Line | None = None
    key_of: Line | None = None
    key: str | None = Field(default=None, max_length=4_000)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the desk would work with now: who writes, who searches, or why nobody can.

    `is_set` says whether anybody has decided that; else it is what was found here.
    """

    model: str
    model_why: Message | str
    search: tuple[str, ...]
    search_why: Message | str
    is_set: bool


async def standing(desk: WebDesk) -> Standing:
    house = desk.house
    model, engines = "", tuple[str, ...]()
    model_why: Message | str = ""
    search_why: Message | str = ""
    try:
        chosen = (await house.models.choices(is_sample=False)).usual
        model, model_why = chosen.model, chosen.reason
    except RostraError as error:
        model_why = error.message
    try:
        opened = (await house.worlds.of(is_sample=False)).engines
        engines = tuple(one.name for one in opened)
    except RostraError as error:
        search_why = error.message
    is_set = any(house.settings.origins.get(name) for name in ("model", "search", "search_url"))
    return Standing(model, model_why, engines, search_why, is_set)


def key_names() -> dict[str, str]:
    """Every key that can be given here: its setting, and whose it is."""
    of_models = {f"keys.{one.key_name}": one.label for one in OFFERS.values() if one.key_name}
    takes = [row for row in ENGINES.values() if row.needs_key or (row.is_keyless and row.price)]
    return {**of_models, MODEL_KEY: "", **{f"search_keys.{one.name}": one.name for one in takes}}


def held_keys(settings: Settings) -> list[str]:
    """Those of them that are set, wherever they were given."""
    given = {f"search_keys.{name}" for name, key in settings.search_keys.items() if key}
    given |= {name for name in key_names() if "search_keys." not in name and settings.get(name)}
    return [name for name in key_names() if name in given]


async def findings(desk: WebDesk) -> list[Finding]:
    return await asyncio.to_thread(examine, desk.house.settings)


@routes.get("/settings", responses=gives({"settings": list[SettingRow]}, "Secrets are masked."))
async def settings(desk: AtDesk, language: InLanguage) -> Response:
    return Json({"settings": setting_rows(desk, language)})


@routes.patch(
    "/settings",
    responses=gives({"changed": list[str], "keys": list[str]}, "In force.", refuses=[400]),
)
async def change_settings(desk: AtDesk, who: Asker, given: ChangedSettings) -> Response:
    """Change model, search, language or a key; runs that begin from now on use it."""
    named = given.model_dump(exclude_none=True, exclude={"key", "key_of"})
    sets = {name: None if value in ("", []) else value for name, value in named.items()}
    keys = {}
    if given.key_of is not None:
        if given.key_of not in key_names() or given.key is None:
            raise Refused(message("errors_web.no_such_key", name=given.key_of[:60]), 400, "usage")
        keys[given.key_of] = Secret(given.key.strip())
    if not sets and not keys:
        raise Refused(message("errors_web.nothing_to_change"), 400, "usage")
    try:
        made = await desk.away(change, desk.house.settings, sets, keys)
    except SetupError as error:
        raise Refused(error.message, 400, "usage") from error
    await _take(desk, made, (*sets, *keys), who)
    return Json({"changed": [*sets, *keys], "keys": held_keys(desk.house.settings)})


async def _take(desk: WebDesk, made: Settings, names: Iterable[str], who: str) -> None:
    desk.house.take(made)
    changed = SettingsChanged(tuple(names), who)
    await desk.store.append_events([NewEvent(LOG, secrets.token_hex(12), moment(), changed)])


@dataclass(frozen=True, slots=True)
class TriedRow:
    kind: str
    name: str
    works: bool
    told: str


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found here and tried, and what the desk would be by it (`kind`)."""

    tried: tuple[Tried, ...]
    proposal: Proposal

    @property
    def names(self) -> list[str]:
        return [*self.proposal.sets, *self.proposal.keys]


_LOOKED = {
    "tried": list[TriedRow],
    "desk": str,
    "model": str,
    "search": list[str],
    "would_write": list[str],
}


@routes.post("/setup", responses=gives(_LOOKED, "Tried; nothing is written yet."))
async def look_around(desk: AtDesk, language: InLanguage) -> Response:
    """Look for models, keys and search on this machine, and ask each one thing."""
    found = await look(desk.house.settings)
    proposal = propose(desk.house.settings, found)
    desk.looked = Looked(found.tried, proposal)
    return Json(
        {
            "tried": [
                TriedRow(o.kind, o.name, o.works, say(o.told, language)) for o in found.tried
            ],
            "desk": proposal.kind,
            "model": proposal.model,
            "search": list(proposal.search),
            "would_write": desk.looked.names,
        }
    )


@routes.post(
    "/setup/accept",
    responses=gives({"changed": list[str]}, "Written, and in force.", refuses=[409]),
)
async def accept(desk: AtDesk, who: Asker) -> Response:
    """Write down what the last look proposed."""
    looked = desk.looked
    if looked is None:
        raise Refused(message("errors_web.nothing_looked_at"), 409, "state")
    settings, offered = desk.house.settings, looked.proposal
    await desk.away(write, settings, offered.sets, offered.keys)
    await _take(desk, await desk.away(reread, settings, looked.names), looked.names, who)
    desk.looked = None
    return Json({"changed": looked.names})


@routes.get(
    "/doctor",
    responses=gives(
        {"ok": bool, "versions": dict[str, str], "checks": list[dict[str, str]]}, "Findings."
    ),
)
async def doctor(desk: AtDesk, language: InLanguage) -> Response:
    """Whether everything this desk is set to use works; asks each of them once."""
    found = await findings(desk)
    is_well = all(one.status != "fail" for one in found)
    return Json(
        {"ok": is_well, "versions": versions(), "checks": [one.said(language) for one in found]}
    )
