"""A language is one folder: each says all that the others say, with the same places."""

from typing import get_args

import pytest

from rostra.records import SourceType
from rostra.words import LANGUAGES, Phrases, codes, form, has, places
from rostra.words.speech import compile_form

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_every_code(language: str) -> None:
    assert codes(language) == codes("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_is_empty_or_broken(language: str) -> None:
    for code in sorted(codes(language)):
        assert form(code, language), code
        assert compile_form(form(code, language)), code


@pytest.mark.parametrize("language", OTHERS)
def test_every_form_has_the_places_of_the_english_one(language: str) -> None:
    differ = [code for code in sorted(codes("en")) if places(code, language) != places(code, "en")]
    assert not differ


def test_a_form_with_places_is_not_shown_without_facts() -> None:
    words = Phrases("report", "en")
    assert words["sources"] == "Sources"
    assert words.say("continues", question="Why?") == "Follows up on “Why?” and uses its evidence."
    for key in ("continues", "no_such_word"):
        with pytest.raises(KeyError):
            words[key]


@pytest.mark.parametrize("table", ["pages.source_", "cli.source."])
def test_every_kind_of_source_has_a_word(table: str) -> None:
    assert not [kind for kind in get_args(SourceType) if not has(f"{table}{kind}")]
