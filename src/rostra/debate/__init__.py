"""The debate desk: a chairman, debaters with governed tools, verified claims, a verdict."""

from rostra.debate.flow import DebateDesk

__all__ = ["DebateDesk"]
