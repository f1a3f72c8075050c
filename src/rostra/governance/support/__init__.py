"""The only way a sentence is published as fact: its evidence carries it, or it is refused."""

from rostra.governance.support.exam import ExamBook, Result, sit
from rostra.governance.support.front import CalledJudge, sources_of, statements_of
from rostra.governance.support.path import WatchedSupport

__all__ = [
    "CalledJudge",
    "ExamBook",
    "Result",
    "WatchedSupport",
    "sit",
    "sources_of",
    "statements_of",
]
