"""A summary quotes; it neither repeats the title nor invents."""

from hypothesis import given
from hypothesis import strategies as st

from rostra.roles.summarising import fault_in_summary, summarise

TITLE = "舊港區擁擠費試辦四個月 平日車流減少14.2%"
TEXT = (
    "交通局今日公布舊港區擁擠費試辦四個月的成效評估。2026年10月舊港區平日日均進入車輛為74,100輛，"
    "較試辦前減少14.2%。同期公車尖峰平均時速提高到18.1公里，市區公車運量增加11.2%。"
    "徵收金額扣除成本後的淨額1.48億元，全數撥入公車增班基金。訂閱電子報。版權所有。"
    "局長感謝市民配合，並表示將持續檢討。市府網站可下載完整報告。"
)


def test_a_summary_has_two_or_three_sentences_of_the_text_with_its_figures() -> None:
    summary = summarise(TITLE, TEXT)

    assert 60 <= len(summary) <= 240
    assert "74,100" in summary
    for sentence in summary.split("。")[:-1]:
        assert sentence in TEXT
    assert fault_in_summary(summary, TITLE) is None


def test_a_text_without_sentences_has_no_summary() -> None:
    assert summarise(TITLE, "首頁 登入 訂閱") == ""


def test_what_is_wrong_with_a_summary_is_said() -> None:
    assert str(fault_in_summary("  ", TITLE)) == "the summary is empty"
    assert "only" in str(fault_in_summary("太短了。", TITLE))
    assert "title" in str(fault_in_summary("舊港區擁擠費試辦四個月，平日車流減少14.2%", TITLE))


@given(st.text(max_size=100), st.text(max_size=1_000))
def test_any_text_can_be_summarised_without_inventing(title: str, text: str) -> None:
    summary = summarise(title, text)

    assert set(summary.replace(" ", "")) <= set(text)
