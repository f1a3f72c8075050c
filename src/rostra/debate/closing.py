"""Publish a debate: verdict first, then what decided it, who allowed what, and what it cost."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rostra.debate.job import DebateJob
from rostra.debate.wording import WORDS
from rostra.models.choice import EXTRACTIVE
from rostra.records import Evidence, LedgerEntry, Report, Ruled, Run, SearchHit, dumps, record
from rostra.records.debate import (
    Action,
    CheckedClaim,
    Clash,
    DebateCost,
    DebateDocument,
    Handcard,
    Party,
    RoundClosing,
    RuledCall,
    Statement,
    Verdict,
    Way,
)
from rostra.records.report import CitedSentence, Section
from rostra.report import assemble
from rostra.report.debate_text import debate_markdown
from rostra.roles import Stage
from rostra.rules import SourceBook, classify_source
from rostra.store import Store
from rostra.text.script import Language

_LINKS = 2


@record
class Proceedings:
    """All that was said and decided, as the report needs it."""

    job: DebateJob
    language: Language
    parties: tuple[Party, ...]
    handcard: Handcard
    verdict: Verdict
    checked: tuple[CheckedClaim, ...]
    statements: tuple[Statement, ...]
    rounds: tuple[RoundClosing, ...]
    actions: tuple[Action, ...] = ()
    premise: tuple[CitedSentence, ...] = ()
    ways: tuple[Way, ...] = ()
    from_memory: int = 0
    stopped: bool = False
    capped: bool = False


@dataclass(frozen=True, slots=True)
class Closer:
    store: Store
    book: SourceBook
    stage: Stage
    clock: Callable[[], datetime]
    wall: Callable[[], datetime]

    def action(self, question: str, hits: Sequence[SearchHit], language: Language) -> Action:
        """Where to go with a question: the best sources a search found, named and linked."""
        words = WORDS[language]
        ranked = sorted(hits, key=lambda hit: classify_source(hit.url, book=self.book).tier)
        best = [hit for hit in ranked if classify_source(hit.url, book=self.book).tier <= 3]
        links = tuple((hit.title, hit.url) for hit in best[:_LINKS])
        if not links:
            return Action(question, words["advice_none"])
        source = classify_source(best[0].url, book=self.book)
        advice = words["advice"].format(publisher=source.name, title=best[0].title)
        return Action(question, advice, links)

    async def publish(self, run: Run, held: Proceedings) -> str:
        """Write the report; return the line that ends the log."""
        checked, verdict = held.checked, held.verdict
        evidence = await self._evidence(run.id, checked)
        cited = [
            CitedSentence(one.said.text, one.said.evidence)
            for one in _decisive_first(checked, verdict)
        ]
        cited += [side for one in checked for side in one.against]
        cited += [
            CitedSentence(one.text, one.evidence) for s in held.statements for one in s.rebuttals
        ]
        cited += held.premise
        _, sources = assemble([Section("", tuple(cited))], evidence)
        document = DebateDocument(
            run=run.id,
            title=held.job.motion,
            language=held.language,
            engine=_engine(held.statements),
            is_sample=held.job.is_sample,
            started_at=run.created_at,
            ended_at=self.wall(),
            made_at=self.clock(),
            parties=held.parties,
            handcard=held.handcard,
            verdict=verdict,
            claims=checked,
            statements=held.statements,
            clashes=_clashes(held.handcard, checked),
            rounds=held.rounds,
            actions=held.actions,
            rulings=_rulings(await self.store.rulings_of_run(run.id)),
            sources=sources,
            premise=held.premise,
            ways=held.ways,
            notes=_notes(held),
            spent=await self._spent(run.id, held),
        )
        text = debate_markdown(document)
        await self.store.put_report(
            Report(run.id, document.title, text, dumps(document), document.made_at)
        )
        verified = sum(one.status == "verified" for one in checked)
        return (
            f"{verdict.outcome} ({verdict.confidence}); "
            f"{verified} of {len(checked)} claims verified"
        )

    async def tokens(self, run: str) -> int:
        entries = await self.store.ledger_of_run(run)
        return sum(one.tokens_in + one.tokens_out for one in entries if one.kind == "model")

    async def _evidence(self, run: str, checked: Sequence[CheckedClaim]) -> dict[str, Evidence]:
        """What the run read, and what its claims rest on from before it."""
        evidence = {one.id: one for one in await self.store.evidence_of_run(run)}
        for id_ in {e for one in checked for e in one.said.evidence} - set(evidence):
            if (found := await self.store.get_evidence(id_)) is not None:
                evidence[id_] = found
        return evidence

    async def _spent(self, run: str, held: Proceedings) -> DebateCost:
        entries = await self.store.ledger_of_run(run)
        models = [one for one in entries if one.kind == "model"]
        return DebateCost(
            outside_calls=sum(one.kind == "tool" for one in entries),
            model_calls=len(models),
            tokens=sum(one.tokens_in + one.tokens_out for one in models),
            cost=_cost(models),
            from_memory=held.from_memory + sum(one.from_memory for one in held.statements),
        )


def _notes(held: Proceedings) -> tuple[str, ...]:
    words = WORDS[held.language]
    notes = [words["stopped"]] if held.stopped else [words["capped"]] if held.capped else []
    notes += [words["premise"]] if held.premise else []
    notes += [
        words["no_evidence"].format(name=party.name)
        for party in held.parties
        if not any(one.side == party.key for one in held.checked)
    ]
    if held.verdict.judged_by == "weighed":
        notes.append(words["weighed"])
    return tuple(notes)


def _cost(models: Sequence[LedgerEntry]) -> float | None:
    known = [one.cost for one in models if one.cost is not None]
    return sum(known) if len(known) == len(models) else None


def _engine(statements: Sequence[Statement]) -> str:
    used = Counter(one.engine for one in statements)
    models = [name for name, _ in used.most_common() if name != EXTRACTIVE]
    return models[0] if models else EXTRACTIVE


def _decisive_first(checked: Sequence[CheckedClaim], verdict: Verdict) -> list[CheckedClaim]:
    order = {label: n for n, label in enumerate(verdict.decisive)}
    return sorted(checked, key=lambda one: order.get(one.said.label, len(order)))


def _clashes(handcard: Handcard, checked: Sequence[CheckedClaim]) -> tuple[Clash, ...]:
    """A row for every point, and one for what fits none of them."""
    rows = [
        Clash(
            point=point,
            claims=tuple(one.said.label for one in checked if one.said.point == n),
            is_contested=any(
                one.said.point == n and one.status == "contradicted" for one in checked
            ),
        )
        for n, point in (*enumerate(handcard.clash_points, 1), (0, ""))
    ]
    return tuple(row for row in rows if row.point or row.claims)


def _rulings(ruled: Sequence[Ruled]) -> tuple[RuledCall, ...]:
    """Ordered by whose turn and which call it was: the same however turns ran side by side."""
    return tuple(
        RuledCall(
            agent=one.agent,
            tool=one.tool,
            subject=one.subject,
            decision=one.ruling.decision,
            by=one.ruling.gate,
            reason=one.ruling.reason,
            at=one.at,
        )
        for one in sorted(ruled, key=lambda one: (one.at, one.run, one.place))
    )
