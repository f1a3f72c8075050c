"""Who wins when a setting is given more than once, and what holds when it is not given."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rostra.settings import Settings, declared, load_settings


def load(
    folder: Path,
    *,
    local: str = "",
    user: str = "",
    flags: dict[str, object] | None = None,
    **environ: str,
) -> Settings:
    """Load with these two files, in a house of its own."""
    here = folder / "here"
    config = folder / "config" / "rostra"
    for place, text in ((here, local), (config, user)):
        place.mkdir(parents=True, exist_ok=True)
        if text:
            (place / "rostra.toml").write_text(text, encoding="utf-8")
    house = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    return load_settings(flags, environ={**house, **environ}, folder=here)


def test_flags_beat_variables_beat_the_local_file_beats_the_users_file(tmp_path: Path) -> None:
    user = "model = 'a:user'\nlanguage = 'en'\n[budget]\nmax_calls = 1\nmax_cost = 1\n"
    local = "model = 'a:local'\n[budget]\nmax_calls = 2\n"
    flags: dict[str, object] = {"model": "a:flag", "language": None}

    everything = load(tmp_path, user=user, local=local, flags=flags, ROSTRA_MODEL="a:variable")
    without_flag = load(tmp_path, user=user, local=local, ROSTRA_MODEL="a:variable")
    files_only = load(tmp_path, user=user, local=local)

    assert everything.model == "a:flag"
    assert without_flag.model == "a:variable"
    assert files_only.model == "a:local"
    assert (files_only.budget.max_calls, files_only.budget.max_cost) == (2, 1.0)
    assert files_only.language == "en"


def test_each_value_says_where_it_was_given(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        local="# mine\n\nmodel = 'a:b'\n[budget]\nmax_calls = 2\n",
        flags={"data": "store"},
        ROSTRA_LANGUAGE="en",
    )

    assert found.origins == {
        "model": f"{tmp_path}/here/rostra.toml:3",
        "budget.max_calls": f"{tmp_path}/here/rostra.toml:5",
        "data": "--data",
        "language": "ROSTRA_LANGUAGE",
    }


def test_without_anything_the_documented_defaults_hold(tmp_path: Path) -> None:
    found = load(tmp_path)

    assert found.data == tmp_path / ".local/share/rostra"
    assert not found.database_url
    assert found.model == ""
    assert (found.turns.max_tool_steps, found.turns.extension_steps) == (5, 3)
    assert (found.budget.max_cost, found.budget.max_calls) == (2.0, 200)
    assert found.allow_library_to_remote_models is False
    assert found.now is None
    for key, setting in declared().items():
        if key != "data":
            assert found.get(key) == setting.default, key


def test_an_empty_variable_is_one_that_is_not_set(tmp_path: Path) -> None:
    found = load(tmp_path, local="model = 'a:b'", ROSTRA_MODEL="", ROSTRA_MAX_COST=" ")

    assert found.model == "a:b"
    assert found.budget.max_cost == 2.0


def test_every_kind_of_value_can_be_given_as_a_variable(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        ROSTRA_SEARCH_URL="http://one.example, http://two.example:8080",
        ROSTRA_ROLE_MODELS="chairman=openai-chat:big, ranker=ollama:small:7b",
        ROSTRA_CONCURRENCY_PROVIDERS="openai=8",
        ROSTRA_ALLOWED_ADDRESSES="http://127.0.0.1:8080,https://[::1]",
        ROSTRA_HOST_MAP="news.example=127.0.0.1:9000",
        ROSTRA_NOW="2026-11-16T08:00:00+08:00",
        ROSTRA_MAX_COST="0.25",
        ROSTRA_MAX_TOKENS="none",
        ROSTRA_ALLOW_LIBRARY_TO_REMOTE_MODELS="true",
        ROSTRA_DATA="somewhere",
        GOOGLE_API_KEY="sesame-sesame",
    )

    assert [url.reveal() for url in found.search_url] == [
        "http://one.example",
        "http://two.example:8080",
    ]
    assert found.role_models == {"chairman": "openai-chat:big", "ranker": "ollama:small:7b"}
    assert found.concurrency.providers == {"openai": 8}
    assert found.allowed_addresses == ("http://127.0.0.1:8080", "https://[::1]:443")
    assert found.host_map == {"news.example": "127.0.0.1:9000"}
    assert found.now == datetime(2026, 11, 16, 0, 0, tzinfo=UTC)
    assert (found.budget.max_cost, found.budget.max_tokens) == (0.25, None)
    assert found.allow_library_to_remote_models is True
    assert found.data == tmp_path / "here/somewhere"
    assert found.keys.google.reveal() == "sesame-sesame"


def test_every_kind_of_value_can_be_given_in_a_file(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        local="""
            data = "store"
            source_book = "~/books/sources.toml"
            search_url = ["http://one.example"]
            now = 2026-11-16T08:00:00+08:00
            allow_library_to_remote_models = true
            role_models.chairman = "openai-chat:big"
            host_map = {"news.example" = "127.0.0.1:9000"}
            [budget]
            max_tokens = "none"
            max_seconds = 60
            [concurrency.providers]
            openai = 8
            [keys]
            openai = "sesame-sesame"
        """,
    )

    assert found.data == tmp_path / "here/store"
    assert found.source_book == tmp_path / "books/sources.toml"
    assert found.search_url[0].reveal() == "http://one.example"
    assert found.now == datetime(2026, 11, 16, 0, 0, tzinfo=UTC)
    assert found.role_models == {"chairman": "openai-chat:big"}
    assert found.host_map == {"news.example": "127.0.0.1:9000"}
    assert (found.budget.max_tokens, found.budget.max_seconds) == (None, 60.0)
    assert found.concurrency.providers == {"openai": 8}
    assert found.keys.openai.reveal() == "sesame-sesame"


def test_a_relative_path_starts_at_the_file_it_stands_in(tmp_path: Path) -> None:
    found = load(tmp_path, user="data = 'mine'\naliases = '資料　夾/別名.toml'")

    assert found.data == tmp_path / "config/rostra/mine"
    assert found.aliases == tmp_path / "config/rostra/資料　夾/別名.toml"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK"}, "zh-Hant"),
        ({"LANG": "zh-Hant-TW"}, "zh-Hant"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LANG": "zh_TW.UTF-8", "ROSTRA_LANGUAGE": "en"}, "en"),
    ],
)
def test_the_language_follows_the_locale_unless_it_is_set(
    tmp_path: Path, locale: dict[str, str], language: str
) -> None:
    assert load(tmp_path, flags=None, **locale).ui_language == language


def test_today_is_meant_in_taipei_for_traditional_chinese(tmp_path: Path) -> None:
    new_year = datetime(2026, 1, 1, tzinfo=UTC)
    automatic = load(tmp_path, TZ="America/New_York")
    fixed = load(tmp_path, ROSTRA_TIMEZONE="Asia/Tokyo")

    assert automatic.zone("zh-Hant").utcoffset(new_year) == timedelta(hours=8)
    assert automatic.zone("en").utcoffset(new_year) == timedelta(hours=-5)
    assert automatic.zone("en").utcoffset(datetime(2026, 7, 1, tzinfo=UTC)) == timedelta(hours=-4)
    assert load(tmp_path, LANG="zh_TW.UTF-8").zone().utcoffset(new_year) == timedelta(hours=8)
    assert fixed.zone("zh-Hant").utcoffset(new_year) == timedelta(hours=9)


def test_the_same_file_is_not_read_twice(tmp_path: Path) -> None:
    config = tmp_path / "config" / "rostra"
    config.mkdir(parents=True)
    (config / "rostra.toml").write_text("model = 'a:b'")

    found = load_settings(
        environ={"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}, folder=config
    )

    assert found.origins == {"model": f"{config}/rostra.toml:1"}
