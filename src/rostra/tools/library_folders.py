"""Which folders the library has: added by path, known by a name that citations carry."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from rostra.errors import UsageError
from rostra.records import LibraryFolder, SourceTier
from rostra.text import clean
from rostra.words import message

# Documents of one's own are believed like an established paper until their owner says otherwise.
USUAL_TIER: SourceTier = 2
_LONGEST_NAME = 60
_NOT_IN_NAMES = re.compile(r"[\s/\\#?%:]+")


class Shelf(Protocol):
    async def library_folders(self) -> list[LibraryFolder]: ...
    async def put_library_folder(self, folder: LibraryFolder) -> None: ...


async def add_folder(
    store: Shelf,
    path: Path,
    now: datetime,
    *,
    name: str = "",
    publisher: str = "",
    tier: SourceTier | None = None,
    is_authoritative: bool | None = None,
    is_standing: bool = True,
    added_by: str = "",
) -> LibraryFolder:
    """Note a folder, or change what is known of one; what is not given stays as it is."""
    root = _checked(path)
    folders = await store.library_folders()
    known = next((one for one in folders if one.path == str(root)), None)
    if known is None:
        known = LibraryFolder(
            name=_new_name(name or root.name, folders, is_given=bool(name)),
            path=str(root),
            publisher="",
            tier=1 if is_authoritative else USUAL_TIER,
            added_at=now,
            is_standing=is_standing,
            added_by=added_by,
        )
    elif name and name != known.name:
        raise UsageError(message("errors_tools.library_already", root=str(root), name=known.name))
    folder = replace(
        known,
        publisher=_tidy(publisher) or known.publisher or known.name,
        tier=known.tier if tier is None else tier,
        is_authoritative=(known.is_authoritative if is_authoritative is None else is_authoritative),
        is_standing=known.is_standing or is_standing,
    )
    await store.put_library_folder(folder)
    return folder


async def the_folder(store: Shelf, name: str) -> LibraryFolder:
    """The folder of that name, or at that path."""
    folders = await store.library_folders()
    by_path = _absolute(name)
    for folder in folders:
        if name == folder.name or by_path == folder.path:
            return folder
    known = ", ".join(folder.name for folder in folders) or message("errors_tools.none_yet")
    raise UsageError(message("errors_tools.library_no_folder", name=repr(name[:80]), known=known))


def _absolute(name: str) -> str:
    """The name as a path, whether or not there is still something at it."""
    try:
        return str(Path(name).expanduser().resolve())
    except (OSError, RuntimeError, ValueError):
        return name


def _checked(path: Path) -> Path:
    try:
        root = path.expanduser().resolve()
        is_folder = root.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(message("errors_tools.cannot_opened_folder", path=str(path))) from error
    if not is_folder:
        code = "errors_tools.is_file" if root.exists() else "errors_tools.not_there"
        raise UsageError(message(code, path=str(path)))
    return root


def folder_name(wanted: str) -> str:
    """A name as addresses carry it."""
    return _NOT_IN_NAMES.sub("-", clean(wanted)).strip("-.")[:_LONGEST_NAME] or "library"


def _new_name(wanted: str, folders: Sequence[LibraryFolder], *, is_given: bool) -> str:
    base = folder_name(wanted)
    taken = {folder.name for folder in folders}
    if base not in taken:
        return base
    if is_given:
        raise UsageError(message("errors_tools.another_folder_called", base=base))
    return next(f"{base}-{n}" for n in range(2, len(taken) + 3) if f"{base}-{n}" not in taken)


def _tidy(text: str) -> str:
    return " ".join(clean(text).split())[:120]
