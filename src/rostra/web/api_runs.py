"""`/api/runs` and `/api/inbox`: order runs, look at them, act on them, answer them."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.responses import Response

from rostra.assembly import DESKS, desk_of, leave_to_worker, published_by
from rostra.assembly.wire import any_order, read_order
from rostra.errors import UsageError, WrongState
from rostra.memory import Shaken
from rostra.records import Evidence, Question, Report, Run, RunStatus
from rostra.report.export import exported, file_name
from rostra.report.forms import FORMS, forms_of
from rostra.runs.as_it_stands import as_it_stands
from rostra.web.answers import Json, missing
from rostra.web.desk import Asker, AtDesk, WebDesk, moment
from rostra.web.promises import gives, gives_files
from rostra.words import message

routes = APIRouter(prefix="/api", tags=["runs"])

RunText = Annotated[str, Query(max_length=1_000, description="Only with these words.")]
Most = Annotated[int, Query(ge=1, le=1_000, description="At most so many.")]


def _form(name: str) -> str:
    if name not in FORMS:
        listed = {"expected": ", ".join(map(repr, FORMS))}
        raise RequestValidationError(
            [{"type": "literal_error", "loc": ("query", "format"), "ctx": listed}]
        )
    return name


FormName = Annotated[
    str,
    AfterValidator(_form),
    Query(alias="format", json_schema_extra={"enum": list(FORMS)}),
]


# A run that is not there, or that is not in the state for it.
_ACTED = (404, 409)


class Answered(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=500)
    answer: str = Field(min_length=1, max_length=10_000)


def order_routes() -> APIRouter:
    """Where runs are ordered: the body is an order of any desk that the API offers."""
    routes = APIRouter(prefix="/api", tags=["runs"])
    desks = [desk for desk in DESKS.values() if "api" in desk.order.doors]
    promised = gives({"run": Run}, "The run.", status=201, refuses=[400])

    async def order_run(desk: AtDesk, order: Any) -> Response:
        """Order a run; a worker brings it to its end, whoever watches."""
        run = await leave_to_worker(desk.house, desk.remote, read_order(order, "api"))
        return Json({"run": run}, status_code=201, headers={"Location": f"/api/runs/{run.id}"})

    order_run.__annotations__["order"] = any_order([desk.order for desk in desks], "api")
    routes.post("/runs", status_code=201, responses=promised)(order_run)
    return routes


@routes.get("/runs", responses=gives({"runs": list[Run]}, "Runs, the newest first.", refuses=[400]))
async def list_runs(
    desk: AtDesk,
    text: RunText = "",
    kind: Annotated[str, Query(max_length=100, description="Only of this kind.")] = "",
    status: Annotated[list[RunStatus] | None, Query()] = None,
    limit: Most = 50,
    before: datetime | None = None,
) -> Response:
    runs = await desk.store.list_runs(
        kind=desk_of(kind).kind if kind else None,
        statuses=status or (),
        text=text,
        limit=limit,
        before=desk.moment_of(before),
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
        raise WrongState(message("errors_web.run_ended_already", id=run.id, status=run.status))
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
        raise WrongState(message("errors_web.run_stop_abort_first", id=run.id, status=run.status))
    return Json({"run": run.id, "deleted": await desk.store.delete_run(run.id)})


_WITH_EVIDENCE = {
    "run": Run,
    "title": str,
    "made_at": datetime,
    "report": object,
    "markdown": str,
    "evidence": list[Evidence],
}
_FILES = {form.media.partition(";")[0]: None for form in FORMS.values()} | {
    "application/json": _WITH_EVIDENCE
}


@routes.get(
    "/runs/{run_id}/export",
    responses=gives_files("The report as a file.", _FILES, refuses=[400, 404, 501]),
)
async def export_run(
    desk: AtDesk,
    run_id: str,
    form: FormName = "md",
) -> Response:
    run = await desk.run(run_id)
    allowed = forms_of(published_by(run.kind))
    if form not in allowed:
        raise UsageError(message("errors_web.report_kind_exported", allowed=", ".join(allowed)))
    report, _ = await _report(desk, run)
    if report is None:
        raise missing("report of run", run.id)
    evidence = await desk.store.evidence_of_run(run.id)
    content = await desk.away(exported, run, report, evidence, form)
    name = file_name(report.title, run.id, form)
    plain = name.encode("ascii", "ignore").decode().lstrip("-_") or f"report.{form}"
    saved = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type=FORMS[form].media, headers={"Content-Disposition": saved})


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
