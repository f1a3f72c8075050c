"""Figures with their units, as one value each: 2.6兆元 and 26,000億元 are the same money.

A quantity is read from the number outwards: what stands behind it (scale, unit, 左右), what stands
before it (currency, sign, hedge, direction), and whether a second number makes it a range. Years,
quarters, stock codes and ordinals are not quantities. A bare 元 has no country: it is given the
currency of the call (TWD) and marked `assumed`.
"""

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from rostra.text.folding import Folded, canon
from rostra.text.moments import scan
from rostra.text.numerals import (
    ARABIC,
    CHINESE,
    CHINESE_DIGIT,
    CHINESE_SCALE,
    ENGLISH_SCALE,
    ENGLISH_WORDS,
    Numeral,
    english_scale,
    parse_number,
)
from rostra.text.patterns import Pattern
from rostra.text.quantity_parts import (
    HEDGE_AFTER,
    PER_AFTER,
    currency,
    currency_before,
    direction,
    direction_after,
    hedge_before,
    is_minus,
    named,
    per_before,
    per_unit,
    sign_before,
)
from rostra.text.units import Unit, unit_at

_NUMBER = Pattern(
    r"(?P<half>(?<![a-z])(?:(?:a|one)[- ]third|two[- ]thirds|(?:one|a)[- ]quarter(?= of (?!a ))"
    r"|three[- ]quarters|half(?= of ))|一半|半(?=码|成|个百分点)"
    r"|half(?= a (?:percentage|million|billion|trillion|point))"
    r"|(?:half|quarter)(?=[- ](?:percentage[- ])?points?| of a percentage))"
    rf"|(?P<zh>{CHINESE})|(?P<ar>{ARABIC})|(?P<en>(?<![a-z-]){ENGLISH_WORDS}(?![a-z]))"
)
# Where a number can begin; the full pattern is tried only there.
_START = Pattern(
    rf"[0-9半{CHINESE_DIGIT}{CHINESE_SCALE}]|(?<![a-z-])"
    r"(?:half|qua|a[- ](?:third|quarter)|one|two|thr|fou|fiv|six|sev|eig|nin|ten|ele"
    r"|twe|thi|fif|fo)"
)
_SCALE = Pattern(rf"(?P<gap>[ -]?)(?P<scale>{ENGLISH_SCALE})(?![a-z0-9])")
_FRACTIONS = {
    "一半": Decimal("0.5"),
    "half": Decimal("0.5"),
    "third": Decimal(1) / 3,
    "one third": Decimal(1) / 3,
    "two thirds": Decimal(2) / 3,
    "quarter": Decimal("0.25"),
    "one quarter": Decimal("0.25"),
    "three quarters": Decimal("0.75"),
}
_LAST_SCALE = Pattern("[百佰千仟万亿兆]+$")
_TENTHS = Pattern(r"[1-9](?![\d.])|[一二三四五六七八九](?![十百千万])")
_MONEY_MARK = Pattern(r"(?:[a-z]{0,3}[$¥€£]|新台币|人民币|美金)?\s?")
_SOME_MORE = Pattern(r"(?P<more>[多余几来])(?P<scale>[十百千万亿兆]*)")
_JOIN = Pattern(r"\s?(?:~|-|–|—|至|到|to|或)\s?")
_JOIN_BETWEEN = Pattern(r"\s?(?:~|-|–|—|至|到|to|或|and|与|和|及|跟)\s?")
_BETWEEN = Pattern(r"(?:介于|介乎|在|between|from|ranging from|range of)\s?(?:[a-z]{0,3}\$)?\s?$")
_FRACTION = Pattern(rf"分之(?P<top>{CHINESE}|{ARABIC})")
_PARTS_OF = {"百分之": Decimal(1), "千分之": Decimal("0.1"), "万分之": Decimal("0.01")}
_BRACKETED = Pattern(r"(?<=[\u4e00-\u9fff][（(])\d{4,6}(?=[)）])")  # 曜星（9901）: a code
_CODE_BEFORE = Pattern(
    r"[a-z_#=@/]$|[a-z]-$|第\s?$|\d[.:/]$|\bno\. ?$|(?:规模|编号|代号|代码|版本|第)\s?$"
)
_ORDINAL_AFTER = Pattern(r"(?:st|nd|rd|th)\b|:\d|\.\d|[a-z]|/\d|[号届楼时点日]|[)）][日月年]")
_IMPLIED_ONE = Pattern("(?:逾|破|近|超过|突破|约|至少|不到)$")  # 逾千人, 破百億
_VAGUE_BEFORE = frozenset("数几上好")
_CHINESE_START = frozenset("十百千万亿")  # 數十億: nobody says how many
_ONE_IS_AN_ARTICLE = frozenset(
    "个家名位种项次间座片点度年天周条件台部场支套份批起只档人所处户票席头股张块"
)
_LIST_MARK = Pattern(r"(?:^|\n)\s{0,4}[(（]?$")
_CJK = Pattern("[\u4e00-\u9fff]")
_INDEX_CONTEXT = Pattern("[涨跌升降扬挫增减破]")
_LINKS = frozenset(("、", "和", "及", "与", "and"))
_LENGTH_BEFORE = frozenset("连近达共历隔满每逾续约")  # 連3日, not the third of the month
_POWER_CONTEXT = Pattern("电|每度|瓦|能源")
_RATE_CONTEXT = Pattern("息|利率|升|降|调")


@dataclass(frozen=True, slots=True)
class Quantity:
    """Equal quantities state the same figure; hedge, precision and place do not count.

    `low` and `high` differ only for a range. A fall is negative: 年減3% is -3 with `change` "down".
    `step` is the weight of the last digit written.
    """

    low: Decimal
    high: Decimal
    unit: str
    kind: str
    per: str = ""
    hedge: str = field(default="", compare=False)
    change: str = field(default="", compare=False)
    step: Decimal = field(default=Decimal(1), compare=False)
    assumed: bool = field(default=False, compare=False)
    text: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def value(self) -> Decimal:
        """The figure; the middle of a range."""
        return self.low if self.low == self.high else (self.low + self.high) / 2

    @property
    def is_range(self) -> bool:
        return self.low != self.high

    def __str__(self) -> str:
        figure = f"{self.low.normalize():f}"
        if self.is_range:
            figure += f"~{self.high.normalize():f}"
        return f"{figure}{self.unit}{'/' + self.per if self.per else ''}"


class _Figure(NamedTuple):
    """A number with its unit, in view positions; `lead` is where its currency or sign begins."""

    number: Numeral
    unit: Unit | None
    lead: int
    end: int
    scale: Decimal
    negative: bool = False
    signed: bool = False
    more: bool = False
    money: str = ""
    is_word: bool = False


def quantities(text: str, *, currency: str = "TWD") -> tuple[Quantity, ...]:
    """The figures of a text in order; `currency` is what a bare 元 means."""
    view = canon(text)
    taken = [(moment.start, moment.end) for moment in scan(view)]
    return quantities_in(view, taken, bare=currency)


def quantities_in(
    view: Folded, taken: list[tuple[int, int]], *, bare: str = "TWD"
) -> tuple[Quantity, ...]:
    """`taken` are places, sorted, that hold something else: dates, periods, codes."""
    found: list[Quantity] = []
    text = view.text
    chinese = _CJK.search(text) is not None
    at = passed = ended = 0
    while (match := _next_number(text, at)) is not None:
        while passed < len(taken) and taken[passed][1] <= match.start():
            passed += 1
        if passed < len(taken) and taken[passed][0] < match.end():
            at = taken[passed][1]
            continue
        figure = _figure(view, match, chinese=chinese)
        at = match.end()
        if figure is None:
            continue
        limit = taken[passed][0] if passed < len(taken) else len(text)
        other = _range_end(view, figure, limit, chinese=chinese)
        end = other.end if other else figure.end
        quantity = _assemble(view, figure, other, bare)
        if found and figure.lead - ended <= 3:
            quantity = _in_row(quantity, found[-1], text[ended : figure.lead])
        found.append(quantity)
        ended = end
        at = max(at, end)
    return tuple(found)


def _next_number(text: str, at: int) -> re.Match[str] | None:
    while (start := _START.search(text, at)) is not None:
        match = _NUMBER.match(text, start.start())
        if match is not None:
            return match
        at = start.start() + 1
    return None


def _figure(view: Folded, match: re.Match[str], *, chinese: bool) -> _Figure | None:
    text = view.text
    start, end = match.span()
    before = text[max(0, start - 16) : start]
    money = currency_before(before)
    code = currency(money, chinese=chinese)
    lead = start - len(before) + money.start() if money else start
    sign = sign_before(text[max(0, lead - 10) : lead])
    if sign:
        lead -= len(sign)
    elif not code and (_CODE_BEFORE.search(before[-4:]) or _BRACKETED.match(text, start)):
        return None
    number = _number(match)
    if number is None or match[0] in "零〇○" or match[0].startswith("00"):
        return None
    if before and before[-1] in _VAGUE_BEFORE and match[0][0] in _CHINESE_START:
        return None
    part = _parts_of(text, match, number)
    if part is not None:
        return part._replace(lead=lead - 3 if before.endswith(tuple(_PARTS_OF)) else lead)
    number, end, scale, more = _scaled(view, number, end, has_currency=bool(code))
    scale *= _last_scale(match[0])
    unit, end, number = _unit(text, match, number, end)
    if not _stands(text, match, number, unit, end, code):
        return None
    return _Figure(
        number,
        unit,
        lead,
        end,
        scale,
        negative=is_minus(sign),
        signed=bool(sign),
        more=more,
        money=code,
        is_word=match["ar"] is None and not match[0][0].isdigit(),
    )


def _number(match: re.Match[str]) -> Numeral | None:
    if match["half"]:
        part = Decimal("0.25" if match["half"] == "quarter" else "0.5")
        return Numeral(part, part, Decimal("0.01"))
    number = parse_number(match[0])
    if (
        number is None
        and match[0][0] in "百千万亿"
        and _IMPLIED_ONE.search(match.string, max(0, match.start() - 4), match.start())
    ):
        return parse_number(f"一{match[0]}")
    return number


def _last_scale(numeral: str) -> Decimal:
    """億 in 120億, 千萬 in 3千萬: what a number before 至 may leave out."""
    tail = _LAST_SCALE.search(numeral) if numeral[-1] in "百佰千仟万亿兆" else None
    return _scale_value(tail[0]) if tail and tail.start() else Decimal(1)


@lru_cache(64)
def _scale_value(scale: str) -> Decimal:
    one = parse_number(f"1{scale}")
    return one.low if one else Decimal(1)


def _parts_of(text: str, match: re.Match[str], number: Numeral) -> _Figure | None:
    """百分之三十, 千分之五, 三分之一: shares of a whole, in percent."""
    percent = Unit("%", "ratio", Decimal(1))
    head = text[max(0, match.start() - 3) : match.start()]
    if head in _PARTS_OF:
        return _Figure(
            number.times(_PARTS_OF[head]), percent, match.start(), match.end(), Decimal(1)
        )
    known = _FRACTIONS.get((match["half"] or "").replace("-", " ").removeprefix("a "))
    bare = match["half"] in ("half", "quarter") and not text.startswith(" of ", match.end())
    if known and not bare and not text.startswith(" of a percentage", match.end()):
        whole = Numeral(known * 100, known * 100, Decimal("0.1"))
        return _Figure(whole, percent, match.start(), match.end(), Decimal(1))
    if not text.startswith("分之", match.end()):
        return None
    fraction = _FRACTION.match(text, match.end())
    top = parse_number(fraction["top"]) if fraction else None
    if fraction is None or top is None or not number.low:
        return None
    share = Numeral(top.low * 100 / number.low, top.low * 100 / number.low, Decimal("0.1"))
    return _Figure(share, percent, match.start(), fraction.end(), Decimal(1))


def _scaled(
    view: Folded, number: Numeral, end: int, *, has_currency: bool
) -> tuple[Numeral, int, Decimal, bool]:
    text = view.text
    following = text[end : end + 1]
    if not following or (not following.isascii() and following not in "多余几来"):
        return number, end, Decimal(1), False
    more = _SOME_MORE.match(text, end)
    if more and (more["scale"] or unit_at(text, more.end())):
        factor = parse_number(f"1{more['scale']}") if more["scale"] else None
        scale = factor.low if factor else Decimal(1)
        return number.times(scale), more.end(), scale, True
    if text.startswith((" a ", " of a "), end) and number.low < 1:
        end = text.index(" a ", end) + 2
    word = _SCALE.match(text, end)
    if word is None or not _is_scale(view, word, has_currency=has_currency):
        return number, end, Decimal(1), False
    scale = Decimal(english_scale(word["scale"]))
    return number.times(scale), word.end(), scale, False


def _is_scale(view: Folded, word: re.Match[str], *, has_currency: bool) -> bool:
    """One letter is a scale behind money, or as a capital: 3M, but not 3 m."""
    if len(word["scale"]) > 2 or word["scale"] in ("bn", "mn", "tn"):
        return True
    if word["gap"]:
        return has_currency and word["gap"] == " " and word["scale"] not in ("t", "mm")
    start, _ = view.span(word.start("scale"), word.end())
    capital = view.original[start : start + 1].isupper()
    return has_currency or word["scale"] == "k" or (capital and word["scale"] in "mb")


def _unit(
    text: str, match: re.Match[str], number: Numeral, end: int
) -> tuple[Unit | None, int, Numeral]:
    at = end + 1 if text[end : end + 1] in (" ", "-") else end
    written = unit_at(text, end) or (unit_at(text, at) if at > end else None)
    if written is None:
        return None, end, number
    form, unit = written
    start = end if text.startswith(form, end) else at
    if not _unit_fits(text, match, number, form, start):
        return None, end, number
    end = start + len(form)
    if form == "成":
        tail = _TENTHS.match(text, end)
        extra = parse_number(tail[0]) if tail else None
        if tail and extra:
            tenth = extra.low / 10
            number = Numeral(number.low + tenth, number.high + tenth, Decimal("0.1"))
            end = tail.end()
    if match["half"] in ("half", "quarter") and unit.kind == "index":
        unit = Unit("pp", "points", Decimal(1))
    if form == "度" and _POWER_CONTEXT.search(text[max(0, match.start() - 12) : end + 6]):
        unit = Unit("kWh", "physical", Decimal(1))
    return unit, end, number.times(unit.factor)


def _unit_fits(text: str, match: re.Match[str], number: Numeral, form: str, at: int) -> bool:
    before = text[max(0, match.start() - 8) : match.start()]
    if form == "点":
        clock = number.low <= 24 and number.low == int(number.low) and "," not in match[0]
        return not clock or _INDEX_CONTEXT.search(before[-3:]) is not None
    if form == "日":
        return before[-1:] in _LENGTH_BEFORE
    if form == "分":
        return before[-1:] not in ("点", "时")
    if form == "码":
        return _RATE_CONTEXT.search(before) is not None
    return form not in ("x", "w") or text[at - 1].isdigit()


def _stands(
    text: str, match: re.Match[str], number: Numeral, unit: Unit | None, end: int, money: str
) -> bool:
    """Whether this is a figure at all: not an article, an ordinal, a code or a clock."""
    word = match["ar"] is None and not match[0][0].isdigit()
    if unit is None and not money:
        if word and not (match["en"] and end > match.end()):
            return match[0][-1] in "万亿兆" and len(match[0]) > 1
        if _ORDINAL_AFTER.match(text, end):
            return False
        line = _LIST_MARK.search(text[max(0, match.start() - 6) : match.start()])
        if line and text[end : end + 1] in ".)、）" and number.low < 100:
            return False
    if match[0] == "一" and text[match.end() : match.end() + 1] in _ONE_IS_AN_ARTICLE:
        return False
    return not (match["en"] == "one" and unit is not None and unit.kind in ("count", "duration"))


def _range_end(view: Folded, figure: _Figure, limit: int, *, chinese: bool) -> _Figure | None:
    text = view.text
    join = _JOIN_BETWEEN.match(text, figure.end)
    if join is None:
        return None
    before = text[max(0, figure.lead - 16) : figure.lead]
    if _JOIN.match(text, figure.end) is None and _BETWEEN.search(before) is None:
        return None
    at = join.end()
    money = _MONEY_MARK.match(text, at)
    match = _NUMBER.match(text, money.end() if money else at)
    if match is None or match.end() > limit:
        return None
    other = _figure(view, match, chinese=chinese)
    if other is None:
        return None
    if other.unit is None and not other.money and figure.unit is None and not figure.money:
        return other if join[0].strip() in ("~", "至", "到") else None
    if figure.unit is not None and other.unit is not None and figure.unit.id != other.unit.id:
        return None
    if figure.unit is not None and figure.unit.kind != "money" and other.money:
        return None
    return other


def _in_row(quantity: Quantity, before: Quantity, link: str) -> Quantity:
    """月減5.5%、3.2%: figures in a row share the move the first one tells of."""
    alike = quantity.unit == before.unit and not quantity.change and quantity.low >= 0
    if before.change != "down" or not alike or link.strip() not in _LINKS:
        return quantity
    return replace(quantity, low=-quantity.high, high=-quantity.low, change="down")


def _assemble(view: Folded, figure: _Figure, other: _Figure | None, bare: str) -> Quantity:
    text = view.text
    end = other.end if other else figure.end
    unit = figure.unit or (other.unit if other else None)
    low, high, step = _bounds(figure, other)
    before = text[max(0, figure.lead - 40) : figure.lead]
    hedge, cut = hedge_before(before)
    after = HEDGE_AFTER.match(text, end)
    way = direction(before[:cut])
    kind = unit.kind if unit else "number"
    if kind == "duration" and hedge == "nearly" and before.endswith("近"):
        hedge = ""  # 近三個月: the last three months, not nearly three
    if not way and kind in ("ratio", "points"):
        way = direction_after(text, end)
    if kind == "duration":
        way = ""
    if figure.negative or (way == "down" and not figure.signed):
        low, high = -high, -low
        way = "down" if way else ""
    code = figure.money or (other.money if other else "")
    name, assumed = _unit_name(unit, code, bare)
    if code and kind in ("number", "money"):
        kind = "money"
    per = _per(text, figure.lead, end) if kind == "money" else ""
    start, stop = view.span(figure.lead, end)
    return Quantity(
        low,
        high,
        name,
        kind,
        per,
        hedge or named(after) or ("over" if figure.more else ""),
        way,
        step,
        assumed,
        view.original[start:stop],
        start,
        stop,
    )


def _bounds(figure: _Figure, other: _Figure | None) -> tuple[Decimal, Decimal, Decimal]:
    low, step = figure.number.low, figure.number.step
    if other is None:
        return low, figure.number.high, step
    high = other.number.high
    if figure.unit is None:
        # 100至120億元, $5-7 million: the first number borrows what only the second one says.
        scale = _scale_of(other)
        if low * scale <= high:
            low, step = low * scale, step * scale
    return min(low, high), max(low, high), max(step, other.number.step)


def _scale_of(figure: _Figure) -> Decimal:
    return figure.scale * (figure.unit.factor if figure.unit else 1)


def _unit_name(unit: Unit | None, money: str, bare: str) -> tuple[str, bool]:
    if unit is None or unit.kind == "money":
        if unit is not None and unit.id != "?":
            return unit.id, False
        if money:
            return money, False
        return (bare, True) if unit is not None else ("", False)
    return unit.id, False


def _per(text: str, lead: int, end: int) -> str:
    after = PER_AFTER.match(text, end)
    if after:
        return per_unit(after)
    return per_before(text[max(0, lead - 20) : lead])
