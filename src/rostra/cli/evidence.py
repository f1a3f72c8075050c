"""`rostra evidence`: open what a citation points at."""

from pathlib import Path
from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import message

app = group("evidence")


@command(app, "show")
async def show(
    desk: Desk,
    evidence_id: Annotated[
        str, typer.Argument(metavar="ID", help="cli.evidence.options.evidence_id")
    ],
    full: Annotated[bool, typer.Option("--full", help="cli.evidence.options.full")] = False,
    raw: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="cli.evidence.options.raw"),
    ] = None,
) -> None:
    from rostra.cli.exhibit import evidence_details, original
    from rostra.cli.exporting import write_file
    from rostra.cli.lookup import the_evidence
    from rostra.cli.remembering import now_of, trouble_with

    async with desk.store() as store:
        evidence = await the_evidence(store, evidence_id)
        state = trouble_with(await store.get_artifact(evidence.id), now_of(desk))
        text = await store.whole_text(evidence) if full or not evidence.digest else None
        kept = await original(store, evidence) if raw is not None else None
    saved = write_file(raw, kept) if raw is not None and kept is not None else None
    if desk.json:
        whole = text if full else None
        desk.give(
            {"evidence": evidence, "text": whole, "saved": saved, "trouble": desk.said(state)}
        )
        return
    evidence_details(desk, evidence, state)
    desk.say()
    desk.say(text if full and text is not None else evidence.digest or _opening(text or ""))
    if saved is not None:
        desk.note(message("cli.evidence.wrote", saved=str(saved)))


def _opening(text: str, most: int = 800) -> str:
    return text if len(text) <= most else text[:most] + "…"
