"""What a text says beyond its slots: the words left when names, times and figures are taken out.

Two texts need not use the same words. Known acts and things are one concept in every language
(設廠, "build a fab"), and a concept may have an opposite (升息, 降息). What no table knows is
compared by pairs of Chinese characters and by the stems of English words.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from rostra.text import slots
from rostra.text.folding import canon
from rostra.text.lexicon import Lexicon, words
from rostra.text.patterns import Pattern

_RUN = Pattern(r"[\u3400-\u9fff]+|[a-z0-9][a-z0-9.&+'-]*")
_STEM = Pattern(r"(?:ations?|ments?|ings?|ions?|ies|ied|ed|es|s|e|y)$")


@dataclass(frozen=True, slots=True)
class Concept:
    id: str
    opposites: frozenset[str]
    is_datum: bool
    is_act: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """The content of a text: concepts by id, and the rest as pairs and stems."""

    concepts: frozenset[str]
    pairs: frozenset[str]
    stems: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.concepts or self.pairs or self.stems)

    @property
    def size(self) -> int:
        return len(self.concepts) * 2 + len(self.pairs) + len(self.stems) * 2

    def without(self, other: "Words") -> "Words":
        left = self.pairs - other.pairs
        pairs = left and self._apart(left, other)
        return Words(self.concepts - other.concepts, frozenset(pairs), self.stems - other.stems)

    def _apart(self, left: frozenset[str], other: "Words") -> set[str]:
        """The pairs of `left` that are not the seam of two words the other text also has."""
        shared = self.pairs & other.pairs
        ends, heads = {pair[-1] for pair in shared}, {pair[0] for pair in shared}
        written = "".join(other.pairs)
        return {
            pair
            for pair in left
            if not (_is_seam(pair, ends, heads, written) if len(pair) > 1 else pair in written)
        }

    def less(self, dropped: frozenset[str]) -> "Words":
        """Without these concepts."""
        return Words(self.concepts - dropped, self.pairs, self.stems)

    def covered_by(self, other: "Words") -> float:
        """How much of this content the other text holds; 1.0 for nothing to hold."""
        return 1 - self.without(other).size / self.size if self.size else 1.0


def _is_seam(pair: str, ends: set[str], heads: set[str], written: str) -> bool:
    """Where one shared word ends and another begins; one of the two may be cut to a character."""
    if pair[0] in ends:
        return pair[1] in heads or pair[1] in written
    return pair[1] in heads and pair[0] in written


NO_WORDS = Words(frozenset(), frozenset(), frozenset())


def words_of(text: str, taken: Iterable[tuple[int, int]] = (), *, asked: bool = False) -> Words:
    """The content of `text` outside the spans `taken`; `asked` also drops the words of asking."""
    view = canon(blanked(text, taken)).text
    if asked:
        view = _HOW_MANY.sub("\n", _asking().sub("\n", view))
    concepts, rest = _concepts_in(view)
    dropped = _plain("stop") | _plain("ask") if asked else _plain("stop")
    pairs: set[str] = set()
    stems: set[str] = set()
    for match in _RUN.finditer(rest):
        run = match[0]
        if run[0] >= "\u3400":
            for part in _without_plain(run, asked=asked).split():
                pairs.update(_pairs(part))
        elif run not in dropped and len(run) > 1 and not run.isdigit():
            stems.add(stem(run))
    return Words(frozenset(concepts), frozenset(pairs), frozenset(stems))


def slot_spans(text: str) -> list[tuple[int, int]]:
    """Where names, periods, metrics and figures stand."""
    read = slots(text)
    spans = [(part.start, part.end) for part in read.entities]
    spans += [(part.start, part.end) for part in read.periods]
    spans += [(part.start, part.end) for part in read.metrics]
    return spans + [(part.start, part.end) for part in read.quantities]


_HOW_MANY = Pattern("几[架艘座辆台件名位张间所户条支片部栋层场吨席项倍次]")
_ORDINAL = Pattern(
    r"第([一二三四五六七八九十]{1,3}|\d{1,3})(?!\s?(?:[季周屆届]|财季|季度))"
    r"|\b(first|second|third|fourth|fifth)\b(?![ -](?:quarter\b|half|fiscal|time))|(\d{1,3})(?=号)"
)
_ORDER = {
    name: str(at) for at, name in enumerate(("first", "second", "third", "fourth", "fifth"), 1)
}
_ORDER |= {name: str(at) for at, name in enumerate("一二三四五六七八九十", 1)}
_PHASE = Pattern(r"([一二三四1-4])期(?=临床|试验|工程|计划|厂|开发|扩建|收案)|phase[ -]([1-4])")
_OTHER_THAN = Pattern(r"(?<![除并是莫])非(?![常洲农凡典法])([\u3400-\u9fff])")
_CODE = Pattern(r"(?<![a-z0-9])(?=[a-z0-9-]*\d)(?=[a-z0-9-]*[a-z])[a-z0-9][a-z0-9-]*")
_UNCOMMON = Pattern(r"[\u3400-\u9fff]+")


def marks_of(text: str, taken: Iterable[tuple[int, int]] = ()) -> frozenset[str]:
    """Small marks that change everything: 第二座, 非食品, H200. They are never left out."""
    view = canon(blanked(text, taken)).text
    found = {f"#{_ORDER.get(m[1] or m[2], m[1] or m[2] or m[3])}" for m in _ORDINAL.finditer(view)}
    found |= {f"~{_ORDER.get(m[1] or m[2], m[1] or m[2])}" for m in _PHASE.finditer(view)}
    found |= {f"非{match[1]}" for match in _OTHER_THAN.finditer(view)}
    return frozenset(found | {match[0] for match in _CODE.finditer(view)})


def uncommon_words(text: str, taken: Iterable[tuple[int, int]] = ()) -> list[str]:
    """Runs of characters that are no ordinary words, English words with a capital, and digits
    that no slot has read (17日): whatever may be a name or a number must be found as it is.
    """
    view = canon(blanked(text, taken)).text
    _, rest = _concepts_in(view)
    ordinary = _ordinary()
    found: list[str] = []
    for match in _UNCOMMON.finditer(rest):
        run, kept, at = match[0], "", 0
        while at < len(run):
            size = next((n for n in (4, 3, 2, 1) if run[at : at + n] in ordinary), 0)
            kept += " " if size else run[at]
            at += size or 1
        found += [part for part in kept.split() if len(part) > 1]
    found += _BARE.findall(view)
    capitals = _CAPITAL.findall(blanked(text, taken))
    return found + [word.lower() for word in capitals if word.lower() not in _plain("stop")]


_BARE = Pattern(r"(?<![\w.,-])\d+(?![\d.,a-z])|(?<=[\u3400-\u9fff（(])\d+(?![\d.,a-z])")
_CAPITAL = Pattern(r"(?<=[a-z,] )[A-Z][a-z]{2,}")


def blanked(text: str, taken: Iterable[tuple[int, int]]) -> str:
    """The text with these spans turned into breaks."""
    kept = list(text)
    for start, end in taken:
        kept[start:end] = "\n" * (min(end, len(kept)) - start)
    return "".join(kept)


# Compared by direction and by scope, not by word.
MOVES = frozenset({"increase", "decrease", "hold", "newly", "running_total"})


def opposites(one: Words, other: Words) -> bool:
    """Whether one text says 升息 where the other says 降息, and neither says both."""
    table = _concepts()
    return any(
        not table[name].opposites & one.concepts
        for name in one.concepts - other.concepts
        if table[name].opposites & other.concepts
    )


def two_scripts(one: Words, other: Words) -> bool:
    """One text in characters, the other in letters: neither can be found in the other."""
    return (not one.stems and not other.pairs and bool(one.pairs and other.stems)) or (
        not one.pairs and not other.stems and bool(one.stems and other.pairs)
    )


def alike(one: Words, other: Words) -> bool:
    """Whether two qualifiers can mean one thing; across languages only known concepts tell."""
    if not one or not other:
        return not one and not other
    if one.concepts and other.concepts and not one.concepts & other.concepts:
        return False
    if two_scripts(one, other):
        return True
    if one.without(other) and other.without(one) and bool(one.pairs) == bool(other.pairs):
        return False  # 半導體設備, 半導體材料: one word was put for another
    return bool(one.concepts & other.concepts) or (
        min(one.covered_by(other), other.covered_by(one)) > _HALF
    )


_HALF = 0.5


def has_pole(names: Iterable[str]) -> bool:
    """Whether one of the concepts has an opposite, so that leaving it out may turn a claim."""
    table = _concepts()
    return any(table[name].opposites for name in names)


def only_things(words: Words) -> bool:
    """Whether nothing is said but what it is about: no act, no piece of information."""
    table = _concepts()
    told = any(table[name].is_act or table[name].is_datum for name in words.concepts)
    return not told and not words.pairs and not words.stems


def acts_named(words: Words) -> frozenset[str]:
    """The concepts that are something done."""
    table = _concepts()
    return frozenset(name for name in words.concepts if table[name].is_act) - MOVES


def data_named(words: Words) -> frozenset[str]:
    """The concepts that are pieces of information somebody can ask for."""
    table = _concepts()
    return frozenset(name for name in words.concepts if table[name].is_datum)


def stem(word: str) -> str:
    word = word.strip(".'-&+")
    if len(word) <= 3 or any(char.isdigit() for char in word):
        return word
    return _STEM.sub("", word)[:7] or word


def _pairs(part: str) -> list[str]:
    if len(part) == 1:
        return [part]
    return [part[at : at + 2] for at in range(len(part) - 1)]


def _concepts_in(view: str) -> tuple[set[str], str]:
    found: set[str] = set()
    rest: list[str] = []
    at = 0
    for start, end, concept in _lexicon().find(view):
        found.add(concept.id)
        rest.append(view[at:start])
        at = end
    rest.append(view[at:])
    return found, "\n".join(rest)


def _without_plain(run: str, *, asked: bool) -> str:
    """A run of characters with its function words turned into gaps, the longest first."""
    plain = _plain("stop") | _plain("ask") if asked else _plain("stop")
    ordinary = words()
    kept: list[str] = []
    at = 0
    while at < len(run):
        size = next((n for n in (4, 3, 2, 1) if run[at : at + n] in plain), 0)
        if size == 1 and run[at : at + 2] in ordinary and run[at + 1 : at + 2] not in plain:
            kept.append(run[at : at + 2])  # 会 of 会议 is no function word
            at += 2
            continue
        kept.append(" " if size else run[at])
        at += size or 1
    return "".join(kept)


def table_lines(name: str) -> list[str]:
    """The lines of one of the room's tables, without comments."""
    text = resources.files("rostra.rules").joinpath(name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def _plain(name: str) -> frozenset[str]:
    found: set[str] = set()
    for line in table_lines("plain_words.tsv"):
        kind, _, forms = line.split("\t")
        if kind == name:
            found.update(canon(form.replace("_", " ")).text for form in forms.split(" "))
    return frozenset(found)


@cache
def _ordinary() -> frozenset[str]:
    return words() | _plain("stop")


@cache
def _asking() -> re.Pattern[str]:
    """Phrases of asking that hold the name of an act: 支持論點 supports nothing."""
    phrases = sorted(
        (form for form in _plain("ask") if len(form) > 2 and not form.isascii()), key=len
    )
    return re.compile("|".join(map(re.escape, reversed(phrases))))


@cache
def _concepts() -> dict[str, Concept]:
    return {concept.id: concept for concept, _ in _rows()}


@cache
def _lexicon() -> Lexicon[Concept]:
    return Lexicon(
        (canon(form.replace("_", " ")).text, concept)
        for concept, forms in _rows()
        for form in forms
    )


@cache
def _rows() -> tuple[tuple[Concept, tuple[str, ...]], ...]:
    rows = []
    for line in table_lines("concepts.tsv"):
        name, opposite, kind, forms = line.split("\t")
        concept = Concept(
            name, frozenset(opposite.split(" ")) - {"-"}, kind == "datum", kind == "act"
        )
        rows.append((concept, tuple(forms.split(" "))))
    return tuple(rows)
