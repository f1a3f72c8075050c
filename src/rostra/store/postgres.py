"""PostgreSQL behind the store: the fence around `asyncpg`, an extra of the install.

Our tables live in a schema of their own, so the run engine can share the database. When the server
goes away in the middle, an operation is tried again for a while: every write carries its own key,
so one that had been made after all is not made twice.
"""

import asyncio
import re
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

try:
    import asyncpg  # type: ignore[import-untyped]
except ImportError as error:  # the install without the extra
    from rostra.errors import MissingExtra
    from rostra.words import message

    raise MissingExtra(
        message("errors_store.postgresql_needs_extra_install"),
        "postgres",
    ) from error

from rostra.errors import RostraError, SetupError, StoreUnavailable
from rostra.store.database import Ask, Many, Row, Script, Value
from rostra.store.postgres_text import SCHEMA, PostgresTextIndex
from rostra.store.postgres_vectors import PostgresVectors
from rostra.store.schema import pending
from rostra.words import Message, message

T = TypeVar("T")
# The library ships no types; what leaves this file has ours.
Connection: TypeAlias = Any
Pool: TypeAlias = Any
Work: TypeAlias = Callable[[Connection], Awaitable[T]]

_MOST_CONNECTIONS = 8
_CONNECT_SECONDS = 5.0
_COMMAND_SECONDS = 60.0
_PATIENCE = 20.0
_SHORTEST_WAIT, _LONGEST_WAIT = 0.05, 1.0
_START_LOCK = 0x526F7374
_SETTINGS = {"search_path": SCHEMA, "application_name": "rostra"}

# The server went away, is not there yet, or asks to try again.
_PASSING = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
_WRONG_SETTING = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)
_UNREADABLE_ADDRESS = (asyncpg.ClientConfigurationError, ValueError, OverflowError)


class _LoopPool:
    """The pool of one event loop, and how many are being served."""

    def __init__(self, url: str) -> None:
        self.pool: Pool = asyncpg.create_pool(
            url,
            min_size=0,
            max_size=_MOST_CONNECTIONS,
            timeout=_CONNECT_SECONDS,
            command_timeout=_COMMAND_SECONDS,
            server_settings=_SETTINGS,
        )
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    @contextmanager
    def visit(self) -> Iterator[None]:
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    async def close(self) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._empty.wait()
                await self.pool.close()
        except _PASSING:
            self.pool.terminate()


class PostgresDatabase:
    locked = " FOR UPDATE"

    def __init__(self, url: str) -> None:
        self._url = _plain_url(url)
        self._where = place_of(self._url)
        self._version = _apart(self._prepare)
        # A pool belongs to one event loop; the run engine has a loop of its own.
        self._pools: WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopPool] = WeakKeyDictionary()
        self._gate = threading.Lock()
        self._closed = False
        self.index = PostgresTextIndex(self.fetch)
        self.vectors = PostgresVectors(self.fetch)

    def among(self, column: str, number: int) -> str:
        return f"{column} = ANY(CAST(${number} AS TEXT[]))"

    async def fetch(self, sql: str, *params: Value) -> list[Row]:
        async def work(connection: Connection) -> list[Row]:
            rows: list[Row] = await connection.fetch(sql, *params)
            return rows

        return await self._with_connection(work)

    async def fetch_apart(self, sql: str, *params: Value) -> list[Row]:
        return await self.fetch(sql, *params)

    async def execute(self, sql: str, *params: Value) -> list[Row]:
        return await self.fetch(sql, *params)  # a statement alone is a transaction

    async def write(self, script: Callable[[], Script[T]]) -> T:
        async def work(connection: Connection) -> T:
            async with connection.transaction():
                return await _play(connection, script())

        return await self._with_connection(work)

    async def describe(self) -> Message:
        rows = await self.fetch(
            "SELECT current_setting('server_version'), COALESCE(sum(pg_total_relation_size(c.oid)),"
            " 0) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE n.nspname = $1 AND c.relkind = 'r'",
            SCHEMA,
        )
        server, size = rows[0]
        return message(
            "doctor.postgres",
            version=server.split()[0],
            where=self._where,
            schema=self._version,
            megabytes=float(size) / 1e6,
        )

    async def close(self) -> None:
        """Finish what was asked before; other loops are told to let go."""
        with self._gate:
            self._closed = True
            pools = dict(self._pools)
            self._pools.clear()
        here = asyncio.get_running_loop()
        for loop, mine in pools.items():
            if loop is here:
                await mine.close()
            else:
                with suppress(RuntimeError):  # its loop has ended, and the sockets with it
                    loop.call_soon_threadsafe(mine.pool.terminate)

    async def _loop_pool(self) -> _LoopPool:
        loop = asyncio.get_running_loop()
        with self._gate:
            if self._closed:
                raise StoreUnavailable(message("errors_store.store_closed_open_again"))
            mine = self._pools.get(loop)
            if mine is None:
                mine = self._pools[loop] = _LoopPool(self._url)
                # With no connection to make at once this does not wait, so nobody comes between.
                await mine.pool
        return mine

    async def _with_connection(self, work: Work[T]) -> T:
        mine = await self._loop_pool()
        deadline = time.monotonic() + _PATIENCE
        wait = _SHORTEST_WAIT
        with mine.visit():
            while True:
                try:
                    async with mine.pool.acquire() as connection:
                        return await work(connection)
                except (*_WRONG_SETTING, asyncpg.DataError) as error:
                    raise self._explained(error) from error
                except _PASSING as error:
                    if time.monotonic() > deadline:
                        raise self._explained(error) from error
                except asyncpg.PostgresError as error:
                    raise self._explained(error) from error
                await asyncio.sleep(wait)
                wait = min(wait * 2, _LONGEST_WAIT)

    async def _prepare(self) -> int:
        """Connect once, bring the schema to the present version and say which it is."""
        try:
            connection: Connection = await asyncpg.connect(
                self._url, timeout=_CONNECT_SECONDS, server_settings=_SETTINGS
            )
        except _UNREADABLE_ADDRESS:  # what it says may repeat the password
            raise SetupError(message("errors_store.rostra_database_url_cannot")) from None
        except (*_PASSING, asyncpg.PostgresError) as error:
            raise self._explained(error) from error
        try:
            return await _migrate(connection, self._where)
        except (*_PASSING, asyncpg.PostgresError) as error:
            raise self._explained(error) from error
        finally:
            with suppress(*_PASSING):
                await connection.close(timeout=_CONNECT_SECONDS)

    def _explained(self, error: Exception) -> RostraError:
        reason = _one_line(error)
        if isinstance(error, _WRONG_SETTING):
            return SetupError(
                message("errors_store.postgresql_refuses_us", where=self._where, reason=reason)
            )
        if isinstance(error, asyncpg.DiskFullError):
            return StoreUnavailable(message("errors_store.disk_postgresql_full", where=self._where))
        if isinstance(error, _PASSING) and not isinstance(error, asyncpg.DataError):
            return StoreUnavailable(
                message("errors_store.postgresql_does_not_answer", where=self._where, reason=reason)
            )
        return StoreUnavailable(
            message("errors_store.postgresql_could_not_used", where=self._where, reason=reason)
        )


async def _migrate(connection: Connection, where: str) -> int:
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise SetupError(
            message("errors_store.database_keeps_text", where=where, encoding=encoding)
        )
    version = await _version(connection)
    if version is not None and not pending("postgres", version, where):
        return version
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _START_LOCK)
        version = await _version(connection)
        if version is None:
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await connection.execute(
                "CREATE TABLE schema_version (version INTEGER NOT NULL, made_at TIMESTAMPTZ"
                " NOT NULL DEFAULT now())"
            )
            version = 0
        for migration in pending("postgres", version, where):
            await connection.execute(migration.sql)
            if (filling := migration.filling) is not None:
                rows = await connection.fetch(filling.read)
                await connection.executemany(filling.write, map(filling.work_out, rows))
            await connection.execute(
                "INSERT INTO schema_version (version) VALUES ($1)", migration.version
            )
            version = migration.version
    return version


async def _version(connection: Connection) -> int | None:
    """The version of the schema, or None where nobody has begun."""
    # Read as a table: to_regclass() answers from a cache that a wait for the lock leaves stale.
    is_there = await connection.fetchval(
        "SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
        " WHERE nspname = $1 AND relname = 'schema_version'",
        SCHEMA,
    )
    if not is_there:
        return None
    version: int | None = await connection.fetchval("SELECT max(version) FROM schema_version")
    return version or 0


async def _play(connection: Connection, script: Script[T]) -> T:
    try:
        step = next(script)
        while True:
            step = script.send(await _execute(connection, step))
    except StopIteration as end:
        value: T = end.value
        return value


async def _execute(connection: Connection, step: Ask | Many) -> list[Row]:
    if isinstance(step, Many):
        await connection.executemany(step.sql, step.rows)
        return []
    rows: list[Row] = await connection.fetch(step.sql, *step.params)
    return rows


def _apart(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run to the end on a thread of its own: opening is a plain call, also inside a loop."""
    answer: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            answer.append(asyncio.run(work()))
        except BaseException as error:  # noqa: BLE001 - handed to the caller below
            failure.append(error)

    thread = threading.Thread(target=run, name="rostra-store-open")
    thread.start()
    thread.join()
    if failure:
        raise failure[0]
    return answer[0]


def _plain_url(url: str) -> str:
    """`postgresql+driver://` is how other libraries spell it; the driver is ours to choose."""
    plain = re.sub(r"^(postgres(?:ql)?)\+\w+://", r"\1://", url.strip())
    if not plain.startswith(("postgres://", "postgresql://")):
        raise SetupError(message("errors_store.rostra_database_url_not"))
    return plain


def place_of(url: str) -> str:
    """The address without what must not be shown."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "the local socket", parts.port
    except ValueError:
        return "the given address"
    return f"{host}{f':{port}' if port else ''}{parts.path}"


def _one_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
