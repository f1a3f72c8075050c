"""What a reason really asks for: the datum, without the words that plead for it.

"Internal data do not have TSMC's Q3 revenue; this page gives it" asks for TSMC's Q3 revenue. Only
words that say *that* something is missing are taken off; what says *which* stays as it was, for a
memory that answers a wider question answers nothing.
"""

import re
from collections.abc import Collection
from typing import Protocol

from rostra.text import fold, slots, to_simplified
from rostra.words import Said

_MOST = 4
_CLAUSE = re.compile(r"[。；;！!？?\n]+|,(?!\d)|\.\s|并且|以及| and also ")
# What stands before the datum: that inner data lack it, or that it is wanted.
_LACKING = re.compile(
    r"^(?:因为|由于|但是|但|然而|所以|且|而)?"
    r"(?:(?:我方|我们|目前|现有|现在|手上)?的?(?:内部|官方|公开|现有|既有)(?:[与和及、](?:官方|内部|公开))?"
    r"的?(?:资料|数据|工具|来源|统计|证据|信息|资讯)?库?[中里内]?[都均仍还尚并]?)?"
    r"(?:没有|缺少|缺乏|欠缺|[尚仍还]?缺|查不到|找不到|查无|未提供|未包含|未揭露|未载|不含|不包含|未涵盖"
    r"|不足以(?:说明|支持|证明)|无法提供|没查到|尚无|未有)(?:的是)?[:：]?"
    r"|^(?:because |but |and |so )?(?:the |our |all )*(?:internal|official|existing|inner)"
    r"(?: (?:and|or) (?:internal|official))? \w+ (?:do(?:es)? not|don't|doesn't|lacks?|cannot|can't"
    r"|ha(?:ve|s) no)(?: (?:have|contain|include|give|cover|show|provide))?(?: the)? ",
    re.IGNORECASE,
)
_WANTING = re.compile(
    r"^我?们?(?:需要|需|必须|想要|想|请求|希望)?(?:再|另外|进一步)?"
    r"(?:查询|查证|查|取得|获取|搜寻|搜索|确认|核对|调阅|补充|了解|得知)?[:：]?"
    r"|^(?:and )?(?:also )?(?:i |we )?(?:still )?(?:need|want|lack|require)(?:s|ing)?(?: to)?"
    r"(?: (?:find|get|check|verify|look up|know|see|obtain|confirm))?(?: the)? ",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:is|are) (?:still )?(?:missing|absent|not (?:there|available|included|known))\.?$|\.$"
    r"|仍?(?:缺漏|不足|不明|未知|待查|阙如|没有资料|的资料|的数据|的资讯|的信息)$",
    re.IGNORECASE,
)


def needs_in(reason: str) -> tuple[str, ...]:
    """The things a reason asks for that name somebody and a measure; the whole where none does."""
    view = to_simplified(fold(reason)).strip()
    bare = [_bare(clause.strip()) for clause in _CLAUSE.split(view)]
    asked = [text for text in bare if text and (read := slots(text)).entities and read.metrics]
    return tuple(asked[:_MOST]) or ((view,) if view else ())


def _bare(clause: str) -> str:
    shorter = _LACKING.sub("", clause)
    if shorter == clause:
        shorter = _WANTING.sub("", clause)
    return _TRAILING.sub("", shorter).strip()


class Recalled(Protocol):
    """An answer that memory gives, or the reason why there is none."""

    @property
    def hit(self) -> bool: ...
    @property
    def reason(self) -> Said: ...
    @property
    def text(self) -> str: ...
    @property
    def evidence(self) -> tuple[str, ...]: ...


class Recall(Protocol):
    """Answers from what was verified or came from trusted tools and publishers, and is fresh."""

    async def recall(
        self, query: str, *, run: str = "", seen: Collection[str] | None = None
    ) -> Recalled: ...


class OwnRecall:
    """What memory answers to one turn: of its run only what `seen` says that it was shown."""

    def __init__(self, recall: Recall, seen: Collection[str]) -> None:
        self._recall = recall
        self._seen = seen

    async def recall(
        self, query: str, *, run: str = "", seen: Collection[str] | None = None
    ) -> Recalled:
        return await self._recall.recall(query, run=run, seen=self._seen if seen is None else seen)


async def answers_to(reason: str, recall: Recall, run: str) -> list[Recalled]:
    """What memory answers to all that a reason asks for; nothing when a part stays open."""
    whole = await recall.recall(reason, run=run)
    if whole.hit:
        return [whole]
    found = [await recall.recall(need, run=run) for need in needs_in(reason)]
    return found if found and all(one.hit for one in found) else []
