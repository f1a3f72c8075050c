"""Keep the index of a folder as the folder is: read what is new or changed, retire what is gone.

A file that looks as it did (size and time) is not opened; one that looks different is hashed, and
read only if its bytes changed. Every file is one transaction, so an index that was interrupted is
whole as far as it came, and the next refresh goes on from there.
"""

import asyncio
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from rostra.documents.document import Document, DocumentUnreadable
from rostra.documents.read import is_document
from rostra.errors import SetupError
from rostra.records import LibraryFile, LibraryFolder, LibraryPart
from rostra.words import message

# Raised when readers learn something that is worth reading every file again for.
READER_EDITION = 1
# A file written to while it was read may look the same a moment later.
_SETTLED = timedelta(seconds=2)
_BLOCK = 1 << 20


class Shelf(Protocol):
    async def library_files(self, folder: str) -> list[LibraryFile]: ...
    async def put_library_file(self, file: LibraryFile, parts: Sequence[LibraryPart]) -> None: ...
    async def touch_library_file(self, file: LibraryFile) -> None: ...
    async def remove_library_files(self, folder: str, paths: Sequence[str]) -> None: ...
    async def note_library_indexed(self, name: str, at: datetime) -> None: ...


class Reader(Protocol):
    @property
    def count(self) -> int: ...
    async def read(self, path: Path) -> Document: ...


# Called after each file: how many are done, of how many, and which it was.
Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class Refreshed:
    """What a refresh did; `troubled` are the files that gave less than their whole text."""

    read: int = 0
    unchanged: int = 0
    retired: int = 0
    skipped: int = 0
    parts: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    troubled: list[LibraryFile] = field(default_factory=list)

    def note(self, file: LibraryFile) -> None:
        self.read += 1
        self.parts += file.parts
        self.outcomes[file.outcome] += 1
        if file.outcome != "read" or file.detail:
            self.troubled.append(file)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a walk over a folder found."""

    files: dict[str, os.stat_result]
    unread: tuple[str, ...]  # folders that could not be looked into
    skipped: int  # files of other kinds, and links


async def refresh(
    folder: LibraryFolder,
    shelf: Shelf,
    reader: Reader,
    clock: Callable[[], datetime],
    progress: Progress | None = None,
) -> Refreshed:
    """Bring the index of a folder up to date; a folder that is not there is left as it was."""
    root = Path(folder.path)
    seen = await asyncio.to_thread(look_into, root)
    known = {file.path: file for file in await shelf.library_files(folder.name)}
    done = Refreshed(skipped=seen.skipped)
    gone = [path for path in known if path not in seen.files and not _is_under(path, seen.unread)]
    await shelf.remove_library_files(folder.name, gone)
    done.retired = len(gone)
    pending = [path for path, stat in seen.files.items() if not _is_same(known.get(path), stat)]
    done.unchanged = len(seen.files) - len(pending)
    work = _Work(folder, root, shelf, reader, clock)
    todo = iter(pending)

    async def serve() -> None:
        for path in todo:
            file = await work.bring_up(path, seen.files[path], known.get(path))
            if file is None:
                done.unchanged += 1
            else:
                done.note(file)
            if progress is not None:
                progress(done.read + done.unchanged, len(seen.files), path)

    # Twice as many as there are readers: each has its next file waiting while results are written.
    await _all_or_none(serve() for _ in range(min(2 * reader.count, len(pending))))
    await shelf.note_library_indexed(folder.name, clock())
    return done


async def bring_up(
    folder: LibraryFolder, path: str, shelf: Shelf, reader: Reader, clock: Callable[[], datetime]
) -> LibraryFile:
    """Read one file of a folder and keep it, whatever is known of it."""
    root = Path(folder.path)
    stat = await asyncio.to_thread((root / path).lstat)
    file = await _Work(folder, root, shelf, reader, clock).bring_up(path, stat, None)
    assert file is not None  # only what is known can be unchanged
    await shelf.note_library_indexed(folder.name, clock())
    return file


@dataclass(frozen=True, slots=True)
class _Work:
    folder: LibraryFolder
    root: Path
    shelf: Shelf
    reader: Reader
    clock: Callable[[], datetime]

    async def bring_up(
        self, path: str, stat: os.stat_result, known: LibraryFile | None
    ) -> LibraryFile | None:
        """Read one file and keep it; None when only its time had changed."""
        file = LibraryFile(
            folder=self.folder.name,
            path=path,
            sha256="",
            size=stat.st_size,
            modified_ns=stat.st_mtime_ns,
            outcome="read",
            read_at=self.clock(),
            title=Path(path).stem,
            edition=READER_EDITION,
        )
        parts: tuple[LibraryPart, ...] = ()
        try:
            sha256 = await _hash(self.root / path, stat.st_size)
            file = replace(file, sha256=sha256)
            if known and known.sha256 == sha256 and known.edition == READER_EDITION:
                await self.shelf.touch_library_file(
                    replace(known, modified_ns=stat.st_mtime_ns, read_at=self.clock())
                )
                return None
            document = await self.reader.read(self.root / path)
        except DocumentUnreadable as error:
            file = replace(file, outcome=error.outcome, detail=error.message)
        else:
            parts = document.parts
            file = replace(
                file,
                outcome="cut" if document.is_cut else "read",
                detail=document.note,
                title=f"{file.title} {document.title}".strip()[:300],
                parts=len(parts),
            )
        await self.shelf.put_library_file(file, parts)
        return file


async def _all_or_none(work: Iterable[Coroutine[None, None, None]]) -> None:
    """Like gather, but nothing goes on once one has failed or the caller is gone."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def look_into(root: Path) -> Seen:
    """Every document below a folder, by its path with forward slashes; links are not followed."""
    if not root.is_dir():
        raise SetupError(message("errors_documents.folder_not", root=str(root)))
    files: dict[str, os.stat_result] = {}
    unread: list[str] = []
    skipped = 0
    for path, found in _walk(root, ""):
        if found is None:
            if not path:
                raise SetupError(
                    message("errors_documents.folder_cannot_looked_into", root=str(root))
                )
            unread.append(path)
        elif found.is_symlink() or not found.is_file() or not is_document(Path(found.name)):
            skipped += 1
        else:
            try:
                files[path] = found.stat(follow_symlinks=False)
            except OSError:
                unread.append(path)
    return Seen(dict(sorted(files.items())), tuple(unread), skipped)


def _walk(root: Path, below: str) -> Iterator[tuple[str, os.DirEntry[str] | None]]:
    """Entries with their paths; None for a folder that cannot be read. Hidden ones are left out."""
    pending = [below]
    while pending:
        where = pending.pop()
        try:
            with os.scandir(root / where) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            yield where, None
            continue
        for entry in listed:
            path = f"{where}/{entry.name}" if where else entry.name
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                pending.append(path)
            else:
                yield path, entry


def _is_under(path: str, folders: Sequence[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def _is_same(known: LibraryFile | None, stat: os.stat_result) -> bool:
    if known is None or known.edition != READER_EDITION or known.outcome == "unreachable":
        return False
    looks_same = (known.size, known.modified_ns) == (stat.st_size, stat.st_mtime_ns)
    settled = (known.read_at - _SETTLED).timestamp() > known.modified_ns / 1e9
    return looks_same and settled


async def _hash(path: Path, size: int) -> str:
    if size > _BLOCK:
        return await asyncio.to_thread(_hash_now, path)
    return _hash_now(path)


def _hash_now(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise DocumentUnreadable(
            message("errors_documents.file_cannot_opened", why=why), "unreachable"
        ) from error
