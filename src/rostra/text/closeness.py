"""Whether two figures say the same, as far as their writers meant to be exact."""

from decimal import Decimal

from rostra.text.quantities import Quantity

_ABOUT = Decimal("0.05")
_ONE_SIDED = Decimal("0.10")
_ROUND_NUMBER = Decimal("0.01")
_LEANING = frozenset({"over", "at_least", "nearly", "under", "at_most"})
_YUAN = frozenset({"TWD", "CNY"})


def same_quantity(a: Quantity, b: Quantity) -> bool:
    """7,596.9億 is 7600億 and 2.6兆 is 26,000億; 3% is not 3 percentage points.

    The coarser figure sets the tolerance: half of its last written digit. A round number (7600)
    allows at most 1 %, 約 allows 5 % either way, 逾 and 不到 allow 10 % on their own side.
    """
    if not _comparable(a, b):
        return False
    if a.is_range != b.is_range:
        return False
    return _close(a, b, a.low, b.low) and _close(a, b, a.high, b.high)


def _comparable(a: Quantity, b: Quantity) -> bool:
    if a.per != b.per and "" not in (a.per, b.per):
        return False
    if a.unit == b.unit:
        return a.kind == b.kind or not a.unit
    if a.kind == b.kind == "money" and {a.unit, b.unit} == _YUAN:
        return a.assumed or b.assumed
    if {a.kind, b.kind} == {"money", "number"}:
        return True  # 營收7600億: a headline leaves the 元 out
    # A counter may be left out or be too general to name: 300家, 300 companies, 300.
    return {a.kind, b.kind} <= {"count", "number"} and "" in (a.unit, b.unit)


def _close(a: Quantity, b: Quantity, x: Decimal, y: Decimal) -> bool:
    if x == y:
        return True
    if a.hedge in _LEANING or b.hedge in _LEANING:
        return _leans(a, x, y) or _leans(b, y, x)
    return abs(x - y) <= max(_slack(a, x), _slack(b, y))


def _slack(quantity: Quantity, value: Decimal) -> Decimal:
    half = quantity.step / 2
    if quantity.hedge == "about":
        return max(half, abs(value) * _ABOUT)
    if quantity.step >= 10 and value == value.to_integral_value() and not _has_decimals(quantity):
        return min(half, abs(value) * _ROUND_NUMBER)
    return half


def _has_decimals(quantity: Quantity) -> bool:
    return any(mark in quantity.text for mark in (".", "．", "點", "点"))


def _leans(quantity: Quantity, own: Decimal, other: Decimal) -> bool:
    """逾7,500億 covers 7,596.9億; 近8成 covers 79%."""
    room = abs(own) * _ONE_SIDED
    if quantity.hedge in ("over", "at_least"):
        return 0 <= abs(other) - abs(own) <= room and (own < 0) == (other < 0)
    if quantity.hedge in ("nearly", "under", "at_most"):
        return 0 <= abs(own) - abs(other) <= room and (own < 0) == (other < 0)
    return False
