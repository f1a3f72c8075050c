"""`rostra sources`: who is believed can be seen, tried and changed."""

import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import HOSTILE, Cli


def test_the_list_shows_tier_type_name_and_domains(cli: Cli) -> None:
    told = cli("sources", "list", "--tier", "1", "--type", "government")

    assert told.code == 0
    assert "行政院" in told.out
    assert "ey.gov.tw" in told.out
    assert "聯合報" not in told.out


def test_one_publisher_is_found_by_name_alias_and_domain(cli: Cli) -> None:
    shown = {cli("sources", "show", asked).out for asked in ("中央社", "中央通讯社", "cna.com.tw")}

    assert len(shown) == 1
    assert "1 of 5, official" in shown.pop()


def test_a_name_nobody_has_suggests_the_nearest(cli: Cli) -> None:
    told = cli("sources", "show", "聯合報報")

    assert told.code == 2
    assert "聯合報" in told.err


def test_an_address_is_tried_before_it_is_trusted(cli: Cli) -> None:
    told = cli("sources", "test", "https://udn.com/1", "https://udn.com.evil.net/1", "--json")

    assert [one["source"]["tier"] for one in told.json["sources"]] == [2, 4]


def test_a_row_of_your_own_counts_from_then_on(cli: Cli) -> None:
    made = cli(
        "sources", "set", "河城日報", "--tier", "2", "--type", "news", "--domain", "river.example"
    )

    assert made.code == 0
    assert cli("sources", "test", "http://www.river.example/", "--json").json["sources"][0][
        "source"
    ] == {
        "name": "河城日報",
        "tier": 2,
        "type": "news",
        "owner": "河城日報",
        "domain": "www.river.example",
        "is_authoritative": False,
    }
    assert [
        row["name"] for row in cli("sources", "list", "--own", "--json").json["publishers"]
    ] == ["河城日報"]


def test_what_is_not_given_stays_as_it_is(cli: Cli) -> None:
    cli("sources", "set", "批踢踢", "--tier", "4")
    (row,) = cli("sources", "list", "--own", "--json").json["publishers"]

    assert (row["name"], row["tier"], row["type"], row["domains"]) == (
        "PTT",
        4,
        "social",
        ["ptt.cc"],
    )


def test_your_comments_and_other_rows_survive_a_change(cli: Cli) -> None:
    file = cli.data / "sources.toml"
    cli.data.mkdir()
    file.write_text(
        "# ours\n[[publisher]]\nname = 'A'\ntier = 2\ntype = 'news' # why\n\n"
        "[[publisher]]\nname = 'B'\ntier = 3\ntype = 'digital'\n",
        "utf-8",
    )
    cli("sources", "set", "B", "--tier", "4")
    written = file.read_text("utf-8")

    assert "# ours" in written
    assert "# why" in written
    assert [row["tier"] for row in tomllib.loads(written)["publisher"]] == [2, 4]


def test_rows_written_as_one_list_can_be_changed_too(cli: Cli) -> None:
    file = cli.data / "sources.toml"
    cli.data.mkdir()
    file.write_text('publisher = [{ name = "A", tier = 2, type = "news" }]\n', "utf-8")
    cli("sources", "set", "C", "--tier", "3", "--type", "digital")

    assert [row["name"] for row in tomllib.loads(file.read_text("utf-8"))["publisher"]] == [
        "A",
        "C",
    ]


def test_the_file_that_the_settings_name_is_made_and_used(cli: Cli, tmp_path: Path) -> None:
    book = {"ROSTRA_SOURCE_BOOK": str(tmp_path / "new" / "mine.toml")}
    made = cli("sources", "set", "A", "--tier", "2", "--type", "news", **book)

    assert made.code == 0
    assert (tmp_path / "new" / "mine.toml").is_file()
    assert cli("sources", "show", "A", **book).code == 0


@pytest.mark.parametrize(
    "args",
    [
        ["set", "A"],
        ["set", "A", "--tier", "6", "--type", "news"],
        ["set", "A", "--tier", "2", "--type", "rumour"],
        ["set", "A", "--tier", "2", "--type", "news", "--domain", "https://a.example/"],
        ["set", HOSTILE, "--tier", "2", "--type", "news"],
        ["set", "", "--tier", "2", "--type", "news"],
        ["show", HOSTILE],
        ["test"],
    ],
)
def test_a_wrong_request_is_told_in_one_line_and_writes_nothing(cli: Cli, args: list[str]) -> None:
    told = cli("sources", *args)

    assert told.code == 2
    assert told.err.count("\n") == 1
    assert not (cli.data / "sources.toml").exists()


def test_a_broken_book_of_your_own_is_named(cli: Cli) -> None:
    cli.data.mkdir()
    (cli.data / "sources.toml").write_text("[[publisher", "utf-8")
    told = cli("sources", "test", "中央社")

    assert told.code == 1
    assert "sources.toml" in told.err


def test_a_folder_that_cannot_be_made_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    book = {"ROSTRA_SOURCE_BOOK": str(tmp_path / "file" / "mine.toml")}
    told = cli("sources", "set", "A", "--tier", "2", "--type", "news", **book)

    assert told.code == 1
    assert told.err.count("\n") == 1


def test_why_says_who_it_is_which_tier_that_is_and_for_what_reason(cli: Cli) -> None:
    told = cli("sources", "why", "https://www.nature.com/articles/1")
    state = cli("sources", "why", "https://www.rt.com/news/1", "--json")

    assert told.code == 0
    assert "Nature" in told.out
    assert "review" in told.out
    assert state.json["source"]["type"] == "state_media"
    assert state.json["why"] == "state_run"
    assert "strict" not in state.json["modes"]


def test_a_watched_site_carries_the_tier_its_owner_gave_it_also_in_strict(cli: Cli) -> None:
    added = cli(
        "collect", "add", "https://harbour.example/", "--tier", "2", "--publisher", "Harbour Board"
    )
    told = cli("sources", "why", "https://www.harbour.example/notice", "--json")

    assert added.code == 0, added.err
    assert (told.json["source"]["name"], told.json["source"]["tier"]) == ("Harbour Board", 2)
    assert told.json["why"] == "own"
    assert "strict" in told.json["modes"]
