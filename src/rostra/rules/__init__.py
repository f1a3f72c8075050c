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
from rostra.rules.condensing import condense
from rostra.rules.page_kind import PageKind, page_kind
from rostra.rules.ranking import repair_ranking
from rostra.rules.sources import (
    Publisher,
    SourceBook,
    classify_source,
    read_publishers,
    shipped_book,
)

__all__ = [
    "AddressVerdict",
    "PageKind",
    "Publisher",
    "SourceBook",
    "canonical_url",
    "check_address",
    "check_resolved",
    "classify_source",
    "condense",
    "is_safe_redirect_variant",
    "page_kind",
    "parse_answer",
    "read_publishers",
    "repair_ranking",
    "same_address",
    "shipped_book",
]
