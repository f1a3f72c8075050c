"""What the drawn pages show, as JSON: graph, timelines, series, trends, what rests on what."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from rostra.desks.collect.trends import RebuiltSection, Trend
from rostra.memory import read_metrics
from rostra.memory.chain import Chain, chain_both_ways
from rostra.memory.metrics import DayMetrics, Metrics, metrics_by_day, metrics_by_run
from rostra.records import Item, Run
from rostra.report.graph import Graph
from rostra.runs.timeline import DatedEvidence, Timeline
from rostra.web.answers import Json, missing
from rostra.web.desk import AtDesk, InLanguage
from rostra.web.figures import collected, run_evidence, run_graph, run_timeline
from rostra.web.promises import gives

routes = APIRouter(prefix="/api", tags=["figures"])

Days = Annotated[int, Query(ge=1, le=366, description="How many days, up to today.")]


@dataclass(frozen=True, slots=True)
class RunMetrics:
    run: Run
    figures: Metrics


@routes.get(
    "/runs/{run_id}/graph", responses=gives({"graph": Graph}, "Nodes and links.", refuses=[404])
)
async def graph(desk: AtDesk, reads: InLanguage, run_id: str) -> Response:
    """Who said what on which evidence, and what decided; 404 while there is no report."""
    run = await desk.run(run_id)
    drawn = await run_graph(desk, run)
    if drawn is None:
        raise missing("graph of run", run.id)
    return Json({"graph": drawn}, language=reads)


@routes.get(
    "/runs/{run_id}/timeline", responses=gives({"timeline": Timeline}, "By lanes.", refuses=[404])
)
async def timeline(desk: AtDesk, reads: InLanguage, run_id: str) -> Response:
    """Turns, model and tool calls, rulings and waits of a run, so far."""
    return Json({"timeline": await run_timeline(desk, await desk.run(run_id), reads)})


_DATED = {"evidence": list[DatedEvidence], "now": datetime}


@routes.get(
    "/runs/{run_id}/evidence", responses=gives(_DATED, "The first to end first.", refuses=[404])
)
async def evidence_over_time(desk: AtDesk, reads: InLanguage, run_id: str) -> Response:
    """When a run's evidence was published, fetched and is over."""
    pieces, now = await run_evidence(desk, await desk.run(run_id))
    return Json({"evidence": pieces, "now": now}, language=reads)


_FIGURES = {"figures": Metrics, "days": list[DayMetrics], "runs": list[RunMetrics]}


@routes.get("/metrics/figures", responses=gives(_FIGURES, "Oldest day first, newest run first."))
async def figures(
    desk: AtDesk, days: Days = 30, runs: Annotated[int, Query(ge=0, le=200)] = 20
) -> Response:
    """The figures of the desk as a whole, of each of the last days, and of the last runs."""
    newest = await desk.store.list_runs(limit=runs) if runs else []
    told = await metrics_by_run(desk.store, [run.id for run in newest])
    return Json(
        {
            "figures": await read_metrics(desk.store),
            "days": await metrics_by_day(desk.store, desk.today(), days),
            "runs": [RunMetrics(run, one) for run, one in zip(newest, told, strict=True)],
        }
    )


_TREND = {"trend": Trend, "new": list[Item], "rebuilt": list[RebuiltSection], "today": date}


@routes.get("/items/trend", responses=gives(_TREND, "By day and section."))
async def trend(desk: AtDesk, days: Days = 30, sample: bool = False) -> Response:
    """Items per day and section, what the last run of each site found, what looks rebuilt."""
    shown, new, rebuilt = await collected(desk, days=days, is_sample=sample)
    today = shown.days[-1]
    return Json({"trend": shown, "new": new, "rebuilt": rebuilt, "today": today})


@routes.get(
    "/artifacts/{artifact_id}/chain", responses=gives({"chain": Chain}, "Both ways.", refuses=[404])
)
async def chain(desk: AtDesk, reads: InLanguage, artifact_id: str) -> Response:
    """What an artifact rests on and what rests on it, level by level."""
    kept = await desk.store.get_artifact(artifact_id)
    if kept is None:
        raise missing("artifact", artifact_id)
    found = await chain_both_ways(desk.store, kept, desk.now())
    return Json({"chain": found}, language=reads)
