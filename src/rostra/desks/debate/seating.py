"""Places at the table: the one tool path, with the gates, the chair and the pleas of a matter."""

from dataclasses import dataclass, replace

from rostra.desks.debate.chairing import WeighingChair
from rostra.desks.debate.job import TurnJob
from rostra.desks.debate.order import DebateOrder
from rostra.desks.debate.turn import Seat
from rostra.governance.bench import Bench
from rostra.governance.chairs import Chair, Records, RuleChair, ShownRecords
from rostra.governance.matter import Matter
from rostra.governance.needs import OwnRecall
from rostra.governance.policy import Sitting
from rostra.models.messages import ToolSpec
from rostra.records.debate import ChairKind
from rostra.roles.loop import TurnLimits
from rostra.rules import SourceBook
from rostra.tools import ToolPath
from rostra.tools.fencing import specs_of
from rostra.words import Language

_SITTING: dict[ChairKind, Sitting | None] = {"auto": None, "model": "model", "human": "person"}


@dataclass(frozen=True, slots=True)
class Seating:
    """`path` is that of agents; it lets nothing through until a matter's gates are put in."""

    path: ToolPath
    bench: Bench
    limits: TurnLimits
    book: SourceBook

    async def seat(self, job: TurnJob, matter: Matter) -> Seat:
        """Where no model debates, rules on a turn look at what it was shown, and at nothing else.

        Openings are made at the same time, and the same world must give the same report: who
        finds a page first must change nothing for others. Agents with a model are answered from
        all that their run has read.
        """
        seen = list(job.known)
        bench, records = self.bench, None
        shown = ShownRecords(self.bench.store, seen)
        if self.bench.ask_chairman is None:
            bench = replace(self.bench, recall=OwnRecall(self.bench.recall, seen))
            records = shown
        by_rule = RuleChair(shown, matter, bench.tools)
        without = self._weighing(by_rule, job, shown)
        sitting = _SITTING[job.chair]
        chair = bench.chair(matter, job.language, sitting, records=records, without=without)
        path = self._for(bench, matter, chair)
        if isinstance(chair, RuleChair):
            chair = self._weighing(chair, job, records or self.bench.store)
        extender = bench.extender(
            matter,
            chair,
            agent=job.party.key,
            language=job.language,
            steps=self.limits.extension_steps,
        )
        return Seat(
            tools=path,
            seen=seen,
            extender=extender,
            offered=self._offered(job.motion),
            limits=replace(self.limits, tool_steps=job.allowance),
            book=self.book,
        )

    def _weighing(self, rules: Chair, job: TurnJob, records: Records) -> WeighingChair:
        read = records.evidence_of_run
        return WeighingChair(rules, job.handcard, read, self.limits.max_extensions)

    async def open_path(self, matter: Matter, job: DebateOrder, language: Language) -> ToolPath:
        """The chairman's own way out: the same gates hold."""
        chair = self.bench.chair(matter, language, _SITTING[job.chair])
        return self._for(self.bench, matter, chair)

    def _for(self, bench: Bench, matter: Matter, chair: Chair) -> ToolPath:
        return replace(
            self.path,
            discovery=bench.discovery(matter),
            gates=bench.gates(matter),
            ruler=chair,
        )

    def _offered(self, topic: str) -> tuple[ToolSpec, ...]:
        return specs_of(self.path.registry.offered(topic))
