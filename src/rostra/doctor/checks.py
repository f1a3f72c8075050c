"""What `rostra doctor` looks at. Each check answers with a status, what was found and what to do.

`ok` works; `off` is not set up and not needed; `warn` works but deserves a look; `fail` is set up
and does not work. Checks change nothing and run side by side under one time limit.
"""

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from rostra.doctor.adapters import check_adapters
from rostra.doctor.probes import NoAnswer, http_status, redis_answers, vector_size
from rostra.errors import RostraError
from rostra.settings import Settings

Status = Literal["ok", "warn", "fail", "off"]

TIME_LIMIT: Final = 3.0
LITTLE_SPACE: Final = 1_000_000_000
TOO_LITTLE_SPACE: Final = 100_000_000
# No clock that is right shows a time before this version was written.
WRITTEN: Final = datetime(2026, 11, 1, tzinfo=UTC)
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    status: Status
    found: str
    fix: str = ""


Answer = tuple[Status, str, str]
Check = Callable[[Settings], Answer]


def check_engine(settings: Settings) -> Answer:
    """Say which engine runs use and why; a named model is asked for, once and briefly."""
    import asyncio

    from rostra.models.choice import choose_models
    from rostra.models.served import served_models

    try:
        chosen = asyncio.run(choose_models(settings)).usual
    except RostraError as error:
        return "fail", str(error), "Correct the model in the settings, or leave it empty."
    if chosen.endpoint is None:
        return "ok", f"{chosen.describe()} (selects and quotes, needs no model)", ""
    if chosen.endpoint.is_remote:
        return "ok", f"{chosen.describe()}; not asked here, because that may cost money", ""
    if not asyncio.run(served_models(chosen.endpoint.address, chosen.endpoint.key)):
        fix = "Start the model server, or correct model_url."
        return "fail", f"{chosen.describe()}, but nobody answers there", fix
    return "ok", chosen.describe(), ""


def check_embedder(settings: Settings) -> Answer:
    """Say whether the embedder answers; one elsewhere is asked for its models, which is free."""
    import asyncio

    from rostra.models.choice import choose_embedder
    from rostra.models.served import served_models

    try:
        endpoint = choose_embedder(settings)
    except RostraError as error:
        return "fail", str(error), "Correct embedder in the settings, or leave it empty."
    if endpoint is None:
        return "off", "not set; memory finds things by their words", ""
    if not settings.database_url and find_spec("numpy") is None:
        return "fail", f"{endpoint.spec} is set, but NumPy is missing", "Install rostra[vectors]."
    where = f"{endpoint.spec} at {endpoint.shown_address}"
    if endpoint.is_remote:
        if not asyncio.run(served_models(endpoint.address, endpoint.key)):
            return "fail", f"{where}: nobody answers", "Correct embedder_url or the key."
        return "ok", f"{where} answers; no vector was asked for, because that may cost money", ""
    try:
        size = vector_size(endpoint.address, endpoint.name, endpoint.key.reveal())
    except NoAnswer as error:
        return "fail", f"{where}: {error}", "Start its server, or correct embedder_url."
    return "ok", f"{where} answers with vectors of {size} numbers", ""


def check_search(settings: Settings) -> Answer:
    if not settings.search_url:
        fix = "Set search_url to a SearXNG server; `--sample` works without one."
        return "off", "no search server is set", fix
    told = []
    for url in settings.search_url:
        address = url.reveal().rstrip("/").removesuffix("/search") + "/healthz"
        try:
            status, _ = http_status(address, settings.host_map)
        except NoAnswer as error:
            told.append(f"{url}: {error}")
            continue
        if status == 200:
            return ("warn" if told else "ok"), "; ".join([*told, f"{url} answers"]), ""
        told.append(f"{url} answered {status}")
    return "fail", "; ".join(told), "Start the server, or correct search_url."


def check_browser(_settings: Settings) -> Answer:
    if find_spec("playwright") is None:
        return "off", "not installed; pages are read over plain HTTP", ""
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        return "warn", "playwright is there, but no browser", "Install Chromium or Chrome."
    return "ok", program, ""


def check_redis(settings: Settings) -> Answer:
    if not settings.redis_url:
        return "off", "not set; the cache stays in this process", ""
    if find_spec("redis") is None:
        return "fail", "its client is not installed", "Install rostra[redis]."
    try:
        version = redis_answers(settings.redis_url.reveal())
    except NoAnswer as error:
        return "fail", f"{settings.redis_url}: {error}", "Start the server, or correct redis_url."
    return "ok", f"{settings.redis_url} answers, version {version or 'unknown'}", ""


def check_database(settings: Settings) -> Answer:
    import asyncio

    from rostra.store.sqlite import FILE

    url = settings.database_url
    is_new = not os.path.lexists(settings.data) or settings.data.is_dir()
    if not url and is_new and not os.path.lexists(settings.data / FILE):
        return "ok", "SQLite; the first run makes the file", ""
    if url and find_spec("asyncpg") is None:
        return "fail", "the PostgreSQL client is not installed", "Install rostra[postgres]."

    async def describe() -> str:
        from rostra.store import open_store

        store = open_store(settings.data, url.reveal() or None)
        try:
            return await store.describe()
        finally:
            await store.close()

    try:
        return "ok", asyncio.run(describe()), ""
    except RostraError as error:
        what, _, remedy = str(error).partition(". ")
        return "fail", what, remedy or "Check that the database can be reached and written."


def check_data(settings: Settings) -> Answer:
    folder = _existing(settings.data)
    fix = "Choose another folder with --data or ROSTRA_DATA, or change its owner."
    if not folder.is_dir():
        return "fail", f"{folder} is not a folder", fix
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return "fail", f"{folder} cannot be read and written", fix
    made = "" if folder == settings.data else ", made by the first run"
    return "ok", f"{settings.data}{made}", ""


def check_disk(settings: Settings) -> Answer:
    try:
        free = shutil.disk_usage(_existing(settings.data)).free
    except OSError as error:
        return "fail", f"the disk cannot be asked: {error.strerror}", "Check the data folder."
    found = f"{free / 1e9:.1f} GB free"
    fix = "Free some space, or move the data folder with --data."
    if free < TOO_LITTLE_SPACE:
        return "fail", found, fix
    return ("warn", found, fix) if free < LITTLE_SPACE else ("ok", found, "")


def check_clock(settings: Settings) -> Answer:
    now = datetime.now(UTC)
    shown = now.astimezone(settings.zone()).strftime("%Y-%m-%d %H:%M %Z")
    if now < WRITTEN:
        return "fail", f"{shown} is in the past", "Set the system clock: freshness depends on it."
    newest = _newest_change(settings.data)
    if newest is not None and (newest - now).total_seconds() > 120:
        found = f"{shown}, but the data was written at {newest:%Y-%m-%d %H:%M} UTC"
        return "warn", found, "Check the system clock: it may have been set back."
    if settings.now is not None:
        where = settings.origins.get("now", "the settings")
        return "warn", f"fixed at {settings.now.isoformat()} by {where}", "Unset it for real work."
    return "ok", shown, ""


def _newest_change(folder: Path) -> datetime | None:
    try:
        times = [entry.stat().st_mtime for entry in os.scandir(folder)]
    except OSError:
        return None
    return datetime.fromtimestamp(max(times), UTC) if times else None


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


CHECKS: Final[Mapping[str, Check]] = {
    "engine": check_engine,
    "embedder": check_embedder,
    "search": check_search,
    "browser": check_browser,
    "adapters": check_adapters,
    "redis": check_redis,
    "database": check_database,
    "data": check_data,
    "disk": check_disk,
    "clock": check_clock,
}


def examine(settings: Settings, limit: float = TIME_LIMIT) -> list[Finding]:
    """Run all checks at once; one that does not come back in time has failed."""
    answers: dict[str, Answer] = {}

    def look(name: str, check: Check) -> None:
        try:
            answers[name] = check(settings)
        except Exception as error:  # noqa: BLE001  (a check that breaks is itself a finding)
            answers[name] = ("fail", f"the check broke ({type(error).__name__})", "Report this.")

    # Daemons: one that hangs in a system call must not keep the command from ending.
    threads = [
        threading.Thread(target=look, args=item, daemon=True, name=f"doctor-{item[0]}")
        for item in CHECKS.items()
    ]
    for thread in threads:
        thread.start()
    end = time.monotonic() + limit
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    late: Answer = ("fail", f"no answer within {limit:g} s", "Check that it can be reached.")
    return [
        Finding(name, status, settings.mask(found), fix)
        for name in CHECKS
        for status, found, fix in [answers.get(name, late)]
    ]


def versions() -> dict[str, str]:
    from rostra import __version__

    return {"rostra": __version__, "python": sys.version.split()[0]}
