"""What code can prove or veto of a statement, whatever it speaks of and in whichever language."""

from rostra.rules.claims.checking import check_sentence, hard_facts
from rostra.rules.claims.computing import recompute
from rostra.rules.claims.frame import unframed
from rostra.rules.claims.placing import best_passages, context_of
from rostra.rules.claims.quoting import quotation, undated
from rostra.rules.claims.records import Computation, Doubt, Passage, Quotation, SentenceCheck

__all__ = [
    "Computation",
    "Doubt",
    "Passage",
    "Quotation",
    "SentenceCheck",
    "best_passages",
    "check_sentence",
    "context_of",
    "hard_facts",
    "quotation",
    "recompute",
    "undated",
    "unframed",
]
