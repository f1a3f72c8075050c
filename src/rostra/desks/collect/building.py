"""Put a collecting desk together out of what the house has: its tools, its gates, its path."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from rostra.desks.collect.addresses import AddressGate
from rostra.desks.collect.browsing import browse_page_tool
from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.robots import RobotsGate, rules_tool
from rostra.desks.collect.visits import Visits, same_site
from rostra.events import EventLog
from rostra.pages import Client, Renderer
from rostra.records import Site
from rostra.roles import Stage
from rostra.rules import SourceBook
from rostra.store import Store
from rostra.tools import Registry, ToolPath
from rostra.tools.neighbours import Budget, Gate, Ladder, Meter, Ruler, Watcher
from rostra.tools.pages import pages_read_tool
from rostra.words import Language


@dataclass(frozen=True, slots=True)
class Parts:
    """What `assembly` hands in; the names are those of the house."""

    store: Store
    events: EventLog
    client: Client
    book: SourceBook
    browser: Renderer | None
    ladder: Ladder
    budget: Budget
    ruler: Ruler
    gates: Sequence[Gate]
    watchers: Sequence[Watcher]
    meter: Meter | None
    stage: Stage
    clock: Callable[[], datetime]
    today: Callable[[], date]
    stop_asked: Callable[[str], Awaitable[str | None]]
    language: Language
    world: str = ""
    own_sites: Sequence[Site] = ()


def build_desk(parts: Parts) -> CollectDesk:
    visits, gate = Visits(), AddressGate()
    read = pages_read_tool(
        parts.client, parts.book, parts.today, parts.browser, may_follow=same_site
    )
    browse = browse_page_tool(
        parts.client, parts.book, parts.today, parts.browser, since=visits.wanted_since
    )
    rules = rules_tool(parts.client, parts.book)
    registry = Registry()
    for tool in (rules, visits.polite(browse), visits.polite(read)):
        registry.register(replace(tool, world=parts.world))
    tools = ToolPath(
        registry=registry,
        store=parts.store,
        events=parts.events,
        clock=parts.clock,
        ladder=parts.ladder,
        budget=parts.budget,
        gates=(*parts.gates, RobotsGate(rules, parts.ladder)),
        ruler=parts.ruler,
        discovery=(gate,),
        watchers=parts.watchers,
        meter=parts.meter,
    )
    return CollectDesk(
        tools=tools,
        gate=gate,
        visits=visits,
        store=parts.store,
        events=parts.events,
        stage=parts.stage,
        clock=parts.clock,
        today=parts.today,
        stop_asked=parts.stop_asked,
        language=parts.language,
        own_sites=parts.own_sites,
    )
