"""Where things are kept, and when today is, on each kind of machine."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rostra.settings.places import config_folder, data_folder, named_zone, system_zone

WINTER = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("platform", "environ", "data", "config"),
    [
        ("linux", {}, "/h/.local/share/rostra", "/h/.config/rostra"),
        ("linux", {"XDG_DATA_HOME": "/d"}, "/d/rostra", "/h/.config/rostra"),
        ("linux", {"XDG_CONFIG_HOME": "/c"}, "/h/.local/share/rostra", "/c/rostra"),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, "/h/.local/share/rostra", "/h/.config/rostra"),
        (
            "darwin",
            {"XDG_DATA_HOME": "/d"},
            "/h/Library/Application Support/rostra",
            "/h/Library/Application Support/rostra",
        ),
    ],
)
def test_each_system_has_its_own_folders(
    platform: str, environ: dict[str, str], data: str, config: str
) -> None:
    given = {"HOME": "/h", **environ}

    assert data_folder(given, platform) == Path(data)
    assert config_folder(given, platform) == Path(config)


def test_a_home_that_is_not_set_is_looked_up() -> None:
    assert data_folder({}, "linux").is_absolute()


def test_the_systems_zone_is_read_where_it_is_named(tmp_path: Path) -> None:
    link = tmp_path / "localtime"
    link.symlink_to("/usr/share/zoneinfo/Asia/Tokyo")

    assert system_zone({}, link).utcoffset(WINTER) == timedelta(hours=9)
    assert system_zone({"TZ": "Asia/Taipei"}, link).utcoffset(WINTER) == timedelta(hours=8)
    assert system_zone({"TZ": ":Asia/Taipei"}, link).utcoffset(WINTER) == timedelta(hours=8)


@pytest.mark.parametrize("odd", ["CST-8", "../../etc/passwd", "/etc/passwd", "No/Such", "\x00"])
def test_a_zone_that_is_not_a_name_still_gives_a_time(tmp_path: Path, odd: str) -> None:
    assert system_zone({"TZ": odd}, tmp_path / "none").utcoffset(WINTER) is not None


def test_taipei_is_known_without_any_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    import zoneinfo

    def no_tables(name: str) -> zoneinfo.ZoneInfo:
        raise zoneinfo.ZoneInfoNotFoundError(name)

    monkeypatch.setattr(zoneinfo, "ZoneInfo", no_tables)

    assert named_zone("Asia/Taipei").utcoffset(WINTER) == timedelta(hours=8)
