"""Support for anybody: plain values in, findings out, with a judge of one's own or none.

A judge from outside is a function: it gets `[{id, statement, kind, anchors: [{source, quote,
context}]}]` and answers `[{id, verdict, quote, reason}]`. It is watched like any other. What it
answers is input from a stranger: whatever is not of that form counts as not carried.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from inspect import isawaitable
from typing import Any, get_args

from rostra.errors import UsageError
from rostra.records.statements import (
    Anchor,
    Case,
    Finding,
    Kind,
    Reading,
    SourceRead,
    Statement,
    anchored,
)
from rostra.steps import Step
from rostra.words import message

Answers = Sequence[Mapping[str, Any]]
AnyJudge = Callable[[list[dict[str, Any]]], Answers | Awaitable[Answers]]


@dataclass(frozen=True, slots=True)
class CalledJudge:
    """A judge that is a function."""

    function: AnyJudge

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        async def ask() -> list[Finding]:
            answer = self.function([_plain(one) for one in batch])
            return _findings(await answer if isawaitable(answer) else answer)

        return await step("ask the judge", ask)


def statements_of(
    given: Sequence[str | Statement | Mapping[str, Any]], ids: Sequence[str]
) -> list[Statement]:
    """Statements from texts, mappings or records; a bare text may rest on every source."""
    return [_statement(one, n, ids) for n, one in enumerate(given, 1)]


def sources_of(given: Mapping[str, str | SourceRead | Mapping[str, Any]]) -> dict[str, SourceRead]:
    """Sources from texts, mappings or records."""
    return {id_: _source(one) for id_, one in given.items()}


def _statement(given: str | Statement | Mapping[str, Any], n: int, ids: Sequence[str]) -> Statement:
    if isinstance(given, Statement):
        return given
    if isinstance(given, str):
        return Statement(f"S{n}", "reported", given, anchored(ids))
    kind = given.get("kind", "reported")
    if kind not in get_args(Kind):
        raise UsageError(
            message("claims.no_such_kind", kind=str(kind), kinds=", ".join(get_args(Kind)))
        )
    rests_on = tuple(map(str, given.get("rests_on") or given.get("premises") or ()))
    anchors = tuple(_anchor(one) for one in given.get("anchors") or ())
    if not anchors and not rests_on and kind != "absent":
        anchors = anchored(ids)
    return Statement(
        str(given.get("id") or f"S{n}"),
        kind,
        str(given.get("text", "")),
        anchors,
        rests_on,
        str(given.get("formula") or ""),
        str(given.get("relation") or ""),
    )


def _anchor(given: str | Anchor | Mapping[str, Any]) -> Anchor:
    if isinstance(given, Anchor):
        return given
    if isinstance(given, str):
        return Anchor(given)
    source = given.get("evidence") or given.get("source") or given.get("url") or ""
    return Anchor(str(source), str(given.get("quote") or ""))


def _source(given: str | SourceRead | Mapping[str, Any]) -> SourceRead:
    if isinstance(given, SourceRead):
        return given
    if isinstance(given, str):
        return SourceRead(given)
    known = {name: str(given.get(name) or "") for name in ("title", "publisher", "url", "date")}
    return SourceRead(str(given.get("text") or ""), **known)


def _plain(case: Case) -> dict[str, Any]:
    """A case as a function gets it: what a judge may know and nothing else."""
    return {
        "id": case.id,
        "statement": case.statement,
        "kind": case.kind,
        "anchors": [asdict(one) for one in case.anchors],
    }


def _findings(answers: object) -> list[Finding]:
    found = []
    for one in answers if isinstance(answers, Sequence) else ():
        if isinstance(one, Mapping) and one.get("verdict") in get_args(Reading):
            told = {name: str(one.get(name) or "") for name in ("id", "quote", "reason")}
            found.append(Finding(verdict=one["verdict"], **told))
    return found
