"""A choice typed at a terminal."""

import pytest

from rostra.cli.asking import can_ask, choice_of
from rostra.cli.desk import Desk

OPTIONS = ("最近一個月", "今年以來", "the last year", "the last month")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1\n", OPTIONS[0]),
        (" 4 ", OPTIONS[3]),
        ("今年", OPTIONS[1]),
        ("The last y", OPTIONS[2]),
        ("the last", None),
        ("0", None),
        ("5", None),
        ("", None),
        ("whatever", None),
    ],
)
def test_a_number_or_a_clear_beginning_chooses(typed: str, meant: str | None) -> None:
    assert choice_of(typed, OPTIONS) == meant


@pytest.mark.parametrize("desk", [Desk(no_input=True), Desk(json=True), Desk(quiet=True), Desk()])
def test_where_nobody_sits_nobody_is_asked(desk: Desk) -> None:
    assert not can_ask(desk), "the tests have no terminal"
