"""A sentence read figure by figure: whose, when, of what, told as what.

`rostra.text.slots` says what a sentence contains; rules that must not be fooled by a swap need to
know what belongs together. Each figure is bound to the name before it, the period nearest to it and
the metric it measures, clause by clause; what a clause leaves out it takes from the clause before.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from rostra.rules.agreeing import last_month
from rostra.rules.binding import (
    NOTHING,
    Measure,
    metric_of,
    narrowed,
    period_of,
    role_of,
    subject_of,
    topic_of,
)
from rostra.rules.comparing import against, growth, is_comparand
from rostra.rules.facts import Clause, Fact, Reading
from rostra.rules.mentions import (
    Mention,
    is_office,
    mentions_in,
    speaker_as_subject,
    unlisted_speaker,
)
from rostra.rules.stances import force_in, is_actual_again, is_schedule
from rostra.rules.wording import marks_of, uncommon_words, words_of
from rostra.text import Period, Quantity, Slots, periods, slots
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

# A list mark between two figures that each bring their own words (歲入…元、歲出…元) is a pause too.
_CLAUSE = Pattern(
    r"[，。；！？!?;\n]+|,(?=\s)|\.(?=\s|$)|(?<=[\u3400-\u9fff]),(?=[\u3400-\u9fff])"
    r"|\s(?=(?:while|but|whereas|although|though|because|after|amid|despite)\s)"
    r"|\s(?=as\s(?:[a-z]+\s){1,3}(?:rose|fell|grew|dropped|declined|climbed|jumped|surged|slipped)\s)"
    r"|\s(?=and\s(?:[a-z]+ed|cut|raised|will|expects|sees|has|had|is|are|was|were|plans)\s)"
    r"|(?<=[%％元億亿兆萬万人倍點点輛辆家件噸吨度座次])、(?=[\u3400-\u9fffA-Za-z]{2})(?![一二三四五六七八九十])"
)
# Longer than any sentence, and short enough that reading figure by figure stays quick.
_MAX, _MAX_CLAUSES, _MAX_FIGURES = 1_500, 60, 40


@dataclass(frozen=True, slots=True)
class _Carried:
    """What the clauses before hand on to the next one."""

    subject: frozenset[str] = frozenset()
    source: str = ""
    period: Period | None = None
    metric: Measure = NOTHING
    force: str = ""
    move: str = ""


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """Read one sentence."""
    text = text[:_MAX]
    whole = slots(text)
    times = periods(text)
    clauses: list[Clause] = []
    carried = _Carried()
    solid = [(time.start, time.end) for time in times]
    solid += [(figure.start, figure.end) for figure in whole.quantities]
    parts = _clauses(text, solid)
    for start, end in parts[:_MAX_CLAUSES]:
        clause, carried = _clause(text, start, end, whole, times, carried, len(clauses))
        moved = _MOVED_FROM.match(clause.text)
        if clauses and clauses[-1].facts and moved:
            clauses[-1] = _moved(clauses[-1], "up" if moved["up"] else "down")
        if clauses and _is_year_before(clause):
            clauses[-1] = _grown_over_year(clauses[-1])
        clauses.append(_as_before(clause, clauses[-1]) if clauses else clause)
    return Reading(text, tuple(clauses))


_MOVED_FROM = Pattern(
    r"\s?(?:(?P<up>up|higher|rising|an increase)|(?:down|lower|falling|a decrease|a drop))"
    r" (?:from|than) "
)


def _moved(clause: Clause, way: str) -> Clause:
    """EBITDA of $412 million, down from $530 million: the figure before is the one that moved."""
    last = clause.facts[-1]
    facts = (*clause.facts[:-1], last if last.move else replace(last, move=way))
    return replace(clause, facts=facts, move=clause.move or way)


def _as_before(clause: Clause, before: Clause) -> Clause:
    """一季度同比增长5.4%，二季度增长5.2%: the second growth is over the same stretch."""
    if len(clause.facts) != 1 or not before.facts or clause.metrics:
        return clause
    one, other = clause.facts[0], before.facts[-1]
    if not clause.periods and not clause.mentions and _is_same_growth(one, other):
        return replace(clause, facts=(replace(one, basis=other.basis, against=other.against),))
    if len(clause.periods) != 1:
        return clause
    alike = one.quantity.change and other.quantity.change and one.metric == other.metric
    if one.basis or not alike or one.period == other.period:
        return clause
    return replace(clause, facts=(replace(one, basis=other.basis),))


def _is_same_growth(one: Fact, other: Fact) -> bool:
    """比去年同期減少211件，減幅13.2%: one change, told as a number and as a rate."""
    told = one.quantity.change == other.quantity.change != ""
    kinds = one.quantity.kind == "ratio" and other.quantity.kind not in ("ratio", "points")
    return told and kinds and not one.basis and one.metric == other.metric


def _is_year_before(clause: Clause) -> bool:
    """…, compared with $1.96 billion a year earlier"""
    first = clause.facts[0] if clause.facts else None
    return (
        first is not None and first.role == "prior" and "yoy" in {b for _, b, _ in clause.metrics}
    )


def _grown_over_year(clause: Clause) -> Clause:
    """A growth told beside the figure of the year before is the growth over that year."""
    facts = tuple(
        replace(fact, basis="yoy") if fact.quantity.change and not fact.basis else fact
        for fact in clause.facts
    )
    return replace(clause, facts=facts)


def _clauses(text: str, solid: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Between pauses; the comma of a date or of a figure is none."""
    found = []
    start = 0
    inside = {at for first, last in solid for at in range(first + 1, last)}
    for match in _CLAUSE.finditer(text):
        if match.start() in inside:
            continue
        if text[start : match.start()].strip():
            found.append((start, match.start()))
        start = match.end()
    if text[start:].strip():
        found.append((start, len(text)))
    return found


_JOINT = Pattern(r"[、及和与與跟]|\sand\s")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A clause while it is read, with what was handed on to it."""

    whole: str
    start: int
    text: str
    own: Slots
    names: tuple[Mention, ...]
    when: tuple[Period, ...]
    compared: tuple[Period, ...]
    source: str
    force: str
    labels: tuple[Quantity, ...]
    carried: _Carried

    def labelled(self, figure: Quantity) -> frozenset[str]:
        """The label told last before a figure: 28.4元 of 92無鉛26.9元、95無鉛28.4元 is 95's."""
        before = [one for one in self.labels if one.start < figure.start]
        return frozenset(f"={one}" for one in (before[-1:] or self.labels[:1]))

    def taken(self, segment: tuple[int, int] | None = None) -> list[tuple[int, int]]:
        """Where slots stand, and all that is outside the segment."""
        spans = [(part.start, part.end) for part in self.own.metrics]
        spans += [(part.start, part.end) for part in self.own.quantities]
        spans += [(name.start, name.end) for name in self.names]
        times = (*self.when, *self.compared)
        spans += [(time.start - self.start, time.end - self.start) for time in times]
        if segment:
            spans += [(0, segment[0]), (segment[1], len(self.text))]
        return spans

    def segment(self, index: int) -> tuple[int, int]:
        """From the figure before to this one; the last figure of a clause has its tail too."""
        figures = self.own.quantities
        start = self._noun_end(index - 1) if index else 0
        last = index == len(figures) - 1
        return start, len(self.text) if last else self._noun_end(index)

    def _noun_end(self, index: int) -> int:
        """34例重症及12例死亡: what is counted may stand behind its figure, up to the joint."""
        figure, following = self.own.quantities[index], self.own.quantities[index + 1]
        joint = _JOINT.search(self.text, figure.end, following.start)
        return joint.start() if joint and figure.kind == "count" else figure.end


def _clause(
    text: str,
    start: int,
    end: int,
    whole: Slots,
    times: tuple[Period, ...],
    carried: _Carried,
    number: int,
) -> tuple[Clause, _Carried]:
    part = text[start:end]
    own, labels = without_labels(part, slots(part))
    names = mentions_in(part, own, whole)
    here = [time for time in times if start <= time.start and time.end <= end]
    compared = tuple(time for time in here if is_comparand(text, start, end, time))
    when = tuple(time for time in here if time not in compared)
    if when and carried.period and _is_earlier(when[0].id, carried.period.id):
        carried = replace(carried, force="")  # 預測2025年…，2024年…: what was foreseen is over
    source = next((one.id for one in reversed(names) if one.is_source), "")
    source = source or unlisted_speaker(part, names, own)
    if source and carried.source and source != carried.source:
        carried = replace(carried, force="")  # what one speaker foresees, the next may report
    source = source or carried.source
    force = _force(part, own, names, carried, text[end : end + 1])
    piece = _Piece(text, start, part, own, names, when, compared, source, force, labels, carried)
    facts: list[Fact] = []
    measure = carried.metric
    for index in range(len(own.quantities)):
        fact, measure = _fact(piece, index, measure, number)
        facts.append(fact)
    topic = topic_of(part, names, carried.subject) or carried.subject
    if (
        carried.subject
        and topic != carried.subject
        and _is_place(topic) > _is_place(carried.subject)
    ):
        topic = carried.subject  # Tesla …, as US buyers rushed: still Tesla's
    if source and not is_office(source) and _OF_ITSELF.search(part):
        topic = frozenset({source})
    if _IS_WHEN.search(part):
        topic = carried.subject  # 立法院三讀後，…: what follows is not the chamber's
    clause = _told(piece, topic, facts)
    named = [name for name, _, _ in clause.metrics if name != "change"]
    if named and not facts and not _IS_METHOD.search(part):
        measure = Measure(named[-1])
    return clause, _hand_on(carried, clause, when, measure, topic)


def _fact(piece: _Piece, index: int, measure: Measure, number: int) -> tuple[Fact, Measure]:
    own, figure = piece.own, piece.own.quantities[index]
    period = period_of(
        piece.whole, piece.start, figure, piece.when, own.quantities, piece.carried.period
    )
    role = role_of(piece.text, figure)
    if role == "then" and (base_time := _time_of_base(piece, index)) is not None:
        period = base_time
    measure, basis = metric_of(piece.text, figure, own, piece.names, index, measure)
    if basis == "qoq" and period is not None and period.kind == "month" and "比" in piece.text:
        basis = "mom" if _IN_SEQUENCE.search(piece.text) else basis
    base = against(figure, piece.compared, piece.start, own.quantities)
    if base and not basis:
        basis = growth("" if period is None else period.id, base)
    metric, signed = _signed(measure.id, figure)
    if figure.unit == "degree" and _WARM.search(piece.text):
        signed = replace(signed, unit="C")
    subject = subject_of(
        piece.text, figure.start, piece.names, piece.carried.subject, own.quantities, index
    )
    taken = piece.taken(piece.segment(index))
    running = "cumulative" if period is not None and period.cumulative else ""
    fact = Fact(
        quantity=signed,
        subject=subject or speaker_as_subject(piece.source, metric),
        places=_places(piece.names, own.quantities, index),
        source=piece.source,
        period="" if period is None else _shifted(piece.text, figure, period.id),
        metric=metric,
        basis=basis,
        against=base,
        objects=_objects(piece),
        scope=measure.scope or running,
        force=_own_force(piece, figure),
        move=_move(piece, index),
        negated=_is_denied(piece, index),
        role=role,
        words=words_of(piece.text, taken),
        qualifier=measure.qualifier,
        marks=marks_of(piece.text, taken) | piece.labelled(figure),
        clause=number,
    )
    return fact, measure


def _time_of_base(piece: _Piece, index: int) -> Period | None:
    """When the figure was taken that another is compared with: 比2021年旱象的1,240公頃還多."""
    figure = piece.own.quantities[index]
    before = piece.own.quantities[index - 1].end if index else 0
    named = [
        time
        for time in piece.compared
        if before <= time.start - piece.start and time.end - piece.start <= figure.start
    ]
    return named[-1] if named else None


_WARM = Pattern(r"[温溫热熱]|\b(?:temperatures?|hot|heat|warm|cold)")
_IN_SEQUENCE = Pattern("[环環]比")  # over the stretch before, whichever the text speaks of


_OBJECT = Pattern(r"(?:对|對|向|给|給|与|與|跟|将|將|把|为|為)([\u4e00-\u9fffA-Za-z]{2,})")


def _objects(piece: _Piece) -> frozenset[str]:
    """To whom it is done: names after 對 or 向, listed or not."""
    listed = {one.id for one in piece.names if one.is_object and not one.is_place}
    unusual = uncommon_words(piece.text, piece.taken())
    after = [match[1] for match in _OBJECT.finditer(canon(piece.text).text)]
    return frozenset(listed) | {
        word for word in unusual if any(one.startswith(word) for one in after)
    }


def _told(piece: _Piece, topic: frozenset[str], facts: list[Fact]) -> Clause:
    own = piece.own
    metrics = tuple((narrowed(one.id, one.text), one.basis, one.scope) for one in own.metrics)
    taken = piece.taken()
    return Clause(
        text=piece.text,
        mentions=piece.names,
        subject=topic or speaker_as_subject(piece.source, metrics[0][0] if metrics else ""),
        source=piece.source,
        periods=tuple(
            time.id for time in (piece.when if facts else (*piece.when, *piece.compared))
        ),
        lent=_lent(piece, facts),
        metrics=metrics,
        force=piece.force,
        move=own.direction,
        negated=own.negated,
        words=words_of(piece.text, taken),
        marks=marks_of(piece.text, taken) | {f"={one}" for one in piece.labels},
        facts=tuple(facts),
    )


def _lent(piece: _Piece, facts: list[Fact]) -> str:
    """Told of August, not July: "in August from $78.2 billion in July"."""
    if not piece.when:
        return ""
    named = {time.id for time in piece.when}
    compared = {fact.period for fact in facts if fact.role}
    told = [fact.period for fact in facts if not fact.role and fact.period in named]
    return told[-1] if told and compared else piece.when[-1].id


def _is_place(names: frozenset[str]) -> bool:
    return all(name.startswith("PLACE:") for name in names)


_IS_WHEN = Pattern(r"(?:后|後|时|時|之际|之際|期间|期間)$")
_OF_ITSELF = Pattern(
    r"\b(?:said|says|denie[sd]|announced|confirmed|insisted) (?:that )?(?:it|they)\b"
)
_IS_METHOD = Pattern(
    r"^\s?(?:按|以|依|经|經|扣除|剔除|不含|不计|不計|若以)[^，。]{1,14}(?:计算|計算|调整|調整|因素|口径|口徑|换算|換算|影响|影響)"
    r"|^\s?(?:excluding|adjusted for|in real terms|at constant)"
)
_COMPARES = Pattern(
    r"\s?(?:高于|高於|低于|低於|优于|優於|较|較|比|不如|逊于|遜於|up from|down from|compared)"
)


def _hand_on(
    carried: _Carried,
    clause: Clause,
    when: tuple[Period, ...],
    measure: Measure,
    topic: frozenset[str],
) -> _Carried:
    spans = [time for time in when if time.kind != "day"] or list(when)
    spans = [time for time in spans if time.id == clause.lent] or spans
    period = spans[-1] if spans else carried.period
    if spans and spans[-1].kind == "day" and carried.period and carried.period.kind != "day":
        period = carried.period
    if carried.period and _COMPARES.match(clause.text):
        period = carried.period  # 高於10月的2.0%，…: what follows is not told of October
    force = "" if clause.force in ("asked", "proposed") else clause.force
    if force == "forecast" and not clause.facts and is_schedule(clause.text):
        force = carried.force
    return _Carried(topic, clause.source, period, measure, force, clause.move)


LOSSES = {"trade_balance/deficit": "trade_balance", "net_loss": "net_income", "eps_loss": "eps"}


def _signed(metric: str, figure: Quantity) -> tuple[str, Quantity]:
    """A loss is an income below zero, and a deficit a balance below zero."""
    if metric == "trade_balance/surplus":
        return "trade_balance", figure
    if metric not in LOSSES or figure.kind not in ("money", "number"):
        return metric, figure
    low, high = sorted((-abs(figure.low), -abs(figure.high)))
    return LOSSES[metric], replace(figure, low=low, high=high)


_TERM = Pattern(r"\s?(?:期|级|級|公债|公債|国债|國債|bond|treasury|note)")
_GRADE = Pattern(r"\s?(?:无铅|無鉛)")


def without_labels(part: str, own: Slots) -> tuple[Slots, tuple[Quantity, ...]]:
    """1年期, 2奈米, 95無鉛 are names of kinds; they tell no figure."""
    labels = [
        figure
        for figure in own.quantities
        if figure.unit in ("nm", "inch")
        or (figure.kind == "duration" and _TERM.match(part, figure.end))
        or (figure.kind == "number" and _GRADE.match(part, figure.end))
    ]
    kept = tuple(figure for figure in own.quantities if figure not in labels)[:_MAX_FIGURES]
    return replace(own, quantities=kept), tuple(labels)


def _is_earlier(period: str, other: str) -> bool:
    one, two = last_month(period), last_month(other)
    return one is not None and two is not None and one < two


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


def _own_force(piece: _Piece, figure: Quantity) -> str:
    """The forecast a result is measured against does not make the result one."""
    others = [one for one in piece.own.quantities if one is not figure]
    if piece.force != "forecast" or role_of(piece.text, figure):
        return piece.force
    if not any(role_of(piece.text, one) == "expected" for one in others):
        return piece.force
    return slots(piece.text[: figure.end]).modality


_TAIL = 14


def _is_denied(piece: _Piece, index: int) -> bool:
    """A figure is denied by what stands before it, not by what is told after it."""
    if not piece.own.negated:
        return False
    start, end = piece.segment(index)
    figure = piece.own.quantities[index]
    if end - figure.end <= _TAIL:
        figure = replace(figure, end=end)
    return slots(piece.text[start : figure.end]).negated


def _speaks_anew(piece: str, names: tuple[Mention, ...]) -> bool:
    """What is supposed or rumoured ends where results are told or somebody else speaks."""
    spoken = any(one.is_source and one.id != "group:media" for one in names)
    return spoken or is_actual_again(piece)


def _without(piece: str, names: tuple[Mention, ...]) -> str:
    for one in names:
        piece = piece[: one.start] + "某" * (one.end - one.start) + piece[one.end :]
    return piece


def _move(piece: _Piece, index: int) -> str:
    figure = piece.own.quantities[index]
    if figure.change:
        return figure.change
    if not piece.own.direction and not words_of(piece.text, piece.taken()):
        return piece.carried.move if figure.kind == "count" else ""
    if piece.own.direction != "mixed" and len(piece.own.quantities) == 1:
        return piece.own.direction
    start, end = piece.segment(index)
    return slots(piece.text[start:end]).direction


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
