"""Which passages of a source a statement may rest on, where its writer names only the source."""

from collections import Counter
from functools import lru_cache
from math import log

from rostra.rules.claims.records import Passage
from rostra.text import Sentence, index_tokens, sentences

# The usual constants of BM25: how fast a repeated word stops counting, how much length counts.
_SATURATION = 1.2
_LENGTH = 0.75


def best_passages(text: str, source: str, room: int = 3) -> list[Passage]:
    """The sentences nearest to the text, best first, each with its neighbours as context."""
    found, counts = _indexed(source)
    wanted = set(index_tokens(text))
    if not found or not wanted:
        return []
    mean = sum(sum(one.values()) for one in counts) / len(counts) or 1
    weights = {
        token: log(1 + (len(counts) - held + 0.5) / (held + 0.5))
        for token in wanted
        if (held := sum(token in one for one in counts))
    }
    scores = [_score(one, weights, mean) for one in counts]
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
def _indexed(source: str) -> tuple[tuple[Sentence, ...], tuple[Counter[str], ...]]:
    found = tuple(sentences(source))
    return found, tuple(Counter(index_tokens(one.text)) for one in found)


def _score(counts: Counter[str], weights: dict[str, float], mean: float) -> float:
    length = sum(counts.values()) / mean
    return sum(
        weight
        * counts[token]
        * (_SATURATION + 1)
        / (counts[token] + _SATURATION * (1 - _LENGTH + _LENGTH * length))
        for token, weight in weights.items()
        if token in counts
    )
