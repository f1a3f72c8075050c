"""What is measured: 營收 is not 毛利率, 年增 is not 季增, 單月 is not 累計."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cache

from rostra.text.cues import Hit
from rostra.text.folding import Folded, canon
from rostra.text.lexicon import Lexicon, data_lines
from rostra.text.moments import Moment
from rostra.text.patterns import Pattern

_REACH = 120
Place = tuple[int, int, str]  # start, end and metric, in view positions

_BASES = frozenset(("yoy", "qoq", "mom", "seq"))
_SCOPES = frozenset(("cumulative", "single"))


@dataclass(frozen=True, slots=True)
class Metric:
    """`basis` is "", "yoy", "qoq" or "mom": a growth rate of the metric, not its level.
    `scope` is "cumulative" (累計) or "", the single period.
    """

    id: str
    basis: str = ""
    scope: str = ""
    text: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return ".".join(part for part in (self.id, self.scope, self.basis) if part)


@cache
def lexicon() -> Lexicon[str]:
    forms = []
    for line in data_lines("metrics.tsv"):
        name, written = line.split("\t")
        forms += [(canon(form.replace("_", " ")).text, name) for form in written.split(" ")]
    return Lexicon(forms)


def metric_places(view: Folded) -> list[Place]:
    """Where metrics are named, in view positions."""
    return [
        (start, end, name)
        for start, end, name in lexicon().find(view.text)
        if not _is_other_word(view.text, start, end)
    ]


_FUELS = frozenset("汽柴煤燃重")
_OTHER_WORDS = Pattern("出口(?:处|号)|进口(?:商|车)|订单(?:管理)|本益|(?:不|无)利润|总利润")


def _is_other_word(text: str, start: int, end: int) -> bool:
    if text.startswith("油价", start) and text[start - 1 : start] in _FUELS:
        return True  # 柴油|价格, not 油价
    match = _OTHER_WORDS.match(text, start)
    return match is not None and match.end() > end


def metrics_in(
    view: Folded, places: list[Place], moments: list[Moment], hits: list[Hit]
) -> tuple[Metric, ...]:
    """Each metric where it is named, and once more for each growth basis told of it."""
    found: list[Metric] = []
    scopes = [hit for hit in hits if hit.cue in _SCOPES]
    scope_starts = [hit.start for hit in scopes]
    moment_starts = [moment.start for moment in moments]
    place_starts = [start for start, _, _ in places]
    for start, end, name in places:
        scope = _scope_of(scopes, scope_starts, start, end)
        if not scope and _nearest(moments, moment_starts, start) == "cumulative":
            scope = "cumulative"
        found.append(_metric(view, name, start, end, scope=scope.replace("single", "")))
    for start, end, told in hits:
        if told not in _BASES:
            continue
        basis = told
        if told == "seq":
            basis = "mom" if _nearest(moments, moment_starts, start) == "month" else "qoq"
        owner = _owner(places, place_starts, start, end)
        name = owner[2] if owner else "change"
        growth = _metric(view, name, start, end, basis=basis)
        if growth not in found:
            found.append(growth)
    return tuple(found)


def _nearest(moments: list[Moment], starts: list[int], at: int) -> str:
    """What the period named last is: "cumulative", or its kind; failing that the one named next."""
    index = bisect_right(starts, at)
    if index:
        moment = moments[index - 1]
    elif starts and starts[0] <= at + 16:
        moment = moments[0]
    else:
        return ""
    return "cumulative" if moment.cumulative else moment.kind


def _metric(
    view: Folded, name: str, start: int, end: int, *, basis: str = "", scope: str = ""
) -> Metric:
    first, last = view.span(start, end)
    return Metric(name, basis, scope, view.original[first:last], first, last)


def _scope_of(scopes: list[Hit], starts: list[int], start: int, end: int) -> str:
    """The nearest scope word close before the metric, inside it or right behind it."""
    index = bisect_right(starts, end + 3)
    if index == 0:
        return ""
    hit = scopes[index - 1]
    return hit.cue if start - hit.end <= 14 else ""


def _owner(places: list[Place], starts: list[int], start: int, end: int) -> Place | None:
    """A growth rate belongs to the metric named last; failing that to the one named next."""
    index = bisect_left(starts, start)
    if index and start - places[index - 1][1] <= _REACH:
        return places[index - 1]
    if index < len(places) and places[index][0] - end <= 12:
        return places[index]
    return None
