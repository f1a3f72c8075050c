"""Tools that count how often they went out, and what they bring."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rostra.errors import RostraError
from rostra.records import Evidence, JsonValue, Provenance, Source
from rostra.tools import Tool, ToolOutput
from rostra.tools.tool import Document
from tests.waiting import until

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
PAGE = Document(
    url="http://www.harbour.example/a",
    title="A page",
    raw=b"<p>Revenue was 12.5 million.</p>",
    media_type="text/html",
    text="Revenue was 12.5 million.",
    source=Source("Harbour News", 2, "news", "Harbour"),
)


class Clock:
    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **how_long: float) -> None:
        self.now += timedelta(**how_long)


class Outside:
    """Something beyond the house: it counts, takes its time, and fails when told to."""

    def __init__(self, output: ToolOutput | None = None, seconds: float = 0.0) -> None:
        self.calls = 0
        self.versions: list[str] = []
        self.output = output or ToolOutput(text="fine", documents=(PAGE,))
        self.seconds = seconds
        self.failure: RostraError | None = None
        self.answers_when: Callable[[], bool] | None = None

    async def __call__(self, args: Mapping[str, JsonValue]) -> ToolOutput:
        self.calls += 1
        if self.answers_when is not None:
            await until(self.answers_when)
        await asyncio.sleep(self.seconds)
        if self.failure is not None:
            raise self.failure
        return self.output

    async def since(self, args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
        self.versions.append(version)
        output = await self(args)
        return None if version == output.version else output


def tool(outside: Outside, **changes: object) -> Tool:
    made = Tool(
        name="web.read",
        description="Read.",
        level="L2",
        ttl=timedelta(hours=1),
        input_schema={"type": "object"},
        invoke=outside,
        attempts=1,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def evidence(name: str, run: str = "r1") -> Evidence:
    return Evidence(
        id=f"evidence:{name}",
        inputs_hash=name,
        outputs_hash=name,
        provenance=Provenance(run=run, tool="web.read", tool_key="k", trust="L2"),
        source=PAGE.source,
        url=PAGE.url,
        title=PAGE.title,
        raw="0" * 64,
        text="0" * 64,
        media_type="text/html",
        fetched_at=NOW,
    )
