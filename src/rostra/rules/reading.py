"""A sentence read figure by figure: whose, when, of what, told as what.

`rostra.text.slots` says what a sentence contains; rules that must not be fooled by a swap need to
know what belongs together. Each figure is bound to the name before it, the period nearest to it and
the metric it measures, clause by clause; what a clause leaves out it takes from the clause before.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from rostra.rules.agreeing import last_month
from rostra.rules.binding import metric_of, narrowed, period_of, role_of, subject_of, topic_of
from rostra.rules.mentions import Mention, mentions_in, speaker_as_subject
from rostra.rules.stances import force_in, is_actual_again
from rostra.rules.wording import Words, words_of
from rostra.text import Period, Quantity, Slots, periods, slots
from rostra.text.patterns import Pattern

_CLAUSE = Pattern(r"[，。；！？!?;\n]+|,(?=\s)|\.(?=\s|$)|(?<=[\u3400-\u9fff]),(?=[\u3400-\u9fff])")
_MAX = 20_000


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure with all that it hangs on. `words` is what stands around it and is no slot."""

    quantity: Quantity
    subject: frozenset[str]
    places: frozenset[str]
    source: str
    period: str
    metric: str
    basis: str
    scope: str
    force: str
    move: str
    negated: bool
    role: str
    words: Words
    clause: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence between two pauses."""

    text: str
    mentions: tuple[Mention, ...]
    subject: frozenset[str]
    source: str
    periods: tuple[str, ...]
    metrics: tuple[tuple[str, str, str], ...]
    force: str
    move: str
    negated: bool
    words: Words
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    text: str
    clauses: tuple[Clause, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for clause in self.clauses for fact in clause.facts)

    @property
    def entities(self) -> frozenset[str]:
        return frozenset(one.id for clause in self.clauses for one in clause.mentions)

    @property
    def periods(self) -> frozenset[str]:
        return frozenset(period for clause in self.clauses for period in clause.periods)

    @property
    def words(self) -> Words:
        return Words(
            frozenset(name for clause in self.clauses for name in clause.words.concepts),
            frozenset(pair for clause in self.clauses for pair in clause.words.pairs),
            frozenset(stem for clause in self.clauses for stem in clause.words.stems),
        )


@dataclass(frozen=True, slots=True)
class _Carried:
    """What the clauses before hand on to the next one."""

    subject: frozenset[str] = frozenset()
    source: str = ""
    period: Period | None = None
    metric: str = ""
    scope: str = ""
    force: str = ""


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """Read one sentence."""
    text = text[:_MAX]
    whole = slots(text)
    times = periods(text)
    clauses: list[Clause] = []
    carried = _Carried()
    for start, end in _clauses(text):
        clause, carried = _clause(text, start, end, whole, times, carried, len(clauses))
        clauses.append(clause)
    return Reading(text, tuple(clauses))


def _clauses(text: str) -> list[tuple[int, int]]:
    found = []
    start = 0
    for match in _CLAUSE.finditer(text):
        if text[start : match.start()].strip():
            found.append((start, match.start()))
        start = match.end()
    if text[start:].strip():
        found.append((start, len(text)))
    return found


def _clause(
    text: str,
    start: int,
    end: int,
    whole: Slots,
    times: tuple[Period, ...],
    carried: _Carried,
    number: int,
) -> tuple[Clause, _Carried]:
    piece = text[start:end]
    own = slots(piece)
    names = mentions_in(piece, own, whole)
    when = tuple(time for time in times if start <= time.start and time.end <= end)
    if when and carried.period and _is_earlier(when[0].id, carried.period.id):
        carried = replace(carried, force="")  # 預測2025年…，2024年…: what was foreseen is over
    force = _force(piece, own, names, carried, text[end : end + 1])
    source = next((one.id for one in reversed(names) if one.is_source), carried.source)
    subject = topic_of(piece, names) or carried.subject
    facts = []
    for index, figure in enumerate(own.quantities):
        period = period_of(text, start, figure, when, own.quantities, carried.period)
        metric, basis, scope = metric_of(piece, figure, own, index, carried.metric)
        facts.append(
            Fact(
                figure,
                subject_of(piece, figure.start, names, carried.subject, own.quantities, index)
                or speaker_as_subject(source, metric),
                _places(names, own.quantities, index),
                source,
                "" if period is None else _shifted(piece, figure, period.id),
                metric,
                basis,
                scope or ("cumulative" if period is not None and period.cumulative else ""),
                force,
                _move(piece, own, index),
                own.negated,
                role_of(piece, figure),
                words_of(
                    piece, _taken(own, names, when, start, _segment(piece, own, index), len(piece))
                ),
                number,
            )
        )
    metrics = tuple((narrowed(one.id, one.text), one.basis, one.scope) for one in own.metrics)
    clause = Clause(
        piece,
        names,
        subject or speaker_as_subject(source, metrics[0][0] if metrics else ""),
        source,
        tuple(time.id for time in when),
        metrics,
        force,
        own.direction,
        own.negated,
        words_of(piece, _taken(own, names, when, start)),
        tuple(facts),
    )
    return clause, _hand_on(carried, clause, when, metrics, force, subject)


def _is_earlier(period: str, other: str) -> bool:
    one, two = last_month(period), last_month(other)
    return one is not None and two is not None and one < two


def _hand_on(
    carried: _Carried,
    clause: Clause,
    when: tuple[Period, ...],
    metrics: tuple[tuple[str, str, str], ...],
    force: str,
    subject: frozenset[str],
) -> _Carried:
    spans = [time for time in when if time.kind != "day"] or list(when)
    named = [name for name, _, _ in metrics if name != "change"]
    period = spans[-1] if spans else carried.period
    if spans and spans[-1].kind == "day" and carried.period and carried.period.kind != "day":
        period = carried.period
    return _Carried(
        subject,
        clause.source,
        period,
        named[-1] if named else carried.metric,
        "",
        "" if force == "asked" else force,
    )


def _force(piece: str, own: Slots, names: tuple[Mention, ...], carried: _Carried, mark: str) -> str:
    modality = own.modality
    if modality != "actual" and any(piece[one.end - 1] in "会會" for one in names):
        modality = slots(_without(piece, names)).modality  # 聯準會降息 foresees nothing
    told = force_in(piece + mark, modality)
    if carried.force in ("supposed", "hearsay") and not _speaks_anew(piece, names):
        return carried.force
    if told != "actual":
        return told
    return "actual" if is_actual_again(piece) else carried.force or "actual"


def _speaks_anew(piece: str, names: tuple[Mention, ...]) -> bool:
    """What is supposed or rumoured ends where results are told or somebody else speaks."""
    spoken = any(one.is_source and one.id != "group:media" for one in names)
    return spoken or is_actual_again(piece)


def _without(piece: str, names: tuple[Mention, ...]) -> str:
    for one in names:
        piece = piece[: one.start] + "某" * (one.end - one.start) + piece[one.end :]
    return piece


def _segment(piece: str, own: Slots, index: int) -> tuple[int, int]:
    """From the figure before to this one; the last figure of a clause has its tail too."""
    figures = own.quantities
    start = figures[index - 1].end if index else 0
    end = len(piece) if index == len(figures) - 1 else figures[index].end
    return start, end


def _move(piece: str, own: Slots, index: int) -> str:
    figure = own.quantities[index]
    if figure.change:
        return figure.change
    if own.direction != "mixed" and len(own.quantities) == 1:
        return own.direction
    start, end = _segment(piece, own, index)
    return slots(piece[start:end]).direction


def _places(
    names: tuple[Mention, ...], figures: tuple[Quantity, ...], index: int
) -> frozenset[str]:
    start = figures[index - 1].end if index else 0
    end = figures[index + 1].start if index + 1 < len(figures) else 1 << 30
    figure = figures[index]
    before = {one.id for one in names if one.is_place and start <= one.start < figure.start}
    return frozenset(before) or frozenset(
        one.id for one in names if one.is_place and figure.end <= one.start < end
    )


def _taken(
    own: Slots,
    names: tuple[Mention, ...],
    when: tuple[Period, ...],
    start: int,
    segment: tuple[int, int] | None = None,
    size: int = 0,
) -> list[tuple[int, int]]:
    spans = [(part.start, part.end) for part in own.metrics]
    spans += [(part.start, part.end) for part in own.quantities]
    spans += [(name.start, name.end) for name in names]
    spans += [(time.start - start, time.end - start) for time in when]
    if segment:
        spans += [(0, segment[0]), (segment[1], size)]
    return spans


_SHIFT = Pattern(
    r"(?:去年|上年|前一年)(?:同期|同季|同月)(?:的|为|為|之|则为|則為|仅|僅|约|約|是)*\s*$"
)
_SHIFT_AFTER = Pattern(
    r"\s(?:a year (?:earlier|ago)|in the (?:same|year-earlier|year-ago) (?:period|quarter))"
)
_COMPARED = Pattern(
    r"(?:from|compared with|compared to|versus|vs\.?|against)\s(?:about |a |the )?$"
)


def _shifted(piece: str, figure: Quantity, period: str) -> str:
    """去年同期的5,467億 is told of the year before."""
    before = piece[max(0, figure.start - 16) : figure.start]
    told = _SHIFT.search(before) or (
        _COMPARED.search(before) and _SHIFT_AFTER.match(piece, figure.end)
    )
    if not told:
        return period
    return f"{int(period[:4]) - 1}{period[4:]}" if period[:4].isdigit() else f"yago:{period}"
