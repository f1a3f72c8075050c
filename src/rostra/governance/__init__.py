"""Gates and rulings: what an agent may spend, open, or assert."""

from rostra.governance.bench import Bench
from rostra.governance.chairs import is_approval
from rostra.governance.matter import Matter
from rostra.governance.passes import CallBudget, EmptyChair, reached_cap
from rostra.governance.policy import Policy
from rostra.governance.privacy import is_of_library
from rostra.governance.support import WatchedSupport

__all__ = [
    "Bench",
    "CallBudget",
    "EmptyChair",
    "Matter",
    "Policy",
    "WatchedSupport",
    "is_approval",
    "is_of_library",
    "reached_cap",
]
