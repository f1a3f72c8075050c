"""What `rostra doctor` looks at. Each check answers with a status, what was found and what to do.

`ok` works; `off` is not set up and not needed; `warn` works but deserves a look; `fail` is set up
and does not work. Checks change nothing and run side by side under one time limit.
"""

import contextlib
import os
import shutil
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from rostra.doctor.adapters import check_adapters
from rostra.doctor.probes import PATIENCE, NoAnswer, redis_answers, vector_size
from rostra.errors import OutsideError, RostraError
from rostra.installed import install_line
from rostra.settings import Settings
from rostra.words import Fact, Language, Message, Said, joined, message, moment, say

if TYPE_CHECKING:
    from rostra.tools.search import Engine, OpenEngine

Status = Literal["ok", "warn", "fail", "off"]

TIME_LIMIT: Final = 3.0
# Services far away take longer than what is checked here.
_LIVE: Final = 8
_FAR: Final = 10.0
LITTLE_SPACE: Final = 1_000_000_000
TOO_LITTLE_SPACE: Final = 100_000_000
# No clock that is right shows a time before this version was written.
WRITTEN: Final = datetime(2026, 11, 1, tzinfo=UTC)
# A word that every engine over any web finds something for.
_ASKED: Final = "2026"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    status: Status
    found: Message | str
    fix: Message | None = None

    def said(self, language: Language) -> "Told":
        found, fix = say(self.found, language), say(self.fix or "", language)
        return Told(self.name, self.status, found, fix)


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as programs are given it, in the language of whoever asked."""

    name: str
    status: Status
    found: str
    fix: str


Answer = tuple[Status, Message | str, Message | None]
Check = Callable[[Settings], Answer]


def check_engine(settings: Settings) -> Answer:
    """Say which models runs use and why; those on this machine are asked for, once and briefly."""
    import asyncio

    from rostra.models.choice import choose_models
    from rostra.models.served import served_models

    try:
        chosen = asyncio.run(choose_models(settings)).choices
    except RostraError as error:
        return "fail", error.message, message("doctor.mend_model")
    told: list[Message] = []
    is_silent = False
    for choice in {one.model: one for one in reversed(chosen)}.values():
        code = ""
        if choice.endpoint is None:
            code = "extractive"
        elif choice.endpoint.is_remote:
            code = "engine_unasked"
        elif not asyncio.run(served_models(choice.endpoint.address, choice.endpoint.key)):
            code, is_silent = "engine_silent", True
        said = choice.describe()
        told.insert(0, message(f"doctor.{code}", engine=said) if code else said)
    if is_silent:
        return "fail", joined(told), message("doctor.start_model")
    return "ok", joined(told), None


def check_embedder(settings: Settings) -> Answer:
    """Say whether the embedder answers; one elsewhere is asked for its models, which is free."""
    import asyncio

    from rostra.models.choice import choose_embedder
    from rostra.models.served import served_models

    try:
        endpoint = choose_embedder(settings)
    except RostraError as error:
        return "fail", error.message, message("doctor.mend_embedder")
    if endpoint is None:
        return "off", message("doctor.no_embedder"), None
    if not settings.database_url and find_spec("numpy") is None:
        found = message("doctor.no_numpy", spec=endpoint.spec)
        return "fail", found, _install("vectors")
    where = message("doctor.at", what=endpoint.spec, address=endpoint.shown_address)
    if endpoint.is_remote:
        if not asyncio.run(served_models(endpoint.address, endpoint.key)):
            found = message("doctor.trouble", where=where, why=message("doctor.nobody"))
            return "fail", found, message("doctor.mend_embedder_url")
        return "ok", message("doctor.embedder_unasked", where=where), None
    try:
        size = vector_size(endpoint.address, endpoint.name, endpoint.key.reveal())
    except NoAnswer as error:
        found = message("doctor.trouble", where=where, why=error.why)
        return "fail", found, message("doctor.start_embedder")
    return "ok", message("doctor.embedder_answers", where=where, size=size), None


def check_search(settings: Settings, *, is_live: bool = False) -> Answer:
    """Ask a server of one's own a real question: it can be well and its search switched off.

    Services of others are only named, unless `is_live`: then each engine is asked once.
    """
    import asyncio

    from rostra.tools.search import ENGINES, chosen

    try:
        rows = chosen(settings, ENGINES)
    except RostraError as error:
        return "fail", error.message, message("doctor.mend_engines")
    if not rows:
        return "off", message("doctor.no_search"), message("doctor.set_search")
    others = [row.name for row in rows if not any(row.addresses(settings))]
    if is_live:
        return asyncio.run(_ask_each(settings))
    if len(others) == len(rows):
        return "ok", message("doctor.unasked_search", names=others), None
    return asyncio.run(_search_once(settings))


async def try_engines(settings: Settings) -> list[tuple[str, str, Said, bool]]:
    """Ask every engine that the settings choose once: row, server, what it said, if it found."""
    import asyncio

    from rostra.errors import SetupError

    try:
        async with _opened(settings, _FAR) as opened:
            servers = [(one.row.name, server) for one in opened for server in one.servers]
            answers = await asyncio.gather(*(_asked_once(server) for _, server in servers))
    except SetupError as error:
        return [("search", "", error.message, False)]
    return [
        (name, server.name, told, status == "ok")
        for (name, server), (told, status) in zip(servers, answers, strict=True)
    ]


@contextlib.asynccontextmanager
async def _opened(
    settings: Settings, patience: float = PATIENCE
) -> AsyncIterator["tuple[OpenEngine, ...]"]:
    from rostra.pages import Client, Limits
    from rostra.tools.search import ENGINES, open_engines, origins

    limits = Limits(tries=1, deadline=patience)
    allow = [*settings.allowed_addresses, *origins(settings, ENGINES)]
    async with Client(allow=allow, hosts=settings.hosts(), limits=limits) as client:
        yield open_engines(settings, client, ENGINES)


async def _search_once(settings: Settings) -> Answer:
    """The first own server that answers will do."""
    told: list[Said] = []
    async with _opened(settings) as opened:
        own = [one for one in opened if any(one.row.addresses(settings))]
        for engine in [server for one in own for server in one.servers]:
            found, status = await _asked_once(engine)
            told.append(found)
            if status != "fail":
                return ("ok" if status == "ok" and len(told) == 1 else "warn"), joined(told), None
    return "fail", joined(told), message("doctor.start_server", setting="search_url")


async def _ask_each(settings: Settings) -> Answer:
    import asyncio

    async with _opened(settings, _FAR) as opened:
        servers = [server for one in opened for server in one.servers]
        answers = await asyncio.gather(*map(_asked_once, servers))
    told = joined([found for found, _ in answers])
    statuses = {status for _, status in answers}
    if statuses == {"fail"}:
        return "fail", told, message("doctor.mend_engines")
    return ("ok" if statuses == {"ok"} else "warn"), told, None


async def _asked_once(engine: "Engine") -> "tuple[Said, Literal['ok', 'warn', 'fail']]":
    from rostra.tools.search import Query

    try:
        hits = await engine.ask(Query(_ASKED))
    except OutsideError as error:
        return error.message, "fail"
    told = message("doctor.searched", name=engine.name, count=len(hits))
    return told, "ok" if hits else "warn"


def check_browser(_settings: Settings) -> Answer:
    if find_spec("playwright") is None:
        return "off", message("doctor.no_browser_tool"), _install("browser")
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        return "warn", message("doctor.no_browser"), message("doctor.install_browser")
    return "ok", program, None


def check_redis(settings: Settings) -> Answer:
    if not settings.redis_url:
        return "off", message("doctor.no_redis"), None
    if find_spec("redis") is None:
        return "fail", message("doctor.no_redis_client"), _install("redis")
    try:
        version = redis_answers(settings.redis_url.reveal())
    except NoAnswer as error:
        found = message("doctor.trouble", where=str(settings.redis_url), why=error.why)
        return "fail", found, message("doctor.start_server", setting="redis_url")
    where = str(settings.redis_url)
    if not version:
        return "ok", message("doctor.redis_of_no_version", where=where), None
    return "ok", message("doctor.redis_answers", where=where, version=version), None


def check_database(settings: Settings) -> Answer:
    import asyncio

    from rostra.store.sqlite import FILE

    url = settings.database_url
    is_new = not os.path.lexists(settings.data) or settings.data.is_dir()
    if not url and is_new and not os.path.lexists(settings.data / FILE):
        return "ok", message("doctor.new_sqlite"), None
    if url and find_spec("asyncpg") is None:
        return "fail", message("doctor.no_postgres_client"), _install("postgres")

    async def describe() -> Message:
        from rostra.store import open_store

        store = open_store(settings.data, url.reveal() or None)
        try:
            return await store.describe()
        finally:
            await store.close()

    try:
        return "ok", asyncio.run(describe()), None
    except RostraError as error:
        return "fail", error.message, message("doctor.check_database")


def check_data(settings: Settings) -> Answer:
    folder = _existing(settings.data)
    fix = message("doctor.other_folder")
    if not folder.is_dir():
        return "fail", message("doctor.no_folder", folder=str(folder)), fix
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return "fail", message("doctor.closed_folder", folder=str(folder)), fix
    if folder == settings.data:
        return "ok", str(folder), None
    return "ok", message("doctor.new_folder", folder=str(settings.data)), None


def check_disk(settings: Settings) -> Answer:
    try:
        free = shutil.disk_usage(_existing(settings.data)).free
    except OSError as error:
        found = message("doctor.no_disk", why=error.strerror)
        return "fail", found, message("doctor.check_folder")
    found = message("doctor.free", gigabytes=free / 1e9)
    fix = message("doctor.free_space")
    if free < TOO_LITTLE_SPACE:
        return "fail", found, fix
    return ("warn", found, fix) if free < LITTLE_SPACE else ("ok", found, None)


def check_clock(settings: Settings) -> Answer:
    now = datetime.now(UTC)
    shown = moment(now, settings.zone())
    if now < WRITTEN:
        return "fail", message("doctor.past", now=shown), message("doctor.set_clock")
    newest = _newest_change(settings.data)
    if newest is not None and (newest - now).total_seconds() > 120:
        written = moment(newest)
        found = message("doctor.clock_behind", now=shown, written=written)
        return "warn", found, message("doctor.check_clock")
    if settings.now is not None:
        where = settings.origins.get("now")
        found = message("doctor.fixed", now=settings.now.isoformat(), where=where)
        if where is None:
            found = message("doctor.fixed_by_settings", now=settings.now.isoformat())
        return "warn", found, message("doctor.unset")
    return "ok", shown, None


def _install(extra: str) -> Message:
    return message("doctor.install", line=install_line(extra))


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


def examine(
    settings: Settings, limit: float = TIME_LIMIT, *, is_live: bool = False
) -> list[Finding]:
    """Run all checks at once; one that does not come back in time has failed.

    `is_live` asks every search engine one real question, which may cost money.
    """
    answers: dict[str, Answer] = {}
    checks: Mapping[str, Check] = CHECKS
    if is_live:
        checks = {**CHECKS, "search": partial(check_search, is_live=True)}
        limit *= _LIVE

    def look(name: str, check: Check) -> None:
        try:
            answers[name] = check(settings)
        except Exception as error:  # noqa: BLE001  (a check that breaks is itself a finding)
            found = message("doctor.broke", name=type(error).__name__)
            answers[name] = ("fail", found, message("doctor.report"))

    # Daemons: one that hangs in a system call must not keep the command from ending.
    threads = [
        threading.Thread(target=look, args=item, daemon=True, name=f"doctor-{item[0]}")
        for item in checks.items()
    ]
    for thread in threads:
        thread.start()
    end = time.monotonic() + limit
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    late: Answer = ("fail", message("doctor.late", limit=limit), message("doctor.reach"))
    return [
        Finding(name, status, _masked(found, settings.mask), fix)
        for name in CHECKS
        for status, found, fix in [answers.get(name, late)]
    ]


def _masked(found: Fact, mask: Callable[[str], str]) -> Any:
    """The same finding, secrets taken out of what it tells."""
    if isinstance(found, Message):
        facts = {name: _masked(fact, mask) for name, fact in found.facts.items()}
        return Message(found.code, facts)
    if isinstance(found, list | tuple):
        return [_masked(one, mask) for one in found]
    return mask(found) if isinstance(found, str) else found


def versions() -> dict[str, str]:
    from rostra import __version__

    return {"rostra": __version__, "python": sys.version.split()[0]}
