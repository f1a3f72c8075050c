"""The engine that needs no model selects and quotes; it never writes."""

from hypothesis import given
from hypothesis import strategies as st

from rostra.roles import Passage, pick_sentences

QUESTION = "舊港區擁擠費試辦的車流成效如何？"
CITY = Passage(
    "evidence:1",
    "舊港區擁擠費試辦四個月",
    "舊港區擁擠費試辦以來，10月日均車流為74,100輛，減少14.2%。市長今天出席了園遊會並致詞感謝志工。"
    "該項措施仍在評估。",
    1,
)
REPRINT = Passage(
    "evidence:2",
    "擁擠費試辦",
    "舊港區擁擠費試辦以來，十月日均車流為74,100輛，減少14.2%。",
    2,
)
FORUM = Passage("evidence:3", "大家怎麼看擁擠費", "擁擠費試辦根本沒有成效，車流只是跑去別區。", 5)


def test_what_answers_comes_before_what_is_merely_on_the_page() -> None:
    best, *rest = pick_sentences(QUESTION, [CITY, FORUM], limit=5)

    assert "74,100" in best.text
    assert all("園遊會" not in picked.text for picked in rest[:1])


def test_a_reprinted_sentence_is_quoted_once_from_the_better_source() -> None:
    picked = pick_sentences(QUESTION, [REPRINT, CITY], limit=5)

    assert [one.evidence for one in picked if "74,100" in one.text] == ["evidence:1"]


def test_the_same_input_gives_the_same_choice() -> None:
    passages = [CITY, REPRINT, FORUM]

    assert pick_sentences(QUESTION, passages, limit=4) == pick_sentences(
        QUESTION, passages, limit=4
    )


@given(st.lists(st.text(max_size=300), max_size=4), st.text(max_size=50))
def test_every_chosen_sentence_stands_in_its_passage(texts: list[str], question: str) -> None:
    passages = [Passage(f"e{n}", "", text, 3) for n, text in enumerate(texts)]

    for picked in pick_sentences(question, passages, limit=10):
        source = " ".join(texts[int(picked.evidence[1:])].split())
        assert picked.text in source
