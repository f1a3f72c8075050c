"""The ladder of rungs: what is known is reused while fresh, and every answer says from where."""

from rostra.memory.answers import Answer
from rostra.memory.expiry import notice_expired
from rostra.memory.ladder import Anew, Ladder
from rostra.memory.likeness import Likeness
from rostra.memory.link import Link
from rostra.memory.meter import Meter
from rostra.memory.metrics import METRICS, Metric, Metrics, read_metrics
from rostra.memory.noting import RoundNotes, SaidInRound
from rostra.memory.process import ProcessRung
from rostra.memory.prometheus import to_prometheus
from rostra.memory.recall import Recalled, Recaller, may_answer
from rostra.memory.round import (
    HeldDigest,
    HeldSnippet,
    OpenCheck,
    ProvisionalClaim,
    RoundContents,
    RoundRung,
)
from rostra.memory.settling import ClaimWriter, Settler
from rostra.memory.shared import SharedRung
from rostra.memory.standing import Shaken, Standing, note_on, standing_of_report

__all__ = [
    "METRICS",
    "Anew",
    "Answer",
    "ClaimWriter",
    "HeldDigest",
    "HeldSnippet",
    "Ladder",
    "Likeness",
    "Link",
    "Meter",
    "Metric",
    "Metrics",
    "OpenCheck",
    "ProcessRung",
    "ProvisionalClaim",
    "Recalled",
    "Recaller",
    "RoundContents",
    "RoundNotes",
    "RoundRung",
    "SaidInRound",
    "Settler",
    "Shaken",
    "SharedRung",
    "Standing",
    "may_answer",
    "note_on",
    "notice_expired",
    "read_metrics",
    "standing_of_report",
    "to_prometheus",
]
