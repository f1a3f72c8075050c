"""Marks of citation, list numbers and emphasis are the writer's own."""

import pytest

from rostra.rules.claims import check_sentence
from tests.rules.claims.facts import vetoes

PAGE = "舊港區車流減少14.2%，公車時速提高。"


@pytest.mark.parametrize(
    "said",
    [
        "舊港區車流減少14.2%，公車時速提高。[E12]",
        "3. 舊港區車流減少14.2%，公車時速提高。[1, 2]",
        "- **舊港區車流減少14.2%**，公車時速提高。",
        "（七）舊港區車流減少14.2%，公車時速提高。[∑ 31]",
        "[舊港區車流減少14.2%](https://a.example/77)，公車時速提高。",
    ],
)
def test_the_frame_is_cut_off(said: str) -> None:
    assert vetoes(said, PAGE) == []
    assert check_sentence(said, [PAGE]).ok


def test_a_figure_at_the_beginning_is_no_list_number() -> None:
    assert vetoes("3.5萬輛車減少", PAGE)
