"""A packed Office file, opened so that no more comes out of it than one file may take."""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from lxml import etree  # type: ignore[import-untyped]

from rostra.documents.document import Allowance, DocumentUnreadable
from rostra.words import message

_COMPOUND = bytes.fromhex("D0CF11E0A1B11AE1")
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_MOST_ENTRIES = 20_000
# XML packs well, but text that shrinks to a thousandth says nothing.
_WORST_RATIO = 400
_SMALL = 10_000_000


class Package:
    """Entries by name; `xml` streams one of them as events, entities and networks off."""

    def __init__(self, archive: zipfile.ZipFile, allowance: Allowance) -> None:
        self._archive = archive
        self._left = allowance.limits.unpacked_bytes
        self.names = frozenset(archive.namelist())

    def xml(self, name: str, tags: tuple[str, ...] = ()) -> Iterator[Any]:
        """The elements of an entry as they end; nothing for an entry that is not there."""
        if name not in self.names:
            return
        try:
            with self._archive.open(name) as entry:
                yield from _elements(_Counted(entry, self), tags)
        except (zipfile.BadZipFile, zlib.error, EOFError, etree.XMLSyntaxError) as error:
            raise _corrupt(error) from error
        except NotImplementedError as error:
            raise DocumentUnreadable(
                message("errors_documents.file_packed_way_nobody"), "corrupt"
            ) from error

    def spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise DocumentUnreadable(
                message("errors_documents.file_unpacks_more_than"), "too_large"
            )


class _Counted:
    def __init__(self, entry: IO[bytes], package: Package) -> None:
        self._entry = entry
        self._package = package

    def read(self, size: int = -1) -> bytes:
        data = self._entry.read(min(size, 65_536) if size > 0 else 65_536)
        self._package.spend(len(data))
        return data


def _elements(source: _Counted, tags: tuple[str, ...]) -> Iterator[Any]:
    wanted = [f"{{*}}{tag}" for tag in tags] or None
    events = etree.iterparse(
        source,
        events=("end",),
        tag=wanted,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    for _, element in events:
        yield element


@contextmanager
def open_package(path: Path, allowance: Allowance) -> Iterator[Package]:
    with path.open("rb") as file:
        head = file.read(1_000_000)
        if head.startswith(_COMPOUND):
            raise _compound(head)
        try:
            archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise _corrupt(error) from error
        with archive:
            _check(archive, allowance)
            yield Package(archive, allowance)


def _check(archive: zipfile.ZipFile, allowance: Allowance) -> None:
    """What the list of entries already gives away; the rest is counted while it is read."""
    entries = archive.infolist()
    if len(entries) > _MOST_ENTRIES:
        raise DocumentUnreadable(
            message("errors_documents.file_holds_entries", count=len(entries)), "too_large"
        )
    if any(entry.flag_bits & 1 for entry in entries):
        raise DocumentUnreadable(message("errors_documents.file_locked_password"), "encrypted")
    for entry in entries:
        is_bomb = entry.file_size > max(_SMALL, entry.compress_size * _WORST_RATIO)
        if is_bomb or entry.file_size > allowance.limits.unpacked_bytes:
            raise DocumentUnreadable(
                message(
                    "errors_documents.file_unpacks_bytes_from",
                    file_size=entry.file_size,
                    compress_size=entry.compress_size,
                ),
                "too_large",
            )


def _compound(head: bytes) -> DocumentUnreadable:
    if _LOCKED in head:
        return DocumentUnreadable(message("errors_documents.file_locked_password"), "encrypted")
    return DocumentUnreadable(message("errors_documents.office_file_old_kind"), "corrupt")


def _corrupt(error: Exception) -> DocumentUnreadable:
    return DocumentUnreadable(
        message("errors_documents.file_damaged", error=str(error)[:120]), "corrupt"
    )


def local(element: Any) -> str:
    """A tag without its namespace: strict and usual Office files differ in nothing else."""
    return str(element.tag).rpartition("}")[2]


def attribute(element: Any, name: str) -> str:
    """An attribute by its name, in whichever namespace."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return ""
