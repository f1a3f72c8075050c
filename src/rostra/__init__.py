"""Rostra: a research desk for people who must decide and must be able to show why."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rostra.api import (
        CollectResult,
        ResearchResult,
        collect,
        collect_async,
        research,
        research_async,
    )

__version__ = "0.1.0"

__all__ = [
    "CollectResult",
    "ResearchResult",
    "__version__",
    "collect",
    "collect_async",
    "research",
    "research_async",
]


class _FrontDoor(ModuleType):
    """A job and the room it is done in share a name: `rostra.research` is the job.

    The room is imported by its path as ever; it only does not take the name from the job.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


def __getattr__(name: str) -> object:
    """The jobs come when they are first asked for: importing rostra costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("rostra.api"), name)


sys.modules[__name__].__class__ = _FrontDoor
