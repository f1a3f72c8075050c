"""`rostra library`: your own documents, found first and cited by page."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import Message, message, moment

if TYPE_CHECKING:
    from rostra.documents.indexing import Progress, Refreshed
    from rostra.records import LibraryFile, LibraryFolder, SourceTier
    from rostra.store import Store

app = group("library")

_TROUBLES_SHOWN = 10

FolderName = Annotated[str, typer.Argument(metavar="NAME", help="cli.library.options.foldername")]


@command(app, "add")
async def add(
    desk: Desk,
    path: Annotated[Path, typer.Argument(metavar="DIR", help="cli.library.options.path")],
    name: Annotated[str, typer.Option(help="cli.library.options.name")] = "",
    publisher: Annotated[str, typer.Option(help="cli.library.options.publisher")] = "",
    tier: Annotated[
        int | None,
        typer.Option(min=1, max=5, metavar="1-5", help="cli.library.options.tier"),
    ] = None,
    authoritative: Annotated[
        bool | None,
        typer.Option(
            "--authoritative/--not-authoritative",
            help="cli.library.options.authoritative",
        ),
    ] = None,
) -> None:
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
    desk.say(f"{folder.name}: {desk.said(_summary(done))}")


@command(app, "refresh")
async def refresh(
    desk: Desk,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="cli.library.options.names")
    ] = None,
) -> int:
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
                desk.note(f"{folder.name}: {desk.said(error.message)}")
                continue
            results[folder.name] = done
            if not desk.json:
                desk.say(f"{folder.name}: {desk.said(_summary(done))}")
    if desk.json:
        desk.give({"folders": results})
    return 0 if is_whole else 1


@command(app, "list")
async def list_(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="cli.library.options.name_2")] = "",
) -> None:
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
    rows = [_folder_row(desk, folder, files) for folder, files in zip(folders, counts, strict=True)]
    head = ("name", "tier", "publisher", "files", "unread", "indexed", "path")
    desk.table(head, rows, [""] * len(rows))
    if not rows:
        desk.note(message("cli.library.no_folders_yet"))


def _folder_row(
    desk: Desk, folder: "LibraryFolder", files: "Sequence[LibraryFile]"
) -> tuple[str, ...]:
    unread = sum(1 for file in files if file.outcome not in ("read", "cut"))
    mark = "!" if folder.is_authoritative else ""
    indexed = (
        moment(folder.indexed_at, desk.settings.zone())
        if folder.indexed_at
        else desk.word("library", "not_indexed")
    )
    path = folder.path
    if not folder.is_standing:
        path = desk.said(message("cli.library.passing", path=path))
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
    rows = [
        (desk.word("outcome", file.outcome), f"{file.parts:,}", file.path, desk.said(file.detail))
        for file in files
    ]
    tints = ["" if file.outcome == "read" else "yellow" for file in files]
    desk.table(("outcome", "parts", "file", "why"), rows, tints)


@command(app, "remove")
async def remove(desk: Desk, name: FolderName) -> None:
    from rostra.tools.library_folders import the_folder

    async with desk.store() as store:
        folder = await the_folder(store, name)
        await store.remove_library_folder(folder.name)
    if desk.json:
        desk.give({"removed": folder})
        return
    desk.say(message("cli.library.removed_files_untouched", name=folder.name, path=folder.path))


@command(app, "search")
async def search(
    desk: Desk,
    query: Annotated[str, typer.Argument(help="cli.library.options.query")],
    folder: Annotated[str, typer.Option(metavar="NAME", help="cli.library.options.folder")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100, help="cli.library.options.limit")] = 10,
) -> None:
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
        desk.note(message("cli.library.library_no_folder"))
    elif not shown:
        desk.note(message("cli.library.nothing_matches_fewer_other"))


@command(app, "read")
async def read(
    desk: Desk,
    url: Annotated[str, typer.Argument(metavar="ADDRESS", help="cli.library.options.url")],
) -> None:
    from rostra.errors import OutsideError, UsageError
    from rostra.tools.library import open_part, part_title

    async with desk.store() as store:
        try:
            file, part = await open_part(store, url)
        except OutsideError as error:
            raise UsageError(error.message) from error
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
            desk.note(message("cli.library.library", name=folder.name, summary=_summary(done)))
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
        desk.note(f"{desk.word('outcome', file.outcome)}: {file.path}: {desk.said(file.detail)}")
    if (more := len(done.troubled) - _TROUBLES_SHOWN) > 0:
        desk.note(message("cli.library.more_rostra_library_list", more=more, name=folder.name))
    return done


def _summary(done: "Refreshed") -> Message:
    whole = done.outcomes["read"] + done.outcomes["cut"]
    unread = done.read - whole
    return message(
        "cli.library.summary",
        whole=whole,
        parts=done.parts,
        unread=unread or None,
        unchanged=done.unchanged or None,
        retired=done.retired or None,
        skipped=done.skipped or None,
    )


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
