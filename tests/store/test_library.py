"""A file of the library and its parts come and go together, on both databases."""

from datetime import UTC, datetime
from typing import Any

from rostra.records import LibraryFile, LibraryFolder, LibraryPart
from rostra.store import Store

NOW = datetime(2026, 11, 16, 1, 0, tzinfo=UTC)


def a_folder(name: str, **changes: Any) -> LibraryFolder:
    return LibraryFolder(name, f"/docs/{name}", "河城市", 1, NOW, **changes)


def a_file(path: str, folder: str = "a", **changes: Any) -> LibraryFile:
    facts = {"sha256": "0" * 64, "size": 1, "modified_ns": 1, "outcome": "read", "read_at": NOW}
    return LibraryFile(folder, path, **{**facts, **changes})


def pages(*texts: str) -> list[LibraryPart]:
    return [LibraryPart(f"page={at}", text) for at, text in enumerate(texts, 1)]


async def found(store: Store, query: str, *folders: str) -> list[tuple[str, str]]:
    hits = await store.search_library(query, folders)
    return sorted((hit.file.path, hit.part.place) for hit in hits)


async def test_the_page_that_says_it_is_found_and_no_other(store: Store) -> None:
    await store.put_library_folder(a_folder("a"))
    await store.put_library_file(a_file("年報.pdf"), pages("東堤築成", "西堤築成"))
    await store.put_library_file(a_file("b.pdf"), pages("the eastern dyke", "水位"))

    assert await found(store, "西堤", "a") == [("年報.pdf", "page=2")]
    assert await found(store, "eastern dyke", "a") == [("b.pdf", "page=1")]
    assert await found(store, "东堤", "a") == [("年報.pdf", "page=1")]


async def test_a_file_read_again_takes_the_place_of_what_was_known(store: Store) -> None:
    await store.put_library_folder(a_folder("a"))
    await store.put_library_file(a_file("a.pdf"), pages("東堤", "西堤", "南堤"))
    await store.put_library_file(a_file("a.pdf", sha256="1" * 64), pages("北堤"))

    assert await store.library_parts("a", "a.pdf") == pages("北堤")
    assert [await found(store, one, "a") for one in ("西堤", "北堤")] == [[], [("a.pdf", "page=1")]]


async def test_folders_are_searched_and_removed_apart(store: Store) -> None:
    for name in ("a", "b"):
        await store.put_library_folder(a_folder(name))
        await store.put_library_file(a_file("x.txt", name), pages("東堤"))

    assert await store.remove_library_folder("a")
    assert not await store.remove_library_folder("a")
    assert [one.name for one in await store.library_folders()] == ["b"]
    assert await found(store, "東堤", "a") == []
    assert await found(store, "東堤", "b") == [("x.txt", "page=1")]
    assert await found(store, "東堤") == []


async def test_removed_files_are_gone_and_the_others_stay(store: Store) -> None:
    await store.put_library_folder(a_folder("a"))
    for at in range(230):
        await store.put_library_file(a_file(f"{at:03}.txt"), pages(f"第{at}堤"))

    await store.remove_library_files("a", [f"{at:03}.txt" for at in range(1, 230)])

    assert [file.path for file in await store.library_files("a")] == ["000.txt"]
    assert await found(store, "第229堤", "a") == [("000.txt", "page=1")]


async def test_any_name_and_any_text_can_be_kept(store: Store) -> None:
    """NUL, half characters, and the sign that stands for what cannot be kept."""
    await store.put_library_folder(a_folder("a"))
    names = ["a\x00b.txt", "\udca4\udca4.txt", "\ufffd0000b.txt", "' OR 1=1 --.txt"]
    for name in names:
        part = LibraryPart("page=1", f"東堤\x00\ud800{name}", "標\x00題")
        await store.put_library_file(a_file(name), [part])

    assert sorted(file.path for file in await store.library_files("a")) == sorted(names)
    assert [len(await store.library_parts("a", name)) for name in names] == [1, 1, 1, 1]
    assert len(await found(store, "東堤", "a")) == 4


async def test_a_touched_file_keeps_its_parts(store: Store) -> None:
    await store.put_library_folder(a_folder("a"))
    await store.put_library_file(a_file("a.txt"), pages("東堤"))

    await store.touch_library_file(a_file("a.txt", modified_ns=9))
    await store.note_library_indexed("a", NOW)

    assert (await store.library_files("a"))[0].modified_ns == 9
    assert await found(store, "東堤", "a") == [("a.txt", "page=1")]
    assert (await store.library_folders())[0].indexed_at == NOW
