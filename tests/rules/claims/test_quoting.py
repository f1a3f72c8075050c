"""A quotation is whole sentences of one source, as they stand there."""

import pytest

from rostra.rules.claims import quotation

PAGE = (
    "澄嶼市政府1月5日表示，舊港區車流減少14.2%。市府否認「擁擠費造成倒閉」的說法。"
    "若議會通過，3月起施行。\n\n"
    "The index fell 3.14% to 1,204.5. Analysts do not expect a rebound."
)


@pytest.mark.parametrize(
    "text",
    [
        "澄嶼市政府1月5日表示，舊港區車流減少14.2%。",
        "澄屿市政府 1 月 5 日表示，旧港区车流减少１４.２％",
        "市府否認『擁擠費造成倒閉』的說法。若議會通過，3月起施行。",
        "The index fell 3.14%  to 1,204.5.",
    ],
)
def test_whole_sentences_stand_in_any_width_script_and_marks(text: str) -> None:
    assert quotation(text, PAGE) is not None


@pytest.mark.parametrize(
    "text",
    [
        "舊港區車流減少14.2%。",  # who says so is cut off
        "擁擠費造成倒閉",  # the denial is
        "3月起施行。",  # the condition is
        "澄嶼市政府1月5日表示，舊港區車流減少1.42%。",
        "澄嶼市政府1月5日表示，舊港區車流減少142%。",
        "The index fell 31.4% to 1,204.5.",
        "The index fell -3.14% to 1,204.5.",
        "Analysts expect a rebound.",
        "市府否認「擁擠費造成倒閉」的說法？",
        "14.2%",
    ],
)
def test_a_part_or_an_edit_is_no_quotation(text: str) -> None:
    assert quotation(text, PAGE) is None


def test_a_sentence_out_of_a_speech_needs_its_speaker() -> None:
    page = "王大明說：「工廠爆炸了。死了三個人。」市府否認有這回事。"

    assert quotation("死了三個人。", page) is None
    assert quotation("王大明說：「工廠爆炸了。死了三個人。」", page) is not None


def test_a_sentence_led_in_by_a_colon_needs_what_leads_it_in() -> None:
    page = "網路流傳以下不實訊息：\n工廠昨夜爆炸，死傷慘重。\n\n請勿轉傳。"

    assert quotation("工廠昨夜爆炸，死傷慘重。", page) is None


def test_a_dateline_is_no_part_of_what_is_said() -> None:
    page = (
        "（海通社記者杜若齡11日電）堤能公布第三季毛利率16.9%，創新高。"
        "主旨：受理期間延長至12月31日。"
    )

    assert quotation("堤能公布第三季毛利率16.9%，創新高。", page) is not None
    assert quotation("受理期間延長至12月31日。", page) is not None
    assert quotation("工廠昨夜爆炸了。", "（網傳不實）工廠昨夜爆炸了。") is None
