"""How a time is told: to the minute, with its zone."""

from datetime import UTC, datetime, tzinfo


def moment(when: datetime | None, zone: tzinfo | None = None) -> str:
    """Tell a time in a zone, or in its own: `2026-11-18 14:03 UTC+8`; none is a dash."""
    if when is None:
        return "–"
    here = when.astimezone(zone or when.tzinfo or UTC)
    return f"{here:%Y-%m-%d %H:%M} {offset(here)}"


def offset(when: datetime, zone: tzinfo | None = None) -> str:
    """How far the clocks of a zone are from UTC then: `UTC+8`, `UTC-3:30`."""
    told = f"{when.astimezone(zone or when.tzinfo or UTC):%z}"
    hours = f"{told[0]}{int(told[1:3])}" + (f":{told[3:5]}" if told[3:5] != "00" else "")
    return "UTC" if int(told[1:5]) == 0 else f"UTC{hours}"
