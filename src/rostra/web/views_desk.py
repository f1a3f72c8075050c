"""Collect, sources, metrics and settings: what the desk watches, believes, has used, is set to."""

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from rostra.desks.collect.digest import in_order
from rostra.desks.collect.order import CollectOrder
from rostra.doctor import versions
from rostra.events import worded
from rostra.memory import read_metrics
from rostra.memory.metrics import METRICS, metrics_by_day, metrics_by_run, sections, written
from rostra.models.endpoint import OFFERS
from rostra.records.collecting import ItemType
from rostra.rules import classify_source
from rostra.settings import searched_files
from rostra.tools.search import AUTO, ENGINES
from rostra.web.api_desk import source_book, watched_sites
from rostra.web.api_figures import Days
from rostra.web.api_settings import (
    LOG,
    SettingRow,
    findings,
    held_keys,
    key_names,
    setting_rows,
    standing,
)
from rostra.web.charts import section_charts
from rostra.web.desk import AtDesk, InLanguage
from rostra.web.figures import collected
from rostra.web.metric_charts import metric_charts
from rostra.web.pages import page
from rostra.words import say, tell

routes = APIRouter(include_in_schema=False)

_ITEMS = 100
_RUNS = 10
_MEASURED = 20
_TREND_DAYS = 30
_CHANGES = 8
_ITEM_TYPES: tuple[ItemType, ...] = (
    "policy", "interpretation", "notice", "statistics", "tender", "personnel", "news", "other",
)  # fmt: skip


@routes.get("/collect")
async def collect(
    request: Request,
    desk: AtDesk,
    site: Annotated[str, Query(max_length=200)] = "",
    kind: Annotated[str, Query(alias="type", max_length=20)] = "",
    sample: bool | None = None,
) -> Response:
    runs = await desk.store.list_runs(kind=CollectOrder.kind, limit=_RUNS)
    if sample is None:  # what was just collected, in whichever world
        sample = bool(runs) and runs[0].options.get("sample") is True
    items = await desk.store.list_items(
        world="sample" if sample else "",
        sites=(site,) if site else (),
        types=(kind,) if kind in _ITEM_TYPES else (),
        limit=10_000,
    )
    trend, new, rebuilt = await collected(desk, days=_TREND_DAYS, is_sample=sample)
    return page(
        request,
        "collect.html",
        trend=trend,
        trend_charts=section_charts(trend),
        new=in_order(new),
        rebuilt=rebuilt,
        watched=await watched_sites(desk),
        site=site,
        kind=kind,
        is_sample=sample,
        types=_ITEM_TYPES,
        items=in_order(items)[:_ITEMS],
        total=len(items),
        runs=runs,
        digests=[run for run in runs if run.report],
    )


@routes.get("/sources")
async def sources(
    request: Request,
    desk: AtDesk,
    q: Annotated[str, Query(max_length=2_000)] = "",
    tier: Annotated[int | None, Query(ge=1, le=5)] = None,
) -> Response:
    book = source_book(desk)
    rows = sorted(book.publishers.values(), key=lambda row: (row.tier, row.name))
    return page(
        request,
        "sources.html",
        q=q,
        wanted=tier,
        tried=classify_source(q, book=book) if q.strip() else None,
        counts=sorted(Counter(row.tier for row in rows).items()),
        rows=[row for row in rows if tier in (None, row.tier)],
    )


@routes.get("/metrics")
async def metrics(request: Request, desk: AtDesk, days: Days = 30) -> Response:
    by_day = await metrics_by_day(desk.store, desk.today(), days)
    newest = await desk.store.list_runs(limit=_MEASURED)
    told = await metrics_by_run(desk.store, [run.id for run in newest])
    return page(
        request,
        "metrics.html",
        m=await read_metrics(desk.store),
        days=days,
        sections=sections(),
        columns=[row for row in METRICS.values() if row.by_run],
        written=written,
        tell=tell,
        charts=lambda w: metric_charts(by_day, w),
        runs=list(zip(newest, told, strict=True)),
    )


@routes.get("/settings")
async def settings(request: Request, desk: AtDesk, language: InLanguage) -> Response:
    groups: dict[str, list[SettingRow]] = {}
    for row in setting_rows(desk, language):
        groups.setdefault(row.key.rpartition(".")[0], []).append(row)
    given = desk.house.settings
    last = await desk.store.last_event_id(LOG) or 0
    events = await desk.store.events_after(LOG, max(0, last - _CHANGES))
    return page(
        request,
        "settings.html",
        groups=groups,
        files=[(str(file), file.is_file()) for file in searched_files()],
        data=str(given.data),
        given=given,
        fixed={key: o for key, o in given.origins.items() if o.isupper() or o.startswith("--")},
        now=await standing(desk),
        models=[f"{name}:{one.usual}" for name, one in OFFERS.items() if one.usual],
        engines=[AUTO, *ENGINES],
        key_names=key_names(),
        held=held_keys(given),
        events=[worded(one, language) for one in reversed(events)],
        say=say,
    )


@routes.get("/setup")
async def setup(request: Request, desk: AtDesk) -> Response:
    """The first visit: what is here, what the desk would be, and one real question."""
    return page(
        request, "setup.html", now=await standing(desk), looked=desk.looked, say=say, tell=tell
    )


@routes.get("/settings/doctor")
async def doctor(request: Request, desk: AtDesk) -> Response:
    return page(
        request,
        "doctor.html",
        findings=await findings(desk),
        versions=versions(),
        tell=tell,
        say=say,
    )
