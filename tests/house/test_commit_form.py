"""The form of a commit is held where commits are made."""

import pytest

from scripts.commit_form import fault


@pytest.mark.parametrize(
    "message",
    [
        "rules: read a quarter from its number",
        "desks.debate: pass the motion on\n\nWhy it had to be.",
        "tests: speed up the walks",
        "rostra_markets: address the exchange by name",
        'Revert "rules: read a quarter from its number"',
    ],
)
def test_a_room_and_what_to_do_is_the_form(message: str) -> None:
    assert fault(message) is None


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("A quarter is read from its number", "begins with a room"),
        ("kitchen: read a quarter", "begins with a room"),
        ("rules: reads a quarter", "what to do"),
        ("rules: added quarters", "what to do"),
        ("rules: reading quarters", "what to do"),
        ("rules: Read a quarter", "what to do"),
        ("rules: read " + "a" * 72, "characters"),
        ("rules: read a quarter\nand a year", "empty line"),
        ("", "begins with a room"),
    ],
)
def test_anything_else_is_refused_with_the_reason(message: str, why: str) -> None:
    found = fault(message)

    assert found is not None
    assert why in found
