"""Pure decisions: no I/O, no clock; what is true now is an argument."""

from rostra.rules.address import (
    AddressVerdict,
    canonical_url,
    check_address,
    check_resolved,
    is_safe_redirect_variant,
    same_address,
)
from rostra.rules.answers import parse_answer
from rostra.rules.claims import SentenceCheck, check_sentence
from rostra.rules.condensing import condense
from rostra.rules.contradictions import compare_claims
from rostra.rules.page_kind import PageKind, page_kind
from rostra.rules.ranking import repair_ranking
from rostra.rules.reasons import ReasonReview, review_reason
from rostra.rules.recall import Recall, recall_check
from rostra.rules.sources import (
    Publisher,
    SourceBook,
    classify_source,
    desk_book,
    explain_source,
    read_publishers,
    shipped_book,
)
from rostra.rules.when import TimeConventions, TimeIntent, parse_time
from rostra.rules.when_options import TimeOption

__all__ = [
    "AddressVerdict",
    "PageKind",
    "Publisher",
    "ReasonReview",
    "Recall",
    "SentenceCheck",
    "SourceBook",
    "TimeConventions",
    "TimeIntent",
    "TimeOption",
    "canonical_url",
    "check_address",
    "check_resolved",
    "check_sentence",
    "classify_source",
    "compare_claims",
    "condense",
    "desk_book",
    "explain_source",
    "is_safe_redirect_variant",
    "page_kind",
    "parse_answer",
    "parse_time",
    "read_publishers",
    "recall_check",
    "repair_ranking",
    "review_reason",
    "same_address",
    "shipped_book",
]
