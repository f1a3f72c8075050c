"""Runs, turns and events as a person reads them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from rostra.cli.desk import Desk
from rostra.cli.text import short
from rostra.errors import WaitingForPerson
from rostra.records import Event, Question, Run
from rostra.records.codec import error_classes
from rostra.words import Message, message, moment, offset, say, tell

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
            message(
                "cli.showing.run_waits_answer_answer",
                id=questions[0].id,
                text=short(questions[0].text, 200),
            )
        )


def when(desk: Desk, at: datetime | None) -> str:
    return moment(at, desk.settings.zone())


def run_table(desk: Desk, runs: Sequence[Run]) -> None:
    ids = _short_ids([run.id for run in runs])
    rows = [
        (
            desk.word("state", run.status),
            ids[run.id],
            desk.word("kind", run.kind),
            when(desk, run.created_at),
            run.question,
        )
        for run in runs
    ]
    tints = [TINTS.get(run.status, "") for run in runs]
    desk.table(("status", "id", "kind", "made", "question"), rows, tints)


def _short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Shorten ids as far as they stay distinct among themselves."""
    length = _SHOWN_ID
    while len({one[:length] for one in ids}) < len(set(ids)):
        length += 4
    return {one: one[:length] for one in ids}


def run_details(desk: Desk, run: Run, turns: Sequence[Run], questions: Sequence[Question]) -> None:
    facts: list[tuple[str, Message | str]] = [
        ("run", run.id),
        ("kind", message("cli.showing.kind_of", kind=run.kind, parent=run.parent)),
        ("status", desk.word("state", run.status)),
        ("question", short(run.question, 2_000)),
        ("engine", run.engine or "–"),
        ("made", when(desk, run.created_at)),
        ("took", _took(run)),
        ("limits", _limits(run)),
    ]
    if run.error:
        told = say(run.error, desk.language)
        facts.append(("error", f"{told} ({run.error_code})"))
    desk.facts(facts)
    if turns:
        desk.say()
        run_table(desk, turns)
    for question in questions:
        desk.say(
            message("cli.showing.waiting_answer", id=question.id, text=short(question.text, 500))
        )
        for number, option in enumerate(question.options, 1):
            desk.say(f"  {number}. {short(option, 200)}")


def _took(run: Run) -> Message | str:
    if run.started_at is None:
        return "–"
    seconds = ((run.ended_at or datetime.now(UTC)) - run.started_at).total_seconds()
    in_minutes = seconds >= 120
    return message(
        f"cli.showing.{'took' if run.ended_at else 'so_far'}",
        length=seconds / 60 if in_minutes else seconds,
        unit="minutes" if in_minutes else "seconds",
    )


def _limits(run: Run) -> Message:
    budget = run.budget
    caps = {
        "cost": budget.max_cost,
        "tokens": budget.max_tokens,
        "calls": budget.max_calls,
        "seconds": budget.max_seconds,
    }
    told: list[Message] = [
        message(f"cli.showing.any_{name}")
        if most is None
        else message(f"cli.showing.most_{name}", most=most)
        for name, most in caps.items()
    ]
    return message("cli.showing.limits", caps=told)


def event_line(desk: Desk, event: Event) -> str:
    """A line of the log in the terminal's language; `event` is worded already."""
    here = event.at.astimezone(desk.settings.zone())
    at = f"{here:%H:%M:%S} {offset(here)}"
    turn = f" [{short(event.turn_name, 40)}]" if event.turn_name else ""
    kind = tell(f"events.kind.{event.kind}", desk.language)
    return f"{at} {kind:<10}{turn} {short(event.text, 1_000)}"
