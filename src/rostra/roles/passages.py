"""The passages of what was read that bear on a question: the only way to have them chosen.

Nothing is shortened that fits: a model that can hold the pages is shown them whole, and nobody
chooses for it.
"""

from collections.abc import Sequence

from rostra.records import SourceText
from rostra.roles.extractive import pick_sentences
from rostra.roles.quotable import Picked
from rostra.text import count_tokens

# A line's number and a source's head take about so much beside the text.
_OF_ROOM = 0.9
# A sentence has about so many tokens: how many are worth choosing for a room.
_OF_SENTENCE = 25


def passages(
    question: str,
    sources: Sequence[SourceText],
    room: int,
    *,
    each: int = 4,
    distinct: bool = True,
    reach: float = 1.0,
) -> list[Picked]:
    """Choose at most `room` sentences, of one source at most `each`, best first.

    None is a near repeat, unless they are wanted for comparing: then `distinct` is false. A `reach`
    below one lets in what is worth less, for who chooses among them by something else.
    """
    return pick_sentences(
        question, sources, limit=room, per_passage=each, distinct=distinct, reach=reach
    )


def reading(question: str, sources: Sequence[SourceText], room: int, short: int) -> list[list[str]]:
    """Return of each source the lines that one request shows: the whole page as far as all fit.

    In less `room` (tokens) the shorter pages stay whole, and of the longer ones the sentences
    nearest to the question fill what is left. Without room each source has `short` of them.
    """
    share = _share([count_tokens(one.text) for one in sources], int(room * _OF_ROOM))
    shown = []
    for source in sources:
        if count_tokens(source.text) <= share:
            lines = [line for line in map(str.strip, source.text.splitlines()) if line]
        else:
            many = max(short, share // _OF_SENTENCE)
            # A short brief says nothing twice; a long one keeps figures that look alike apart.
            picked = passages(question, [source], many, each=many, distinct=not room)
            lines = _filling([one.text for one in picked], share, short)
        shown.append(lines or [source.text[:300]])
    return shown


def _share(sizes: Sequence[int], room: int) -> int:
    """How many tokens a page may have so that all of them fit."""
    left = room
    for place, size in enumerate(sorted(sizes)):
        fair = left // (len(sizes) - place)
        if size > fair:
            return fair
        left -= size
    return max(sizes, default=0)


def _filling(lines: Sequence[str], room: int, least: int) -> list[str]:
    """As many lines as fit, and at least so many."""
    kept: list[str] = []
    for line in lines:
        room -= count_tokens(line)
        if room < 0 and len(kept) >= least:
            break
        kept.append(line)
    return kept
