"""`rostra runs stop|abort|resume|answer`: act on runs, also those of another process."""

import getpass
from datetime import UTC, datetime
from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.runs import RunId, app
from rostra.cli.shell import command
from rostra.words import message


@command(app, "stop")
async def stop(desk: Desk, run_id: RunId) -> None:
    from rostra.assembly import open_house
    from rostra.cli.lookup import the_run
    from rostra.errors import WrongState

    async with open_house(desk.settings) as house:
        run = await the_run(house.store, run_id)
        if run.has_ended:
            raise WrongState(
                message("cli.runs_acting.run_ended_already", id=run.id, status=run.status)
            )
        await house.office.ask_to_stop(run.id, by=_who())
    _told(desk, run.id, "stop_asked")


@command(app, "abort")
async def abort(desk: Desk, run_id: RunId) -> None:
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
    question_id: Annotated[
        str, typer.Argument(metavar="QUESTION", help="cli.runs_acting.options.question_id")
    ],
    choice: Annotated[str, typer.Argument(metavar="ANSWER", help="cli.runs_acting.options.choice")],
) -> None:
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
        desk.note(
            message(
                "cli.runs_acting.answered", answer=settled.answer, answered_by=settled.answered_by
            )
        )


@command(app, "resume")
async def resume(desk: Desk, run_id: RunId) -> int:
    from rostra.assembly import open_house
    from rostra.cli.lookup import the_run
    from rostra.cli.working import Watcher, show_end

    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import continue_run

        run = await the_run(house.store, run_id)
        run = await continue_run(house.workplace(), run, Watcher(desk, events=False))
        report = await house.store.get_report(run.id)
        evidence = await house.store.evidence_of_run(run.id)
    return show_end(desk, run, report, evidence)


@command(app, "replay")
async def replay(desk: Desk, run_id: RunId) -> int:
    from rostra.assembly import open_house
    from rostra.assembly.orders import place_again
    from rostra.cli.lookup import the_run
    from rostra.cli.working import Watcher, show_end

    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import conduct

        new = place_again(house, await the_run(house.store, run_id))
        run = await conduct(house.workplace(), new, Watcher(desk, events=False))
        report = await house.store.get_report(run.id)
        evidence = await house.store.evidence_of_run(run.id)
    return show_end(desk, run, report, evidence)


def _who() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"


def _told(desk: Desk, run_id: str, what: str) -> None:
    if desk.json:
        desk.give({"run": run_id, "done": what.replace("_", " ")})
    else:
        desk.note(message("cli.runs_acting.run", run_id=run_id, what=what))
