"""The exam a model sits before it may judge: sixty statements with passages, half of them true.

The items are fictional, in three languages, and wrong ones are wrong in one thing a careless reader
misses. A model that passed is known by its name, with the day, in the data folder.
"""

import json
import os
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from rostra.governance.support.watch import BATCH
from rostra.records.statements import Case, CaseAnchor, Judge
from rostra.steps import Step

MOST_FALSE_PASSED = 1
LEAST_TRUE_KEPT = 24
_FILE = "exams.json"


@dataclass(frozen=True, slots=True)
class Item:
    """A case of the exam, and whether its passages carry it."""

    case: Case
    language: str
    is_carried: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a model did: how many true statements it kept, and how many false ones it let through."""

    model: str
    at: str
    true_kept: int
    false_passed: int
    answered: int
    asked: int

    @property
    def has_passed(self) -> bool:
        return self.false_passed <= MOST_FALSE_PASSED and self.true_kept >= LEAST_TRUE_KEPT


@cache
def items() -> tuple[Item, ...]:
    """All items, in an order in which neither languages nor answers stand together."""
    lines = files(__package__).joinpath("exam.jsonl").read_text("utf-8").splitlines()
    read = [_item(json.loads(line)) for line in lines if line.strip()]
    half = len(read) // 2
    return tuple(read[n * 37 % len(read)] for n in range(2 * half))


@cache
def stock(language: str) -> tuple[Case, ...]:
    """Items that no reader may carry: decoys for a draft too small to watch by itself."""
    return tuple(one.case for one in items() if one.language == language and not one.is_carried)


async def sit(judge: Judge, model: str, at: datetime, step: Step) -> Result:
    """Ask a judge every item, twelve a request, and count."""
    right = {one.case.id: one.is_carried for one in items()}
    true_kept = false_passed = answered = 0
    for start in range(0, len(items()), BATCH):
        part = [one.case for one in items()[start : start + BATCH]]
        findings = {one.id: one for one in await judge.decide(part, step)}
        answered += len(findings.keys() & right.keys())
        carried = {id_ for id_, one in findings.items() if one.verdict == "carried"}
        true_kept += sum(right[case.id] for case in part if case.id in carried)
        false_passed += sum(not right[case.id] for case in part if case.id in carried)
    return Result(model, at.isoformat(), true_kept, false_passed, answered, len(items()))


class ExamBook:
    """Who passed, kept in the data folder; notes that cannot be read are none."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def result(self, model: str) -> Result | None:
        """How a model did when it last sat the exam."""
        kept = self._read().get(model)
        try:
            return Result(**kept) if isinstance(kept, dict) else None
        except TypeError:
            return None

    def may_judge(self, model: str) -> bool:
        known = self.result(model)
        return known is not None and known.has_passed

    def keep(self, result: Result) -> None:
        kept = self._read() | {result.model: asdict(result)}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        made = self._path.with_suffix(f".{os.getpid()}")
        made.write_text(json.dumps(kept, ensure_ascii=False, indent=1), "utf-8")
        made.replace(self._path)

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}


def _item(row: dict[str, Any]) -> Item:
    anchors = tuple(CaseAnchor(a["source"], a["quote"], a["context"]) for a in row["anchors"])
    case = Case(row["id"], row["statement"], row["kind"], anchors)
    return Item(case, row["language"], row["label"] == "carried")
