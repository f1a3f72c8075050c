"""The writer: what passed, in the template of the mode, with the critic's remarks as caveats.

It is code. A sentence that the critic did not see cannot enter here: what is added are counts of
what is there, in fixed words, and they cite nothing because they state nothing about the world.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rostra.desks.research.dating import when_told
from rostra.desks.research.material import Material
from rostra.desks.research.mode import Draft
from rostra.desks.research.sifting import is_official, is_public, is_stranger
from rostra.records import Statement
from rostra.records.report import Divergence, Review, Section
from rostra.words import Phrases

LEADING = 3


@dataclass(frozen=True, slots=True)
class Composed:
    sections: tuple[Section, ...]
    caveats: tuple[str, ...]


def compose(
    sentences: Sequence[Statement],
    reasoning: Sequence[Statement],
    table: Sequence[Divergence],
    review: Review | None,
    material: Material,
    *,
    in_order: bool,
) -> Composed:
    """Fill the template; a timeline puts everything in order of date first."""
    said, days = _in_order(sentences, material) if in_order else (list(sentences), {})
    sections = material.mode.compose(Draft(said, reasoning, table, material, in_order))
    kept = tuple(
        Section(heading, tuple(group), {one.id: days[one.id] for one in group if one.id in days})
        for heading, group in sections
        if group
    )
    return Composed(kept, _caveats(review))


def _caveats(review: Review | None) -> tuple[str, ...]:
    if review is None or review.status != "WARN":
        return ()
    remarks = review.evaluation.reasoning_flaws or (review.critique,)
    return tuple(dict.fromkeys(one for one in remarks if one))


def headings(draft: Draft) -> tuple[str, str, str]:
    """The three headings that every mode has words for."""
    mode, language = draft.material.mode, draft.material.language
    return mode.say("first", language), mode.say("second", language), mode.say("third", language)


def split(draft: Draft) -> tuple[list[Statement], list[Statement]]:
    """What answers first, and the rest; a timeline is not cut in two."""
    said = draft.said
    return (said, []) if draft.in_order else (said[:LEADING], said[LEADING:])


def side_of(sentence: Statement, material: Material) -> str:
    sources = [material.by_id[e].source for e in sentence.evidence if e in material.by_id]
    if sources and all(is_official(one) for one in sources):
        return "official"
    if any(is_public(one) for one in sources):
        return "public"
    return "unclassified" if any(is_stranger(one) for one in sources) else "context"


def counted(draft: Draft) -> list[Statement]:
    """What can be said of the evidence by counting it."""
    said, material = draft.said, draft.material
    words = Phrases("report", material.language)
    owners = {
        material.by_id[e].source.owner or material.by_id[e].source.name
        for one in said
        for e in one.evidence
        if e in material.by_id
    }
    twice = sum(1 for one in said if len(material.carriers(one.text)) > 1)
    lines = [words.say("counted", sentences=len(said), owners=len(owners), twice=twice)]
    if not said:
        lines = []
    if material.contradictions:
        lines.append(words.say("counted_disputes", count=len(material.contradictions)))
    if material.missing:
        names = words["comma"].join(material.missing)
        lines.append(words.say("counted_missing", names=names))
    return [Statement(f"N{n}", "computed", line) for n, line in enumerate(lines, 1)]


def _in_order(
    sentences: Sequence[Statement], material: Material
) -> tuple[list[Statement], dict[str, str]]:
    """The sentences by the day they tell of, and that day of each."""
    dated = [(when_told(one, material), n, one) for n, one in enumerate(sentences)]
    dated.sort(key=lambda row: (row[0][0], row[1]))
    return [one for _, _, one in dated], {one.id: label for (_, label), _, one in dated if label}
