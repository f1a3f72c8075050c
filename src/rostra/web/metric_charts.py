"""The charts of the metrics page, made from the rows of `METRICS` and the figures of its days."""

from collections.abc import Callable, Mapping, Sequence

from rostra.memory.metrics import METRICS, DayMetrics, Latency, Metric, Metrics
from rostra.web.charts import Chart, Series, lines, stacked
from rostra.words import Phrases, has, tell

_FORMS = {"share": "{:.0%}", "dollars": "{:,.4f}", "latency": "{:,.1f}"}
_WAITS: Mapping[str, tuple[Callable[[Latency], float], int]] = {
    "": (lambda one: one.mean_ms, 2),
    "P95": (lambda one: one.p95_ms, 4),
    "P99": (lambda one: one.p99_ms, 6),
}


def metric_charts(days: Sequence[DayMetrics], w: Phrases) -> list[tuple[str, str, Chart]]:
    """Title, a sentence about it (or nothing) and the chart, in the order of the rows."""
    drawn: dict[str, list[Metric]] = {}
    for row in METRICS.values():
        if row.chart:
            drawn.setdefault(row.chart, []).append(row)
    labels = [one.day.isoformat() for one in days]
    told = [one.figures for one in days]
    return [
        (*_title(name, rows[0], w),
         _chart(labels, rows[0], [s for row in rows for s in _series(row, told, w)]))
        for name, rows in drawn.items()
    ]  # fmt: skip


def _title(name: str, row: Metric, w: Phrases) -> tuple[str, str]:
    language = w.language
    if row.unit == "latency":
        return f"{w['c_latency']} · {row.label(language, 'legend')}", ""
    title = tell(code, language) if has(code := f"metrics.chart.{name}") else row.label(language)
    return title, tell(code, language) if has(code := f"metrics.about.{name}") else ""


def _chart(labels: Sequence[str], row: Metric, series: Sequence[Series]) -> Chart:
    form = _FORMS.get(row.unit, "{:,.0f}")
    if row.unit in ("share", "latency"):
        return lines(labels, series, form=form, top=1.0 if row.unit == "share" else None)
    return stacked(labels, series, form=form)


def _series(row: Metric, told: Sequence[Metrics], w: Phrases) -> list[Series]:
    if row.unit == "rungs":
        by_rung = zip(*(one.rungs for one in told), strict=True)
        return [
            Series(w[f"rung_{uses[0].rung}"], tuple(use.hits for use in uses), colour)
            for colour, uses in enumerate(by_rung, 1)
        ]
    if row.unit == "latency":
        waits = [one.latency(row.name) for one in told]
        return [
            Series(
                name or w["m_mean"],
                tuple(read(one) if one.times else None for one in waits),
                colour,
            )
            for name, (read, colour) in _WAITS.items()
        ]
    values = (one[row.name] for one in told)
    numbers = tuple(one if isinstance(one, int | float) else None for one in values)
    return [Series(row.label(w.language, "legend"), numbers, row.colour)]
