"""What the drawn pages show, gathered from the store: the API sends it, the pages render it."""

from dataclasses import replace
from datetime import datetime

from rostra.assembly import published_by
from rostra.desks.collect.trends import RebuiltSection, Trend, rebuilt_sections, trend_of
from rostra.desks.debate.job import parties_of
from rostra.desks.debate.order import SIDES, DebateOrder
from rostra.errors import UsageError
from rostra.events import turn_name, worded
from rostra.records import Event, Item, Run
from rostra.records.debate import DebateDocument, Party
from rostra.records.report import ReportDocument
from rostra.report.export import document_of
from rostra.report.graph import Graph, Surroundings, graph_of
from rostra.runs.timeline import (
    DatedEvidence,
    Timeline,
    TimelineSpan,
    dated_evidence,
    timeline_of,
    within,
)
from rostra.text.script import language_of
from rostra.web.desk import WebDesk
from rostra.words import Language, has, tell

MOST_EVENTS = 20_000
MOST_SPANS = 4_000
_PAGE = 2_000
_MOST_ITEMS = 20_000


async def all_events(desk: WebDesk, run_id: str) -> list[Event]:
    """The log from its first line; of one that is too long, its beginning."""
    found: list[Event] = []
    while len(found) < MOST_EVENTS:
        page = await desk.store.events_after(run_id, found[-1].id if found else 0, _PAGE)
        found += page
        if len(page) < _PAGE:
            break
    return found


async def document_for(desk: WebDesk, run: Run) -> DebateDocument | ReportDocument | None:
    """What a debate or a research published; None while there is nothing, or for other kinds."""
    report = await desk.store.get_report(run.id)
    document = document_of(report) if report else None
    return document if isinstance(document, DebateDocument | ReportDocument) else None


async def run_graph(desk: WebDesk, run: Run) -> Graph | None:
    document = await document_for(desk, run)
    if document is None:
        return None
    pieces = {one.id: one for one in await desk.store.evidence_of_run(run.id)}
    ids = list({*pieces, *(row.evidence for row in document.sources)})
    states = {one.artifact.id: one for one in await desk.store.get_artifacts(ids)}
    events = await all_events(desk, run.id)
    return graph_of(document, Surroundings(pieces, states, events, desk.now()))


def sides_at(run: Run) -> tuple[Party, ...]:
    """The sides of a debate as it was ordered; none for other kinds."""
    if published_by(run.kind) is not DebateDocument:
        return ()
    try:
        return parties_of(DebateOrder.of(run).sides, language_of(run.question))
    except UsageError:  # made by another version: its sides come with its words
        return ()


def _own_names(run: Run) -> dict[str, str]:
    """What sides are called that were named by whoever ordered the debate."""
    usual = parties_of(SIDES, language_of(run.question))
    return {side.key: side.name for side in sides_at(run) if side not in usual}


async def run_timeline(desk: WebDesk, run: Run, language: Language) -> Timeline:
    """The run over time, its rulings said in a language."""
    events = [worded(one, language) for one in await all_events(desk, run.id)]
    timeline = timeline_of(
        run,
        await desk.store.list_runs(parent=run.id, limit=1_000),
        events,
        await desk.store.ledger_of_run(run.id),
        desk.now(),
        names=_own_names(run),
        is_cut=len(events) >= MOST_EVENTS,
    )
    cut = within(timeline, MOST_SPANS)
    return replace(cut, spans=tuple(_named(span, language) for span in cut.spans))


def _named(span: TimelineSpan, language: Language) -> TimelineSpan:
    """The span with what it is and how it ended in the reader's words."""
    file = {"queue": "pages", "tool": "tools.name"}.get(span.kind, "events.name")
    name = span.title
    if span.kind == "turn":
        name = turn_name(span.title, language)
    elif span.kind != "model" and has(f"{file}.{span.title}"):
        name = tell(f"{file}.{span.title}", language)
    failed = span.kind in ("tool", "model") and span.outcome != "ok"
    how = "failed" if failed else span.outcome
    said = (f"events.{table}.{how}" for table in ("ended", "decision", "status"))
    ended = next((tell(code, language) for code in (*said, f"pages.{how}") if has(code)), how)
    return replace(span, name=name, ended=ended)


async def run_evidence(desk: WebDesk, run: Run) -> tuple[list[DatedEvidence], datetime]:
    """The run's evidence over time, and the moment it is looked at from."""
    pieces = await desk.store.evidence_of_run(run.id)
    document = await document_for(desk, run)
    cited = frozenset(row.evidence for row in document.sources if row.cited) if document else ()
    states = await desk.store.get_artifacts([one.id for one in pieces])
    # In the sample world time stands still, and so does the line that says now.
    is_fiction = document is not None and document.is_sample
    now = document.made_at if document is not None and is_fiction else desk.now()
    return dated_evidence(pieces, states, frozenset(cited), now), now


async def collected(
    desk: WebDesk, *, days: int, is_sample: bool
) -> tuple[Trend, list[Item], list[RebuiltSection]]:
    """Items by day and section, what each site's last run found first, and what looks rebuilt."""
    world = "sample" if is_sample else ""
    items = await desk.store.list_items(world=world, limit=_MOST_ITEMS)
    names = sorted({item.site for item in items})
    states = [
        state
        for name in names
        if (state := await desk.store.get_site_state(name, world=world)) is not None
    ]
    zone = desk.house.settings.zone()
    last = {(state.site, state.run) for state in states}
    fresh = [item for item in items if (item.site, item.run.partition("/")[0]) in last]
    return trend_of(items, desk.today(), days, zone), fresh, rebuilt_sections(states)
