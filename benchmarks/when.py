"""Time in a question: how often it is read right, and what reading costs beside dateparser.

With a data folder that holds `time/dev.jsonl` (labelled phrases made by others) those rows are
scored too, without duckling's stress set.
"""

import datetime as dt
import json
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from rostra.rules import TimeIntent, parse_time

TABLE = Path(__file__).parent.parent / "tests" / "rules" / "tables" / "when.tsv"
TODAY = dt.date(2026, 3, 5)
ROUNDS = 5


def run(data: Path | None) -> list[tuple[str, float, str]]:
    rows = [_table(), *_labelled(data)]
    return [*rows, _cost()]


def _questions() -> list[list[str]]:
    lines = TABLE.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def _days(found: TimeIntent) -> list[str | None]:
    return [day.isoformat() if day else None for day in (found.start, found.end)]


def _table() -> tuple[str, float, str]:
    questions = _questions()
    right = 0
    for text, outcome, *wanted in questions:
        found = parse_time(text, TODAY)
        expected = [day or None for day in [*wanted, "", ""][:2]]
        right += found.outcome == outcome and _days(found) == expected
    return "when: our table", right / len(questions), f"{len(questions)} questions, >= 0.95"


def _labelled(data: Path | None) -> Iterable[tuple[str, float, str]]:
    file = (data or Path()) / "time" / "dev.jsonl"
    if not file.is_file():
        return
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    rows = [row for row in rows if not row["source"].startswith("duckling")]
    right = sum(_is_right(row) for row in rows)
    yield "when: labelled phrases", right / len(rows), f"{len(rows)} phrases, exact, >= 0.85"


def _is_right(row: dict[str, object]) -> bool:
    found = parse_time(str(row["text"]), dt.date.fromisoformat(str(row["ref"])))
    accept = row["accept"]
    if not isinstance(accept, list):
        return found.outcome != "range"
    return found.outcome == "range" and _days(found) in accept


def _cost() -> tuple[str, float, str]:
    """The slowest question in a hundred, over a typical dateparser call, measured in turns."""
    import dateparser  # type: ignore[import-untyped]

    texts = [row[0] for row in _questions()]
    _seconds(lambda text: parse_time(text, TODAY), texts)  # patterns compile, calendars load
    dateparser.parse("2024年3月5日")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(
            statistics.quantiles(_seconds(lambda t: parse_time(t, TODAY), texts), n=100)[-1]
        )
        theirs.append(statistics.median(_seconds(dateparser.parse, texts[:20])))
    slow, usual = statistics.median(ours), statistics.median(theirs)
    note = f"P99 {slow * 1e6:.0f} µs, dateparser {usual * 1e6:.0f} µs, <= 1"
    return "when: P99 / one dateparser call", slow / usual, note


def _seconds(read: Callable[[str], object], texts: list[str]) -> list[float]:
    spent = []
    for text in texts:
        began = time.perf_counter()
        read(text)
        spent.append(time.perf_counter() - began)
    return spent
