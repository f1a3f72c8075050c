"""Which passages of a source a statement may rest on, where its writer names only the source."""

from bisect import bisect_right
from collections import Counter
from functools import lru_cache

from rostra.rules.claims.dates import may_be_one
from rostra.rules.claims.figures import same_figure
from rostra.rules.claims.marks import marks
from rostra.rules.claims.records import Passage
from rostra.text import Sentence, index_tokens, sentences
from rostra.text.nearness import Nearness, terms
from rostra.text.script import language_of


def best_passages(text: str, source: str, room: int = 3) -> list[Passage]:
    """The sentences nearest to the text, best first, each with its neighbours as context.

    Two languages share few words: there a sentence is near by the figures and dates it has, and
    where nothing is, the source is read from its beginning.
    """
    found, near = _indexed(source)
    scores = near.scores(index_tokens(text))
    is_crossed = (language_of(text) == "en") != (language_of(source) == "en")
    shared = _shared(text, source) if is_crossed else Counter[int]()
    best = sorted(range(len(found)), key=lambda at: (-shared[at], -scores[at], at))[:room]
    held = [at for at in best if shared[at] or scores[at] > 0]
    return [around(source, found, at) for at in held or best * is_crossed]


def _shared(text: str, source: str) -> Counter[int]:
    """How many figures and dates of a text each sentence of the source has."""
    said, told = marks(text), marks(source)
    starts = [one.start for one in _indexed(source)[0]]
    found: Counter[int] = Counter()
    for figure in said.figures:
        same = [one.start for one in told.figures if same_figure(figure, one) != "conflict"]
        found.update({bisect_right(starts, at) - 1 for at in same})
    for moment in said.moments:
        same = [told.view.span(o.start, o.end)[0] for o in told.moments if may_be_one(moment, o)]
        found.update({bisect_right(starts, at) - 1 for at in same})
    return found


def context_of(quote: str, source: str) -> str:
    """A quote with the sentences beside it; the quote alone where the source lacks it."""
    at = source.find(quote)
    if at < 0 or not quote:
        return quote
    found = _indexed(source)[0]
    inside = [n for n, one in enumerate(found) if one.start < at + len(quote) and one.end > at]
    if not inside:
        return quote
    first, last = max(0, inside[0] - 1), min(len(found) - 1, inside[-1] + 1)
    return source[min(at, found[first].start) : max(at + len(quote), found[last].end)]


def around(source: str, found: tuple[Sentence, ...], at: int) -> Passage:
    first, last = max(0, at - 1), min(len(found) - 1, at + 1)
    return Passage("", found[at].text, source[found[first].start : found[last].end])


@lru_cache(maxsize=64)
def _indexed(source: str) -> tuple[tuple[Sentence, ...], Nearness]:
    found = tuple(sentences(source))
    return found, Nearness([terms(one.text) for one in found])
