"""What every request is answered with: the house, its runs, and who is asking."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated, ParamSpec, TypeVar

from fastapi import Depends, Request

from rostra.assembly import House
from rostra.errors import UnknownRun, UsageError
from rostra.records import Run
from rostra.store import Store
from rostra.web.answers import Refused

if TYPE_CHECKING:
    from rostra.runs.remote import RemoteDesk

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class WebDesk:
    house: House
    remote: "RemoteDesk"
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def store(self) -> Store:
        return self.house.store

    async def run(self, run_id: str) -> Run:
        run = await self.store.get_run(run_id)
        if run is None:
            raise UnknownRun(f"There is no run {run_id[:80]!r}.")
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
            raise UsageError(f"{given} lies outside of all calendars.") from None

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
    desk: WebDesk | None = getattr(request.app.state, "desk", None)
    if desk is None:
        raise Refused("The desk is not open yet. Try again in a moment.", 503, "closed")
    return desk


def _who(request: Request) -> str:
    """The name of whoever asks, as approvals record it."""
    return str(request.scope.get("rostra.who", "local"))


def _may_stay(request: Request) -> Callable[[], bool]:
    """Whether who asks would still be let in; what goes on for hours asks it again."""
    may_stay: Callable[[], bool] = request.scope["rostra.may_stay"]
    return may_stay


AtDesk = Annotated[WebDesk, Depends(_desk)]
Asker = Annotated[str, Depends(_who)]
MayStay = Annotated[Callable[[], bool], Depends(_may_stay)]
