"""The live log: typed, deduplicated, throttled; append here, follow from anywhere."""

from rostra.events.follow import Signs, follow, follow_in_batches, follow_live, to_ndjson
from rostra.events.log import EventLog
from rostra.events.saying import turn_name, worded

__all__ = [
    "EventLog",
    "Signs",
    "follow",
    "follow_in_batches",
    "follow_live",
    "to_ndjson",
    "turn_name",
    "worded",
]
