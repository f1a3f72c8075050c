"""Whether the figures of a text follow from those of its passages by arithmetic.

A formula that the writer names is worked out. Without one, operations are tried on the figures of
the quotes and of the text itself, two at a time and all together, always on figures of one unit.
A result proves something only where so few results were tried that none is met by chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import permutations
from types import MappingProxyType

from rostra.rules.claims.arithmetic import Equation, equations
from rostra.rules.claims.figures import is_rounded, same_figure, significant
from rostra.rules.claims.frame import unframed
from rostra.rules.claims.marks import Marks, marks, read_passage
from rostra.rules.claims.records import Computation, Passage
from rostra.text import Quantity

_MOST = 16  # figures that are tried with each other
_SCALES = tuple(Decimal(10) ** power for power in (0, 3, 4, 6, 8, 9))
_RATIOS = frozenset({"ratio", "multiple"})
_CHANCE = 10  # one accidental hit in so many texts is the most we allow


@dataclass(frozen=True, slots=True)
class Result:
    operation: str
    value: Decimal
    formula: str
    operands: tuple[str, ...]
    factors: tuple[Decimal, ...] = ()


def recompute(
    text: str,
    figures_of: Sequence[Passage],
    formula: str = "",
    *,
    whole: Mapping[str, str] = MappingProxyType({}),
) -> Computation | None:
    """How the computed figures of a text follow from its passages, or None.

    What a formula begins with may also stand elsewhere in the `whole` texts of the sources.
    """
    said = marks(unframed(text))
    sources = [*map(read_passage, figures_of), *map(marks, whole.values())]
    if formula:
        worked = equations(formula, sources)
        if not worked:
            return None
        found = dict(by_formula(said, worked, _units_of(sources)))
        results = tuple(found) or tuple(one.text for one in worked[-1].results)
        operands = tuple(dict.fromkeys(part for one in worked for part in one.operands))
        return Computation("formula", formula, "; ".join(results), operands)
    made = dict(_by_search(said, [marks(one.quote) for one in figures_of]))
    if not made:
        return None
    return Computation(
        " ".join(dict.fromkeys(one.operation for one in made.values())),
        "; ".join(f"{one.formula} = {said}" for said, one in made.items()),
        "; ".join(made),
        tuple(dict.fromkeys(part for one in made.values() for part in one.operands)),
    )


def computed(
    said: Marks, sources: Sequence[Marks], quotes: Sequence[Marks], formula: str = ""
) -> dict[str, Result]:
    """The figures of a statement that arithmetic gives, each with how."""
    if formula:
        worked = equations(formula, sources)
        return dict(by_formula(said, worked, _units_of(sources))) if worked else {}
    return dict(_by_search(said, quotes))


def by_formula(
    said: Marks, worked: Sequence[Equation], units: frozenset[str]
) -> Iterator[tuple[str, Result]]:
    for figure in said.figures:
        for one in worked:
            if (
                any(_is_result(figure, result) for result in one.results)
                or (not figure.unit and _bare(figure.text) in {_bare(two) for two in one.written})
                or (not one.results and _is_written(figure, one, units))
            ):
                yield figure.text, Result("formula", abs(figure.low), one.text, one.operands)
                break


def _is_result(figure: Quantity, result: Quantity) -> bool:
    return same_figure(figure, result) != "conflict" and not (
        (figure.change == "up" and result.low < 0)
        or (figure.low < 0 < result.low and figure.text[:1] in "-−")
    )


def _is_written(figure: Quantity, worked: Equation, units: frozenset[str]) -> bool:
    """18.1 - 14.8 = 3.3, told as 3.3公里: a result without a unit has one of its sources'."""
    if figure.unit not in units:
        return False
    values = [Decimal(_bare(one)) * scale for one in worked.written for scale in _SCALES]
    return any(_fits(figure, Result("formula", value, worked.text, ())) for value in values)


def _units_of(sources: Sequence[Marks]) -> frozenset[str]:
    units = {one.unit for marks in sources for one in marks.figures}
    return frozenset(units | ({"pp"} if "%" in units else set()))


def _bare(text: str) -> str:
    return text.lstrip("-−+").replace(",", "")


def _by_search(said: Marks, quotes: Sequence[Marks]) -> Iterator[tuple[str, Result]]:
    told = [one for text in quotes for one in text.figures]
    wanted = [
        one
        for one in said.figures
        if not one.is_range and not any(same_figure(one, two) == "proved" for two in told)
    ]
    if not wanted:
        return
    operands = list(dict.fromkeys(told))
    if len(operands) > _MOST:
        own = [
            one
            for one in operands
            if any(same_figure(two, one) == "proved" for two in said.figures)
        ]
        operands = own[:_MOST]
    for figure in wanted:
        results = list(_results(figure, operands, quotes))
        if len(results) * _CHANCE > 9 * 10 ** (significant(figure) - 1):
            continue
        hit = next((one for one in results if _fits(figure, one)), None)
        if hit is not None:
            yield figure.text, hit


def _fits(figure: Quantity, result: Result) -> bool:
    value = abs(result.value)
    if result.operation == "part" and _mantissa(value) in map(_mantissa, result.factors):
        return False  # a tenth of a figure is the figure with its point moved
    if abs(figure.low) == value:
        return True
    near = abs(abs(figure.low) - value) <= Decimal("0.01") * value
    return is_rounded(figure, value) or (figure.hedge == "about" and near)


def _mantissa(value: Decimal) -> tuple[int, ...]:
    return abs(value).normalize().as_tuple().digits


def _results(
    figure: Quantity, operands: Sequence[Quantity], quotes: Sequence[Marks]
) -> Iterator[Result]:
    """Everything that could have given a figure of this unit."""
    plain = [one for one in operands if not one.is_range]
    if figure.kind in _RATIOS:
        yield from _ratios(figure, plain)
    elif figure.kind in ("points", "index"):
        yield from _differences("points", [one for one in plain if one.kind == "ratio"])
    else:
        alike = [one for one in plain if one.unit == figure.unit and one.kind == figure.kind]
        yield from _differences("difference", alike)
        yield from _totals(alike)
        yield from _parts(alike, [one for one in plain if one.kind == "ratio"])
    if figure.kind == "duration" and figure.unit == "day":
        yield from _days(quotes)


def _ratios(figure: Quantity, plain: Sequence[Quantity]) -> Iterator[Result]:
    hundred = Decimal(100) if figure.kind == "ratio" else Decimal(1)
    for a, b in permutations(plain, 2):
        if a.unit != b.unit or a.kind != b.kind or not b.low or a.kind in _RATIOS:
            continue
        x, y = abs(a.low), abs(b.low)
        yield Result("share", hundred * x / y, f"{a.text} ÷ {b.text}", (a.text, b.text))
        if figure.kind == "ratio":
            change = 100 * (x - y) / y
            yield Result("change", change, f"({a.text} − {b.text}) ÷ {b.text}", (a.text, b.text))


def _differences(name: str, alike: Sequence[Quantity]) -> Iterator[Result]:
    for n, a in enumerate(alike):
        for b in alike[n + 1 :]:
            yield Result(name, a.low - b.low, f"{a.text} − {b.text}", (a.text, b.text))


def _totals(alike: Sequence[Quantity]) -> Iterator[Result]:
    for n, a in enumerate(alike):
        for b in alike[n + 1 :]:
            yield Result("sum", a.low + b.low, f"{a.text} + {b.text}", (a.text, b.text))
    if len(alike) > 2:
        texts = tuple(one.text for one in alike)
        total = sum((one.low for one in alike), Decimal(0))
        yield Result("sum", total, " + ".join(texts), texts)
        mean = total / len(alike)
        yield Result("average", mean, f"({' + '.join(texts)}) ÷ {len(alike)}", texts)


def _parts(alike: Sequence[Quantity], ratios: Sequence[Quantity]) -> Iterator[Result]:
    for a in alike:
        for b in ratios:
            value = a.low * abs(b.low) / 100
            told = (a.text, b.text)
            yield Result("part", value, f"{a.text} × {b.text}", told, (abs(a.low),))


def _days(quotes: Sequence[Marks]) -> Iterator[Result]:
    """Days between two dates that the quotes name in full."""
    found: dict[date, str] = {}
    for text in quotes:
        for one in text.moments:
            if one.kind == "day" and one.year and one.month and one.day:
                found[date(one.year, one.month, one.day)] = text.written(one)
    days = sorted(found)
    for n, a in enumerate(days):
        for b in days[n + 1 :]:
            parts = (found[b], found[a])
            yield Result("days", Decimal((b - a).days), f"{parts[0]} − {parts[1]}", parts)
