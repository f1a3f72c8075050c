"""A scripted OpenAI-compatible model server: exact lines from a script, or a way to behave.

`python -m rostra_testing.scripted --profile honest --port 0` runs it by hand.
"""

from rostra_testing.scripted.diary import Diary, Garble, Lie, Obeyed, Said
from rostra_testing.scripted.profiles import (
    PROFILES,
    Broken,
    Fabricator,
    Flaky,
    Honest,
    Late,
    Mute,
    Obedient,
    Overloaded,
    Picky,
    Profile,
    Reasoner,
    Slow,
    Stuck,
)
from rostra_testing.scripted.replies import Call, Fault, Reply, When
from rostra_testing.scripted.request import ChatRequest, Tool
from rostra_testing.scripted.server import ScriptedServer

__all__ = [
    "PROFILES",
    "Broken",
    "Call",
    "ChatRequest",
    "Diary",
    "Fabricator",
    "Fault",
    "Flaky",
    "Garble",
    "Honest",
    "Late",
    "Lie",
    "Mute",
    "Obedient",
    "Obeyed",
    "Overloaded",
    "Picky",
    "Profile",
    "Reasoner",
    "Reply",
    "Said",
    "ScriptedServer",
    "Slow",
    "Stuck",
    "Tool",
    "When",
]
