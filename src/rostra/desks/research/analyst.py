"""The analyst: which sentences answer the question, each with the evidence it rests on.

With a model it writes them; without one, or where the model fails, it quotes. What it writes is
only a draft either way: the critic and the citation gate decide what is published. Where evidence
is missing it asks for searches instead. A revision gets the draft, the critique and the suggestion,
and may change the sentences that were named and no others: code puts the others back.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rostra.desks.research.dating import when_told
from rostra.desks.research.depth import statements_in, within
from rostra.desks.research.material import Material
from rostra.desks.research.notes import told as told_notes
from rostra.desks.research.series import one_of_each
from rostra.models.choice import EXTRACTIVE
from rostra.records import Anchor, SourceText, Statement, anchored, record
from rostra.records.report import Review
from rostra.report.wording import warning_in
from rostra.roles import Picked, Role, Stage, passages, play
from rostra.roles.passages import reading
from rostra.roles.play import material_room, play_told
from rostra.steps import Step
from rostra.text import count_tokens, dates
from rostra.words import Language, Message, message, tell

SENTENCES = 12
# How much is quoted where nobody writes: a short answer, and what a table takes.
_QUOTED_WORDS, _MOST_QUOTED = 340, 30
_SHORT_ANSWER = 3
_TOLD_AGAIN, _OF_NO_TIME = 0.5, 0.6
_A_MONTH = len("2026-11")
_OF_A_SOURCE = 6
# What a prompt takes beside the material.
_OF_PROMPT = 700
_CORROBORATED = 3
_LABEL = re.compile(r"S?\s*(\d{1,3})", re.IGNORECASE)


@record
class DraftedSentence:
    """`quotes` are the words of the evidence it leans on, `formula` how it computed a figure."""

    text: str
    evidence: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    formula: str = ""


@record
class Drafted:
    """What the analyst answers with; `reasoning` are its steps, each with what it rests on."""

    status: Literal["DRAFT", "SEARCH_REQUIRED"] = "DRAFT"
    sentences: tuple[DraftedSentence, ...] = ()
    reasoning: tuple[DraftedSentence, ...] = ()
    new_queries: tuple[str, ...] = ()


@record
class Change:
    """A sentence put in the place of the one that is named, such as S2; empty, it is deleted."""

    replaces: str
    text: str
    evidence: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    formula: str = ""


@record
class Revised:
    changes: tuple[Change, ...]


ANALYST = Role(
    "analyst",
    "research/analyst_draft",
    Drafted,
    ceiling=9_000,
    max_tokens=1_200,
    short=300,
    # What is missing is found by code, too; a small model is asked for the answer alone.
    essential=("sentences",),
    patterns={"evidence": "^E[0-9]{1,2}$"},
)
# Of a section it reads all notes, and says more.
SECTION_ANALYST = replace(ANALYST, ceiling=20_000, max_tokens=2_400, could_read=48_000)
REVISER = Role("analyst", "research/analyst_revise", Revised, ceiling=8_000, max_tokens=700)


@dataclass(frozen=True, slots=True)
class Written:
    """A draft, who wrote it, and what it wants searched instead of being one."""

    sentences: tuple[Statement, ...]
    engine: str
    reasoning: tuple[Statement, ...] = ()
    new_queries: tuple[str, ...] = ()
    # Which sentences of the draft before were not mended: their sources are quoted instead.
    unmended: frozenset[str] = frozenset()
    # The code of the failure for which it is quoted and not written.
    gave_up: str = ""

    @property
    def wants_search(self) -> bool:
        return bool(self.new_queries)


async def draft(material: Material, stage: Stage, step: Step) -> Written:
    """Let the analyst answer, by a model where there is one and money for it."""
    numbers = {f"E{n}": one.evidence for n, one in enumerate(material.sources, 1)}
    engine = stage.engine(ANALYST.name)
    used, why = engine, ""

    def instead() -> Drafted:
        nonlocal used
        used = EXTRACTIVE
        return Drafted("DRAFT")

    role = SECTION_ANALYST if material.notes else ANALYST
    drafted, why = await play_told(
        role,
        {"question": material.whole_question, "passages": shown(material, role, stage)},
        stage,
        step,
        fallback=instead,
        fault=lambda one: _fault(one, numbers),
        limit=_most(material, stage),
        mode=material.mode.say("brief", material.language),
    )
    if used == EXTRACTIVE:
        said = await quoted(material, stage, step)
        return Written(said, EXTRACTIVE, gave_up=why)
    if drafted.status == "SEARCH_REQUIRED" and drafted.new_queries:
        return Written((), engine, new_queries=drafted.new_queries)
    return Written(
        tuple(_cited(f"S{n}", one, numbers) for n, one in enumerate(drafted.sentences, 1)),
        engine,
        tuple(_cited(f"R{n}", one, numbers) for n, one in enumerate(drafted.reasoning, 1)),
    )


def _most(material: Material, stage: Stage) -> int:
    if stage.abilities_of(ANALYST.name).is_small:
        return _SHORT_ANSWER
    return statements_in(material.words) if material.words else SENTENCES


async def quoted(
    material: Material, stage: Stage, step: Step, series: str = "S"
) -> tuple[Statement, ...]:
    """The answer without a model: quotations, each with every source that says the same."""
    kept = [one for one in material.picked(_MOST_QUOTED) if one.text not in material.outweighed]
    kept.sort(key=lambda one: one.evidence in material.newer)
    if material.spans:
        kept = one_of_each(kept, material.spans, material.asked)
    elif material.is_order:
        kept = _over_time(kept, material)
    best = _within(material.mode.quote(kept, material), material.words or _QUOTED_WORDS)
    together = _together([(one.text, one.evidence) for one in best])
    return tuple(
        [
            material.cited(
                text, await corroborated(text, evidence, material, stage, step), f"{series}{n}"
            )
            for n, (text, evidence) in enumerate(together, 1)
        ]
    )


def _within(picked: Sequence[Picked], words: float) -> list[Picked]:
    """As many as a reader is promised, the best first."""
    return list(picked[: within([one.text for one in picked], words)])


def _together(quotations: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Each once: one that stands in a longer one gives its place to that."""
    chosen: list[tuple[str, str]] = []
    for text, evidence in quotations:
        longest = max((t for t, e in quotations if e == evidence and text in t), key=len)
        if (longest, evidence) not in chosen:
            chosen.append((longest, evidence))
    return chosen


def _over_time(picked: Sequence[Picked], material: Material) -> list[Picked]:
    """Best first, but what is told of a month already told of counts less each time.

    Of the same day it counts less again, and so does what names no time of its own.
    """
    days = {
        one.text: when_told(material.cited(one.text, (one.evidence,)), material) for one in picked
    }
    own = {one.text: bool(dates(one.text)) for one in picked}
    left, seen, chosen = list(picked), Counter[str](), list[Picked]()

    def worth(one: Picked) -> float:
        day, month = days[one.text]
        again = seen[f"{day:%Y-%m}"] + (seen[month] if len(month) > _A_MONTH else 0)
        return one.score * _TOLD_AGAIN**again * (1.0 if own[one.text] else _OF_NO_TIME)

    while left:
        best = max(left, key=worth)
        left.remove(best)
        chosen.append(best)
        day, month = days[best.text]
        seen.update({f"{day:%Y-%m}", month})
    return chosen


async def corroborated(
    text: str, evidence: str, material: Material, stage: Stage, step: Step
) -> tuple[str, ...]:
    """The source of a quotation and those in which it stands as well, of other owners.

    A sentence that tier 1 or 2 prints word for word does not rest on a weaker source. Where only
    the weaker one puts it so, it is quoted from there, with the warning that calls for.
    """
    first = material.by_id[evidence]
    if first.source.tier >= 3:
        words = "".join(text.split())
        printed = [one for one in material.official if words in "".join(one.text.split())]
        return (printed[0].evidence if printed else evidence,)
    found = [first]
    owners = {first.source.owner or first.source.name}
    carriers = material.carriers(text)
    for one in sorted(material.official, key=lambda r: r.source.tier):
        owner = one.source.owner or one.source.name
        if len(found) == _CORROBORATED:
            break
        if owner in owners or owner not in carriers:
            continue
        said = Statement("", "quoted", text, anchored((one.evidence,)))
        (check,) = await stage.support.check([said], material.read, step)
        if check.level == "quoted":
            owners.add(owner)
            found.append(one)
    return tuple(one.evidence for one in found)


async def revise(
    written: Written,
    review: Review,
    material: Material,
    stage: Stage,
    step: Step,
    *,
    refused: str = "",
    may_quote: bool = True,
) -> Written:
    """Change what the critic named, and nothing else; `refused` tells why support was refused.

    What nobody mends gives its place to a quotation, or stays where it `may_quote` none.
    """
    if written.engine == EXTRACTIVE and not review.named:
        # Nothing is wrong with any one quotation, and there are no better ones.
        return written
    named = set(review.named) or {one.id for one in written.sentences}
    numbers = {f"E{n}": one.evidence for n, one in enumerate(material.sources, 1)}
    lines = [f"{one.id}: {one.text}" for one in written.sentences]
    # A small model does not mend what it got wrong: what the sources say takes its place.
    is_model = written.engine != EXTRACTIVE and not stage.abilities_of(REVISER.name).is_small
    revised = Revised(())
    if is_model:
        revised = await play(
            REVISER,
            {
                "question": material.whole_question,
                "draft": "\n".join(lines),
                "critique": "\n".join(part for part in (refused, review.critique) if part),
                "suggestion": review.suggestion,
                "passages": shown(material, REVISER, stage, _cited_by(written, named, material)),
            },
            stage,
            step,
            fallback=lambda: Revised(()),
            named=", ".join(one.id for one in written.sentences if one.id in named)[:380],
        )
    changes = {id_: one for one in revised.changes if (id_ := _id(one.replaces)) in named}
    quotable = named if may_quote else named & set(changes)
    sentences = [
        _replacement(one, changes, quotable, numbers, material) for one in written.sentences
    ]
    return Written(
        # Two sentences that nobody mended may end in the same quotation.
        tuple({one.text: one for one in sentences if one is not None}.values()),
        written.engine,
        written.reasoning,
        unmended=frozenset(named - set(changes)),
    )


def _replacement(
    old: Statement,
    changes: Mapping[str, Change],
    named: set[str],
    numbers: Mapping[str, str],
    material: Material,
) -> Statement | None:
    """What takes the place of a sentence, under the same id."""
    if old.id not in named:
        return old
    if (change := changes.get(old.id)) is not None:
        if not change.text.strip():  # the writer gives it up
            return None
        new = DraftedSentence(change.text, change.evidence, change.quotes, change.formula)
        return _cited(old.id, new, numbers)
    return _nearest_quotation(old, material)


def _nearest_quotation(old: Statement, material: Material) -> Statement | None:
    """What the cited sources do say in place of a sentence that nobody mended."""
    cited = [one for one in material.sources if one.evidence in old.evidence]
    picked = passages(old.text, cited or material.sources, 2)
    refused = {old.text, *material.outweighed}
    allowed = [one for one in picked if one.text not in refused]
    return material.cited(allowed[0].text, (allowed[0].evidence,), old.id) if allowed else None


def shown(
    material: Material,
    role: Role[Any],
    stage: Stage,
    only: Sequence[SourceText] | None = None,
) -> str:
    """What the model may read: every source whole where it can hold them, else what is nearest.

    Every sentence carries its number, so that a weak model need not remember which it was. The
    label with tier and type is made here and nowhere else: evidence stays as it was.
    """
    chosen = list(material.sources if only is None else only)
    asked = material.whole_question
    room = max(0, material_room(role, stage) - count_tokens(asked))
    if material.notes:
        least = role.ceiling - role.max_tokens - _OF_PROMPT - count_tokens(asked)
        read = told_notes(material.notes, chosen, max(room, least))
    else:
        of_each = reading(asked, chosen, room, _OF_A_SOURCE)
        read = list(zip(chosen, of_each, strict=True))
    numbers = {one.evidence: n for n, one in enumerate(material.sources, 1)}
    blocks = []
    for source, texts in read:
        n = numbers[source.evidence]
        head = f"E{n} | {label(source, material.language)} | {source.title}"
        blocks.append(
            "\n".join(
                [head, *(text if text.startswith("= ") else f"[E{n}] {text}" for text in texts)]
            )
        )
    return "\n\n".join(blocks)


def label(source: SourceText, language: Language) -> str:
    """How far a source is trusted, with the warning it calls for, in the run's language."""
    kind = tell(f"report.{source.source.type}", language)
    told = tell("report.label", language, {"tier": source.tier, "type": kind})
    warning = warning_in(language, (source.tier,))
    day = source.published.isoformat() if source.published else "?"
    return " | ".join(one for one in (told, warning, source.source.name, day) if one)


def _cited_by(written: Written, named: set[str], material: Material) -> list[SourceText]:
    ids = {e for one in written.sentences if one.id in named for e in one.evidence}
    return [one for one in material.sources if one.evidence in ids] or list(material.sources[:4])


def _fault(drafted: Drafted, numbers: Mapping[str, str]) -> Message | None:
    """A draft that names no evidence we gave it is no draft."""
    if drafted.status == "SEARCH_REQUIRED":
        has_queries = any(q.strip() for q in drafted.new_queries)
        return None if has_queries else message("faults.no_queries")
    cited = [one for one in drafted.sentences if set(_ids(one.evidence)) & set(numbers)]
    return None if cited else message("faults.no_evidence")


def _ids(evidence: Sequence[str]) -> list[str]:
    """Evidence as models write it: E1, [E1], E:1, e1."""
    tidy = (one.strip().strip("[]()").upper().replace(":", "") for one in evidence)
    return [one for one in tidy if one]


def _cited(id_: str, sentence: DraftedSentence, numbers: Mapping[str, str]) -> Statement:
    # Evidence nobody gave stays as it is: the gate refuses the sentence and says why.
    evidence = tuple(dict.fromkeys(numbers.get(one, one) for one in _ids(sentence.evidence)))
    quotes = [one for one in sentence.quotes if one.strip()]
    # A quote is looked for in the source at its place, and by support in the others, too.
    leaning = tuple(
        Anchor(evidence[min(n, len(evidence) - 1)], quote)
        for n, quote in enumerate(quotes)
        if evidence
    )
    named = {one.evidence for one in leaning}
    anchors = (*leaning, *anchored(one for one in evidence if one not in named))
    formula = " ".join(sentence.formula.split())
    text = " ".join(sentence.text.split())
    return Statement(id_, "computed" if formula else "reported", text, anchors, formula=formula)


def _id(label: str) -> str:
    """The id of a statement as models write it: S2, s 2, 2."""
    found = _LABEL.fullmatch(label.strip())
    return f"S{int(found[1])}" if found else ""
