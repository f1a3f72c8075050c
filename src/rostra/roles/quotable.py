"""What can be quoted of a page: whole sentences that state something, and rows of tables."""

import re
from dataclasses import dataclass
from functools import lru_cache

from rostra.records import SourceText, SourceTier
from rostra.rules.claims import undated
from rostra.rules.claims.rows import rows
from rostra.text import index_tokens, sentences

_SHORTEST, _LONGEST = 12, 260
_FEWEST_WORDS = 6
_ENDS = re.compile(r"[。！？!?.…」』”\"）)]$")
# What is addressed to a machine that reads is no statement about the world.
_ORDERS = re.compile(
    r"(?:忽略|無視|无视|不要理會|不要理会)(?:以上|先前|之前|前面|所有|上述)|(?:忽略|無視|无视).{0,8}指[示令]"
    r"|(?:系統|系统)(?:提示|指令)|(?:你|AI|助理|助手|模型)(?:必須|必须|應該|应该|請|请)(?:直接)?(?:回答|輸出|输出)"
    r"|\b(?:ignore|disregard|forget)\b.{0,30}\b(?:instructions?|rules?|prompts?|above|previous)\b"
    r"|\bsystem prompt\b|\byou must (?:now )?(?:output|answer|respond|reply|say)\b|^assistant[,:]"
    r"|\bas an (?:ai|assistant)\b|\bwhen summari[sz]ing this\b",
    re.IGNORECASE,
)
# What stands in columns around a text was no sentence.
_FURNITURE = re.compile(r"^\s*\||\|.*\||延伸閱讀|延伸阅读")
_ASKS = re.compile(r"[？?]$|^(?:問|问|Q)[：:]|(?:我們|我们)也問")
_FIGURE = re.compile(r"[0-9]")


@dataclass(frozen=True, slots=True)
class Picked:
    """A passage quoted word for word; `score` orders them, best first."""

    evidence: str
    text: str
    tier: SourceTier
    score: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that may be picked; `before` is the sentence of its paragraph it goes on from."""

    passage: SourceText
    text: str
    before: str = ""


def candidates(passage: SourceText) -> list[Candidate]:
    return [Candidate(passage, text, before) for text, before in _told(passage.text)]


def whole_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that can be quoted: whole, tidy, no questions and no orders."""
    return tuple(one for one, _ in _sentences(text))


@lru_cache(maxsize=512)
def _told(text: str) -> tuple[tuple[str, str], ...]:
    # A row without a figure says what its columns are called.
    of_tables = [(row.told, "") for row in rows(text) if _FIGURE.search(row.told)]
    return (*_sentences(text), *of_tables)


@lru_cache(maxsize=512)
def _sentences(text: str) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    before, end = "", 0
    for one in sentences(text):
        tidy = quotable(one.text)
        if "\n" in text[end : one.start]:
            before = ""
        if tidy:
            found.append((tidy, before))
        before, end = tidy, one.end
    return tuple(found)


def quotable(sentence: str) -> str:
    """A sentence as it is quoted, or nothing where it cannot be."""
    one = undated(" ".join(sentence.split()))
    is_whole = (
        _SHORTEST <= len(one) <= _LONGEST
        and _ENDS.search(one)
        and not _FURNITURE.search(one)
        and not _ASKS.search(one)
        and not _ORDERS.search(one)
        and len(set(index_tokens(one))) >= _FEWEST_WORDS
    )
    return one if is_whole else ""
