"""A desk with a real store for the tests of the model path."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.events import EventLog
from rostra.store import open_store
from tests.models.asking import Desk


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    def clock() -> datetime:
        return datetime.now(UTC)

    store = open_store(tmp_path / "desk")
    events = EventLog(store, clock)
    yield Desk(store, events, clock)
    await events.close()
    await store.close()
