"""Strict: officials and the press of record alone, and a draft that cites others is sent back."""

from collections.abc import Sequence

from rostra.desks.research.analyst import Written
from rostra.desks.research.critic import Finding, finding
from rostra.desks.research.material import Material
from rostra.desks.research.mode import Draft, Mode, Parts
from rostra.desks.research.writer import below, concluded, headings, split, told_apart
from rostra.records.report import Divergence


def _review(written: Written, _: Sequence[Divergence], material: Material) -> list[Finding]:
    low = [
        one.id
        for one in written.sentences
        if any(
            not MODE.admits(material.by_id[e].source) for e in one.evidence if e in material.by_id
        )
    ]
    return [finding("REJECT", "low_tier", low)] if low else []


def _compose(draft: Draft) -> Parts:
    first, second, third = headings(draft)
    leading, rest = split(draft)
    return [
        (first, [*draft.finding, *leading]),
        (second, rest),
        *below(draft),
        (third, concluded(draft)),
        told_apart(draft),
    ]


MODE = Mode(
    "strict",
    _compose,
    tiers=frozenset({1, 2}),
    refusal="strict_tier",
    nothing="nothing_strict",
    review=_review,
    wider="discovery",
)
