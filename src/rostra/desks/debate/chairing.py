"""The chairman's answer to a plea where no model sits in the chair.

What a chairman weighs can be counted: whether the plea is about a clash point of the handcard, and
whether the run has too little on it yet. A plea that passes gets the chairman's guidance with it.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from rostra.governance.chairs import Chair
from rostra.governance.matter import GatedTool
from rostra.governance.relating import share
from rostra.records import Evidence, Ruling, ToolCall
from rostra.records.debate import Handcard
from rostra.steps import Step, current_position
from rostra.text import index_tokens, to_simplified
from rostra.words import message

WEIGHED = "weighed"
_ABOUT_POINT = 0.25
_ON_POINT = 0.6
_ENOUGH = 3
_FILLER = re.compile(
    r"思考|想想|想一想|整理|更多时间|组织|\b(?:think|time|reflect|organi[sz]e)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class WeighingChair:
    """`rules` decides on pages as ever; only pleas are weighed here."""

    rules: Chair
    handcard: Handcard
    evidence_of_run: Callable[[str], Awaitable[list[Evidence]]]
    most: int

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling:
        return await self.rules.rule(tool, call, step)

    async def rule_on_plea(self, reason: str, nth: int, step: Step) -> Ruling:
        return await step("weigh plea", self._weigh, reason, nth)

    async def _weigh(self, reason: str, nth: int) -> Ruling:
        if nth > self.most:
            return Ruling.refuse(WEIGHED, message("rulings.often_enough"))
        if _FILLER.search(to_simplified(reason)):
            return Ruling.refuse(WEIGHED, message("rulings.only_time"))
        shares = {point: share(point, [reason]) for point in self.handcard.clash_points}
        point = max(shares, key=lambda one: shares[one], default="")
        if not point or shares[point] < _ABOUT_POINT:
            return Ruling.refuse(WEIGHED, message("rulings.no_point"))
        read = await self.evidence_of_run(current_position().root)
        if (found := _publishers_on(point, read)) >= _ENOUGH:
            return Ruling.refuse(WEIGHED, message("rulings.enough", count=found))
        return Ruling.approve(WEIGHED, message("rulings.too_little"), point)


def _publishers_on(point: str, read: Sequence[Evidence]) -> int:
    wanted = set(index_tokens(point))
    about = [
        one
        for one in read
        if len(wanted & set(index_tokens(f"{one.title} {one.digest}"))) >= _ON_POINT * len(wanted)
    ]
    return len({one.source.owner or one.source.name for one in about})
