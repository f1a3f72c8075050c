"""A room above its ceiling is found, and what counts as one more word is said by examples."""

from pathlib import Path

import pytest

from scripts.shape import above, main, read, shapes, tightened


def plant(folder: Path, **rooms: str) -> Path:
    for room, text in {"__init__": "", **rooms}.items():
        path = folder / "rostra" / f"{room}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_a_room_above_its_ceiling_fails_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = plant(tmp_path / "src", rules="A = 1\n")
    table = tmp_path / "ceilings.toml"
    assert main(["--tighten"], source, table) == 0

    plant(tmp_path / "src", rules="A = 1\nB = 2\n")

    assert main([], source, table) == 1
    told = capsys.readouterr().err
    assert "rules has 2 lines; its ceiling is 1" in told
    assert "rules has 2 statements; its ceiling is 1" in told
    assert "rostra has 2 lines; its ceiling is 1" in told


def test_a_new_room_needs_ceilings(tmp_path: Path) -> None:
    found = shapes(plant(tmp_path, rules="A = 1\n", text="B = 1\n"))

    assert above(found, {"rostra": {}, "front": {}, "rules": {}}) == ["text has no ceilings"]


def test_tightening_lowers_a_ceiling_and_never_raises_one() -> None:
    table = tightened({"rules": {"lines": 5, "entries": 9}}, {"rules": {"lines": 7, "entries": 8}})

    assert '"rules" = { lines = 5, entries = 8 }' in table


@pytest.mark.parametrize(
    ("text", "regexes", "alternatives"),
    [
        ('import re\nA = re.compile(r"升|降|持平")', 1, 3),
        ('import re\nA = re.compile(r"(?:rose|fell) by")', 1, 2),
        ('A = "up|down"\nB = f"({A})"', 1, 2),
        ('import re\nA = re.compile("[年月]")', 1, 1),
        ('import re\nA = re.compile(r"\\d+")', 0, 0),
        ('"""Says yes|no."""\nA = "| a | b |"', 0, 0),
        ('A = "第一季"', 0, 0),
    ],
)
def test_a_regex_over_natural_language_is_one_with_words_to_choose_from(
    tmp_path: Path, text: str, regexes: int, alternatives: int
) -> None:
    path = tmp_path / "a.py"
    path.write_text(text, "utf-8")

    found = read(path)

    assert (found["regexes"], found["alternatives"]) == (regexes, alternatives)


@pytest.mark.parametrize(
    ("name", "text", "entries"),
    [
        ("a.py", 'A = ("升", "降")', 2),
        ("a.py", 'A = {"up": "升", "down": 2}', 3),
        ("a.py", 'A = frozenset("rise fall hold".split())', 3),
        ("a.py", 'def f():\n    return ["up", "down"]', 0),
        ("a.py", 'A = [1, 2, "|", ""]', 0),
        ("a.tsv", "# head\nup\t升\n\ndown\t降\n", 2),
    ],
)
def test_an_entry_is_a_word_of_a_table(tmp_path: Path, name: str, text: str, entries: int) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")

    assert read(path)["entries"] == entries
