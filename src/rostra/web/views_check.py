"""A report to be checked, in the browser: paste it, hand over its file, or name its address."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from rostra.desks.check.order import CheckOrder
from rostra.documents.uploads import LARGEST_FILE
from rostra.web.desk import AtDesk
from rostra.web.pages import page

routes = APIRouter(include_in_schema=False)
_LISTED = 20


@routes.get("/check")
async def check_page(request: Request, desk: AtDesk) -> Response:
    return page(
        request,
        "check.html",
        runs=await desk.store.list_runs(kind=CheckOrder.kind, limit=_LISTED),
        folders=[folder.name for folder in await desk.store.library_folders()],
        largest=LARGEST_FILE,
        has_worker=await desk.remote.is_worker_there(),
    )
