"""Settings, doctor's findings and tools have their words in every language of the desk."""

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from rostra.doctor import adapters, checks, probes
from rostra.models import choice
from rostra.settings import declared
from rostra.settings.fields import Language
from rostra.web.words import WORDS
from rostra.web.words_doctor import CHECKS, check_in, finding_in
from rostra.web.words_settings import SETTINGS, meaning_in

CHINESE: tuple[Language, ...] = ("zh-Hant", "zh-Hans")
# What stands for a fact in a sentence of the doctor's.
FACT = "7"


def sentences_of(module: ModuleType) -> Iterator[str]:
    """Every text of more than one word that a module may say, facts left blank."""
    tree = ast.parse(inspect.getsource(module))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)
        for part in node.values
    }  # fmt: skip
    for node in ast.walk(tree):
        if id(node) in silent | inside:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else FACT for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if " " in text.strip():
            yield text


def is_said_to_people(text: str) -> bool:
    is_a_date, is_a_head = "%" in text, text.startswith("Bearer")
    return not (is_a_date or is_a_head) and any(word.isalpha() for word in text.split())


SAID = sorted(
    {
        text.strip()
        for module in (checks, adapters, probes, choice)
        for text in sentences_of(module)
        if is_said_to_people(text)
    }
)


def test_every_setting_has_a_sentence_in_each_language() -> None:
    assert set(SETTINGS) == set(declared())
    for key, one in declared().items():
        told = [meaning_in(language, key, one.doc) for language in CHINESE]
        assert all(text and text != one.doc for text in told), key
        assert meaning_in("en", key, one.doc) == one.doc


def test_every_check_has_a_name_in_each_language() -> None:
    assert set(CHECKS) == set(checks.CHECKS)
    assert check_in("zh-Hant", "clock") == "時鐘"
    assert check_in("en", "clock") == "clock"


@pytest.mark.parametrize("text", SAID)
def test_whatever_the_doctor_may_say_has_its_words(text: str) -> None:
    for language in CHINESE:
        assert re.search("[一-龥]", finding_in(language, text))
    assert finding_in("en", text) == text


def test_a_finding_keeps_its_facts_and_what_nobody_foresaw() -> None:
    told = finding_in("zh-Hant", "http://127.0.0.1:9: connection refused; http://b answers")

    assert told == "http://127.0.0.1:9：連線被拒；http://b 有回應"
    assert finding_in("zh-Hans", "something new") == "something new"


def test_the_words_of_all_pages_are_the_same_in_each_language() -> None:
    assert WORDS["zh-Hant"].keys() == WORDS["zh-Hans"].keys() == WORDS["en"].keys()
