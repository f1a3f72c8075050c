"""The terminal speaks the reader's language: help, errors, findings and lines; names stay."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from rostra.cli.shell import application
from tests.cli.conftest import Cli

LOCALES = {"en_US.UTF-8": "en", "zh_TW.UTF-8": "zh-Hant", "zh_CN.UTF-8": "zh-Hans"}
CHINESE = re.compile(r"[一-鿿]")
# What is typed, or named, is the same in every language.
NAMES = re.compile(
    r"`[^`]*`|'[^']*'|\"[^\"]*\"|https?://\S+|<[^>]*>|--?[a-z][\w-]*|/\S+"
    r"|rostra(?: [a-z]+)*(?: [A-Z]+)?|pip install \S+|[a-z]+(?:\.[a-z_]+)+"
)
SENTENCE = re.compile(r"[A-Za-z]{2,}[ ,;:]+[A-Za-z]{2,} [A-Za-z]{2,}")


def commands(command: Any = None, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    command = command or typer.main.get_command(application())
    yield above
    context = command.make_context("rostra", [], resilient_parsing=True)
    for name in getattr(command, "list_commands", lambda _: ())(context):
        yield from commands(command.get_command(context, name), (*above, name))


def out_of_place(text: str, language: str) -> str:
    """What stands in another language than the reader's, or nothing."""
    found = CHINESE.search(text) if language == "en" else SENTENCE.search(NAMES.sub("‖", text))
    return found[0] if found else ""


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_the_help_of_every_command_is_in_the_language_of_the_locale(cli: Cli, locale: str) -> None:
    for words in commands():
        told = cli(*words, "--help", LANG=locale)

        assert told.code == 0
        assert not out_of_place(told.out, LOCALES[locale]), words
        assert not re.search(r"\b(?:cli|help|orders)\.[a-z_]+\.?[a-z_]*", told.out), words
        assert CHINESE.search(told.out) or LOCALES[locale] == "en"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("nonsense",), 2),
        (("runs", "lst"), 2),
        (("runs", "show"), 2),
        (("runs", "show", "nowhere"), 2),
        (("runs", "list", "--limit"), 2),
        (("runs", "list", "--limit", "0"), 2),
        (("runs", "list", "--limit", "many"), 2),
        (("runs", "list", "--before", "soon"), 2),
        (("runs", "list", "--json=yes"), 2),
        (("runs", "list", "--jsn"), 2),
        (("worker", "too", "much"), 2),
        (("research", ""), 2),
        (("debate", "?!"), 2),
        (("collect", "run"), 2),
        (("collect", "add", "ftp://nowhere"), 2),
        (("sources", "show", "nobody at all"), 2),
        (("evidence", "show", "nothing"), 2),
        (("library", "add", "nowhere"), 2),
        (("memory", "forget", "something"), 2),
        (("tools", "approve"), 2),
    ],
)
def test_what_goes_wrong_is_told_in_the_language_of_the_locale(
    cli: Cli, locale: str, words: tuple[str, ...], code: int
) -> None:
    told = cli(*words, LANG=locale)

    assert (told.code, told.out) == (code, "")
    assert not out_of_place(told.err, LOCALES[locale])
    assert CHINESE.search(told.err) or LOCALES[locale] == "en"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "given",
    [
        {"ROSTRA_MODLE": "x"},
        {"ROSTRA_NOW": "soon"},
        {"ROSTRA_SEARCH_URL": "ftp://nowhere"},
        {"ROSTRA_MAX_COST": "much"},
        {"ROSTRA_LANGUAGE": "tlh"},
    ],
)
def test_a_wrong_setting_is_told_in_the_language_of_the_locale(
    cli: Cli, locale: str, given: dict[str, str]
) -> None:
    told = cli("runs", "list", LANG=locale, **given)

    assert told.code == 1
    assert not out_of_place(told.err, LOCALES[locale])
    assert CHINESE.search(told.err) or LOCALES[locale] == "en"


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "words",
    [
        ("doctor",),
        ("runs", "list"),
        ("settings", "path"),
        ("tools", "policy"),
        ("metrics",),
        ("memory", "stats"),
        ("sources", "test", "cna.com.tw"),
        ("collect", "list"),
        ("library", "list"),
    ],
)
def test_what_a_command_prints_is_in_the_language_of_the_locale(
    cli: Cli, locale: str, words: tuple[str, ...]
) -> None:
    told = cli(*words, LANG=locale)

    assert told.code == 0
    own = re.sub("中央社|中央通訊社", "", told.out)  # the name of a publisher
    assert not out_of_place(own + told.err, LOCALES[locale])


def test_a_language_that_is_set_wins_over_the_locale_and_a_variable_over_a_file(cli: Cli) -> None:
    cli.here.mkdir(exist_ok=True)
    (cli.here / "rostra.toml").write_text('language = "zh-Hans"\n', "utf-8")

    by_file = cli("--help", LANG="en_US.UTF-8")
    by_variable = cli("--help", LANG="en_US.UTF-8", ROSTRA_LANGUAGE="zh-Hant")

    assert "命令" in by_file.out
    assert "指令" in by_variable.out


def test_errors_for_programs_keep_their_code_in_every_language(cli: Cli) -> None:
    told = [cli("--json", "runs", "show", "nowhere", LANG=one).json["error"] for one in LOCALES]

    assert {one["code"] for one in told} == {"unknown-run"}
    assert len({one["message"] for one in told}) == 3


def test_a_folder_of_ones_own_adds_a_language(cli: Cli, tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "tlh"
    mine.mkdir(parents=True)
    (mine / "help.toml").write_text('about = "nuqneH"\n', "utf-8")
    given = {"ROSTRA_WORDS": str(mine.parent), "ROSTRA_LANGUAGE": "tlh"}

    told = cli.apart("--help", **given)
    held = cli.apart("settings", "show", "--json", **given)

    assert "nuqneH" in told.out
    assert "Keep runs and evidence here." in told.out  # what it lacks is said in English
    assert held.json["language"]["value"] == "tlh"
