"""Spoiled answers: most are read, the others are asked about, none is read wrongly.

Of those with one reading, most of what is not read says two things by its wording alone: a draft
and a final answer, an example and an answer, or an explanation after the value.
"""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from rostra.errors import NeedsReask
from rostra.rules import parse_answer
from tests.rules.answer_types import RECORDS

TABLES = Path(__file__).parent / "tables"


@dataclass(frozen=True)
class Ruling:
    approved: bool
    reason: str
    guidance: str = ""


@dataclass(frozen=True)
class Sentence:
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Drafted:
    status: Literal["DRAFT", "SEARCH_REQUIRED"] = "DRAFT"
    sentences: tuple[Sentence, ...] = ()
    new_queries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evaluation:
    sources: int
    logic: int
    relevance: int


@dataclass(frozen=True)
class Review:
    status: Literal["PASS", "WARN", "REJECT"]
    evaluation: Evaluation
    critique: str
    suggestion: str


@dataclass(frozen=True)
class Ranked:
    order: tuple[int, ...]


@dataclass(frozen=True)
class Section:
    name: str
    url: str


@dataclass(frozen=True)
class Sections:
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Round:
    matters: tuple[str, ...]
    decision: Literal["next", "replan", "close"]
    reason: str
    open_checks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    id: str
    verdict: Literal["carried", "not_carried", "contradicted"]
    quote: str
    reason: str = ""


@dataclass(frozen=True)
class Figure:
    value: float
    unit: str
    is_forecast: bool
    year: int | None = None


@dataclass(frozen=True)
class Summarised:
    summary: str


TYPES: dict[str, Any] = {
    c.__name__: c for c in (Ruling, Drafted, Review, Ranked, Sections, Round, Figure, Summarised)
}
TYPES["list[Finding]"] = list[Finding]
TYPES["list[Sentence]"] = list[Sentence]


def plain(v: Any) -> Any:
    if dataclasses.is_dataclass(v):
        return {f.name: plain(getattr(v, f.name)) for f in dataclasses.fields(v)}
    if isinstance(v, (list, tuple)):
        return [plain(x) for x in v]
    return v


def value_of(text: str, wanted: Any) -> Any:
    try:
        return plain(parse_answer(text, wanted))
    except NeedsReask:
        return None


@pytest.mark.parametrize(
    ("table", "types", "least_read"),
    [
        ("answers_outside.jsonl", TYPES, 200),
        ("answers_outside_second.jsonl", TYPES, 61),
        # Here a number with its unit, or a yes in Chinese, counted as readable.
        ("answers_outside_third.jsonl", TYPES, 79),
        # Here what only words decide did not.
        ("answers_outside_fourth.jsonl", RECORDS, 192),
    ],
)
def test_what_was_spoiled_is_read_or_asked_about(
    table: str, types: dict[str, Any], least_read: int
) -> None:
    rows = [json.loads(line) for line in (TABLES / table).read_text("utf-8").splitlines()]
    read, wrong = 0, []
    for row in rows:
        wanted = types[row["type"]]
        got = value_of(row["text"], wanted)
        meant = value_of(json.dumps(row["value"]), wanted) if "value" in row else None
        read += got is not None and got == meant
        if got not in (None, meant):
            wrong.append(row["text"])

    assert wrong == []
    assert read >= least_read
