"""`/api/runs` and `/api/inbox`: order runs, look at them, act on them, answer them."""

from datetime import datetime
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from rostra.assembly.orders import make_run
from rostra.errors import UsageError, WrongState
from rostra.memory import Shaken
from rostra.records import Evidence, Question, Report, Run, RunKind, RunStatus
from rostra.runs.exporting import DIGEST_FORMS, FORMS, as_it_stands, exported, file_name
from rostra.web.answers import MEDIA, Json, missing
from rostra.web.desk import Asker, AtDesk, WebDesk, moment
from rostra.web.orders import Order
from rostra.web.promises import gives, gives_files

routes = APIRouter(prefix="/api", tags=["runs"])

RunText = Annotated[str, Query(max_length=1_000, description="Only with these words.")]
Most = Annotated[int, Query(ge=1, le=1_000, description="At most so many.")]


Form = Literal["md", "html", "pdf", "docx", "json", "csv", "atom"]


# A run that is not there, or that is not in the state for it.
_ACTED = (404, 409)


class Answered(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=500)
    answer: str = Field(min_length=1, max_length=10_000)


@routes.post(
    "/runs", status_code=201, responses=gives({"run": Run}, "The run.", status=201, refuses=[400])
)
async def order_run(desk: AtDesk, order: Order) -> Response:
    """Order a run; a worker brings it to its end, whoever watches."""
    run = await make_run(desk.house, order.as_order())
    await desk.store.create_run(run)
    await desk.remote.enqueue(run)
    return Json({"run": run}, status_code=201, headers={"Location": f"/api/runs/{run.id}"})


@routes.get("/runs", responses=gives({"runs": list[Run]}, "Runs, the newest first.", refuses=[400]))
async def list_runs(
    desk: AtDesk,
    text: RunText = "",
    kind: RunKind | None = None,
    status: Annotated[list[RunStatus] | None, Query()] = None,
    limit: Most = 50,
    before: datetime | None = None,
) -> Response:
    runs = await desk.store.list_runs(
        kind=kind, statuses=status or (), text=text, limit=limit, before=desk.moment_of(before)
    )
    return Json({"runs": runs})


_WHOLE: dict[str, Any] = {
    "run": Run,
    "turns": list[Run],
    "questions": list[Question],
    "report": Report | None,
    "needs_recheck": list[Shaken],
}


@routes.get(
    "/runs/{run_id}", responses=gives(_WHOLE, "The run and all that belongs to it.", refuses=[404])
)
async def get_run(desk: AtDesk, run_id: str) -> Response:
    run = await desk.run(run_id)
    report, shaken = await _report(desk, run)
    return Json(
        {
            "run": run,
            "turns": await desk.store.list_runs(parent=run.id, limit=1_000),
            "questions": await desk.store.open_questions(run.id),
            "report": report,
            "needs_recheck": shaken,
        }
    )


async def _report(desk: WebDesk, run: Run) -> tuple[Report | None, tuple[Shaken, ...]]:
    report = await desk.store.get_report(run.id)
    if report is None:
        return None, ()
    report, standing = await as_it_stands(desk.store, report, desk.now())
    return report, standing.shaken


@routes.post("/runs/{run_id}/stop", responses=gives({"run": Run}, "Asked to stop.", refuses=_ACTED))
async def stop_run(desk: AtDesk, who: Asker, run_id: str) -> Response:
    """Ask a run to end soon, with a report from what it has."""
    run = await desk.run(run_id)
    if run.has_ended:
        raise WrongState(f"Run {run.id} has ended already: {run.status}.")
    await desk.house.office.ask_to_stop(run.id, by=who)
    return Json({"run": run})


@routes.post("/runs/{run_id}/abort", responses=gives({"run": Run}, "Aborted.", refuses=_ACTED))
async def abort_run(desk: AtDesk, who: Asker, run_id: str) -> Response:
    """End a run at once, without a report."""
    run = await desk.run(run_id)
    return Json({"run": await desk.remote.abort(run.id, by=who, now=moment())})


@routes.post("/runs/{run_id}/resume", responses=gives({"run": Run}, "It goes on.", refuses=_ACTED))
async def resume_run(desk: AtDesk, run_id: str) -> Response:
    """Let a run go on where it failed, or was stopped or aborted."""
    return Json({"run": await desk.remote.resume(await desk.run(run_id))})


@routes.delete(
    "/runs/{run_id}", responses=gives({"run": str, "deleted": bool}, "Deleted.", refuses=_ACTED)
)
async def delete_run(desk: AtDesk, run_id: str) -> Response:
    """Delete an ended run, its events and its report; evidence stays."""
    run = await desk.run(run_id)
    if not run.has_ended:
        raise WrongState(f"Run {run.id} is {run.status}. Stop or abort it first.")
    return Json({"run": run.id, "deleted": await desk.store.delete_run(run.id)})


_WITH_EVIDENCE = {
    "run": Run,
    "title": str,
    "made_at": datetime,
    "report": object,
    "markdown": str,
    "evidence": list[Evidence],
}
_FILES = {media.partition(";")[0]: None for media in MEDIA.values()} | {
    "application/json": _WITH_EVIDENCE
}


@routes.get(
    "/runs/{run_id}/export",
    responses=gives_files("The report as a file.", _FILES, refuses=[400, 404, 501]),
)
async def export_run(
    desk: AtDesk,
    run_id: str,
    form: Annotated[Form, Query(alias="format")] = "md",
) -> Response:
    run = await desk.run(run_id)
    allowed = DIGEST_FORMS if run.kind == "collect" else FORMS
    if form not in allowed:
        raise UsageError(f"A report of this kind is exported as {', '.join(allowed)}.")
    report, _ = await _report(desk, run)
    if report is None:
        raise missing("report of run", run.id)
    evidence = await desk.store.evidence_of_run(run.id)
    content = await desk.away(exported, run, report, evidence, form)
    name = file_name(report.title, run.id, form)
    plain = name.encode("ascii", "ignore").decode().lstrip("-_") or f"report.{form}"
    saved = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type=MEDIA[form], headers={"Content-Disposition": saved})


@routes.get("/inbox", responses=gives({"questions": list[Question]}, "Oldest first."))
async def inbox(desk: AtDesk) -> Response:
    """Everything that waits for a person: choices and approvals of all runs."""
    return Json({"questions": await desk.store.open_questions()})


@routes.post(
    "/inbox",
    responses=gives({"question": Question}, "The question as it stands.", refuses=[400, 404, 409]),
)
async def answer(desk: AtDesk, who: Asker, given: Answered) -> Response:
    """Answer a question; the first answer stands, and says who gave it."""
    settled = await desk.remote.answer(given.question, given.answer, by=who, now=moment())
    return Json({"question": settled})
