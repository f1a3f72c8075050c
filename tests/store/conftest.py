"""One store for each database; every contract test runs on both."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rostra.store import Store, open_store
from tests.conftest_postgres import postgres_url  # noqa: F401 - a fixture is used by its name


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def database_url(request: pytest.FixtureRequest) -> str | None:
    if request.param == "sqlite":
        return None
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
async def store(tmp_path: Path, database_url: str | None) -> AsyncIterator[Store]:
    opened = open_store(tmp_path / "desk", database_url)
    yield opened
    await opened.close()
