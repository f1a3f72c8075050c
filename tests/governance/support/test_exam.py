"""Who may judge has shown that it reads: in three languages, true and false alike."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rostra.governance.support import ExamBook, sit
from rostra.governance.support.anchors import squeezed
from rostra.governance.support.exam import Result, items, stock
from rostra.records.statements import Case, Finding
from rostra.steps import InlineStep, Step
from tests.governance.support.bench import No, Yes

NOW = datetime(2026, 11, 18, tzinfo=UTC)


class Knowing:
    """Knows the answers but for those it misses."""

    def __init__(self, *, missed_true: int = 0, passed_false: int = 0) -> None:
        self.missed_true, self.passed_false = missed_true, passed_false

    async def decide(self, batch: Sequence[Case], step: Step) -> list[Finding]:
        right = {one.case.id: one.is_carried for one in items()}
        found = []
        for one in batch:
            carried = right[one.id]
            if carried and self.missed_true:
                self.missed_true, carried = self.missed_true - 1, False
            elif not carried and self.passed_false:
                self.passed_false, carried = self.passed_false - 1, True
            found.append(Finding(one.id, "carried" if carried else "not_carried"))
        return found


async def result(judge: Knowing | Yes | No) -> Result:
    return await sit(judge, "a:model", NOW, InlineStep())


def test_the_exam_is_sixty_items_in_three_languages_half_of_them_true() -> None:
    counted = Counter((one.language, one.is_carried) for one in items())

    assert counted == dict.fromkeys([(lang, t) for lang, _ in counted for t in (True, False)], 10)
    assert len({one.case.id for one in items()}) == 60


def test_every_quote_stands_in_its_context_and_no_statement_is_a_copy() -> None:
    for one in items():
        for anchor in one.case.anchors:
            assert anchor.quote in anchor.context
            assert squeezed(one.case.statement) not in squeezed(anchor.context)


async def test_thirty_right_and_none_wrong_passes() -> None:
    sat = await result(Knowing())

    assert (sat.true_kept, sat.false_passed, sat.answered, sat.asked) == (30, 0, 60, 60)
    assert sat.has_passed


async def test_one_false_statement_may_slip_through_and_two_may_not() -> None:
    assert (await result(Knowing(passed_false=1))).has_passed
    assert not (await result(Knowing(passed_false=2))).has_passed


async def test_six_true_statements_may_be_lost_and_seven_may_not() -> None:
    assert (await result(Knowing(missed_true=6))).has_passed
    assert not (await result(Knowing(missed_true=7))).has_passed


async def test_whoever_does_not_read_fails() -> None:
    assert not (await result(Yes())).has_passed
    assert not (await result(No())).has_passed


async def test_who_passed_is_known_in_the_data_folder_and_nobody_else(tmp_path: Path) -> None:
    book = ExamBook(tmp_path / "data")
    assert not book.may_judge("a:model")

    book.keep(await result(Knowing()))

    assert ExamBook(tmp_path / "data").may_judge("a:model")
    assert not book.may_judge("b:model")


def test_notes_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    for text in ("", "[]", '{"a:model": 3}', '{"a:model": {"model": 1}}', "{"):
        (tmp_path / "exams.json").write_text(text, "utf-8")

        assert not ExamBook(tmp_path).may_judge("a:model")


def test_every_language_has_decoys_in_stock() -> None:
    assert {len(stock(one)) for one in ("zh-Hant", "zh-Hans", "en")} == {10}
