"""Whether a sentence may be published on the strength of the texts it cites.

Every figure of the sentence must stand in the evidence with the same owner, period, measure and
standing (result, forecast, target, hearsay), and every clause without figures must be said there,
affirmed or denied the same way. Each must be found in one place: a sentence of the evidence, with
its neighbours for what it leaves out. What cannot be found is refused; silence is no support.
"""

from collections.abc import Sequence

from rostra.records import record
from rostra.rules.citing_context import context_faults
from rostra.rules.citing_figures import fact_faults, same_figure
from rostra.rules.citing_sayings import saying_faults
from rostra.rules.facts import Clause, Fact
from rostra.rules.passages import Passage, passages_of, squeezed
from rostra.rules.reading import read

_FAR = 20  # a passage without the figure is farther off than any with it


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
        return min([saying_faults(clause, one) for one in passages], key=len)
    faults: list[str] = []
    for fact in clause.facts:
        tried = [_figure_faults(clause, fact, one) for one in passages]
        nearest: list[str] = min(tried, key=len)
        faults += nearest
    return faults


def _figure_faults(clause: Clause, fact: Fact, passage: Passage) -> list[str]:
    """The fewest faults of any figure in the passage that could be the one meant."""
    found = [
        context_faults(clause, passage) + fact_faults(clause, fact, told, passage)
        for told in passage.reading.facts
        if same_figure(fact, told)
    ]
    missing = [f"{fact.quantity.text} is not in the cited text"] * _FAR
    return min([*found, missing], key=len)
