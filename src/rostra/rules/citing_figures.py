"""What keeps one figure of a text from carrying one figure of a sentence."""

from dataclasses import replace

from rostra.rules.agreeing import carries, metric_fits, period_fits, period_tail
from rostra.rules.citing_acts import is_done_to, same_order, same_place, same_tense
from rostra.rules.citing_borrowing import is_anothers, names_later, same_edge, same_step, same_whole
from rostra.rules.citing_context import context_faults
from rostra.rules.citing_words import EACH, fitting_words, left_over, same_thing
from rostra.rules.comparing import base_of
from rostra.rules.facts import Clause, Fact
from rostra.rules.owning import same_owner, same_source
from rostra.rules.passages import Passage
from rostra.text import Quantity
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_RATES = frozenset({"gdp", "cpi", "core_cpi", "ppi", "pce"})
_ITEMS = Pattern(r"[、，,]|及|和|与|與|以及|跟")
_ITEM = 4
_FORESEEN = Pattern(
    r"目标|预估|预测|预期|估计|推估|展望|财测|力拼|上看"
    r"|\b(?:targets?|goals?|aims?|forecasts?|estimates?|expects?|expected|guid\w+|outlook|projects?)\b"
)


def core_faults(clause: Clause, said: Fact, told: Fact, passage: Passage) -> list[str]:
    """What no wording can mend: another period, measure, base, standing, direction or kind."""
    figure = said.quantity.text
    checks = (
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
        (same_thing(said, told, passage), f"{figure} is told of another part of it"),
        (same_edge(clause, told, passage), f"{figure} is told of another day"),
        (same_whole(clause, said, told, passage), f"{figure} is a share of another whole"),
        (same_step(clause, said, told, passage), f"{figure} is by how much, not to what"),
    )
    faults = [fault for fine, fault in checks if not fine]
    there = passage.reading.clauses[told.clause]
    if not _same_marks(said.marks, told, there, passage):
        faults.append(f"{figure} is told of another one of its kind")
    if clause.move in ("up", "down") and there.move == "flat":
        faults.append(f"{figure} does not move there")
    if not same_tense(clause, there):
        faults.append("what is done and what is to come are mixed up")
    if _is_another_item(clause, told, there):
        faults.append(f"{figure} is listed there for another")
    return faults


def fact_faults(clause: Clause, said: Fact, told: Fact, passage: Passage) -> list[str]:
    """All of them, and what its owner, its speaker and the words around it tell."""
    figure = said.quantity.text
    checks = (
        (same_owner(said, told, passage), f"{figure} is told of somebody else"),
        (same_source(said.source, told, passage), f"{figure} is said by another"),
        (fitting_words(said, told, passage), f"what is said of {figure} is not there"),
        (not is_anothers(said, told, passage), f"{figure} is told of another thing"),
        (not names_later(clause, told, passage), f"{figure} is told of somebody else"),
    )
    faults = context_faults(clause, passage) + core_faults(clause, said, told, passage)
    faults += [fault for fine, fault in checks if not fine]
    there = passage.reading.clauses[told.clause]
    if not same_order(clause, there):
        faults.append("who does it to whom is turned round")
    if _is_another_owner(clause, told, passage) or is_done_to(clause, passage):
        faults.append(f"{figure} is told of somebody else")
    if not same_place(clause, passage):
        faults.append(f"{figure} is told of another place")
    return faults


def _is_another_owner(said: Clause, told: Fact, passage: Passage) -> bool:
    """A name no table lists, though the sentence of the figure names somebody of its own."""
    clauses = passage.reading.clauses[: told.clause + 1]
    acting = any(not one.is_source and not one.is_place for c in clauses for one in c.mentions)
    if not acting or not passage.is_chinese:
        return False
    view = canon(passage.reading.text).text
    lead = [word for word in said.uncommon if not word.isascii() and not word.isdigit()]
    return any(len(left_over(word, view)) == len(word) for word in lead)


def _both_planned(said: Clause, told: Clause) -> bool:
    """計劃投入, will spend: what somebody means to do, foreseen by nobody."""
    if {said.force, told.force} != {"forecast", "target"}:
        return False
    return not any(_FORESEEN.search(canon(one.text).text) for one in (said, told))


def _is_told_of(period: str, told: Fact, passage: Passage) -> bool:
    """上半年累計營收 is the half year's; 上半年虧損，累積虧損達… is what has piled up by then."""
    if period != told.period or not period:
        return False
    there = passage.reading.clauses[told.clause]
    if told.period in there.periods:
        return True
    is_span = "/" in period or period_tail(period).startswith("H")
    return is_span and "累" not in there.text  # 1至6月 is the half year, piled up or not


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
    if said.against == "Y-1" and told.basis == "yoy" and not told.period[:4].isdigit():
        return True  # 較去年成長 is 年增 where no other year is told of
    base = told.against or base_of(told.period or passage.period, told.basis)
    if not said.against or period_fits(said.against, base, passage.years):
        return True
    own = passage.reading.clauses[told.clause].periods
    return not told.basis and any(period_fits(said.against, one, passage.years) for one in own)


def _same_marks(said: frozenset[str], told: Fact, there: Clause, passage: Passage) -> bool:
    """5G, 第二座, 95無鉛: by the figure if any of the kind stands there, else in the sentence."""
    labels = frozenset(mark for mark in said if mark.startswith("="))
    if not labels <= told.marks or other_than(said) != other_than(told.marks):
        return False
    for mark in said - labels:
        beside = {one for one in there.marks if _kind_of(one) == _kind_of(mark)}
        if mark not in beside and (beside or mark not in passage.marks):
            return False
    return True


def _kind_of(mark: str) -> str:
    return mark[0] if mark[0] in "#=非~" else "code"


def other_than(marks: frozenset[str]) -> frozenset[str]:
    return frozenset(mark for mark in marks if mark.startswith("非"))


def _same_way(said: Fact, told: Fact, passage: Passage) -> bool:
    if said.metric in _RATES and not (_way(said) and _way(told)):
        return True
    if _way(said) and not _way(told) and not said.quantity.change:
        return _growth_beside(told, passage) | _moved_from(told, passage) == {_way(said)}
    if _way(said):
        return _way(said) == _way(told)
    return not told.quantity.change


def _way(fact: Fact) -> str:
    return fact.quantity.change or (fact.move if fact.move in ("up", "down") else "")


def _growth_beside(told: Fact, passage: Passage) -> set[str]:
    """營收5,306億元，年增22.4%: a level may be said to have risen on the growth told of it."""
    return {
        fact.quantity.change
        for fact in passage.reading.facts
        if fact.quantity.change
        and (fact.subject, fact.metric, fact.period) == (told.subject, told.metric, told.period)
        and told.metric
    }


def _moved_from(told: Fact, passage: Passage) -> set[str]:
    """$84.3 million, compared with $97.8 million a year earlier: the two figures tell the way."""
    there = passage.reading.clauses[told.clause : told.clause + 2]
    bases = [
        fact.quantity.value
        for clause in there
        for fact in clause.facts
        if fact.role in ("prior", "then")
        and not told.role
        and (fact.metric, fact.subject) == (told.metric, told.subject)
        and (fact.quantity.unit, fact.quantity.per) == (told.quantity.unit, told.quantity.per)
        and told.metric
    ]
    return {"up" if told.quantity.value > base else "down" for base in bases}


def _is_another_item(said: Clause, told: Fact, there: Clause) -> bool:
    """汽、柴油各調降0.2元及0.4元: the first figure is not the second item's."""
    each = EACH.search(there.text)
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


def same_figure(said: Fact, told: Fact) -> bool:
    if carries(told.quantity, said.quantity):
        return True
    if _way(said) and _way(said) == _way(told):
        return carries(_size(told), _size(said))
    return False


def _size(fact: Fact) -> Quantity:
    low, high = sorted((abs(fact.quantity.low), abs(fact.quantity.high)))
    return replace(fact.quantity, low=low, high=high)
