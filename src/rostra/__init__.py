"""Rostra: a research desk for people who must decide and must be able to show why."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rostra.api import (
        CheckResult,
        CollectResult,
        DebateResult,
        ResearchResult,
        check,
        check_async,
        check_support,
        check_support_async,
        collect,
        collect_async,
        debate,
        debate_async,
        research,
        research_async,
    )

__version__ = "0.1.0"

__all__ = [
    "CheckResult",
    "CollectResult",
    "DebateResult",
    "ResearchResult",
    "__version__",
    "check",
    "check_async",
    "check_support",
    "check_support_async",
    "collect",
    "collect_async",
    "debate",
    "debate_async",
    "research",
    "research_async",
]


def __getattr__(name: str) -> object:
    """The jobs come when they are first asked for: importing rostra costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("rostra.api"), name)
