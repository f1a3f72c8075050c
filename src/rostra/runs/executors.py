"""Who is alive: each process holds a lock for its own executor id until it dies.

The engine brings back only work of an executor it is told is dead. Two processes with one id would
do every step twice, and an id nobody takes over leaves its runs pending for ever. So an id is used
once, its lock dies with its process, and whoever finds a free lock takes the work over.
"""

import contextlib
import fcntl
import os
import threading
import time
import uuid
from pathlib import Path
from typing import IO, Protocol

import sqlalchemy as sa

WORKER = "worker"


def new_executor_id() -> str:
    return f"x{uuid.uuid4().hex}"


class Presence(Protocol):
    """The locks of this desk, wherever they are kept."""

    def hold(self, name: str) -> None:
        """Hold `name` until this process ends or releases it."""
        ...

    def is_free(self, name: str) -> bool:
        """Tell whether nobody alive holds `name`."""
        ...

    def still_held(self) -> bool:
        """Tell whether our own locks are still ours."""
        ...

    def forget(self, name: str) -> None:
        """Tidy away what is left of a dead holder."""
        ...

    def release(self) -> None: ...


class FilePresence:
    """`flock` on a file per name: the kernel drops it with the process, also on kill -9."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / "presence"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._held: dict[str, IO[str]] = {}

    def hold(self, name: str) -> None:
        handle = self._path(name).open("a")
        # Shared for the worker lock, which many may hold; nobody else ever asks for our own id.
        fcntl.flock(handle, fcntl.LOCK_SH)
        self._held[name] = handle

    def is_free(self, name: str) -> bool:
        if name in self._held:
            return False
        path = self._path(name)
        if not path.exists():
            return True
        with path.open("a") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True

    def still_held(self) -> bool:
        return True

    def forget(self, name: str) -> None:
        if name != WORKER:
            self._path(name).unlink(missing_ok=True)

    def release(self) -> None:
        for name, handle in self._held.items():
            self.forget(name)
            handle.close()
        self._held.clear()

    def names(self) -> list[str]:
        return sorted(path.stem for path in self._folder.glob("*.lock"))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.lock"


class PostgresPresence:
    """Session advisory locks on one connection of our own.

    A server restart drops the session and with it the locks, while we live on. They are taken
    again at once; a taker waits for `grace` seconds of freedom before it believes in a death.
    """

    grace = 8.0

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(
            sa.make_url(url).set(drivername="postgresql+psycopg"),
            poolclass=sa.NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"connect_timeout": 5, "application_name": "rostra_presence"},
        )
        self._connection: sa.Connection | None = None
        self._names: list[str] = []
        self._free_since: dict[str, float] = {}
        self._guard = threading.Lock()

    def hold(self, name: str) -> None:
        with self._guard:
            self._lock(self._session(), name)
            self._names.append(name)

    def is_free(self, name: str) -> bool:
        with self._guard:
            if name in self._names:
                return False
            if self._is_locked_by_somebody(name):
                self._free_since.pop(name, None)
                return False
            if name == WORKER:
                return True
            since = self._free_since.setdefault(name, time.monotonic())
            return time.monotonic() - since >= self.grace

    def still_held(self) -> bool:
        """Check our session, and take the locks again on a new one when it was cut."""
        with self._guard:
            try:
                self._session().execute(sa.text("SELECT 1"))
            except sa.exc.SQLAlchemyError:
                self._drop_session()
                try:
                    session = self._session()
                    for name in self._names:
                        self._lock(session, name)
                except sa.exc.SQLAlchemyError:
                    self._drop_session()
                    return False
            return True

    def forget(self, name: str) -> None:
        self._free_since.pop(name, None)

    def release(self) -> None:
        with self._guard:
            self._names.clear()
            self._drop_session()
            self._engine.dispose()

    def _session(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _drop_session(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                self._connection.close()
        self._connection = None

    @staticmethod
    def _lock(session: sa.Connection, name: str) -> None:
        session.execute(
            sa.text("SELECT pg_advisory_lock_shared(hashtextextended('rostra:' || :name, 0))"),
            {"name": name},
        )

    def _is_locked_by_somebody(self, name: str) -> bool:
        session = self._session()
        query = "hashtextextended('rostra:' || :name, 0)"
        taken = session.execute(
            sa.text(f"SELECT pg_try_advisory_lock({query})"),
            {"name": name},
        ).scalar()
        if taken:
            session.execute(sa.text(f"SELECT pg_advisory_unlock({query})"), {"name": name})
        return not taken


def process_label() -> str:
    return f"process {os.getpid()}"
