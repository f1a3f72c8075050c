"""Gates and rulings: what an agent may spend, open, or assert."""

from rostra.governance.citations import CitationGate
from rostra.governance.passes import CallBudget, EmptyChair

__all__ = ["CallBudget", "CitationGate", "EmptyChair"]
