"""A debate held in one process, whole and real but for its durability: what a test then reads."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from rostra.assembly import House, open_house
from rostra.events import worded
from rostra.records import Budget, Event, JsonValue, LedgerEntry, Ruled, Run, loads
from rostra.records.debate import DebateDocument
from rostra.report.export import markdown_of
from rostra.runs.lifecycle import carry_out
from rostra.settings import load_settings
from rostra.steps import InlineStep

UNCAPPED = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)


@dataclass(frozen=True)
class Held:
    run: Run
    report: DebateDocument | None
    markdown: str
    events: list[Event]
    ledger: list[LedgerEntry]
    rulings: list[Ruled]

    @property
    def document(self) -> DebateDocument:
        assert self.report is not None, f"no report: {self.run.error}"
        return self.report

    def lines(self, kind: str = "") -> list[str]:
        return [worded(one, "en").text for one in self.events if not kind or one.kind == kind]


@dataclass(frozen=True)
class DebateHouse:
    house: House
    mark: str
    _numbers: "count[int]"

    async def hold(
        self,
        motion: str,
        *,
        budget: Budget = UNCAPPED,
        stop: bool = False,
        origin: str = "",
        answers: Mapping[str, str] | None = None,
        **options: JsonValue,
    ) -> Held:
        """Debate a motion in the sample world to its end."""
        house, run_id = self.house, f"debate{next(self._numbers)}-{self.mark}"
        given: dict[str, JsonValue] = {"sample": True, "from": origin, **options}
        run = Run(run_id, "debate", motion, "queued", house.clock(), given, budget)
        await house.store.create_run(run)
        if stop:
            await house.office.ask_to_stop(run_id, by="test")
        flows = house.flows()
        step = InlineStep(run_id, flows, answers)
        await carry_out(run_id, flows["debate"], step, house.office, "test")
        await house.meter.flush()
        await house.events.flush()
        ended = await house.store.get_run(run_id)
        report = await house.store.get_report(run_id)
        assert ended is not None
        document = loads(report.data) if report else None
        return Held(
            ended,
            document if isinstance(document, DebateDocument) else None,
            markdown_of(report) if report else "",
            await house.store.events_after(run_id, limit=5_000),
            await house.store.ledger_of_run(run_id),
            await house.store.rulings_of_run(run_id),
        )


@contextlib.asynccontextmanager
async def debate_house(
    data: Path, *, model_url: str = "", **settings: object
) -> AsyncIterator[DebateHouse]:
    """A house with a store of its own; `settings` by name, as on the command line."""
    given: dict[str, object] = {"data": str(data), "language": "zh-Hant", **settings}
    if model_url:
        given |= {
            "model": "openai-compatible:scripted",
            "model_url": model_url,
            "model_key": "sk-x",
        }
    async with open_house(load_settings(given, environ={})) as house:
        yield DebateHouse(house, "model" if model_url else "code", count(1))
