"""Publish a debate: verdict first, then what decided it, who allowed what, and what it cost."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rostra.desks.debate.findings import metric_of
from rostra.desks.debate.order import DebateOrder
from rostra.desks.debate.quoting import is_measured, names_a_day
from rostra.desks.debate.topics import measured_in, speaks_of
from rostra.models.choice import EXTRACTIVE
from rostra.records import (
    Anchor,
    Evidence,
    LedgerEntry,
    Report,
    Ruled,
    Run,
    SearchHit,
    SourceText,
    Statement,
    ToolResult,
    dumps,
    loads,
    record,
)
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
    Speech,
    Verdict,
    Way,
)
from rostra.records.report import Hands, Section
from rostra.report import assemble
from rostra.report.authors import authors
from rostra.roles import Picked, Stage, passages
from rostra.rules import SourceBook, classify_source, same_address
from rostra.store import Store
from rostra.text import dates, index_tokens, to_simplified
from rostra.tools.search import SEARCH
from rostra.words import Language, Phrases, Said, joined, message

_LINKS, _READ = 2, 4
_BELIEVED = 3
_ENOUGH_SHARED = 3
_OF_METRIC = 0.6
# A page that warns of fraud about a thing leads nobody on in the thing itself.
_WARNS = re.compile(
    r"钓鱼|诈骗|诈欺|假冒|冒名|谣言|辟谣|scam|phishing|fraud|hoax|fake", re.IGNORECASE
)


@record
class Proceedings:
    """All that was said and decided, as the report needs it."""

    job: DebateOrder
    language: Language
    parties: tuple[Party, ...]
    handcard: Handcard
    verdict: Verdict
    checked: tuple[CheckedClaim, ...]
    statements: tuple[Speech, ...]
    rounds: tuple[RoundClosing, ...]
    actions: tuple[Action, ...] = ()
    premise: tuple[Statement, ...] = ()
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
    # The run that is made again; what it cost then is what is told.
    replays: str = ""

    def actions(
        self,
        subject: str,
        questions: Sequence[str],
        found: Sequence[Sequence[SearchHit]],
        known: Sequence[SourceText],
        reasons: Sequence[Statement],
        language: Language,
    ) -> tuple[Action, ...]:
        """Where to go with each question: a page is named once, and quoted where it was read."""
        told: set[str] = set()
        actions = []
        rests_on = tuple(one.id for one in reasons)
        for n, (question, hits) in enumerate(zip(questions, found, strict=True), 1):
            best = [hit for hit in self._helpful(subject, question, hits) if hit.url not in told]
            told.update(hit.url for hit in best[:_LINKS])
            action = self._action(question, best[:_LINKS], known, language)
            actions.append(replace(action, id=f"action.{n}", rests_on=rests_on))
        return tuple(actions)

    def _action(
        self,
        question: str,
        hits: Sequence[SearchHit],
        known: Sequence[SourceText],
        language: Language,
    ) -> Action:
        words = Phrases("debate", language)
        if not hits:
            return Action("", "absent", words["advice_none"], question=question)
        first = hits[0]
        source = classify_source(first.url, book=self.book)
        advice = words.say("advice", publisher=source.name, title=first.title)
        read = [one for one in known if same_address(one.url, first.url)]
        quotable = [one for one in passages(question, read, _READ) if _tells(one)][:1]
        advice += "".join(words.say("advice_quote", text=one.text) for one in quotable)
        return Action(
            "",
            "quoted" if quotable else "concluded",
            advice,
            tuple(Anchor(one.evidence, one.text) for one in quotable),
            question=question,
            links=tuple((hit.title, hit.url) for hit in hits),
        )

    def _helpful(self, subject: str, question: str, hits: Sequence[SearchHit]) -> list[SearchHit]:
        """Believed pages on the subject that speak of what is asked, the newest among equals."""
        wanted = set(index_tokens(question)) - set(index_tokens(subject))

        def worth(hit: SearchHit) -> tuple[int, float, str]:
            shared = wanted & set(index_tokens(f"{hit.title} {hit.snippet}"))
            tier = classify_source(hit.url, book=self.book).tier
            return (-min(len(shared), _ENOUGH_SHARED), max(tier, 2), _later_first(hit.published))

        believed = [
            hit
            for hit in hits
            if classify_source(hit.url, book=self.book).tier <= _BELIEVED
            and speaks_of(subject, f"{hit.title} {hit.snippet}")
            and not _WARNS.search(to_simplified(hit.title))
        ]
        return sorted(believed, key=worth)

    async def publish(self, run: Run, held: Proceedings) -> Said:
        """Write the report; return the line that ends the log."""
        verdict = held.verdict
        # What no evidence carries is in the log, and in no report.
        checked = tuple(one for one in held.checked if one.sources)
        hands = _hands(held.statements, self.stage.engine("debater"))
        held = replace(held, statements=_published(held.statements, checked))
        evidence = await self._evidence(run.id, checked)
        cited: list[Statement] = [one.said for one in _decisive_first(checked, verdict)]
        cited += [side for one in checked for side in one.against]
        cited += [r for one in held.statements for r in (*one.rebuttals, *one.replies)]
        cited += [*held.premise, *(one for said in held.statements for one in said.concessions)]
        cited += held.actions
        _, sources = assemble([Section("", tuple(cited))], evidence)
        document = DebateDocument(
            run=run.id,
            title=held.job.motion,
            language=held.language,
            engine=_engine(held.statements),
            is_sample=held.job.sample,
            started_at=run.created_at,
            ended_at=self.wall(),
            made_at=self.clock(),
            parties=held.parties,
            handcard=Handcard(held.handcard.clash_points),
            verdict=verdict,
            claims=checked,
            statements=held.statements,
            clashes=_clashes(held.handcard, checked),
            rounds=tuple(replace(one, open_checks=()) for one in held.rounds),
            actions=held.actions,
            rulings=_rulings(await self.store.rulings_of_run(run.id)),
            sources=tuple(
                replace(row, publisher=self.book.name_in(row.publisher, held.language))
                for row in sources
            ),
            premise=held.premise,
            ways=held.ways,
            notes=_notes(held)
            + authors(await self.store.ledger_of_run(self.replays or run.id), held.language),
            spent=await self._spent(run.id, held),
            hands=hands,
            **await self._searched(self.replays or run.id),
        )
        await self.store.put_report(
            Report(run.id, document.title, "", dumps(document), document.made_at)
        )
        verified = sum(one.stands for one in held.checked)
        outcome = message("runs.verdict", outcome=verdict.outcome, confidence=verdict.confidence)
        return joined(
            [outcome, message("runs.verified", verified=verified, claims=len(held.checked))]
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

    async def _searched(self, run: str) -> dict[str, tuple[Any, ...]]:
        """Through whom the run searched, and who of them did not answer, by its ledger."""
        via: dict[str, None] = {}
        silent: dict[Said, None] = {}
        for entry in await self.store.ledger_of_run(run):
            made = loads(entry.response) if entry.name == SEARCH and entry.response else None
            if isinstance(made, ToolResult):
                via |= dict.fromkeys(made.via)
                silent |= dict.fromkeys(made.failed)
        return {"searched": tuple(via), "unsearched": tuple(silent)}

    async def _spent(self, run: str, held: Proceedings) -> DebateCost:
        then = await self.store.get_report(self.replays) if self.replays else None
        if then is not None and isinstance(before := loads(then.data), DebateDocument):
            return before.spent
        entries = await self.store.ledger_of_run(run)
        models = [one for one in entries if one.kind == "model"]
        return DebateCost(
            outside_calls=sum(one.kind == "tool" for one in entries),
            model_calls=len(models),
            tokens=sum(one.tokens_in + one.tokens_out for one in models),
            cost=_cost([one for one in entries if one.kind == "model" or one.cost]),
            from_memory=held.from_memory + sum(one.from_memory for one in held.statements),
        )


def _published(said: Sequence[Speech], checked: Sequence[CheckedClaim]) -> tuple[Speech, ...]:
    """Speeches without what was refused, and without concessions of what is not shown."""
    kept = {one.said.id for one in checked}
    shown = {one.said.id for one in checked if one.counts_by_itself or one.is_context}
    return tuple(
        replace(
            one,
            claims=tuple(c for c in one.claims if c.id in kept),
            concessions=tuple(c for c in one.concessions if {*c.rests_on} <= shown),
            back=(),
        )
        for one in said
    )


def _notes(held: Proceedings) -> tuple[str, ...]:
    words = Phrases("debate", held.language)
    notes = [words["stopped"]] if held.stopped else [words["capped"]] if held.capped else []
    notes += [words["premise"]] if held.premise else []
    notes += [
        words.say("no_evidence", name=party.name)
        for party in held.parties
        if party.stance != "neutral" and not any(one.side == party.key for one in held.checked)
    ]
    if held.verdict.judged_by == "weighed":
        notes.append(words["weighed"])
    return tuple(notes)


def _cost(models: Sequence[LedgerEntry]) -> float | None:
    known = [one.cost for one in models if one.cost is not None]
    return sum(known) if len(known) == len(models) else None


def _hands(statements: Sequence[Speech], meant: str) -> Hands:
    """How many claims and rebuttals a model wrote, and how many code quoted."""
    said = [(one.engine, len(one.claims) + len(one.rebuttals)) for one in statements]
    by_code = sum(count for engine, count in said if engine == EXTRACTIVE)
    by_model = sum(count for _, count in said) - by_code
    return Hands("" if meant == EXTRACTIVE else meant, by_model, by_code)


def _engine(statements: Sequence[Speech]) -> str:
    used = Counter(one.engine for one in statements)
    models = [name for name, _ in used.most_common() if name != EXTRACTIVE]
    return models[0] if models else EXTRACTIVE


def _decisive_first(checked: Sequence[CheckedClaim], verdict: Verdict) -> list[CheckedClaim]:
    order = {label: n for n, label in enumerate(verdict.decisive)}
    return sorted(checked, key=lambda one: order.get(one.said.id, len(order)))


def _tells(picked: Picked) -> bool:
    """Whether a sentence gives something to act on: a day or a figure, and the day by its name."""
    has_day = any(one.month and one.day for one in dates(picked.text))
    return names_a_day(picked.text) and (has_day or is_measured(picked.text))


def _later_first(published: str) -> str:
    """A key under which later days come first."""
    return "".join(chr(ord("9") - int(char)) if char.isdigit() else char for char in published)


def _clashes(handcard: Handcard, checked: Sequence[CheckedClaim]) -> tuple[Clash, ...]:
    """A row for every point, one for each other thing measured, and one for what names none."""
    rows: dict[str, list[CheckedClaim]] = {point: [] for point in handcard.clash_points}
    for one in checked:
        rows.setdefault(_row_of(one, handcard, rows), []).append(one)
    last = rows.pop("", [])
    return tuple(
        Clash(
            point=point,
            claims=tuple(one.said.id for one in claims),
            is_contested=any(one.status == "contradicted" for one in claims),
        )
        for point, claims in (*rows.items(), *((("", last),) if last else ()))
    )


def _row_of(one: CheckedClaim, handcard: Handcard, rows: Iterable[str]) -> str:
    if 0 < one.said.point <= len(handcard.clash_points):
        return handcard.clash_points[one.said.point - 1]
    metric = metric_of(one.said.text)
    for row in rows:
        shared = metric & frozenset(index_tokens(row))
        if shared and len(shared) >= _OF_METRIC * len(metric):
            return row
    return measured_in(one.said.text)


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
