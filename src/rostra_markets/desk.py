"""What every market tool stands on: where the services are, the line to them, time and store."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from urllib.parse import urlencode

from rostra.records import Evidence, Source
from rostra.rules import SourceBook, classify_source
from rostra.settings import Secret
from rostra.steps import current_position
from rostra.store import Store
from rostra.tools.registry import A_COMPANY
from rostra_markets.asking import taipei_day
from rostra_markets.line import Line

# Words of a topic for which an agent is shown the tools of markets.
TOPICS = (
    "股", "上市", "上櫃", "證券", "公司", "企業", "產業", "投資", "營收", "獲利", "財報", "市值",
    "半導體", "晶片", "量產", "產能", "訂單", "供應鏈", "本益比", "殖利率",
    "stock", "share", "invest", "company", "revenue", "earnings", "market",
    "semiconductor", "TWSE", "TPEx", A_COMPANY,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Places:
    """Addresses of the services. An empty one is not there: its tools are not offered."""

    twse: str = "https://www.twse.com.tw"
    twse_open: str = "https://openapi.twse.com.tw"
    tpex: str = "https://www.tpex.org.tw"
    mops: str = "https://mopsov.twse.com.tw"
    stooq: str = "https://stooq.com"
    tej: str = "https://api.tej.com.tw"
    has_macro: bool = True


# The sample city has an exchange and its open data, and nothing else.
SAMPLE_PLACES = Places(
    twse="http://www.cyse.example",
    twse_open="http://openapi.cyse.example",
    tpex="",
    mops="http://www.cyse.example",
    stooq="",
    tej="",
    has_macro=False,
)


@dataclass(frozen=True, slots=True)
class MarketDesk:
    line: Line
    store: Store
    book: SourceBook
    clock: Callable[[], datetime]
    places: Places = field(default_factory=Places)
    stooq_key: Secret = field(default_factory=Secret)
    tej_key: Secret = field(default_factory=Secret)
    world: str = ""

    def today(self) -> date:
        return taipei_day(self.clock())

    def source(self, url: str) -> Source:
        return classify_source(url, book=self.book)

    async def held(self, tools: Iterable[str]) -> dict[str, Evidence]:
        """What this run has met of these tools' originals, by key, each in its newest state."""
        wanted = frozenset(tools)
        met = await self.store.evidence_of_run(current_position().root)
        return {
            one.provenance.tool_key: one
            for one in met
            if one.provenance.tool in wanted and one.provenance.world == self.world
        }

    def is_fresh(self, evidence: Evidence) -> bool:
        return evidence.expires_at is None or self.clock() < evidence.expires_at

    async def raw(self, evidence: Evidence) -> bytes | None:
        return await self.store.get_content(evidence.raw)


def address(base: str, path: str, **query: str) -> str:
    return f"{base}{path}?{urlencode(query, safe='/')}"
