"""Answers are read as models of pydantic too, by the model's own strict rules."""

import subprocess
import sys
from typing import Any, Literal

import pytest

from rostra.errors import NeedsReask
from rostra.rules import parse_answer

pydantic = pytest.importorskip("pydantic")
Review: Any = pydantic.create_model(
    "Review",
    verdict=(Literal["pass", "warn", "reject"], ...),
    score=(int, pydantic.Field(ge=1, le=5)),
    sure=(bool, ...),
    notes=(list[str], []),
)


def test_a_model_is_made_of_what_a_record_would_be() -> None:
    said = "Here it is:\n```json\n{'verdict': 'warn', 'score': 3, 'sure': False,}\n```"

    read = parse_answer(said, Review)

    assert (read.verdict, read.score, read.sure, read.notes) == ("warn", 3, False, [])
    (only,) = parse_answer('[{"verdict": "pass", "score": 5, "sure": true}]', list[Review])
    assert only.score == 5


@pytest.mark.parametrize(
    "said",
    [
        '{"verdict": "pass", "score": 9, "sure": true}',
        '{"verdict": "pass", "score": 3, "sure": "true"}',
        '{"verdict": "pass", "score": 3}',
        '[{"verdict": "pass", "score": 3, "sure": true}, {"verdict": "warn", "score": 3}]',
    ],
    ids=["past its limit", "text for a yes", "a part missing", "two of them"],
)
def test_a_model_is_never_made_of_a_guess(said: str) -> None:
    with pytest.raises(NeedsReask):
        parse_answer(said, Review)


def test_a_model_with_other_names_for_its_fields_is_read_by_either() -> None:
    cls = pydantic.create_model(
        "Aliased",
        __config__=pydantic.ConfigDict(populate_by_name=True),
        ok=(bool, pydantic.Field(validation_alias=pydantic.AliasChoices("ok", "passed"))),
        why=(str, pydantic.Field("", alias="reason")),
    )

    assert parse_answer('{"passed": true, "reason": "x",}', cls).ok is True
    assert parse_answer("{'ok': False, 'why': 'y'}", cls).why == "y"


def test_a_model_that_is_a_list_is_read_as_one() -> None:
    cls = pydantic.RootModel[list[int]]

    assert parse_answer("排序：[2, 0, 1,]", cls).root == [2, 0, 1]


@pytest.mark.slow
def test_reading_answers_loads_no_pydantic() -> None:
    code = "import sys, rostra.rules; raise SystemExit('pydantic' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
