"""How deep a run goes: a row for each depth, and what of it a section gets."""

from dataclasses import dataclass

from rostra.text.lengths import count_words

# Searches that are made before anything is planned.
MOST_FIRST = 5
# A statement has about so many words: how many a section may have for its share.
_OF_A_STATEMENT = 28


@dataclass(frozen=True, slots=True)
class Depth:
    """`sections` and `words` are the fewest and the most; without sections the run is one draft."""

    name: str
    sections: tuple[int, int]
    pages: int
    searches: int
    words: tuple[int, int]

    @property
    def has_sections(self) -> bool:
        return self.sections[1] > 0

    @property
    def first_pages(self) -> int:
        """How many are read before anything is planned."""
        return self.pages // 5 if self.has_sections else self.pages

    def pages_of(self, sections: int) -> int:
        return max(4, (self.pages - self.first_pages) // max(1, sections))

    def searches_of(self, sections: int) -> int:
        return max(2, (self.searches - MOST_FIRST) // max(1, sections))

    def words_of(self, sections: int) -> int:
        """What a section may say; a sixth of the whole is for the answer before them."""
        return self.words[1] * 5 // 6 // max(1, sections)


DEPTHS = {
    one.name: one
    for one in (
        Depth("brief", (0, 0), 12, 8, (0, 400)),
        Depth("standard", (3, 5), 40, 25, (800, 1_800)),
        Depth("deep", (5, 10), 150, 80, (2_000, 6_000)),
    )
}
BRIEF = DEPTHS["brief"]


def statements_in(words: int) -> int:
    """How many statements so many words hold."""
    return max(4, words // _OF_A_STATEMENT)


def within(texts: list[str], words: float) -> int:
    """How many of the texts, first to last, a reader who was promised so many words gets."""
    for at, text in enumerate(texts):
        words -= count_words(text)
        if words < 0 and at:
            return at
    return len(texts)
