"""`/api/settings` and `/api/doctor`: what the desk is set to, and whether that works."""

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from rostra.doctor import Finding, examine, versions
from rostra.settings import declared
from rostra.settings.page import shown
from rostra.web.answers import Json
from rostra.web.desk import AtDesk, InLanguage, WebDesk
from rostra.web.promises import gives
from rostra.words import Language, say

routes = APIRouter(prefix="/api", tags=["desk"])


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


async def findings(desk: WebDesk) -> list[Finding]:
    return await asyncio.to_thread(examine, desk.house.settings)


@routes.get("/settings", responses=gives({"settings": list[SettingRow]}, "Secrets are masked."))
async def settings(desk: AtDesk, language: InLanguage) -> Response:
    return Json({"settings": setting_rows(desk, language)})


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
