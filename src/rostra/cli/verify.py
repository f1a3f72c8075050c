"""`rostra verify`: check a sealed bundle without trusting whoever made it."""

from pathlib import Path
from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single
from rostra.words import message, say

app = single()

Bundle = Annotated[Path, typer.Argument(metavar="FILE", help="cli.verify.options.file")]


@command(app, "verify")
async def verify(desk: Desk, file: Bundle) -> int:
    from rostra.desks.check.sealed import verify as held_to_itself
    from rostra.errors import UsageError
    from rostra.report.bundle import unsealed

    try:
        data = file.read_bytes()
    except OSError as error:
        told = message("cli.verify.unreadable", path=str(file), reason=error.strerror or "")
        raise UsageError(told) from error
    held = await held_to_itself(unsealed(data))
    if desk.json:
        faults = [say(one, desk.language) for one in held.faults]
        desk.give({"holds": not faults, "statements": held.statements, "faults": faults})
        return 6 if faults else 0
    for fault in held.faults:
        desk.say(fault)
    counts = {"files": held.files, "pages": held.pages, "quotations": held.quotations}
    ended = "fails" if held.faults else "holds"
    desk.say(
        message(f"cli.verify.{ended}", count=len(held.faults), statements=held.statements, **counts)
    )
    return 6 if held.faults else 0
