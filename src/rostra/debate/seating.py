"""Places at the table: the one tool path, with the gates, the chair and the pleas of a matter."""

from dataclasses import dataclass, replace

from rostra.debate.chairing import WeighingChair
from rostra.debate.job import DebateJob, TurnJob
from rostra.debate.turn import Seat
from rostra.governance.bench import Bench
from rostra.governance.chairs import RuleChair
from rostra.governance.matter import Matter
from rostra.governance.policy import Sitting
from rostra.models.messages import ToolSpec
from rostra.records.debate import ChairKind
from rostra.roles.loop import TurnLimits
from rostra.rules import SourceBook
from rostra.text.script import Language
from rostra.tools import ToolPath
from rostra.tools.fencing import specs_of

_SITTING: dict[ChairKind, Sitting | None] = {"auto": None, "model": "model", "human": "person"}


@dataclass(frozen=True, slots=True)
class Seating:
    """`path` is that of agents; it lets nothing through until a matter's gates are put in."""

    path: ToolPath
    bench: Bench
    limits: TurnLimits
    book: SourceBook

    async def seat(self, job: TurnJob, matter: Matter) -> Seat:
        chair = self.bench.chair(matter, job.language, _SITTING[job.chair])
        if isinstance(chair, RuleChair):
            most = self.limits.max_extensions
            chair = WeighingChair(chair, job.handcard, self.bench.store.evidence_of_run, most)
        extender = self.bench.extender(
            matter,
            chair,
            agent=job.party.key,
            language=job.language,
            steps=self.limits.extension_steps,
        )
        return Seat(
            tools=self._for(matter, job.language, job.chair),
            extender=extender,
            offered=self._offered(job.motion),
            limits=replace(self.limits, tool_steps=job.allowance),
            book=self.book,
        )

    async def open_path(self, matter: Matter, job: DebateJob, language: Language) -> ToolPath:
        """The chairman's own way out: the same gates hold."""
        return self._for(matter, language, job.chair)

    def _for(self, matter: Matter, language: Language, chair: ChairKind) -> ToolPath:
        return replace(
            self.path,
            discovery=self.bench.discovery(matter),
            gates=self.bench.gates(matter),
            ruler=self.bench.chair(matter, language, _SITTING[chair]),
        )

    def _offered(self, topic: str) -> tuple[ToolSpec, ...]:
        return specs_of(self.path.registry.offered(topic))
