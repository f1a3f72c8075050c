"""A plea is granted by rule only if it is early, concrete and new."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.rules import review_reason
from rostra.text import to_simplified

TABLE = Path(__file__).parent / "tables" / "reasons.tsv"
ROWS = [
    (want, int(nth), None if previous == "-" else previous, reason)
    for want, nth, previous, reason in (
        line.split("\t")
        for line in TABLE.read_text("utf-8").splitlines()
        if not line.startswith("#")
    )
]
GRANTED = [reason for want, _, previous, reason in ROWS if want == "auto_approve"]


def test_nineteen_in_twenty_pleas_are_judged_right() -> None:
    wrong = [row for row in ROWS if review_reason(row[3], row[2], row[1]).verdict != row[0]]
    assert len(ROWS) >= 120
    assert len(wrong) <= len(ROWS) // 20, wrong


def test_no_filler_and_no_repeat_is_granted() -> None:
    assert [
        (previous, reason)
        for want, nth, previous, reason in ROWS
        if want == "to_chairman" and review_reason(reason, previous, nth).verdict == "auto_approve"
    ] == []


def test_a_plea_in_disguise_is_the_same_plea() -> None:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    granted = []
    for reason in GRANTED:
        disguises = [
            reason,
            f"　{reason}！！",
            to_simplified(reason),
            f"再次申請：{reason}",
            reason.translate(wide),
        ]
        granted += [
            one for one in disguises if review_reason(one, reason, 2).verdict != "to_chairman"
        ]
    assert granted == []


@pytest.mark.parametrize("nth", [-1, 0, 3, 4, 1_000])
def test_only_the_first_two_pleas_can_be_granted_by_rule(nth: int) -> None:
    assert {review_reason(one, None, nth).verdict for one in GRANTED} == {"to_chairman"}


def test_the_script_of_a_plea_does_not_matter() -> None:
    simplified = map(to_simplified, GRANTED)
    assert [
        one for one in simplified if review_reason(one, None, 1).verdict != "auto_approve"
    ] == []


def test_length_and_names_do_not_make_filler_concrete() -> None:
    names = "台積電、聯電、聯發科、鴻海、廣達、TSMC、NVIDIA、央行、"
    for filler in ("需要更多時間思考", "想再整理一下論點", "need more time to think"):
        for times in (1, 5, 40):
            plea = (names + filler + "，") * times
            assert review_reason(plea, None, 1).verdict == "to_chairman", plea[:80]


@settings(deadline=None)
@given(st.text(max_size=120), st.none() | st.text(max_size=80), st.integers())
def test_any_plea_at_all_gets_a_verdict_and_a_reason(
    reason: str, previous: str | None, nth: int
) -> None:
    review = review_reason(reason, previous, nth)
    assert review.verdict in ("auto_approve", "to_chairman")
    assert review.why
