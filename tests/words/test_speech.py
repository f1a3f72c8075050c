"""A message is a code with facts; a language is a folder; facts are never read as forms."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rostra.errors import UsageError
from rostra.records import dumps, loads
from rostra.words import (
    Message,
    add_languages,
    add_words,
    codes,
    languages,
    message,
    say,
    speech,
    tell,
)
from rostra.words.speech import compile_form

FORMS = """
plain = "Nothing found"
count = "{n} {n#page|pages}"
maybe = "Ended: {status:state}[ ({note})]"
money = "{cost:,.2f} dollars"
nested = "Failed: {reason}"
listed = "Known: {names}"
literal = "[[1]] and {{x}}"
[state]
done = "finished"
"""


@pytest.fixture(scope="module", autouse=True)
def _tongue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("words")
    (folder / "xx").mkdir()
    (folder / "xx" / "trial.toml").write_text(FORMS, encoding="utf-8")
    add_languages(folder)
    yield
    speech._added.clear()  # no other test's language


def test_a_folder_is_a_language() -> None:
    assert "xx" in languages()
    assert tell("trial.plain", "xx") == "Nothing found"


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        ("count", {"n": 1}, "1 page"),
        ("count", {"n": 3}, "3 pages"),
        ("maybe", {"status": "done", "note": ""}, "Ended: finished"),
        ("maybe", {"status": "odd", "note": "late"}, "Ended: odd (late)"),
        ("money", {"cost": 1234.5}, "1,234.50 dollars"),
        ("nested", {"reason": Message("trial.plain")}, "Failed: Nothing found"),
        ("listed", {"names": ("a", "b")}, "Known: a, b"),
        ("literal", {}, "[1] and {x}"),
        ("nested", {"reason": "{n} [x] {{y}}"}, "Failed: {n} [x] {{y}}"),
    ],
)
def test_a_form_is_filled_from_its_facts(code: str, facts: dict[str, str], said: str) -> None:
    assert tell(f"trial.{code}", "xx", facts) == said


def test_text_that_is_no_message_stays_as_it_is() -> None:
    assert say("{n} as it was", "xx") == "{n} as it was"


def test_a_code_of_another_version_shows_its_facts() -> None:
    assert say(message("trial.gone", of="a page"), "xx") == "a page"


@pytest.mark.parametrize("text", ["[open", "close]", "{Open", "[a [b] c]"])
def test_a_form_whose_brackets_do_not_match_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="brackets"):
        compile_form(text)


def test_a_message_survives_the_codec_and_so_does_an_error_that_carries_one() -> None:
    made = message("trial.nested", reason=message("trial.plain"), n=3)
    assert loads(dumps(made)) == made
    back = loads(dumps(UsageError(made)))
    assert isinstance(back, UsageError)
    assert back.message == made


def test_an_error_says_its_message_in_english_to_programs(tmp_path: Path) -> None:
    assert str(UsageError("plain text")) == "plain text"


@pytest.mark.usefixtures("brought_words")
def test_what_comes_from_outside_brings_its_words_and_a_language_may_say_them_better() -> None:
    add_words("trial.thing", {"en": {"name": "thing"}, "xx": {"name": "ding"}, "zh-Hant": "物"})
    add_words("trial.plain", {"xx": "Not this one", "en": "Nothing"})

    assert [tell("trial.thing.name", one) for one in ("en", "xx", "zh-Hans")] == [
        "thing", "ding", "thing",
    ]  # fmt: skip
    assert tell("trial.thing", "zh-Hant") == "物"
    assert tell("trial.plain", "xx") == "Nothing found"
    assert "trial.thing.name" in codes()


def test_one_file_says_a_thing_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trial.fruit.toml").write_text('en = "plum"\nxx = "prune"\n', encoding="utf-8")
    monkeypatch.setattr(speech, "_EVERY", str(tmp_path))
    speech._every.cache_clear()
    speech._forget()
    try:
        assert (tell("trial.fruit", "xx"), tell("trial.fruit", "zh-Hant")) == ("prune", "plum")
    finally:
        speech._every.cache_clear()
        speech._forget()
