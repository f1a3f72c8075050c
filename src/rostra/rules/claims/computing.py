"""Whether a figure follows from others by arithmetic."""

from collections.abc import Sequence

from rostra.rules.claims.records import Computation, Passage


def recompute(text: str, figures_of: Sequence[Passage], formula: str = "") -> Computation | None:
    """How the figures of a text follow from those of its passages, or None."""
    del text, figures_of, formula
    return None
