"""Pure decisions: no I/O, no clock; what is true now is an argument."""

from rostra.rules.address import (
    AddressVerdict,
    canonical_url,
    check_address,
    check_resolved,
    is_safe_redirect_variant,
    same_address,
)

__all__ = [
    "AddressVerdict",
    "canonical_url",
    "check_address",
    "check_resolved",
    "is_safe_redirect_variant",
    "same_address",
]
