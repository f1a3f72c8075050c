"""Whether another source says the same as a sentence of the first: plain agreement, by code alone.

Sentences are compared by whose, when and what, before how much (`rules.compare_claims`), and
nothing of the sentence may conflict with what the other source says there. A sentence that stands
there word for word is said there. What is not plain is not counted as agreement.
"""

from functools import lru_cache

from rostra.records.statements import Sources, Statement, Supported, source_read
from rostra.rules import compare_claims
from rostra.rules.claims import best_passages, hard_facts, quotation
from rostra.words import message

_AGREE = frozenset({"agreement", "unit_equivalent"})
_TRIED = 4  # sentences of the other source that are nearest


def compared(said: Statement, sources: Sources) -> Supported:
    """A sentence and one other source: does that say it, too?"""
    (other,) = said.evidence
    if other not in sources:
        reason = message("claims.never_read", evidence=other)
        return Supported(said.id, "refused", (reason,))
    read = source_read(sources[other])
    if says_the_same(said.text, f"{read.title}\n{read.text}" if read.title else read.text):
        return Supported(said.id, said.kind, anchors=said.anchors)
    return Supported(said.id, "undecided", (message("claims.not_decided"),))


@lru_cache(maxsize=8_192)
def says_the_same(text: str, source: str) -> bool:
    """Whether a source plainly says what a sentence says; several sides of a debate ask it."""
    if quotation(text, source):
        return True
    for passage in best_passages(text, source, _TRIED):
        if compare_claims(text, passage.quote) in _AGREE:
            return not any(one.state == "conflict" for one in hard_facts(text, [passage]))
    return False
