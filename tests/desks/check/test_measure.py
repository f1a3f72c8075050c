"""What code alone finds in forty cited sentences of which twelve are altered."""

from pathlib import Path

import pytest

from tests.desks.check.house import checked
from tests.desks.check.reports import REPORTS
from tests.desks.research.house import sample_house

FAULTY = ("not_supported", "contradicted")


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.slow
async def test_without_a_model_eight_of_twelve_are_found_and_two_true_ones_at_most(
    tmp_path: Path,
) -> None:
    found: list[str] = []
    wrongly: list[str] = []
    sentences = 0
    async with sample_house(tmp_path) as desk:
        for name, (made, told) in REPORTS.items():
            ended = await checked(desk.house, name=name, data=made())
            again = await checked(desk.house, name=name, data=made(), offline=True)
            assert again.verdicts() == ended.verdicts(), "what was read is stored"
            # A typesetter parts figures from Chinese words.
            verdicts = {squeezed(text): one for text, one in ended.verdicts().items()}
            assert verdicts.keys() == {squeezed(one.text) for one in told}, name
            sentences += len(told)
            faulty = [one for one in told if verdicts[squeezed(one.text)] in FAULTY]
            assert "unreadable" not in verdicts.values()
            found += [one.text for one in faulty if one.altered]
            wrongly += [one.text for one in faulty if not one.altered]

    assert sentences == 40
    assert len(found) >= 8, found
    assert len(wrongly) <= 2, wrongly
