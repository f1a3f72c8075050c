"""A question as it is read: its times written out, in the order of a statement.

"How many did they sell last quarter" asks for what a text tells as "sold in the third quarter".
"""

import datetime as dt
import re

from rostra.text import Slots
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

RATES = frozenset({"gdp", "cpi", "core_cpi", "ppi", "pce"})
_RELATIVE = re.compile(
    r"(?<![較较比與与每])(?<!from )(?<!than )(?<!over )"
    r"(?:(?P<before>上|昨|last\s|previous\s|yester)|(?:本|今|this\s|to(?=day)))"
    r"(?:(?P<quarter>一?季度?(?![\u5ea6\u5831])|quarter\b)|(?P<month>一?個?月|一?个月|month\b)"
    r"|(?P<day>日|天|day\b))",
    re.IGNORECASE,
)
_GROWS = Pattern(
    r"(?:年|季|月)?(?:增速|(?:成长|增长|增减|变动|变化)(?:率|幅度|速度)?|增幅|升幅|涨幅|跌幅|降幅|减幅|衰退幅度)"
    r"|\b(?:growth|change|increase|decrease|decline)(?: rate)?\b"
)
_HOW_MANY_DID = re.compile(
    r"\bhow many (?P<what>[\w -]{3,40}?) (?:did|has|have) (?P<who>.{2,60}?) "
    r"(?P<verb>sell|sold|ship|deliver|produce)\b",
    re.IGNORECASE,
)
_RULED = re.compile("(?<=[院官])判(?![斷断決决處处刑定讀读例別别官])")
_DONE = {"sell": "sold", "ship": "shipped", "deliver": "delivered", "produce": "produced"}


def dated(text: str, day: dt.date) -> str:
    """上季, 上個月, 昨天 and their English forms, written out; 判 as the act it is."""

    def written(match: re.Match[str]) -> str:
        back = 1 if match["before"] else 0
        if match["quarter"]:
            count = day.year * 4 + (day.month - 1) // 3 - back
            return f" {count // 4}Q{count % 4 + 1} "
        if match["month"]:
            count = day.year * 12 + day.month - 1 - back
            return f" {count // 12}-{count % 12 + 1:02d} "
        return f" {day - dt.timedelta(days=back)} "

    return _RULED.sub("判處", _RELATIVE.sub(written, text))


def as_statement(query: str) -> str:
    """How many headsets did Northwind sell: Northwind headsets sold."""

    def turned(match: re.Match[str]) -> str:
        verb = match["verb"].lower()
        return f"{match['who']} {match['what']} {_DONE.get(verb, verb)}"

    return _HOW_MANY_DID.sub(turned, query)


def growth_spans(text: str, own: Slots) -> list[tuple[int, int]]:
    """Where the question asks how much something grew, outside the names of measures."""
    view = canon(text)
    spans = [view.span(*match.span()) for match in _GROWS.finditer(view.text)]
    named = [(one.start, one.end) for one in own.metrics if not one.basis and one.id not in RATES]
    return [
        (start, end) for start, end in spans if not any(a < end and start < b for a, b in named)
    ]
