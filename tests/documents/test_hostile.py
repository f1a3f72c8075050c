"""A file that is damaged, locked, endless or a bomb costs its own reading and nothing else."""

import asyncio
import os
import zipfile
from pathlib import Path

import pytest

from rostra.documents import DocumentUnreadable, Limits, Readers, read_document
from tests.documents.files import cells, docx, outcome, paragraph, pdf, xlsx, zipped
from tests.waiting import scaled

pytestmark = pytest.mark.slow

# A document of a few kilobytes, locked by its owner: opened only with the password.
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def test_every_kind_of_bad_file_has_its_word(tmp_path: Path) -> None:
    bomb = b"<w:document>" + b"<w:p/>" * 8_000_000
    compound = bytes.fromhex("D0CF11E0A1B11AE1")
    deep = "<w:x>" * 5_000
    files: dict[str, tuple[bytes | None, str]] = {
        "garbage.pdf": (b"%PDF-1.7\nnothing follows", "corrupt"),
        "noise.pdf": (bytes(range(256)) * 40, "corrupt"),
        "cut.pdf": (pdf(20)[:200], "corrupt"),
        "empty.pdf": (b"", "corrupt"),
        "noise.docx": (bytes(range(256)) * 40, "corrupt"),
        "locked.docx": (compound + b"\0" * 600 + _LOCKED, "encrypted"),
        "old.xlsx": (compound + b"\0" * 600, "corrupt"),
    }
    for name, (data, _) in files.items():
        (tmp_path / name).write_bytes(data or b"")
    zipped(tmp_path / "bomb.docx", {"word/document.xml": bomb})
    zipped(tmp_path / "empty.xlsx", {"a.txt": "no workbook"})
    docx(tmp_path / "deep.docx", deep)
    docx(tmp_path / "cut.docx", paragraph("好"))
    whole = (tmp_path / "cut.docx").read_bytes()
    (tmp_path / "cut.docx").write_bytes(whole[: len(whole) // 2])
    expected = {name: word for name, (_, word) in files.items()} | {
        "bomb.docx": "too_large",
        "empty.xlsx": "corrupt",
        "deep.docx": "corrupt",
        "cut.docx": "corrupt",
        "gone.docx": "unreachable",
    }

    assert {name: outcome(tmp_path / name) for name in expected} == expected


def test_a_password_on_a_pdf_is_told_apart_from_damage(tmp_path: Path) -> None:
    """The standard handler with a user password nobody gave."""
    locked = pdf(1).replace(
        b"/Root 1 0 R >>",
        b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1"
        b" /R 2 /P -4 /O <" + b"11" * 32 + b"> /U <" + b"22" * 32 + b"> >>"
        b" /ID [<00><00>] >>",
    )
    (tmp_path / "locked.pdf").write_bytes(locked)

    assert outcome(tmp_path / "locked.pdf") == "encrypted"


def test_an_entity_bomb_and_a_file_from_outside_are_not_expanded(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("top secret")
    body = (
        '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">'
        '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">'
        f'<!ENTITY x SYSTEM "file://{tmp_path}/secret.txt">]>'
        '<w:document xmlns:w="urn:w"><w:body><w:p><w:r><w:t>說&c;&x;</w:t></w:r></w:p></w:body>'
        "</w:document>"
    )
    file = zipped(tmp_path / "a.docx", {"word/document.xml": body})

    assert [part.text for part in read_document(file).parts] == ["說"]


def test_two_thousand_pages_are_read_and_too_many_are_cut_with_a_word(tmp_path: Path) -> None:
    (tmp_path / "long.pdf").write_bytes(pdf(2_000))

    assert len(read_document(tmp_path / "long.pdf").parts) == 2_000
    cut = read_document(tmp_path / "long.pdf", Limits(pages=300))
    assert (len(cut.parts), cut.is_cut) == (300, True)
    assert str(cut.note) == "only the first 300 of 2,000 pages were read"


def test_a_sheet_with_too_many_cells_is_cut_with_a_word(tmp_path: Path) -> None:
    rows = "".join(cells(at, "a", "b", "c") for at in range(1, 400))

    document = read_document(xlsx(tmp_path / "a.xlsx", rows), Limits(cells=800))

    assert document.is_cut
    assert "800 cells" in str(document.note)


async def word(readers: Readers, path: Path) -> str:
    try:
        return (await readers.read(path)).parts[0].text
    except DocumentUnreadable as error:
        return error.outcome


async def test_a_reader_that_hangs_is_replaced_and_the_others_go_on(tmp_path: Path) -> None:
    """The first is a pipe that nobody ever writes to."""
    os.mkfifo(tmp_path / "hangs.txt")
    good = tmp_path / "good.txt"
    good.write_text("每度十二元。")

    async with Readers(Limits(seconds=scaled(3)), count=2) as readers:
        files = (tmp_path / "hangs.txt", good, good)
        words = await asyncio.gather(*(word(readers, one) for one in files))
        words.append(await word(readers, good))

    assert words == ["took_too_long", *["每度十二元。"] * 3]


async def test_a_file_beyond_the_memory_of_its_reader_ends_there(tmp_path: Path) -> None:
    large, good = tmp_path / "large.txt", tmp_path / "good.txt"
    with large.open("wb") as file:
        file.truncate(199_000_000)
    good.write_text("每度十二元。")

    async with Readers(Limits(memory_bytes=200_000_000), count=1) as readers:
        words = [await word(readers, one) for one in (large, good)]

    assert words == ["too_large", "每度十二元。"]


async def test_a_reader_is_told_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-secret")
    (tmp_path / "a.txt").write_text("好")
    async with Readers(count=1) as readers:
        await readers.read(tmp_path / "a.txt")
        (reader,) = readers._free._queue  # type: ignore[attr-defined]
        environ = Path(f"/proc/{reader.process.pid}/environ")
        if not environ.exists():
            pytest.skip("this system does not show what a process was given")
        assert b"planted" not in environ.read_bytes()


def test_a_zip_that_lies_about_its_size_is_still_counted(tmp_path: Path) -> None:
    """What the list says is not believed: bytes are counted as they come out."""
    file = docx(tmp_path / "a.docx", paragraph("河" * 2_000_000))
    with zipfile.ZipFile(file) as archive:
        real = archive.getinfo("word/document.xml").file_size

    with pytest.raises(DocumentUnreadable) as told:
        read_document(file, Limits(unpacked_bytes=real - 1))

    assert told.value.outcome == "too_large"
