"""The analyst: which sentences answer the question, each with the evidence it rests on.

With a model it writes them; without one, or where the model fails, it quotes. What it writes is
only a draft either way: the critic and the citation gate decide what is published. Where evidence
is missing it asks for searches instead. A revision gets the draft, the critique and the suggestion,
and may change the sentences that were named and no others: code puts the others back.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rostra.errors import SpendingStopped
from rostra.models.choice import EXTRACTIVE
from rostra.records import record
from rostra.records.report import CitedSentence, Review
from rostra.research.dating import when_told
from rostra.research.material import Material
from rostra.research.series import one_of_each
from rostra.research.sifting import Read
from rostra.roles import Picked, Role, Stage, pick_sentences, play
from rostra.roles.context import with_its_context
from rostra.roles.play import play_told
from rostra.rules import check_sentence
from rostra.steps import Step
from rostra.text import dates, quantities, same_quantity

SENTENCES = 12
_SHORT_ANSWER = 3
_TOLD_AGAIN, _OF_NO_TIME = 0.5, 0.6
_A_MONTH = len("2026-11")
_OF_THE_PUBLIC = 4
_OF_A_SOURCE = 6
_CORROBORATED = 3
_LABEL = re.compile(r"[Ss]?\s*(\d{1,3})")


@record
class DraftedSentence:
    text: str
    evidence: tuple[str, ...]


@record
class Drafted:
    """What the analyst answers with; `reasoning` are its steps, each with what it rests on."""

    status: Literal["DRAFT", "SEARCH_REQUIRED"] = "DRAFT"
    sentences: tuple[DraftedSentence, ...] = ()
    reasoning: tuple[DraftedSentence, ...] = ()
    new_queries: tuple[str, ...] = ()


@record
class Change:
    """A sentence put in the place of the one that is named, such as S2."""

    replaces: str
    text: str
    evidence: tuple[str, ...]


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
REVISER = Role("analyst", "research/analyst_revise", Revised, ceiling=8_000, max_tokens=700)


@dataclass(frozen=True, slots=True)
class Written:
    """A draft, who wrote it, and what it wants searched instead of being one."""

    sentences: tuple[CitedSentence, ...]
    engine: str
    reasoning: tuple[CitedSentence, ...] = ()
    new_queries: tuple[str, ...] = ()
    is_capped: bool = False
    # Which sentences of the draft before were not mended: their sources are quoted instead.
    unmended: frozenset[int] = frozenset()
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

    is_capped = False
    try:
        drafted, why = await play_told(
            ANALYST,
            {"question": material.asked.text, "passages": shown(material)},
            stage,
            step,
            fallback=instead,
            fault=lambda one: _fault(one, numbers),
            limit=_SHORT_ANSWER if stage.means_of(ANALYST.name).is_small else SENTENCES,
            mode=_MODE_RULES[material.language][material.mode],
        )
    except SpendingStopped:
        # Quoting costs nothing: a run that reached its cap still ends with a report.
        drafted, is_capped = instead(), True
    if used == EXTRACTIVE:
        return Written(quoted(material), EXTRACTIVE, is_capped=is_capped, gave_up=why)
    if drafted.status == "SEARCH_REQUIRED" and drafted.new_queries:
        return Written((), engine, new_queries=drafted.new_queries)
    return Written(
        tuple(_cited(one, numbers, material) for one in drafted.sentences),
        engine,
        tuple(_cited(one, numbers, material) for one in drafted.reasoning),
    )


def quoted(material: Material) -> tuple[CitedSentence, ...]:
    """The answer without a model: quotations, each with every source that says the same."""
    many = SENTENCES * 3 if material.is_order or material.spans else SENTENCES + 6
    kept = [one for one in material.picked(many) if one.text not in material.outweighed]
    if material.spans:
        kept = one_of_each(kept, material.spans, material.asked)
    elif material.is_order:
        kept = _over_time(kept, material)
    if material.mode == "monitor":
        kept = _with_both_sides(kept, material)
    told = _together([(_in_context(one, material), one.evidence) for one in kept[:SENTENCES]])
    return tuple(
        material.cited(text, corroborated(text, evidence, material)) for text, evidence in told
    )


def _in_context(one: Picked, material: Material) -> str:
    return with_its_context(one.text, material.by_id[one.evidence].text, material.outweighed)


def _together(quotations: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Each once: one that stands in a longer one gives its place to that."""
    chosen: list[tuple[str, str]] = []
    for text, evidence in quotations:
        longest = max((t for t, e in quotations if e == evidence and text in t), key=len)
        if (longest, evidence) not in chosen:
            chosen.append((longest, evidence))
    return chosen


def _with_both_sides(picked: Sequence[Picked], material: Material) -> list[Picked]:
    """The public speaks in other words than the question: it gets its places all the same.

    What officials say to just that comes before what they say besides.
    """
    others = {one.evidence for one in material.other_side}
    public = material.picked(_OF_THE_PUBLIC, of=material.other_side)
    official = [one for one in picked if one.evidence not in others]
    official.sort(key=lambda one: not any(_speak_of_one(one.text, other.text) for other in public))
    return [*official[: SENTENCES - len(public)], *public]


def _speak_of_one(official: str, public: str) -> bool:
    """Whether both give one figure. A share or a sum that two give is the same one."""
    return any(same_quantity(a, b) for a in quantities(official) for b in quantities(public))


def _over_time(picked: Sequence[Picked], material: Material) -> list[Picked]:
    """Best first, but what is told of a month already told of counts less each time.

    Of the same day it counts less again, and so does what names no time of its own.
    """
    days = {
        one.text: when_told(material.cited(one.text, (one.evidence,)), material) for one in picked
    }
    own = {one.text: bool(dates(one.text)) for one in picked}
    left, told, chosen = list(picked), Counter[str](), list[Picked]()

    def worth(one: Picked) -> float:
        day, label = days[one.text]
        again = told[f"{day:%Y-%m}"] + (told[label] if len(label) > _A_MONTH else 0)
        return one.score * _TOLD_AGAIN**again * (1.0 if own[one.text] else _OF_NO_TIME)

    while left:
        best = max(left, key=worth)
        left.remove(best)
        chosen.append(best)
        day, label = days[best.text]
        told.update({f"{day:%Y-%m}", label})
    return chosen


def corroborated(text: str, evidence: str, material: Material) -> tuple[str, ...]:
    """The source of a quotation and those that carry it too, of other owners.

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
        if check_sentence(text, [material.texts[one.evidence]]).ok:
            owners.add(owner)
            found.append(one)
    return tuple(one.evidence for one in found)


async def revise(
    written: Written, review: Review, material: Material, stage: Stage, step: Step
) -> Written:
    """Change what the critic named, and nothing else."""
    if written.engine == EXTRACTIVE and not review.named:
        # Nothing is wrong with any one quotation, and there are no better ones.
        return written
    named = set(review.named) or set(range(1, len(written.sentences) + 1))
    numbers = {f"E{n}": one.evidence for n, one in enumerate(material.sources, 1)}
    lines = [f"S{n}: {one.text}" for n, one in enumerate(written.sentences, 1)]
    # A small model does not mend what it got wrong: what the sources say takes its place.
    is_model = written.engine != EXTRACTIVE and not stage.means_of(REVISER.name).is_small
    revised = Revised(())
    is_capped = written.is_capped
    if is_model:
        try:
            revised = await play(
                REVISER,
                {
                    "question": material.asked.text,
                    "draft": "\n".join(lines),
                    "critique": review.critique,
                    "suggestion": review.suggestion,
                    "passages": shown(material, _cited_by(written, named, material)),
                },
                stage,
                step,
                fallback=lambda: Revised(()),
                named=", ".join(f"S{n}" for n in sorted(named))[:380],
            )
        except SpendingStopped:
            is_capped = True
    changes = {n: one for one in revised.changes if (n := _number(one.replaces)) in named}
    sentences = [
        _replacement(n, one, changes, named, numbers, material)
        for n, one in enumerate(written.sentences, 1)
    ]
    return Written(
        # Two sentences that nobody mended may end in the same quotation.
        tuple({one.text: one for one in sentences if one is not None}.values()),
        written.engine,
        written.reasoning,
        is_capped=is_capped,
        unmended=frozenset(named - set(changes)),
    )


def _replacement(
    n: int,
    old: CitedSentence,
    changes: Mapping[int, Change],
    named: set[int],
    numbers: Mapping[str, str],
    material: Material,
) -> CitedSentence | None:
    if n not in named:
        return old
    if n in changes:
        change = changes[n]
        return _cited(DraftedSentence(change.text, change.evidence), numbers, material)
    return _nearest_quotation(old, material)


def _nearest_quotation(old: CitedSentence, material: Material) -> CitedSentence | None:
    """What the cited sources do say in place of a sentence that nobody mended."""
    passages = [one for one in material.passages if one.evidence in old.evidence]
    picked = pick_sentences(old.text, passages or material.passages, limit=2)
    refused = {old.text, *material.outweighed}
    allowed = [one for one in picked if one.text not in refused]
    return material.cited(allowed[0].text, (allowed[0].evidence,)) if allowed else None


def shown(material: Material, only: Sequence[Read] | None = None) -> str:
    """What the model may read: of every source the sentences nearest to the question.

    Every sentence carries its number, so that a weak model need not remember which it was. The
    label with tier and type is made here and nowhere else: evidence stays as it was.
    """
    wanted = {one.evidence for one in only} if only is not None else None
    blocks = []
    for n, source in enumerate(material.sources, 1):
        if wanted is not None and source.evidence not in wanted:
            continue
        passage = material.passages[n - 1]
        picked = pick_sentences(
            material.asked.text, [passage], limit=_OF_A_SOURCE, per_passage=_OF_A_SOURCE
        )
        texts = [one.text for one in picked] or [passage.text[:300]]
        head = f"E{n} | {label(source)} | {source.title}"
        blocks.append("\n".join([head, *(f"[E{n}] {text}" for text in texts)]))
    return "\n\n".join(blocks)


def label(source: Read) -> str:
    day = source.published.isoformat() if source.published else "?"
    warning = " | !" if source.source.tier >= 3 else ""
    return f"tier {source.source.tier} {source.source.type}{warning} | {source.source.name} | {day}"


def _cited_by(written: Written, named: set[int], material: Material) -> list[Read]:
    ids = {
        e for n, one in enumerate(written.sentences, 1) if n in named for e in one.evidence
    } & set(material.by_id)
    return [one for one in material.sources if one.evidence in ids] or list(material.sources[:4])


def _fault(drafted: Drafted, numbers: Mapping[str, str]) -> str | None:
    """A draft that names no evidence we gave it is no draft."""
    if drafted.status == "SEARCH_REQUIRED":
        return None if any(q.strip() for q in drafted.new_queries) else "new_queries is empty"
    cited = [one for one in drafted.sentences if set(_ids(one.evidence)) & set(numbers)]
    return None if cited else "no sentence names evidence that was given, such as E1"


def _ids(evidence: Sequence[str]) -> list[str]:
    """Evidence as models write it: E1, [E1], E:1, e1."""
    tidy = (one.strip().strip("[]()").upper().replace(":", "") for one in evidence)
    return [one for one in tidy if one]


def _cited(
    sentence: DraftedSentence, numbers: Mapping[str, str], material: Material
) -> CitedSentence:
    # An id nobody gave stays as it is: the gate refuses the sentence and says why.
    evidence = tuple(dict.fromkeys(numbers.get(one, one) for one in _ids(sentence.evidence)))
    return material.cited(" ".join(sentence.text.split()), evidence)


def _number(label: str) -> int:
    found = _LABEL.fullmatch(label.strip())
    return int(found[1]) if found else 0


_MODE_RULES: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {
        "strict": "只用第 1、2 級來源。",
        "discovery": "綜合各級來源；社群來源的說法要寫明未經證實。",
        "monitor": "找出官方（第 1、2 級）與民間（第 4、5 級）說法的落差，兩邊都要寫到。",
    },
    "zh-Hans": {
        "strict": "只用第 1、2 级来源。",
        "discovery": "综合各级来源；社群来源的说法要写明未经证实。",
        "monitor": "找出官方（第 1、2 级）与民间（第 4、5 级）说法的落差，两边都要写到。",
    },
    "en": {
        "strict": "Use tiers 1 and 2 only.",
        "discovery": "Use all tiers; say of what social sources claim that it is unconfirmed.",
        "monitor": "Find where officials (tiers 1-2) and the public (tiers 4-5) differ; give both.",
    },
}
