"""Whether a sentence may be published on the strength of the texts it cites.

Every figure of the sentence must stand in the evidence with the same owner, period, measure and
standing (result, forecast, target, hearsay), and every clause without figures must be said there,
affirmed or denied the same way. Each must be found in one place: a sentence of the evidence, with
its neighbours for what it leaves out. What cannot be found is refused; silence is no support.

The order of the checks, for a text in the sentence's own language:
1. word for word there: carried;
2. a clause without figures must be a retelling of one clause of the text (`retelling`);
3. a clause with figures must be carried figure by figure (`citing_figures.fact_faults`) and say
   nothing otherwise than its retelling; a faultless retelling needs only what no wording can mend
   (`core_faults`).
Across languages words cannot be laid side by side: figures are held to the same checks, and clauses
without figures to the concepts both languages share (`citing_sayings`).
"""

from collections.abc import Callable, Sequence

from rostra.records import record
from rostra.rules.citing_comparands import comparand_faults
from rostra.rules.citing_figures import core_faults, fact_faults, same_figure
from rostra.rules.citing_sayings import saying_faults
from rostra.rules.facts import Clause, Fact, Reading
from rostra.rules.passages import Passage, is_chinese, passages_of, squeezed
from rostra.rules.reading import read
from rostra.rules.retelling import Fault, retold

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
    own = [text for text in evidence_texts if is_chinese(text) == is_chinese(sentence)]
    if own:
        reasons = _retelling_reasons(sentence, said, own)
        foreign = [text for text in evidence_texts if text not in own]
        if reasons and foreign:
            others = [one for text in foreign for one in passages_of(text)]
            reasons = _reasons(said, others) and reasons
    else:
        reasons = _reasons(said, passages)
    reasons = [*reasons, *comparand_faults(sentence, evidence_texts)]
    return SentenceCheck(ok=not reasons, reasons=tuple(dict.fromkeys(reasons)))


def _retelling_reasons(sentence: str, said: Reading, texts: Sequence[str]) -> list[str]:
    passages = [one for text in texts for one in passages_of(text)]
    parts = retold(sentence, texts)
    faults = [one for part in parts if part.has_figures for one in part.faults]
    firm = [one.why for part in parts if part.has_figures for one in _firm_faults(part.faults)]
    reasons = _figure_reasons(said, passages, fact_faults) + firm
    if reasons and not faults:
        reasons = _figure_reasons(said, passages, core_faults)
    return reasons + [one.why for part in parts if not part.has_figures for one in part.faults]


# The reading of a figure holds it to these itself, and knows more ways of saying them.
_HELD = frozenset(
    {"to_come", "aim", "done", "most", "more", "may", "must", "nearly", "again", "weigh", "by",
     "cause", "bound"}
)  # fmt: skip


def _firm_faults(faults: Sequence[Fault]) -> list[Fault]:
    """Said otherwise, not only in other words."""
    firm = [one for one in faults if one.kind in _OTHERWISE and one.about not in _HELD]
    return firm or [one for one in faults if one.kind == "twin" and len(faults) == 1]


_OTHERWISE = frozenset({"turned", "speaker", "owner", "rival", "patched"})
_Faults = Callable[[Clause, Fact, Fact, Passage], list[str]]


def _reasons(said: Reading, passages: Sequence[Passage]) -> list[str]:
    return _figure_reasons(said, passages, fact_faults) + _saying_reasons(said, passages)


def _figure_reasons(said: Reading, passages: Sequence[Passage], judge: _Faults) -> list[str]:
    reasons: list[str] = []
    for clause in said.clauses:
        for fact in clause.facts:
            tried = [_figure_faults(clause, fact, one, judge) for one in passages]
            nearest: list[str] = min(tried, key=len)
            reasons += nearest
    return reasons


def _saying_reasons(said: Reading, passages: Sequence[Passage]) -> list[str]:
    reasons: list[str] = []
    for clause in said.clauses:
        if not clause.facts:
            tried = [saying_faults(clause, one) for one in passages]
            nearest: list[str] = min(tried, key=len)
            reasons += nearest
    return reasons


def _figure_faults(clause: Clause, fact: Fact, passage: Passage, judge: _Faults) -> list[str]:
    """The fewest faults of any figure in the passage that could be the one meant."""
    found = [
        judge(clause, fact, told, passage)
        for told in passage.reading.facts
        if same_figure(fact, told)
    ]
    missing = [f"{fact.quantity.text} is not in the cited text"] * _FAR
    return min([*found, missing], key=len)
