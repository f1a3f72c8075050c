"""Charts as numbers of pixels: the page draws them, and shows the same figures as a table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rostra.desks.collect.trends import SectionTrend, Trend

WIDTH, HEIGHT = 420, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 6, 10, 22
_LABEL_WIDTH = 68
_HALF_LABEL = 17  # of the text itself: the last one ends where the chart does
_COUNT = "{:,.0f}"


@dataclass(frozen=True, slots=True)
class Series:
    """One row of figures; None where nothing can be said. `colour` is one of the sheet's six."""

    name: str
    values: tuple[float | None, ...]
    colour: int

    @property
    def total(self) -> float:
        return sum(value or 0.0 for value in self.values)


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    colour: int


@dataclass(frozen=True, slots=True)
class Column:
    """One day: where it is, and what it says when it is pointed at."""

    x: float
    width: float
    label: str
    tip: str
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    colour: int
    points: tuple[tuple[float, float], ...]

    @property
    def path(self) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Chart:
    series: tuple[Series, ...]
    labels: tuple[str, ...]
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, str], ...]
    days: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    form: str = _COUNT

    @property
    def is_empty(self) -> bool:
        return not any(value for series in self.series for value in series.values)

    @property
    def base(self) -> float:
        return self.height - BOTTOM

    def written(self, value: float | None) -> str:
        return "–" if value is None else self.form.format(value)


def nice_top(most: float, *, is_count: bool = False) -> float:
    """The next round number that a scale may end with; of whole things its half is whole too."""
    if is_count:
        most = max(most, 2.0)
    elif most <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(most))
    steps = (2, 4, 6, 8, 10, 20) if is_count else (1, 2, 2.5, 5, 10)
    return next((step * size for step in steps if step * size >= most), 100 * size)


def stacked(
    labels: Sequence[str],
    series: Sequence[Series],
    *,
    form: str = _COUNT,
    top: float | None = None,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> Chart:
    """Bars on top of each other, a column for each label; `top` where charts share a scale."""
    sums = [sum(one.values[at] or 0.0 for one in series) for at in range(len(labels))]
    most = nice_top(max(sums, default=0.0), is_count=form == _COUNT)
    scale = _Scale(top or most, len(labels), width, height)
    columns = []
    for at, label in enumerate(labels):
        bars, below = [], 0.0
        for one in series:
            value = one.values[at] or 0.0
            if value > 0:
                upper, lower = scale.y(below + value), scale.y(below)
                bars.append(
                    Bar(scale.x(at) + scale.gap, upper, scale.step - 2 * scale.gap,
                        lower - upper, one.colour)
                )  # fmt: skip
                below += value
        columns.append(Column(scale.x(at), scale.step, label, _tip(label, series, at, form),
                              tuple(bars)))  # fmt: skip
    return scale.chart(labels, series, columns, (), form)


def lines(
    labels: Sequence[str], series: Sequence[Series], *, form: str, top: float | None = None
) -> Chart:
    most = max((value for one in series for value in one.values if value is not None), default=0.0)
    scale = _Scale(top or nice_top(most), len(labels), WIDTH, HEIGHT)
    drawn = [
        Line(one.name, one.colour, tuple(
            (scale.x(at) + scale.step / 2, scale.y(value))
            for at, value in enumerate(one.values)
            if value is not None
        ))
        for one in series
    ]  # fmt: skip
    columns = [
        Column(scale.x(at), scale.step, label, _tip(label, series, at, form))
        for at, label in enumerate(labels)
    ]
    return scale.chart(labels, series, columns, drawn, form)


@dataclass(frozen=True, slots=True)
class _Scale:
    top: float
    count: int
    width: int
    height: int

    @property
    def step(self) -> float:
        return (self.width - LEFT - RIGHT) / max(1, self.count)

    @property
    def gap(self) -> float:
        return min(2.0, self.step * 0.12)

    def x(self, at: int) -> float:
        return LEFT + at * self.step

    def y(self, value: float) -> float:
        room = self.height - TOP - BOTTOM
        return self.height - BOTTOM - room * min(value, self.top) / self.top

    def chart(
        self,
        labels: Sequence[str],
        series: Sequence[Series],
        columns: Sequence[Column],
        drawn: Sequence[Line],
        form: str,
    ) -> Chart:
        ticks = tuple((self.y(self.top * part), form.format(self.top * part))
                      for part in (0.0, 0.5, 1.0))  # fmt: skip
        every = max(1, math.ceil(len(labels) * _LABEL_WIDTH / (self.width - LEFT)))
        days = tuple(
            (min(self.x(at) + self.step / 2, self.width - _HALF_LABEL), label[-5:])
            for at, label in enumerate(labels)
            if (len(labels) - 1 - at) % every == 0
        )
        return Chart(tuple(series), tuple(labels), tuple(columns), tuple(drawn), ticks, days,
                     self.width, self.height, form)  # fmt: skip


def section_charts(trend: Trend) -> list[tuple[SectionTrend, Chart]]:
    """A small chart for each section, all on one scale so that they can be compared."""
    most = max((max(one.counts) for one in trend.sections), default=0)
    top = nice_top(most, is_count=True)
    labels = [day.isoformat() for day in trend.days]

    def small(one: SectionTrend) -> Chart:
        series = [Series(one.section or one.site, one.counts, 2)]
        return stacked(labels, series, top=top, width=250, height=110)

    return [(one, small(one)) for one in trend.sections]


def _tip(label: str, series: Sequence[Series], at: int, form: str) -> str:
    said = [
        f"{one.name} {form.format(value)}"
        for one in series
        if (value := one.values[at]) is not None and (value or len(series) == 1)
    ]
    return "\n".join([label, *said])
