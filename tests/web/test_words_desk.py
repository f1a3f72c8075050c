"""Settings and doctor's checks have their words in every language of the desk."""

import re
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rostra.doctor import checks
from rostra.settings import declared
from rostra.web.app import _fault
from rostra.words import LANGUAGES, codes, say, tell


def test_every_setting_has_a_sentence_of_its_own_in_each_language() -> None:
    for language in LANGUAGES:
        told = {key: tell(f"settings.{key}", language) for key in declared()}

        assert {f"settings.{key}" for key in declared()} <= codes(language)
        assert len(set(told.values())) == len(told)


def test_every_check_has_a_name_in_each_language() -> None:
    for language in LANGUAGES:
        assert {f"doctor.check.{name}" for name in checks.CHECKS} <= codes(language)
    assert tell("doctor.check.clock", "zh-Hant") == "時鐘"
    assert tell("doctor.check.clock", "en") == "clock"


class Size(Enum):
    SMALL = "small"


class Named(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: Literal["named"]


class Counted(BaseModel):
    kind: Literal["counted"]


WRONG: list[tuple[str, Any, object]] = [
    ("missing", Named, {}),
    ("extra_forbidden", Named, {"kind": "named", "x": 1}),
    ("model_type", Named, []),
    ("string_type", str, 3),
    ("string_too_short", Annotated[str, Field(min_length=2)], "x"),
    ("string_too_long", Annotated[str, Field(max_length=2)], "xxx"),
    ("string_pattern_mismatch", Annotated[str, Field(pattern="a")], "x"),
    ("string_unicode", str, b"\xff"),
    ("greater_than", Annotated[int, Field(gt=2)], 1),
    ("greater_than_equal", Annotated[int, Field(ge=2)], 1),
    ("less_than", Annotated[int, Field(lt=2)], 3),
    ("less_than_equal", Annotated[int, Field(le=2)], 3),
    ("int_parsing", int, "x"),
    ("int_type", int, None),
    ("int_from_float", int, 1.5),
    ("float_parsing", float, "x"),
    ("float_type", float, None),
    ("finite_number", Annotated[float, Field(allow_inf_nan=False)], float("inf")),
    ("bool_parsing", bool, "x"),
    ("bool_type", bool, None),
    ("date_from_datetime_parsing", date, "x"),
    ("date_from_datetime_inexact", date, "2027-03-01T09:00:00"),
    ("date_type", date, None),
    ("datetime_from_date_parsing", datetime, "x"),
    ("datetime_type", datetime, None),
    ("literal_error", Literal["a", "b"], "x"),
    ("enum", Size, "x"),
    ("list_type", list[int], 3),
    ("dict_type", dict[str, int], 3),
    ("too_short", Annotated[list[int], Field(min_length=1)], []),
    ("too_long", Annotated[list[int], Field(max_length=1)], [1, 2]),
    ("union_tag_invalid", Annotated[Named | Counted, Field(discriminator="kind")], {"kind": "x"}),
    ("union_tag_not_found", Annotated[Named | Counted, Field(discriminator="kind")], {}),
    ("url_parsing", None, None),  # any that we have no words of our own for
]


@pytest.mark.parametrize(("kind", "asked", "given"), WRONG, ids=[one[0] for one in WRONG])
def test_what_is_wrong_with_a_field_is_said_in_the_language_of_the_reader(
    kind: str, asked: Any, given: object
) -> None:
    faults: list[Any] = [{"type": kind, "loc": ("x",), "msg": "Input is a riddle"}]
    if asked is not None:
        with pytest.raises(ValidationError) as wrong:
            TypeAdapter(asked).validate_python(given)
        faults = list(wrong.value.errors())
    told = {language: say(_fault(faults), language) for language in LANGUAGES}

    assert faults[0]["type"] == kind
    for language in ("zh-Hant", "zh-Hans"):
        assert re.search("[\u4e00-\u9fff]", told[language])
        assert not re.search("(?i)input|should|valid|riddle| or ", told[language])
    assert len(set(told.values())) >= 2
    assert not [one for one in told.values() if "{" in one]
