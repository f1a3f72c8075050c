"""The application: one gate, the API, the pages."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.responses import Response

from rostra import __version__
from rostra.assembly import House
from rostra.errors import RostraError
from rostra.web import (
    api_checks,
    api_desk,
    api_events,
    api_figures,
    api_library,
    api_memory,
    api_runs,
    api_settings,
    pages,
    views,
    views_check,
    views_desk,
    views_figures,
    views_library,
    views_memory,
)
from rostra.web.access import Gate, Keys, Names, Throttle
from rostra.web.answers import Json, Refused, refusal
from rostra.web.desk import WebDesk, reader_language
from rostra.web.promises import BOOK, complete
from rostra.words import Message, has, message

_ABOUT = "Runs, evidence and memory of a Rostra desk. Pages are one client of this."


def create_app(house: House, *, bind: str = "127.0.0.1") -> FastAPI:
    """The desk over HTTP; `bind` is the address it is served at, which decides who may name it."""
    app = FastAPI(
        title="Rostra",
        version=__version__,
        description=_ABOUT,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_open(house),
        redirect_slashes=False,
    )
    for routes in (
        api_runs,
        api_events,
        api_figures,
        api_memory,
        api_desk,
        api_checks,
        api_library,
        api_settings,
    ):
        app.include_router(routes.routes)
    app.include_router(api_runs.order_routes())
    app.include_router(_schema(app))
    for seen in (pages, views, views_check, views_desk, views_figures, views_library, views_memory):
        app.include_router(seen.routes)
    app.add_exception_handler(RostraError, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _not_here)
    names = Names(bind, house.settings.serve_names)
    app.state.throttle = throttle = Throttle()
    app.add_middleware(
        Gate, names=names, keys=lambda: getattr(app.state, "keys", None), throttle=throttle
    )
    return app


def _open(house: House) -> Callable[[FastAPI], contextlib.AbstractAsyncContextManager[None]]:
    @contextlib.asynccontextmanager
    async def opened(app: FastAPI) -> AsyncIterator[None]:
        remote = house.workplace().remote()
        _, seal = await house.store.desk_identity()
        tokens = {name: one.reveal() for name, one in house.settings.serve_tokens.items()}
        app.state.keys = Keys(tokens, seal)
        app.state.desk = desk = WebDesk(house, remote)
        try:
            async with desk.readers:
                yield
        finally:
            await remote.close()

    return opened


def _schema(app: FastAPI) -> APIRouter:
    routes = APIRouter(include_in_schema=False)

    @routes.get("/api/openapi.json")
    async def schema() -> Response:
        return Json(described(app))

    return routes


def described(app: FastAPI) -> dict[str, Any]:
    """The schema of the API, with our records as they are sent."""
    told: dict[str, Any] = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    schemas = told.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(BOOK.components)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for operations in told["paths"].values():
        for operation in operations.values():
            complete(operation)
    return told


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RostraError)
    return _told(request, error)


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _told(request, Refused(_fault(error.errors()), 422, "usage"))


async def _not_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):  # met while the body was read
        return _told(request, error.__cause__)
    code = {404: "unknown", 405: "method"}.get(error.status_code, "refused")
    known = f"errors_web.http.{error.status_code}"
    said = message(known) if has(known) else str(error.detail)
    return _told(request, Refused(said, error.status_code, code))


def _told(request: Request, error: RostraError) -> Response:
    language = reader_language(request)
    if request.url.path.startswith("/api/"):
        return refusal(error, language)
    return pages.trouble(request, error, refusal(error, language).status_code)


def _fault(faults: Sequence[Any]) -> Message:
    """What is wrong with the first field that is, in one line."""
    first = faults[0] if faults else {}
    place = ".".join(str(one) for one in first.get("loc", ()) if one not in ("body", "query"))
    known = f"errors_web.fault.{first.get('type', '')}"
    given = (first.get("ctx") or {}).items()
    facts = {name: str(fact)[:200].replace(" or ", ", ") for name, fact in given}
    why = Message(known if has(known) else "errors_web.fault.other", facts)
    if not place:
        return message("errors_web.request_wrong", why=why)
    return message("errors_web.field_wrong", place=place[:100], why=why)
