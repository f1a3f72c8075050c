"""`rostra doctor`: does everything this desk is set to use work?"""

from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single
from rostra.cli.wording import worded
from rostra.words import message

app = single()

_TINTS = {"ok": "green", "warn": "yellow", "fail": "red", "off": "dim"}


@command(app, "doctor")
def doctor(
    desk: Desk,
    live: Annotated[bool, typer.Option("--live", help="cli.doctor.options.live")] = False,
) -> int:
    from rostra.doctor import Finding, examine, versions
    from rostra.errors import SetupError

    try:
        settings = desk.settings
    except SetupError as error:  # nothing else can be checked, and this is what to mend first
        findings = [Finding("settings", "fail", error.message, message("doctor.mend_settings"))]
    else:
        given = message("doctor.given", count=len(settings.origins))
        findings = [Finding("settings", "ok", given), *examine(settings, is_live=live)]
    is_well = all(one.status != "fail" for one in findings)
    if desk.json:
        desk.give(
            {
                "ok": is_well,
                "versions": versions(),
                "checks": [one.said(desk.language) for one in findings],
            }
        )
        return 0 if is_well else 1
    rows = [
        (
            desk.word("status", one.status),
            worded(f"doctor.check.{one.name}"),
            desk.said(one.found) + (f"  → {desk.said(one.fix)}" if one.fix else ""),
        )
        for one in findings
    ]
    desk.table(("status", "what", "found"), rows, [_TINTS[one.status] for one in findings])
    return 0 if is_well else 1
