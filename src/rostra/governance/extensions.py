"""Whether an agent that has spent its calls may have a few more.

Cheapest first: memory may hold the answer, a plain rule may like the reason, and only then is the
chair asked. Every request counts, also one that memory answers. Silence spends nothing.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from rostra.governance.chairs import Chair
from rostra.governance.inner import told
from rostra.governance.needs import Recall, answers_to
from rostra.governance.notices import (
    ExtensionAsked,
    ExtensionAutoApproved,
    ExtensionRecalled,
    ExtensionRuled,
)
from rostra.prompts import Fence
from rostra.records import Extension, Payload, Ruled, Ruling
from rostra.rules import review_reason
from rostra.steps import Step, current_position
from rostra.words import Fact, joined, message, tell

TOOL = "request_extension"
AUTO_APPROVE = "auto_approve"


class Shelf(Protocol):
    async def put_ruling(self, ruled: Ruled) -> None: ...


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


class ExtensionReview:
    """One turn's review; `agent` is whose turn it is."""

    def __init__(
        self,
        recall: Recall,
        chair: Chair,
        shelf: Shelf,
        events: Events,
        clock: Callable[[], datetime],
        *,
        agent: str,
        language: str,
        steps: int,
    ) -> None:
        self._recall = recall
        self._chair = chair
        self._shelf = shelf
        self._events = events
        self._clock = clock
        self._agent = agent
        self._language = language
        self._steps = steps

    async def extend(self, reason: str, previous: str | None, nth: int, step: Step) -> Extension:
        answered = await step("recall", self._answered, reason, nth)
        if answered is not None:
            return answered
        review = review_reason(reason, previous, nth)
        if review.verdict == "auto_approve":
            ruling = Ruling.approve(AUTO_APPROVE, message("rulings.wants"))
            await step("grant", self._record, reason, nth, ruling)
            return self._granted(ruling)
        ruling = await self._chair.rule_on_plea(reason, nth, step)
        await step("record ruling", self._record, reason, nth, ruling)
        if ruling.decision == "approve":
            return self._granted(ruling)
        told = self._say("refused", reason=ruling.reason)
        return Extension(granted=False, message=told, must_conclude=True)

    async def _answered(self, reason: str, nth: int) -> Extension | None:
        """The memory that answers the plea, if there is one; the plea itself is put on record."""
        await self._events.publish(ExtensionAsked(self._agent, nth, reason))
        if not reason.strip():
            return None
        found = await answers_to(reason, self._recall, current_position().root)
        if not found:
            return None
        why = joined(one.reason for one in found)
        await self._record(reason, nth, Ruling.refuse("recall", why, told(found)))
        memory = told(found)
        # What is remembered was read somewhere: it is material, as it was when it was new.
        fenced = Fence.of([memory]).around("result", memory)
        answer = self._say("recalled", memory=f"\n{fenced}")
        return Extension(granted=False, message=answer)

    async def _record(self, reason: str, nth: int, ruling: Ruling) -> None:
        where = current_position()
        await self._shelf.put_ruling(
            Ruled(
                run=where.run,
                place=where.key(TOOL, nth, ruling.gate),
                tool=TOOL,
                subject=f"request {nth}",
                ruling=ruling,
                at=self._clock(),
                agent=self._agent,
                justification=reason,
            )
        )
        await self._events.publish(self._notice(nth, ruling))

    def _notice(self, nth: int, ruling: Ruling) -> Payload:
        if ruling.gate == AUTO_APPROVE:
            return ExtensionAutoApproved(self._agent, nth, self._steps, ruling.reason)
        if ruling.gate == "recall":
            return ExtensionRecalled(self._agent, nth, ruling.reason, ruling.guidance)
        return ExtensionRuled(
            self._agent, nth, ruling.decision, ruling.gate, ruling.reason, ruling.guidance
        )

    def _say(self, key: str, **facts: Fact) -> str:
        return tell(f"agents.gate.{key}", self._language, facts)

    def _granted(self, ruling: Ruling) -> Extension:
        answer = self._say("granted", steps=self._steps)
        if ruling.guidance:
            answer += " " + self._say("guidance", guidance=ruling.guidance)
        return Extension(granted=True, message=answer)
