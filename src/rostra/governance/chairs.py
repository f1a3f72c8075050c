"""Who sits in the chair: a model in the chairman's role, a plain rule, or a person.

All three are asked the same two things: is inner data exhausted, and what would this page add? The
decision is taken from the chair's own answer alone; a justification that contains one is text. A
person who does not come decides nothing, and that means no; where a model stays silent or cannot be
read, the rule decides that would have without a model.
"""

import hashlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from rostra.governance.addresses import addresses_in
from rostra.governance.justifying import justification_fault
from rostra.governance.matter import GatedTool, Matter
from rostra.records import (
    Evidence,
    LedgerEntry,
    Payload,
    PersonAsked,
    Question,
    Ruling,
    ToolCall,
    TrustLevel,
)
from rostra.rules import same_address
from rostra.settings.trust import TRUST
from rostra.steps import Step, current_position
from rostra.words import ENGLISH, Fact, Language, message, tell

APPROVE, REFUSE = "approve", "refuse"
_MOST_EVIDENCE = 12
_MOST_TRIED = 8
_DIGEST = 160

# The chairman's role on a call: tool, subject, justification, evidence, handcard, step; None where
# no answer could be read.
AskChairman = Callable[[str, str, str, str, str, Step], Awaitable[Ruling | None]]
# And on a plea for more calls: reason, which request it is, evidence, handcard, step.
AskOnPlea = Callable[[str, int, str, str, Step], Awaitable[Ruling | None]]


def is_approval(question: Question) -> bool:
    """Whether a question asks for leave, which only a person may give; others offer a choice."""
    return question.options == (APPROVE, REFUSE)


class Chair(Protocol):
    """Rules on what gates leave open, and on pleas for more calls that no rule grants."""

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling: ...
    async def rule_on_plea(self, reason: str, nth: int, step: Step) -> Ruling: ...


class Records(Protocol):
    async def evidence_of_run(self, run_id: str) -> list[Evidence]: ...
    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]: ...
    async def put_question(self, question: Question) -> None: ...


class ShownRecords:
    """Records in which one turn's rulings see only the evidence that the turn was shown."""

    def __init__(self, records: Records, seen: Collection[str]) -> None:
        self._records = records
        self._seen = seen

    async def evidence_of_run(self, run_id: str) -> list[Evidence]:
        read = await self._records.evidence_of_run(run_id)
        return sorted((one for one in read if one.id in self._seen), key=lambda one: one.id)

    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]:
        return await self._records.ledger_of_run(run_id)

    async def put_question(self, question: Question) -> None:
        await self._records.put_question(question)


class Tools(Protocol):
    def level_of(self, name: str) -> TrustLevel | None: ...
    def names_of(self, level: TrustLevel) -> Sequence[str]: ...


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


class ModelChair:
    """The chairman's role, given what was found so far and its own handcard.

    `without` rules where the model says nothing that can be read.
    """

    def __init__(
        self,
        ask: AskChairman,
        ask_on_plea: AskOnPlea,
        records: Records,
        matter: Matter,
        without: Chair,
        tools: Tools,
    ) -> None:
        self._without = without
        self._ask = ask
        self._ask_on_plea = ask_on_plea
        self._records = records
        self._matter = matter
        self._tools = tools

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling:
        evidence = await step("gather evidence", self._evidence_and_tried)
        ruled = await self._ask(
            tool.name, call.subject, call.justification, evidence, self._handcard(), step
        )
        return ruled or await self._without.rule(tool, call, step)

    async def rule_on_plea(self, reason: str, nth: int, step: Step) -> Ruling:
        evidence = await step("gather evidence", self._evidence)
        ruled = await self._ask_on_plea(reason, nth, evidence, self._handcard(), step)
        return ruled or await self._without.rule_on_plea(reason, nth, step)

    async def _evidence_and_tried(self) -> str:
        """What was found, and what inner and official tools were asked and answered."""
        entries = await self._records.ledger_of_run(current_position().root)
        tried = [one for one in entries if one.kind == "tool" and self._is_data(one.name)]
        lines = [f"{one.name} {one.request[:120]}: {one.outcome}" for one in tried[-_MOST_TRIED:]]
        return "\n".join([await self._evidence(), *lines]).strip()

    def _is_data(self, name: str) -> bool:
        level = self._tools.level_of(name)
        return level is not None and TRUST[level].asks_nobody

    async def _evidence(self) -> str:
        return summary_of(await self._records.evidence_of_run(current_position().root))

    def _handcard(self) -> str:
        return self._matter.handcard or self._matter.question


class RuleChair:
    """No model and nobody asked: inner tools were tried, the page is new, the reason is one."""

    def __init__(self, records: Records, matter: Matter, tools: Tools) -> None:
        self._records = records
        self._matter = matter
        self._tools = tools

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling:
        return await step("rule", self._decide, call)

    async def rule_on_plea(self, reason: str, nth: int, step: Step) -> Ruling:
        return Ruling.refuse("rule", message("rulings.no_rule"))

    async def _decide(self, call: ToolCall) -> Ruling:
        root = current_position().root
        if fault := justification_fault(call.justification, self._matter):
            return Ruling.refuse("rule", message("rulings.unreasoned", fault=fault))
        read = await self._records.evidence_of_run(root)
        for url in addresses_in(dict(call.args)):
            if any(same_address(url, known.url) for known in read):
                return Ruling.refuse("rule", message("rulings.read_already"))
        levels = [one.level for one in TRUST.values() if one.is_inner]
        inner = [name for level in levels for name in self._tools.names_of(level)]
        entries = await self._records.ledger_of_run(root)
        if inner and not any(self._tools.level_of(entry.name) in levels for entry in entries):
            return Ruling.refuse(
                "rule",
                message("rulings.no_inner"),
                message("rulings.no_inner_next", tools=tuple(inner[:3])),
            )
        return Ruling.approve("rule", message("rulings.inner_lacks"))


class PersonChair:
    """A person decides, from any process; whoever does not come in time has said no."""

    def __init__(
        self,
        records: Records,
        events: Events,
        clock: Callable[[], datetime],
        *,
        seconds: float,
        language: Language,
    ) -> None:
        self._records = records
        self._events = events
        self._clock = clock
        self._seconds = seconds
        self._language = language

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling:
        text = self._say(
            "page",
            agent=call.agent,
            tool=tool.name,
            subject=call.subject,
            reason=call.justification,
        )
        return await self._ask(text, f"{step.run_id}:{call.id}", step)

    async def rule_on_plea(self, reason: str, nth: int, step: Step) -> Ruling:
        text = self._say("plea", nth=nth, reason=reason)
        return await self._ask(text, f"{step.run_id}:plea:{nth}", step)

    def _say(self, key: str, **facts: Fact) -> str:
        return tell(f"agents.gate.{key}", self._language, facts)

    async def _ask(self, text: str, place: str, step: Step) -> Ruling:
        question = hashlib.sha256(place.encode("utf-8", "replace")).hexdigest()[:12]
        await step("ask a person", self._put, question, text)
        answer = await step.ask(question, seconds=self._seconds)
        if answer is None:
            return Ruling.refuse("person", message("rulings.nobody_came", seconds=self._seconds))
        if answer == APPROVE:
            return Ruling.approve("person", message("rulings.person_approve"))
        return Ruling.refuse("person", message("rulings.person_refuse"))

    async def _put(self, question: str, text: str) -> None:
        where, now = current_position(), self._clock()
        found = await self._records.evidence_of_run(where.root)
        read = summary_of(found, self._language)
        whole = "\n\n".join(part for part in (text, self._say("evidence"), read) if part)
        await self._records.put_question(
            Question(
                id=question,
                run=where.run,
                text=whole,
                options=(APPROVE, REFUSE),
                asked_at=now,
                expires_at=now + timedelta(seconds=self._seconds),
            )
        )
        await self._events.publish(PersonAsked(question, text, (APPROVE, REFUSE)))


class PersonHere:
    """The person who makes the call is there and is asked at once."""

    def __init__(self, approve: Callable[[ToolCall], Awaitable[bool]]) -> None:
        self._approve = approve

    async def rule(self, tool: GatedTool, call: ToolCall, step: Step) -> Ruling:
        decide = Ruling.approve if await self._approve(call) else Ruling.refuse
        return decide("person", message("rulings.asker"))


def summary_of(evidence: Sequence[Evidence], language: Language = ENGLISH) -> str:
    """What a run has found, a line each, the newest last."""
    return "\n".join(
        tell(
            "agents.gate.piece",
            language,
            {
                "title": one.title,
                "name": one.source.name,
                "level": one.provenance.trust,
                "digest": _short(one),
            },
        )
        for one in evidence[-_MOST_EVIDENCE:]
    )


def _short(evidence: Evidence) -> str:
    digest = evidence.digest
    return digest if len(digest) <= _DIGEST else f"{digest[:_DIGEST].rstrip()}…"
