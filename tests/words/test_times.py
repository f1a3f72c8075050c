"""Every time of day that people are shown says its zone."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import rostra
from rostra.words import moment, offset

NOON = datetime(2026, 11, 18, 12, 3, tzinfo=UTC)
_TO_THE_MINUTE = re.compile(r"%d[ T]%H:%M(?!:%S(Z|%z|\.))")


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        (None, "2026-11-18 12:03 UTC"),
        (ZoneInfo("Asia/Taipei"), "2026-11-18 20:03 UTC+8"),
        (ZoneInfo("America/New_York"), "2026-11-18 07:03 UTC-5"),
        (ZoneInfo("America/St_Johns"), "2026-11-18 08:33 UTC-3:30"),
        (ZoneInfo("Asia/Kathmandu"), "2026-11-18 17:48 UTC+5:45"),
        (timezone(timedelta(minutes=-30)), "2026-11-18 11:33 UTC-0:30"),
    ],
)
def test_a_time_is_told_with_its_zone(zone: tzinfo | None, told: str) -> None:
    assert moment(NOON, zone) == told
    assert told.endswith(" " + offset(NOON, zone))


def test_a_time_without_a_zone_asked_for_keeps_its_own() -> None:
    assert moment(NOON.astimezone(ZoneInfo("Asia/Tokyo"))) == "2026-11-18 21:03 UTC+9"
    assert moment(None) == "–"


def test_summer_time_is_that_of_the_day() -> None:
    zone = ZoneInfo("Europe/Berlin")
    assert offset(NOON, zone) == "UTC+1"
    assert offset(NOON.replace(month=7), zone) == "UTC+2"


def test_nobody_else_writes_a_time_without_its_zone() -> None:
    package = Path(rostra.__file__).parent
    found = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if _TO_THE_MINUTE.search(path.read_text("utf-8"))
    ]
    assert found == ["words/times.py"]
