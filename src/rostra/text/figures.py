"""One number with its unit: what is written from the number's first sign to its unit's last.

Whether the characters form a figure at all is decided here: an article (一家), an ordinal (第3名),
a code, a clock or a list mark is none. Hedges, moves and ranges are read by `quantities`.
"""

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from rostra.text.folding import Folded
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
from rostra.text.quantity_parts import currency, currency_before, is_minus, sign_before
from rostra.text.units import Unit, unit_at

NUMBER = Pattern(
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
_SOME_MORE = Pattern(r"(?P<more>[多余几来])(?P<scale>[十百千万亿兆]*)")
_FRACTION = Pattern(rf"分之(?P<top>{CHINESE}|{ARABIC})")
_PARTS_OF = {"百分之": Decimal(1), "千分之": Decimal("0.1"), "万分之": Decimal("0.01")}
_BRACKETED = Pattern(r"(?<=[\u4e00-\u9fff][（(])\d{4,6}(?=[)）])")  # 曜星（9901）: a code
_CODE_BEFORE = Pattern(
    r"[a-z_#=@/]$|[a-z]\d{0,4}-$|第\s?$|\d[.:/]$|\bno\. ?$|(?:规模|编号|代号|代码|版本|第)\s?$"
)
_ORDINAL_AFTER = Pattern(r"(?:st|nd|rd|th)\b|:\d|\.\d|[a-z]|/\d|[号届楼时点日]|[)）][日月年]")
_IMPLIED_ONE = Pattern("(?:逾|破|近|超过|突破|约|至少|不到)$")  # 逾千人, 破百億
_VAGUE_BEFORE = frozenset("数几上好")
_CHINESE_START = frozenset("十百千万亿")  # 數十億: nobody says how many
_ONE_IS_AN_ARTICLE = frozenset(
    "个家名位种项次间座片点度年天周条件台部场支套份批起只档人所处户票席头股张块"
)
_LIST_MARK = Pattern(r"(?:^|\n)\s{0,4}[(（]?$")
_INDEX_CONTEXT = Pattern("[涨跌升降扬挫增减破]")
_LENGTH_BEFORE = frozenset("连近达共历隔满每逾续约")  # 連3日, not the third of the month
_POWER_CONTEXT = Pattern("电|每度|瓦|能源")
_EXACT = Decimal("0.01")
_RATE_CONTEXT = Pattern("息|利率|升|降|调")


class Figure(NamedTuple):
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


def next_number(text: str, at: int) -> re.Match[str] | None:
    while (start := _START.search(text, at)) is not None:
        match = NUMBER.match(text, start.start())
        if match is not None:
            return match
        at = start.start() + 1
    return None


def read_figure(view: Folded, match: re.Match[str], *, chinese: bool) -> Figure | None:
    text = view.text
    start, end = match.span()
    before = text[max(0, start - 16) : start]
    money = currency_before(before)
    code = currency(money, chinese=chinese)
    lead = start - len(before) + money.start() if money else start
    sign = sign_before(text[max(0, lead - 10) : lead])
    if sign:
        lead -= len(sign)
    elif not code and (_CODE_BEFORE.search(before[-8:]) or _BRACKETED.match(text, start)):
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
    return Figure(
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


def _parts_of(text: str, match: re.Match[str], number: Numeral) -> Figure | None:
    """百分之三十, 千分之五, 三分之一: shares of a whole, in percent."""
    percent = Unit("%", "ratio", Decimal(1))
    head = text[max(0, match.start() - 3) : match.start()]
    if head in _PARTS_OF:
        return Figure(
            number.times(_PARTS_OF[head]), percent, match.start(), match.end(), Decimal(1)
        )
    known = _FRACTIONS.get((match["half"] or "").replace("-", " ").removeprefix("a "))
    bare = match["half"] in ("half", "quarter") and not text.startswith(" of ", match.end())
    if known and not bare and not text.startswith(" of a percentage", match.end()):
        whole = Numeral(known * 100, known * 100, Decimal("0.1"))
        return Figure(whole, percent, match.start(), match.end(), Decimal(1))
    if not text.startswith("分之", match.end()):
        return None
    fraction = _FRACTION.match(text, match.end())
    top = parse_number(fraction["top"]) if fraction else None
    if fraction is None or top is None or not number.low:
        return None
    share = Numeral(top.low * 100 / number.low, top.low * 100 / number.low, Decimal("0.1"))
    return Figure(share, percent, match.start(), fraction.end(), Decimal(1))


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
    if form == "码":  # a quarter of a point, and never a rounded figure: 半碼 is not 1碼
        number = Numeral(number.low, number.high, _EXACT)
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
        within = text.startswith(("内", "之内", "以内"), at + 1)
        return within or before[-1:] in _LENGTH_BEFORE
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
        scaled = match[0][-1] in "万亿兆"  # 456.2萬TEU: no code, whatever it counts
        if not scaled and _ORDINAL_AFTER.match(text, end):
            return False
        line = _LIST_MARK.search(text[max(0, match.start() - 6) : match.start()])
        if line and text[end : end + 1] in ".)、）" and number.low < 100:
            return False
    if match[0] == "一" and text[match.end() : match.end() + 1] in _ONE_IS_AN_ARTICLE:
        return False
    return not (match["en"] == "one" and unit is not None and unit.kind in ("count", "duration"))
