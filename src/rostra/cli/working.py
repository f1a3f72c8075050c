"""What every command that makes a run does: start it, show it, give its report."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from rostra.cli.desk import Desk
from rostra.cli.exporting import form_of, write_file
from rostra.cli.showing import event_line, exit_code_of
from rostra.cli.text import short
from rostra.errors import RostraError
from rostra.records import Event, Evidence, Report, Run
from rostra.records.orders import Order
from rostra.records.plain import all_seen
from rostra.store import Store
from rostra.words import Message, Said, message

if TYPE_CHECKING:
    from rostra.assembly.estimates import Estimate

_BRIEF = 160
# Opens a place to draw on, and gives what is to be told of events.
View = Callable[[Desk], AbstractContextManager[Callable[[Event | list[Event]], None]]]


async def conduct_here(
    desk: Desk,
    order: Order,
    *,
    out: Path | None = None,
    events: bool = False,
    view: View | None = None,
) -> int:
    """Place an order, follow its run, and end with its report and its exit code.

    `view` draws what happens where a terminal is; elsewhere events are lines.
    """
    from rostra.assembly import desk_of, open_house, place
    from rostra.assembly.estimates import estimate

    makes = desk_of(order.kind).document
    form = form_of(out, order.kind) if out is not None else ""
    async with open_house(desk.settings) as house:
        from rostra.cli.asking import Prompting, can_ask
        from rostra.report.export import exported
        from rostra.runs.conduct import Watch, conduct

        run = await place(house, order)
        if makes is not None:
            chosen = await house.models.choices(is_sample=order.sample)
            desk.note(message("cli.working.engine", engine=chosen.usual.describe()))
            if (expected := await estimate(house, order)) is not None:
                desk.note(_expected(expected))
        desk.note(message("cli.working.run_if_interrupted_rostra", id=run.id, id_2=run.id[:8]))
        workplace = house.workplace()
        watch: Watch = Watcher(desk, events=events)
        if can_ask(desk) and not events:
            watch = Prompting(watch, desk, workplace)
        if view is not None and not events and _may_draw(desk):
            with view(desk) as watch:
                run = await conduct(workplace, run, watch)
        else:
            run = await conduct(workplace, run, watch)
        report = await house.store.get_report(run.id)
        evidence = await house.store.evidence_of_run(run.id)
        if report is not None and out is not None:
            written = write_file(out, exported(run, report, evidence, form))
            desk.note(message("cli.working.wrote", write_file=str(written)))
        told = await last_line(desk, house.store, run) if makes is None else ""
    return show_end(desk, run, report, evidence, events=events, told=told)


def _expected(expected: "Estimate") -> Message:
    """About what the run will take, in one line."""
    asked = {"requests": expected.requests, "tokens": expected.tokens}
    if not expected.cost:
        code = "estimate_free" if expected.cost is not None else "estimate_unpriced"
        return message(f"cli.working.{code}", **asked)
    return message("cli.working.estimate", cost=expected.cost, **asked)


async def last_line(desk: Desk, store: Store, run: Run) -> str:
    """How a run ended that publishes nothing."""
    from rostra.events import worded

    events = await store.events_after(run.id, limit=10_000)
    return worded(events[-1], desk.language).text if events else run.status


def _may_draw(desk: Desk) -> bool:
    return sys.stderr.isatty() and not (desk.json or desk.quiet)


def show_end(
    desk: Desk,
    run: Run,
    report: Report | None,
    evidence: Sequence[Evidence],
    *,
    events: bool = False,
    told: str = "",
) -> int:
    """Print what the run gave, or why it gave nothing."""
    from rostra.report.export import for_programs, in_brief, markdown_of

    if events:
        return exit_code_of(run)
    if desk.json:
        desk.give({"run": run, "told": told} if told else for_programs(run, report, evidence))
        return exit_code_of(run)
    if report is not None:
        desk.document(markdown_of(report))
        desk.note(message("cli.working.answer", text=short(in_brief(report), _BRIEF)))
        desk.note(message("cli.working.open", id=run.id[:8]))
    if run.error:
        raise RunFailed(run.error, run.error_code or "failed", exit_code_of(run) or 1)
    if told:
        desk.say(told)
    return exit_code_of(run)


# What happens many times in every run: counted between the lines that tell how it goes on.
_PASSING = {
    "ToolCalled": "calls", "ToolFailed": "calls", "ApprovalAsked": "asked", "CallRuled": "asked",
    "ExtensionAsked": "asked", "ExtensionRuled": "asked", "ExtensionAutoApproved": "asked",
    "ClaimChecked": "checked", "ClaimJudged": "checked", "SourceDropped": "dropped",
    "ChairRuled": "asked",
}  # fmt: skip
_DONE = ("calls", "checked", "dropped", "asked")


class RunFailed(RostraError):
    """A run that ended badly, told as any other error."""

    def __init__(self, message: Said, code: str, exit_code: int) -> None:
        super().__init__(message, code, exit_code)
        self.code = code
        self.exit_code = exit_code


class Watcher:
    """Shows events as they come: lines on stderr, or NDJSON on stdout."""

    def __init__(self, desk: Desk, *, events: bool) -> None:
        self._desk = desk
        self._events = events
        self._passed: Counter[str] = Counter()

    def __call__(self, event: Event | list[Event]) -> None:
        from rostra.events import to_ndjson, worded

        if isinstance(event, list):
            if not self._events:
                self._desk.note_now(event)
            return
        event = worded(event, self._desk.language)
        if self._events:
            sys.stdout.write(all_seen(to_ndjson(event)) + "\n")
            sys.stdout.flush()
        elif self._desk.verbose:
            self._desk.note(event_line(self._desk, event))
        elif event.name in _PASSING:
            self._passed[_PASSING[event.name]] += 1
            self._desk.note_passing(event.text)
        else:
            self._tell_passed()
            self._desk.note(event_line(self._desk, event))

    def _tell_passed(self) -> None:
        """How much was read and checked since the last line."""
        if self._passed:
            told = message(
                "cli.working.passed", **{one: self._passed[one] or None for one in _DONE}
            )
            self._desk.note(told)
            self._passed.clear()
