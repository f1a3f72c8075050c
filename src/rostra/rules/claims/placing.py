"""Which passages of a source a statement may rest on, where its writer names only the source."""

from functools import lru_cache

from rostra.rules.claims.records import Passage
from rostra.text import Sentence, index_tokens, sentences
from rostra.text.nearness import Nearness, terms


def best_passages(text: str, source: str, room: int = 3) -> list[Passage]:
    """The sentences nearest to the text, best first, each with its neighbours as context."""
    found, near = _indexed(source)
    scores = near.scores(index_tokens(text))
    best = sorted(range(len(found)), key=lambda at: (-scores[at], at))[:room]
    return [around(source, found, at) for at in best if scores[at] > 0]


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
