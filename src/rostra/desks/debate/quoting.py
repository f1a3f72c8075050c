"""Quotations that others carry too: which words of a sentence may stand, and who says them as well.

A long sentence is rarely carried by a second publisher; the clause in it that matters often is. So
a sentence is cut to the longest run of its clauses that a second, independent text carries. A run
never begins after a condition, a doubt or a denial, and never leaves its time behind: what is left
out may not change what is said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from rostra.desks.debate.objecting import sentence_words
from rostra.desks.debate.topics import measured
from rostra.governance.independence import same_story
from rostra.records import SourceText, SourceTier, Statement, Support, anchored
from rostra.roles.clashes import content_words
from rostra.steps import InlineStep
from rostra.text import Quantity, quantities, slots

_SEAM = re.compile(r"[，；]|, |; ")
_END = "。.！!；;，, "
_DIGITS = re.compile(r"[0-9][0-9,.]*[0-9]|[0-9]")
_BINDS = re.compile(
    r"若|如果|一旦|假如|倘|除非|傳|传|聲稱|声称|據稱|据称|謠|谣|並非|并非|誤|误|預估|预估|預計|预计|預期|预期|目標|目标|推估|否認|否认"
    r"|\bif\b|\bunless\b|\bwould\b|alleg|rumou?r|expect|forecast|claim|den(?:y|ied)|not\b",
    re.IGNORECASE,
)
_POSITION = re.compile(
    r"支持|赞成|贊成|反對|反对|認為|认为|主張|主张|要求|建議|建议|質疑|质疑|批評|批评|擔心|担心|呼籲|呼吁|應|应|不宜|承諾|承诺|須|须"
    r"|\b(?:support|oppos|argu|want|demand|should|must|warn|fear|call(?:s|ed) for|critici)",
    re.IGNORECASE,
)
_TODAY = re.compile(
    r"今天|昨天|明天|今日|昨日|今[（(][0-9]{1,2}[）)]日|\b(?:today|yesterday|tomorrow)\b",
    re.IGNORECASE,
)
# A clause that begins so has its subject or its sense from the one before.
_JOINED = re.compile(
    r"\s*(?:宣稱|宣称|聲稱|声称|指出|表示|強調|强调|認為|认为|說|说|稱|称|並|并|且|而|但|卻|却|則|则|也|又|再|仍|讓|让|使|代表|顯示|显示"
    r"|(?:and|but|which|who|while|or|said|saying|adding)\b)",
    re.IGNORECASE,
)
_RECENT = timedelta(days=365)
_OFFICIAL: SourceTier = 1
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
    """The sentence, cut to its longest run of clauses that a second publisher carries."""
    by_id = {one.evidence: one for one in known}
    first = by_id.get(evidence)
    whole = Quotation(sentence, (evidence,))
    if first is None or not figures(sentence):
        return whole
    for text in runs(sentence):
        if not names_a_day(text):
            continue
        carriers = await carriers_of(text, first, known, support)
        if len(carriers) > 1:
            return Quotation(text, carriers)
    return whole


@lru_cache(maxsize=1_024)
def runs(sentence: str) -> tuple[str, ...]:
    """The clauses of a sentence that may stand together without the rest, the longest first."""
    seams = [found.span() for found in _SEAM.finditer(sentence)]
    starts = [0, *(end for _, end in seams)]
    ends = [*(start for start, _ in seams), len(sentence.rstrip(_END))]
    found = {
        _closed(sentence[start:end])
        for n, start in enumerate(starts)
        for end in ends[n:]
        if _may_begin(sentence, start, end)
    }
    return tuple(sorted(found, key=len, reverse=True))


def _may_begin(sentence: str, start: int, end: int) -> bool:
    text = sentence[start:end]
    if end <= start or not figures(text):
        return False
    if not start:
        return True
    before, head = sentence[:start], _SEAM.split(text, maxsplit=1)[0]
    if _JOINED.match(head):
        return False
    has_time = bool(slots(head).period_ids) or not slots(sentence).period_ids
    return _BINDS.search(before) is None and has_time and bool(measured(head))


def _closed(text: str) -> str:
    text = text.strip().rstrip(_END)
    return text + ("." if text.isascii() else "。")


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


async def stands_on_one(
    text: str, evidence: Sequence[str], known: Sequence[SourceText], support: Support
) -> bool:
    """Whether one source may do for a claim that counts less: official, and of the last year."""
    for one in recent(known):
        is_meant = one.evidence in evidence and one.tier == _OFFICIAL and one.published is not None
        if is_meant and await carries(one, text, support):
            return True
    return False
