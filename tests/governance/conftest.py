from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rostra.records import Run
from rostra.store import Store, open_store
from tests.governance.desk import NOW


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    for run in ("r1", "r2"):
        await opened.create_run(Run(run, "debate", "q", "running", NOW))
    yield opened
    await opened.close()
