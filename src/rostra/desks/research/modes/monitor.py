"""Monitor: officials and the public side by side, and where they part.

Both sides get their places among the pages and the quotations. What people claim is looked up
where officials speak; a table compares the two, and the report begins with the highest risk in it.
"""

from collections.abc import Sequence
from typing import get_args

from rostra.desks.research.analyst import SENTENCES, Written
from rostra.desks.research.critic import Finding, finding
from rostra.desks.research.divergence import divergences, unanswered
from rostra.desks.research.material import Material
from rostra.desks.research.mode import Draft, Mode, Parts
from rostra.desks.research.planning import (
    Query,
    public_voices,
    queries_for_claims,
    query_for_dimension,
    query_for_group,
    topic_of,
)
from rostra.desks.research.sifting import is_official, is_public
from rostra.desks.research.writer import LEADING, below, headings, side_of, told_apart
from rostra.records import Source, Statement
from rostra.records.report import Dimension, Divergence
from rostra.roles import Picked
from rostra.roles.asking import Asked
from rostra.text import quantities, same_quantity
from rostra.words import Phrases, message, tell

_OF_THE_PUBLIC = 4
_CLAIMS, _FOR_ROWS = 2, 4
_RISKS = ("high", "medium", "low")
_TWO_SIDES = ("official", "public")


# -- what is looked for -------------------------------------------------------------------------


def _queries(asked: Asked) -> list[Query]:
    return [Query(f"{topic_of(asked)} {words}") for words in public_voices(asked.language)]


def _voice_weight(source: Source) -> float:
    """What a monitor run looks for are the two sides; the press between them is context."""
    if is_public(source):
        return 2.0
    return 0.8 if source.tier == 3 else 1.0


def _choose(ranked: Sequence[tuple[Source, str]], pages: int) -> list[str]:
    """Both sides get their places, whichever of them a search likes better."""
    half = (pages + 1) // 2
    official = [one for source, one in ranked if is_official(source)]
    others = [one for source, one in ranked if not is_official(source)]
    room = max(half, pages - len(others))
    taken = set(official[:room]) | set(others[: pages - min(len(official), room)])
    return [one for _, one in ranked if one in taken]


def _lacks(material: Material) -> list[Query]:
    # What the public says is answered, if at all, where officials put things right.
    official = query_for_group(material.asked, public=False)
    public = [] if material.public else [query_for_group(material.asked, public=True)]
    return [official, *public]


def _rows(material: Material, table: Sequence[Divergence]) -> list[Query]:
    """What people claim is looked up where officials speak; then what would fill the table."""
    queries = queries_for_claims(material.asked, unanswered(material)[:_CLAIMS])
    open_rows = [one for one in table if one.risk != "high"]
    queries += [query_for_dimension(material.asked, one.dimension) for one in open_rows]
    return queries[:_FOR_ROWS]


def _with_both_sides(picked: Sequence[Picked], material: Material) -> list[Picked]:
    """The public speaks in other words than the question: it gets its places all the same.

    What officials say to just that comes before what they say besides.
    """
    others = {one.evidence for one in material.other_side}
    public = material.picked(_OF_THE_PUBLIC, of=material.other_side)
    official = [one for one in picked if one.evidence not in others]
    official.sort(key=lambda one: not any(_speak_of_one(one.text, other.text) for other in public))
    return [*official[: SENTENCES - len(public)], *public, *official[SENTENCES - len(public) :]]


def _speak_of_one(official: str, public: str) -> bool:
    """Whether both give one figure. A share or a sum that two give is the same one."""
    return any(same_quantity(a, b) for a in quantities(official) for b in quantities(public))


# -- how it is judged ---------------------------------------------------------------------------


def _review(_: Written, table: Sequence[Divergence], material: Material) -> list[Finding]:
    compared = [one for one in table if one.official and one.public]
    found = []
    if not compared:
        found.append(finding("REJECT", "no_comparison"))
    unlisted = {one.evidence for one in material.strangers}
    if compared and all(set(one.public.evidence) <= unlisted for one in compared if one.public):
        found.append(finding("WARN", "only_unlisted"))
    if any(not one.risk or not one.reason for one in table) or not table:
        found.append(finding("WARN", "no_risk"))
    have: set[Dimension] = {one.dimension for one in compared}
    lacking = [one for one in get_args(Dimension) if one not in have]
    if compared and lacking:
        names = [message(f"report.dimension_{one}") for one in lacking]
        flaw = message("report.flaw_dimension", names=names)
        found.append(Finding("WARN", flaw, message("report.mend_dimension")))
    return found


# -- how it is told -----------------------------------------------------------------------------


def _compose(draft: Draft) -> Parts:
    material, table = draft.material, draft.table
    first, second, third = headings(draft)
    leading, rest = ([], []) if draft.parts else _both_sides_first(draft)
    groups = {
        side: [one for one in rest if side_of(one, material) == side]
        for side in ("official", "public", "context", "unclassified")
    }
    summary = [_overall(table, material), *draft.answer, *leading]
    summary += [*draft.conclusion, *draft.reasoning]
    return [
        (first, summary),
        *below(draft),
        (second, groups["official"]),
        (third, groups["public"]),
        (tell("report.heading.context", material.language), groups["context"]),
        (tell("report.heading.unclassified", material.language), groups["unclassified"]),
        told_apart(draft),
        (tell("report.heading.actions", material.language), _actions(table, material)),
    ]


def _both_sides_first(draft: Draft) -> tuple[list[Statement], list[Statement]]:
    """A summary of two sides leads with where they part most; then comes what is said besides."""
    said, table, material = draft.said, draft.table, draft.material
    if draft.in_order:
        return said, []
    compared = [one for one in table if one.official is not None and one.public is not None]
    worst = min(compared, key=lambda one: _RISKS.index(one.risk), default=None)
    quoted = [one for row in compared for one in (row.official, row.public) if one is not None]
    leading = [one for one in (worst.official, worst.public) if one] if worst else []
    if not leading:
        sides = [[one for one in said if side_of(one, material) == name] for name in _TWO_SIDES]
        leading = [side[0] for side in sides if side]
    told = [one.text for one in (*leading, *quoted)]
    rest = [one for one in said if not any(text in one.text for text in told)]
    room = LEADING - len(leading)
    return [*leading, *rest[:room]], rest[room:]


def _overall(table: Sequence[Divergence], material: Material) -> Statement:
    """The highest risk of the table, on what, and why: a count, and so it cites nothing."""
    words = Phrases("report", material.language)
    compared = [one for one in table if one.official is not None and one.public is not None]
    if not compared:
        return Statement("N0", "compared", words["overall_none"])
    worst = min(compared, key=lambda one: _RISKS.index(one.risk))
    names = [words[f"dimension_{one.dimension}"] for one in compared if one.risk == worst.risk]
    told = words.say(
        "overall_risk",
        risk=words[f"risk_{worst.risk}"],
        names=words["comma"].join(names),
        reason=worst.reason,
    )
    return Statement("N0", "compared", told)


def _actions(table: Sequence[Divergence], material: Material) -> list[Statement]:
    """What a reader should do about each divergence, the riskiest first.

    Advice cites nothing: what it rests on stands in its row of the table.
    """
    words = Phrases("report", material.language)
    lines = []
    for one in sorted(table, key=lambda one: _RISKS.index(one.risk)):
        if one.official is None or one.public is None:
            continue
        text = words.say(f"act_{one.risk}", dimension=words[f"dimension_{one.dimension}"])
        lines.append(text)
    lines = lines or [words["act_none"]]
    return [Statement(f"A{n}", "concluded", line) for n, line in enumerate(lines, 1)]


MODE = Mode(
    "monitor",
    _compose,
    pages=16,  # two sides to read
    queries=_queries,
    weigh=_voice_weight,
    choose=_choose,
    lacks=_lacks,
    rows=_rows,
    quote=_with_both_sides,
    table=divergences,
    review=_review,
)
