"""What a desk holds is for its owner alone, whatever the machine lets others read."""

import stat
from pathlib import Path

import pytest

from rostra.runs import first_start
from rostra.store import open_store


@pytest.mark.slow
async def test_data_files_are_their_owners_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "desk")
    first_start.prepare(tmp_path / "desk", None, is_anybody_working=False)
    await store.desk_identity()
    files = {path: path.stat() for path in (tmp_path / "desk").rglob("*.db*") if path.exists()}
    await store.close()

    assert {path.name for path in files} >= {"rostra.db", "engine.db"}
    assert [path.name for path, it in files.items() if it.st_size and it.st_mode & 0o077] == []
    assert stat.S_IMODE((tmp_path / "desk").stat().st_mode) == 0o700
