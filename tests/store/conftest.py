"""One store for each database; every contract test runs on both."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rostra.store import Store, open_store


@pytest.fixture(params=["sqlite"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    return None


@pytest.fixture
async def store(tmp_path: Path, database_url: str | None) -> AsyncIterator[Store]:
    opened = open_store(tmp_path / "desk", database_url)
    yield opened
    await opened.close()
