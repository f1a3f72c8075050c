"""Twins for users' tests and ours: real servers on loopback instead of mocks.

`ScriptedServer` is a model server that follows a script or a profile (honest, fabricator, broken,
flaky, obedient, reasoner, slow, late, stuck, mute, picky, overloaded), in the words of OpenAI's
chat or Responses, Anthropic or Gemini. `LocalSite` is a small web site whose pages may be slow,
wrong or hostile. `LlamaServer` is a real llama.cpp server with a very small model. Everything binds
127.0.0.1, answers over real HTTP and leaves nothing behind when its `with` block ends.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rostra_testing.llama import LlamaServer
    from rostra_testing.loopback import Request, free_port
    from rostra_testing.scripted import (
        Broken,
        Call,
        ChatRequest,
        Fabricator,
        Fault,
        Flaky,
        Honest,
        Late,
        Mute,
        Obedient,
        Overloaded,
        Picky,
        Reasoner,
        Reply,
        ScriptedServer,
        Slow,
        Stuck,
        When,
    )
    from rostra_testing.site import LocalSite, Page

__all__ = [
    "Broken",
    "Call",
    "ChatRequest",
    "Fabricator",
    "Fault",
    "Flaky",
    "Honest",
    "Late",
    "LlamaServer",
    "LocalSite",
    "Mute",
    "Obedient",
    "Overloaded",
    "Page",
    "Picky",
    "Reasoner",
    "Reply",
    "Request",
    "ScriptedServer",
    "Slow",
    "Stuck",
    "When",
    "free_port",
]

_ROOMS = {
    "LlamaServer": "llama",
    "LocalSite": "site",
    "Page": "site",
    "Request": "loopback",
    "free_port": "loopback",
}


def __getattr__(name: str) -> object:
    """Load a twin when it is first asked for: a page test need not pay for the model server."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS.get(name, 'scripted')}"), name)
