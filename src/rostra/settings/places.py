"""Folders, language and time zone that the machine itself suggests."""

import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path

from rostra.errors import SetupError
from rostra.words import Language, message

CONFIG_NAME = "rostra.toml"

_TRADITIONAL = ("tw", "hk", "mo", "hant")


def home_folder(environ: Mapping[str, str]) -> Path:
    given = environ.get("HOME", "")
    if given.startswith("/"):
        return Path(given)
    try:
        return Path.home()
    except RuntimeError as error:
        raise SetupError(message("errors_settings.user_no_home_folder")) from error


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Where this user's programs keep their data."""
    return _user_folder(environ, "XDG_DATA_HOME", ".local/share", platform)


def config_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    return _user_folder(environ, "XDG_CONFIG_HOME", ".config", platform)


def config_files(environ: Mapping[str, str], folder: Path | None) -> list[Path]:
    """Where `rostra.toml` is looked for, the nearest first."""
    user = config_folder(environ) / CONFIG_NAME
    local = [folder / CONFIG_NAME] if folder else []
    return [*local, *([user] if user not in local else [])]


def working_folder() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # it was deleted under us; there is nothing to read there
        return None


def _user_folder(environ: Mapping[str, str], variable: str, usual: str, platform: str) -> Path:
    if platform == "darwin":
        return home_folder(environ) / "Library" / "Application Support" / "rostra"
    given = environ.get(variable, "")
    # The XDG rules: a relative path there is a mistake and is not used.
    base = Path(given) if given.startswith("/") else home_folder(environ) / usual
    return base / "rostra"


def locale_language(environ: Mapping[str, str]) -> Language:
    """Return the language of the locale: Chinese in either script, else English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    language, *rest = locale.lower().replace("-", "_").partition(".")[0].split("_")
    if language != "zh":
        return "en"
    return "zh-Hant" if any(part in _TRADITIONAL for part in rest) else "zh-Hans"


def utc() -> tzinfo:
    return UTC


def named_zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo  # noqa: PLC0415  (only when a zone is needed)

    try:
        return ZoneInfo(name)
    except KeyError:
        if name == "Asia/Taipei":  # no summer time since 1979, so this is exact without tables
            return timezone(timedelta(hours=8), name)
        raise SetupError(message("errors_settings.machine_no_table_time", name=name)) from None


def system_zone(environ: Mapping[str, str], localtime: Path = Path("/etc/localtime")) -> tzinfo:
    """Return the machine's zone with its summer time rules where its name can be found."""
    name = environ.get("TZ", "").removeprefix(":")
    if not name:
        try:
            name = str(localtime.readlink()).partition("zoneinfo/")[2]
        except OSError:
            name = ""
    if name and ".." not in name and not name.startswith("/"):
        try:
            return named_zone(name)
        except (SetupError, ValueError, OSError):
            pass  # a TZ rule like CST-8, or no tables here: the current offset is still right
    return datetime.now().astimezone().tzinfo or UTC
