"""Formulas as writers put them, read and worked out: `(18.1 − 14.8) ÷ 14.8 = 22.3%`.

A formula is a row of equations. Each begins with figures of the passages, or with what an equation
before it came to, and every part of it must come out, at the digits it is written with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, DivisionByZero, InvalidOperation

from rostra.rules.claims.dates import date_doubts
from rostra.rules.claims.figures import is_rounded
from rostra.rules.claims.marks import Marks, marks
from rostra.text import Quantity, canon, quantities
from rostra.text.moments import Moment
from rostra.text.patterns import Pattern

_EQUATIONS = Pattern(r"[;；\n]")
_EQUAL, _PAUSE = Pattern(r"[=≈]"), Pattern(r"[，,](?!\d{3})")
_ORDER = Pattern(r"([\d,.]+)\s*([<>])\s*([\d,.]+)")
_DIGIT = Pattern(r"\d")
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_TOKEN = Pattern(
    rf"(?P<number>{_NUMBER})\s?(?P<scale>[十百千]?[千万亿兆]|thousand|million|billion)?\s?(?P<cent>%)?"
    r"|(?P<sign>[-+×÷*/()–])"
)
_SIGNS = str.maketrans("×÷–", "*/-")
_WORDS = {"thousand": 3, "million": 6, "billion": 9}
_CHARACTERS = {"十": 1, "百": 2, "千": 3, "万": 4, "亿": 8, "兆": 12}
# 1 and 100 turn a ratio into a change or a percentage; no source has to name them.
_GIVEN = frozenset({"1", "100"})
_CLOSE = Decimal("0.002")
_MONEY_SCALES = tuple(Decimal(10) ** power for power in (0, 3, 4, 6, 8, 9))


@dataclass(frozen=True, slots=True)
class Equation:
    """One equation that came out: what it is made of, and each figure it gives."""

    text: str
    operands: tuple[str, ...]
    results: tuple[Quantity, ...]
    written: tuple[str, ...]


def equations(formula: str, sources: Sequence[Marks]) -> list[Equation] | None:
    """The equations of a formula, or None where one does not come out or has a foreign figure."""
    known = {_digits(format(one, "f")) for marks in sources for one in marks.values}
    known |= {
        _digits(format(abs(end), "f"))
        for marks in sources
        for one in marks.figures
        for end in (one.low, one.high)
    }
    known |= {_digits(code.text) for marks in sources for code in marks.codes}
    found: list[Equation] = []
    for parts in _rows(formula):
        made = _dated(parts, sources) or _equation(parts, known)
        if made is None:
            return None
        found.append(made)
        known |= {_digits(one) for one in made.written}
    return found or None


def _rows(formula: str) -> Iterator[list[str]]:
    """Each equation as its parts; `= 12.18, about 12` goes on, `, 5 = 5.0` is another one."""
    for text in _split(_EQUATIONS, formula):
        row: list[str] = []
        for piece in _split(_PAUSE, text):
            parts = [one for one in _split(_EQUAL, piece) if _DIGIT.search(one)]
            if len(parts) > 1 and row:
                yield row
                row = []
            row += parts
        if row:
            yield row


def _split(mark: Pattern, text: str) -> list[str]:
    ends = list(mark.finditer(text))
    starts = [0, *(one.end() for one in ends)]
    return [
        text[a:b].strip()
        for a, b in zip(starts, [*(one.start() for one in ends), len(text)], strict=True)
    ]


def _equation(parts: Sequence[str], known: set[str]) -> Equation | None:
    if len(parts) < 2:
        return _ordered(parts[0], known)
    operands = [one["number"] for one in _tokens(parts[0]) if one["number"]]
    if not all(_digits(one) in known or one in _GIVEN for one in operands):
        return None
    value = _worked_out(parts[0])
    # A result may be as coarse as the coarsest figure it is made of.
    coarse = [one for one in operands if one not in _GIVEN or "÷" not in parts[0]]
    kept = min([2, *(len(_digits(one)) for one in coarse)])
    results: list[Quantity] = []
    for part in parts[1:]:
        if value is None or not _comes_to(value, part, kept):
            return None
        results += quantities(part)
    written = [one["number"] for part in parts[1:] for one in _tokens(part) if one["number"]]
    return Equation(" = ".join(parts), tuple(operands), tuple(results), tuple(written))


def _ordered(part: str, known: set[str]) -> Equation | None:
    """43.2 < 44.5: two known figures, the smaller one named as the smaller."""
    match = _ORDER.fullmatch(part)
    if match is None or not {_digits(match[1]), _digits(match[3])} <= known:
        return None
    a, b = (Decimal(match[n].replace(",", "")) for n in (1, 3))
    holds = a < b if match[2] == "<" else a > b
    return Equation(part, (match[1], match[3]), (), ()) if holds else None


def _dated(parts: Sequence[str], sources: Sequence[Marks]) -> Equation | None:
    """From one day to another: so many days."""
    read = marks(parts[0])
    days = [date(*one) for one in _days(read.moments)]
    told = quantities(parts[-1])
    if len(days) != 2 or len(told) != 1 or told[0].unit != "day":
        return None
    if any(one.state == "conflict" for one in date_doubts(read, sources)):
        return None
    if abs(told[0].low) != abs((days[1] - days[0]).days):
        return None
    return Equation(" = ".join(parts), (parts[0],), told, ())


def _days(moments: Sequence[Moment]) -> Iterator[tuple[int, int, int]]:
    for one in moments:
        if one.kind == "day" and one.year and one.month and one.day:
            yield one.year, one.month, one.day
            if one.until:
                yield one.until_year or one.year, one.until_month or one.month, one.until


def _comes_to(value: Decimal, part: str, kept: int) -> bool:
    numbers = [one for one in _tokens(part) if one["number"]]
    if len(numbers) > 1:
        other = _worked_out(part)
        return other is not None and abs(other - value) <= _CLOSE * abs(value)
    digits = (numbers[0]["number"] or "").replace(",", "")
    unit = Decimal(10) ** _power(numbers[0]["scale"] or "")
    step = Decimal(1).scaleb(-len(digits.partition(".")[2])) * unit
    written = Decimal(digits) * unit
    said = Quantity(written, written, "", "number", step=step, text=digits)
    return any(
        said.low == abs(value) * scale or is_rounded(said, value * scale, kept=kept)
        for scale in _scales(part)
    )


def _scales(part: str) -> Iterator[Decimal]:
    """A percentage is a hundred times its ratio; money may be told in larger pieces."""
    yield Decimal(1)
    kinds = {one.kind for one in quantities(part)}
    if kinds & {"ratio", "points", "index"}:
        yield Decimal(100)
    elif "money" in kinds:
        yield from _MONEY_SCALES
        yield from (1 / one for one in _MONEY_SCALES)


def _tokens(part: str) -> list[dict[str, str | None]]:
    return [one.groupdict() for one in _TOKEN.finditer(canon(part).text)]


def _digits(number: str) -> str:
    """The significant digits alone: 0.60, 60 and 6 are written with the same one."""
    return number.replace(",", "").replace(".", "").strip("0") or "0"


def _worked_out(part: str) -> Decimal | None:
    try:
        reader = _Reader(_tokens(part))
        value = reader.sum()
    except (ArithmeticError, DivisionByZero, InvalidOperation, ValueError):
        return None
    return value if reader.is_done else None


class _Reader:
    """Works out plus, minus, times and divided by, with brackets."""

    def __init__(self, tokens: Sequence[dict[str, str | None]]) -> None:
        self.tokens = list(tokens)
        self.at = 0

    @property
    def is_done(self) -> bool:
        return self.at == len(self.tokens)

    def _sign(self, *wanted: str) -> str:
        if self.is_done:
            return ""
        sign = (self.tokens[self.at]["sign"] or "").translate(_SIGNS)
        if sign not in wanted:
            return ""
        self.at += 1
        return sign

    def sum(self) -> Decimal:
        value = self._product()
        while sign := self._sign("+", "-"):
            other = self._product()
            value = value + other if sign == "+" else value - other
        return value

    def _product(self) -> Decimal:
        value = self._number()
        while sign := self._sign("*", "/"):
            other = self._number()
            value = value * other if sign == "*" else value / other
        return value

    def _number(self) -> Decimal:
        if self._sign("-"):
            return -self._number()
        if self._sign("("):
            value = self.sum()
            if not self._sign(")"):
                raise ValueError
            return value
        if self.is_done or not self.tokens[self.at]["number"]:
            raise ValueError
        token = self.tokens[self.at]
        self.at += 1
        value = Decimal((token["number"] or "").replace(",", ""))
        value *= Decimal(10) ** _power(token["scale"] or "")
        return value / 100 if token["cent"] else value


def _power(scale: str) -> int:
    return _WORDS.get(scale) or sum(_CHARACTERS.get(one, 0) for one in scale)
