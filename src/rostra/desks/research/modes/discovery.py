"""Discovery: every publisher may speak, and officials are told apart from the others."""

from rostra.desks.research.mode import Draft, Mode, Parts
from rostra.desks.research.writer import below, headings, side_of, split, told_apart
from rostra.records import Statement
from rostra.words import Phrases, tell

_SHOWN_SEARCHES = 4


def compose(draft: Draft) -> Parts:
    first, second, third = headings(draft)
    leading, rest = split(draft)
    official = [one for one in rest if _is_official(one, draft)]
    others = [one for one in rest if not _is_official(one, draft)]
    voices = below(draft, lambda one: not _is_official(one, draft))
    closing = tell("report.heading.closing", draft.material.language)
    if not draft.in_order and not others and not any(said for _, said, _ in voices):
        # It always stands: that nobody else was heard is a finding, too.
        words = Phrases("report", draft.material.language)
        searched = words["comma"].join(draft.searched[:_SHOWN_SEARCHES])
        told = words.say("no_voices_searched", queries=searched) if searched else words["no_voices"]
        others = [Statement("N0", "absent", told)]
    return [
        (first, leading),
        (second, official),
        *below(draft, lambda one: _is_official(one, draft)),
        (third, others),
        *voices,
        (closing, [*draft.conclusion, *draft.reasoning]),
        told_apart(draft),
    ]


def _is_official(said: Statement, draft: Draft) -> bool:
    return side_of(said, draft.material) == "official"


MODE = Mode("discovery", compose)
