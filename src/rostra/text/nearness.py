"""How near texts are to a query: BM25 over a handful of them, in memory.

Words weigh by how rare they are among these texts. A text may be given words it does not have
itself, at less than their full weight: its headline, the sentence it goes on from.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log

from rostra.text.patterns import Pattern
from rostra.text.tokens import index_tokens

# The usual constants of BM25: how fast a repeated word stops counting, how much length counts.
_SATURATION = 1.2
_LENGTH = 0.75
_LATIN = Pattern(r"[a-z]+")
_STEM = 5


def terms(text: str) -> Counter[str]:
    """The words of a text as they are compared; of a long Latin one its beginning counts, too."""
    tokens = index_tokens(text)
    stems = [f"{one[:_STEM]}-" for one in tokens if len(one) >= _STEM and _LATIN.fullmatch(one)]
    return Counter([*tokens, *stems])


class Nearness:
    """Texts as their words with weights, indexed once for any number of queries."""

    def __init__(self, texts: Sequence[Mapping[str, float]]) -> None:
        self._size = len(texts)
        self._held: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, text in enumerate(texts):
            for word, count in text.items():
                self._held[word].append((at, count))
        lengths = [sum(text.values()) for text in texts]
        mean = sum(lengths) / len(lengths) if lengths else 1.0
        self._damping = [
            _SATURATION * (1 - _LENGTH + _LENGTH * length / (mean or 1.0)) for length in lengths
        ]

    def rarity(self, word: str) -> float:
        held = len(self._held.get(word, ()))
        return log(1 + (self._size - held + 0.5) / (held + 0.5)) if held else 0.0

    def scores(self, wanted: Iterable[str]) -> list[float]:
        """What each text is worth to these words, in the order they were given."""
        found = [0.0] * self._size
        for word in dict.fromkeys(wanted):
            rarity = self.rarity(word)
            for at, count in self._held.get(word, ()):
                found[at] += rarity * count * (_SATURATION + 1) / (count + self._damping[at])
        return found
