"""What a sentence tells, figure by figure and clause by clause."""

from dataclasses import dataclass

from rostra.rules.mentions import Mention
from rostra.rules.wording import Words
from rostra.text import Quantity


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
    against: str
    objects: frozenset[str]
    scope: str
    force: str
    move: str
    negated: bool
    role: str
    words: Words
    qualifier: Words
    marks: frozenset[str]
    clause: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence between two pauses."""

    text: str
    mentions: tuple[Mention, ...]
    subject: frozenset[str]
    source: str
    periods: tuple[str, ...]
    lent: str  # the period it hands on
    metrics: tuple[tuple[str, str, str], ...]
    force: str
    move: str
    negated: bool
    words: Words
    marks: frozenset[str]
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
