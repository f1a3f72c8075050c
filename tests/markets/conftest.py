"""The services of `wire/`, replayed on loopback, and a tool path that asks them for real."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rostra.events import EventLog
from rostra.governance import CallBudget, EmptyChair
from rostra.memory import Ladder, Meter
from rostra.pages import Client, Limits
from rostra.records import JsonValue, Run, ToolCall, ToolResult
from rostra.rules import shipped_book
from rostra.settings import Secret
from rostra.steps import InlineStep
from rostra.store import Store, open_store
from rostra.tools import Registry, ToolPath
from rostra.tools.schema import schema_fault
from rostra_markets import Line, MarketDesk, market_tools
from rostra_testing import LocalSite, Page
from tests.waiting import scaled

SAMPLES = Path(__file__).parent / "samples"
NOW = datetime(2026, 11, 16, 4, tzinfo=UTC)  # a Monday, noon in Taipei

HOSTS = (
    "www.twse.com.tw",
    "openapi.twse.com.tw",
    "mopsov.twse.com.tw",
    "www.tpex.org.tw",
    "stooq.com",
    "api.tej.com.tw",
    "fred.stlouisfed.org",
    "api.worldbank.org",
    "www.bankofcanada.ca",
)
STOCK_DAY = "www.twse.com.tw/rwd/zh/afterTrading/STOCK_DAY"
TRADING_STOCK = "www.tpex.org.tw/www/zh-tw/afterTrading/tradingStock"
STOOQ_KEY = "planted-stooq-key"
TEJ_KEY = "planted-tej-key"


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def sample_json(name: str) -> Any:
    return json.loads(sample(name))


def as_json(name: str) -> Page:
    return Page(sample(name), content_type="application/json;charset=UTF-8")


class Plain(Client):
    """The guarded client, asked without TLS: the replayed services have no certificates."""

    async def fetch(self, url: str, **how: Any) -> Any:
        return await super().fetch(url.replace("https://", "http://", 1), **how)


class Outside:
    """A run that asks tools over the one path; `ask` gives the result an agent would see."""

    def __init__(self, path: ToolPath, site: LocalSite, store: Store, desk: MarketDesk) -> None:
        self.path = path
        self.site = site
        self.store = store
        self.desk = desk
        self._asked = 0

    async def ask(self, tool: str, **args: JsonValue) -> ToolResult:
        self._asked += 1
        call = ToolCall(f"c{self._asked}", tool, args, "")
        (result,) = await self.path.call([call], InlineStep("r1"))
        return result

    async def text_of(self, result: ToolResult, nth: int = 0) -> str:
        evidence = await self.store.get_evidence(result.evidence[nth])
        assert evidence is not None
        content = await self.store.get_content(evidence.text)
        assert content is not None
        return content.decode()

    @property
    def targets(self) -> list[str]:
        return [request.target for request in self.site.requests]


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite() as running:
        yield running


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(Run("r1", "research", "q", "running", NOW))
    yield opened
    await opened.close()


@pytest.fixture
async def client(site: LocalSite) -> AsyncIterator[Client]:
    hosts = dict.fromkeys(HOSTS, ("127.0.0.1", site.port))
    allow = [f"http://{host}:80" for host in HOSTS]
    async with Plain(
        allow=allow, hosts=hosts, limits=Limits(tries=1, deadline=scaled(60))
    ) as opened:
        yield opened


Open = Callable[..., Outside]


@pytest.fixture
async def open_outside(site: LocalSite, store: Store, client: Client) -> AsyncIterator[Open]:
    meter = Meter(store)
    ladders: list[Ladder] = []

    def make(*, now: datetime = NOW, line: Line | None = None, keys: Sequence[str] = ()) -> Outside:
        stooq, tej = keys or (STOOQ_KEY, TEJ_KEY)
        desk = MarketDesk(
            line=line or Line(client, spacing=0.0),
            store=store,
            book=shipped_book(),
            clock=lambda: now,
            stooq_key=Secret(stooq),
            tej_key=Secret(tej),
        )
        registry = Registry()
        for tool in market_tools(desk):
            registry.register(tool)
        ladder = Ladder(store, lambda: now, schema_fault=schema_fault, meter=meter)
        ladders.append(ladder)
        path = ToolPath(
            registry=registry,
            store=store,
            events=EventLog(store),
            clock=lambda: now,
            ladder=ladder,
            budget=CallBudget(store, _NoCap()),
            gates=(),
            ruler=EmptyChair(),
        )
        return Outside(path, site, store, desk)

    yield make
    for ladder in ladders:
        await ladder.close()
    await meter.close()


@pytest.fixture
def outside(open_outside: Open) -> Outside:
    return open_outside()


class _NoCap:
    async def max_calls(self, run_id: str) -> int | None:
        return None

    async def max_cost(self, run_id: str) -> int | None:
        return None
