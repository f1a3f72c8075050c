"""A sentence is published only if one place of its evidence carries every part of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.rules import check_sentence
from rostra.text import to_simplified

TABLES = [Path(__file__).parent / "tables" / name for name in ("citing.tsv", "citing_news.tsv")]
ARTICLE = (
    "台積電17日公布2024年第三季財報，合併營收7,596.9億元，年增39.0%，毛利率57.8%。"
    "公司預估第四季營收介於261億至269億美元。聯電同日公布第三季營收604.9億元，年增6.0%。"
)
QUOTED = "台積電2024年第三季合併營收7,596.9億元，年增39.0%，毛利率57.8%。"


def rows() -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    texts: list[str] = []
    used = True
    for line in "\n".join(table.read_text("utf-8") for table in TABLES).splitlines():
        mark, _, rest = line.partition("\t")
        if mark == "E":
            texts = [] if used else texts
            texts.append(rest)
            used = False
        elif mark in ("+", "-"):
            used = True
            yield mark == "+", rest.strip("\t"), tuple(texts)


@pytest.mark.slow
def test_nothing_is_accepted_that_the_evidence_does_not_carry() -> None:
    taken = [
        sentence
        for fine, sentence, texts in rows()
        if not fine and check_sentence(sentence, texts).ok
    ]
    assert taken == []


def passing() -> float:
    honest = [(sentence, texts) for fine, sentence, texts in rows() if fine]
    return sum(check_sentence(sentence, texts).ok for sentence, texts in honest) / len(honest)


@pytest.mark.slow
def test_nine_in_ten_rows_are_judged_right() -> None:
    """False rows are all refused (above), so what is wrong here are honest ones refused."""
    judged = [check_sentence(sentence, texts).ok == fine for fine, sentence, texts in rows()]

    assert sum(judged) >= 0.9 * len(judged)


@pytest.mark.slow
def test_three_in_four_honest_sentences_pass() -> None:
    assert passing() >= 0.75


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(list(rows())) >= 150


@pytest.mark.parametrize(
    ("true", "altered"),
    [
        ("7,596.9億元", "7,569.9億元"),
        ("7,596.9億元", "7,596.9萬元"),
        ("7,596.9億元", "7,596.9億美元"),
        ("39.0%", "93.0%"),
        ("39.0%", "39.0個百分點"),
        ("57.8%", "58.7%"),
        ("年增", "年減"),
        ("年增", "季增"),
        ("年增", "月增"),
        ("第三季", "第二季"),
        ("第三季", "前三季"),
        ("2024年", "2023年"),
        ("2024年", "112年"),
        ("台積電", "聯電"),
        ("台積電", "鴻海"),
        ("毛利率", "營益率"),
        ("合併營收", "稅後純益"),
        ("合併營收", "合併營收並未達"),
        ("合併營收", "合併營收預估"),
        ("合併營收", "合併營收目標"),
        ("台積電", "市場傳出台積電"),
        ("台積電", "如果台積電"),
    ],
)
def test_one_altered_part_of_a_true_sentence_is_refused(true: str, altered: str) -> None:
    assert check_sentence(QUOTED, [ARTICLE]).ok
    checked = check_sentence(QUOTED.replace(true, altered), [ARTICLE])
    assert not checked.ok
    assert checked.reasons


@pytest.mark.slow
def test_every_sentence_is_carried_by_itself() -> None:
    honest = [sentence for fine, sentence, _ in rows() if fine]
    assert [one for one in honest if not check_sentence(one, [one]).ok] == []


SWAPS = [
    ("年增", "年減"), ("月增", "月減"), ("調升", "調降"), ("rose", "fell"), ("升至", "降至"),
    ("第三季", "第二季"), ("third", "second"), ("2024", "2021"), ("10月", "7月"),
    ("台積電", "聯發科"), ("TSMC", "UMC"), ("台灣", "日本"), ("營收", "存貨"), ("毛利率", "殖利率"),
    ("沒有", "有"), ("通過", "否決"), ("億", "萬"), ("billion", "million"), ("%", "個百分點"),
]  # fmt: skip


def altered(sentence: str) -> Iterator[str]:
    for true, false in SWAPS:
        if true in sentence:
            yield sentence.replace(true, false, 1)
    for figure in re.finditer(r"(?<![\d,.])[1-9]", sentence):
        other = str((int(figure[0]) + 3) % 9 + 1)
        yield sentence[: figure.start()] + other + sentence[figure.end() :]


@pytest.mark.proof
def test_no_true_sentence_of_the_table_survives_an_alteration() -> None:
    taken = [
        false
        for fine, sentence, texts in rows()
        if fine and check_sentence(sentence, texts).ok
        for false in altered(sentence)
        if check_sentence(false, texts).ok
    ]
    assert taken == []


@pytest.mark.proof
def test_the_script_of_sentence_and_evidence_does_not_matter() -> None:
    for fine, sentence, texts in rows():
        answer = check_sentence(sentence, texts).ok
        simplified = [to_simplified(text) for text in texts]
        assert check_sentence(to_simplified(sentence), texts).ok == answer, (fine, sentence)
        assert check_sentence(sentence, simplified).ok == answer, (fine, sentence)


def test_a_part_of_a_sentence_that_turns_its_meaning_is_no_quotation() -> None:
    assert not check_sentence("台積電將裁員", ["台積電否認外傳的台積電將裁員一事。"]).ok
    assert not check_sentence("台積電將裁員。", ["如果景氣轉差，台積電將裁員。"]).ok


def test_far_apart_parts_of_a_text_are_not_put_together() -> None:
    filler = "本文其餘部分談論天氣與交通。" * 8
    text = f"聯發科公布2024年財報。{filler}第三季營收1,318億元，較上季成長。"
    assert not check_sentence("聯發科2024年第三季營收1,318億元。", [text]).ok


def test_no_evidence_carries_nothing() -> None:
    assert not check_sentence("台積電營收成長。", []).ok
    assert not check_sentence("", ["台積電營收成長。"]).ok


@settings(deadline=None)
@given(st.text(max_size=80), st.lists(st.text(max_size=120), max_size=3))
def test_any_text_at_all_gets_an_answer(sentence: str, texts: list[str]) -> None:
    checked = check_sentence(sentence, texts)
    assert checked.ok == (not checked.reasons)


@pytest.mark.slow
@pytest.mark.parametrize(
    "evidence",
    ["1," * 50_000, "台" * 100_000, "台積電1億元，" * 15_000, "（" * 100_000, "年增3%\n" * 20_000],
)
def test_hostile_evidence_is_read_in_time(evidence: str) -> None:
    assert not check_sentence("台積電2024年第三季營收7,596.9億元。", [evidence]).ok


@pytest.mark.slow
def test_a_wall_of_figures_is_read_in_time_in_english_too() -> None:
    """Clause by clause it once took minutes: every figure was held against every other."""
    assert not check_sentence("The mayor said the board will not sell.", ["1," * 50_000]).ok


def test_what_is_too_long_for_one_sentence_is_not_accepted_unread() -> None:
    long = "台積電2024年第三季營收7,596.9億元，" * 200 + "年減99%。"
    assert not check_sentence(long, [ARTICLE]).ok


@pytest.mark.parametrize(
    ("sentence", "evidence"),
    [
        ("Pigs can fly.", "瀾電第三季營收為12.5億元。"),
        ("Lanwave collapsed.", "瀾電第三季營收為12.5億元。"),
        ("AAA", "市議會將於12月18日審查草案。"),
        ("市長很高興。", "The mayor resigned on Monday."),
    ],
)
def test_words_of_another_language_do_not_pass_for_want_of_comparison(
    sentence: str, evidence: str
) -> None:
    assert not check_sentence(sentence, [evidence]).ok


def test_what_another_figure_is_measured_against_keeps_its_own_year() -> None:
    text = "2026年第二期作，南坡灌區停灌1,860公頃，比2021年那次旱象的1,240公頃還多。"

    assert check_sentence(text, [text]).ok
    assert not check_sentence(text.replace("2021年", "2026年"), [text]).ok
    assert not check_sentence("2026年旱象停灌1,240公頃。", [text]).ok


def test_one_letter_of_a_place_is_another_place() -> None:
    text = "晨鐘報民調中心就舊港區擁擠費試辦四個月的成效進行調查，46.2%的市民支持轉為正式實施。"

    assert not check_sentence(text.replace("舊港區", "內港區"), [text]).ok


def test_a_rise_over_the_quarter_before_is_none_over_this_one() -> None:
    text = "毛利率較上季下降1.6個百分點，主要係燃油成本與約聘駕駛費用增加。"

    assert check_sentence(text, [text]).ok
    assert not check_sentence(text.replace("上季", "本季"), [text]).ok
