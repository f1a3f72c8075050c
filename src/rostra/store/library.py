"""The user's own documents: a file and its parts are one transaction, found by text at once."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from rostra.errors import UnreadableRecord
from rostra.records import LibraryFile, LibraryFolder, LibraryHit, LibraryPart, loads
from rostra.store.contents import pack, unpack_sized
from rostra.store.database import Ask, Many, Row, Script
from rostra.store.search import Document, SearchShelf, tokenize
from rostra.store.texts import key_text, record_json, whole
from rostra.words import message

_PART = "p.place, p.heading, p.packing, p.size, p.data"
# How many files one transaction lets go of: a large folder must not hold up everybody else.
_AT_ONCE = 100


class LibraryShelf(SearchShelf):
    async def put_library_folder(self, folder: LibraryFolder) -> None:
        await self._db.execute(
            "INSERT INTO library_folders (name, body) VALUES ($1, $2)"
            " ON CONFLICT (name) DO UPDATE SET body = excluded.body",
            key_text(folder.name),
            record_json(folder),
        )

    async def library_folders(self) -> list[LibraryFolder]:
        rows = await self._db.fetch("SELECT body FROM library_folders ORDER BY name")
        return [_of_kind(LibraryFolder, row[0]) for row in rows]

    async def note_library_indexed(self, name: str, at: datetime) -> None:
        def script() -> Script[None]:
            rows = yield Ask(
                f"SELECT body FROM library_folders WHERE name = $1{self._db.locked}",
                (key_text(name),),
            )
            if rows:
                folder = replace(_of_kind(LibraryFolder, rows[0][0]), indexed_at=at)
                yield Ask(
                    "UPDATE library_folders SET body = $2 WHERE name = $1",
                    (key_text(name), record_json(folder)),
                )

        await self._db.write(script)

    async def remove_library_folder(self, name: str) -> bool:
        """Files go first, some at a time; an interrupted removal is finished by the next."""
        while paths := await self._some_paths(name):
            await self.remove_library_files(name, paths)
        gone = await self._db.execute(
            "DELETE FROM library_folders WHERE name = $1 RETURNING name", key_text(name)
        )
        return bool(gone)

    async def _some_paths(self, folder: str) -> list[str]:
        rows = await self._db.fetch(
            "SELECT body FROM library_files WHERE folder = $1 LIMIT $2", key_text(folder), _AT_ONCE
        )
        return [_of_kind(LibraryFile, row[0]).path for row in rows]

    async def library_files(self, folder: str) -> list[LibraryFile]:
        rows = await self._db.fetch(
            "SELECT body FROM library_files WHERE folder = $1 ORDER BY path", key_text(folder)
        )
        return [_of_kind(LibraryFile, row[0]) for row in rows]

    async def library_file(self, folder: str, path: str) -> LibraryFile | None:
        rows = await self._db.fetch(
            "SELECT body FROM library_files WHERE folder = $1 AND path = $2",
            key_text(folder),
            key_text(path),
        )
        return _of_kind(LibraryFile, rows[0][0]) if rows else None

    async def put_library_file(self, file: LibraryFile, parts: Sequence[LibraryPart]) -> None:
        """Keep a file and its parts in place of what was known of it, ready to be found."""
        folder, path = key_text(file.folder), key_text(file.path)
        ids = [_part_id(file.folder, file.path, part.place) for part in parts]
        kind = library_kind(file.folder)
        documents = [
            Document(one, kind, f"{file.title} {part.heading}", part.text)
            for one, part in zip(ids, parts, strict=True)
        ]
        ready = sorted(await tokenize(documents), key=lambda tokens: tokens[:2])
        rows = [
            (one, folder, path, position, *_part_row(part))
            for position, (one, part) in enumerate(zip(ids, parts, strict=True))
        ]

        def script() -> Script[None]:
            kept = set(ids)
            old = yield from _part_ids(folder, path)
            gone = [one for one in old if one not in kept]
            yield from self._db.index.remove(key_text(kind), gone)
            yield Ask("DELETE FROM library_parts WHERE folder = $1 AND path = $2", (folder, path))
            yield Ask(
                "INSERT INTO library_files (folder, path, body) VALUES ($1, $2, $3)"
                " ON CONFLICT (folder, path) DO UPDATE SET body = excluded.body",
                (folder, path, record_json(file)),
            )
            yield Many(
                "INSERT INTO library_parts"
                " (id, folder, path, position, place, heading, packing, size, data)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                rows,
            )
            for tokens in ready:
                yield from self._db.index.put(tokens)

        await self._db.write(script)

    async def touch_library_file(self, file: LibraryFile) -> None:
        """Note of a file that is known and unchanged how it looks now; its parts stay."""
        await self._db.execute(
            "UPDATE library_files SET body = $3 WHERE folder = $1 AND path = $2",
            key_text(file.folder),
            key_text(file.path),
            record_json(file),
        )

    async def remove_library_files(self, folder: str, paths: Sequence[str]) -> None:
        name, kind = key_text(folder), key_text(library_kind(folder))
        keys = [key_text(path) for path in paths]

        def script(some: list[str]) -> Script[None]:
            for path in some:
                ids = yield from _part_ids(name, path)
                yield from self._db.index.remove(kind, ids)
                where = "WHERE folder = $1 AND path = $2"
                yield Ask(f"DELETE FROM library_parts {where}", (name, path))
                yield Ask(f"DELETE FROM library_files {where}", (name, path))

        for first in range(0, len(keys), _AT_ONCE):
            some = keys[first : first + _AT_ONCE]
            await self._db.write(partial(script, some))

    async def library_parts(self, folder: str, path: str) -> list[LibraryPart]:
        rows = await self._db.fetch(
            f"SELECT {_PART} FROM library_parts p WHERE folder = $1 AND path = $2"
            " ORDER BY position",
            key_text(folder),
            key_text(path),
        )
        return [_part(row) for row in rows]

    async def search_library(
        self, query: str, folders: Sequence[str], limit: int = 10
    ) -> list[LibraryHit]:
        """The best parts for a query within the named folders."""
        kinds = [library_kind(folder) for folder in folders]
        if not kinds:
            return []
        hits = await self.search(query, kinds=kinds, limit=whole(limit))
        rows = await self._db.fetch(
            f"SELECT p.id, {_PART}, f.body FROM library_parts p JOIN library_files f"
            " ON f.folder = p.folder AND f.path = p.path"
            f" WHERE {self._db.among('p.id', 1)}",
            [hit.id for hit in hits],
        )
        found = {row[0]: (_of_kind(LibraryFile, row[6]), _part(row[1:6])) for row in rows}
        return [LibraryHit(*found[hit.id], hit.score) for hit in hits if hit.id in found]


def library_kind(folder: str) -> str:
    """Each folder is a kind of its own in the text index, so that a search may be within it."""
    return f"library:{folder}"


def _part_ids(folder: str, path: str) -> Script[list[str]]:
    rows = yield Ask("SELECT id FROM library_parts WHERE folder = $1 AND path = $2", (folder, path))
    return [row[0] for row in rows]


def _part_id(folder: str, path: str, place: str) -> str:
    named = f"{folder}\0{path}\0{place}"
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _part_row(part: LibraryPart) -> tuple[str, str, str, int, bytes]:
    data = part.text.encode("utf-8", "replace")
    packed = pack(data)
    return key_text(part.place), key_text(part.heading), packed.packing, len(data), packed.data


def _part(row: Row) -> LibraryPart:
    place, heading, packing, size, data = row
    return LibraryPart(place, unpack_sized(packing, size, data).decode("utf-8", "replace"), heading)


def _of_kind(kind: type[Any], body: str) -> Any:
    value = loads(body)
    if not isinstance(value, kind):
        raise UnreadableRecord(message("errors_store.row_library_holds_something"))
    return value
