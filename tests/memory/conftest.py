"""A store on each database, and a real Redis that can be killed, hung, flushed and started."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from rostra.store import Store, open_store
from tests.conftest_postgres import postgres_url  # noqa: F401 - a fixture is used by its name
from tests.memory.redis_server import RedisServer


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def database_url(request: pytest.FixtureRequest) -> str | None:
    if request.param == "sqlite":
        return None
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def both(tmp_path: Path, database_url: str | None) -> AsyncIterator[Store]:
    """Each database in turn, for what the databases themselves must keep."""
    opened = open_store(tmp_path / "desk", database_url)
    yield opened
    await opened.close()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path / "desk")
    yield opened
    await opened.close()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.end()
