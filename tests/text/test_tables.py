"""The room against tables of sentences: at least 97 of 100 rows of each are read right.

The rows were written from the way Taiwanese, Chinese and English papers report on companies,
markets and policy, the awkward ones first.
"""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from rostra.text import Quantity, Slots, dates, periods, quantities, slots

TABLES = Path(__file__).parent / "tables"
REQUIRED = 0.97


def rows(name: str) -> list[list[str]]:
    lines = (TABLES / f"{name}.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]


def listed(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]


def figure(quantity: Quantity, *, hedged: bool) -> tuple[Decimal, Decimal, str, str]:
    unit = (quantity.unit or "-") + (f"/{quantity.per}" if quantity.per else "")
    return quantity.low, quantity.high, unit, quantity.hedge if hedged else ""


def expected_figure(cell: str) -> tuple[Decimal, Decimal, str, str]:
    value, unit, *hedge = cell.split(" ")
    low, _, high = value.partition("~")
    return Decimal(low), Decimal(high or low), unit, hedge[0] if hedge else ""


def reads_quantities(text: str, cell: str) -> bool:
    expected = [expected_figure(part) for part in listed(cell)]
    found = quantities(text)
    return len(found) == len(expected) and all(
        figure(one, hedged=bool(want[3])) == want for one, want in zip(found, expected, strict=True)
    )


def reads_dates(text: str, cell: str) -> bool:
    return [str(one) for one in dates(text)] == listed(cell)


def reads_periods(text: str, cell: str) -> bool:
    return [str(one) for one in periods(text)] == listed(cell)


def reads_entities(text: str, cell: str) -> bool:
    return slots(text).entity_ids == set(listed(cell))


def reads_metrics(text: str, cell: str) -> bool:
    return slots(text).metric_ids == set(listed(cell))


def reads_stance(text: str, modality: str, direction: str, negated: str) -> bool:
    found = slots(text)
    return (found.modality, found.direction, found.negated) == (
        modality,
        direction,
        negated == "yes",
    )


def claim(found: Slots) -> tuple[object, ...]:
    return (
        found.entity_ids,
        found.period_ids,
        found.metric_ids,
        found.modality,
        found.polarity,
    )


def reads_pair(verdict: str, left: str, right: str) -> bool:
    return (claim(slots(left)) == claim(slots(right))) == (verdict == "same")


@pytest.mark.parametrize(
    ("name", "reads"),
    [
        ("quantities", reads_quantities),
        ("dates", reads_dates),
        ("periods", reads_periods),
        ("entities", reads_entities),
        ("metrics", reads_metrics),
        ("stance", reads_stance),
        ("pairs", reads_pair),
    ],
)
def test_a_table_is_read_right(name: str, reads: Callable[..., bool]) -> None:
    table = rows(name)
    columns = max(len(row) for row in table)
    wrong = [row for row in table if not reads(*row, *[""] * (columns - len(row)))]
    for row in wrong:
        print("wrong:", *row, sep="\t")

    assert len(wrong) <= (1 - REQUIRED) * len(table), f"{len(wrong)} of {len(table)} rows"


def test_the_tables_are_large_enough_to_mean_something() -> None:
    assert sum(len(rows(path.stem)) for path in TABLES.glob("*.tsv")) >= 400
