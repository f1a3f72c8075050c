"""What the tests of this room ask, and whom."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from rostra.events import EventLog, worded
from rostra.models import (
    AbilityBook,
    DayCaps,
    Endpoint,
    Lanes,
    Message,
    ModelAnswer,
    ModelGateway,
    ModelPath,
    ModelRequest,
    PriceBook,
    ProviderGateway,
    Shape,
    Spending,
    ToolSpec,
)
from rostra.models.gateway import Unknown
from rostra.records import Budget, Run
from rostra.settings import Secret
from rostra.steps import InlineStep
from rostra.store import Store
from rostra_testing import ScriptedServer

KEY = "sk-test-4f9a8b7c6d5e"
DECISION = Shape(
    "Decision",
    {
        "type": "object",
        "properties": {"approved": {"type": "boolean"}, "reason": {"type": "string"}},
        "required": ["approved", "reason"],
    },
)
SEARCH = ToolSpec(
    "search.web",
    "Search the web.",
    {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
)


def question(
    text: str = "Did revenue rise? [E:1] Revenue rose 10%.", **more: object
) -> ModelRequest:
    asked = {"timeout": 10.0, "max_tokens": 200, **more}
    return ModelRequest((Message("system", "You decide."), Message("user", text)), **asked)  # type: ignore[arg-type]


def gateway(
    server: ScriptedServer, provider: str = "openai-compatible", book: AbilityBook | None = None
) -> ProviderGateway:
    return ProviderGateway(Endpoint(provider, server.model, server.base_url, Secret(KEY)), book)


class FakeGateway(Unknown):
    """Answers at once with a given number of tokens, or fails: for sums, not for the wire."""

    def __init__(self, answer: Callable[[ModelRequest], Awaitable[ModelAnswer]]) -> None:
        self.endpoint = Endpoint("openai-compatible", "m", "https://models.example/v1")
        self._answer = answer

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        return await self._answer(request)


@dataclass
class Desk:
    """A real store and a real log, and a path over them to any gateway."""

    store: Store
    events: EventLog
    clock: Callable[[], datetime]
    day: DayCaps = field(default_factory=DayCaps)
    prices: PriceBook = field(default_factory=PriceBook)
    lanes: Lanes = field(default_factory=Lanes)

    async def run(self, run_id: str = "r1", **budget: float | None) -> InlineStep:
        caps = Budget(**{"max_seconds": None, **budget})  # type: ignore[arg-type]
        now = self.clock()
        await self.store.create_run(
            Run(run_id, "research", "q", "running", now, budget=caps, started_at=now)
        )
        return InlineStep(run_id)

    def path(self, gateway: ModelGateway) -> ModelPath:
        spending = Spending(self.store, self.day, self.clock)
        return ModelPath(
            gateway, self.lanes, self.prices, spending, self.store, self.events, self.clock
        )

    async def lines(self, run_id: str = "r1") -> list[str]:
        return [worded(event, "en").text for event in await self.store.events_after(run_id)]
