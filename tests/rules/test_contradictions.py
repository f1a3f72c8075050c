"""Claims are compared by whose, when and what, before how much."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.rules import compare_claims
from rostra.text import to_simplified

TABLE = Path(__file__).parent / "tables" / "contradictions.tsv"
ROWS = [
    tuple(line.split("\t"))
    for line in TABLE.read_text("utf-8").splitlines()
    if not line.startswith("#")
]
VERDICTS = {
    "contradiction",
    "agreement",
    "unit_equivalent",
    "different_period",
    "different_metric",
    "unrelated",
}


def test_no_agreement_is_seen_in_a_contradiction() -> None:
    kept = {"agreement", "unit_equivalent"}
    assert [
        (a, b) for a, b, want in ROWS if want == "contradiction" and compare_claims(a, b) in kept
    ] == []


def test_no_contradiction_is_imagined() -> None:
    assert [
        (a, b)
        for a, b, want in ROWS
        if want != "contradiction" and compare_claims(a, b) == "contradiction"
    ] == []


@pytest.mark.slow
def test_the_order_and_the_script_of_two_claims_do_not_matter() -> None:
    turned = []
    for a, b, _ in ROWS:
        answer = compare_claims(a, b)
        others = ((b, a), (to_simplified(a), b), (a, to_simplified(b)))
        turned += [pair for pair in others if compare_claims(*pair) != answer]
    assert turned == []


def test_a_claim_never_contradicts_itself() -> None:
    claims = {claim for a, b, _ in ROWS for claim in (a, b)}
    assert [
        one for one in claims if compare_claims(one, one) not in ("agreement", "unrelated")
    ] == []


@pytest.mark.parametrize(
    ("altered", "verdict"),
    [
        ("台積電2024年第三季營收8,596.9億元", "contradiction"),
        ("台積電2023年第三季營收7,596.9億元", "different_period"),
        ("聯電2024年第三季營收7,596.9億元", "unrelated"),
        ("台積電2024年第三季稅前淨利7,596.9億元", "different_metric"),
        ("台積電預估2024年第三季營收7,596.9億元", "different_metric"),
        ("台積電2024年第三季營收0.75969兆元", "unit_equivalent"),
        ("台積電2024年第三季營收不是7,596.9億元", "contradiction"),
    ],
)
def test_one_altered_part_decides(altered: str, verdict: str) -> None:
    assert compare_claims("台積電2024年第三季營收7,596.9億元", altered) == verdict


@settings(deadline=None)
@given(st.text(max_size=100), st.text(max_size=100))
def test_any_two_texts_at_all_can_be_compared(a: str, b: str) -> None:
    assert compare_claims(a, b) in VERDICTS
