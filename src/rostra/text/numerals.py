"""Written numbers as exact values: 3萬5千, 壹佰貳拾, 廿五, 1.5 trillion, two hundred.

Everything here reads the canonical view (folded, lower case, simplified). A numeral may stand for
two neighbouring values (三四百); `Numeral.high` then differs from `low`. `step` is the weight of
the last digit written, from which others judge what rounding the writer allowed.
"""

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from rostra.text.patterns import Pattern

_DIGITS = dict(zip("零〇○一二三四五六七八九", (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_DIGITS |= {"两": 2, "俩": 2}
_FORMAL = dict(zip("壹贰叁参肆伍陆柒捌玖", (1, 2, 3, 3, 4, 5, 6, 7, 8, 9), strict=True))
_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_SHORT_TENS = {"廿": 20, "卅": 30, "卌": 40}
_GREAT = {"万": 10**4, "亿": 10**8, "兆": 10**12}

_ENGLISH_SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "k": 1000,
    "million": 10**6,
    "millions": 10**6,
    "mln": 10**6,
    "mil": 10**6,
    "mn": 10**6,
    "mm": 10**6,
    "m": 10**6,
    "billion": 10**9,
    "billions": 10**9,
    "bln": 10**9,
    "bn": 10**9,
    "b": 10**9,
    "trillion": 10**12,
    "trillions": 10**12,
    "trn": 10**12,
    "tn": 10**12,
    "t": 10**12,
}
_ENGLISH_WORDS: dict[str, int] = {
    word: number
    for number, word in enumerate(
        re.split(
            " ",
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
            " fifteen sixteen seventeen eighteen nineteen",
        ),
        1,
    )
} | {
    word: 10 * number
    for number, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2
    )
}

ARABIC = r"(?:\d{1,3}(?:,\d{3}){1,6}(?!\d)(?:\.\d{1,12})?|\d{1,18}(?:\.\d{1,12})?(?![\d]))"
CHINESE_DIGIT = "零〇○一二两俩三四五六七八九壹贰叁参肆伍陆柒捌玖"
CHINESE_SCALE = "十拾百佰千仟万亿兆廿卅卌"
# 3萬5千, 1億2,000萬, 2兆6000億, 7,596.9 億, 一百二十, 三点五亿, 十五万
CHINESE = (
    rf"(?:{ARABIC}\s?[百佰千仟万亿兆](?!瓦|赫)"
    rf"(?:[{CHINESE_DIGIT}{CHINESE_SCALE}](?!瓦|赫|克)|{ARABIC}(?=[百佰千仟万亿])|\d,\d{{3}}(?![\d,.])"
    rf"|\d{{4}}(?![\d.,年])|\d(?![\d.,年月日:/~-]))*"
    rf"|(?:[一二三四五六七八](?=、[二三四五六七八九][十百千万亿成])、)?"
    rf"[{CHINESE_DIGIT}{CHINESE_SCALE}]{{1,48}}"
    rf"(?:点[{CHINESE_DIGIT}]{{1,8}}[十百千]?[万亿兆]*)?)"
)
_WORDS = "|".join(sorted(_ENGLISH_WORDS, key=len, reverse=True))
ENGLISH_WORDS = rf"(?:(?:{_WORDS})(?:[- ](?:{_WORDS}|hundred|thousand)){{0,6}})"
ENGLISH_SCALE = "|".join(sorted(_ENGLISH_SCALES, key=len, reverse=True))

_ARABIC_ONLY = Pattern(ARABIC)
_PIECE = Pattern(rf"{ARABIC}|[{CHINESE_DIGIT}{CHINESE_SCALE}点]")


class Numeral(NamedTuple):
    low: Decimal
    high: Decimal
    step: Decimal

    def times(self, factor: Decimal | int) -> "Numeral":
        if factor == 1:
            return self
        return Numeral(self.low * factor, self.high * factor, self.step * factor)


def parse_number(text: str) -> Numeral | None:
    """A numeral as written, without its unit; None when the characters form no number."""
    text = text.strip()
    if not text:
        return None
    if _ARABIC_ONLY.fullmatch(text):
        return arabic(text)
    if text[0].isascii() and text[0].isalpha():
        return english(text)
    return chinese(text)


def english_scale(word: str) -> int:
    return _ENGLISH_SCALES.get(word, 1)


def arabic(text: str) -> Numeral:
    plain = text.replace(",", "")
    value = Decimal(plain)
    return Numeral(value, value, _step(plain))


def english(text: str) -> Numeral | None:
    total = current = 0
    for word in re.split(r"[- ]+", text):
        if word in _ENGLISH_WORDS:
            current += _ENGLISH_WORDS[word]
        elif word == "hundred":
            current = (current or 1) * 100
        elif word == "thousand":
            total, current = (total + (current or 1) * 1000), 0
        else:
            return None
    value = Decimal(total + current)
    return Numeral(value, value, _step(str(value)))


def chinese(text: str) -> Numeral | None:
    pieces = _PIECE.findall(text)
    if "点" in pieces:
        return _with_point(pieces)
    digits = [_digit(piece) for piece in pieces]
    if len(pieces) > 1 and all(digit is not None for digit in digits):
        return _spelled(pieces)
    return _Reader().read(pieces)


def _step(digits: str) -> Decimal:
    """The weight of the last digit that was meant: trailing zeros of a whole number are not."""
    _, point, decimals = digits.partition(".")
    if point:
        return _power(-len(decimals))
    zeros = len(digits) - len(digits.rstrip("0"))
    return _power(min(zeros, max(len(digits) - 2, 0)))


@cache
def _power(exponent: int) -> Decimal:
    return Decimal(1).scaleb(exponent)


def _digit(piece: str) -> int | None:
    return _DIGITS.get(piece, _FORMAL.get(piece))


def _spelled(pieces: list[str]) -> Numeral | None:
    """二〇二四 is 2024; 三四 before a unit is three or four."""
    digits = [_digit(piece) or 0 for piece in pieces]
    if len(digits) == 2 and digits[1] == digits[0] + 1 and digits[0]:
        return Numeral(Decimal(digits[0]), Decimal(digits[1]), Decimal(1))
    value = Decimal("".join(str(digit) for digit in digits))
    return Numeral(value, value, Decimal(1))


def _with_point(pieces: list[str]) -> Numeral | None:
    at = pieces.index("点")
    whole = _Reader().read(pieces[:at])
    if whole is None:
        return None
    decimals: list[str] = []
    rest = pieces[at + 1 :]
    while rest and (digit := _digit(rest[0])) is not None:
        decimals.append(str(digit))
        rest = rest[1:]
    if not decimals:
        return None
    value = Decimal(f"{int(whole.low)}.{''.join(decimals)}")
    factor = 1
    for piece in rest:
        if piece not in _GREAT and piece not in _TENS:
            return None
        factor *= _GREAT.get(piece) or _TENS[piece]
    return Numeral(value, value, Decimal(1).scaleb(-len(decimals))).times(factor)


class _Reader:
    """Adds up a Chinese numeral: sections below 萬, then 萬, 億 and 兆."""

    def __init__(self) -> None:
        self.total = self.section = Decimal(0)
        self.pending: Decimal | None = None
        self.spread = Decimal(0)  # 三四百: how much more the second reading is
        self.step = Decimal(1)
        self.last = 0  # the scale written last
        self.great = 0

    def read(self, pieces: list[str]) -> Numeral | None:
        for at, piece in enumerate(pieces):
            if not self._take(piece, pieces[at - 1] if at else ""):
                return None
        return self._finish(pieces)

    def _take(self, piece: str, before: str) -> bool:
        digit = _digit(piece)
        if digit is not None:
            return self._take_digit(digit, before)
        if piece in _SHORT_TENS:
            self.section += _SHORT_TENS[piece]
            self.last, self.step = 10, Decimal(10)
            return self.pending is None
        if piece in _TENS:
            return self._take_ten(_TENS[piece])
        if piece in _GREAT:
            return self._take_great(_GREAT[piece])
        number = arabic(piece)
        if self.pending is not None:
            return False
        self.pending, self.step = number.low, number.step
        return True

    def _take_digit(self, digit: int, before: str) -> bool:
        if self.pending is not None:
            if self.pending == 0:
                self.pending = Decimal(digit)
                return True
            if digit != self.pending + 1 or _digit(before) is None or self.spread:
                return False
            self.spread = Decimal(1)
            return True
        self.pending, self.step = Decimal(digit), Decimal(1)
        return True

    def _take_ten(self, scale: int) -> bool:
        if self.pending is None:
            if scale != 10 or (self.last and self.last <= 10):
                return False
            self.pending = Decimal(1)
        self.section += self.pending * scale
        self.spread *= scale
        self.step *= scale
        self.pending, self.last = None, scale
        return True

    def _take_great(self, scale: int) -> bool:
        told = self.pending is not None or self.section != 0
        self.section += self.pending or 0
        self.pending = None
        if self.great and scale > self.great:
            self.total = (self.total + self.section) * scale
        elif told:
            self.total += self.section * scale
        else:
            return False
        self.section = Decimal(0)
        self.spread *= scale
        self.step *= scale
        self.last = self.great = scale
        return True

    def _finish(self, pieces: list[str]) -> Numeral | None:
        if self.pending is not None:
            # 三万五 is 35,000 and 一百五 is 150: a last digit stands one place below the scale.
            alone = 0 < self.pending < 10 and self.pending == int(self.pending)
            if alone and self.last > 10 and len(pieces[-1]) == 1 and pieces[-2] not in "零〇○":
                self.pending *= self.last // 10
                self.spread *= self.last // 10
                self.step = Decimal(self.last // 10)
            self.section += self.pending
        value = self.total + self.section
        return Numeral(value, value + self.spread, self.step)
