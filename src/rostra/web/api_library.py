"""`/api/library`: documents that people bring to the desk, and how reading each went."""

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from rostra.documents import Uploads, bring_up
from rostra.documents.uploads import MOST_FILES, NotTaken
from rostra.errors import UsageError
from rostra.records import (
    FileOutcome,
    LibraryChanged,
    LibraryFile,
    LibraryFolder,
    NewEvent,
    SourceTier,
)
from rostra.tools.library_folders import add_folder, folder_name
from rostra.web.answers import Json, Refused, missing
from rostra.web.desk import Asker, AtDesk, InLanguage, WebDesk, moment
from rostra.web.promises import gives
from rostra.words import Language, message, say

routes = APIRouter(prefix="/api", tags=["library"])
# What happens to documents belongs to no run: it has a log of its own under this name.
LOG = "library"
_STATUS = {"name": 400, "kind": 415, "size": 413, "full": 507}
_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
Name = Annotated[str, Query(min_length=1, max_length=200)]
Where = Annotated[str, Query(min_length=1, max_length=4_000)]


@dataclass(frozen=True, slots=True)
class ShelvedFolder:
    """A folder of the library; what is `uploaded` is the desk's own and can be deleted here."""

    name: str
    publisher: str
    tier: int
    is_authoritative: bool
    is_uploaded: bool
    added_by: str
    files: int
    read: int


@dataclass(frozen=True, slots=True)
class ShelvedFile:
    """How reading a file went; `parts` are the pages, sheets or sections that can be cited."""

    path: str
    size: int
    outcome: FileOutcome
    parts: int
    detail: str


class ToldOfFolder(BaseModel):
    """What is not given stays as it is."""

    model_config = ConfigDict(extra="forbid")

    publisher: str | None = Field(default=None, min_length=1, max_length=120, pattern=r"\S")
    tier: int | None = Field(default=None, ge=1, le=5)
    is_authoritative: bool | None = None


@routes.get("/library", responses=gives({"folders": list[ShelvedFolder]}, "By name."))
async def list_folders(desk: AtDesk) -> Response:
    return Json({"folders": await shelved(desk)})


async def shelved(desk: WebDesk) -> list[ShelvedFolder]:
    return [
        _shelved(desk, one, await desk.store.library_files(one.name))
        for one in await desk.store.library_folders()
    ]


def _shelved(desk: WebDesk, one: LibraryFolder, files: list[LibraryFile]) -> ShelvedFolder:
    read = sum(1 for file in files if file.outcome in ("read", "cut"))
    return ShelvedFolder(
        one.name,
        one.publisher,
        one.tier,
        one.is_authoritative,
        uploads(desk).holds(one.path),
        one.added_by,
        len(files),
        read,
    )


def uploads(desk: WebDesk) -> Uploads:
    return Uploads(desk.house.settings.data)


@routes.post(
    "/library",
    status_code=201,
    openapi_extra=_BODY,
    responses=gives(
        {"folder": ShelvedFolder, "file": ShelvedFile},
        "Kept, and read as far as it can be.",
        status=201,
        refuses=[400, 409, 415, 507],
    ),
)
async def add_document(
    request: Request, desk: AtDesk, who: Asker, language: InLanguage, folder: Name, path: Where
) -> Response:
    """Keep one document, sent as the body, and read it; one of the same path is replaced."""
    shelf = uploads(desk)
    try:
        root = await _uploaded_folder(desk, folder, who)
        place = await shelf.take(shelf.folder(root.name), path, request.stream())
    except NotTaken as error:
        raise Refused(error.message, _STATUS[error.why], error.why) from error
    file = await bring_up(root, place, desk.store, desk.readers, moment)
    await _note(desk, LibraryChanged("added", root.name, place, who, file.outcome))
    return Json(
        {
            "folder": _shelved(desk, root, await desk.store.library_files(root.name)),
            "file": told_file(file, language),
        },
        status_code=201,
    )


async def _uploaded_folder(desk: WebDesk, wanted: str, who: str) -> LibraryFolder:
    """The desk's own folder of that name; one that lies elsewhere is not written to."""
    name = folder_name(wanted)
    async with desk.busy:
        known = {one.name: one for one in await desk.store.library_folders()}
        if name in known:
            if not uploads(desk).holds(known[name].path):
                raise Refused(message("errors_web.folder_elsewhere", name=name), 409, "elsewhere")
            if len(await desk.store.library_files(name)) >= MOST_FILES:
                raise NotTaken(message("errors_documents.folder_full", most=MOST_FILES), "full")
            return known[name]
        path = uploads(desk).folder(name)
        return await add_folder(desk.store, path, moment(), name=name, added_by=who)


@routes.get(
    "/library/{name}",
    responses=gives(
        {"folder": ShelvedFolder, "files": list[ShelvedFile]}, "By path.", refuses=[404]
    ),
)
async def show_folder(desk: AtDesk, language: InLanguage, name: str) -> Response:
    folder = await the_folder(desk, name)
    files = await desk.store.library_files(folder.name)
    told = [told_file(one, language) for one in files]
    return Json({"folder": _shelved(desk, folder, files), "files": told})


@routes.put(
    "/library/{name}",
    responses=gives({"folder": ShelvedFolder}, "As it is kept.", refuses=[400, 404]),
)
async def tell_folder(desk: AtDesk, who: Asker, name: str, given: ToldOfFolder) -> Response:
    """Say who speaks in a folder and how far they are believed; that holds in every mode."""
    folder = await the_folder(desk, name)
    publisher = " ".join((given.publisher or "").split())
    folder = replace(
        folder,
        publisher=publisher or folder.publisher,
        tier=cast("SourceTier", given.tier or folder.tier),
        is_authoritative=(
            folder.is_authoritative if given.is_authoritative is None else given.is_authoritative
        ),
    )
    await desk.store.put_library_folder(folder)
    await _note(desk, LibraryChanged("told", folder.name, "", who))
    return Json({"folder": _shelved(desk, folder, await desk.store.library_files(folder.name))})


@routes.delete(
    "/library/{name}",
    responses=gives({"removed": Literal["folder", "file"]}, "Gone.", refuses=[400, 404, 409]),
)
async def remove(
    desk: AtDesk,
    who: Asker,
    name: str,
    path: Annotated[str, Query(max_length=4_000)] = "",
) -> Response:
    """Take a folder out of the library, or one file of it; evidence that was cited stays.

    Files that were brought here are deleted. Those of a folder elsewhere are left alone, and one of
    them alone cannot be taken out: the next reading would bring it back.
    """
    folder = await the_folder(desk, name)
    shelf = uploads(desk)
    if path:
        if await desk.store.library_file(folder.name, path) is None:
            raise missing("file", path)
        if not shelf.holds(folder.path):
            raise Refused(message("errors_web.folder_elsewhere", name=name), 409, "elsewhere")
        try:
            await asyncio.to_thread(shelf.drop, folder.path, path)
        except NotTaken as error:
            raise UsageError(error.message) from error
        await desk.store.remove_library_files(folder.name, [path])
    else:
        await desk.store.remove_library_folder(folder.name)
        await asyncio.to_thread(shelf.drop_folder, folder.path)
    await _note(desk, LibraryChanged("removed", folder.name, path, who))
    return Json({"removed": "file" if path else "folder"})


async def the_folder(desk: WebDesk, name: str) -> LibraryFolder:
    for folder in await desk.store.library_folders():
        if folder.name == name:
            return folder
    raise missing("folder", name)


def told_file(file: LibraryFile, language: Language) -> ShelvedFile:
    return ShelvedFile(file.path, file.size, file.outcome, file.parts, say(file.detail, language))


async def _note(desk: WebDesk, change: LibraryChanged) -> None:
    await desk.store.append_events([NewEvent(LOG, secrets.token_hex(12), moment(), change)])
