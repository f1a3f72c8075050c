"""`/api/runs/{id}/events`: the live log, as a stream that can be taken up again, or as a page."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from starlette.responses import Response, StreamingResponse

from rostra.events import Signs, follow_in_batches, to_ndjson, worded
from rostra.records import Event
from rostra.web.answers import Json
from rostra.web.desk import AtDesk, InLanguage, MayStay, WebDesk
from rostra.web.promises import gives
from rostra.words import Language

routes = APIRouter(prefix="/api", tags=["runs"])

BATCH_SECONDS = 0.05
_FULL_BATCH = 500
_HEARTBEAT_SECONDS = 15.0
_LARGEST = 2**53
_UNBUFFERED = {"X-Accel-Buffering": "no"}

After = Annotated[int, Query(description="Only events after this number; any below 1: all.")]

_ANSWERS = gives(
    {"events": list[Event], "first": int | None, "has_ended": bool},
    "A page, or SSE.",
    refuses=[404],
)
_ANSWERS[200]["content"]["text/event-stream"] = {"schema": {"type": "string"}}


@routes.get("/runs/{run_id}/events", responses=_ANSWERS)
async def events(
    desk: AtDesk,
    may_stay: MayStay,
    reads: InLanguage,
    run_id: str,
    after: After = 0,
    limit: Annotated[int, Query(ge=1, le=5_000)] = 500,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
    last_event_id: Annotated[str, Header(max_length=40)] = "",
) -> Response:
    """Follow a run's events (`Accept: text/event-stream`), or read a page of them.

    A stream sends each event as the same JSON that `--events` writes, `now` with a list of what
    goes on just now, such as an answer that is coming (each replaces the one before; an event
    without a number is in no history), `gap` where history was cut, `end` when nothing more will
    come, and `login` when who follows it has to log in again.
    `Last-Event-ID` takes up where a stream broke off. Lines are said in `?language=`, else in what
    `Accept-Language` asks for, else in the language of the desk.
    """
    run = await desk.run(run_id)
    after = max(0, min(after, _LARGEST))
    if "text/event-stream" in accept:
        if last_event_id.isascii() and last_event_id.isdecimal():
            after = max(after, min(int(last_event_id), _LARGEST))
        return StreamingResponse(
            stream(desk, run.id, after, may_stay, reads),
            media_type="text/event-stream",
            headers=_UNBUFFERED,
        )
    found = await desk.store.events_after(run.id, after, limit)
    return Json(
        {
            "events": [worded(one, reads) for one in found],
            "first": await desk.store.first_event_id(run.id),
            "has_ended": run.has_ended,
        }
    )


async def stream(
    desk: WebDesk, run_id: str, after: int, may_stay: Callable[[], bool], reads: Language
) -> AsyncIterator[str]:
    first = await desk.store.first_event_id(run_id)
    if first is not None and first > after + 1:
        yield _message({"run": run_id, "after": after, "first": first}, "gap", first - 1)
    spoken = time.monotonic()
    signs = Signs(desk.store, run_id)
    async for batch in follow_in_batches(desk.store, run_id, after):
        if not may_stay():
            yield _message({"run": run_id}, "login")
            return
        if batch:
            told = (to_ndjson(worded(one, reads)) for one in batch)
            yield "".join(
                f"id: {one.id}\ndata: {line}\n\n" for one, line in zip(batch, told, strict=True)
            )
            spoken = time.monotonic()
            if len(batch) < _FULL_BATCH:  # a long history is sent as fast as it is read
                await asyncio.sleep(BATCH_SECONDS)
        elif (going_on := await signs.look()) is not None:
            lines = ",".join(to_ndjson(worded(one, reads)) for one in going_on)
            yield f"event: now\ndata: [{lines}]\n\n"
            spoken = time.monotonic()
        elif time.monotonic() - spoken > _HEARTBEAT_SECONDS:
            yield ": still here\n\n"
            spoken = time.monotonic()
    run = await desk.store.get_run(run_id)
    yield _message({"run": run_id, "status": run.status if run else "deleted"}, "end")


def _message(data: dict[str, Any], event: str, number: int | None = None) -> str:
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {event}\ndata: {json.dumps(data)}\n\n"
