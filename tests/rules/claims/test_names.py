"""A name in Latin script stands in a passage; one of another script cannot be looked for."""

import pytest

from tests.rules.claims.facts import doubts, vetoes

PAGE = "The National Football League fined Marta Quill, a coach of Tarnow City, on Monday."


@pytest.mark.parametrize(
    "said",
    [
        "On Monday the NFL fined coach Marta Quill.",
        "A fine was given to Quill, who coaches Tarnow City.",
        "據報 Marta Quill 被罰款",
    ],
)
def test_a_name_may_be_shortened(said: str) -> None:
    assert vetoes(said, PAGE) == []


@pytest.mark.parametrize(
    "said",
    ["On Monday the NBA fined Marta Quill.", "The league fined Boris Quill.", "聯盟罰了 Brandt"],
)
def test_a_name_nobody_has_is_vetoed(said: str) -> None:
    assert vetoes(said, PAGE) == ["names"]


def test_the_publisher_may_be_named() -> None:
    assert vetoes("According to Tidewater, a coach was fined.", PAGE)
    assert vetoes("According to Tidewater, a coach was fined.", PAGE, publisher="Tidewater") == []


def test_a_name_on_a_page_of_another_script_is_open() -> None:
    states = {one.state for one in doubts("The fall surprised Isle Line.", "嶼航獲利衰退。")}

    assert states == {"open"}
