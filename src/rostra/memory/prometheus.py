"""The metrics as Prometheus reads them: text, one family after the other."""

from collections.abc import Iterator

from rostra.memory.meter import BOUNDS
from rostra.memory.metrics import METRICS, Latency, Metric, Metrics, Value
from rostra.words import ENGLISH

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def to_prometheus(told: Metrics) -> str:
    return (
        "\n".join(line for row in METRICS.values() for line in _lines(row, told[row.name])) + "\n"
    )


def _lines(row: Metric, value: Value) -> Iterator[str]:
    name, about = f"rostra_{row.prometheus or row.name}", row.label(ENGLISH)
    if isinstance(value, Latency):
        yield from _family(f"{name}_seconds", "histogram", about)
        yield from _histogram(f"{name}_seconds", value)
    elif isinstance(value, tuple):
        for kind in ("hits", "misses"):
            yield from _family(f"rostra_rung_{kind}_total", "counter", f"{about}: {kind}")
            for use in value:
                yield f'rostra_rung_{kind}_total{{rung="{use.rung}"}} {getattr(use, kind)}'
    elif row.unit in ("count", "dollars"):
        yield from _family(f"{name}_total", "counter", about)
        yield f"{name}_total {value}"
    elif value is not None:  # what follows from counts may fall too
        yield from _family(name, "gauge", about)
        yield f"{name} {value}"


def _family(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _histogram(name: str, latency: Latency) -> Iterator[str]:
    """Buckets add up as they widen; the last one holds everything."""
    within = 0
    for number, bound in enumerate(BOUNDS):
        within += latency.counts[number] if number < len(latency.counts) else 0
        yield f'{name}_bucket{{le="{bound / 1000:g}"}} {within}'
    yield f'{name}_bucket{{le="+Inf"}} {latency.times}'
    yield f"{name}_sum {latency.total_ms / 1000:g}"
    yield f"{name}_count {latency.times}"
