"""Documents that people hand over: kept below one folder of the desk, under names made safe.

A name is a stranger's word. It can name a place within its folder and nothing else; bytes are
counted as they come, written aside, and take their place whole or not at all.
"""

import os
import secrets
import shutil
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path, PurePosixPath

from rostra.documents.read import READERS, is_document
from rostra.errors import UsageError
from rostra.text import clean
from rostra.words import Said, message

LARGEST_FILE = 50_000_000
MOST_FILES = 5_000
_DEEPEST = 12
_LONGEST_PART = 200  # bytes; file systems allow 255, and a temporary ending needs some
# A full disk would stop the store: so much stays free.
_LEFT_FREE = 500_000_000
_ASIDE = ".incoming"


class NotTaken(UsageError):
    """A document that is not kept, with the word for why: `name`, `kind`, `size` or `full`."""

    def __init__(self, told: Said, why: str = "name") -> None:
        super().__init__(told, why)
        self.why = why


class Uploads:
    """Where the desk keeps what is handed to it."""

    def __init__(self, data: Path) -> None:
        self._root = data / "library"

    def folder(self, name: str) -> Path:
        """The folder of that name, made if there is none yet."""
        path = self._root / _part(name)
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path.resolve()

    def holds(self, path: str) -> bool:
        """Whether a folder is one of these: its files are the desk's own to delete."""
        root = self._root.resolve()
        return Path(path).parent == root and Path(path) != root

    async def take(self, folder: Path, name: str, body: AsyncIterator[bytes]) -> str:
        """Keep one file, in place of one of the same name; return its path within the folder."""
        path = safe_path(name)
        where = _within(folder, path)
        aside = self._root / _ASIDE / secrets.token_hex(12)
        aside.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            await _write(aside, body, shutil.disk_usage(self._root).free - _LEFT_FREE)
            where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            aside.replace(where)
        except (IsADirectoryError, NotADirectoryError, FileExistsError) as error:
            raise NotTaken(message("errors_documents.name_taken", name=path), "name") from error
        finally:
            aside.unlink(missing_ok=True)
        return path

    def drop(self, folder: str, path: str) -> None:
        """Delete one file, and the folders it leaves empty."""
        root = Path(folder)
        if not self.holds(folder):
            return
        where = root / safe_path(path)
        where.unlink(missing_ok=True)
        for parent in where.relative_to(root).parents:
            if str(parent) != "." and not any((root / parent).iterdir()):
                (root / parent).rmdir()

    def drop_folder(self, folder: str) -> None:
        if self.holds(folder):
            shutil.rmtree(folder, ignore_errors=True)


def safe_path(name: str) -> str:
    """A path within a folder, as it was named: no way out, nothing hidden, a kind that is read."""
    parts = [_part(part) for part in PurePosixPath(name.replace("\\", "/")).parts if part != "/"]
    if not parts or len(parts) > _DEEPEST:
        raise NotTaken(message("errors_documents.name_unusable", name=name[:120]), "name")
    path = PurePosixPath(*parts)
    if not is_document(Path(path)):
        known = " ".join(sorted(READERS))
        raise NotTaken(
            message("errors_documents.kind_not_read", name=str(path), known=known), "kind"
        )
    return str(path)


def _part(name: str) -> str:
    part = unicodedata.normalize("NFC", clean(name)).strip()
    if (
        part in ("", ".", "..")
        or part.startswith(".")
        or any(char in part for char in "/\\\0")
        or len(part.encode("utf-8", "replace")) > _LONGEST_PART
    ):
        raise NotTaken(message("errors_documents.name_unusable", name=name[:120]), "name")
    return part.encode("utf-8", "replace").decode()


def _within(folder: Path, path: str) -> Path:
    """Where it goes, links followed; what is laid in the folder by others leads nowhere else."""
    where = (folder / path).resolve()
    if not where.is_relative_to(folder.resolve()):
        raise NotTaken(message("errors_documents.name_leads_away", name=path[:120]), "name")
    return where


async def _write(aside: Path, body: AsyncIterator[bytes], room: int) -> None:
    taken = 0
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        async for block in body:
            taken += len(block)
            if taken > LARGEST_FILE:
                most = LARGEST_FILE // 1_000_000
                raise NotTaken(message("errors_documents.upload_too_large", most=most), "size")
            if taken > room:
                raise NotTaken(message("errors_documents.disk_full"), "full")
            file.write(block)
