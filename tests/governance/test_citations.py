"""No sentence is published as fact unless its evidence carries it."""

from hypothesis import given
from hypothesis import strategies as st

from rostra.governance import CitationGate
from rostra.records.report import CitedSentence, Draft, Section

TEXT = "2026年10月舊港區平日日均進入車輛為74,100輛，較6月減少14.2%。其餘略。"


def check(sentence: str, *cited: str) -> Draft:
    gate = CitationGate({"evidence:1": TEXT})
    return gate.check(Draft((Section("s", (CitedSentence(sentence, cited or ("evidence:1",)),)),)))


def test_a_quotation_passes_also_when_its_spaces_and_widths_differ() -> None:
    checked = check("2026年10月 舊港區平日日均進入車輛為７４，１００輛，較6月減少14.2％。")

    assert checked.rejected == ()
    assert len(checked.sections[0].sentences) == 1


def test_a_changed_figure_does_not_pass_and_the_reason_is_kept() -> None:
    checked = check("較6月減少14.3%。")

    assert checked.sections[0].sentences == ()
    assert "does not stand in" in checked.rejected[0].reason


def test_evidence_this_run_never_read_cannot_be_cited() -> None:
    checked = check("其餘略。", "evidence:2")

    assert "never read" in checked.rejected[0].reason


def test_every_cited_piece_must_carry_the_sentence() -> None:
    assert check("其餘略。", "evidence:1", "evidence:2").sections[0].sentences == ()


@given(st.text(min_size=1, max_size=60).filter(lambda text: text.strip()))
def test_what_is_not_in_the_evidence_never_passes(text: str) -> None:
    checked = check(text + "□")

    assert checked.sections[0].sentences == ()
