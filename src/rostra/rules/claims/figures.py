"""Figures: point, sign, unit and range must be those of a passage, or follow from them."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from rostra.rules.claims.marks import LOOSE, Marks
from rostra.rules.claims.records import Doubt, State
from rostra.text import Quantity
from rostra.text.patterns import Pattern
from rostra.words import Message, message

_ABOUT = Decimal("0.01")
_LEANING = Decimal("0.1")
_KEPT = 2  # significant digits that rounding must leave
_SURE = 3  # digits that no label or list number has by chance
_YUAN = frozenset({"TWD", "CNY"})
_ALIKE = (
    frozenset({"person", "visit"}),
    frozenset({"pp", "point"}),
    frozenset({"age", "year"}),
    frozenset({"degree", "C"}),
)
# How many of the smaller a larger unit of time holds.
_SECONDS = {
    "time": Decimal(1),
    "minute": Decimal(60),
    "hour": Decimal(3600),
    "day": Decimal(86_400),
    "week": Decimal(604_800),
    "month": Decimal(2_629_800),
    "quarter": Decimal(7_889_400),
    "year": Decimal(31_557_600),
}
_ZEROS = Pattern(r"[\d,]*\.\d*0(?!\d)")
_DIGITS = Pattern(r"[\d.,]*\d")
_AFTERNOON = Pattern(r"\s?[pP]\.?[mM]\b")
_HALF_DAY = 12
_MINUS = ("-", "−", "－", "負", "负", "▼")


def figure_doubts(said: Marks, sources: Sequence[Marks]) -> Iterable[Doubt]:
    """One doubt for each figure of the statement."""
    for figure in said.figures:
        state, nearest = _found(figure, sources)
        if state == "conflict" and (
            _is_share_in_words(figure, said) or _is_hour(figure, said, sources)
        ):
            state = "open"
        if state == "conflict":
            yield Doubt(
                "units" if nearest and _same_value(figure, nearest) else "figures",
                "conflict",
                figure.text,
                nearest.text if nearest else "",
                _why(figure, nearest),
            )
        else:
            yield Doubt("figures", state, figure.text, nearest.text if nearest else "")


def _is_share_in_words(figure: Quantity, said: Marks) -> bool:
    """每五件有一件: how many of how many, in words. Which share that is somebody has to read."""
    before = said.view.original[: figure.start].rstrip()
    return _DIGITS.search(figure.text) is None and before.endswith("每")


def _is_hour(figure: Quantity, said: Marks, sources: Sequence[Marks]) -> bool:
    """6 p.m. where the source has 18時."""
    after = _AFTERNOON.match(said.view.original, figure.end)
    return after is not None and any(figure.low + _HALF_DAY in one.values for one in sources)


def same_figure(said: Quantity, told: Quantity) -> State:
    """Whether a figure of a source bears out one of a statement."""
    if not _units_agree(said, told):
        return "conflict"
    scale = _time_scale(said, told)
    if said.is_range or told.is_range:
        return _same_range(said, told)
    if _is_finer(said, told.text):
        return "conflict"
    return _same_number(said, abs(said.low), abs(told.low) * scale)


def is_rounded(said: Quantity, exact: Decimal, *, kept: int = _KEPT) -> bool:
    """Whether the written digits are those of the exact value, enough of them left."""
    step, digits = _written(said)
    if digits < kept or exact == 0:
        return False
    value = abs(said.low)
    return any(_to(abs(exact), step, way) == value for way in (ROUND_HALF_UP, ROUND_DOWN))


def _to(value: Decimal, step: Decimal, way: str) -> Decimal:
    return (value / step).quantize(Decimal(1), rounding=way) * step


def significant(said: Quantity) -> int:
    """How many digits a figure is written with, zeros at the end of a whole number aside."""
    return _written(said)[1]


def _written(said: Quantity) -> tuple[Decimal, int]:
    """The weight of the last digit meant, and how many digits there are."""
    step = said.step or Decimal(1)
    count = abs(said.low) / step
    if count != count.to_integral_value():
        return step, _KEPT
    whole = int(count)
    if not any(mark in said.text for mark in ".．點点"):
        while whole and whole % 10 == 0:
            whole, step = whole // 10, step * 10
    return step, len(str(whole))


def _found(figure: Quantity, sources: Sequence[Marks]) -> tuple[State, Quantity | None]:
    nearest: Quantity | None = None
    best: State = "conflict"
    for marks in sources:
        for told in marks.figures:
            state = same_figure(figure, told)
            if state == "proved":
                if _signs_agree(figure, told):
                    return "proved", told
                nearest = told
            elif state == "open":
                best, nearest = "open", told
            elif best == "conflict" and _is_nearer(figure, told, nearest):
                nearest = told
        if _stands_bare(figure, marks):
            return "proved", None
    if best == "conflict" and figure.is_range and _ends_stand(figure, sources):
        return "open", nearest
    return best, nearest


def _stands_bare(figure: Quantity, marks: Marks) -> bool:
    """A number of a table or of a thing no unit is known for: 74,100 under a heading."""
    if figure.is_range or _has_minus(figure):
        return False
    if figure.kind not in LOOSE and significant(figure) < _SURE:
        return False
    value = abs(figure.low)
    if _is_finer(figure, "") and not marks.words & set(_DIGITS.findall(figure.text)):
        return False
    return value in marks.values or (
        figure.kind == "money" and any(value / scale in marks.values for scale in marks.scales)
    )


def _units_agree(said: Quantity, told: Quantity) -> bool:
    if said.per and told.per and said.per != told.per:
        return False
    if said.unit == told.unit:
        return said.kind == told.kind or not said.unit
    units = frozenset({said.unit, told.unit})
    if units in _ALIKE or units <= _SECONDS.keys():
        return True
    if said.kind == told.kind == "money":
        return (said.assumed or told.assumed) and units <= _YUAN
    kinds = {said.kind, told.kind}
    return kinds <= {"money", "number"} or (kinds <= LOOSE and "" in units)


def _is_finer(said: Quantity, told: str) -> bool:
    """5.0 where the source has 5: the point was moved, or a digit made up."""
    zeros = _ZEROS.search(said.text)
    return zeros is not None and _count(zeros[0]) > _count(told)


def _count(text: str) -> int:
    """Digits from the first that is not zero."""
    return len("".join(filter(str.isdigit, text)).lstrip("0")) or len(text)


def _time_scale(said: Quantity, told: Quantity) -> Decimal:
    if said.unit != told.unit and said.unit in _SECONDS and told.unit in _SECONDS:
        return _SECONDS[told.unit] / _SECONDS[said.unit]
    return Decimal(1)


def _same_range(said: Quantity, told: Quantity) -> State:
    if said.is_range and told.is_range:
        ends = (abs(said.low), abs(said.high)), (abs(told.low), abs(told.high))
        return "proved" if set(ends[0]) == set(ends[1]) else "conflict"
    if said.is_range:
        return "conflict"
    inside = (
        min(abs(told.low), abs(told.high)) <= abs(said.low) <= max(abs(told.low), abs(told.high))
    )
    return "open" if inside and abs(said.low) in {abs(told.low), abs(told.high)} else "conflict"


def _ends_stand(figure: Quantity, sources: Sequence[Marks]) -> bool:
    """由14.8公里升到18.1公里: what reads as a range here may stand as two figures there."""
    values = {abs(one.low) for marks in sources for one in marks.figures}
    values.update(*(marks.values for marks in sources))
    return abs(figure.low) in values and abs(figure.high) in values


def _same_number(said: Quantity, value: Decimal, told: Decimal) -> State:
    if value == told or is_rounded(said, told):
        return "proved"
    off = abs(value - told)
    if said.hedge == "about" and off <= _ABOUT * told:
        return "proved"
    over, under = said.hedge in ("over", "at_least"), said.hedge in ("nearly", "under", "at_most")
    if (over and value <= told) or (under and value >= told):
        in_words = _DIGITS.search(said.text) is None  # 超過一半: a bound, no rounded figure
        return "open" if in_words or off <= _LEANING * told else "conflict"
    return "conflict"


def _signs_agree(said: Quantity, told: Quantity) -> bool:
    """A minus is a fall, told by a sign or by a word; a plain figure says neither."""
    if (_is_down(said) and _is_up(told)) or (_is_up(said) and _is_down(told)):
        return False
    return not (_has_minus(said) and not _is_down(told)) and not (
        _has_minus(told) and not _is_down(said)
    )


def _is_down(figure: Quantity) -> bool:
    return figure.low < 0 or figure.change == "down"


def _is_up(figure: Quantity) -> bool:
    return figure.change == "up" or figure.text.startswith(("+", "＋"))


def _has_minus(figure: Quantity) -> bool:
    return figure.text.startswith(_MINUS)


def _same_value(said: Quantity, told: Quantity) -> bool:
    return abs(said.low) == abs(told.low) and abs(said.high) == abs(told.high)


def _is_nearer(figure: Quantity, told: Quantity, nearest: Quantity | None) -> bool:
    if nearest is None:
        return told.kind == figure.kind or _same_value(figure, told)
    if _same_value(figure, told):
        return not _same_value(figure, nearest)
    alike = told.unit == figure.unit
    return alike and abs(told.value - figure.value) < abs(nearest.value - figure.value)


def _why(figure: Quantity, nearest: Quantity | None) -> Message:
    if nearest is None:
        return message("claims.no_figure", said=figure.text)
    return message("claims.other_figure", said=figure.text, found=nearest.text)
