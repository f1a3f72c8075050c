"""When a sentence really stands against a claim.

A debate compares many sentences of many pages, and a contradiction that is none kills a good claim.
So two sentences object to each other only where clauses of both speak of the same thing, time and
measure and cannot both be true (`roles.clashes`).
"""

from functools import lru_cache

from rostra.roles import Picked
from rostra.roles.clashes import content_words, figure_clashes
from rostra.rules import compare_claims
from rostra.text import sentences

_SHARED = 3
_SAME_MATTER = 0.6
_MOST = 300


def objection_in(claim: str, text: str) -> str:
    """The first sentence of the text that cannot be true beside the claim, or nothing."""
    words = content_words(claim)
    ours = Picked("ours", claim, 1, 0.0)
    for sentence, theirs in sentence_words(text):
        if len(words & theirs) >= _SHARED and figure_clashes(
            [ours, Picked("theirs", sentence, 1, 0.0)]
        ):
            return sentence
    return ""


def denial_in(claim: str, text: str) -> str:
    """The first sentence in mostly the claim's own words that says the opposite of it."""
    words = content_words(claim)
    for sentence, theirs in sentence_words(text):
        is_same = len(words & theirs) >= max(_SHARED, _SAME_MATTER * len(words))
        if is_same and compare_claims(claim, sentence) == "contradiction":
            return sentence
    return ""


@lru_cache(maxsize=128)
def sentence_words(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a text, each with what it speaks of."""
    told = [" ".join(one.text.split()) for one in sentences(text)][:_MOST]
    return tuple((one, frozenset(content_words(one))) for one in told)
