"""`rostra collect`: sites kept as people write them, items shown as they were collected."""

import asyncio
from datetime import UTC, date, datetime

from rostra.records import Item, SiteState
from rostra.rules.item_types import TYPES
from rostra.store import open_store
from rostra.words import Phrases
from tests.cli.conftest import HOSTILE, Cli

NOW = datetime(2026, 11, 16, tzinfo=UTC)
ADDED = ("collect", "add", "https://www.nea.example/", "--name", "能源局")


def item(number: int, **changes: object) -> Item:
    facts: dict[str, object] = {
        "id": f"item:{number}", "site": "能源局", "section": "公告", "title": f"第{number}號公告",
        "url": f"https://www.nea.example/{number}", "type": "notice", "run": "r1",
        "found_at": NOW, "published": date(2026, 11, number), "rank": number,
    }  # fmt: skip
    return Item(**{**facts, **changes})  # type: ignore[arg-type]


def put(cli: Cli, *items: Item, run: str = "r1") -> None:
    async def write() -> None:
        store = open_store(cli.data)
        await store.put_items(items)
        await store.put_site_state(SiteState("能源局", run, NOW))
        await store.close()

    asyncio.run(write())


def test_a_site_is_added_listed_and_removed(cli: Cli) -> None:
    added = cli(*ADDED, "--sections", "政策法规,通知公告", "--every", "6h", "--json").json["site"]

    assert (added["name"], added["sections"], added["every"]) == (
        "能源局",
        ["政策法规", "通知公告"],
        "6h",
    )
    assert "政策法规、通知公告" in cli("collect", "list").out
    assert cli("collect", "remove", "能源局").code == 0
    assert "No site is watched yet" in cli("collect", "list").out


def test_sites_go_out_as_yaml_and_come_back(cli: Cli) -> None:
    cli(*ADDED, "--sections", "公告", "--every", "1d")
    text = cli("collect", "export").out
    (cli.here / "sites.yaml").write_text(text, "utf-8")
    cli("collect", "remove", "能源局")

    assert cli("collect", "import", "sites.yaml").code == 0
    assert cli("collect", "export").out == text


def test_what_cannot_be_meant_is_told_in_one_line(cli: Cli) -> None:
    cli(*ADDED)
    (cli.here / "bad.yaml").write_text("sites:\n  - {url: 'http://a.example', evry: 6h}", "utf-8")
    (cli.here / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    asked = [
        (("collect", "add", "file:///etc/passwd"), "is no web address"),
        (("collect", "add", "https://a.example", "--every", "7h"), "none of"),
        (("collect", "add", "https://a.example", "--days", "0"), "days"),
        (("collect", "remove", "nobody"), "Watched: 能源局"),
        (("collect", "run"), "Which site?"),
        (("collect", "run", "nobody"), "No site is called"),
        (("collect", "run", "--all", "--since", "2026-11-02", "--until", "2026-11-01"), "before"),
        (("collect", "run", "--all", "--out", "x.odt"), ".atom"),
        (("collect", "items", "--type", "gossip"), "There is no type"),
        (("collect", "import", "bad.yaml"), "no field 'evry'"),
        (("collect", "import", "bytes.yaml"), "UTF-8"),
        (("collect", "import", "nowhere.yaml"), "cannot be read"),
    ]
    missed = []
    for args, told in asked:
        outcome = cli(*args)
        if outcome.code != 2 or told not in outcome.err or outcome.err.count("\n") != 1:
            missed.append((args, outcome))
    assert missed == []


def test_items_are_chosen_and_what_is_new_is_marked(cli: Cli) -> None:
    put(cli, item(1), item(2, type="policy"), item(3, run="r2"), run="r2")

    rows = cli("collect", "items", "--json").json["items"]
    assert [(row["url"][-1], row["new"]) for row in rows] == [
        ("1", False),
        ("2", False),
        ("3", True),
    ]
    assert [row["url"][-1] for row in cli("collect", "items", "--new", "--json").json["items"]] == [
        "3"
    ]
    one = cli("collect", "items", "--type", "policy", "--top", "1", "--json").json["items"]
    assert [row["url"][-1] for row in one] == ["2"]
    late = cli("collect", "items", "--since", "2026-11-03", "--json").json["items"]
    assert [row["url"][-1] for row in late] == ["3"]
    assert "第3號公告" in cli("collect", "items").out


def test_a_strangers_title_is_shown_and_written_inert(cli: Cli) -> None:
    formula = "=cmd|' /C calc'!A0"
    put(cli, item(1, title=HOSTILE), item(2, title=formula, summary="@SUM(A1)"))

    shown = cli("collect", "items").out
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    table = cli("collect", "items", "--csv").out
    assert f"'{formula}" in table
    assert "'@SUM(A1)" in table
    feed = cli("collect", "items", "--atom").out
    assert feed.startswith("<?xml")
    assert "\x1b" not in feed


def test_every_type_of_item_has_a_name() -> None:
    assert set(TYPES) <= set(Phrases("digest", "en"))
