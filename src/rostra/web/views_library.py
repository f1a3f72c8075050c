"""The library in the browser: drop documents, see what was read, ask about them."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from rostra.documents import READERS
from rostra.documents.uploads import LARGEST_FILE
from rostra.events import worded
from rostra.web.api_library import LOG, shelved, the_folder, told_file
from rostra.web.desk import AtDesk, InLanguage
from rostra.web.pages import page

routes = APIRouter(include_in_schema=False)
_LAST = 12


@routes.get("/library")
async def library(request: Request, desk: AtDesk, language: InLanguage) -> Response:
    last = await desk.store.last_event_id(LOG) or 0
    events = await desk.store.events_after(LOG, max(0, last - _LAST))
    return page(
        request,
        "library.html",
        folders=await shelved(desk),
        folder=None,
        files=[],
        events=[worded(one, language) for one in reversed(events)],
        endings=sorted(READERS),
        largest=LARGEST_FILE,
        has_worker=await desk.remote.is_worker_there(),
    )


@routes.get("/library/{name}")
async def folder(request: Request, desk: AtDesk, language: InLanguage, name: str) -> Response:
    known = await the_folder(desk, name)
    files = await desk.store.library_files(known.name)
    (row,) = [one for one in await shelved(desk) if one.name == known.name]
    return page(
        request,
        "library.html",
        folders=[],
        folder=row,
        files=[told_file(one, language) for one in files],
        events=[],
        endings=sorted(READERS),
        largest=LARGEST_FILE,
        has_worker=await desk.remote.is_worker_there(),
    )
