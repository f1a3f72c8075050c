"""SQLite behind the store: the fence around `sqlite3`.

Reads run on the calling thread, each on a connection nobody else uses at that moment: a look-up by
key takes microseconds, less than handing it to another thread. Writes go through one writer thread
(`writer.py`). Any number of processes may use the same file.
"""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

import asyncio
import fcntl
import shutil
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from rostra.errors import RostraError, SetupError, StoreUnavailable
from rostra.store.database import Ask, Row, Script, Value
from rostra.store.schema import pending
from rostra.store.sqlite_text import SqliteTextIndex
from rostra.store.sqlite_vectors import SqliteVectors
from rostra.store.writer import Writer, bound, numbered
from rostra.words import Message, message

T = TypeVar("T")

FILE = "rostra.db"
_LOCK_FILE = "rostra.db.start"
_APPLICATION = 0x526F7374  # "Rost": the file says of itself that it is ours
_BUSY_SECONDS = 5.0
_START_SECONDS = 60.0
_PAGES = "-16000"  # of cache, in kilobytes when negative


class SqliteDatabase:
    locked = ""  # a writer is alone already

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        with _explained(self.path):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._version = _prepare(self.path)
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = False
        self._writer = Writer(self._connect, lambda error: explain(error, self.path))
        self.index = SqliteTextIndex(self.fetch_apart)
        self.vectors = SqliteVectors(self._fetch)

    def among(self, column: str, number: int) -> str:
        return f"{column} IN (SELECT value FROM json_each(${number}))"

    async def fetch(self, sql: str, *params: Value) -> list[Row]:
        return self._fetch(sql, params)

    async def fetch_apart(self, sql: str, *params: Value) -> list[Row]:
        return await asyncio.to_thread(self._fetch, sql, params)

    async def execute(self, sql: str, *params: Value) -> list[Row]:
        return await self._writer.write(Ask(sql, params))

    async def write(self, script: Callable[[], Script[T]]) -> T:
        return await self._writer.write(script)

    async def describe(self) -> Message:
        with _explained(self.path):
            size = sum(
                part.stat().st_size
                for part in (self.path, self.path.with_name(FILE + "-wal"))
                if part.exists()
            )
        return message(
            "doctor.sqlite", path=str(self.path), schema=self._version, megabytes=size / 1e6
        )

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        while self._idle:
            self._idle.pop().close()

    def _fetch(self, sql: str, params: tuple[Value, ...]) -> list[Row]:
        if self._closed:
            raise StoreUnavailable(message("errors_store.store_closed_open_again_2"))
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            return connection.execute(numbered(sql), bound(params)).fetchall()
        except sqlite3.Error as error:
            raise explain(error, self.path) from error
        finally:
            self._idle.append(connection)

    def _connect(self) -> sqlite3.Connection:
        with _explained(self.path):
            if not self.path.exists():
                raise StoreUnavailable(
                    message("errors_store.database_disappeared_while_use", path=str(self.path))
                )
            return _open(self.path)


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path,
        timeout=_BUSY_SECONDS,
        isolation_level=None,  # we say BEGIN ourselves
        check_same_thread=False,  # a connection is used by one thread at a time, not by one only
    )
    try:
        # With a write-ahead log NORMAL loses nothing when the process dies and damages nothing
        # when the machine does; FULL would add one wait for the disk to every commit.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = {_PAGES}")
        connection.execute("PRAGMA journal_size_limit = 67108864")
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(path: Path) -> int:
    """Bring the file to the present schema, whatever was or is going on; return its version."""
    if path.exists() and path.stat().st_size:
        with closing(_open(path)) as connection:
            version, is_ready = _state(connection, path)
            if is_ready:
                return version
    # Its write-ahead log gets the same mode: what a desk holds is its owner's alone.
    path.touch(mode=0o600)
    with _start_lock(path.with_name(_LOCK_FILE)), closing(_open(path)) as connection:
        version, _ = _state(connection, path)
        _use_write_ahead_log(connection, path)
        for migration in pending("sqlite", version, str(path)):
            # One transaction a migration, its number inside it: a kill leaves the step before.
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{migration.sql}\n"
                f"PRAGMA application_id = {_APPLICATION};\n"
                f"PRAGMA user_version = {migration.version};"
            )
            if (filling := migration.filling) is not None:
                rows = connection.execute(filling.read).fetchall()
                connection.executemany(numbered(filling.write), map(filling.work_out, rows))
            connection.execute("COMMIT")
            version = migration.version
    return version


def _state(connection: sqlite3.Connection, path: Path) -> tuple[int, bool]:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and application != _APPLICATION:
        raise SetupError(message("errors_store.database_another_program", path=str(path)))
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    return version, not pending("sqlite", version, str(path)) and mode == "wal"


def _use_write_ahead_log(connection: sqlite3.Connection, path: Path) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailable(
            message("errors_store.file_system_cannot_hold", parent=str(path.parent))
        )


@contextmanager
def _start_lock(path: Path) -> Iterator[None]:
    """One process at a time prepares the file; the lock dies with its holder."""
    with path.open("ab") as file:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise StoreUnavailable(
                        message(
                            "errors_store.another_process_been_preparing", parent=str(path.parent)
                        )
                    ) from None
                time.sleep(0.02)
        yield


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except OSError as error:
        raise StoreUnavailable(_about_folder(path, error)) from error


def explain(error: sqlite3.Error, path: Path) -> RostraError:
    """One line that says what happened and what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code and _is_disk_full(path)):
        return StoreUnavailable(message("errors_store.disk_holds_full", path=str(path)))
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return StoreUnavailable(
            message("errors_store.damaged_not_database", path=str(path), error=str(error))
        )
    if code == sqlite3.SQLITE_BUSY:
        return StoreUnavailable(message("errors_store.held_another_program", path=str(path)))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
        return StoreUnavailable(
            message(
                "errors_store.cannot_opened_writing",
                path=str(path),
                error=str(error),
                parent=str(path.parent),
            )
        )
    return StoreUnavailable(
        message("errors_store.database_could_not_used", path=str(path), error=str(error))
    )


def _about_folder(path: Path, error: OSError) -> Message:
    reason = error.strerror or type(error).__name__
    if _is_disk_full(path):
        return message("errors_store.folder_full", folder=str(path.parent))
    return message("errors_store.folder_unusable", folder=str(path.parent), reason=reason)


def _is_disk_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < 64 * 1024
    except OSError:
        return False
