"""What the evidence shows, for which side, and on which point.

A finding is a whole sentence of a page. Results measured since the thing began come before levels,
and those before what somebody thinks of it. What was so before it began is no result of it, and is
no side's evidence unless it is set against what came after. What limits a figure (one quarter, a
small sample, another measure) is nobody's either: it answers whoever leans on the figure too hard.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final, Literal

from rostra.desks.debate.quoting import carriers_of, figures, is_measured, names_a_day, recent
from rostra.desks.debate.topics import measured_in, speaks_of, telling_words
from rostra.records import SourceText, SourceTier, Support
from rostra.roles.quotable import whole_sentences
from rostra.roles.stance import (
    Side,
    is_plan,
    movement,
    moves_burden,
    stance,
    takes_side,
)
from rostra.text import DateMention, Period, dates, slots, to_simplified
from rostra.text.script import language_of
from rostra.words import Language

Kind = Literal["outcome", "level", "position", "fact", "plan", "limit"]
_RANK: Final[dict[Kind, int]] = {
    "outcome": 0,
    "level": 1,
    "limit": 2,
    "fact": 3,
    "position": 4,
    "plan": 5,
}
_LONGEST = 150
_LONGEST_ENGLISH = 320
_BELONGS = 0.3
_SAME_METRIC = 0.6
_MOST_YEARS = 3
_ENOUGH = 2
_MEASURED_AGAIN = 80
_BEFORE = re.compile(
    r"(?:试办|试行|实施|上路|收费|开征|启用|推动|施行|开办|通车|上线|改制|开始|措施)(?:之|以)?前"
    r"|before (?:the |it |they )?(?:[\w-]+ ){0,4}(?:began|started|took effect|launch)"
    r"|prior to|pre-(?:launch|trial)",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"较|(?<!百分)比(?!率|例|重|赛)|高于|低于|优于|多于|少于|相较|(?:由|从).{1,24}(?:至|到|为|成|降|升|增|减)"
    r"|\bthan\b|\bfrom\b.{1,60}\bto\b|\bto\b.{1,60}\bfrom\b|compared|(?:up|down) .{0,40}from",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"起试[办行]|上路|开办|起实施|起施行|开征|启用|生效|开始(?:收费|征收|实施|试办|营运)|起试办|通车"
    r"|took effect|\bbegan\b|launched|came into|started|introduced",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"不宜|不能代表|不代表|不能(?:直接)?(?:归因|解读|比较)|无法(?:追踪|判断|归因|比较|证明)|并非全部|同时受|未纳入|未涵盖"
    r"|尚未完整|低基期|基期(?:较|偏)?低|自行填答|回收不到|高估|低估|时间尺度|才看得|没有意义|不可比|有待观察|言之过早"
    r"|cannot be (?:attributed|compared|traced)|should not be read|not all of|does not cover"
    r"|do not cover|excluding|low base|too early|over-?stat|under-?stat|self-reported"
    r"|take[s]? (?:more than )?(?:a|two|three|several) years?",
    re.IGNORECASE,
)
# Who says "we" has to be named by somebody else.
_BUT = re.compile(r"但|不过|然而|\bbut\b|however|although", re.IGNORECASE)
_OWN = re.compile(
    r"本(?:公司|行|處|处|局|報|报|刊|台|會|会|府|校|院)|我(?:們|们)|咱|\b(?:we|our|us)\b",
    re.IGNORECASE,
)
_LEANS_ON = re.compile(
    r"因此|所以|不過|不过|但|而|其中|此外|另外|對此|对此|這|这|該|该|其|他|她|它|"
    r"(?:So|But|However|This|That|These|It|They|He|She|Therefore)\b"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """`carriers` are the pieces that carry it, its own first; `ended` is the last day it tells of.

    `metric` holds the words of what is measured, `point` the clash point it belongs to, 0 for none.
    """

    text: str
    carriers: tuple[str, ...]
    side: Side
    kind: Kind
    metric: frozenset[str]
    tier: SourceTier
    ended: date
    point: int = 0
    share: float = 0.0
    is_foreign: bool = False
    measure: str = ""

    def worth(self) -> tuple[int, bool, bool, int, int, int, float, int, str]:
        """Results first; what two carry, official and latest before the rest."""
        return (
            _RANK[self.kind],
            self.is_foreign,
            len(self.carriers) < _ENOUGH,
            self.tier,
            -self.ended.toordinal(),
            -min(len(figures(self.text)), _ENOUGH),
            -self.share,
            len(self.text),
            self.text,
        )

    def is_about_same(self, other: "Finding") -> bool:
        """Whether both tell how one thing measured stands."""
        if self.measure and other.measure:
            return self.measure == other.measure
        least = min(len(self.metric), len(other.metric))
        return least > 0 and len(self.metric & other.metric) >= _SAME_METRIC * least


@dataclass(frozen=True, slots=True)
class _Read:
    """A sentence of one page, before others are asked whether they carry it."""

    text: str
    side: Side
    kind: Kind
    is_before: bool
    spans: tuple[tuple[date, date], ...]


async def findings(
    motion: str, subject: str, points: Sequence[str], known: Sequence[SourceText], support: Support
) -> list[Finding]:
    """All that the evidence shows, best first."""
    current = recent(known)
    start = began(motion, subject, current)
    found = []
    told: set[str] = set()
    for one in sorted(current, key=lambda one: (one.tier, one.evidence)):
        about = speaks_of(subject, f"{one.title} {one.text}")
        for read in _readings(one, motion):
            if read.text in told or _is_old(read, start):
                continue  # a reprint shows nothing more
            told.add(read.text)
            is_told = speaks_of(subject, f"{one.title} {read.text}")
            if not (is_told or about):
                continue
            carriers: tuple[str, ...] = (one.evidence,)
            if figures(read.text):
                carriers = await carriers_of(read.text, one, current, support)
            shown = _finding(read, one, carriers, points, subject)
            if is_told or shown.point:
                found.append(replace(shown, is_foreign=_script(read.text) != _script(motion)))
    return sorted(_latest(found), key=Finding.worth)


def _latest(found: Sequence[Finding]) -> list[Finding]:
    """Without what was measured again later: the newer figure tells how the thing stands."""
    told = [one for one in found if one.kind == "outcome"]
    return [
        one
        for one in found
        if one.kind not in ("outcome", "level")
        or not any(
            (other.ended - one.ended).days > _MEASURED_AGAIN and one.is_about_same(other)
            for other in told
        )
    ]


def _finding(
    read: _Read, one: SourceText, carriers: tuple[str, ...], points: Sequence[str], about: str
) -> Finding:
    # What limits a figure speaks of what its page is about.
    told = f"{one.title} {read.text}" if read.kind == "limit" else read.text
    point, share = point_of(told, points, about)
    ended = max((last for _, last in read.spans), default=one.published or date.min)
    return Finding(
        read.text,
        carriers,
        read.side,
        read.kind,
        metric_of(read.text),
        one.tier,
        ended,
        point,
        share,
        measure=next((one.id for one in slots(read.text).metrics), ""),
    )


@lru_cache(maxsize=512)
def _readings(one: SourceText, motion: str) -> tuple[_Read, ...]:
    told = [text for text in whole_sentences(one.text) if not _LEANS_ON.match(text)]
    found = (_read(text, motion, one.published) for text in told)
    return tuple(one for one in found if one is not None)


def _read(text: str, motion: str, published: date | None) -> _Read | None:
    longest = _LONGEST_ENGLISH if text.isascii() else _LONGEST
    if len(text) > longest or not names_a_day(text) or _OWN.search(text):
        return None
    view = to_simplified(text)
    side, kind = stance(text, motion), _kind(text, view)
    if kind in ("limit", "plan"):
        side = "neutral"
    if side == "neutral" and kind in ("outcome", "level"):
        kind = "fact"
    if kind == "position" and (side == "neutral" or not takes_side(text) or _BUT.search(view)):
        return None
    is_before = bool(_BEFORE.search(view)) and not _COMPARED.search(view)
    is_alone = not _COMPARED.search(view)
    spans = _spans(text, published)
    return _Read(text, side, kind, is_before, spans if is_alone or spans else ())


def _kind(text: str, view: str) -> Kind:
    if _LIMITS.search(view):
        return "limit"
    if is_plan(text):
        return "plan"
    if is_measured(text):
        return "outcome" if movement(text) else "level"
    # Without a figure only a burden that grew or shrank is an effect; more of a thing may be input.
    return "level" if moves_burden(text) else "position"


def _is_old(read: _Read, start: date | None) -> bool:
    """Whether it tells only of the time before; what compares then with now tells of now."""
    if read.is_before:
        return True
    if start is None or not read.spans or _COMPARED.search(to_simplified(read.text)):
        return bool(start and read.spans and all(last < start for _, last in read.spans))
    return all(last < start for _, last in read.spans)


def _spans(text: str, published: date | None) -> tuple[tuple[date, date], ...]:
    found = (_span(one, published) for one in slots(text).periods)
    return tuple(span for span in found if span is not None)


def _span(period: Period, published: date | None) -> tuple[date, date] | None:
    """Its days; a month without a year is the latest one before the page came out."""
    if period.first is not None and period.last is not None:
        return period.first, period.last
    month = re.fullmatch(r"--(\d\d)", period.id)
    if month is None or published is None:
        return None
    number = int(month[1])
    year = published.year - (number > published.month)
    return date(year, number, 1), date(year, number, 28)


@lru_cache(maxsize=64)
def _began(subject: str, known: tuple[SourceText, ...]) -> date | None:
    newest = max((one.published for one in known if one.published), default=None)
    votes: Counter[date] = Counter()
    for one in known:
        told = set()
        for text in (one.title, *whole_sentences(one.text)):
            view = to_simplified(text)
            if _BEGINS.search(view) and not is_plan(text) and speaks_of(subject, text):
                found = (_nearest(mention, one.published) for mention in dates(text))
                told |= {day for day in found if day and newest and day <= newest}
        votes.update(told)
    if not votes or newest is None:
        return None
    day = min(votes, key=lambda day: (-votes[day], day))
    return day if (newest - day).days <= 366 * _MOST_YEARS else None


def _nearest(mention: DateMention, published: date | None) -> date | None:
    """Its day; without a year the one nearest to the page, which may tell of what is to come."""
    if mention.date is not None or published is None or not (mention.month and mention.day):
        return mention.date
    years = (published.year - 1, published.year, published.year + 1)
    days = [date(year, mention.month, min(mention.day, 28)) for year in years]
    return min(days, key=lambda day: abs((day - published).days)).replace(day=mention.day)


_DEMANDS = re.compile(
    r"應|应|須|须|宜|必須|必须|該|该|\b(?:should|must|ought|shall)\b", re.IGNORECASE
)


def began(motion: str, subject: str, known: Sequence[SourceText]) -> date | None:
    """When what a motion is about began, as most pages tell it; nothing for a motion of fact."""
    if not _DEMANDS.search(motion):
        return None
    return _began(subject, tuple(known))


@lru_cache(maxsize=4_096)
def metric_of(text: str) -> frozenset[str]:
    """The words of what its first figure measures."""
    return telling_words(measured_in(text))


@lru_cache(maxsize=4_096)
def _script(text: str) -> Language:
    return language_of(text, otherwise="en")


def point_of(text: str, points: Sequence[str], subject: str = "") -> tuple[int, float]:
    """The clash point whose words a text has most of, and the share; 0 where it has too few.

    The subject's own words are in every sentence and tell no points apart.
    """
    tokens, about = telling_words(text), telling_words(subject)
    best, most = 0, 0.0
    for n, point in enumerate(points, 1):
        wanted = telling_words(point)
        wanted = wanted - about or wanted
        share = len(tokens & wanted) / len(wanted) if wanted else 0.0
        if share > most:
            best, most = n, share
    return (best, most) if most >= _BELONGS else (0, 0.0)
