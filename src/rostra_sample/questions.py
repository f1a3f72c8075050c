"""The sample questions and motions, with what a good answer must state and must not.

Figures in `questions.toml` and `motions.toml` are references like those of the pages, so the
expected answer moves with the generator.
"""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from rostra.errors import UsageError
from rostra_sample.content import resolve
from rostra_sample.facts import ROOM
from rostra_sample.world import load


@dataclass(frozen=True)
class ExpectedFact:
    """A fact a good answer states: its words, the figure in it, and the pages that carry it."""

    statement: str
    figure: str
    entity: str
    period: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Trap:
    """Something a careless answer would say, why it is wrong, and where it would get it from."""

    text: str
    why: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class SampleQuestion:
    id: str
    text: str
    language: str
    mode: str
    start: date | None
    end: date | None
    facts: tuple[ExpectedFact, ...]
    traps: tuple[Trap, ...]
    default: bool = False


@dataclass(frozen=True)
class SampleMotion:
    id: str
    text: str
    language: str
    clashes: tuple[str, ...]
    facts: tuple[ExpectedFact, ...]
    traps: tuple[Trap, ...]
    default: bool = False


def _urls(ids: list[str]) -> tuple[str, ...]:
    pages = load().pages
    for page in ids:
        if page not in pages:
            raise UsageError(f"A sample question names the page {page!r}, which does not exist.")
    return tuple(pages[page].url for page in ids)


def _fact(row: dict[str, Any]) -> ExpectedFact:
    figure, _ = resolve(row["figure"])
    statement, _ = resolve(row["statement"])
    return ExpectedFact(statement, figure, row["entity"], row["period"], _urls(row["pages"]))


def _trap(row: dict[str, Any]) -> Trap:
    return Trap(resolve(row["text"])[0], row["why"], _urls(row["pages"]))


def _rows(name: str, table: str) -> list[dict[str, Any]]:
    with (ROOM / name).open("rb") as file:
        rows: list[dict[str, Any]] = tomllib.load(file)[table]
    return rows


@cache
def questions() -> tuple[SampleQuestion, ...]:
    return tuple(
        SampleQuestion(
            id=row["id"],
            text=row["text"],
            language=row["language"],
            mode=row["mode"],
            start=row.get("start"),
            end=row.get("end"),
            facts=tuple(_fact(fact) for fact in row.get("fact", ())),
            traps=tuple(_trap(trap) for trap in row.get("trap", ())),
            default=row.get("default", False),
        )
        for row in _rows("questions.toml", "question")
    )


@cache
def motions() -> tuple[SampleMotion, ...]:
    return tuple(
        SampleMotion(
            id=row["id"],
            text=row["text"],
            language=row["language"],
            clashes=tuple(row["clashes"]),
            facts=tuple(_fact(fact) for fact in row.get("fact", ())),
            traps=tuple(_trap(trap) for trap in row.get("trap", ())),
            default=row.get("default", False),
        )
        for row in _rows("motions.toml", "motion")
    )


def default_question() -> SampleQuestion:
    return next(question for question in questions() if question.default)


def default_motion() -> SampleMotion:
    return next(motion for motion in motions() if motion.default)
