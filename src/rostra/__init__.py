"""Rostra: a research desk for people who must decide and must be able to show why."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rostra.api import (
        CollectResult,
        DebateResult,
        ResearchResult,
        collect,
        collect_async,
        debate,
        debate_async,
        research,
        research_async,
    )

__version__ = "0.1.0"

__all__ = [
    "CollectResult",
    "DebateResult",
    "ResearchResult",
    "__version__",
    "collect",
    "collect_async",
    "debate",
    "debate_async",
    "research",
    "research_async",
]

# A job and the room it is done in share a name: `rostra.research(...)` is the job.
_JOBS = frozenset({"collect", "debate", "research"})


class _Room(ModuleType):
    """A room that is called does its job."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        job = getattr(import_module("rostra.api"), self.__name__.rpartition(".")[2])
        return job(*args, **options)


class _FrontDoor(ModuleType):
    def __setattr__(self, name: str, value: object) -> None:
        if name in _JOBS and isinstance(value, ModuleType):
            value.__class__ = _Room
        super().__setattr__(name, value)


def __getattr__(name: str) -> object:
    """The jobs come when they are first asked for: importing rostra costs nothing."""
    if name in _JOBS:
        return import_module(f"rostra.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("rostra.api"), name)


sys.modules[__name__].__class__ = _FrontDoor
