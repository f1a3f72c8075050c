"""Whatever strangers wrote, the terminal shows it and does not obey it."""

import json
import math
import unicodedata
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.cli.text import columns, cut, short, visible, width
from rostra.records.plain import plain, to_json
from rostra.settings import Secret
from tests.cli.conftest import a_run

OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
ANY = st.text(st.characters(), max_size=60)  # lone surrogates too


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain 營收　增加", "plain 營收　增加"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("abc\u202edef", "abc\\u202edef"),
        ("\x9b2J", "\\x9b2J"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\ufeff\u200b", "\\ufeff\\u200b"),
        ("\ue000 和 \U0002ebf0", "\ue000 和 \U0002ebf0"),
    ],
)
def test_what_a_terminal_would_obey_is_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(deadline=None)
@given(ANY)
def test_nothing_a_terminal_would_obey_comes_through(text: str) -> None:
    assert not OBEYED & {unicodedata.category(c) for c in visible(text)}
    by_line = visible(text, lines=True).replace("\n", "").replace("\t", "")
    assert not OBEYED & {unicodedata.category(c) for c in by_line}
    assert visible(visible(text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "columns_taken"), [("abc", 3), ("營收", 4), ("ｆ！", 4), ("é", 1), ("e\u0301", 1)]
)
def test_chinese_takes_two_columns(text: str, columns_taken: int) -> None:
    assert width(text) == columns_taken


@settings(deadline=None)
@given(ANY, st.integers(1, 40))
def test_what_is_cut_fits_and_says_that_it_was_cut(text: str, most: int) -> None:
    shown = visible(text)
    fitted = cut(shown, most)

    assert width(fitted) <= most
    assert fitted == shown or fitted.endswith("…")


@settings(deadline=None)
@given(st.lists(st.tuples(ANY, ANY, ANY), min_size=1, max_size=6))
def test_columns_stay_straight_whatever_is_in_them(rows: list[tuple[str, str, str]]) -> None:
    marked = [(first, f"|{second}", third) for first, second, third in rows]
    lines = columns(marked)

    starts = {
        width(line[: len(visible(first)) + line[len(visible(first)) :].index("|")])
        for line, (first, _, _) in zip(lines, marked, strict=True)
    }
    assert len(starts) == 1
    assert len(lines) == len(rows)


def test_only_the_last_column_gives_way() -> None:
    [line] = columns([("abcdefgh", "營" * 60)], most=30)

    assert line == "abcdefgh  " + "營" * 9 + "…"


def test_a_quotation_in_a_sentence_is_short_however_long_it_was() -> None:
    assert width(short("營" * 1_000_000, 60)) <= 60


@settings(deadline=None)
@given(ANY)
def test_json_is_safe_to_show_and_reads_back_the_same(text: str) -> None:
    shown = to_json({"text": text})

    assert json.loads(shown) == {"text": text}
    assert not OBEYED - {"Cf"} & {unicodedata.category(c) for c in shown.replace("\n", "")}


def test_json_has_no_tags_and_no_secrets() -> None:
    value = {
        "run": a_run("r1"),
        "day": date(2026, 11, 16),
        "at": datetime(2026, 11, 16, tzinfo=UTC),
        "cost": Decimal("0.10"),
        "path": Path("/x"),
        "key": Secret("hunter2-key"),
        "bidi": "\u202e",
    }
    shown = to_json(value)

    assert json.loads(shown)["run"]["id"] == "r1"
    assert '"$"' not in shown
    assert "hunter2" not in shown
    assert "\u202e" not in shown
    assert json.loads(shown)["cost"] == "0.10"


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), {"x": b"bytes"}])
def test_what_json_does_not_have_is_refused(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        to_json(plain(value))
