"""Records as plain JSON for programs, as every door writes them."""

from rostra.records.plain import all_seen, plain, to_json

__all__ = ["all_seen", "plain", "to_json"]
