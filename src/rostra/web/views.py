"""Home, inbox and a run: its live log and its report, rendered whole on the server."""

import json
from collections import Counter
from datetime import datetime
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from rostra.assembly import published_by, sample_motion
from rostra.desks.research.mode import MODES, choice_of
from rostra.errors import MissingExtra
from rostra.memory import Metrics, Standing, read_metrics
from rostra.records import Run
from rostra.records.debate import DebateDocument
from rostra.records.orders import LONGEST_QUESTION
from rostra.records.report import SourceRow
from rostra.report.export import body_of, document_of
from rostra.report.forms import FORMS, Form, forms_of
from rostra.report.wording import dollars
from rostra.runs.as_it_stands import as_it_stands
from rostra.web.api_settings import standing
from rostra.web.desk import AtDesk, WebDesk
from rostra.web.figures import sides_at
from rostra.web.ordering import laid_out, more_fields, page_orders
from rostra.web.pages import page, run_tabs
from rostra.words import Phrases, moment, say

routes = APIRouter(include_in_schema=False)

_LISTED = 40
# A page begins with so many lines of a long log; earlier ones are asked for.
_LINES = 2_000
_BEFORE = 50


@routes.get("/")
async def home(
    request: Request,
    desk: AtDesk,
    q: Annotated[str, Query(max_length=1_000)] = "",
    before: datetime | None = None,
) -> Response:
    runs = await desk.store.list_runs(text=q, limit=_LISTED + 1, before=desk.moment_of(before))
    caps = desk.house.settings.budget
    return page(
        request,
        "home.html",
        runs=runs[:_LISTED],
        older=runs[_LISTED - 1].created_at.isoformat() if len(runs) > _LISTED else "",
        q=q,
        is_first=before is None,
        is_new=not (runs or q or before),
        kinds=[order.kind for order in page_orders()],
        more_fields=more_fields,
        laid_out=laid_out(),
        longest=LONGEST_QUESTION,
        sample_motion=sample_motion,
        modes=["", *MODES],
        choice_of=choice_of,
        sites=[site.name for site in await desk.store.list_sites()],
        folders=[folder.name for folder in await desk.store.library_folders()],
        max_cost=caps.max_cost,
        max_calls=caps.max_calls,
        max_tokens=caps.max_tokens,
        has_worker=await desk.remote.is_worker_there(),
        now=await standing(desk),
        say=say,
    )


@routes.get("/inbox")
async def inbox(request: Request, desk: AtDesk) -> Response:
    asked = []
    for question in await desk.store.open_questions():
        run = await desk.store.get_run(question.run.partition("/")[0])
        if run is not None:
            asked.append((question, run))
    return page(request, "inbox.html", questions=asked)


@routes.get("/runs/{run_id}")
async def live(
    request: Request,
    desk: AtDesk,
    run_id: str,
    event: Annotated[int | None, Query(ge=1, le=2**53)] = None,
) -> Response:
    """The run as it is now; its log comes by the stream, from `event` where that is asked for."""
    run = await desk.run(run_id)
    used = await read_metrics(desk.store, run.id)
    first = await desk.store.first_event_id(run.id) or 0
    last = await desk.store.last_event_id(run.id) or 0
    return page(
        request,
        "run.html",
        run=run,
        tabs=run_tabs(run),
        turns=await desk.store.list_runs(parent=run.id, limit=100),
        questions=await desk.store.open_questions(run.id),
        spent=lambda w: _spent(run, used, desk, w),
        sides=sides_at(run),
        has_board=published_by(run.kind) is DebateDocument,
        first=first,
        after=max(first - 1, min(last - _LINES, event - _BEFORE if event else last), 0),
        is_stopping=not run.has_ended and await desk.store.stop_asked(run.id) is not None,
        has_report=await desk.store.get_report(run.id) is not None,
    )


def _spent(
    run: Run, used: Metrics, desk: WebDesk, w: Phrases
) -> list[tuple[str, str, str, int | None]]:
    """What a run has used: its name, how much, of how much, and that as a percentage."""
    caps = run.budget
    seconds = 0.0
    if run.started_at is not None:
        seconds = ((run.ended_at or desk.now()) - run.started_at).total_seconds()
    return [
        (
            "took",
            _lasting(seconds, w),
            _lasting(caps.max_seconds, w) if caps.max_seconds is not None else "",
            _share(seconds, caps.max_seconds),
        ),
        (
            "calls",
            f"{used.number('outside_calls'):,}",
            f"{caps.max_calls:,}" if caps.max_calls is not None else "",
            _share(used.number("outside_calls"), caps.max_calls),
        ),
        (
            "tokens",
            f"{used.number('tokens_spent'):,}",
            f"{caps.max_tokens:,}" if caps.max_tokens is not None else "",
            _share(used.number("tokens_spent"), caps.max_tokens),
        ),
        (
            "money",
            dollars(used.number("dollars_spent")),
            f"{caps.max_cost:.2f}" if caps.max_cost is not None else "",
            _share(used.number("dollars_spent"), caps.max_cost),
        ),
    ]


def _lasting(seconds: float, w: Phrases) -> str:
    if seconds < 120:
        return w.say("seconds_n", n=f"{seconds:.0f}")
    return w.say("minutes_n", n=f"{seconds / 60:.0f}")


def _share(used: float, cap: float | None) -> int | None:
    return min(100, round(100 * used / cap)) if cap else None


@routes.get("/runs/{run_id}/report")
async def report(request: Request, desk: AtDesk, run_id: str) -> Response:
    run = await desk.run(run_id)
    kept = await desk.store.get_report(run.id)
    standing = Standing(0)
    if kept is not None:
        _, standing = await as_it_stands(desk.store, kept, desk.now())
    document = document_of(kept) if kept else None
    sources: tuple[SourceRow, ...] = getattr(document, "sources", ())
    shaken = {one.evidence: one for one in standing.shaken}
    return page(
        request,
        "report.html",
        run=run,
        tabs=run_tabs(run),
        report=kept,
        # Written by our own renderers, which escape every word that is not theirs.
        body=Markup(body_of(document)) if document else "",  # noqa: S704
        tongue=document.language if document else "",
        report_when=partial(moment, zone=document.made_at.tzinfo if document else None),
        sources=sources,
        tiers=sorted(Counter(one.tier for one in sources).items()),
        shaken=standing.shaken,
        shaken_by_id=shaken,
        states=json.dumps([row.number for row in sources if row.evidence in shaken]),
        forms=_forms(run),
    )


def _forms(run: Run) -> list[Form]:
    """What this desk can make of a report; a form whose parts are not installed is not offered."""
    return [FORMS[name] for name in forms_of(published_by(run.kind)) if _can_be_made(FORMS[name])]


def _can_be_made(form: Form) -> bool:
    try:
        form.check()
    except MissingExtra:
        return False
    return True
