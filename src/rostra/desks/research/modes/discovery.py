"""Discovery: every publisher may speak, and officials are told apart from the others."""

from rostra.desks.research.mode import Draft, Mode, Parts
from rostra.desks.research.writer import counted, headings, side_of, split
from rostra.words import tell


def compose(draft: Draft) -> Parts:
    first, second, third = headings(draft)
    leading, rest = split(draft)
    official = [one for one in rest if side_of(one, draft.material) == "official"]
    others = [one for one in rest if side_of(one, draft.material) != "official"]
    closing = tell("report.heading.closing", draft.material.language)
    return [
        (first, leading),
        (second, official),
        (third, others),
        (closing, [*draft.reasoning, *counted(draft)]),
    ]


MODE = Mode("discovery", compose)
