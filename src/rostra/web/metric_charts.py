"""Which charts the metrics page has, out of the figures of its days."""

from collections.abc import Callable, Mapping, Sequence

from rostra.memory.figures import WAITS, DayFigures, Figures, WaitFigure
from rostra.web.charts import Chart, Series, lines, stacked

Row = tuple[str, Callable[[Figures], float | None], int]
_SHARE = "{:.0%}"
_RUNG_COLOURS = (1, 2, 3, 4)


def metric_charts(days: Sequence[DayFigures], w: Mapping[str, str]) -> list[tuple[str, str, Chart]]:
    """Title, a sentence about it (or nothing) and the chart, in the order of the page."""
    labels = [one.day.isoformat() for one in days]

    def series(*rows: Row) -> list[Series]:
        return [
            Series(name, tuple(read(one.figures) for one in days), colour)
            for name, read, colour in rows
        ]

    def bars(*rows: Row, form: str = "{:,.0f}") -> Chart:
        return stacked(labels, series(*rows), form=form)

    rungs: list[Row] = [
        (w[f"rung_{use.rung}"], _hits(at), _RUNG_COLOURS[at])
        for at, use in enumerate(days[-1].figures.rungs)
    ]
    rates: list[Row] = [
        (w["m_hit_rate"], lambda one: one.hit_rate, 1),
        (w["m_outside_ratio"], lambda one: one.outside_ratio, 5),
        (w["m_pass_rate"], lambda one: one.pass_rate, 2),
        (w["m_settled"], lambda one: one.settled_rate, 3),
    ]
    return [
        (w["c_answers"], w["c_answers_about"],
         bars(*rungs, (w["c_outside"], lambda one: one.outside_calls, 5))),
        (w["c_rates"], "", lines(labels, series(*rates), form=_SHARE, top=1.0)),
        (w["c_claims"], "", bars((w["c_passed"], lambda one: one.claims_passed, 1),
                                 (w["c_failed"], lambda one: one.claims_failed, 6))),
        (w["c_settling"], "", bars((w["c_settled"], lambda one: one.settled, 2),
                                   (w["c_let_go"], lambda one: one.let_go, 5))),
        (w["c_trouble"], "", bars((w["m_failures"], lambda one: one.failures, 6),
                                  (w["m_retries"], lambda one: one.retries, 4))),
        (w["c_rechecks"], "", bars((w["m_rechecks"], lambda one: one.rechecks_queued, 4),
                                   (w["m_rechecked"], lambda one: one.rechecked, 2),
                                   (w["m_changed"], lambda one: one.found_changed, 6))),
        (w["c_tokens"], "", bars((w["c_spent"], lambda one: one.tokens_spent, 2),
                                 (w["c_saved"], lambda one: one.tokens_saved, 1))),
        (w["c_money"], "", bars((w["c_spent"], lambda one: one.dollars_spent, 2),
                                (w["c_saved"], lambda one: one.dollars_saved, 1),
                                form="{:,.4f}")),
        *((f"{w['c_latency']} · {w['wait_' + what]}", "",
           lines(labels, series(*_wait_rows(at, w)), form="{:,.1f}"))
          for at, what in enumerate(WAITS)),
    ]  # fmt: skip


def _hits(at: int) -> Callable[[Figures], float]:
    return lambda one: one.rungs[at].hits


def _wait_rows(at: int, w: Mapping[str, str]) -> list[Row]:
    def read(value: Callable[[WaitFigure], float]) -> Callable[[Figures], float | None]:
        return lambda one: value(one.waits[at]) if one.waits[at].times else None

    return [
        (w["m_mean"], read(lambda wait: wait.mean), 2),
        ("P95", read(lambda wait: wait.p95), 4),
        ("P99", read(lambda wait: wait.p99), 6),
    ]
