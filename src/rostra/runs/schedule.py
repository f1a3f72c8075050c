"""What a schedule starts: a run of some kind, again and again."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from rostra.records import Budget, JsonValue, Run, RunKind, record


@record
class ScheduledJob:
    name: str
    kind: RunKind
    question: str
    options: Mapping[str, JsonValue]
    budget: Budget
    engine: str = ""

    def run(self, run_id: str, due: datetime) -> Run:
        return Run(
            id=run_id,
            kind=self.kind,
            question=self.question,
            status="queued",
            created_at=due,
            options={**self.options, "schedule": self.name},
            budget=self.budget,
            engine=self.engine,
        )


# Whether there is anything to do for a job; a schedule that is due makes no run without that.
IsWanted = Callable[[ScheduledJob], Awaitable[bool]]


async def always(_: ScheduledJob) -> bool:
    return True


@record
class Rhythm:
    """A job and when it is due, as a line of cron in a zone."""

    job: ScheduledJob
    cron: str
    zone: str | None = None
