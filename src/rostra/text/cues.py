"""The small words that decide a reading, kept as data (`data/cues.tsv`).

A text is walked once: each form is filed under the characters it begins with, so that at most
places nothing has to be tried. Forms are regular expressions; most of them are plain words.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rostra.text.lexicon import data_lines
from rostra.text.patterns import Pattern

_GUARD = re.compile(r"\(\?<[=!][^)]*\)")
_CHOICE = re.compile(r"\(\?:([^()]*)\)(?![?*{])")
_LITERAL = re.compile(r"(?:[\w'/-](?![?*+{]))+")
_LISTS = frozenset({"generic", "plain_head", "not_a_name", "macro", "rise", "fall"})


class Hit(NamedTuple):
    start: int
    end: int
    cue: str


class _Form(NamedTuple):
    cue: str
    literal: str  # the whole form, when it is a plain word
    pattern: Pattern
    latin: bool


@cache
def _rows() -> dict[tuple[str, str], list[str]]:
    table = {}
    for line in data_lines("cues.tsv"):
        name, language, forms = line.split("\t")
        table[name, language] = forms.split(" ")
    return table


def cue_words(name: str) -> frozenset[str]:
    """A cue that is a plain list of words."""
    return _cue_words(name)


@cache
def _cue_words(name: str) -> frozenset[str]:
    rows = _rows()
    words = rows.get((name, "zh"), []) + rows.get((name, "en"), [])
    return frozenset(word if name == "macro" else word.replace("_", " ") for word in words)


@cache
def _forms() -> dict[str, tuple[_Form, ...]]:
    table: dict[str, list[_Form]] = {}
    for (name, language), forms in _rows().items():
        if name in _LISTS or name.startswith("hedge_"):
            continue
        for form in forms:
            spaced = form.replace("_", " ")
            for head, whole in _heads(spaced):
                literal = whole if _LITERAL.fullmatch(whole) or whole.isalpha() else ""
                entry = _Form(name, literal, Pattern(whole), latin=language == "en")
                table.setdefault(head, []).append(entry)
    table.setdefault("n'", []).append(_Form("denial", "n't", Pattern("n't"), latin=False))
    return {head: tuple(entries) for head, entries in table.items()}


def _heads(form: str) -> Iterator[tuple[str, str]]:
    """The one or two characters a form begins with, for each way it can begin."""
    guard = _GUARD.match(form)
    lead = guard[0] if guard else ""
    rest = form[len(lead) :]
    choice = _CHOICE.match(rest)
    if choice:
        for option in choice[1].split("|"):
            for head, whole in _heads(option + rest[choice.end() :]):
                yield head, lead + whole
        return
    literal = _LITERAL.match(rest)
    if literal is None:
        raise ValueError(form)
    yield literal[0][:2], form


@cache
def _starts() -> Pattern:
    firsts = "".join(sorted({re.escape(head[0]) for head in _forms()}))
    return Pattern(f"[{firsts}]")


def cues_in(text: str) -> list[Hit]:
    """All cues of a text in order; at one place the longest form of each cue."""
    table = _forms()
    hits: list[Hit] = []
    for match in _starts().finditer(text):
        start = match.start()
        pair, single = table.get(text[start : start + 2]), table.get(match[0])
        if pair or single:
            hits += _hits_at(text, start, (pair or ()) + (single or ()))
    return hits


def _hits_at(text: str, start: int, entries: tuple[_Form, ...]) -> Iterator[Hit]:
    longest: dict[str, int] = {}
    inside = start > 0 and text[start - 1].isascii() and text[start - 1].isalpha()
    for cue, literal, pattern, latin in entries:
        if latin and inside:
            continue
        if literal:
            end = start + len(literal) if text.startswith(literal, start) else 0
        else:
            match = pattern.match(text, start)
            end = match.end() if match else 0
        if end > longest.get(cue, 0) and not (latin and _runs_on(text, end)):
            longest[cue] = end
    for cue, end in longest.items():
        yield Hit(start, end, cue)


def _runs_on(text: str, end: int) -> bool:
    return end < len(text) and text[end].isascii() and text[end].isalpha()


@cache
def endings(prefix: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Words of a group of cues by their last character, the longest first."""
    table: dict[str, list[tuple[str, str]]] = {}
    for (name, language), forms in _rows().items():
        if language == "zh" and name.startswith(prefix):
            for form in forms:
                table.setdefault(form[-1], []).append((form, name.removeprefix(prefix)))
    return {last: tuple(sorted(pairs, key=_longest)) for last, pairs in table.items()}


def _longest(pair: tuple[str, str]) -> int:
    return -len(pair[0])


@cache
def english_endings(prefix: str) -> tuple[tuple[str, str], ...]:
    """English phrases of a group of cues, the longest first."""
    found = [
        (form.replace("_", " "), name.removeprefix(prefix))
        for (name, language), forms in _rows().items()
        if language == "en" and name.startswith(prefix)
        for form in forms
    ]
    return tuple(sorted(found, key=_longest))
