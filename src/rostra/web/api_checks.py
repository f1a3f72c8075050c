"""`/api/checks`: hand over a report, in a file or as text, and have it held to what it cites."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.responses import Response

from rostra.assembly import leave_to_worker
from rostra.assembly.wire import any_order, read_order
from rostra.desks.check.order import CheckOrder
from rostra.desks.check.reading import checked_size
from rostra.records import Run
from rostra.records.orders import Order
from rostra.web.answers import Json
from rostra.web.desk import AtDesk, WebDesk
from rostra.web.promises import gives

routes = APIRouter(prefix="/api", tags=["runs"])
_ORDER = any_order([CheckOrder], "api")
_BODY: dict[str, Any] = {
    "requestBody": {
        "content": {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            "application/json": {"schema": {"type": "object"}},
        }
    }
}


@routes.post(
    "/checks",
    status_code=201,
    openapi_extra=_BODY,
    responses=gives({"run": Run}, "The run.", status=201, refuses=[400]),
)
async def order_check(
    request: Request,
    desk: AtDesk,
    name: Annotated[str, Query(max_length=200, description="What it is called.")] = "",
    library: Annotated[list[str] | None, Query(max_length=100)] = None,
    offline: bool = False,
    fail_under: Annotated[float, Query(ge=0, le=1)] = 1.0,
    sample: bool = False,
) -> Response:
    """Order a check of the report in the body: Markdown, HTML, PDF, Word or plain text.

    A body of JSON is an order with its fields, such as `text` or `url`, and the query says nothing.
    """
    if request.headers.get("content-type", "").startswith("application/json"):
        order = read_order(_read(await request.body()), "api")
        return await _ordered(desk, order)
    name, data = checked_size(name or "report", await request.body())
    order = CheckOrder(
        name=name,
        content=await desk.store.put_content(data, "application/octet-stream") if data else "",
        library=tuple(library or ()),
        offline=offline,
        fail_under=fail_under,
        sample=sample,
    )
    return await _ordered(desk, order)


def _read(body: bytes) -> BaseModel:
    try:
        given = json.loads(body)
        fields = given if isinstance(given, dict) else {"": given}
        read: BaseModel = _ORDER.model_validate({**fields, "kind": CheckOrder.kind})
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from error
    except ValueError as error:
        raise RequestValidationError([{"type": "json_invalid", "loc": ("body",)}]) from error
    return read


async def _ordered(desk: WebDesk, order: Order) -> Response:
    run = await leave_to_worker(desk.house, desk.remote, order)
    return Json({"run": run}, status_code=201, headers={"Location": f"/api/runs/{run.id}"})
