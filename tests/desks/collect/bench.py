"""A collecting desk over a small local site: real HTTP, a real store, no engine between."""

import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import rostra.desks.collect.digest_forms  # noqa: F401 - what a digest is written as
from rostra.desks.collect.building import Parts, build_desk
from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.flow import SITE_FLOW, collect
from rostra.desks.collect.item import collect_item
from rostra.desks.collect.section import collect_section
from rostra.desks.collect.site import ITEM_FLOW, SECTION_FLOW, collect_site
from rostra.desks.collect.sites import make_site
from rostra.events import EventLog, worded
from rostra.governance import EmptyChair, WatchedSupport
from rostra.memory import Ladder, Meter
from rostra.models import (
    DayCaps,
    Endpoint,
    Lanes,
    ModelPath,
    PriceBook,
    ProviderGateway,
    Spending,
)
from rostra.pages import Browser, Client, Limits
from rostra.records import Budget, Event, Item, Outcome, Ruling, Run, Site, ToolCall, ToolResult
from rostra.roles import Stage
from rostra.rules import shipped_book
from rostra.settings import Secret
from rostra.steps import Flow, InlineStep
from rostra.store import Store, open_store
from rostra.tools.schema import schema_fault
from rostra_testing import LocalSite, Request, ScriptedServer
from tests.waiting import scaled

TODAY = date(2026, 11, 16)
HOST = "www.river.example"
HOME = f"http://{HOST}/"


class NoCaps:
    """A budget that never ends: what these tests are about is not what it costs."""

    async def reserve(self, tool: object, call: ToolCall) -> Ruling:
        return Ruling.approve("budget", "no caps here")

    async def refund(self, tool: object, call: ToolCall) -> None: ...
    async def settle(self, tool: object, call: ToolCall, result: ToolResult) -> None: ...


@dataclass
class Bench:
    site: LocalSite
    store: Store
    desk: CollectDesk
    now: list[datetime] = field(default_factory=list)

    async def watch(self, url: str = HOME, **changes: Any) -> Site:
        made = make_site(url, self.now[0], **{"pace": 0.0, **changes})
        await self.store.put_site(made)
        return made

    async def run(self, **options: Any) -> tuple[Outcome, str]:
        """One collecting run of every watched site; its outcome and its id."""
        run = await self.begin(uuid.uuid4().hex, **options)
        step = InlineStep(run.id, self.flows())
        return await collect(run, step, self.desk), run.id

    def give(self, stage: Stage) -> None:
        self.desk = replace(self.desk, stage=stage)

    async def begin(self, run_id: str, **options: Any) -> Run:
        caps = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)
        run = Run(run_id, "collect", "all", "running", self.now[0], options, caps)
        await self.store.create_run(run)
        return run

    def flows(self) -> Mapping[str, Flow]:
        def on_desk(flow: Callable[..., Any]) -> Flow:
            return lambda job, step: flow(job, step, self.desk)

        turns: dict[str, Callable[..., Any]] = {
            SITE_FLOW: collect_site,
            SECTION_FLOW: collect_section,
            ITEM_FLOW: collect_item,
        }
        return {name: on_desk(flow) for name, flow in turns.items()}

    async def items(self) -> list[Item]:
        return await self.store.list_items(limit=10_000)

    async def events(self, run: str) -> list[Event]:
        return await self.store.events_after(run, limit=100_000)

    async def told(self, run: str) -> str:
        """Everything that was given up, and why, in one text."""
        events = await self.events(run)
        return "\n".join(
            worded(event, "en").text for event in events if event.name in ("Degraded", "CallRuled")
        )

    def later(self, **passed: float) -> None:
        self.now[0] += timedelta(**passed)

    def paths(self, start: str = "") -> list[str]:
        return [r.path for r in self.site.requests if r.path.startswith(start)]


@asynccontextmanager
async def bench(
    folder: Path,
    routes: Mapping[str, Any],
    *,
    model: ScriptedServer | None = None,
    browser: Callable[[Client], Browser] | None = None,
    hosts: Sequence[str] = (HOST,),
) -> AsyncIterator[Bench]:
    now = [datetime(2026, 11, 16, 10, 0, tzinfo=UTC)]
    store = open_store(folder)
    events = EventLog(store, lambda: now[0])
    meter = Meter(store)
    with LocalSite({"/robots.txt": "", **routes}) as site:
        at = dict.fromkeys(hosts, ("127.0.0.1", site.port))
        allow = [f"http://{host}:80" for host in hosts]
        limits = Limits(tries=1, deadline=scaled(60))
        async with Client(allow=allow, hosts=at, limits=limits) as client:
            shown = browser(client) if browser else None
            ladder = Ladder(store, lambda: now[0], schema_fault=schema_fault, meter=meter)
            parts = Parts(
                store=store,
                events=events,
                client=client,
                book=shipped_book(),
                browser=shown,
                ladder=ladder,
                budget=NoCaps(),
                ruler=EmptyChair(),
                gates=(),
                watchers=(),
                meter=None,
                stage=Stage(lambda _: None, "zh-Hant", events, WatchedSupport()),
                clock=lambda: now[0],
                today=lambda: now[0].astimezone(UTC).date(),
                stop_asked=store.stop_asked,
                language="zh-Hant",
            )
            made = Bench(site, store, build_desk(parts), now)
            if model is not None:
                made.give(stage_with(model, store, events, now))
            try:
                yield made
            finally:
                await ladder.close()
                if shown is not None:
                    await shown.close()
    await store.close()


def stage_with(model: ScriptedServer, store: Store, events: EventLog, now: list[datetime]) -> Stage:
    endpoint = Endpoint("openai-compatible", model.model, model.base_url, Secret("sk-x"))
    path = ModelPath(
        gateway=ProviderGateway(endpoint),
        lanes=Lanes(per_provider=4),
        prices=PriceBook(),
        spending=Spending(store, DayCaps(), lambda: now[0]),
        store=store,
        events=events,
        clock=lambda: now[0],
    )
    return Stage(lambda _: path, "zh-Hant", events, WatchedSupport())


# -- pages --------------------------------------------------------------------------------------


def article(title: str, day: date | None, body: str = "") -> str:
    told = body or "".join(
        f"{title}第{n}段：本市公布措施，經費為{n}.5億元，預定明年完成，並由各局處執行。"
        for n in range(1, 6)
    )
    stamp = f'<p class="date">發布日期：{day.isoformat()}</p>' if day else ""
    return (
        f"<html><head><title>{title} - 河城市政府</title></head><body><h1>{title}</h1>{stamp}"
        f'<div class="content"><p>{told}</p><p>{told}</p></div></body></html>'
    )


def own_article(request: Request) -> str:
    """A page of its own for every address, without a day."""
    return article(f"河城消息{request.path}", None)


def row(url: str, title: str, day: date | str | None) -> str:
    shown = f"<span>{day}</span>" if day else ""
    return f'<li><a href="{url}">{title}</a>{shown}</li>'


def listing(rows: Sequence[str], *, title: str = "公告", after: str = "", nav: str = "") -> str:
    following = f'<a href="{after}">下一頁</a>' if after else ""
    return (
        f"<html><head><title>{title}</title></head><body><nav>{nav}</nav>"
        f'<ul class="list">{"".join(rows)}</ul><div class="pages">{following}</div></body></html>'
    )


def home(*sections: tuple[str, str], extra: str = "") -> str:
    links = "".join(f'<li><a href="{url}">{name}</a></li>' for name, url in sections)
    return (
        f"<html><head><title>河城市政府</title>{extra}</head><body><ul>{links}</ul>"
        "<p>歡迎光臨河城市政府網站。</p></body></html>"
    )


def section_of(
    count: int, *, start: date = TODAY, prefix: str = "/n", per_page: int = 10
) -> dict[str, str]:
    """A section at /list/ with `count` items, a day apart, and the pages they lead to."""
    routes: dict[str, str] = {}
    rows = []
    for n in range(count):
        day = start - timedelta(days=n)
        title = f"關於河城第{n + 1}號道路改善工程的公告"
        routes[f"{prefix}/{n + 1}.html"] = article(title, day)
        rows.append(row(f"{prefix}/{n + 1}.html", title, day))
    pages = [rows[at : at + per_page] for at in range(0, count, per_page)]
    for number, part in enumerate(pages, 1):
        path = "/list/" if number == 1 else f"/list/{number}.html"
        following = f"/list/{number + 1}.html" if number < len(pages) else ""
        routes[path] = listing(part, after=following)
    return routes
