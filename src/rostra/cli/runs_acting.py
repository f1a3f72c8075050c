"""`rostra runs stop|abort|resume|answer`: act on runs, also those of another process."""

import getpass
from datetime import UTC, datetime
from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.runs import RunId, app
from rostra.cli.shell import command


@command(app, "stop")
async def stop(desk: Desk, run_id: RunId) -> None:
    """Ask a run to end soon, with a report from what it has."""
    from rostra.assembly import open_house
    from rostra.cli.lookup import the_run
    from rostra.errors import WrongState

    async with open_house(desk.settings) as house:
        run = await the_run(house.store, run_id)
        if run.has_ended:
            raise WrongState(f"Run {run.id} has ended already: {run.status}.")
        await house.office.ask_to_stop(run.id, by=_who())
    _told(desk, run.id, "stop asked")


@command(app, "abort")
async def abort(desk: Desk, run_id: RunId) -> None:
    """End a run at once, without a report."""
    from rostra.assembly import open_house
    from rostra.cli.lookup import the_run

    async with open_house(desk.settings) as house:
        run = await the_run(house.store, run_id)
        remote = house.workplace().remote()
        try:
            await remote.abort(run.id, by=_who(), now=datetime.now(UTC))
        finally:
            await remote.close()
    _told(desk, run.id, "aborted")


@command(app, "answer")
async def answer(
    desk: Desk,
    question_id: Annotated[str, typer.Argument(metavar="QUESTION", help="The question's id.")],
    choice: Annotated[str, typer.Argument(metavar="ANSWER", help="One of its options.")],
) -> None:
    """Answer what a run waits for; `rostra runs show` lists open questions."""
    from rostra.assembly import open_house

    async with open_house(desk.settings) as house:
        remote = house.workplace().remote()
        try:
            now = datetime.now(UTC)
            settled = await remote.answer(question_id, choice, by=_who(), now=now)
        finally:
            await remote.close()
    if desk.json:
        desk.give({"question": settled})
    else:
        desk.note(f"Answered: {settled.answer} (by {settled.answered_by}).")


@command(app, "resume")
async def resume(desk: Desk, run_id: RunId) -> int:
    """Let a run go on where it died, failed, or was stopped or aborted."""
    from rostra.assembly import open_house
    from rostra.cli.lookup import the_run
    from rostra.cli.working import Watcher, show_end

    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import continue_run

        run = await the_run(house.store, run_id)
        run = await continue_run(house.workplace(), run, Watcher(desk, events=False))
        report = await house.store.get_report(run.id)
    return show_end(desk, run, report, events=False)


@command(app, "replay")
async def replay(desk: Desk, run_id: RunId) -> int:
    """Make a run again from its ledger: no model is asked and no page is fetched."""
    import uuid
    from dataclasses import replace

    from rostra.assembly import open_house
    from rostra.cli.lookup import the_run
    from rostra.cli.working import Watcher, show_end
    from rostra.errors import UsageError

    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import conduct

        old = await the_run(house.store, run_id)
        if not old.has_ended or old.parent is not None:
            raise UsageError(f"Run {old.id} is {old.status}; only a whole, ended run is replayed.")
        new = replace(
            old,
            id=uuid.uuid4().hex,
            status="queued",
            created_at=house.clock(),
            started_at=None,
            ended_at=None,
            report=None,
            error=None,
            error_code=None,
            exit_code=0,
            options={**old.options, "replay": old.id},
        )
        run = await conduct(house.workplace(), new, Watcher(desk, events=False))
        report = await house.store.get_report(run.id)
    return show_end(desk, run, report, events=False)


def _who() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"


def _told(desk: Desk, run_id: str, what: str) -> None:
    if desk.json:
        desk.give({"run": run_id, "done": what})
    else:
        desk.note(f"Run {run_id}: {what}.")
