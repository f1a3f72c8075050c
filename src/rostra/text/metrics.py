"""What is measured: 營收 is not 毛利率, 年增 is not 季增, 單月 is not 累計."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cache

from rostra.text.folding import Folded, canon
from rostra.text.lexicon import Lexicon, data_lines
from rostra.text.moments import Moment
from rostra.text.patterns import Pattern

_REACH = 120
Place = tuple[int, int, str]  # start, end and metric, in view positions

# 2024年增加 and 逐年增加 are no 年增; 年增率 always is.
_BASIS = Pattern(
    r"(?P<yoy>年(?:对年)?(?:增|减)率|年成长率|年增长率"
    r"|(?<![\d今明去前每逐近本上同当历多全半后〇零一二三四五六七八九十])年"
    r"(?:增|减|升|降|成长|衰退|增长|下滑|涨|跌)"
    r"|同比|[较比与](?:去|上|前一?)年(?:的)?(?:同期|同季|同月)|去年同期(?:相比)?|上年同期|年对年"
    r"|\byoy\b|\by/y\b|\by-o-y\b|year[- ](?:on|over)[- ]year"
    r"|from (?:a|one) year (?:earlier|ago|before)|(?:from|than|over|versus|vs\.?) (?:the )?(?:same"
    r" (?:period|quarter|month)|(?:first|second|third|fourth) quarter)? ?(?:of |in )?(?:a year"
    r" (?:earlier|ago)|last year|the (?:previous|prior) year)|year[- ]earlier|year[- ]ago"
    r"|annual (?:growth|increase|decline)|\bannually\b)"
    r"|(?P<qoq>季(?:增|减)率|(?<![\d本上该单首末每逐一二三四])季(?:增|减|升|降|成长|衰退|增长|下滑)|季对季"
    r"|[较比与](?:上|前)(?:一)?季(?:度)?|\bqoq\b|\bq/q\b|\bq-o-q\b"
    r"|quarter[- ](?:on|over)[- ]quarter|sequentially"
    r"|from (?:the )?(?:previous|prior|preceding|last) quarter)"
    r"|(?P<mom>月(?:增|减)率|(?<![\d本上该单每逐个一二三四五六七八九十当])月"
    r"(?:增|减|升|降|成长|衰退|增长|下滑)|月对月|[较比与](?:上|前)(?:一)?个?月"
    r"|\bmom\b|\bm/m\b|\bm-o-m\b|month[- ](?:on|over)[- ]month"
    r"|from (?:the )?(?:previous|prior|preceding|last) month)"
    r"|(?P<seq>环比)"
)
_SCOPE = Pattern(
    r"(?P<cumulative>累计|累积|合计前|year[- ]to[- ]date|\bytd\b|cumulative|cumulatively|aggregate)"
    r"|(?P<single>单月|单季|当月|当季|单一季度|monthly|quarterly|for the month|for the quarter)"
)


@dataclass(frozen=True, slots=True)
class Metric:
    """`basis` is "", "yoy", "qoq" or "mom": a growth rate of the metric, not its level.
    `scope` is "cumulative" (累計) or "", the single period.
    """

    id: str
    basis: str = ""
    scope: str = ""
    text: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return ".".join(part for part in (self.id, self.scope, self.basis) if part)


@cache
def lexicon() -> Lexicon[str]:
    forms = []
    for line in data_lines("metrics.tsv"):
        name, written = line.split("\t")
        forms += [(canon(form.replace("_", " ")).text, name) for form in written.split(" ")]
    return Lexicon(forms)


def metric_places(view: Folded) -> list[Place]:
    """Where metrics are named, in view positions."""
    return [
        (start, end, name)
        for start, end, name in lexicon().find(view.text)
        if not _is_other_word(view.text, start, end)
    ]


_OTHER_WORDS = Pattern("出口(?:处|号)|进口(?:商|车)|订单(?:管理)|本益|(?:不|无)利润|总利润")


def _is_other_word(text: str, start: int, end: int) -> bool:
    match = _OTHER_WORDS.match(text, start)
    return match is not None and match.end() > end


def metrics_in(view: Folded, places: list[Place], moments: list[Moment]) -> tuple[Metric, ...]:
    """Each metric once, and once more for each growth basis told of it."""
    found: dict[Metric, None] = {}
    scopes = list(_SCOPE.finditer(view.text))
    scope_starts = [match.start() for match in scopes]
    moment_starts = [moment.start for moment in moments]
    place_starts = [start for start, _, _ in places]
    for start, end, name in places:
        scope = _scope_of(scopes, scope_starts, start, end)
        if not scope and _nearest(moments, moment_starts, start) == "cumulative":
            scope = "cumulative"
        found.setdefault(_metric(view, name, start, end, scope=scope.replace("single", "")))
    for match in _BASIS.finditer(view.text):
        basis = match.lastgroup or ""
        if basis == "seq":
            basis = "mom" if _nearest(moments, moment_starts, match.start()) == "month" else "qoq"
        owner = _owner(places, place_starts, match.start(), match.end())
        name = owner[2] if owner else "change"
        found.setdefault(_metric(view, name, match.start(), match.end(), basis=basis))
    return tuple(found)


def _nearest(moments: list[Moment], starts: list[int], at: int) -> str:
    """What the period named last is: "cumulative", or its kind; failing that the one named next."""
    index = bisect_right(starts, at)
    if index:
        moment = moments[index - 1]
    elif starts and starts[0] <= at + 16:
        moment = moments[0]
    else:
        return ""
    return "cumulative" if moment.cumulative else moment.kind


def _metric(
    view: Folded, name: str, start: int, end: int, *, basis: str = "", scope: str = ""
) -> Metric:
    first, last = view.span(start, end)
    return Metric(name, basis, scope, view.original[first:last], first, last)


def _scope_of(scopes: list[re.Match[str]], starts: list[int], start: int, end: int) -> str:
    """The nearest scope word close before the metric, inside it or right behind it."""
    index = bisect_right(starts, end + 3)
    if index == 0:
        return ""
    match = scopes[index - 1]
    return match.lastgroup or "" if start - match.end() <= 14 else ""


def _owner(places: list[Place], starts: list[int], start: int, end: int) -> Place | None:
    """A growth rate belongs to the metric named last; failing that to the one named next."""
    index = bisect_left(starts, start)
    if index and start - places[index - 1][1] <= _REACH:
        return places[index - 1]
    if index < len(places) and places[index][0] - end <= 12:
        return places[index]
    return None
