"""The one thread that writes to SQLite.

Writes that wait together share a transaction, because a commit costs more than the rows in it.
Each caller is answered after COMMIT and not before. When one write of a group fails, the group is
undone and each is made alone, so that nobody pays for a neighbour's mistake.
"""

import asyncio
import queue
import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, overload

from rostra.errors import RostraError, StoreUnavailable
from rostra.store.database import Ask, Many, Row, Script, Value
from rostra.words import message

T = TypeVar("T")

_ENOUGH = 256
# Another process may hold the lock for long (a copy, a check of the file). Each try waits five
# seconds inside SQLite; a writer thread can afford several where a reader on the loop cannot.
_TRIES_TO_BEGIN = 6
_PARAMETER = re.compile(r"\$(\d+)")


class _Job(NamedTuple):
    script: Ask | Callable[[], Script[Any]]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class _Outcome(NamedTuple):
    job: _Job
    value: Any = None
    error: BaseException | None = None


class Writer:
    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        explain: Callable[[sqlite3.Error], RostraError],
    ) -> None:
        self._connect = connect
        self._explain = explain
        self._asked: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        self._waiting: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._gate = threading.Lock()
        self._closed = False

    @overload
    async def write(self, script: Ask) -> list[Row]: ...
    @overload
    async def write(self, script: Callable[[], Script[T]]) -> T: ...
    async def write(self, script: Ask | Callable[[], Script[Any]]) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        asked = self._asked.get(loop)
        if asked is None:
            # Handed over at the loop's next turn, together with all that is asked until then:
            # waking the thread costs more than most writes.
            asked = self._asked[loop] = []
            loop.call_soon(self._hand_over, loop)
        asked.append(_Job(script, loop, future))
        return await future

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        jobs = self._asked.pop(loop, [])
        with self._gate:
            if self._closed:
                closed = StoreUnavailable(message("errors_store.store_closed_open_again_3"))
                _settle([_Outcome(job, error=closed) for job in jobs])
                return
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._serve, name="rostra-store-writer", daemon=True
                )
                self._thread.start()
            self._waiting.put(jobs)

    async def close(self) -> None:
        """Finish what was asked before, then end the thread."""
        loop = asyncio.get_running_loop()
        if loop in self._asked:
            self._hand_over(loop)
        with self._gate:
            self._closed = True
            thread, self._thread = self._thread, None
            self._waiting.put(None)
        if thread is not None:
            await asyncio.to_thread(thread.join)

    def _serve(self) -> None:
        connection: sqlite3.Connection | None = None
        is_last = False
        while not is_last:
            group, is_last = self._next_group()
            if not group:
                break
            try:
                connection = connection or self._connect()
                outcomes = self._commit(connection, group)
            except (sqlite3.Error, RostraError) as error:  # not even begun
                told = self._told(error)
                outcomes = [_Outcome(job, error=told) for job in group]
            _answer(outcomes)
        if connection is not None:
            connection.close()

    def _next_group(self) -> tuple[list[_Job], bool]:
        """What waits now, up to a bound, and whether that is the last of it."""
        group: list[_Job] = []
        jobs = self._waiting.get()
        while jobs is not None:
            group += jobs
            if len(group) >= _ENOUGH:
                return group, False
            try:
                jobs = self._waiting.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _commit(self, connection: sqlite3.Connection, group: list[_Job]) -> list[_Outcome]:
        _begin(connection)
        try:
            return _transact(connection, group)
        except (sqlite3.Error, RostraError) as error:
            if len(group) == 1:
                return [_Outcome(group[0], error=self._told(error))]
        except Exception as error:  # noqa: BLE001 - a script's own bug is its caller's to see
            if len(group) == 1:
                return [_Outcome(group[0], error=error)]
        return [outcome for job in group for outcome in self._commit(connection, [job])]

    def _told(self, error: sqlite3.Error | RostraError) -> RostraError:
        if isinstance(error, RostraError):
            return error
        told = self._explain(error)
        told.__cause__ = error
        return told


def _begin(connection: sqlite3.Connection) -> None:
    """Take the write lock before reading anything the write depends on."""
    for left in reversed(range(_TRIES_TO_BEGIN)):
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not left:
                raise
        else:
            return


def _transact(connection: sqlite3.Connection, group: list[_Job]) -> list[_Outcome]:
    try:
        outcomes = [_Outcome(job, _make(connection, job.script)) for job in group]
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise
    return outcomes


def _make(connection: sqlite3.Connection, script: Ask | Callable[[], Script[Any]]) -> Any:
    if isinstance(script, Ask):
        return _execute(connection, script)
    return play(connection, script())


def play(connection: sqlite3.Connection, script: Script[T]) -> T:
    """Run a script to its end on this connection, inside the transaction that is open."""
    try:
        step = next(script)
        while True:
            step = script.send(_execute(connection, step))
    except StopIteration as end:
        value: T = end.value
        return value


def _execute(connection: sqlite3.Connection, step: Ask | Many) -> list[Row]:
    if isinstance(step, Many):
        connection.executemany(numbered(step.sql), step.rows)
        return []
    return connection.execute(numbered(step.sql), bound(step.params)).fetchall()


@lru_cache(maxsize=512)
def numbered(sql: str) -> str:
    """Our `$1` as SQLite's `?1`."""
    return _PARAMETER.sub(r"?\1", sql)


def bound(params: tuple[Value, ...]) -> tuple[Value, ...]:
    """A list travels as JSON; see `among`."""
    for value in params:
        if type(value) is list:
            break
    else:
        return params
    import json  # noqa: PLC0415

    return tuple(json.dumps(value) if isinstance(value, list) else value for value in params)


def _answer(outcomes: list[_Outcome]) -> None:
    """One wake-up for each loop that waits, however many of its writes were made."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_loop[outcome.job.loop].append(outcome)
    for loop, answers in by_loop.items():
        with suppress(RuntimeError):  # the loop has ended; nobody waits any more
            loop.call_soon_threadsafe(_settle, answers)


def _settle(outcomes: list[_Outcome]) -> None:
    for job, value, error in outcomes:
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(value)
        else:
            job.future.set_exception(error)
