"""Gates and rulings: what an agent may spend, open, or assert."""

from rostra.governance.bench import Bench
from rostra.governance.chairs import is_approval
from rostra.governance.citations import CitationGate
from rostra.governance.matter import Matter
from rostra.governance.passes import CallBudget, EmptyChair
from rostra.governance.policy import Policy
from rostra.governance.privacy import is_of_library

__all__ = [
    "Bench",
    "CallBudget",
    "CitationGate",
    "EmptyChair",
    "Matter",
    "Policy",
    "is_approval",
    "is_of_library",
]
