"""Inner data first: what is known is not looked up outside, and a backup source comes last."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from rostra.errors import UnreadableRecord
from rostra.governance.matter import GatedTool
from rostra.governance.needs import Recall, Recalled, answers_to
from rostra.records import JsonValue, LedgerEntry, Ruling, ToolCall, ToolResult, TrustLevel, loads
from rostra.settings.trust import TRUST
from rostra.steps import current_position
from rostra.text import canon, query_tokens, slots
from rostra.words import Said, message

_DATE = re.compile(r"(?:19|20)\d{2}(?:q[1-4]|h[12]|\d{2}|\d{4})?|1[01]\d(?:q[1-4])?|\d{1,2}")
_SAID = 600


class NoRecall:
    """A desk without a memory of its own."""

    async def recall(
        self, query: str, *, run: str = "", seen: Collection[str] | None = None
    ) -> "Nothing":
        return Nothing()


class Nothing:
    hit = False
    reason: Said = message("recall.nothing")
    text = ""
    evidence: tuple[str, ...] = ()


def told(found: Sequence[Recalled]) -> str:
    """Memories as they are handed over: their short forms and what to cite."""
    lines = []
    for one in found:
        marks = " ".join(f"[E:{evidence}]" for evidence in one.evidence[:5])
        lines.append(f"{one.text[:_SAID]} {marks}".strip())
    return "\n".join(dict.fromkeys(lines))


class Tools(Protocol):
    def level_of(self, name: str) -> TrustLevel | None: ...
    def names_of(self, level: TrustLevel) -> Sequence[str]: ...
    def finding(self, topic: str) -> Sequence[str]: ...


class Ledger(Protocol):
    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]: ...


class InternalFirst:
    """A page is not opened for what internal tools, official data or memory already answer.

    Nor for what one of them could hold that nobody has asked for it in this run.
    """

    def __init__(
        self, recall: Recall, ledger: Ledger | None = None, tools: Tools | None = None
    ) -> None:
        self._recall = recall
        self._ledger = ledger
        self._tools = tools

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        need = call.justification.strip()
        if not TRUST[tool.level].opens_pages or not need:
            return None
        found = await answers_to(need, self._recall, current_position().root)
        if found:
            return Ruling.refuse("internal-first", message("rulings.known", memory=told(found)))
        if untried := await self._untried(need):
            return Ruling.refuse(
                "internal-first",
                message("rulings.no_inner"),
                message("rulings.no_inner_next", tools=untried[:3]),
            )
        return None

    async def _untried(self, need: str) -> tuple[str, ...]:
        """Inner and official tools for such a datum that were not asked for it."""
        if self._ledger is None or self._tools is None:
            return ()
        wanted = _need(need)
        entries = await self._ledger.ledger_of_run(current_position().root)
        # A tool that failed, or takes nothing to look for, was asked for all that it has.
        asked = {
            one.name
            for one in entries
            if one.outcome != "ok"
            or not (asking := _need(_asked(one))).words
            or wanted.is_that_of(asking)
        }
        return tuple(one for one in self._tools.finding(need) if one not in asked)


class BackupGate:
    """A backup source is asked only when internal and official tools failed for the same need."""

    def __init__(self, ledger: Ledger, tools: Tools) -> None:
        self._ledger = ledger
        self._tools = tools

    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None:
        if not TRUST[tool.level].is_backup:
            return None
        entries = await self._ledger.ledger_of_run(current_position().root)
        need = _need(dict(call.args))
        tried: dict[TrustLevel, list[bool]] = {
            one.level: [] for one in TRUST.values() if one.asks_nobody
        }
        for entry in entries:
            level = self._tools.level_of(entry.name) if entry.kind == "tool" else None
            if level in tried and need.is_that_of(_need(_asked(entry))):
                tried[level].append(_brought_something(entry))
        if any(any(made) for made in tried.values()):
            return Ruling.refuse(
                "backup", message("rulings.answered"), message("rulings.answered_next")
            )
        missing = [lv for lv, made in tried.items() if not made and self._tools.names_of(lv)]
        if missing:
            return Ruling.refuse(
                "backup",
                message("rulings.last_resort", tool=tool.name),
                message("rulings.last_resort_next", levels=tuple(missing)),
            )
        return Ruling.approve("backup", message("rulings.backup_only"))


def _brought_something(entry: LedgerEntry) -> bool:
    """Whether a call gave data; addresses to look at are none."""
    if entry.outcome != "ok":
        return False
    try:
        result = loads(entry.response) if entry.response else None
    except UnreadableRecord:
        return True
    return isinstance(result, ToolResult) and bool(result.evidence)


@dataclass(frozen=True, slots=True)
class _Need:
    """Whom a call is about, by name or code, and in which words; dates tell no needs apart."""

    names: frozenset[str]
    words: frozenset[str]

    def is_that_of(self, other: "_Need") -> bool:
        if self.names and other.names:
            return bool(self.names & other.names)
        return bool(self.words & other.words)


def _need(args: JsonValue) -> _Need:
    view = canon(_text(args)).text
    words = frozenset(word for word in query_tokens(view) if not _DATE.fullmatch(word))
    codes = {word for word in words if any(char.isdigit() for char in word)}
    return _Need(slots(view).entity_ids | codes, words)


def _asked(entry: LedgerEntry) -> JsonValue:
    try:
        asked: JsonValue = json.loads(entry.request)
    except ValueError:
        return entry.request
    return asked


def _text(value: JsonValue) -> str:
    """What the arguments say, without their names."""
    if isinstance(value, dict):
        kept = (item for name, item in value.items() if name != "justification")
        return " ".join(map(_text, kept))
    return " ".join(map(_text, value)) if isinstance(value, list) else str(value)
