"""A quotation brings along what it cannot be understood without, and nothing else."""

import pytest

from rostra.roles.context import with_its_context

VOTE = "擁擠費自治條例草案排定12月18日在市議會二、三讀。"
IF_SO = "若通過，擁擠費將自2027年3月1日起正式實施，小客車每日費率由60元調高為80元。"
PLAIN = "交通局同時公布各路口偵測資料，歡迎學界一起重算。"
TEXT = f"{VOTE}{IF_SO}\n{PLAIN}"


def test_a_condition_is_quoted_with_what_has_to_happen() -> None:
    assert with_its_context(IF_SO, TEXT) == VOTE + IF_SO


def test_what_follows_from_an_event_is_quoted_with_it() -> None:
    assert with_its_context(VOTE, TEXT) == VOTE + IF_SO


def test_a_sentence_that_stands_alone_is_quoted_alone() -> None:
    assert with_its_context(PLAIN, f"{PLAIN}{VOTE}") == PLAIN


def test_nothing_is_brought_from_another_paragraph() -> None:
    assert with_its_context(IF_SO, f"{VOTE}\n\n{IF_SO}") == IF_SO


def test_what_a_better_source_contradicts_is_not_brought_along() -> None:
    assert with_its_context(IF_SO, TEXT, refused={VOTE}) == IF_SO


def test_a_long_pair_is_not_made() -> None:
    long = VOTE[:-1] + "，" + "並於會前公布所有委員的書面意見" * 17 + "。"
    assert with_its_context(IF_SO, long + IF_SO) == IF_SO


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        (
            "全市儲能併網容量231MW，較2025年底的186MW增加24.2%。",
            "2028年達520MW的目標不變，屬規劃值。",
            True,
        ),
        (
            "三廠量產由今年第四季延到2027年第一季，主因是再生水供應未到位。",
            "公司預估2026年第四季營收62億元至65億元。",
            False,
        ),
        (
            "近日社群又轉傳「救護車也要付擁擠費」的訊息。",
            "交通局重申，執行勤務的緊急車輛一律豁免，網傳訊息並非事實。",
            True,
        ),
        (
            "內行人爆料，某外商將以每股300元收購瀾電，雙方已經簽約。",
            "瀾電與主管機關均未回應媒體的詢問。",
            True,
        ),
        (
            "The council is due to vote on the ordinance on 18 December.",
            "If it passes, the charge for cars rises to NT$80 a day on 1 March 2027.",
            True,
        ),
        (
            "The council is due to vote on the ordinance on 18 December.",
            "Revenue in the third quarter was NT$6.14 billion, the company said.",
            False,
        ),
    ],
)
def test_figures_of_one_thing_and_rumours_with_their_answer_stay_together(
    first: str, second: str, together: bool
) -> None:
    space = " " if first.isascii() else ""
    whole = f"{first}{space}{second}"
    assert with_its_context(first, whole) == (whole if together else first)
