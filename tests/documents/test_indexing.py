"""The index of a folder is as the folder is, and nobody's file outside it is ever opened."""

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rostra.documents import Document, DocumentUnreadable, read_document, refresh
from rostra.documents.indexing import Refreshed
from rostra.errors import SetupError
from rostra.records import LibraryFolder
from rostra.store import Store, open_store

NOW = datetime(2030, 1, 1, tzinfo=UTC)  # long after any file of a test was written


@dataclass
class Here:
    """Reads in this process, and remembers what it read."""

    count: int = 2
    opened: list[str] = field(default_factory=list)
    broken: str = ""

    async def read(self, path: Path) -> Document:
        self.opened.append(path.name)
        if path.name == self.broken:
            raise RuntimeError("the machine goes down")
        return read_document(path)


@dataclass
class Desk:
    store: Store
    folder: LibraryFolder
    root: Path
    reader: Here

    async def refresh(self) -> Refreshed:
        self.reader.opened.clear()
        return await refresh(self.folder, self.store, self.reader, lambda: NOW)

    async def found(self, query: str) -> list[str]:
        hits = await self.store.search_library(query, [self.folder.name])
        return sorted(hit.file.path for hit in hits)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    root = tmp_path / "docs"
    root.mkdir()
    store = open_store(tmp_path / "desk", None)
    folder = LibraryFolder("docs", str(root), "河城市", 1, NOW)
    await store.put_library_folder(folder)
    yield Desk(store, folder, root, Here())
    await store.close()


async def test_only_what_changed_is_read_again_and_what_is_gone_is_not_found(desk: Desk) -> None:
    for name, text in (("a.txt", "東堤"), ("b.txt", "西堤"), ("c.txt", "南堤")):
        (desk.root / name).write_text(text)
    first = await desk.refresh()
    (desk.root / "a.txt").write_text("東堤與北堤")
    (desk.root / "b.txt").unlink()
    (desk.root / "c.txt").touch()  # its time changes, its bytes do not

    second = await desk.refresh()

    assert (first.read, second.read, second.unchanged, second.retired) == (3, 1, 1, 1)
    assert desk.reader.opened == ["a.txt"]
    assert [await desk.found(one) for one in ("北堤", "西堤", "南堤")] == [["a.txt"], [], ["c.txt"]]


async def test_a_file_that_looks_the_same_is_not_even_opened(desk: Desk) -> None:
    """Other bytes of the same size and time would only be noticed by opening it."""
    file = desk.root / "a.txt"
    file.write_text("東堤")
    await desk.refresh()
    then = file.stat()
    file.write_text("西堤")
    os.utime(file, ns=(then.st_atime_ns, then.st_mtime_ns))

    done = await desk.refresh()

    assert (done.unchanged, done.read) == (1, 0)


async def test_bad_files_get_their_word_and_the_others_are_read(desk: Desk) -> None:
    (desk.root / "bad.pdf").write_bytes(b"nothing")
    (desk.root / "empty.txt").write_text("")
    (desk.root / "good.txt").write_text("東堤")

    done = await desk.refresh()

    assert done.outcomes == {"corrupt": 1, "no_text": 1, "read": 1}
    assert sorted(file.path for file in done.troubled) == ["bad.pdf", "empty.txt"]
    assert await desk.found("東堤") == ["good.txt"]


async def test_links_hidden_files_and_other_kinds_are_left_alone(
    desk: Desk, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("機密")
    (desk.root / "link.txt").symlink_to(outside / "secret.txt")
    (desk.root / "folder").symlink_to(outside)
    (desk.root / "loop").symlink_to(desk.root)
    (desk.root / ".hidden.txt").write_text("機密")
    (desk.root / "~$draft.docx").write_text("機密")
    (desk.root / "tool.exe").write_text("機密")

    done = await desk.refresh()

    assert (done.read, desk.reader.opened) == (0, [])


async def test_a_folder_that_is_not_there_keeps_what_was_read(desk: Desk) -> None:
    """A disk that is not plugged in is not a folder whose files were deleted."""
    (desk.root / "a.txt").write_text("東堤")
    await desk.refresh()
    desk.root.rename(desk.root.with_name("elsewhere"))

    with pytest.raises(SetupError, match="is not there"):
        await desk.refresh()

    assert await desk.found("東堤") == ["a.txt"]


async def test_an_interrupted_index_goes_on_where_it_stopped(desk: Desk) -> None:
    for at in range(9):
        (desk.root / f"{at}.txt").write_text(f"第{at}堤")
    desk.reader.broken = "8.txt"
    with pytest.raises(RuntimeError):
        await desk.refresh()
    kept = {file.path for file in await desk.store.library_files("docs")}
    desk.reader.broken = ""

    await desk.refresh()

    assert 5 <= len(kept) < 9  # when the last is begun, at most three others are under way
    # One that was being written may have been kept a moment after we looked.
    assert {"8.txt"} <= {*desk.reader.opened} <= {f"{at}.txt" for at in range(9)} - kept
    assert len(await desk.store.library_files("docs")) == 9


async def test_a_cancelled_index_leaves_no_file_half_kept(desk: Desk) -> None:
    for at in range(30):
        (desk.root / f"{at}.txt").write_text(f"第{at}堤")
    work = asyncio.ensure_future(desk.refresh())
    while not await desk.store.library_files("docs"):
        await asyncio.sleep(0)

    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work

    for file in await desk.store.library_files("docs"):
        assert len(await desk.store.library_parts("docs", file.path)) == file.parts == 1
    await desk.refresh()
    assert len(await desk.store.library_files("docs")) == 30


async def test_a_name_no_encoding_can_spell_is_read_like_any_other(desk: Desk) -> None:
    name = os.fsdecode(b"\xa4\xa4.txt")  # Big5, on a disk of UTF-8 names
    (desk.root / name).write_text("東堤")

    await desk.refresh()

    assert await desk.found("東堤") == [name]


async def test_an_unreadable_reader_error_is_one_outcome(desk: Desk) -> None:
    class Refusing(Here):
        async def read(self, path: Path) -> Document:
            raise DocumentUnreadable("locked", "encrypted")

    (desk.root / "a.txt").write_text("東堤")
    desk.reader = Refusing()

    assert (await desk.refresh()).outcomes == {"encrypted": 1}
