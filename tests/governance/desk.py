"""A desk with the real gates and purses, and tools that count how often they really went out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from rostra.events import EventLog
from rostra.governance import Bench, CallBudget, Matter, Policy
from rostra.governance.breaker import Breakers
from rostra.governance.inner import NoRecall
from rostra.governance.needs import Recall
from rostra.governance.passes import ToolCaps
from rostra.records import JsonValue, Ruling, SearchHit, Source, ToolCall, ToolResult, encode
from rostra.records import TrustLevel as Level
from rostra.steps import InlineStep, Step
from rostra.store import Store
from rostra.tools import Registry, Tool, ToolOutput, ToolPath
from rostra.tools.neighbours import NoMemory, Ruler
from rostra.tools.search import INPUT, search_tool
from rostra.tools.tool import Document

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
MATTER = Matter("柳城是否應徵收擁擠費？", handcard="交鋒點：擁擠費收入、低收入通勤者負擔、車流量")
WHY = "內部與官方資料沒有柳城擁擠費2025年收入，這一頁有市府公布的金額"
QUERY = "柳城擁擠費收入"


class Yes:
    async def rule(self, tool: object, call: ToolCall, step: Step) -> Ruling:
        return Ruling.approve("chairman", "go on")


class No:
    async def rule(self, tool: object, call: ToolCall, step: Step) -> Ruling:
        return Ruling.refuse("chairman", "the evidence suffices")


@dataclass
class Outside:
    """What really went out, in order."""

    searched: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    found: Mapping[str, Sequence[str]] = field(default_factory=dict)
    failure: Exception | None = None

    def search(self) -> Tool:
        async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
            query = str(args["query"])
            self.searched.append(query)
            hits = [SearchHit(url, "標題", "") for url in self.found.get(query, ())]
            return ToolOutput("\n".join(hit.url for hit in hits), [encode(hit) for hit in hits])

        # The tool as it is, with what it would find given.
        return replace(search_tool(()), invoke=invoke, input_schema=INPUT)

    def browse(self) -> Tool:
        async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
            self.opened.append(str(args["url"]))
            if self.failure is not None:
                raise self.failure
            return ToolOutput("讀到了", documents=(page(str(args["url"])),))

        schema: Mapping[str, JsonValue] = {
            "type": "object",
            "properties": {"url": {"type": "string"}, "justification": {"type": "string"}},
            "required": ["url", "justification"],
        }
        return Tool(
            "browser.browse", "Read a page.", "L3", timedelta(days=1), schema, invoke,
            requires_approval=True, attempts=1, is_core=True,
        )  # fmt: skip

    def data(self, name: str, level: Level, answer: ToolOutput | None) -> Tool:
        async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
            self.asked.append(name)
            if answer is None:
                raise self.failure or TimeoutError
            return answer

        return Tool(name, "Data.", level, timedelta(days=1), {"type": "object"}, invoke, attempts=1)


def page(url: str, text: str = "柳城市府公布，2025年擁擠費收入為12億元。") -> Document:
    return Document(
        url, "頁", text.encode(), "text/plain", text, Source("市府", 1, "official", "G")
    )


def desk(
    store: Store,
    outside: Outside,
    *more: Tool,
    ruler: Ruler | None = None,
    matter: Matter = MATTER,
    recall: Recall | None = None,
    policy: Policy | None = None,
    per_day: int | None = None,
) -> tuple[ToolPath, Bench]:
    policy = policy or Policy()
    registry = Registry(policy)
    for tool in (outside.search(), outside.browse(), *more):
        registry.register(tool)
    registry.alias("searxng.search", of="search.web")
    events = EventLog(store, lambda: NOW)
    bench = Bench(
        store,
        events,
        lambda: NOW,
        registry,
        recall or NoRecall(),
        Breakers(events, lambda: NOW),
        policy,
    )
    budget = CallBudget(
        store,
        ToolCaps(store),
        per_day=per_day,
        clock=lambda: NOW,
        browses_per_search=policy.browses_per_search,
    )
    path = ToolPath(
        registry=registry,
        store=store,
        events=events,
        clock=lambda: NOW,
        ladder=NoMemory(),
        budget=budget,
        gates=bench.gates(matter),
        ruler=ruler or Yes(),
        discovery=bench.discovery(matter),
        watchers=(bench.breakers,),
        witnesses=bench.witnesses(),
    )
    return path, bench


def searching(query: str = QUERY, n: int = 1) -> ToolCall:
    return ToolCall(f"s{n}", "search.web", {"query": query}, "pro", query)


def browsing(url: str, n: int = 1, why: str = WHY) -> ToolCall:
    args: dict[str, JsonValue] = {"url": url, "justification": why}
    return ToolCall(f"b{n}", "browser.browse", args, "pro", url, justification=why)


async def ask(path: ToolPath, *calls: ToolCall, run: str = "r1") -> list[ToolResult]:
    return await path.call(calls, InlineStep(run))


async def one(path: ToolPath, call: ToolCall, run: str = "r1") -> ToolResult:
    (result,) = await ask(path, call, run=run)
    return result
