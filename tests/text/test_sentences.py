"""A sentence ends where a reader would say it does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rostra.text import sentences

ANY = st.text(st.characters(exclude_categories=()), max_size=120)
PUNCTUATED = st.text(st.sampled_from('台積A1a .。！？!?"「」（）()\n\r…、，U.S'), max_size=120)


@given(ANY | PUNCTUATED)
def test_spans_point_into_the_text_in_order(text: str) -> None:
    last = 0
    for sentence in sentences(text):
        assert last <= sentence.start < sentence.end <= len(text)
        assert text[sentence.start : sentence.end] == sentence.text == sentence.text.strip()
        last = sentence.end


@given(ANY | PUNCTUATED)
def test_no_word_is_lost(text: str) -> None:
    kept = "".join(sentence.text for sentence in sentences(text))

    assert "".join(kept.split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "營收年增3成…但獲利下滑。真的嗎？！是的",
            ["營收年增3成…但獲利下滑。", "真的嗎？！", "是的"],
        ),
        (
            "「我們會擴產。」魏哲家表示。股價上漲3.5%。",
            ["「我們會擴產。」魏哲家表示。", "股價上漲3.5%。"],
        ),
        (
            "他說：「不會。沒有計畫。」隔天股價大漲。",
            ["他說：「不會。沒有計畫。」", "隔天股價大漲。"],
        ),
        ("央行（總裁說。）昨升息半碼。市場平靜。", ["央行（總裁說。）昨升息半碼。", "市場平靜。"]),
        ("第一行還沒完，\n第二行接續。第三句", ["第一行還沒完，\n第二行接續。", "第三句"]),
        (
            "1. 台積電\n2. 聯電成長3.2%。\n\n- 甲\n- 乙",
            ["1. 台積電", "2. 聯電成長3.2%。", "- 甲", "- 乙"],
        ),
        ("标题一\n正文第一句。正文第二句。", ["标题一", "正文第一句。", "正文第二句。"]),
        (
            "Apple Inc. said U.S. sales rose 3.5%. The rest fell.",
            ["Apple Inc. said U.S. sales rose 3.5%.", "The rest fell."],
        ),
        (
            "It was sold to Acme Corp. The price was $3.5 bn.",
            ["It was sold to Acme Corp.", "The price was $3.5 bn."],
        ),
        (
            "Mr. Lee and Dr. Wu (approx. 50 staff. Really.) left.",
            ["Mr. Lee and Dr. Wu (approx. 50 staff. Really.) left."],
        ),
        (
            'Morris C. J. Chang left. He said "no." Then he sat.',
            ["Morris C. J. Chang left.", 'He said "no."', "Then he sat."],
        ),
        (
            "See https://a.example/c?d=e.f for more. No. 5 won.",
            ["See https://a.example/c?d=e.f for more.", "No. 5 won."],
        ),
        (
            "wrapped line of\nEnglish text. Next one",
            ["wrapped line of", "English text.", "Next one"],
        ),
        ("wrapped line of\nplain text. Next one", ["wrapped line of\nplain text.", "Next one"]),
        ("版本1.2.3發布！下載Python 3.11。", ["版本1.2.3發布！", "下載Python 3.11。"]),
        (
            "Really?! Yes. Take e.g. this one, i.e. that.",
            ["Really?!", "Yes.", "Take e.g. this one, i.e. that."],
        ),
        (
            "TSMC reported on Oct. 17. Shares rose 2.4%.",
            ["TSMC reported on Oct. 17.", "Shares rose 2.4%."],
        ),
        (
            "台積電第三季營收為7,596.9億元.較上季成長",
            ["台積電第三季營收為7,596.9億元.", "較上季成長"],
        ),
        ("", []),
        (" \n \t", []),
    ],
)
def test_a_text_is_cut_where_a_reader_would(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in sentences(text)] == expected
