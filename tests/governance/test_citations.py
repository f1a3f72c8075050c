"""No sentence is published as fact unless its evidence carries it."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rostra.governance import CitationGate
from rostra.records.report import CitedSentence, Draft, Section

TEXT = "2026年10月舊港區平日日均進入車輛為74,100輛，較6月減少14.2%。瀾電第三季營收為12.5億元。"
OTHER = "市議會將於12月18日審查草案。"


def check(sentence: str, *cited: str) -> Draft:
    gate = CitationGate({"evidence:1": TEXT, "evidence:2": OTHER})
    cites = cited or ("evidence:1",)
    return gate.check(Draft((Section("s", (CitedSentence(sentence, cites),)),)))


def kept(draft: Draft) -> tuple[CitedSentence, ...]:
    return draft.sections[0].sentences


def test_a_quotation_passes_also_when_its_spaces_and_widths_differ() -> None:
    checked = check("2026年10月 舊港區平日日均進入車輛為７４，１００輛，較6月減少14.2％。")

    assert checked.rejected == ()
    assert len(kept(checked)) == 1


def test_a_faithful_paraphrase_passes() -> None:
    assert kept(check("舊港區2026年10月的平日日均進入車輛為74,100輛。"))


@pytest.mark.parametrize(
    "altered",
    [
        "較6月減少14.3%。",
        "2026年9月舊港區平日日均進入車輛為74,100輛。",
        "2026年10月舊港區平日日均進入車輛為71,400輛。",
        "瀾電第二季營收為12.5億元。",
        "堤能第三季營收為12.5億元。",
        "瀾電預估第三季營收為12.5億元。",
        "瀾電第三季營收並非12.5億元。",
    ],
)
def test_a_changed_figure_period_name_or_meaning_does_not_pass(altered: str) -> None:
    checked = check(altered)

    assert kept(checked) == ()
    assert checked.rejected[0].reason


def test_evidence_this_run_never_read_cannot_be_cited() -> None:
    checked = check("瀾電第三季營收為12.5億元。", "evidence:9")

    assert "never read" in checked.rejected[0].reason


def test_a_citation_that_carries_nothing_is_taken_off() -> None:
    (sentence,) = kept(check("瀾電第三季營收為12.5億元。", "evidence:1", "evidence:2"))

    assert sentence.evidence == ("evidence:1",)


def test_a_sentence_attributed_to_the_wrong_evidence_does_not_pass() -> None:
    assert kept(check("瀾電第三季營收為12.5億元。", "evidence:2")) == ()


def test_a_sentence_without_evidence_is_not_a_fact() -> None:
    gate = CitationGate({})

    checked = gate.check(Draft((Section("s", (CitedSentence("It is so.", ()),)),)))

    assert checked.rejected[0].reason == "cites no evidence"


@settings(deadline=None)
@given(st.text(min_size=1, max_size=60).filter(lambda text: text.strip()))
@example("HOLDS")
def test_what_is_not_in_the_evidence_never_passes(text: str) -> None:
    assert kept(check(text + "□□")) == ()
