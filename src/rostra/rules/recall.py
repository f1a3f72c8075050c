"""Whether a memory really answers a question, or only looks like it.

Text search brings lookalikes: the same company's other quarter, the other company's same quarter,
the forecast for the result. A memory is an answer only if one place in it holds every name, period
and measure asked for, told in the same way, together with whatever else the question names; and if
it is still fresh. A question that asks for nothing in particular has no answer in any memory.
"""

import datetime as dt
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from rostra.records import record
from rostra.rules.agreeing import (
    SALES,
    is_open,
    last_month,
    metric_fits,
    period_fits,
    period_tail,
    settled,
)
from rostra.rules.asking import RATES, as_statement, dated, growth_spans
from rostra.rules.binding import is_sales, narrowed
from rostra.rules.facts import Clause, Fact, Reading
from rostra.rules.mentions import Mention, country_of, speaker_as_subject
from rostra.rules.passages import Passage, passages_of
from rostra.rules.reading import LOSSES, read, without_labels
from rostra.rules.wording import (
    MOVES,
    Words,
    acts_named,
    marks_of,
    only_things,
    opposites,
    slot_spans,
    words_of,
)
from rostra.text import Metric, Quantity, same_quantity, slots
from rostra.text.folding import canon
from rostra.text.patterns import Pattern
from rostra.words import Message, Said, message

_ALL = 0.9
_HALF = 0.5
_MAX_QUERY = 4_000
_SHORTEST = 2  # characters of a name cut short
_TELLING = 4  # how much a question must say that names nobody
_YES_NO = Pattern(
    r"是否|有没有|会不会|能不能|有无|吗[?？]?$|\bwhether\b"
    r"|^(?:did|does|do|is|are|was|were|has|have|will)\b"
)
_WHY = Pattern(r"为何|为什么|原因|主因|何故|\bwhy\b|\breasons?\b|\bcauses?\b")
_CAUSE = Pattern(
    r"因|由于|受惠|受.{1,12}影响|拜|主因|所致|带动|拖累|\b(?:because|due to|owing to|driven by"
    r"|thanks to|as a result|on the back of|amid|boosted by|dragged)\b"
)
_WHEN = Pattern(r"何时|什么时候|几月|哪一年|哪天|日期|\bwhen\b|\bwhat date\b")
_HOW_MUCH = Pattern(
    r"多少|金额|数字|数据|几(?=元|人|家|成|亿|万|个)"
    r"|\b(?:figures?|numbers?|how (?:much|many))\b"
)
_HOW_LONG = Pattern(r"[几幾]个?[年月天]|多久|\bhow (?:long|many (?:years|months|days))\b")
_LATEST = Pattern(
    r"最新|目前|现在|当前|今日|今天|最近|\b(?:latest|current|currently|now|most recent|today)\b"
)
_RECENT, _KNOWN = 5, 30  # months
_GROWTH = "growth"  # 增速, without a word on what it is measured against: over the year
_STOCKS = frozenset({"capacity"})  # what stands there is 累計 by nature
_DECIDES = frozenset({"decide"})
_FORESEES = frozenset({"expectation", "guidance"})
_OWN_NAME = frozenset({"index_level"})  # there is one of them, whoever is named
_ANY_FIGURE = frozenset({"amount", "statistics"})
_COUNTED = Pattern(r"(?<=[\u3400-\u9fff]{2})[人件家戶户輛辆次棟栋][數数](?![據据])")
_SINGLE = Pattern(r"单月|单季|当月|当季")
_NOT_TOLD = frozenset({"asked", "supposed", "hearsay"})


@record
class Recall:
    """`reason` says why a memory was accepted, or what it lacks."""

    hit: bool
    reason: Said


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a question asks for."""

    actors: tuple[Mention, ...]
    places: frozenset[str]
    sources: frozenset[str]
    periods: tuple[str, ...]
    metrics: tuple[tuple[str, str, str], ...]
    force: str
    move: str
    negated: bool
    words: Words
    figures: tuple[Quantity, ...]
    marks: frozenset[str]
    text: str
    counter: str  # 人 of 新生人數: what is asked for is a count of these

    def each(self) -> list["_Wanted"]:
        """One question for each name in a list, each measure and each period."""
        listed = len(self.actors) > 1 and all(one.joined for one in self.actors[1:])
        groups = [(one,) for one in self.actors] if listed else [self.actors]
        periods = [(one,) for one in self.periods] if self.periods else [self.periods]
        metrics = [(one,) for one in self.metrics] if self.metrics else [self.metrics]
        return [
            replace(self, actors=group, periods=period, metrics=metric)
            for group, period, metric in product(groups, periods, metrics)
        ]


def recall_check(
    query: str,
    memory_text: str,
    *,
    fetched_at: dt.datetime,
    ttl: dt.timedelta,
    now: dt.datetime,
) -> Recall:
    """Return a hit only when the memory answers the question and has not expired."""
    stale = _staleness(fetched_at, ttl, now)
    if stale:
        return Recall(hit=False, reason=stale)
    wanted = _wanted(query[:_MAX_QUERY], now.date())
    if wanted is None:
        return Recall(hit=False, reason=message("recall.asks_nothing"))
    passages = passages_of(dated(memory_text, fetched_at.date()))
    if not passages:
        return Recall(hit=False, reason=message("recall.is_empty"))
    answers: list[str] = []
    for one in wanted.each():
        lacks: Said = ""
        for passage in passages:
            lacks = _lack(one, passage, fetched_at.date(), now)
            if not lacks:
                answers.append(passage.reading.text.strip()[:120])
                break
        if lacks:
            return Recall(hit=False, reason=lacks)
    return Recall(
        hit=True, reason=message("recall.answered_by", texts=" / ".join(dict.fromkeys(answers)))
    )


def _staleness(fetched_at: dt.datetime, ttl: dt.timedelta, now: dt.datetime) -> Said:
    """A clock that went backwards proves nothing about age, so it counts as stale."""
    if fetched_at.utcoffset() is None or now.utcoffset() is None:
        return message("recall.no_time_zone")
    age = now - fetched_at
    if age < dt.timedelta():
        return message("recall.from_the_future")
    return message("recall.expired") if age >= ttl else ""


@lru_cache(maxsize=64)  # one question is put to many memories
def _wanted(query: str, today: dt.date) -> _Wanted | None:
    text = as_statement(dated(query, today))
    reading = read(text)
    own, labels = without_labels(text, slots(text))
    names = [one for clause in reading.clauses for one in clause.mentions]
    actors = [one for one in names if not (one.is_place or one.is_source)]
    sources = [one for one in names if one.is_source]
    if not actors and sources and not any(one.is_place for one in names):
        actors, sources = sources, []
    counted = _COUNTED.search(text)
    metrics = _measures(tuple((_metric_name(one), one.basis, one.scope) for one in own.metrics))
    grown = growth_spans(text, own) if metrics else []
    if grown:
        metrics = tuple((name, basis or _GROWTH, scope) for name, basis, scope in metrics)
    taken = _taken(text, reading) + grown + ([counted.span()] if counted else [])
    words = words_of(text, taken, asked=True).less(_ANY_FIGURE)
    if own.modality != "actual" and metrics:
        words = words.less(_FORESEES)  # 預期 asks for a forecast, not for the word
    if any(name == "policy_rate" for name, _, _ in metrics):
        words = words.less(_DECIDES)  # a rate is decided by nature: 利率決議
    is_named = names or any(name.endswith("_index") or name in _OWN_NAME for name, _, _ in metrics)
    if not (metrics or words) or (not is_named and words.size < _TELLING):
        return None
    if not (names or metrics or own.periods) and only_things(words):
        return None  # 勞保基金: something about it, but what?
    return _Wanted(
        tuple(actors),
        frozenset(one.id for one in names if one.is_place),
        frozenset(one.id for one in sources),
        tuple(dict.fromkeys(settled(time.id, today) for time in own.periods)),
        metrics,
        own.modality,
        own.direction,
        own.negated,
        words,
        own.quantities,
        marks_of(text, slot_spans(text)) | {f"={one}" for one in labels},
        canon(text).text.strip(),
        canon(counted[0]).text[0] if counted and not metrics else "",
    )


def _metric_name(metric: Metric) -> str:
    if is_sales(metric):
        return SALES
    name = narrowed(metric.id, metric.text)
    return LOSSES.get(name, name)


def _measures(told: tuple[tuple[str, str, str], ...]) -> tuple[tuple[str, str, str], ...]:
    """營收年增率 asks for the growth, not for the level it is a growth of."""
    named = {name for name, _, _ in told}
    details = {name for name in named if name.startswith("wage/")}
    if "minimum_wage" in named and details:  # 最低工資月薪 is one measure
        kind = min(details).partition("/")[2]
        told = tuple(
            (f"minimum_wage/{kind}" if name == "minimum_wage" else name, basis, scope)
            for name, basis, scope in told
            if name not in details
        )
    if named & {"budget_spending", "budget_revenue"}:  # 總預算歲出
        told = tuple(one for one in told if one[0] != "budget")
    grown = {name for name, basis, _ in told if basis}
    return tuple((name, basis, scope) for name, basis, scope in told if basis or name not in grown)


def _lack(wanted: _Wanted, passage: Passage, fetched: dt.date, now: dt.datetime) -> Said:
    """What this passage lacks, or nothing."""
    for name in {one.id for one in wanted.actors} | wanted.places | wanted.sources:
        if name not in passage.entities and not _written(name, passage):
            return message("recall.not_named", name=name)
    if _lacks_words(wanted.words, passage) or _lacks_marks(wanted, passage):
        return message("recall.not_all")
    if _WHY.search(wanted.text) and not _CAUSE.search(canon(passage.reading.text).text):
        return message("recall.no_cause")
    if wanted.counter:
        counts = [one for one in passage.reading.facts if _is_count_of(wanted.counter, one)]
        told = [_figure_lack(wanted, fact, passage, fetched, now) for fact in counts]
        return min(told, key=_farness, default=message("recall.counts_otherwise"))
    asks_event = _YES_NO.search(wanted.text) or _WHEN.search(wanted.text)
    if not asks_event and (wanted.metrics or _HOW_MUCH.search(wanted.text)):
        told = [_figure_lack(wanted, fact, passage, fetched, now) for fact in passage.reading.facts]
        return min(told, key=_farness, default=message("recall.no_figure"))
    return _saying_lack(wanted, passage, fetched)


def _is_count_of(counter: str, fact: Fact) -> bool:
    """6,842人 is a number of people; 減少415人 is only how many fewer."""
    written = canon(fact.quantity.text).text[-1:]
    people = {"人", "名", "位"}
    alike = written == counter or {written, counter} <= people
    return alike and fact.quantity.kind == "count" and not fact.quantity.change and not fact.move


def _taken(text: str, reading: Reading) -> list[tuple[int, int]]:
    """Where slots stand; places count too, which the slots leave out beside an actor."""
    spans = slot_spans(text)
    at = 0
    for clause in reading.clauses:
        at = text.find(clause.text, at)
        spans += [(one.start + at, one.end + at) for one in clause.mentions]
        at += len(clause.text)
    return spans


def _written(name: str, passage: Passage) -> bool:
    return name.startswith("name:") and name.removeprefix("name:") in passage.view


def _lacks_words(words: Words, passage: Passage) -> bool:
    words = words.less(MOVES)
    return opposites(words, passage.words) or words.covered_by(passage.words) < _ALL


def _lacks_marks(wanted: _Wanted, passage: Passage) -> bool:
    """12吋, 第二座, H200: told in the same sentence, or not at all."""
    told = {mark for clause in passage.reading.clauses for mark in clause.marks}
    figures = [fact.quantity for fact in passage.reading.facts]
    return not wanted.marks <= told or not all(
        any(same_quantity(asked, one) for one in figures) for asked in wanted.figures
    )


def _figure_lack(
    wanted: _Wanted, fact: Fact, passage: Passage, fetched: dt.date, now: dt.datetime
) -> Said:
    owner = fact.subject or passage.subject
    metric = wanted.metrics[0][0] if wanted.metrics else ""
    asked = frozenset(one.id for one in wanted.actors) or wanted.places
    if len(asked) == 1 and fact.source in asked:
        asked = speaker_as_subject(fact.source, metric)
    if (
        not _same_names(owner, asked)
        and not (not owner and not fact.places and asked == {country_of(fact.source)})
        and not (owner and owner < asked)
        and not (asked and asked <= fact.places)
    ):
        return message("recall.another_owner")
    # A country stands for the office that speaks for it, but not for another office of it.
    offices = {one for one in asked - owner if country_of(one)}
    if offices and country_of(fact.source) and fact.source not in offices:
        return message("recall.another_source")
    if wanted.places and fact.places and not wanted.places & fact.places:
        return message("recall.another_place")
    if wanted.sources and fact.source not in wanted.sources:
        return message("recall.another_source")
    when = _when(fact.period or passage.period, passage, fetched)
    if wanted.periods and not period_fits(wanted.periods[0], when, passage.years):
        return message("recall.figure_of_another_period")
    if not wanted.periods and _is_old(when, now, latest=bool(_LATEST.search(wanted.text))):
        return message("recall.too_old")
    if fact.force != wanted.force or fact.role:
        return message("recall.other_force")
    if fact.negated != wanted.negated and not _YES_NO.search(wanted.text):
        return message("recall.figure_denied")
    if wanted.move in ("up", "down") and fact.move != wanted.move:
        return message("recall.moves_otherwise")
    return _measure_lack(wanted, fact) or _rival_lack(wanted, fact, passage)


_FIGURE_LACKS = (
    "",
    "recall.another_figure",
    "recall.single_or_total",
    "recall.new_or_whole",
    "recall.a_change",
    "recall.no_growth",
    "recall.other_basis",
    "recall.moves_otherwise",
    "recall.figure_denied",
    "recall.other_force",
    "recall.too_old",
    "recall.figure_of_another_period",
    "recall.another_source",
    "recall.another_place",
    "recall.part_or_whole",
    "recall.another_measure",
    "recall.another_owner",
)  # the nearest miss first: that is the one worth telling


def _farness(lack: Said) -> int:
    return _FIGURE_LACKS.index(lack.code if isinstance(lack, Message) else lack)


def _measure_lack(wanted: _Wanted, fact: Fact) -> Said:
    if not wanted.metrics:
        return ""
    name, basis, scope = wanted.metrics[0]
    if name != "change" and not metric_fits(name, fact.metric):
        return message("recall.another_measure")
    if not _same_part(wanted, fact):
        return message("recall.part_or_whole")
    changed = bool(fact.basis or fact.quantity.change) and fact.metric not in RATES
    if basis == _GROWTH:
        rate = changed or fact.metric in RATES
        rate = rate and fact.quantity.kind in ("ratio", "multiple")
        return "" if rate and fact.basis in ("", "yoy") else message("recall.no_growth")
    if (basis or fact.metric not in RATES) and fact.basis != basis:
        return message("recall.other_basis")
    if not basis and changed and wanted.move not in ("up", "down"):
        return message("recall.a_change")
    if ("newly" in fact.words.concepts) != ("newly" in wanted.words.concepts):
        return message("recall.new_or_whole")
    if fact.metric in _STOCKS:
        return ""
    if fact.scope and _SINGLE.search(wanted.text):
        return message("recall.single_or_total")
    if scope != fact.scope and not (wanted.periods and "/" in wanted.periods[0]):
        return message("recall.single_or_total")
    return ""


def _same_part(wanted: _Wanted, fact: Fact) -> bool:
    """A part of the company is neither asked for nor told unless both name it."""
    told = fact.qualifier.less(MOVES)
    if not told or fact.metric == "market_share":
        return True
    if wanted.words.concepts & told.concepts or wanted.words.stems & told.stems:
        return True
    return told.covered_by(wanted.words) >= _HALF


def _rival_lack(wanted: _Wanted, fact: Fact, passage: Passage) -> Said:
    clauses = passage.reading.clauses
    own = wanted.words.covered_by(fact.words)
    left = wanted.words.less(MOVES).without(clauses[fact.clause].words).without(fact.qualifier)
    for other in passage.reading.facts:
        if other.quantity.kind != fact.quantity.kind or other is fact:
            continue
        closer = other.subject == fact.subject and wanted.words.covered_by(other.words) > own
        elsewhere = left and left.covered_by(clauses[other.clause].words) >= _HALF
        if closer or (elsewhere and other.clause != fact.clause):
            return message("recall.another_figure")
    return ""


def _when(period: str, passage: Passage, fetched: dt.date) -> str:
    """An open period keeps to the years its text names; only without any the calendar decides."""
    if passage.years and is_open(period):
        return f"{max(passage.years)}{period_tail(period)}"
    return settled(period, fetched)


def _is_old(period: str, now: dt.datetime, *, latest: bool) -> bool:
    ended = last_month(period)
    if ended is None:
        return False
    months = (now.year - ended[0]) * 12 + now.month - ended[1]
    return months > (_RECENT if latest else _KNOWN)


def _saying_lack(wanted: _Wanted, passage: Passage, fetched: dt.date) -> Said:
    """A question without a measure is answered by a clause that says what it names."""
    if not wanted.words and not wanted.metrics:
        return message("recall.asks_nothing")
    named = {name for clause in passage.reading.clauses for name, _, _ in clause.metrics}
    if any(name not in named for name, _, _ in wanted.metrics):
        return message("recall.another_measure")
    told = [_when(one, passage, fetched) for one in passage.periods if one]
    for period in wanted.periods:
        if not any(period_fits(period, one, passage.years) for one in told):
            return message("recall.another_period")
    if _WHEN.search(wanted.text) and not passage.reading.periods:
        return message("recall.no_date")
    if _HOW_LONG.search(wanted.text) and not _tells_a_span(passage):
        return message("recall.no_figure")
    if not _YES_NO.search(wanted.text) and _is_denied_there(wanted, passage):
        return message("recall.denied_on_one_side")
    asked = frozenset(one.id for one in wanted.actors)
    lacks: Said = message("recall.not_said")
    for clause in passage.reading.clauses:
        if not wanted.words.covered_by(clause.words) or opposites(wanted.words, clause.words):
            continue
        if (
            asked
            and not asked & (clause.subject or passage.subject)
            and asked != {clause.source}
            and not asked <= {one.id for one in clause.mentions}
        ):
            lacks = "it is told of somebody else"
        elif clause.force in _NOT_TOLD or not _same_standing(wanted, clause.force):
            lacks = f"it is told as {clause.force}"
        elif (
            clause.negated != wanted.negated
            and not _turns_over(clause)
            and not _YES_NO.search(wanted.text)
        ):
            lacks = message("recall.denied_on_one_side")
        elif _moves_apart(wanted, clause.move):
            lacks = message("recall.moves_otherwise")
        else:
            return ""
    return lacks


def _tells_a_span(passage: Passage) -> bool:
    return any(fact.quantity.kind == "duration" for fact in passage.reading.facts)


def _is_denied_there(wanted: _Wanted, passage: Passage) -> bool:
    """法院受理此案，尚未宣判: the act asked about is told, but only as not done."""
    clauses = (*passage.before, *passage.reading.clauses, *passage.after)
    for act in acts_named(wanted.words):
        told = [one for one in clauses if act in one.words.concepts]
        if told and all(one.negated != wanted.negated and not _turns_over(one) for one in told):
            return True
    return False


def _turns_over(clause: Clause) -> bool:
    """撤銷原判決 is a ruling, not the denial of one."""
    return bool(clause.words.concepts & {"uphold", "overturn"})


def _moves_apart(wanted: _Wanted, move: str) -> bool:
    if _YES_NO.search(wanted.text):
        return False
    return wanted.move in ("up", "down") and move != wanted.move


def _same_standing(wanted: _Wanted, force: str) -> bool:
    return force == wanted.force or bool(_YES_NO.search(wanted.text) or _WHEN.search(wanted.text))


def _same_names(one: frozenset[str], other: frozenset[str]) -> bool:
    """The same names, a country for the agency that speaks for it, or a name cut short."""
    if one == other:
        return True
    if len(one) != 1 or len(other) != 1:
        return False
    first, second = next(iter(one)), next(iter(other))
    if second in (country_of(first), first) or first == country_of(second):
        return True
    return _is_short_for(first, second) or _is_short_for(second, first)


def _is_short_for(short: str, long: str) -> bool:
    """Both unlisted, and one the beginning or the end of the other."""
    if not (short.startswith("name:") and long.startswith("name:")):
        return False
    short, long = short.removeprefix("name:"), long.removeprefix("name:")
    if short.isascii():
        words = long.split(" ")
        return short.split(" ") in (words[: short.count(" ") + 1], words[-short.count(" ") - 1 :])
    return len(short) >= _SHORTEST and (long.startswith(short) or long.endswith(short))
