"""Whether two claims contradict each other.

A conflict becomes a Counterclaim, so both ways of being wrong cost: a contradiction missed lets a
false figure stand, a contradiction imagined throws out a true one. Claims are compared figure by
figure, each with whose it is, when it was and what it measures.

Decisions where the words leave a choice:
- another entity (a subsidiary, a parent) makes claims `unrelated`;
- a forecast, a target and a result are different measures: `different_metric`, never a conflict;
- 年增 against 月增, percent against percentage points, another currency: `different_metric`;
  but one number in two currencies is a `contradiction`, because both cannot be true;
- 累計 against 單月 is `different_period` when the periods differ, else `different_metric`;
- the same value in another unit or scale is `unit_equivalent`; equal as far as both writers meant
  to be exact (rounding, 約, 逾, a point inside a range) is `agreement`;
- a denial of what the other claim affirms is a `contradiction`.
"""

from collections.abc import Sequence

from rostra.rules.agreeing import agree, coefficient, same_period, written_alike
from rostra.rules.claims.marks import marks
from rostra.rules.facts import Clause, Fact, Reading
from rostra.rules.passages import is_chinese
from rostra.rules.reading import read
from rostra.rules.wording import MOVES, Words, alike, has_pole, opposites, two_scripts
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_RANK = (
    "contradiction",
    "unit_equivalent",
    "agreement",
    "different_period",
    "different_metric",
    "unrelated",
)
_CONSISTENT = frozenset({"agreement", "unit_equivalent"})
_UNCERTAIN = frozenset({"asked", "supposed"})
_SAME_WORDS = 0.5
_NEARLY = 0.9
_MANY = 24
_FLOWS = frozenset({"payrolls"})  # a month's change is the figure itself
_WHOLE = 100
_ONCE = frozenset({"open_up", "complete", "begin_work", "come_out"})
_VIEWS = frozenset({"optimistic", "pessimistic"})
_DENYING = frozenset({"reject", "stop", "deny", "ban", "delay", "phase_out", "hold_rate"})
_ON_APPEAL = frozenset({"uphold", "overturn"})
_REFUSES = Pattern(
    r"不(?!是)|无意|没有计划|没有打算|冻涨"
    r"|\b(?:will not|won't|no plans?|not planning)\b"
)


def compare_claims(a: str, b: str) -> str:
    """Return `contradiction`, `agreement`, `unit_equivalent`, `different_period`,
    `different_metric` or `unrelated`; the order of the claims does not matter.
    """
    one, other = read(a), read(b)
    found = _compare_readings(one, other)
    if not one.facts or not other.facts:
        found = _compare_sayings(one.clauses, other.clauses)
    verdict = next((one for one in _RANK if one in found), "unrelated")
    if is_chinese(a) != is_chinese(b):
        return verdict
    is_bare = not one.facts and not other.facts
    is_loose = verdict == "agreement" and (is_bare or _is_unlisted(one, other))
    is_loose = is_loose or (verdict == "contradiction" and not _is_sure(one, other))
    # Nothing but words says that both are told of one thing: then all of them have to.
    return "unrelated" if is_loose and not _same_throughout(one, other) else verdict


def _same_throughout(one: Reading, other: Reading) -> bool:
    """Whether each says what the other says, but for figures, times and the words that turn it."""
    mine, theirs = _all_words(one), _all_words(other)
    if _labels(one) != _labels(other) or _moves(one) != _moves(other):
        return False
    return min(mine.covered_by(theirs), theirs.covered_by(mine)) >= _NEARLY


def _labels(reading: Reading) -> frozenset[object]:
    """Numbers without a unit beside one that has one: 113 of 113學年度新生6,842人."""
    figures = marks(reading.text).figures
    return frozenset(one.value for one in figures if not one.unit and len(figures) > 1)


def _moves(reading: Reading) -> bool:
    """Whether it tells of a change: by how much is not how much."""
    return any(one.words.concepts & MOVES for one in _telling(reading))


def _telling(reading: Reading) -> Sequence[Clause]:
    """The clauses with figures; all of them where none has one."""
    return [one for one in reading.clauses if one.facts] or reading.clauses


def _all_words(reading: Reading) -> Words:
    words = [one.words for one in _telling(reading)]
    return Words(
        frozenset().union(*(one.concepts for one in words)) - MOVES,
        frozenset().union(*(one.pairs for one in words)),
        frozenset().union(*(one.stems for one in words)),
    )


def _is_unlisted(one: Reading, other: Reading) -> bool:
    """One figure each, of something or somebody no table knows: only the words say of what."""
    facts = (*one.facts, *other.facts)
    known = all(fact.metric and fact.subject for fact in facts)
    return len(one.facts) == len(other.facts) == 1 and not known


def _is_sure(one: Reading, other: Reading) -> bool:
    """Figures of one measure and of one that a table lists are told of one thing."""
    if not one.facts or not other.facts:
        return any(
            {name for name, _, _ in x.metrics} & {name for name, _, _ in y.metrics}
            and x.subject
            and x.subject == y.subject
            and _moves_apart(x.move, y.move)
            for x in one.clauses
            for y in other.clauses
        )
    return any(
        x.metric == y.metric != "" and _is_listed(x.subject) and x.subject == y.subject
        for x in one.facts
        for y in other.facts
        if _compare_facts(x, y) == "contradiction"
    )


def _is_listed(subject: frozenset[str]) -> bool:
    return bool(subject) and not any(name.startswith("name:") for name in subject)


def _compare_readings(one: Reading, other: Reading) -> list[str]:
    """Facts that agree with something are settled; only what is left can contradict."""
    verdicts = {
        (i, j): _compare_facts(x, y)
        for i, x in enumerate(one.facts[:_MANY])
        for j, y in enumerate(other.facts[:_MANY])
    }
    settled = [
        (i, j)
        for (i, j), verdict in verdicts.items()
        if verdict in _CONSISTENT and bool(one.facts[i].qualifier) == bool(other.facts[j].qualifier)
    ]
    left = {i for i, _ in settled}, {j for _, j in settled}
    return [
        verdict
        for (i, j), verdict in verdicts.items()
        if verdict != "contradiction" or (i not in left[0] and j not in left[1])
    ]


def _compare_facts(x: Fact, y: Fact) -> str:
    if _UNCERTAIN & {x.force, y.force} or not _same_subject(x.subject, y.subject):
        return "unrelated"
    if not _same_measure(x, y):
        return "different_metric"
    if x.places and y.places and not x.places & y.places:
        return "different_metric"
    if x.marks and y.marks and x.marks != y.marks:
        return "different_metric"
    if not same_period(x.period, y.period):
        return "different_period"
    if _told(x.force) != _told(y.force) or x.scope != y.scope or _other_forecaster(x, y):
        return "different_metric"
    if _other_objects(x, y):
        return "unrelated"
    verdict = _compare_figures(x, y)
    if verdict == "contradiction" and not _of_one_thing(x, y):
        return "unrelated"
    if verdict == "contradiction" and bool(x.qualifier) != bool(y.qualifier):
        return "different_metric"  # a part and the whole: 資料中心營收, 營收
    return verdict


def _of_one_thing(x: Fact, y: Fact) -> bool:
    """Whether something says that two figures are of the same thing.

    That nothing tells them apart is not enough: most figures of the world have nothing to do with
    each other, and a contradiction imagined throws out a true claim.
    """
    # That both rose says nothing about what rose.
    about = x.words.less(x.words.concepts & MOVES), y.words.less(y.words.concepts & MOVES)
    shared = bool(about[0] and about[1]) and _coverage(*about) >= _SAME_WORDS
    shared = shared or opposites(x.words, y.words)
    is_foreign = bool(x.words and y.words) and two_scripts(x.words, y.words)
    same_metric = bool(x.metric) and x.metric == y.metric
    if x.subject and y.subject:
        return same_metric or shared or is_foreign or not (x.words and y.words)
    if x.subject or y.subject:
        bare, named = (y, x) if x.subject else (x, y)
        return (same_metric or shared) and bare.words.without(named.words).size <= 1
    if same_metric:
        return shared or is_foreign or not (about[0] and about[1])
    return shared or (is_foreign and bool(x.words.concepts & y.words.concepts))


def _coverage(one: Words, other: Words) -> float:
    return max(one.covered_by(other), other.covered_by(one))


def _other_objects(x: Fact, y: Fact) -> bool:
    """公平會對酷澎開罰, 公平會對蝦皮開罰: what was done is alike, to whom is not."""
    return bool(x.objects and y.objects) and not any(
        one in other or other in one for one in x.objects for other in y.objects
    )


def _same_subject(one: frozenset[str], other: frozenset[str]) -> bool:
    return not one or not other or one == other


def _same_measure(x: Fact, y: Fact) -> bool:
    if x.role != y.role:
        return False
    if x.metric != y.metric and ((x.metric and y.metric) or not _same_words(x.words, y.words)):
        return False
    if x.basis != y.basis and x.basis and y.basis:
        return False
    if _is_change(x) != _is_change(y) or _is_step(x) != _is_step(y) or not _same_kind(x, y):
        return False
    parts = not x.qualifier or not y.qualifier or alike(x.qualifier, y.qualifier)
    return parts and _same_words(x.words, y.words)


def _told(force: str) -> str:
    return "actual" if force == "hearsay" else force


def _is_change(fact: Fact) -> bool:
    if fact.metric in ("gdp", "cpi", "core_cpi", "ppi", "pce"):
        return False
    return fact.quantity.kind in ("ratio", "points", "multiple") and bool(
        fact.basis or fact.quantity.change
    )


def _is_step(fact: Fact) -> bool:
    """增加66億元: by how much, not how much."""
    if fact.metric in _FLOWS:
        return False
    return fact.quantity.kind in ("money", "count") and bool(fact.quantity.change)


def _same_kind(x: Fact, y: Fact) -> bool:
    kinds = {x.quantity.kind, y.quantity.kind}
    if kinds == {"count"} and x.quantity.unit != y.quantity.unit:
        return x.quantity.text[-1:].isdigit() or y.quantity.text[-1:].isdigit()  # 4,120人, 230家
    if len(kinds) == 1:
        return x.quantity.kind != "physical" or x.quantity.unit == y.quantity.unit
    return kinds <= {"money", "number"} or kinds <= {"count", "number"}


def _same_words(one: Words, other: Words) -> bool:
    """Whether what stands around two figures leaves them comparable: nothing, or something shared.

    Words of two languages share only concepts, so there only concepts can tell things apart.
    """
    if not one or not other or not (one.less(MOVES) or other.less(MOVES)):
        return True
    if one.concepts & other.concepts or one.pairs & other.pairs or one.stems & other.stems:
        return True
    if opposites(one, other):
        return True
    return two_scripts(one, other)


def _other_forecaster(x: Fact, y: Fact) -> bool:
    """Two houses may forecast two figures and both be quoted rightly."""
    return (
        x.force in ("forecast", "target") and bool(x.source and y.source) and x.source != y.source
    )


def _compare_figures(x: Fact, y: Fact) -> str:
    a, b = x.quantity, y.quantity
    if a.kind == b.kind == "money" and not (a.assumed or b.assumed) and a.unit != b.unit:
        alike = coefficient(a) == coefficient(b) and a.value == b.value
        return "contradiction" if alike else "different_metric"
    same = agree(a, b)
    if x.negated != y.negated:
        return "contradiction" if same else "unrelated"
    if not same and _are_two_camps(x, y):
        return "different_metric"
    if not same or _moves_apart(x.move, y.move) or opposites(x.words, y.words):
        return "contradiction"
    return "agreement" if written_alike(a, b) else "unit_equivalent"


def _are_two_camps(x: Fact, y: Fact) -> bool:
    """62% support it, 38% oppose it: both stand as long as they do not make more than all."""
    camps = x.words.less(MOVES), y.words.less(MOVES)
    if not opposites(*camps) or (x.move and y.move):
        return False
    a, b = x.quantity, y.quantity
    return a.kind == "count" or (a.kind == "ratio" and a.value + b.value <= _WHOLE)


def _moves_apart(one: str, other: str) -> bool:
    """調漲至5.17% against 維持5.17%: the figure agrees, the claim does not."""
    return one != other and {one, other} <= {"up", "down", "flat"}


def _compare_sayings(one: Sequence[Clause], other: Sequence[Clause]) -> list[str]:
    """Two clauses that both agree with something do not contradict each other as well."""
    verdicts = {
        (i, j): _compare_clauses(x, y) for i, x in enumerate(one) for j, y in enumerate(other)
    }
    alike = [pair for pair, verdict in verdicts.items() if verdict == "agreement"]
    left = {i for i, _ in alike}, {j for _, j in alike}
    return [
        verdict
        for (i, j), verdict in verdicts.items()
        if verdict != "contradiction" or i not in left[0] or j not in left[1]
    ]


def _compare_clauses(x: Clause, y: Clause) -> str:
    """Claims without figures: the same predicate affirmed, denied or turned round."""
    if _UNCERTAIN & {x.force, y.force}:
        return "unrelated"
    if x.subject and y.subject and not x.subject & y.subject:
        return "unrelated"
    lands = _places(x), _places(y)
    if lands[0] and lands[1] and not lands[0] & lands[1]:
        return "unrelated"
    measured = {name for name, _, _ in x.metrics}, {name for name, _, _ in y.metrics}
    if measured[0] and measured[1] and not measured[0] & measured[1]:
        return "different_metric" if x.subject and x.subject == y.subject else "unrelated"
    turned = opposites(x.words, y.words) or _moves_apart(x.move, y.move)
    if not turned and not measured[0] & measured[1] and not _one_predicate(x, y):
        return "unrelated"
    if not _periods_meet(x.periods, y.periods):
        return "contradiction" if _happens_once(x, y) else "different_period"
    denied = x.negated != y.negated
    if _standing(x) != _standing(y) and not (denied and _refuses(x if x.negated else y)):
        return "different_metric"
    if turned and denied and (x if x.negated else y).words.concepts & _DENYING:
        denied = False  # 否決 is the opposite and the denial in one word
    if turned and denied and (x if x.negated else y).move == "flat":
        denied = False  # 不調整 is a standing still, told by its denial
    if denied and not turned and x.words.concepts & y.words.concepts & _ON_APPEAL:
        denied = False  # 撤銷原判 and 發回更審 are one
    if denied and not turned and not _denies(x, y):
        return "unrelated"
    if turned != denied:
        # Up here and down there is a contradiction only where something says it is one thing.
        is_one = x.subject & y.subject or measured[0] & measured[1] or _shares_words(x, y)
        return "contradiction" if is_one else "unrelated"
    return "agreement" if _says_the_same(x, y) else "unrelated"


def _happens_once(x: Clause, y: Clause) -> bool:
    """預計2027年通車, 預計2029年通車: word for word one event, and it has one date."""
    once = x.words.concepts & y.words.concepts & _ONCE
    return (
        bool(once)
        and x.words == y.words
        and (x.force, x.negated, x.subject)
        == (
            y.force,
            y.negated,
            y.subject,
        )
    )


def _denies(x: Clause, y: Clause) -> bool:
    """Whether what one clause denies is what the other one tells."""
    if is_chinese(x.text) != is_chinese(y.text):
        return True
    return min(x.words.covered_by(y.words), y.words.covered_by(x.words)) >= _SAME_WORDS


def _places(clause: Clause) -> frozenset[str]:
    return frozenset(one.id for one in clause.mentions if one.is_place)


def _one_predicate(x: Clause, y: Clause) -> bool:
    if not x.words or not y.words:
        return False
    return _coverage(x.words, y.words) >= _SAME_WORDS


def _shares_words(x: Clause, y: Clause) -> bool:
    """Whether the clauses share content beyond the words that turn one round."""
    x_rest, y_rest = (one.words.less(one.words.concepts & MOVES) for one in (x, y))
    return bool(x_rest and y_rest) and _coverage(x_rest, y_rest) >= _SAME_WORDS


def _periods_meet(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return not one or not other or any(same_period(a, b) for a in one for b in other)


def _standing(clause: Clause) -> str:
    """An opinion held is a fact about who holds it, whatever it foresees."""
    return "view" if clause.words.concepts & _VIEWS else _told(clause.force)


def _refuses(clause: Clause) -> bool:
    """Denied for now and for later: a plan and its denial cannot both stand."""
    return "deny" in clause.words.concepts or bool(_REFUSES.search(canon(clause.text).text))


def _says_the_same(x: Clause, y: Clause) -> bool:
    if x.move and x.move == y.move:
        return True
    if has_pole((x.words.concepts ^ y.words.concepts) - MOVES):
        return False
    return _one_predicate(x, y) and not (bool(x.facts) ^ bool(y.facts))
