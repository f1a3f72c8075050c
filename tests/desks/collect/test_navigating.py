"""Finding sections: by name first, by a model only for the rest, never by an invented address."""

from pathlib import Path
from typing import Any

import pytest

from rostra.desks.collect.digest import phases
from rostra.pages import Link
from rostra.roles.navigator import find_sections, likely_sections, match_names
from rostra.steps import InlineStep
from rostra_testing import ScriptedServer
from tests.desks.collect.bench import bench

pytestmark = pytest.mark.slow

LINKS = [
    Link("http://a.example/", "首頁"),
    Link("http://a.example/zcfg/", "政策與法規"),
    Link("http://a.example/tzgg/", "通知公告 更多"),
    Link("http://a.example/n/20261101.html", "關於政策法規的一篇長文章，講的是電力市場"),
    Link("http://a.example/about", "關於我們"),
]


def test_a_name_is_found_in_either_script_and_with_small_words_left_out() -> None:
    found = match_names(LINKS, ["政策法规", "通知公告", "統計"])

    assert [(one.name, one.url) for one in found] == [
        ("政策法规", "http://a.example/zcfg/"),
        ("通知公告", "http://a.example/tzgg/"),
    ]


def test_without_names_what_is_called_like_a_list_is_likely_one() -> None:
    assert [one.url for one in likely_sections(LINKS)] == [
        "http://a.example/zcfg/",
        "http://a.example/tzgg/",
    ]


async def test_a_model_is_asked_once_within_its_ceiling_and_only_for_what_is_left(
    tmp_path: Path,
) -> None:
    many = [Link(f"http://a.example/{n}/", f"不相干的欄目名稱{n}") for n in range(20_000)]
    answers = [
        {"name": "數據", "url": "http://a.example/7/"},
        {"name": "假", "url": "http://evil.example/"},
    ]
    asked: list[str] = []

    def navigator(request: Any) -> dict[str, Any]:
        asked.append(str(request.body["messages"]))
        return {"sections": answers}

    with ScriptedServer(script=navigator) as model:
        async with bench(tmp_path, {}, model=model) as desk:
            await desk.begin("r1")
            links = [*LINKS, *many]
            stage = desk.desk.stage
            step = InlineStep("r1")
            named = await find_sections("河城", links, ["政策法规"], stage, step)
            assert asked == [], "a name that stands there needs no model"
            found = await find_sections("河城", links, ["政策法规", "數據"], stage, step)
            (phase,) = phases(await desk.store.ledger_of_run("r1"))

    assert [one.url for one in named] == ["http://a.example/zcfg/"]
    assert [one.url for one in found] == ["http://a.example/zcfg/", "http://a.example/7/"]
    assert (phase.requests, phase.peak <= 17_000) == (1, True)


async def test_a_navigator_that_cannot_be_read_leaves_the_home_page(tmp_path: Path) -> None:
    with ScriptedServer(script=lambda _: "Sure! Here are some nice links.") as model:
        async with bench(tmp_path, {}, model=model) as desk:
            await desk.begin("r1")
            found = await find_sections("河城", LINKS, ["統計"], desk.desk.stage, InlineStep("r1"))

    assert found == [], "the site's flow then reads the home page as the only section"
