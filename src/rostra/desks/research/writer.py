"""The writer: what passed, in the template of the mode, with the critic's remarks as caveats.

It is code. A sentence that the critic did not see cannot enter here: what is added is said in fixed
words, and cites nothing because it states nothing about the world.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from rostra.desks.research.dating import when_told
from rostra.desks.research.material import Material
from rostra.desks.research.mode import Draft
from rostra.desks.research.sifting import is_official, is_public, is_stranger
from rostra.records import Statement
from rostra.records.report import Section
from rostra.words import tell

if TYPE_CHECKING:
    from rostra.desks.research.deliberation import Deliberated

LEADING = 3


@dataclass(frozen=True, slots=True)
class Composed:
    sections: tuple[Section, ...]
    caveats: tuple[str, ...]


def compose(end: "Deliberated", *, in_order: bool) -> Composed:
    """Fill the template; a timeline puts everything in order of date first."""
    material = end.material
    said, days = _in_order(end.sentences, material) if in_order else (list(end.sentences), {})
    parts = end.parts
    if in_order and parts:
        # A history is told once, from its beginning to its end.
        parts, in_order = (
            ((tell("report.heading.chronicle", material.language), tuple(said)),),
            False,
        )
    draft = Draft(
        said,
        end.reasoning,
        end.table,
        material,
        in_order,
        end.answer,
        parts,
        end.differences,
        end.conclusion,
        end.finding,
        end.asked,
    )
    composed = [_levelled(*one) for one in material.mode.compose(draft)]
    kept = tuple(
        Section(
            heading,
            tuple(group),
            {one.id: days[one.id] for one in group if one.id in days},
            level,
            {one.id: end.marks[one.text] for one in group if one.text in end.marks},
        )
        for at, (heading, group, level) in enumerate(composed)
        if group or _leads(composed[at:])
    )
    return Composed(kept, end.caveats)


def _levelled(
    heading: str, said: "list[Statement]", level: int = 2
) -> "tuple[str, list[Statement], int]":
    return heading, said, level


def _leads(parts: "Sequence[tuple[str, list[Statement], int]]") -> bool:
    """Whether something stands below the first of these headings."""
    level = parts[0][2]
    below = takewhile(lambda one: one[2] > level, parts[1:])
    return any(group for _, group, _ in below)


def headings(draft: Draft) -> tuple[str, str, str]:
    """The three headings that every mode has words for."""
    mode, language = draft.material.mode, draft.material.language
    return mode.say("first", language), mode.say("second", language), mode.say("third", language)


def split(draft: Draft) -> tuple[list[Statement], list[Statement]]:
    """What answers first, and the rest; a timeline is not cut in two."""
    said = draft.said
    if draft.parts:
        return list(draft.answer), []
    if draft.in_order:
        return said, []
    # What only weak sources say never opens an answer.
    allowed = [one for one in said if not draft.material.is_no_answer(one)]
    firm = [one for one in allowed if not is_weak(one, draft.material)]
    leading = (firm or allowed or said)[:LEADING]
    ids = {one.id for one in leading}
    return leading, [one for one in said if one.id not in ids]


def is_weak(said: Statement, material: Material) -> bool:
    tiers = [material.by_id[e].source.tier for e in said.evidence if e in material.by_id]
    return min(tiers, default=5) > 2


def told_apart(draft: Draft) -> "tuple[str, list[Statement]]":
    """Where sources part, under a heading of its own."""
    heading = tell("report.heading.differences", draft.material.language)
    return heading, list(draft.differences)


def below(
    draft: Draft, is_meant: Callable[[Statement], bool] = lambda _: True
) -> "list[tuple[str, list[Statement], int]]":
    """The sections of a report, each under its own heading, with those statements that are meant.

    What the answer quotes already is not said again.
    """
    told = {one.text for one in draft.answer}
    return [
        (heading, [one for one in said if is_meant(one) and one.text not in told], 3)
        for heading, said in draft.parts
    ]


def side_of(sentence: Statement, material: Material) -> str:
    sources = [material.by_id[e].source for e in sentence.evidence if e in material.by_id]
    if sources and all(is_official(one) for one in sources):
        return "official"
    if any(is_public(one) for one in sources):
        return "public"
    return "unclassified" if any(is_stranger(one) for one in sources) else "context"


def concluded(draft: Draft) -> list[Statement]:
    """What follows from it all; where nobody weighed the sources that is said."""
    found = [*draft.conclusion, *draft.reasoning]
    if found or not draft.said:
        return found
    return [Statement("N1", "concluded", tell("report.no_conclusion", draft.material.language))]


def lacking(end: "Deliberated") -> tuple[str, ...]:
    """The parts of the question that nothing answers."""
    if end.parts:
        return tuple(heading for heading, told in end.parts if not told)
    return tuple(end.material.missing)


def _in_order(
    sentences: Sequence[Statement], material: Material
) -> tuple[list[Statement], dict[str, str]]:
    """The sentences by the day they tell of, and that day of each."""
    dated = [(when_told(one, material), n, one) for n, one in enumerate(sentences)]
    dated.sort(key=lambda row: (row[0][0], row[1]))
    return [one for _, _, one in dated], {one.id: label for (_, label), _, one in dated if label}
