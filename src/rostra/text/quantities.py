"""Figures with their units, as one value each: 2.6兆元 and 26,000億元 are the same money.

A quantity is read from the number outwards: what stands behind it (scale, unit, 左右), what stands
before it (currency, sign, hedge, direction), and whether a second number makes it a range. Years,
quarters, stock codes and ordinals are not quantities. A bare 元 has no country: it is given the
currency of the call (TWD) and marked `assumed`.
"""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from rostra.text.figures import NUMBER, Figure, next_number, read_figure
from rostra.text.folding import Folded, canon
from rostra.text.moments import scan
from rostra.text.patterns import Pattern
from rostra.text.quantity_parts import (
    HEDGE_AFTER,
    PER_AFTER,
    direction,
    direction_after,
    hedge_before,
    named,
    per_before,
    per_unit,
)
from rostra.text.units import Unit

_MONEY_MARK = Pattern(r"(?:[a-z]{0,3}[$¥€£]|新台币|人民币|美金)?\s?")
_JOIN = Pattern(r"\s?(?:~|-|–|—|至|到|to|或)\s?")
_JOIN_BETWEEN = Pattern(r"\s?(?:~|-|–|—|至|到|to|或|and|与|和|及|跟)\s?")
_BETWEEN = Pattern(r"(?:介于|介乎|在|between|from|ranging from|range of)\s?(?:[a-z]{0,3}\$)?\s?$")
_CJK = Pattern("[\u4e00-\u9fff]")
_SIZE = 4
_LINKS = frozenset(("、", "和", "及", "与", "and"))


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
    while (match := next_number(text, at)) is not None:
        while passed < len(taken) and taken[passed][1] <= match.start():
            passed += 1
        if passed < len(taken) and taken[passed][0] < match.end():
            at = taken[passed][1]
            continue
        figure = read_figure(view, match, chinese=chinese)
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


def _range_end(view: Folded, figure: Figure, limit: int, *, chinese: bool) -> Figure | None:
    text = view.text
    join = _JOIN_BETWEEN.match(text, figure.end)
    if join is None:
        return None
    before = text[max(0, figure.lead - 16) : figure.lead]
    if _JOIN.match(text, figure.end) is None and _BETWEEN.search(before) is None:
        return None
    at = join.end()
    money = _MONEY_MARK.match(text, at)
    match = NUMBER.match(text, money.end() if money else at)
    if match is None or match.end() > limit:
        return None
    other = read_figure(view, match, chinese=chinese)
    if other is None:
        return None
    if other.unit is None and not other.money and figure.unit is None and not figure.money:
        return other if join[0].strip() in ("~", "至", "到") else None
    if figure.unit is not None and other.unit is not None and figure.unit.id != other.unit.id:
        return None
    if figure.unit is not None and figure.unit.kind != "money" and other.money:
        return None
    if figure.unit is not None and other.unit is None and not other.money:
        return None  # rose 3.1% to 1.42 million
    return None if _is_step_to(text, figure, other) else other


def _is_step_to(text: str, figure: Figure, other: Figure) -> bool:
    """調降0.3元至29.9元: by how much and to what, no range. A range keeps to one size."""
    if figure.unit is None or other.unit is None or other.number.low < figure.number.low * _SIZE:
        return False
    return direction(text[max(0, figure.lead - 24) : figure.lead]) != ""


def _in_row(quantity: Quantity, before: Quantity, link: str) -> Quantity:
    """月減5.5%、3.2%: figures in a row share the move the first one tells of."""
    alike = quantity.unit == before.unit and not quantity.change and quantity.low >= 0
    if not before.change or not alike or link.strip() not in _LINKS:
        return quantity
    if before.change == "up":
        return replace(quantity, change="up")
    return replace(quantity, low=-quantity.high, high=-quantity.low, change="down")


def _assemble(view: Folded, figure: Figure, other: Figure | None, bare: str) -> Quantity:
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


def _bounds(figure: Figure, other: Figure | None) -> tuple[Decimal, Decimal, Decimal]:
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


def _scale_of(figure: Figure) -> Decimal:
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
