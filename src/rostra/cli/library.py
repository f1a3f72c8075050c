"""`rostra library`: your own documents, found first and cited by page."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

if TYPE_CHECKING:
    from rostra.documents.indexing import Progress, Refreshed
    from rostra.records import LibraryFile, LibraryFolder, SourceTier
    from rostra.store import Store

app = group("library")

_TROUBLES_SHOWN = 10

FolderName = Annotated[str, typer.Argument(metavar="NAME", help="The folder's name or path.")]


@command(app, "add")
async def add(
    desk: Desk,
    path: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of documents.")],
    name: Annotated[
        str, typer.Option(help="What citations call it; else the name of the folder.")
    ] = "",
    publisher: Annotated[
        str, typer.Option(help="Who speaks in these documents; else the folder's name.")
    ] = "",
    tier: Annotated[
        int | None,
        typer.Option(min=1, max=5, metavar="1-5", help="1 is believed most, 5 least; else 2."),
    ] = None,
    authoritative: Annotated[
        bool | None,
        typer.Option(
            "--authoritative/--not-authoritative",
            help="Whether its figures stand without a second source.",
        ),
    ] = None,
) -> None:
    """Add a folder, or read again what changed in one that is there.

    PDF, DOCX, XLSX, CSV, HTML, Markdown and text, in all folders below it. The documents stay where
    they are. It may be interrupted: the next time it goes on where it stopped.
    """
    from datetime import UTC, datetime

    from rostra.tools.library_folders import add_folder

    async with desk.store() as store:
        folder = await add_folder(
            store,
            path,
            datetime.now(UTC),
            name=name,
            publisher=publisher,
            tier=cast("SourceTier | None", tier),
            is_authoritative=authoritative,
        )
        done = await refresh_folder(desk, store, folder)
    if desk.json:
        desk.give({"folder": folder, "refreshed": done})
        return
    desk.say(f"{folder.name}: {_summary(done)}")


@command(app, "refresh")
async def refresh(
    desk: Desk,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Which folders; else all.")
    ] = None,
) -> int:
    """Read what is new or changed, and retire what is gone."""
    from rostra.errors import SetupError
    from rostra.tools.library_folders import the_folder

    results: dict[str, object] = {}
    is_whole = True
    async with desk.store() as store:
        known = await store.library_folders()
        for folder in [await the_folder(store, name) for name in names] if names else known:
            try:
                done = await refresh_folder(desk, store, folder)
            except SetupError as error:
                # One folder on a disk that is not there must not keep the others old.
                is_whole = False
                results[folder.name] = {"error": str(error)}
                desk.note(f"{folder.name}: {error}")
                continue
            results[folder.name] = done
            if not desk.json:
                desk.say(f"{folder.name}: {_summary(done)}")
    if desk.json:
        desk.give({"folders": results})
    return 0 if is_whole else 1


@command(app, "list")
async def list_(
    desk: Desk,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A folder, to see the files in it.")
    ] = "",
) -> None:
    """List the folders of the library, or the files of one and how reading them went."""
    from rostra.tools.library_folders import the_folder

    async with desk.store() as store:
        if name:
            _list_files(desk, await store.library_files((await the_folder(store, name)).name))
            return
        folders = await store.library_folders()
        counts = [await store.library_files(folder.name) for folder in folders]
    if desk.json:
        desk.give({"folders": folders})
        return
    rows = [_folder_row(folder, files) for folder, files in zip(folders, counts, strict=True)]
    head = ("NAME", "TIER", "PUBLISHER", "FILES", "UNREAD", "INDEXED", "PATH")
    desk.table(head, rows, [""] * len(rows))
    if not rows:
        desk.note("No folders yet. Add one: rostra library add DIR")


def _folder_row(folder: "LibraryFolder", files: "Sequence[LibraryFile]") -> tuple[str, ...]:
    unread = sum(1 for file in files if file.outcome not in ("read", "cut"))
    mark = "!" if folder.is_authoritative else ""
    indexed = f"{folder.indexed_at:%Y-%m-%d %H:%M}" if folder.indexed_at else "not yet"
    path = folder.path if folder.is_standing else f"{folder.path} (for single runs)"
    return (
        folder.name,
        f"{folder.tier}{mark}",
        folder.publisher,
        f"{len(files):,}",
        f"{unread:,}",
        indexed,
        path,
    )


def _list_files(desk: Desk, files: "Sequence[LibraryFile]") -> None:
    if desk.json:
        desk.give({"files": files})
        return
    rows = [(file.outcome, f"{file.parts:,}", file.path, file.detail) for file in files]
    tints = ["" if file.outcome == "read" else "yellow" for file in files]
    desk.table(("OUTCOME", "PARTS", "FILE", "WHY"), rows, tints)


@command(app, "remove")
async def remove(desk: Desk, name: FolderName) -> None:
    """Take a folder out of the library.

    Its files stay where they are, and evidence that reports cite stays as it was read.
    """
    from rostra.tools.library_folders import the_folder

    async with desk.store() as store:
        folder = await the_folder(store, name)
        await store.remove_library_folder(folder.name)
    if desk.json:
        desk.give({"removed": folder})
        return
    desk.say(f"Removed {folder.name}. The files in {folder.path} are untouched.")


@command(app, "search")
async def search(
    desk: Desk,
    query: Annotated[str, typer.Argument(help="Words to look for, in any language.")],
    folder: Annotated[str, typer.Option(metavar="NAME", help="Only in this folder.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many pages at most.")] = 10,
) -> None:
    """Find pages of your documents, with the address that opens each."""
    from rostra.tools.library import shown_hit
    from rostra.tools.library_folders import the_folder

    async with desk.store() as store:
        folders = [await the_folder(store, folder)] if folder else await store.library_folders()
        hits = await store.search_library(query, [one.name for one in folders], limit)
    by_name = {one.name: one for one in folders}
    shown = [shown_hit(query, hit, by_name[hit.file.folder]) for hit in hits]
    if desk.json:
        desk.give({"hits": shown})
        return
    for hit in shown:
        desk.say(f"{hit.title}\n  {hit.url}\n  {' '.join(hit.snippet.split())}\n")
    if not folders:
        desk.note("The library has no folder. Add one: rostra library add DIR")
    elif not shown:
        desk.note("Nothing matches. Fewer or other words may.")


@command(app, "read")
async def read(
    desk: Desk,
    url: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="As a citation has it: library://…#page=3")
    ],
) -> None:
    """Show the page, sheet or section a citation points at, as it was read."""
    from rostra.errors import OutsideError, UsageError
    from rostra.tools.library import open_part, part_title

    async with desk.store() as store:
        try:
            file, part = await open_part(store, url)
        except OutsideError as error:
            raise UsageError(str(error)) from error
        folders = {folder.name: folder for folder in await store.library_folders()}
    where = Path(folders[file.folder].path) / file.path
    if desk.json:
        desk.give({"file": file, "part": part, "path": where})
        return
    desk.note(f"{part_title(file, part)} ({where})")
    desk.say(part.text)


async def open_for_run(desk: Desk, paths: "Sequence[Path]") -> list[str]:
    """Read folders that only one run will look into; give their names."""
    from datetime import UTC, datetime

    from rostra.tools.library_folders import add_folder

    names = []
    async with desk.store() as store:
        for path in paths:
            folder = await add_folder(store, path, datetime.now(UTC), is_standing=False)
            done = await refresh_folder(desk, store, folder)
            desk.note(f"Library {folder.name}: {_summary(done)}")
            names.append(folder.name)
    return names


async def refresh_folder(desk: Desk, store: "Store", folder: "LibraryFolder") -> "Refreshed":
    from datetime import UTC, datetime

    from rostra.documents import Readers
    from rostra.documents import refresh as refresh_index

    async with Readers() as readers:
        with _progress(desk, folder.name) as progress:
            done = await refresh_index(folder, store, readers, lambda: datetime.now(UTC), progress)
    for file in done.troubled[:_TROUBLES_SHOWN]:
        desk.note(f"{file.outcome}: {file.path}: {file.detail}")
    if (more := len(done.troubled) - _TROUBLES_SHOWN) > 0:
        desk.note(f"… and {more:,} more: rostra library list {folder.name}")
    return done


def _summary(done: "Refreshed") -> str:
    whole = done.outcomes["read"] + done.outcomes["cut"]
    unread = done.read - whole
    told = [f"{whole:,} files read ({done.parts:,} pages and sections)"]
    told += [f"{unread:,} could not be read"] if unread else []
    told += [f"{done.unchanged:,} unchanged"] if done.unchanged else []
    told += [f"{done.retired:,} gone"] if done.retired else []
    told += [f"{done.skipped:,} of other kinds left out"] if done.skipped else []
    return ", ".join(told) + "."


@contextmanager
def _progress(desk: Desk, name: str) -> "Iterator[Progress | None]":
    """A bar on the screen; nothing where nobody watches."""
    if desk.quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from rostra.cli.text import short

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[file]}", markup=False),
        console=Console(stderr=True, no_color=not desk.settings.allow_colour),
        transient=True,
    )
    with bar:
        task = bar.add_task(short(name, 30), total=None, file="")

        def tell(done: int, total: int, path: str) -> None:
            bar.update(task, completed=done, total=total, file=short(path, 40))

        yield tell
