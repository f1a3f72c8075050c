"""How many sources really stand behind a claim.

Two pages are one source when one owner publishes both, when both carry one story (a reprint, also
in the other script, cut or with a paragraph added), or when both credit the same wire service. What
cannot be told apart counts once: a claim is better one source short than falsely confirmed.
"""

import re
from collections.abc import Mapping, Sequence

from rostra.records import Evidence
from rostra.rules import SourceBook
from rostra.rules.sources import address_in
from rostra.text import canon

_SHINGLE = 8
_SAME_STORY = 0.4
_LEAST = 24  # shingles: below that only one text inside the other counts
_LONGEST = 40_000
_NOT_WORDS = re.compile(r"[\W_]+")
_WIRES: Mapping[str, str] = {
    "cna": "中央社|central news agency|focus taiwan",
    "reuters": "路透|reuters",
    "ap": r"美联社|associated press|\bap news\b",
    "afp": r"法新社|agence france-presse|\bafp\b",
    "bloomberg": "彭博|bloomberg",
    "xinhua": "新华社|新华网|xinhua",
    "chinanews": "中新社|中新网|china news service",
    "kyodo": "共同社|共同通信|kyodo",
    "yonhap": "韩联社|yonhap",
}
_CREDIT = {
    wire: re.compile(
        rf"[（(【\[]\s?(?:[^（）()【】\[\]]{{0,12}})?(?:{names})[^（）()【】\[\]]{{0,24}}[）)】\]]"
        rf"|(?:据|根据|引述|援引|转载自?|来源:?|source:?|via|by)\s?(?:the )?(?:{names})"
        rf"|(?:^|\n)\s?(?:[^\n]{{0,16}})?(?:{names})\s?(?:/|-|—|:|电|讯|记者)"
    )
    for wire, names in _WIRES.items()
}


def independent_groups(
    evidence: Sequence[Evidence], texts: Mapping[str, str], book: SourceBook | None = None
) -> tuple[tuple[str, ...], ...]:
    """The ids in groups; each group is one source, whatever it is printed on."""
    marks = [_Marks(one, texts.get(one.id, ""), book) for one in evidence]
    group = list(range(len(marks)))
    for at, one in enumerate(marks):
        for before in range(at):
            if group[before] != group[at] and one.is_one_with(marks[before]):
                old, new = group[at], group[before]
                group = [new if name == old else name for name in group]
    return tuple(
        tuple(marks[at].id for at in range(len(marks)) if group[at] == name)
        for name in dict.fromkeys(group)
    )


def same_story(one: str, other: str) -> bool:
    """Whether most of the shorter text stands in the longer, punctuation and script aside."""
    return _is_same(_shingles(one), _shingles(other), _plain(one), _plain(other))


class _Marks:
    """What tells one piece of evidence from another."""

    def __init__(self, evidence: Evidence, text: str, book: SourceBook | None) -> None:
        self.id = evidence.id
        self.owner = _owner(evidence, book)
        self.plain = _plain(text)
        self.shingles = _shingles(text)
        view = canon(text[:_LONGEST]).text
        self.wires = {wire for wire, credit in _CREDIT.items() if credit.search(view)}
        name = canon(f"{evidence.source.name} {self.owner}").text
        self.wires |= {wire for wire, names in _WIRES.items() if re.search(names, name)}

    def is_one_with(self, other: "_Marks") -> bool:
        if self.owner == other.owner or self.wires & other.wires:
            return True
        return _is_same(self.shingles, other.shingles, self.plain, other.plain)


def _owner(evidence: Evidence, book: SourceBook | None) -> str:
    """As the source book has it now; else as it was when the page was fetched."""
    address = address_in(evidence.url) if book is not None else None
    row = book.of_host(address.host) if book and address and address.is_plain else None
    owner = row.owner if row else evidence.source.owner
    return (owner or evidence.source.name).casefold()


def _plain(text: str) -> str:
    return _NOT_WORDS.sub("", canon(text[:_LONGEST]).text)


def _shingles(text: str) -> frozenset[str]:
    plain = _plain(text)
    return frozenset(plain[at : at + _SHINGLE] for at in range(len(plain) - _SHINGLE + 1))


def _is_same(one: frozenset[str], other: frozenset[str], first: str, second: str) -> bool:
    if not first or not second:
        return False
    if first in second or second in first:
        return True
    least = min(len(one), len(other))
    return least >= _LEAST and len(one & other) / least >= _SAME_STORY
