"""What every request is answered with: the house, its runs, and who is asking."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

from fastapi import Depends, Request

from rostra.assembly import House
from rostra.documents import Readers
from rostra.errors import UnknownRun, UsageError
from rostra.records import Run
from rostra.store import Store
from rostra.web.answers import Refused
from rostra.web.words import language_of
from rostra.words import ENGLISH, Language, message

if TYPE_CHECKING:
    from rostra.runs.remote import RemoteDesk
    from rostra.web.api_settings import Looked

LANGUAGE_COOKIE = "rostra_language"

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class WebDesk:
    """`looked` is what the last look around proposed, until it is taken."""

    house: House
    remote: "RemoteDesk"
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: Readers = field(default_factory=lambda: Readers(count=2))
    looked: "Looked | None" = None

    @property
    def store(self) -> Store:
        return self.house.store

    async def run(self, run_id: str) -> Run:
        run = await self.store.get_run(run_id)
        if run is None:
            raise UnknownRun(message("errors_web.no_run", run_id=repr(run_id[:80])))
        return run

    def moment_of(self, given: datetime | None) -> datetime | None:
        """A moment as the store takes it; without a zone it is meant in the desk's."""
        if given is None:
            return None
        try:
            return (
                given if given.tzinfo else given.replace(tzinfo=self.house.settings.zone())
            ).astimezone(UTC)
        except OverflowError:
            raise UsageError(
                message("errors_web.lies_outside_all_calendars", given=str(given))
            ) from None

    async def away(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do what is heavy in a thread, one at a time, while other requests are answered.

        What may take a gigabyte, the setting of a PDF, starts a process of its own from there.
        """
        async with self.busy:
            return await asyncio.to_thread(work, *args, **more)

    def now(self) -> datetime:
        return self.house.clock()

    def today(self) -> date:
        return self.now().astimezone(self.house.settings.zone()).date()


def moment() -> datetime:
    """The real time, for what people do; a desk's own clock may be fixed."""
    return datetime.now(UTC)


def _desk(request: Request) -> WebDesk:
    app = request.scope.get("app")  # at the door of the MCP server there is none yet
    desk: WebDesk | None = getattr(app.state, "desk", None) if app else None
    if desk is None:
        raise Refused(message("errors_web.desk_not_open_yet"), 503, "closed")
    return desk


def reader_language(request: Request) -> Language:
    """What whoever asks reads: the language named, the one chosen before, the browser's, ours."""
    app = request.scope.get("app")  # at the door of the MCP server there is none yet
    desk: WebDesk | None = getattr(app.state, "desk", None) if app else None
    usual = desk.house.settings.ui_language if desk else ENGLISH
    named = request.query_params.get("lang") or request.query_params.get("language")
    chosen = named or request.cookies.get(LANGUAGE_COOKIE, "")
    return language_of(chosen, request.headers.get("accept-language", ""), usual)


def _who(request: Request) -> str:
    """The name of whoever asks, as approvals record it."""
    return str(request.scope.get("rostra.who", "local"))


def _may_stay(request: Request) -> Callable[[], bool]:
    """Whether who asks would still be let in; what goes on for hours asks it again."""
    may_stay: Callable[[], bool] = request.scope["rostra.may_stay"]
    return may_stay


AtDesk = Annotated[WebDesk, Depends(_desk)]
Asker = Annotated[str, Depends(_who)]
InLanguage = Annotated[Language, Depends(reader_language)]
MayStay = Annotated[Callable[[], bool], Depends(_may_stay)]
