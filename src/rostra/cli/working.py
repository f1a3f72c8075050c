"""What every command that makes a run does: start it, show it, give its report."""

import sys
import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from rostra.cli.desk import Desk
from rostra.cli.exporting import form_of, write_file
from rostra.cli.showing import event_line, exit_code_of
from rostra.errors import RostraError
from rostra.records import Budget, Event, JsonValue, Report, Run, RunKind
from rostra.records.plain import all_seen

# Opens a place to draw on, and gives what is to be told of events.
View = Callable[[Desk], AbstractContextManager[Callable[[Event], None]]]


async def conduct_here(
    desk: Desk,
    kind: RunKind,
    question: str,
    options: Mapping[str, JsonValue],
    *,
    out: Path | None,
    events: bool,
    view: View | None = None,
) -> int:
    """Make a run, follow it, and end with its report and its exit code.

    `view` draws what happens where a terminal is; elsewhere events are lines.
    """
    from rostra.assembly import open_house
    from rostra.research.job import check_question

    question = check_question(question)
    form = form_of(out, is_digest=kind == "collect") if out is not None else ""
    async with open_house(desk.settings) as house:
        from rostra.cli.asking import Prompting, can_ask
        from rostra.runs.conduct import Watch, conduct
        from rostra.runs.exporting import exported

        chosen = await house.models.choices(is_sample=options.get("sample") is True)
        desk.note(f"Engine {chosen.usual.describe()}")
        run = Run(
            id=uuid.uuid4().hex,
            kind=kind,
            question=question,
            status="queued",
            created_at=house.clock(),
            options=options,
            budget=_budget(desk),
            engine=chosen.usual.model,
        )
        desk.note(f"Run {run.id}. If it is interrupted: rostra runs resume {run.id[:8]}")
        place = house.workplace()
        watch: Watch = Watcher(desk, events=events)
        if can_ask(desk) and not events:
            watch = Prompting(watch, desk, place)
        if view is not None and not events and _may_draw(desk):
            with view(desk) as watch:
                run = await conduct(place, run, watch)
        else:
            run = await conduct(place, run, watch)
        report = await house.store.get_report(run.id)
        if report is not None and out is not None:
            evidence = await house.store.evidence_of_run(run.id)
            desk.note(f"Wrote {write_file(out, exported(run, report, evidence, form))}")
    return show_end(desk, run, report, events=events)


def _may_draw(desk: Desk) -> bool:
    return sys.stderr.isatty() and not (desk.json or desk.quiet)


def show_end(desk: Desk, run: Run, report: Report | None, *, events: bool) -> int:
    """Print what the run gave, or why it gave nothing."""
    if events:
        return exit_code_of(run)
    if desk.json:
        desk.give({"run": run, "report": report})
        return exit_code_of(run)
    if report is not None:
        desk.document(report.markdown)
        desk.note(f"Stored as run {run.id} in {desk.settings.data}.")
        desk.note(f"Again: rostra runs show {run.id[:8]}")
    if run.error:
        raise RunFailed(run.error, run.error_code or "failed", exit_code_of(run) or 1)
    return exit_code_of(run)


class RunFailed(RostraError):
    """A run that ended badly, told as any other error."""

    def __init__(self, message: str, code: str, exit_code: int) -> None:
        super().__init__(message, code, exit_code)
        self.code = code
        self.exit_code = exit_code


class Watcher:
    """Shows events as they come: lines on stderr, or NDJSON on stdout."""

    def __init__(self, desk: Desk, *, events: bool) -> None:
        self._desk = desk
        self._events = events

    def __call__(self, event: Event) -> None:
        if self._events:
            from rostra.events import to_ndjson

            sys.stdout.write(all_seen(to_ndjson(event)) + "\n")
            sys.stdout.flush()
        else:
            self._desk.note(event_line(self._desk, event))


def _budget(desk: Desk) -> Budget:
    caps = desk.settings.budget
    return Budget(caps.max_cost, caps.max_tokens, caps.max_calls, caps.max_seconds)
