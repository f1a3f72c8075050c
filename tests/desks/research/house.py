"""The research desk on the sample world, in one process: real store, real pages, real roles."""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from rostra.assembly import House, open_house
from rostra.records import Budget, Event, JsonValue, Run, Statement, loads
from rostra.records.report import ReportDocument
from rostra.report.export import markdown_of
from rostra.runs.lifecycle import carry_out
from rostra.settings import load_settings
from rostra.steps import InlineStep

UNCAPPED = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)


@dataclass
class Answered:
    run: Run
    report: ReportDocument | None
    markdown: str
    events: list[Event]

    @property
    def document(self) -> ReportDocument:
        assert self.report is not None, f"no report: {self.run.error}"
        return self.report

    @property
    def facts(self) -> list[Statement]:
        """Every published sentence that cites something."""
        return [s for section in self.document.sections for s in section.sentences if s.evidence]


@dataclass
class SampleHouse:
    house: House
    _numbers: "count[int]"

    async def ask(
        self,
        question: str,
        mode: str | None = "strict",
        *,
        budget: Budget = UNCAPPED,
        answers: Mapping[str, str] | None = None,
        continues: str = "",
        **options: JsonValue,
    ) -> Answered:
        """Research a question to its end; `answers` are what a person says, by question name."""
        run_id = f"run{next(self._numbers)}"
        given: dict[str, JsonValue] = {"mode": mode, "sample": True} | options
        given |= {"continue": continues} if continues else {}
        run = Run(run_id, "research", question, "queued", self.house.clock(), given, budget)
        await self.house.store.create_run(run)
        said = {f"{run_id}:{name}": answer for name, answer in (answers or {}).items()}
        flows = self.house.flows()
        step = InlineStep(run_id, flows, answers=said)
        flow = flows["research"]
        ended = await carry_out(run_id, flow, step, self.house.office, "test")
        report = await self.house.store.get_report(run_id)
        document = loads(report.data) if report else None
        assert document is None or isinstance(document, ReportDocument)
        await self.house.events.flush()
        return Answered(
            ended,
            document,
            markdown_of(report) if report else "",
            await self.house.store.events_after(run_id, limit=2_000),
        )

    async def text_of(self, evidence_id: str) -> str:
        evidence = await self.house.store.get_evidence(evidence_id)
        assert evidence is not None
        content = await self.house.store.get_content(evidence.text)
        return f"{evidence.title}\n{(content or b'').decode()}"


@contextlib.asynccontextmanager
async def sample_house(
    data: Path, *, model_url: str = "", **settings: object
) -> AsyncIterator[SampleHouse]:
    given: dict[str, object] = {"data": str(data), "language": "zh-Hant", **settings}
    if model_url:
        given |= {
            "model": "openai-compatible:scripted",
            "model_url": model_url,
            "model_key": "sk-x",
        }
    async with open_house(load_settings(given)) as house:
        yield SampleHouse(house, count(1))
