"""A mistake in the settings is named: where it stands, what was found, what is allowed."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rostra.errors import SetupError
from rostra.settings import declared, load_settings
from rostra.settings.files import LARGEST, key_lines


def complaint(folder: Path, text: str | bytes = "", **environ: str) -> str:
    """Return the one line that these settings are refused with."""
    raw = text.encode() if isinstance(text, str) else text
    (folder / "rostra.toml").write_bytes(raw)
    with pytest.raises(SetupError) as refused:
        load_settings(environ={"HOME": str(folder), **environ}, folder=folder)
    message = str(refused.value).replace(f"{folder}/", "")
    assert "\n" not in message
    assert len(message) < 700
    return message


def test_a_program_that_names_no_setting_is_told_the_nearest() -> None:
    with pytest.raises(SetupError, match=r"Did you mean budget\.max_cost"):
        load_settings({"budget.max_csot": 1.0})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "modle = 'a:b'",
            "rostra.toml:1: modle is not a setting. Did you mean model?",
        ),
        (
            "\n[budget]\n# cap\nmax_csot = 3",
            "rostra.toml:4: budget.max_csot is not a setting. Did you mean budget.max_cost?",
        ),
        (
            "max_cost = 3",
            "rostra.toml:1: max_cost is not a setting. Did you mean budget.max_cost?",
        ),
        (
            "[budgets]\nmax_cost = 3",
            "rostra.toml:1: budgets is not a setting. Did you mean budget?",
        ),
        (
            "x-y = 3",
            "rostra.toml:1: x-y is not a setting. `rostra settings show` lists all of them.",
        ),
        (
            "[role_models]\nchairmann = 'a:b'",
            (
                "rostra.toml:2: role_models.chairmann is not a setting. "
                "Did you mean role_models.chairman?"
            ),
        ),
        ("budget = 3", "rostra.toml:1: budget is a table. Write it as [budget]."),
    ],
)
def test_an_unknown_key_is_refused_and_the_nearest_real_one_named(
    tmp_path: Path, text: str, message: str
) -> None:
    assert complaint(tmp_path, text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "language = 'zh'",
            'rostra.toml:1: language is "zh". Allowed: auto, zh-Hant, zh-Hans, en.',
        ),
        (
            "\nallow_library_to_remote_models = 1",
            "rostra.toml:2: allow_library_to_remote_models is 1. Allowed: true or false.",
        ),
        (
            "allow_library_to_remote_models = 'true'",
            'rostra.toml:1: allow_library_to_remote_models is "true". Allowed: true or false.',
        ),
        (
            "[turns]\nmax_tool_steps = true",
            "rostra.toml:2: turns.max_tool_steps is true. Allowed: a whole number from 0 to 100.",
        ),
        (
            "[turns]\nmax_tool_steps = 2.5",
            "rostra.toml:2: turns.max_tool_steps is 2.5. Allowed: a whole number from 0 to 100.",
        ),
        (
            "[budget]\nmax_cost = nan",
            (
                "rostra.toml:2: budget.max_cost is nan. "
                'Allowed: a number from 0 to 1,000,000, or "none".'
            ),
        ),
        (
            "[budget]\nmax_cost = inf",
            (
                "rostra.toml:2: budget.max_cost is inf. "
                'Allowed: a number from 0 to 1,000,000, or "none".'
            ),
        ),
        (
            "[budget]\nmax_calls = -1",
            (
                "rostra.toml:2: budget.max_calls is -1. "
                'Allowed: a whole number from 0 to 1,000,000,000, or "none".'
            ),
        ),
        (
            "now = 2026-11-16T08:00:00",
            (
                "rostra.toml:1: now is 2026-11-16T08:00:00. "
                "Allowed: a date and time with its zone, like 2026-11-16T08:00:00+08:00."
            ),
        ),
        (
            "timezone = 'Mars/Olympus'",
            (
                'rostra.toml:1: timezone is "Mars/Olympus". '
                "Allowed: auto, or a time zone name like Asia/Taipei."
            ),
        ),
        (
            "allowed_addresses = [\n  'http://127.0.0.1:80',\n  'http://127.0.0.1/x',\n]",
            (
                'rostra.toml:1: allowed_addresses (2) is "http://127.0.0.1/x". '
                "Allowed: http:// or https://, a host and a port, like http://127.0.0.1:8080."
            ),
        ),
        (
            "[host_map]\n'a.example' = '127.0.0.1:1'\n'b.example' = '127.0.0.1:99999'",
            (
                'rostra.toml:3: host_map (b.example) is "127.0.0.1:99999". '
                "Allowed: a host and a port, like 127.0.0.1:8080."
            ),
        ),
        (
            "model = ['a:b']",
            (
                "rostra.toml:1: model is a list of 1. Allowed: provider:model like "
                '"ollama:qwen3" or "openai-chat:gpt-5-mini", or "extractive" for no model.'
            ),
        ),
        (
            'aliases = "a\\u202eb"',
            'rostra.toml:1: aliases is "a\\u202eb". Allowed: a TOML file.',
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_allowed(
    tmp_path: Path, text: str, message: str
) -> None:
    assert complaint(tmp_path, text) == message


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        (
            {"ROSTRA_DATABSE_URL": "x"},
            "ROSTRA_DATABSE_URL is not a setting. Did you mean ROSTRA_DATABASE_URL?",
        ),
        (
            {"ROSTRA_MAX_COST": "many"},
            'ROSTRA_MAX_COST is "many". Allowed: a number from 0 to 1,000,000, or "none".',
        ),
        (
            {"ROSTRA_ROLE_MODELS": "chairmen=a:b"},
            "ROSTRA_ROLE_MODELS: chairmen is not a setting. Did you mean chairman?",
        ),
        (
            {"ROSTRA_ALLOW_LIBRARY_TO_REMOTE_MODELS": "yes"},
            'ROSTRA_ALLOW_LIBRARY_TO_REMOTE_MODELS is "yes". Allowed: true or false.',
        ),
        (
            {"ROSTRA_LANGUAGE": "\x1b[31mred"},
            'ROSTRA_LANGUAGE is "\\x1b[31mred". Allowed: auto, zh-Hant, zh-Hans, en.',
        ),
        (
            {"ROSTRA_CONCURRENCY_PROVIDERS": "openai=0"},
            (
                'ROSTRA_CONCURRENCY_PROVIDERS (openai) is "0". '
                "Allowed: a whole number from 1 to 1,000."
            ),
        ),
    ],
)
def test_a_wrong_variable_is_named(tmp_path: Path, environ: dict[str, str], message: str) -> None:
    assert complaint(tmp_path, **environ) == message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("model = 'a:b'\nlanguage = \n", 2),
        ("model = 'a:b'\n\n[budget\n", 3),
        ("model = 'a'\nmodel = 'b'\n", 2),
        ('a = 1\nb = """\nnever closed', 3),
        (b"# caf\xe9\n", 1),
        (b"model = 'a:b'\n\xff\xfe\n", 2),
        ("model = 'a:b'\n\x00", 2),
        ("\n\n[budget]\nmax_calls = " + "9" * 5_000, 4),
    ],
)
def test_a_corrupt_file_is_named_with_its_line(
    tmp_path: Path, text: str | bytes, line: int
) -> None:
    assert complaint(tmp_path, text).startswith(f"rostra.toml:{line}: ")


def test_a_file_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    assert "nested too deeply" in complaint(tmp_path, "model = " + "[" * 50_000)


def test_a_file_that_is_too_large_is_refused_without_being_parsed(tmp_path: Path) -> None:
    assert "larger than 256 KB" in complaint(tmp_path, "#" * (LARGEST + 1))


@pytest.mark.timeout(20)
def test_the_largest_file_allowed_is_read_quickly(tmp_path: Path) -> None:
    many = "".join(f'"h{nth}.example" = "127.0.0.1:80"\n' for nth in range(7_000))

    assert complaint(tmp_path, f"[host_map]\n{many}").startswith(
        "rostra.toml:1: host_map is a table with 7000 names."
    )


def test_something_that_is_not_a_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rostra.toml")

    with pytest.raises(SetupError, match="not a plain file"):
        load_settings(environ={"HOME": str(tmp_path)}, folder=tmp_path)


def test_nothing_in_a_value_is_expanded(tmp_path: Path) -> None:
    (tmp_path / "rostra.toml").write_text("data = '${HOME}/$USER/%(x)s'\nmodel = 'a:{0}'")

    found = load_settings(environ={"HOME": str(tmp_path), "USER": "u"}, folder=tmp_path)

    assert found.data == tmp_path / "${HOME}/$USER/%(x)s"
    assert found.model == "a:{0}"


def test_lines_are_right_among_strings_comments_and_long_values() -> None:
    text = '''# [not.a.table]
model = "a # not a comment"
now = """
[fake]
key = 1
"""
search_url = [ # first
  "http://[::1]/", 'x]',
]

[budget] # caps
max_cost = 1
concurrency.x."a.b" = {c = {d = 1}}
[a.b]
[[list]]
inside = '''
    text += "''' ''''\nlast = 2\n"

    lines = key_lines(text)

    assert lines[("model",)] == 2
    assert lines[("now",)] == 3
    assert lines[("search_url",)] == 7
    assert lines[("budget",)] == 11
    assert lines[("budget", "max_cost")] == 12
    assert lines[("budget", "concurrency", "x", "a.b", "c", "d")] == 13
    assert lines[("a", "b")] == 14
    assert lines[("list", "inside")] == 16
    assert lines[("list", "last")] == 17
    assert ("fake", "key") not in lines


@settings(deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_as_a_variable_is_read_or_refused_in_one_line(text: str) -> None:
    for setting in declared().values():
        try:
            load_settings(
                environ={"HOME": "/nowhere", setting.variables[0]: text}, folder=Path("/nowhere")
            )
        except SetupError as refused:
            message = str(refused)
            assert message.startswith(setting.variables[0])
            assert message.isprintable()


@settings(deadline=None)
@given(
    value=st.one_of(
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=40),
        st.lists(st.text(max_size=10), max_size=3),
        st.dictionaries(st.text(max_size=10), st.text(max_size=10), max_size=3),
    ),
    key=st.sampled_from(sorted(declared())),
)
def test_any_value_as_a_flag_is_read_or_refused(key: str, value: object) -> None:
    with suppress(SetupError):
        load_settings({key: value}, environ={"HOME": "/nowhere"}, folder=Path("/nowhere"))
