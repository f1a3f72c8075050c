"""Charts drawn by code from figures that stand in a report's own statements, as plain SVG.

Nothing in them is read by a script or styled from outside: colours are attributes, and
`currentColor` follows the page's light or dark.
"""

from collections.abc import Sequence
from html import escape

from rostra.report.blocks import Chart

_WIDE, _HIGH, _LEFT, _TOP, _ROW = 640, 240, 150, 18, 30
_MANY = 12


def to_svg(chart: Chart, colour: str = "currentColor") -> str:
    """The chart; `colour` where nothing surrounds it that has one."""
    is_bars = chart.look == "bars"
    drawn = _across(chart) if is_bars else _beside(chart)
    high = _HIGH if is_bars else 2 * _TOP + _ROW * len(chart.points)
    told = escape(told_in_words(chart), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" role="img" '
        f'aria-label="{told}" color="{colour}" fill="currentColor" font-size="13" '
        f'font-family="Noto Sans CJK JP, sans-serif">{drawn}</svg>'
    )


def told_in_words(chart: Chart) -> str:
    """What a reader who cannot see it is told."""
    points = "; ".join(f"{label} {shown}" for label, _, shown in chart.points)
    return f"{chart.title}: {points}"


def _across(chart: Chart) -> str:
    """A column for each period, from nothing up; below nothing where a value is."""
    values = [value for _, value, _ in chart.points]
    top, bottom = max(*values, 0.0), min(*values, 0.0)
    span, room = (top - bottom) or 1.0, _HIGH - 56
    step = _WIDE / len(values)
    base = 24 + room * top / span
    parts = [_line(0, base, _WIDE, base, 0.4)]
    for at, (label, value, shown) in enumerate(chart.points):
        middle, tall = step * (at + 0.5), room * abs(value) / span
        up = base - tall if value >= 0 else base
        parts.append(
            f'<rect x="{middle - step * 0.3:.1f}" y="{up:.1f}" width="{step * 0.6:.1f}" '
            f'height="{max(tall, 1):.1f}" fill-opacity="0.75"/>'
        )
        parts.append(_text(middle, up - 6, shown, "middle"))
        parts.append(_text(middle, _HIGH - 8, label, "middle"))
    return "".join(parts)


def _beside(chart: Chart) -> str:
    """A dot for each side on one scale, joined: how far apart they are."""
    values = [value for _, value, _ in chart.points]
    low, high = min(*values, 0.0), max(*values, 0.0)
    span = (high - low) or 1.0
    room = _WIDE - _LEFT - 90
    parts, places = [], []
    for at, (label, value, shown) in enumerate(chart.points):
        x, y = _LEFT + room * (value - low) / span, _TOP + _ROW * (at + 0.5)
        places.append((x, y))
        parts += [_text(_LEFT - 12, y + 5, label, "end"), _text(x + 12, y + 5, shown, "start")]
        parts.append(_line(_LEFT, y, _LEFT + room, y, 0.15))
    (x1, y1), (x2, y2) = places[0], places[-1]
    joined = _line(x1, y1, x2, y2, 0.6)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6"/>' for x, y in places)
    return "".join([*parts, joined, dots])


def _line(x1: float, y1: float, x2: float, y2: float, opacity: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="currentColor" '
        f'stroke-opacity="{opacity}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def chart_of(title: str, rows: Sequence[tuple[str, str]]) -> Chart | None:
    """A chart of what a column of a table gives for at least three periods."""
    points = [(label, _number(shown), shown) for label, shown in rows]
    known = [(label, value, shown) for label, value, shown in points if value is not None]
    if not 3 <= len(known) <= _MANY or len(known) < len(points):
        return None
    if len({label for label, _, _ in known}) < len(known):
        return None
    return Chart(title, tuple(known))


def _number(shown: str) -> float | None:
    tidy = shown.replace(",", "").replace("−", "-").strip().rstrip("%％")
    try:
        return float(tidy)
    except ValueError:
        return None
