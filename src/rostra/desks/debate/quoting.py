"""Quotations that others carry too: whole sentences, and who says them as well."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from rostra.desks.debate.objecting import sentence_words
from rostra.governance.independence import same_story
from rostra.records import SourceText, Statement, Support, anchored
from rostra.roles.clashes import content_words
from rostra.steps import InlineStep
from rostra.text import Quantity, quantities

_DIGITS = re.compile(r"[0-9][0-9,.]*[0-9]|[0-9]")
_POSITION = re.compile(
    r"支持|赞成|贊成|反對|反对|認為|认为|主張|主张|要求|建議|建议|質疑|质疑|批評|批评|擔心|担心|呼籲|呼吁|應|应|不宜|承諾|承诺|須|须"
    r"|\b(?:support|oppos|argu|want|demand|should|must|warn|fear|call(?:s|ed) for|critici)",
    re.IGNORECASE,
)
_TODAY = re.compile(
    r"今天|昨天|明天|今日|昨日|今[（(][0-9]{1,2}[）)]日|\b(?:today|yesterday|tomorrow)\b",
    re.IGNORECASE,
)
_RECENT = timedelta(days=365)
_LEAST_SHARED = 3


@dataclass(frozen=True, slots=True)
class Quotation:
    """`carriers` are the pieces that carry it, one for each independent publisher."""

    text: str
    carriers: tuple[str, ...]


def is_claim(text: str) -> bool:
    """Whether something is claimed: a figure or a position. That a report came out is neither."""
    return bool(figures(text)) or _POSITION.search(text) is not None


def names_a_day(text: str) -> bool:
    """Whether its time can be told by a reader of another day: not today, not yesterday."""
    return _TODAY.search(text) is None


def figures(text: str) -> list[Quantity]:
    """The figures a claim can be about; how long something lasted is told in passing."""
    return [one for one in quantities(text) if one.kind != "duration"]


def is_measured(text: str) -> bool:
    """Whether it gives a figure that was measured; three lines and two years are only counted."""
    return any(one.kind == "ratio" or _DIGITS.search(one.text) for one in figures(text))


async def quoted(
    sentence: str, evidence: str, known: Sequence[SourceText], support: Support
) -> Quotation:
    """The sentence as it stands, with whoever else carries it."""
    first = next((one for one in known if one.evidence == evidence), None)
    if first is None or not figures(sentence) or not names_a_day(sentence):
        return Quotation(sentence, (evidence,))
    return Quotation(sentence, await carriers_of(sentence, first, known, support))


async def carriers_of(
    text: str, first: SourceText, known: Sequence[SourceText], support: Support
) -> tuple[str, ...]:
    """Pieces of different owners and different stories that carry the text, its own first."""
    chosen = [first]
    for one in known:
        if any(one.owner == other.owner for other in chosen):
            continue
        if not await carries(one, text, support):
            continue
        if not any(_same_story(one, other) for other in chosen):
            chosen.append(one)
    return tuple(one.evidence for one in chosen)


async def carries(one: SourceText, text: str, support: Support) -> bool:
    """Whether a piece carries a claim; figures it does not even hold need no closer reading."""
    digits = _DIGITS.findall(text)
    if not all(part in one.text for part in digits) or not speaks_alike(one.text, text, digits):
        return False
    said = Statement("", "compared", text, anchored((one.evidence,)), relation="same")
    (check,) = await support.check([said], {one.evidence: one.text}, InlineStep())
    return check.ok


def speaks_alike(page: str, text: str, digits: Sequence[str] = ()) -> bool:
    """Whether a sentence of a page (with one of these figures) has some of the text's words.

    Reading closely is slow; what shares next to nothing with a claim does not carry it.
    """
    wanted = content_words(text)
    least = min(len(wanted), _LEAST_SHARED)
    return any(
        len(wanted & words) >= least
        for sentence, words in sentence_words(page)
        if not digits or any(part in sentence for part in digits)
    )


@lru_cache(maxsize=1_024)
def _same_story(one: SourceText, other: SourceText) -> bool:
    return same_story(one.text, other.text)


def recent(known: Sequence[SourceText]) -> list[SourceText]:
    """What is less than a year older than the newest; without a date it may be of any time."""
    newest = max((one.published for one in known if one.published), default=None)
    return [
        one
        for one in known
        if one.published is None or newest is None or newest - one.published < _RECENT
    ]
