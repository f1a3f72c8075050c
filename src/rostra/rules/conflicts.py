"""Where a text says something that cannot be true beside a claim.

A sentence is compared with the claim only where the text speaks of the claim's own subject and
time: what a paragraph leaves out it has from the sentences before, and a stranger's figure denies
nothing.
"""

from rostra.rules.agreeing import same_period
from rostra.rules.contradictions import compare_claims
from rostra.rules.facts import Reading
from rostra.rules.passages import Passage, passages_of
from rostra.rules.reading import read
from rostra.text import sentences

_MOST = 400


def contradicting_sentence(claim: str, text: str) -> str:
    """The first sentence of the text that contradicts the claim, or nothing."""
    said = [read(one.text) for one in sentences(claim)][:8]
    for passage in passages_of(text)[:_MOST]:
        if not passage.reading.facts and not passage.reading.clauses:
            continue
        for one in said:
            if bool(one.facts) != bool(passage.reading.facts):
                continue  # words without a figure neither bear a figure out nor deny it
            if _is_of_same(one, passage) and _contradicts(one.text, passage):
                return passage.reading.text.strip()
    return ""


def _contradicts(claim: str, passage: Passage) -> bool:
    return compare_claims(claim, passage.reading.text) == "contradiction"


def _is_of_same(said: Reading, passage: Passage) -> bool:
    named = _names(said)
    there = _names(passage.reading) or passage.subject
    if named and not named & (there | passage.reading.entities):
        return False
    told = passage.reading.periods or ({passage.period} if passage.period else set())
    return (
        not said.periods
        or not told
        or any(same_period(one, other) for one in said.periods for other in told)
    )


def _names(reading: Reading) -> frozenset[str]:
    """Whom a sentence is of, beside those who only speak."""
    return frozenset(
        one.id
        for clause in reading.clauses
        for one in clause.mentions
        if not one.is_source and not one.id.startswith("group:")
    ) | frozenset(name for clause in reading.clauses for name in clause.subject)
