"""`rostra doctor`: does everything this desk is set to use work?"""

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single

app = single()

_TINTS = {"ok": "green", "warn": "yellow", "fail": "red", "off": "dim"}


@command(app, "doctor")
def doctor(desk: Desk) -> int:
    """Check engine, embedder, search, browser, Redis, database, data folder, disk and clock.

    Ends with 1 when something that is set up does not work.
    """
    from rostra.doctor import Finding, examine, versions
    from rostra.errors import SetupError

    try:
        settings = desk.settings
    except SetupError as error:  # nothing else can be checked, and this is what to mend first
        findings = [Finding("settings", "fail", str(error), "Correct it and look again.")]
    else:
        given = f"{len(settings.origins)} given, the rest by default"
        findings = [Finding("settings", "ok", given), *examine(settings)]
    is_well = all(one.status != "fail" for one in findings)
    if desk.json:
        desk.give({"ok": is_well, "versions": versions(), "checks": findings})
        return 0 if is_well else 1
    rows = [
        (one.status, one.name, one.found + (f"  → {one.fix}" if one.fix else ""))
        for one in findings
    ]
    desk.table(("STATUS", "WHAT", "FOUND"), rows, [_TINTS[one.status] for one in findings])
    return 0 if is_well else 1
