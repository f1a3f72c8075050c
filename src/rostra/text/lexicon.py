"""Many known forms looked up in one walk over a text: at each place the longest one first."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class Lexicon(Generic[Entry]):
    """Forms are in the canonical view and at least two characters long."""

    def __init__(self, forms: Iterable[tuple[str, Entry]]) -> None:
        self._entries: dict[str, Entry] = {}
        lengths: dict[str, set[int]] = {}
        for form, entry in forms:
            if len(form) >= 2 and form not in self._entries:
                self._entries[form] = entry
                lengths.setdefault(form[:2], set()).add(len(form))
        self._lengths = {head: sorted(sizes, reverse=True) for head, sizes in lengths.items()}

    def at(self, text: str, start: int) -> Iterator[tuple[int, Entry]]:
        """Ends and entries of the forms written here, longest first."""
        for length in self._lengths.get(text[start : start + 2], ()):
            end = start + length
            entry = self._entries.get(text[start:end]) if end <= len(text) else None
            if entry is not None and is_whole(text, start, end):
                yield end, entry

    def starts(self, text: str) -> list[int]:
        """Places where a form may begin."""
        heads = self._lengths
        return [at for at in range(len(text) - 1) if text[at : at + 2] in heads]

    def find(self, text: str) -> Iterator[tuple[int, int, Entry]]:
        """The longest form at each place, from left to right, never overlapping."""
        passed = 0
        for start in self.starts(text):
            if start < passed:
                continue
            for end, entry in self.at(text, start):
                yield start, end, entry
                passed = end
                break


def is_whole(text: str, start: int, end: int) -> bool:
    """A latin form must not be the inside of a longer word."""
    if start and _latin(text[start]) and _latin(text[start - 1]):
        return False
    if end < len(text) and _latin(text[end - 1]):
        return not _latin(text[end]) and text[end] != "$"
    return True


def _latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def data_lines(name: str) -> list[str]:
    """The lines of one of the room's tables, without comments."""
    from importlib.resources import files  # noqa: PLC0415 - slow to import, needed once

    text = files("rostra.text").joinpath("data", name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def words() -> frozenset[str]:
    """Ordinary Chinese words of two to four characters, simplified."""
    return _words_in("words.txt")


def _words_in(name: str) -> frozenset[str]:
    return frozenset(line[0] + rest for line in data_lines(name) for rest in line[1:].split(" "))
