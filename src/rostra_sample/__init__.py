"""The sample world: a fictional city worth investigating, served on loopback.

It is the first thing a newcomer researches, what tests read and what benchmarks measure. All of it
is invented and says so; its today is fixed, so every answer about it can be checked.
"""

from rostra_sample.places import SAMPLE_NOW, SAMPLE_TODAY, Page, Publisher, Site
from rostra_sample.questions import (
    ExpectedFact,
    SampleMotion,
    SampleQuestion,
    Trap,
    default_motion,
    default_question,
    motions,
    questions,
)
from rostra_sample.server import SampleServer
from rostra_sample.world import DEEP, LATER, World, load, sources_path

__all__ = [
    "DEEP",
    "LATER",
    "SAMPLE_NOW",
    "SAMPLE_TODAY",
    "ExpectedFact",
    "Page",
    "Publisher",
    "SampleMotion",
    "SampleQuestion",
    "SampleServer",
    "Site",
    "Trap",
    "World",
    "default_motion",
    "default_question",
    "load",
    "motions",
    "questions",
    "sources_path",
]
