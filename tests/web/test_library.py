"""Documents brought to the desk: kept under safe names, read in a process of their own, told."""

import io
import zipfile
from pathlib import Path

import pytest

from rostra.web.access import LARGEST_DOCUMENT
from rostra.web.api_library import LOG
from tests.web.conftest import TOKEN, Serve, Served

NOTE = "東岸廠2025年產量為1,320片。".encode()


async def sent(served: Served, path: str, body: bytes = NOTE, folder: str = "notes") -> int:
    given = {"folder": folder, "path": path}
    answer = await served.client.post("/api/library", params=given, content=body)
    return answer.status_code


async def test_a_document_is_kept_read_found_and_taken_away_again(served: Served) -> None:
    given = {"folder": "notes", "path": "2025/a.md"}
    answer = await served.client.post("/api/library", params=given, content=NOTE)

    assert answer.status_code == 201, answer.text
    assert answer.json()["file"]["outcome"] == "read"
    assert [
        hit.file.path for hit in await served.house.store.search_library("產量", ["notes"])
    ] == ["2025/a.md"]
    kept = served.house.settings.data / "library/notes/2025/a.md"
    assert kept.read_bytes() == NOTE
    assert kept.stat().st_mode & 0o077 == 0, "for the desk alone"
    told = (await served.client.get("/api/library/notes")).json()
    assert [one["path"] for one in told["files"]] == ["2025/a.md"]

    gone = await served.client.delete("/api/library/notes", params={"path": "2025/a.md"})
    assert gone.status_code == 200
    assert not kept.parent.exists()
    await served.client.delete("/api/library/notes")
    assert (await served.client.get("/api/library")).json()["folders"] == []
    log = await served.house.store.events_after(LOG)
    assert [one.data["change"] for one in log] == ["added", "removed", "removed"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("../a.md", 400),
        ("a/../../b.md", 400),
        ("..\\..\\b.md", 400),
        (".hidden/a.md", 400),
        ("a\0b/.md", 400),
        ("/", 400),
        ("x" * 199 + "漢.md", 400),
        ("/".join("abcdefghijklmn") + ".md", 400),
        ("run.exe", 415),
        ("pack.zip", 415),
    ],
)
async def test_a_name_cannot_lead_away_or_bring_what_is_not_read(
    served: Served, path: str, status: int
) -> None:
    before = set(served.house.settings.data.rglob("*"))

    assert await sent(served, path) == status
    added = {p for p in served.house.settings.data.rglob("*") if p.is_file()} - before
    assert [p for p in added if p.suffix in (".md", ".exe", ".zip")] == []


async def test_an_absolute_name_stays_within_its_folder(served: Served) -> None:
    assert await sent(served, "/etc/note.md") == 201
    assert (served.house.settings.data / "library/notes/etc/note.md").is_file()


@pytest.mark.slow
async def test_what_cannot_be_read_is_kept_and_told(served: Served) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("word/document.xml", b"0" * 400_000_000)
    assert await sent(served, "bomb.docx", packed.getvalue()) == 201
    assert await sent(served, "no.pdf", b"no pdf at all") == 201
    assert await sent(served, "good.md") == 201

    files = (await served.client.get("/api/library/notes")).json()["files"]

    assert {one["path"]: one["outcome"] for one in files} == {
        "bomb.docx": "too_large",
        "no.pdf": "corrupt",
        "good.md": "read",
    }
    assert all(one["detail"] for one in files if one["outcome"] != "read")


async def test_more_bytes_than_a_document_may_have_are_refused_before_they_come(
    served: Served,
) -> None:
    answer = await served.client.post(
        "/api/library",
        params={"folder": "notes", "path": "a.md"},
        headers={"content-length": str(LARGEST_DOCUMENT + 1)},
        content=b"",
    )
    assert answer.status_code == 413
    # Everywhere else a body is as small as before.
    answer = await served.client.post(
        "/api/runs", headers={"content-length": "300000"}, content=b""
    )
    assert answer.status_code == 413


async def test_a_folder_of_the_owner_is_neither_written_to_nor_deleted(
    served: Served, tmp_path: Path
) -> None:
    from datetime import UTC, datetime

    from rostra.tools.library_folders import add_folder

    own = tmp_path / "own"
    own.mkdir()
    (own / "a.md").write_bytes(NOTE)
    await add_folder(served.house.store, own, datetime.now(UTC), name="own")

    assert await sent(served, "b.md", folder="own") == 409
    assert (await served.client.delete("/api/library/own")).status_code == 200
    assert (own / "a.md").exists()


async def test_what_its_owner_says_of_a_folder_is_kept(served: Served) -> None:
    await sent(served, "a.md")
    told = await served.client.put("/api/library/notes", json={"tier": 1, "publisher": "河城"})

    assert told.json()["folder"]["tier"] == 1
    (folder,) = await served.house.store.library_folders()
    assert (folder.publisher, folder.tier) == ("河城", 1)


async def test_the_log_names_who_brought_a_document(serve: Serve) -> None:
    async with serve(tokens={"mei": TOKEN}) as served:
        served.client.headers["authorization"] = f"Bearer {TOKEN}"
        assert await sent(served, "a.md") == 201
        (event,) = await served.house.store.events_after(LOG)
        assert event.data["by"] == "mei"
        page = await served.client.get("/library", params={"lang": "zh-Hant"})
        assert "mei" in page.text
        assert "加入" in page.text
