"""The writer: what passed, in the template of the mode, with the critic's remarks as caveats.

It is code. A sentence that the critic did not see cannot enter here: what is added are counts of
what is there, in fixed words, and they cite nothing because they state nothing about the world.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rostra.records.report import CitedSentence, Divergence, Review, Section
from rostra.report.wording import WORDING
from rostra.research.dating import when_told
from rostra.research.headings import EXTRA, HEADINGS
from rostra.research.material import Material
from rostra.research.sifting import is_official, is_public, is_stranger

_LEADING = 3
_RISKS = ("high", "medium", "low")
_TWO_SIDES = ("official", "public")


@dataclass(frozen=True, slots=True)
class Composed:
    sections: tuple[Section, ...]
    caveats: tuple[str, ...]


def compose(
    sentences: Sequence[CitedSentence],
    reasoning: Sequence[CitedSentence],
    table: Sequence[Divergence],
    review: Review | None,
    material: Material,
    *,
    in_order: bool,
) -> Composed:
    """Fill the template; a timeline puts everything in order of date first."""
    said = _in_order(sentences, material) if in_order else list(sentences)
    if material.mode == "monitor":
        sections = _monitor(said, reasoning, table, material, in_order)
    else:
        build = _strict if material.mode == "strict" else _discovery
        sections = build(said, reasoning, material, in_order)
    kept = tuple(Section(heading, tuple(group)) for heading, group in sections if group)
    return Composed(kept, _caveats(review))


def _caveats(review: Review | None) -> tuple[str, ...]:
    if review is None or review.status != "WARN":
        return ()
    remarks = review.evaluation.reasoning_flaws or (review.critique,)
    return tuple(dict.fromkeys(one for one in remarks if one))


_Parts = list[tuple[str, list[CitedSentence]]]


def _strict(
    said: list[CitedSentence],
    reasoning: Sequence[CitedSentence],
    material: Material,
    in_order: bool,
) -> _Parts:
    first, second, third = HEADINGS[material.language]["strict"]
    leading, rest = _split(said, in_order)
    return [
        (first, leading),
        (second, rest),
        (third, [*reasoning, *_counted(said, material)]),
    ]


def _discovery(
    said: list[CitedSentence],
    reasoning: Sequence[CitedSentence],
    material: Material,
    in_order: bool,
) -> _Parts:
    first, second, third = HEADINGS[material.language]["discovery"]
    leading, rest = _split(said, in_order)
    official = [one for one in rest if _side(one, material) == "official"]
    others = [one for one in rest if _side(one, material) != "official"]
    closing = EXTRA[material.language]["closing"]
    return [
        (first, leading),
        (second, official),
        (third, others),
        (closing, [*reasoning, *_counted(said, material)]),
    ]


def _monitor(
    said: list[CitedSentence],
    reasoning: Sequence[CitedSentence],
    table: Sequence[Divergence],
    material: Material,
    in_order: bool,
) -> _Parts:
    first, second, third = HEADINGS[material.language]["monitor"]
    extra = EXTRA[material.language]
    leading, rest = _both_sides_first(said, table, material, in_order)
    groups = {
        side: [one for one in rest if _side(one, material) == side]
        for side in ("official", "public", "context", "unclassified")
    }
    summary = [_overall(table, material), *leading, *reasoning, *_counted(said, material)]
    return [
        (first, summary),
        (second, groups["official"]),
        (third, groups["public"]),
        (extra["context"], groups["context"]),
        (extra["unclassified"], groups["unclassified"]),
        (extra["actions"], _actions(table, material)),
    ]


def _split(
    said: list[CitedSentence], in_order: bool
) -> tuple[list[CitedSentence], list[CitedSentence]]:
    """What answers first, and the rest; a timeline is not cut in two."""
    return (said, []) if in_order else (said[:_LEADING], said[_LEADING:])


def _both_sides_first(
    said: list[CitedSentence],
    table: Sequence[Divergence],
    material: Material,
    in_order: bool,
) -> tuple[list[CitedSentence], list[CitedSentence]]:
    """A summary of two sides leads with where they part most; then comes what is said besides."""
    if in_order:
        return said, []
    compared = [one for one in table if one.official is not None and one.public is not None]
    worst = min(compared, key=lambda one: _RISKS.index(one.risk), default=None)
    quoted = [one for row in compared for one in (row.official, row.public) if one is not None]
    leading = [one for one in (worst.official, worst.public) if one] if worst else []
    if not leading:
        sides = [[one for one in said if _side(one, material) == name] for name in _TWO_SIDES]
        leading = [side[0] for side in sides if side]
    told = [one.text for one in (*leading, *quoted)]
    rest = [one for one in said if not any(text in one.text for text in told)]
    room = _LEADING - len(leading)
    return [*leading, *rest[:room]], rest[room:]


def _overall(table: Sequence[Divergence], material: Material) -> CitedSentence:
    """The highest risk of the table, on what, and why: a count, and so it cites nothing."""
    words = WORDING[material.language]
    compared = [one for one in table if one.official is not None and one.public is not None]
    if not compared:
        return CitedSentence(words["overall_none"])
    worst = min(compared, key=lambda one: _RISKS.index(one.risk))
    names = [words[f"dimension_{one.dimension}"] for one in compared if one.risk == worst.risk]
    return CitedSentence(
        words["overall_risk"].format(
            risk=words[f"risk_{worst.risk}"],
            names=words["comma"].join(names),
            reason=worst.reason,
        )
    )


def _side(sentence: CitedSentence, material: Material) -> str:
    sources = [material.by_id[e].source for e in sentence.evidence if e in material.by_id]
    if sources and all(is_official(one) for one in sources):
        return "official"
    if any(is_public(one) for one in sources):
        return "public"
    return "unclassified" if any(is_stranger(one) for one in sources) else "context"


def _counted(said: Sequence[CitedSentence], material: Material) -> list[CitedSentence]:
    """What can be said of the evidence by counting it."""
    words = WORDING[material.language]
    owners = {
        material.by_id[e].source.owner or material.by_id[e].source.name
        for one in said
        for e in one.evidence
        if e in material.by_id
    }
    twice = sum(1 for one in said if len(material.carriers(one.text)) > 1)
    lines = [words["counted"].format(sentences=len(said), owners=len(owners), twice=twice)]
    if not said:
        lines = []
    if material.contradictions:
        lines.append(words["counted_disputes"].format(count=len(material.contradictions)))
    if material.missing:
        names = words["comma"].join(material.missing)
        lines.append(words["counted_missing"].format(names=names))
    return [CitedSentence(line) for line in lines]


def _actions(table: Sequence[Divergence], material: Material) -> list[CitedSentence]:
    """What a reader should do about each divergence, the riskiest first.

    Advice cites nothing: what it rests on stands in its row of the table.
    """
    words = WORDING[material.language]
    lines = []
    for one in sorted(table, key=lambda one: _RISKS.index(one.risk)):
        if one.official is None or one.public is None:
            continue
        text = words[f"act_{one.risk}"].format(dimension=words[f"dimension_{one.dimension}"])
        lines.append(CitedSentence(text))
    return lines or [CitedSentence(words["act_none"])]


def _in_order(sentences: Sequence[CitedSentence], material: Material) -> list[CitedSentence]:
    dated = [(when_told(one, material), n, one) for n, one in enumerate(sentences)]
    dated.sort(key=lambda row: (row[0][0], row[1]))
    return [replace(one, dated=label) for (_, label), _, one in dated]
