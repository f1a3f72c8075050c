"""The analyst: which sentences answer the question, each with the evidence it rests on.

With a model it writes them; without one, or where the model fails, it quotes. What it writes is
only a draft either way: the citation gate decides what is published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from rostra.errors import SpendingStopped
from rostra.models.choice import EXTRACTIVE
from rostra.records import SourceTier, record
from rostra.records.report import CitedSentence, Draft, Mode, Section
from rostra.report.wording import WORDING
from rostra.research.headings import HEADINGS
from rostra.roles import Passage, Role, Stage, pick_sentences, play
from rostra.steps import Step

_LEADING = 3
_SENTENCES = 15
_OF_A_PASSAGE = 6
_ENOUGH = 6


@record
class DraftedSentence:
    text: str
    evidence: tuple[str, ...]


@record
class Drafted:
    """What the analyst answers with; without a model the sentences are quotations."""

    sentences: tuple[DraftedSentence, ...]


ANALYST = Role("analyst", "research/analyst_draft", Drafted, ceiling=9_000, max_tokens=1_600)


@dataclass(frozen=True, slots=True)
class Source:
    """A passage and what a reader may know of where it comes from."""

    passage: Passage
    publisher: str
    published: date | None


@dataclass(frozen=True, slots=True)
class Written:
    """A draft, who wrote it, and whether a cap kept a model from writing it."""

    draft: Draft
    engine: str
    is_capped: bool = False


async def draft(
    question: str, mode: Mode, sources: Sequence[Source], stage: Stage, step: Step
) -> Written:
    """Let the analyst answer, by a model where there is one and money for it."""
    numbers = {f"E{n}": source.passage.evidence for n, source in enumerate(sources, 1)}
    tiers = {source.passage.evidence: source.passage.tier for source in sources}

    engine = stage.engine(ANALYST.name)

    def quoted() -> Drafted:
        nonlocal engine
        engine = EXTRACTIVE
        passages = [source.passage for source in sources]
        picked = pick_sentences(question, passages, limit=_SENTENCES)
        return Drafted(tuple(DraftedSentence(p.text, (p.evidence,)) for p in picked))

    is_capped = False
    try:
        written = await play(
            ANALYST,
            {"question": question, "passages": _shown(question, sources)},
            stage,
            step,
            fallback=quoted,
            fault=lambda drafted: _fault(drafted, numbers),
            limit=_SENTENCES,
        )
    except SpendingStopped:
        # Quoting costs nothing: a run that reached its cap still ends with a report.
        written, is_capped = quoted(), True
    sentences = [_cited(one, numbers, tiers, stage.language) for one in written.sentences]
    made = _in_sections(sentences, mode, tiers, stage.language)
    return Written(made, engine, is_capped)


def _shown(question: str, sources: Sequence[Source]) -> str:
    """What the model may read: of every source the sentences nearest to the question.

    Every sentence carries its number, so that a weak model need not remember which it was.
    """
    blocks = []
    for n, source in enumerate(sources, 1):
        picked = pick_sentences(question, [source.passage], limit=_OF_A_PASSAGE, per_passage=99)
        texts = [one.text for one in picked] or [source.passage.text[:400]]
        published = source.published.isoformat() if source.published else "?"
        about = f"tier {source.passage.tier} | {source.publisher} | {published}"
        head = f"E{n} | {about} | {source.passage.title}"
        blocks.append("\n".join([head, *(f"[E{n}] {text}" for text in texts)]))
    return "\n\n".join(blocks)


def _fault(drafted: Drafted, numbers: Mapping[str, str]) -> str | None:
    """A draft that names no evidence we gave it is no draft."""
    cited = [one for one in drafted.sentences if set(_ids(one)) & set(numbers)]
    return None if cited else "no sentence names evidence that was given, such as E1"


def _ids(sentence: DraftedSentence) -> list[str]:
    """Evidence as models write it: E1, [E1], E:1, e1."""
    tidy = (one.strip().strip("[]()").upper().replace(":", "") for one in sentence.evidence)
    return [one for one in tidy if one]


def _cited(
    sentence: DraftedSentence,
    numbers: Mapping[str, str],
    tiers: Mapping[str, SourceTier],
    language: str,
) -> CitedSentence:
    given = [evidence for evidence in sentence.evidence if evidence in tiers]
    # An id nobody gave stays as it is: the gate refuses the sentence and says why.
    evidence = tuple(given) or tuple(numbers.get(one, one) for one in _ids(sentence))
    worst = max((tiers[one] for one in evidence if one in tiers), default=1)
    words = WORDING[language]
    warning = ""
    if worst == 5:
        warning = words["warning_social"]
    elif worst >= 3:
        warning = words["warning_tier"].format(tier=worst)
    return CitedSentence(" ".join(sentence.text.split()), evidence, warning)


def with_quotations(
    checked: Draft, question: str, sources: Sequence[Source], language: str
) -> Draft:
    """A draft of which little passed the gate, completed by quotations that say so."""
    kept = [s for section in checked.sections for s in section.sentences]
    if len(kept) >= _ENOUGH:
        return checked
    picked = pick_sentences(question, [source.passage for source in sources], limit=_SENTENCES)
    said = {sentence.text for sentence in kept}
    tiers = {source.passage.evidence: source.passage.tier for source in sources}
    quotations = tuple(
        _cited(DraftedSentence(one.text, (one.evidence,)), {}, tiers, language)
        for one in picked
        if one.text not in said
    )
    sections = tuple(section for section in checked.sections if section.sentences)
    more = Section(WORDING[language]["quotations"], quotations)
    return Draft((*sections, more) if quotations else sections, checked.rejected)


def _in_sections(
    sentences: Sequence[CitedSentence],
    mode: Mode,
    tiers: Mapping[str, SourceTier],
    language: str,
) -> Draft:
    first, second, third = HEADINGS[language][mode]
    leading, rest = sentences[:_LEADING], sentences[_LEADING:]
    groups = [(first, leading), (second, rest)]
    if mode != "strict":
        official = [s for s in rest if all(tiers.get(e, 5) <= 2 for e in s.evidence)]
        public = [s for s in rest if s not in official]
        groups = [(first, leading), (second, official), (third, public)]
    return Draft(tuple(Section(heading, tuple(group)) for heading, group in groups if group))
