"""Whether a sentence may be published on the strength of the texts it cites.

Every figure of the sentence must stand in the evidence with the same owner, period, measure and
standing (result, forecast, target, hearsay), and every clause without figures must be said there,
affirmed or denied the same way. Each must be found in one place: a sentence of the evidence, with
its neighbours for what it leaves out. What cannot be found is refused; silence is no support.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from rostra.records import record
from rostra.rules.agreeing import carries, metric_fits, period_fits
from rostra.rules.comparing import base_of
from rostra.rules.mentions import Mention
from rostra.rules.owning import same_actor, same_owner, same_source
from rostra.rules.passages import Passage, passages_of, squeezed
from rostra.rules.reading import Clause, Fact, read
from rostra.rules.wording import MOVES, Words, acts_in, alike, opposites, two_scripts, words_of
from rostra.text import Quantity
from rostra.text.folding import canon
from rostra.text.lexicon import words
from rostra.text.patterns import Pattern

_SAID = 0.7  # how much of a clause's own words must be in the passage
_NEARBY = 0.34  # … and in the very clause that says it
_STEP = 0.01
_HALF = 0.5
_KNOWN = 0.67
_NEARLY = 0.15
_ALL_BUT = 0.8  # of a clause without figures: its words are all it has
_UNMEASURED = 0.85  # what no metric tells apart, words must
_PLAIN_CHARACTERS = frozenset(
    "居占达的了是在要看仍再也都将会已可有就才还又更最从到由对向为把让使等不未没起后内则与及并被获"
)
_FAR = 20  # a passage without the figure is farther off than any with it
_MOODS = frozenset(
    {"record_high", "record_low", "strong", "weak", "slow_down", "rebound", "worsen", "ease_up"}
)
_ATTRIBUTION = frozenset({"statistics"})  # 財政部統計，…: only says where it comes from
_RATES = frozenset({"gdp", "cpi", "core_cpi", "ppi", "pce"})


@record
class SentenceCheck:
    """`reasons` say what is not carried; they are empty when `ok`."""

    ok: bool
    reasons: tuple[str, ...] = ()


def check_sentence(sentence: str, evidence_texts: Sequence[str]) -> SentenceCheck:
    """Check one sentence against the whole texts it cites."""
    said = read(sentence)
    if not any(clause.words or clause.facts or clause.metrics for clause in said.clauses):
        return SentenceCheck(ok=False, reasons=("says nothing that evidence could carry",))
    if said.is_cut:
        return SentenceCheck(ok=False, reasons=("is too long to be checked as one sentence",))
    quoted = squeezed(sentence)
    passages = [one for text in evidence_texts for one in passages_of(text)]
    if any(quoted == one.squeezed for one in passages):
        return SentenceCheck(ok=True)
    if not passages:
        return SentenceCheck(ok=False, reasons=("cites no text",))
    reasons: list[str] = []
    for clause in said.clauses:
        reasons += _clause_faults(clause, passages)
    return SentenceCheck(ok=not reasons, reasons=tuple(dict.fromkeys(reasons)))


def _clause_faults(clause: Clause, passages: Sequence[Passage]) -> list[str]:
    if not clause.facts:
        return min([_saying_faults(clause, one) for one in passages], key=len)
    faults: list[str] = []
    for fact in clause.facts:
        tried = [_figure_faults(clause, fact, one) for one in passages]
        nearest: list[str] = min(tried, key=len)
        faults += nearest
    return faults


def _figure_faults(clause: Clause, fact: Fact, passage: Passage) -> list[str]:
    """The fewest faults of any figure in the passage that could be the one meant."""
    found = [
        _context_faults(clause, passage) + _fact_faults(clause, fact, told, passage)
        for told in passage.reading.facts
        if _same_figure(fact, told)
    ]
    missing = [f"{fact.quantity.text} is not in the cited text"] * _FAR
    return min([*found, missing], key=len)


def _same_figure(said: Fact, told: Fact) -> bool:
    if carries(told.quantity, said.quantity):
        return True
    if _way(said) and _way(said) == _way(told):
        return carries(_size(told), _size(said))
    return False


def _size(fact: Fact) -> Quantity:
    low, high = sorted((abs(fact.quantity.low), abs(fact.quantity.high)))
    return replace(fact.quantity, low=low, high=high)


def _way(fact: Fact) -> str:
    return fact.quantity.change or (fact.move if fact.move in ("up", "down") else "")


def _context_faults(clause: Clause, passage: Passage) -> list[str]:
    """Names and times of the clause, wherever they stand in the neighbourhood."""
    faults = [
        f"{clause.text[one.start : one.end]} is not named there"
        for one in clause.mentions
        if not one.id.startswith("group:") and not _is_named(one, clause, passage)
    ]
    faults += [
        f"{word} is not there" for word in clause.uncommon if not _is_written(word, clause, passage)
    ]
    named = {name.partition("/")[0] for name, _, _ in clause.metrics} - {"change"}
    faults += [f"{name} is not measured there" for name in sorted(named - passage.metrics)]
    if not _speaker_is_there(clause, passage):
        faults.append("whoever is said to say it is not there")
    faults += [
        f"the period {period} is not there"
        for period in clause.periods
        if period not in {fact.period for fact in clause.facts}  # those are held to their figures
        and not any(period_fits(period, told, passage.years) for told in passage.periods)
    ]
    return faults


def _is_written(word: str, clause: Clause, passage: Passage) -> bool:
    if word.isdigit():
        return re.search(rf"(?<!\d){word}(?!\d)", passage.view) is not None
    if passage.is_chinese == word.isascii() or word in passage.view:
        return True
    if word.isascii():
        return False
    around = canon(clause.text).text
    at = around.find(word)
    wider = around[max(0, at - 1) : at + len(word) + 1] if at >= 0 else word
    return (_left_over(wider, passage.view) & set(word)) <= _PLAIN_CHARACTERS


def _left_over(word: str, view: str) -> set[str]:
    """The characters of a word that stand with neither neighbour in the text: 要 of 要看歐美."""
    last = len(word) - 1
    return {
        char
        for at, char in enumerate(word)
        if not (at and word[at - 1 : at + 1] in view)
        and not (at < last and word[at : at + 2] in view)
    }


def _speaker_is_there(clause: Clause, passage: Passage) -> bool:
    """A speaker who is no listed name ("the central bank said") must be there by every word."""
    head = _SPEAKER.match(clause.text)
    if head is None:
        return True
    named = clause.text[: head.end(1) if head[1] else head.end(2)]
    spans = [(one.start, one.end) for one in clause.mentions]
    words = words_of(named, [span for span in spans if span[1] <= len(named)])
    if passage.is_chinese != bool(words.pairs):
        words = Words(words.concepts, frozenset(), frozenset())
    return not words.without(passage.words) or squeezed(named) in squeezed(passage.view)


def _is_named(one: Mention, clause: Clause, passage: Passage) -> bool:
    if one.id in passage.entities:
        return True
    written = canon(clause.text[one.start : one.end]).text
    return one.id.startswith("name:") and written in passage.view


def _fact_faults(clause: Clause, said: Fact, told: Fact, passage: Passage) -> list[str]:
    figure = said.quantity.text
    checks = (
        (same_owner(said, told, passage), f"{figure} is told of somebody else"),
        (
            same_source(said.source, told, passage),
            f"{figure} is said by another",
        ),
        (
            period_fits(said.period, told.period or passage.period, passage.years),
            f"{figure} is told of another period",
        ),
        (
            metric_fits(said.metric, told.metric or _metric_before(told, passage)),
            f"{figure} measures something else",
        ),
        (_same_base(said, told, passage), f"{figure} is compared with another period"),
        (
            said.scope == told.scope
            or _is_told_of(said.period, told, passage)
            or (told.quantity.kind == "ratio" and not told.basis),
            f"{figure} is not cumulative and single at once",
        ),
        (
            said.force == told.force or _both_planned(clause, passage.reading.clauses[told.clause]),
            f"{figure} is told there as {told.force}, not as {said.force}",
        ),
        (_same_role(said, told), f"{figure} is what another figure was measured against"),
        (_same_way(said, told, passage), f"{figure} moves another way"),
        (said.negated == told.negated, f"{figure} is denied on one side only"),
        (_same_thing(said, told, passage), f"{figure} is told of another part of it"),
        (_fitting_words(said, told, passage), f"what is said of {figure} is not there"),
    )
    faults = [fault for fine, fault in checks if not fine]
    there = passage.reading.clauses[told.clause]
    if not _same_marks(said.marks, told, there, passage):
        faults.append(f"{figure} is told of another one of its kind")
    if clause.move in ("up", "down") and there.move == "flat":
        faults.append(f"{figure} does not move there")
    if not _same_tense(clause, there):
        faults.append("what is done and what is to come are mixed up")
    if not _same_order(clause, there):
        faults.append("who does it to whom is turned round")
    if _is_another_owner(clause, told, passage) or _is_done_to(clause, passage):
        faults.append(f"{figure} is told of somebody else")
    if not _same_place(clause, passage):
        faults.append(f"{figure} is told of another place")
    if _is_another_item(clause, told, there):
        faults.append(f"{figure} is listed there for another")
    return faults


def _is_another_owner(said: Clause, told: Fact, passage: Passage) -> bool:
    """A name no table lists, though the sentence of the figure names somebody of its own."""
    clauses = passage.reading.clauses[: told.clause + 1]
    acting = any(not one.is_source and not one.is_place for c in clauses for one in c.mentions)
    if not acting or not passage.is_chinese:
        return False
    view = canon(passage.reading.text).text
    lead = [word for word in said.uncommon if not word.isascii() and not word.isdigit()]
    return any(len(_left_over(word, view)) == len(word) for word in lead)


_MARKS_OBJECT = r"(?:对|被|将|把|向|让)[^，。；,;]{0,12}"


def _is_done_to(said: Clause, passage: Passage) -> bool:
    """完成對康澤的收購: the one it is done to did not do it."""
    text = canon(said.text).text.lstrip()
    names = [canon(said.text[one.start : one.end]).text for one in said.mentions]
    agents = [one for one in (*said.uncommon, *names) if one and text.startswith(one)]
    view = canon(passage.reading.text).text
    return any(
        re.search(_MARKS_OBJECT + re.escape(one), view) is not None
        and not re.search(rf"(?:^|[，。；,;]\s?){re.escape(one)}", view)
        for one in agents
    )


_WHERE = Pattern(r"(?:在|于|赴|前往)([\u3400-\u9fff]{2})")


def _same_place(said: Clause, passage: Passage) -> bool:
    """在上海上市 is not carried by 在香港上市, whether a table lists the place or not."""
    if not passage.is_chinese:
        return True
    places = [match[1] for match in _WHERE.finditer(canon(said.text).text)]
    return all(one in passage.view for one in places if one in words())


_EACH = Pattern(
    r"(?:各(?:自|调|調|增|减|減|为|為|达|達|有|占|佔|约|約|上|下|是)|分别|分別|依序|依次)"
)
_ITEMS = Pattern(r"[、，,]|及|和|与|與|以及|跟")


def _is_another_item(said: Clause, told: Fact, there: Clause) -> bool:
    """汽、柴油各調降0.2元及0.4元: the first figure is not the second item's."""
    each = _EACH.search(there.text)
    if each is None or len(there.facts) < 2:
        return False
    listed = _ITEMS.sub("\n", canon(there.text[: each.start()]).text)
    items = [one.strip() for one in listed.split("\n") if one.strip()][-len(there.facts) :]
    at = there.facts.index(told) if told in there.facts else -1
    if len(items) != len(there.facts) or at < 0:
        return False
    view = canon(said.text).text
    named = [index for index, item in enumerate(items) if item[-_ITEM:] in view]
    return bool(named) and at not in named


_ITEM = 4


_FORESEEN = Pattern(
    r"目标|预估|预测|预期|估计|推估|展望|财测|力拼|上看"
    r"|\b(?:targets?|goals?|aims?|forecasts?|estimates?|expects?|expected|guid\w+|outlook|projects?)\b"
)


def _both_planned(said: Clause, told: Clause) -> bool:
    """計劃投入, will spend: what somebody means to do, foreseen by nobody."""
    if {said.force, told.force} != {"forecast", "target"}:
        return False
    return not any(_FORESEEN.search(canon(one.text).text) for one in (said, told))


def _is_told_of(period: str, told: Fact, passage: Passage) -> bool:
    """上半年累計營收 is the half year's; 上半年虧損，累積虧損達… is what has piled up by then."""
    own = passage.reading.clauses[told.clause].periods
    return period == told.period != "" and told.period in own


def _same_role(said: Fact, told: Fact) -> bool:
    """較去年的2.5元: what is measured against is also what last year's figure was."""
    if said.role == told.role:
        return True
    own = told.role == "then" and bool(said.period) and period_fits(said.period, told.period)
    return own and not said.role


def _metric_before(told: Fact, passage: Passage) -> str:
    """A sentence that names no measure goes on with the one before it, in the same unit."""
    if any(name != "change" for one in passage.reading.clauses for name, _, _ in one.metrics):
        return ""
    return passage.metric if told.quantity.change or told.quantity.unit == passage.unit else ""


def _same_base(said: Fact, told: Fact, passage: Passage) -> bool:
    if said.basis and said.basis != told.basis and not said.basis.startswith("vs:"):
        return False
    base = told.against or base_of(told.period or passage.period, told.basis)
    if not said.against or period_fits(said.against, base, passage.years):
        return True
    own = passage.reading.clauses[told.clause].periods
    return not told.basis and any(period_fits(said.against, one, passage.years) for one in own)


def _same_marks(said: frozenset[str], told: Fact, there: Clause, passage: Passage) -> bool:
    """5G, 第二座, 95無鉛: by the figure if any of the kind stands there, else in the sentence."""
    labels = frozenset(mark for mark in said if mark.startswith("="))
    if not labels <= told.marks or _other_than(said) != _other_than(told.marks):
        return False
    for mark in said - labels:
        beside = {one for one in there.marks if _kind_of(one) == _kind_of(mark)}
        if mark not in beside and (beside or mark not in passage.marks):
            return False
    return True


def _kind_of(mark: str) -> str:
    return mark[0] if mark[0] in "#=非~" else "code"


def _other_than(marks: frozenset[str]) -> frozenset[str]:
    return frozenset(mark for mark in marks if mark.startswith("非"))


def _same_way(said: Fact, told: Fact, passage: Passage) -> bool:
    if said.metric in _RATES and not (_way(said) and _way(told)):
        return True
    if _way(said) and not _way(told) and not said.quantity.change:
        return _growth_beside(told, passage) == {_way(said)}
    if _way(said):
        return _way(said) == _way(told)
    return not told.quantity.change


def _growth_beside(told: Fact, passage: Passage) -> set[str]:
    """營收5,306億元，年增22.4%: a level may be said to have risen on the growth told of it."""
    return {
        fact.quantity.change
        for fact in passage.reading.facts
        if fact.quantity.change
        and (fact.subject, fact.metric, fact.period) == (told.subject, told.metric, told.period)
        and told.metric
    }


def _same_thing(said: Fact, told: Fact, passage: Passage) -> bool:
    """服務營收 is neither 營收 nor iPhone營收, unless the words around the figure say so."""
    if not said.metric or alike(said.qualifier, told.qualifier):
        return True
    there = passage.reading.clauses[told.clause]
    if len(there.facts) > 1 and _EACH.search(there.text):
        return True  # which item it is of is asked apart
    named = "".join(said.subject)
    told_part = Words(
        told.qualifier.concepts,
        frozenset(pair for pair in told.qualifier.pairs if pair not in named),
        told.qualifier.stems,
    )
    around = _joined(said.words, said.qualifier)
    comparable = bool(told_part) and not two_scripts(told_part, said.words)
    if comparable and told_part.covered_by(around) < _HALF:
        return False
    return not said.qualifier or _is_told_here(said.qualifier, told, passage)


def _is_told_here(qualifier: Words, told: Fact, passage: Passage) -> bool:
    """What narrows a measure stands by its figure or before it, and by no rival figure nearer."""
    clauses = passage.reading.clauses
    qualifier = _comparable(qualifier, passage)
    own = _joined(told.words, told.qualifier)
    here = qualifier.covered_by(own)
    rivals = (
        fact
        for fact in passage.reading.facts
        if fact.metric == told.metric and fact.quantity != told.quantity
    )
    if any(qualifier.covered_by(_joined(one.words, one.qualifier)) > here for one in rivals):
        return False
    told_so_far = clauses[: told.clause + 1]
    before = _joined(own, *(one.words for one in told_so_far))
    left = qualifier.without(before)
    view = canon(" ".join(one.text for one in told_so_far)).text
    left = Words(left.concepts, frozenset(p for p in left.pairs if p not in view), left.stems)
    return left.size <= (1 - _SAID) * qualifier.size


def _joined(*parts: Words) -> Words:
    return Words(
        frozenset().union(*(one.concepts for one in parts)),
        frozenset().union(*(one.pairs for one in parts)),
        frozenset().union(*(one.stems for one in parts)),
    )


def _fitting_words(said: Fact, told: Fact, passage: Passage) -> bool:
    """The words around a figure are there, and fit nothing else in the passage better."""
    least = _SAID if said.metric else _UNMEASURED
    if _uncovered(said.words, passage.words, passage, least) or opposites(said.words, told.words):
        return False
    words = said.words.less(MOVES)
    clauses = passage.reading.clauses
    is_each = _EACH.search(clauses[told.clause].text) is not None
    rivals = [
        other.words
        for other in passage.reading.facts
        if (other.quantity.kind, other.quantity.unit) == (told.quantity.kind, told.quantity.unit)
        and other.quantity != told.quantity
        and not opposites(words, other.words)
        and (other.subject, other.role) == (told.subject, told.role)
        and not (other.clause < told.clause and _goes_on(clauses[other.clause], told, passage))
        and not (other.clause == told.clause and (is_each or other.metric != told.metric))
        and not (told.role == "then" and other.clause in (told.clause, told.clause - 1))
    ]
    rivals += [
        clause.words
        for clause in clauses[told.clause + 1 :]
        if not clause.facts and clause.words.covered_by(said.words) < _SAID
    ]
    here = clauses[told.clause].words
    own = max(words.covered_by(told.words), words.covered_by(here) - _STEP)
    if any(words.covered_by(rival) > own for rival in rivals):
        return False
    left = words.without(here).without(told.qualifier)
    later = [clause.words for clause in clauses[told.clause + 1 :]]
    unsaid = left.without(_joined(*(clause.words for clause in clauses[: told.clause + 1])))
    if unsaid and any(
        unsaid.covered_by(one) >= _HALF and one.covered_by(said.words) < _SAID for one in later
    ):
        return False
    elsewhere = (
        clause.words
        for at, clause in enumerate(clauses)
        if at != told.clause
        and any(other.quantity.unit == told.quantity.unit for other in clause.facts)
        and not opposites(words, clause.words)
        and not (at < told.clause and _goes_on(clause, told, passage))
        and not (told.role == "then" and at == told.clause - 1)
    )
    return not left or all(left.covered_by(other) < _HALF for other in elsewhere)


def _goes_on(before: Clause, told: Fact, passage: Passage) -> bool:
    """Another measure of the same thing: what was named before still holds."""
    other = all(fact.metric != told.metric for fact in before.facts)
    return other and not passage.reading.clauses[told.clause].mentions


def _uncovered(said: Words, there: Words, passage: Passage, least: float = _SAID) -> bool:
    said = _comparable(said.less(MOVES), passage)
    return opposites(said, there) or said.covered_by(there) < least


def _comparable(said: Words, passage: Passage) -> Words:
    """The words that a passage in its language could have: across languages only concepts."""
    if said.pairs and not passage.is_chinese:
        return Words(said.concepts, frozenset(), said.stems)
    if said.stems and not said.pairs and passage.is_chinese:
        return Words(said.concepts, frozenset(), frozenset())
    return said


_SAID_BY = Pattern(
    r"^(?:根据|據|据|依据)?(.{2,24}?)(?:的)?(?:最新)?(?:公布|发布|表示|指出|统计|数据|资料|公告|宣布|说|称|显示|报告|调查)+"
    r"(?:指出|显示|表示)?$"
)


def _only_attributes(clause: Clause, passage: Passage) -> bool:
    """NCC公布，…: nothing is said yet but by whom, and that one is written there."""
    told = _SAID_BY.match(canon(clause.text).text.strip())
    return told is not None and squeezed(told[1]) in squeezed(passage.view)


def _is_beyond_comparing(clause: Clause, passage: Passage) -> bool:
    """A clause without figure or measure that mostly says what no concept of ours can compare."""
    words = clause.words.less(MOVES)
    known = _comparable(words, passage).size
    return bool(words) and not clause.metrics and known < _KNOWN * words.size


def _saying_faults(clause: Clause, passage: Passage) -> list[str]:
    """What a clause without figures lacks in this passage."""
    faults = _context_faults(clause, passage)
    if not clause.words.less(_ATTRIBUTION) and not clause.metrics:
        return faults
    if _only_attributes(clause, passage):
        return []
    if _is_beyond_comparing(clause, passage):
        return [*faults, "it is said in a language that the text is not in"]
    words = clause.words.less(MOVES)
    fits = [words.covered_by(told.words) for told in passage.reading.clauses]
    rivals = [
        _told_faults(clause, told, passage)
        for fit, told in zip(fits, passage.reading.clauses, strict=True)
        if fit >= max(fits) - _NEARLY
    ]
    return faults + min(rivals, key=len, default=["it is not said there"])


def _told_faults(said: Clause, told: Clause, passage: Passage) -> list[str]:
    named = {name for name, _, _ in said.metrics}
    there = {name for one in passage.reading.clauses for name, _, _ in one.metrics}
    checks = (
        (same_actor(said, told, passage), "it is told of somebody else"),
        (same_source(said.source, told, passage), "it is said by another"),
        (named <= there | {"change"}, "it measures something else"),
        (not _uncovered(said.words, passage.words, passage, _ALL_BUT), "it is not said there"),
        (
            not _uncovered(said.words, told.words, passage, _NEARBY),
            "it is not said there in one breath",
        ),
        (not _borrows(said, told, passage), "it is not said there in one breath"),
        (_same_acts(said, told), "it is not done there"),
        (_same_complement(said, passage), "it is not called that there"),
        (_same_place(said, passage), "it is told of another place"),
        (not _is_done_to(said, passage), "who does it to whom is turned round"),
        (said.force == told.force, f"it is told there as {told.force}, not as {said.force}"),
        (said.negated == told.negated, "it is denied on one side only"),
        (said.move in ("", told.move) or _same_mood(said, told), "it moves another way"),
        (_same_tense(said, told), "what is done and what is to come are mixed up"),
        (_same_order(said, told), "who does it to whom is turned round"),
        (
            said.marks <= told.marks and _other_than(said.marks) == _other_than(told.marks),
            "it is told of another one of its kind",
        ),
        (_same_time(said, told, passage), "it is told of another time"),
    )
    return [fault for fine, fault in checks if not fine]


def _same_acts(said: Clause, told: Clause) -> bool:
    """What is done is done in this clause, not somewhere near it."""
    acts = {name for _, _, name in acts_in(said.text)} & said.words.concepts
    return acts - MOVES <= {name for _, _, name in acts_in(told.text)} | told.words.concepts


_IS = Pattern(r"(?:是|为|為|叫|称|稱)([\u3400-\u9fff]{2,8})$")


def _same_complement(said: Clause, passage: Passage) -> bool:
    """最常見副作用為噁心: what it is said to be must be written there."""
    told = _IS.search(canon(said.text).text)
    if told is None or not passage.is_chinese:
        return True
    return len(_left_over(told[1], passage.view)) <= len(told[1]) // 2


def _same_mood(said: Clause, told: Clause) -> bool:
    """需求疲弱, weak demand: a fall in one language is only a word in the other."""
    return not told.move and bool(said.words.concepts & told.words.concepts & _MOODS)


def _borrows(said: Clause, told: Clause, passage: Passage) -> bool:
    """A所言 with a word of B's: what this clause lacks is said by or of another one."""
    left = _comparable(said.words.less(MOVES), passage).without(told.words)
    return bool(left) and any(
        left.covered_by(other.words) >= _HALF
        for other in passage.reading.clauses
        if (other.subject, other.source) != (told.subject, told.source)
    )


_DONE = Pattern(r"已(?!知)|\b(?:has|have|had|already)\b")
_COMING = Pattern(r"将(?!近)|即将|\b(?:will|would|going to)\b")


def _same_tense(said: Clause, told: Clause) -> bool:
    """Hearsay and forecasts too tell of things done or things to come."""
    one, other = canon(said.text).text, canon(told.text).text
    done = bool(_DONE.search(one)), bool(_DONE.search(other))
    coming = bool(_COMING.search(one)), bool(_COMING.search(other))
    return not (
        (done[0] and not done[1] and coming[1]) or (coming[0] and not coming[1] and done[1])
    )


def _same_time(said: Clause, told: Clause, passage: Passage) -> bool:
    times = told.periods or tuple(passage.periods)
    return all(
        any(period_fits(period, one, passage.years) for one in times) for period in said.periods
    )


def _same_order(said: Clause, told: Clause) -> bool:
    """A buys B is not B buys A: names keep their side of the verb, unless one side is passive."""
    verbs = {name: start for start, _, name in acts_in(told.text)}
    turned = bool(_PASSIVE.search(said.text)) != bool(_PASSIVE.search(told.text))
    sides = {one.id: one.start for one in told.mentions}
    for start, _, verb in acts_in(said.text):
        for one in said.mentions:
            if verb in verbs and one.id in sides and not one.is_place and not one.joined:
                kept = (one.start < start) == (sides[one.id] < verbs[verb])
                if kept == turned:
                    return False
    return True


_SPEAKER = Pattern(
    r"(?:根据|根據|依据|依據|据|據)?([^，。；,;\d]{2,24}?)"
    r"(?:表示|指出|强调|強調|透露|认为|認為|估计|估計|预估|預估|预测|預測|统计|統計)"
    r"|((?:[Tt]he |An? )?(?:[\w'’.-]+ ){1,5}?)"
    r"(?:said|says|reported|announced|expects|forecasts?|estimates?|predicts?)\b"
)
_PASSIVE = Pattern(r"被|遭|获(?!利)|獲(?!利)|\b(?:was|were|been|is|are)\s\w+ed\sby\b|\bby\b")
