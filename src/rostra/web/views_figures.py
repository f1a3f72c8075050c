"""The drawn pages of a run: its graph, with the same in words and as a table, and its timelines."""

import json

from fastapi import APIRouter, Request
from starlette.responses import Response

from rostra.report.graph import Graph, GraphNode
from rostra.runs.timeline import TimelineSpan
from rostra.web.desk import AtDesk, InLanguage
from rostra.web.figures import run_evidence, run_graph, run_timeline
from rostra.web.pages import makes_claims, page, run_tabs
from rostra.words import Phrases

routes = APIRouter(include_in_schema=False)

# As many rows as a table holds before it is no longer read.
_ROWS = 500
# The words a drawing needs, by how they begin.
_WORDS = (
    "sign_",
    "kind_",
    "group_",
    "type_",
    "outcome_",
    "span_",
    "lane_",
    "rung_",
)
_MORE = (
    "tier", "publisher", "published", "fetched", "holds_until", "signs", "side_n", "n_sources",
    "rests_here", "open_evidence", "open_log", "open_memory", "folded", "is_contested",
    "answered_by", "outcome", "starts", "lasts", "tokens", "money", "what", "now",
)  # fmt: skip


def drawing_words(w: Phrases) -> str:
    """What a script may say, as JSON for an attribute of the page."""
    told = {name: w.form(name) for name in w if name.startswith(_WORDS) or name in _MORE}
    told |= {"why": w["note_on_it"], "column_below": w["chain_below"]}
    told |= {"column_above": w["chain_above"], "column_itself": w["chain_itself"]}
    return json.dumps(told, ensure_ascii=False)


@routes.get("/runs/{run_id}/graph")
async def graph(request: Request, desk: AtDesk, run_id: str) -> Response:
    run = await desk.run(run_id)
    drawn = await run_graph(desk, run)
    return page(
        request,
        "graph.html",
        run=run,
        tabs=run_tabs(run),
        graph=drawn,
        side_of=_side_of(drawn) if drawn else None,
        grounds_of=_grounds_of(drawn) if drawn else None,
        words_for=drawing_words,
        makes_claims=makes_claims,
    )


def _side_of(graph: Graph) -> object:
    known = {side.key: (at, side.name) for at, side in enumerate(graph.sides, 1)}
    return lambda key: known.get(key, (3, key))


def _grounds_of(graph: Graph) -> object:
    nodes = {node.id: node for node in graph.nodes}
    below: dict[str, list[GraphNode]] = {}
    for link in graph.links:
        if link.kind == "supports":
            below.setdefault(link.target, []).append(nodes[link.source])
    return lambda node: below.get(node.id, [])


@routes.get("/runs/{run_id}/timeline")
async def timeline(request: Request, desk: AtDesk, reads: InLanguage, run_id: str) -> Response:
    run = await desk.run(run_id)
    drawn = await run_timeline(desk, run, reads)
    pieces, now = await run_evidence(desk, run)
    return page(
        request,
        "timeline.html",
        run=run,
        tabs=run_tabs(run),
        timeline=drawn,
        rows=_telling(drawn.spans),
        pieces=pieces,
        now=now,
        names={lane.key: lane.name for lane in drawn.lanes},
        words_for=drawing_words,
        makes_claims=makes_claims,
    )


def _telling(spans: tuple[TimelineSpan, ...]) -> tuple[TimelineSpan, ...]:
    """What a table shows: the first of them, remarks left out where there are too many."""
    if len(spans) > _ROWS:
        spans = tuple(span for span in spans if span.kind != "step")
    return spans[:_ROWS]
