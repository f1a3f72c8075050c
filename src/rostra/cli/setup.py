"""`rostra setup`: from a bare machine to a desk that works, and says what it is."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single
from rostra.cli.wording import worded
from rostra.words import message, tell

if TYPE_CHECKING:
    from pathlib import Path

    from rostra.setup import Found, Proposal

app = single()

Yes = Annotated[bool, typer.Option("--yes", "-y", help="cli.setup.options.yes")]
Ask = Annotated[str, typer.Option("--ask", metavar="QUESTION", help="cli.setup.options.ask")]
NoAsk = Annotated[bool, typer.Option("--no-ask", help="cli.setup.options.no_ask")]


@command(app, "setup")
async def setup(desk: Desk, yes: Yes = False, ask: Ask = "", no_ask: NoAsk = False) -> int:
    from rostra.settings.writing import own_file
    from rostra.setup import look, propose, write

    desk.note(message("cli.setup.trying"))
    found = await look(desk.settings)
    proposal = propose(desk.settings, found)
    if not desk.json:
        _show(desk, found, proposal)
    path = None
    names = [*proposal.sets, *proposal.keys]
    if names and (
        yes or desk.confirm(message("cli.setup.may_write", path=str(own_file())), flag="--yes")
    ):
        path = write(desk.settings, proposal.sets, proposal.keys)
        del desk.settings  # read anew
    told = message(
        f"setup.desk.{proposal.kind}", model=proposal.model, search=list(proposal.search)
    )
    if desk.json:
        desk.give(_plain(desk, found, proposal, path))
        return 0
    desk.say(
        message("cli.setup.wrote", path=str(path), names=names)
        if path
        else message("cli.setup.kept")
    )
    desk.say(told)
    if not no_ask:
        await _ask(desk, ask, can_search=bool(proposal.search))
    desk.say(message("cli.setup.next"))
    return 0


def _show(desk: Desk, found: "Found", proposal: "Proposal") -> None:
    rows = [
        (
            desk.word("status", "ok" if one.works else "off" if one.kind == "browser" else "fail"),
            worded(f"setup.kind.{one.kind}"),
            one.name,
            desk.said(one.told),
        )
        for one in found.tried
    ]
    rows.append((desk.word("status", "ok"), worded("setup.kind.language"), proposal.language, ""))
    desk.table(
        ("status", "what", "who", "found"),
        rows,
        ["green" if one.works else "yellow" for one in found.tried] + ["green"],
    )


async def _ask(desk: Desk, asked: str, *, can_search: bool) -> None:
    """One real question, and what it cost; where nothing can be searched, of the sample world."""
    from rostra.assembly.desks import sample_question
    from rostra.cli.runs_cost import show_cost
    from rostra.cli.working import conduct_here
    from rostra.desks.research.order import ResearchOrder

    question = asked or tell("setup.question", desk.language)
    if not can_search:
        question = sample_question(desk.language, "strict")
    code = "asking" if can_search else "asking_sample"
    desk.note(message(f"cli.setup.{code}", question=question))
    ended = await conduct_here(desk, ResearchOrder(question=question, sample=not can_search))
    async with desk.store() as store:
        run = (await store.list_runs(kind=ResearchOrder.kind, limit=1))[0]
        show_cost(desk, await store.ledger_of_run(run.id))
    if ended:
        desk.note(message("cli.setup.no_answer"))


def _plain(
    desk: Desk, found: "Found", proposal: "Proposal", path: "Path | None"
) -> dict[str, object]:
    """What was found and written; keys by their names only."""
    return {
        "tried": [
            {"kind": one.kind, "name": one.name, "works": one.works, "told": desk.said(one.told)}
            for one in found.tried
        ],
        "desk": proposal.kind,
        "model": proposal.model,
        "small_model": proposal.small_model,
        "search": list(proposal.search),
        "language": proposal.language,
        "written": [*proposal.sets, *proposal.keys] if path else [],
        "file": path,
    }
