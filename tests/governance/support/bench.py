"""A small draft with its sources, and judges as they come: one who reads, and those who do not."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rostra.records import Anchor, Payload, Statement
from rostra.records.statements import Case, Finding, SourceRead
from rostra.steps import Step

BUS = "公車尖峰平均時速由14.8公里提高到18.1公里，運輸局說改善最明顯的是港北線。"
TRAFFIC = "10月平日日均進入車輛為74,100輛，較6月減少14.2%。市府強調這是初步統計。"
SHOPS = "商圈聯合會的問卷顯示，受訪店家中有六成一認為生意變差。聯合會要求延後收費。"
SOURCES = {
    "A": SourceRead(f"{TRAFFIC}完整報告將於年底公布。", "試辦成效", "澄嶼市政府", "", "2026-11-10"),
    "B": SourceRead(f"{BUS}該路線每日載客約兩萬人。", "公車快了", "海州通訊社", "", "2026-11-10"),
    "C": SourceRead(f"{SHOPS}會長林若晴週四到議會陳情。", "店家叫苦", "晨鐘報", "", "2026-11-07"),
}
DRAFT = (
    Statement("S1", "reported", "開進舊港區的車在10月少了14.2%。", (Anchor("A", TRAFFIC[:28]),)),
    Statement("S2", "reported", "尖峰時段的公車跑得比以前快，時速到18.1公里。", (Anchor("B"),)),
    Statement("S3", "reported", "超過一半的受訪店家覺得生意不如從前。", (Anchor("C"),)),
    Statement("S4", "reported", "商圈希望晚一點再開始收費。", (Anchor("C"),)),
)
OWN = {one.text: one.evidence for one in DRAFT}


@dataclass
class Reader:
    """Reads: carries what the draft says on its own sources, and whole sentences of a passage."""

    asked: list[Sequence[Case]] = field(default_factory=list)

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        self.asked.append(batch)
        return [_found(one) for one in batch]


def _found(case: Case) -> Finding:
    sources = {one.source for one in case.anchors}
    quote = case.anchors[0].quote if case.anchors else ""
    is_own = sources <= set(OWN.get(case.statement, ()))
    is_whole = any(case.statement in one.context for one in case.anchors)
    if is_whole or (is_own and case.statement in OWN):
        return Finding(case.id, "carried", quote)
    return Finding(case.id, "not_carried", reason="別處說的")


@dataclass
class Yes:
    """Carries everything."""

    asked: list[Sequence[Case]] = field(default_factory=list)

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        self.asked.append(batch)
        return [Finding(one.id, "carried", one.anchors[0].quote) for one in batch]


@dataclass
class No:
    """Carries nothing."""

    asked: list[Sequence[Case]] = field(default_factory=list)

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        self.asked.append(batch)
        return [Finding(one.id, "not_carried") for one in batch]


@dataclass
class Log:
    """Keeps what was told."""

    told: list[Payload] = field(default_factory=list)

    async def publish(self, payload: Payload) -> None:
        self.told.append(payload)
