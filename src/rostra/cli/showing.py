"""Runs, turns and events as a person reads them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from rostra.cli.desk import Desk
from rostra.cli.text import columns, short
from rostra.errors import WaitingForPerson
from rostra.records import Event, Question, Run
from rostra.records.codec import error_classes

TINTS: Final[Mapping[str, str]] = {
    "queued": "dim",
    "running": "blue",
    "waiting": "yellow",
    "done": "green",
    "not_passed": "yellow",
    "stopped": "yellow",
    "aborted": "red",
    "failed": "red",
}
_ENDS: Final[Mapping[str, int]] = {"done": 0, "stopped": 0, "not_passed": 6, "waiting": 4}
_SHOWN_ID = 12


def exit_code_of(run: Run) -> int:
    """Return what a command that followed this run to its end exits with."""
    if run.exit_code:
        return run.exit_code
    if run.status in _ENDS:
        return _ENDS[run.status]
    if run.error_code == "NO_VALID_SOURCES":  # set on the error itself, not on its class
        return 3
    codes = {one.code: one.exit_code for one in error_classes().values()}
    return codes.get(run.error_code or "", 1)


def refuse_to_wait(questions: Sequence[Question]) -> None:
    """End a command that may not ask when what it follows waits for an answer."""
    if questions:
        raise WaitingForPerson(
            f"The run waits for an answer to {questions[0].id}: {short(questions[0].text, 200)} "
            "Answer it with `rostra runs answer`."
        )


def when(desk: Desk, moment: datetime | None) -> str:
    return moment.astimezone(desk.settings.zone()).strftime("%Y-%m-%d %H:%M") if moment else "–"


def run_table(desk: Desk, runs: Sequence[Run]) -> None:
    ids = _short_ids([run.id for run in runs])
    rows = [
        (run.status, ids[run.id], run.kind, when(desk, run.created_at), run.question)
        for run in runs
    ]
    tints = [TINTS.get(run.status, "") for run in runs]
    desk.table(("STATUS", "ID", "KIND", "MADE", "QUESTION"), rows, tints)


def _short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Shorten ids as far as they stay distinct among themselves."""
    length = _SHOWN_ID
    while len({one[:length] for one in ids}) < len(set(ids)):
        length += 4
    return {one: one[:length] for one in ids}


def run_details(desk: Desk, run: Run, turns: Sequence[Run], questions: Sequence[Question]) -> None:
    facts = [
        ("Run", run.id),
        ("Kind", run.kind + (f", a turn of {run.parent}" if run.parent else "")),
        ("Status", run.status),
        ("Question", short(run.question, 2_000)),
        ("Engine", run.engine or "–"),
        ("Made", when(desk, run.created_at)),
        ("Took", _took(run)),
        ("Limits", _limits(run)),
    ]
    if run.error:
        facts.append(("Error", f"{run.error} ({run.error_code})"))
    desk.say("\n".join(columns(facts)))
    if turns:
        desk.say()
        run_table(desk, turns)
    for question in questions:
        desk.say(f"\nWaiting for an answer to {question.id}: {short(question.text, 500)}")
        for number, option in enumerate(question.options, 1):
            desk.say(f"  {number}. {short(option, 200)}")


def _took(run: Run) -> str:
    if run.started_at is None:
        return "–"
    seconds = ((run.ended_at or datetime.now(UTC)) - run.started_at).total_seconds()
    told = f"{seconds:.1f} s" if seconds < 120 else f"{seconds / 60:.1f} min"
    return told if run.ended_at else f"{told} so far"


def _limits(run: Run) -> str:
    budget = run.budget
    caps = [
        (f"${budget.max_cost:g}" if budget.max_cost is not None else "any cost"),
        (f"{budget.max_tokens:,} tokens" if budget.max_tokens is not None else "any tokens"),
        (f"{budget.max_calls:,} calls" if budget.max_calls is not None else "any calls"),
        (f"{budget.max_seconds:g} s" if budget.max_seconds is not None else "any time"),
    ]
    return ", ".join(caps)


def event_line(desk: Desk, event: Event) -> str:
    at = event.at.astimezone(desk.settings.zone()).strftime("%H:%M:%S")
    turn = f" [{short(event.turn.removeprefix(f'{event.run}/'), 40)}]" if event.turn else ""
    return f"{at} {event.kind:<10}{turn} {short(event.text, 1_000)}"
