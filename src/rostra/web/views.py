"""Home, run, evidence, report and inbox, rendered whole on the server."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from rostra.memory import Standing, read_metrics
from rostra.records import Evidence, Run
from rostra.records.artifacts import Kept
from rostra.report.passage import passage_for
from rostra.runs.exporting import DIGEST_FORMS, FORMS, as_it_stands, body_of, document_of
from rostra.web.api_memory import the_evidence, whole_text
from rostra.web.desk import AtDesk, WebDesk
from rostra.web.pages import page

routes = APIRouter(include_in_schema=False)

_LISTED = 40
_LONGEST_TEXT = 400_000


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
        sites=[site.name for site in await desk.store.list_sites()],
        folders=[folder.name for folder in await desk.store.library_folders()],
        max_cost=caps.max_cost,
        has_worker=await desk.remote.is_worker_there(),
    )


@routes.get("/inbox")
async def inbox(request: Request, desk: AtDesk) -> Response:
    return page(request, "inbox.html", questions=await desk.store.open_questions())


@routes.get("/runs/{run_id}")
async def live(request: Request, desk: AtDesk, run_id: str) -> Response:
    """The run as it is now; its log comes by the stream, from its first line."""
    run = await desk.run(run_id)
    used = await read_metrics(desk.store, run.id)
    return page(
        request,
        "run.html",
        run=run,
        turns=await desk.store.list_runs(parent=run.id, limit=100),
        questions=await desk.store.open_questions(run.id),
        used=used,
        took=_took(run, desk),
        is_stopping=not run.has_ended and await desk.store.stop_asked(run.id) is not None,
        has_report=await desk.store.get_report(run.id) is not None,
    )


def _took(run: Run, desk: WebDesk) -> str:
    if run.started_at is None:
        return "–"
    seconds = ((run.ended_at or desk.now()) - run.started_at).total_seconds()
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


@routes.get("/runs/{run_id}/report")
async def report(request: Request, desk: AtDesk, run_id: str) -> Response:
    run = await desk.run(run_id)
    kept = await desk.store.get_report(run.id)
    standing = Standing(0)
    if kept is not None:
        _, standing = await as_it_stands(desk.store, kept, desk.now())
    document = document_of(kept) if kept else None
    return page(
        request,
        "report.html",
        run=run,
        report=kept,
        # Written by our own renderers, which escape every word that is not theirs.
        body=Markup(body_of(document)) if document else "",  # noqa: S704
        tongue=document.language if document else "",
        shaken=standing.shaken,
        forms=DIGEST_FORMS if run.kind == "collect" else FORMS,
    )


@dataclass(frozen=True, slots=True)
class Marked:
    """A text cut at the passage that is pointed at."""

    before: str
    passage: str
    after: str


@routes.get("/evidence/{evidence_id}")
async def evidence(
    request: Request,
    desk: AtDesk,
    evidence_id: str,
    said: Annotated[str, Query(max_length=4_000)] = "",
) -> Response:
    found = await the_evidence(desk, evidence_id)
    text = (await whole_text(desk, found))[:_LONGEST_TEXT]
    state = await desk.store.get_artifact(found.id)
    resting = await desk.store.resting_on(found.id)
    return page(
        request,
        "evidence.html",
        evidence=found,
        text=_marked(text, said),
        said=said,
        is_over=state is None or _is_over(state, found, desk),
        carries=[_named(one) for one in await desk.store.get_artifacts(resting)],
        reports=[one.removeprefix("report:") for one in resting if one.startswith("report:")],
    )


def _marked(text: str, said: str) -> Marked:
    found = passage_for(said, text) if said else None
    start, end = found or (len(text), len(text))
    return Marked(text[:start], text[start:end], text[end:])


def _is_over(state: Kept, evidence: Evidence, desk: WebDesk) -> bool:
    """Fiction does not grow old."""
    return not evidence.provenance.world and not state.is_usable(desk.now())


def _named(kept: Kept) -> tuple[str, str]:
    one = kept.artifact
    return one.id, (one.title or one.url) if isinstance(one, Evidence) else one.text
