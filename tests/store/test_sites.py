"""Sites, what was learned of them, and their items: the same on both databases."""

import dataclasses
from datetime import date, timedelta
from typing import Any

import pytest

from rostra.records import Item, SectionMark, Site, SiteState
from rostra.store import Store
from rostra.store.sites import HAS_ITEM, HEADLINES

from .samples import NASTY, NOON, joined


def site(name: str = "澄嶼市政府", **changes: Any) -> Site:
    made = Site(name, "http://www.chengyu-gov.example/", NOON, ("政策與法規",), "6h")
    return dataclasses.replace(made, **changes)


def item(number: int, **changes: Any) -> Item:
    made = Item(
        id=f"item:{number}",
        site="澄嶼市政府",
        section="公告",
        url=f"http://www.chengyu-gov.example/{number}",
        title=f"公告第{number}號",
        type="notice",
        run="r1",
        found_at=NOON,
        published=date(2026, 3, number),
    )
    return dataclasses.replace(made, **changes)


async def test_a_site_is_kept_replaced_and_removed(store: Store) -> None:
    await store.put_site(site())
    await store.put_site(site(every="1d"))
    await store.put_site(site(world="sample"))

    assert await store.list_sites() == [site(every="1d")]
    assert await store.list_sites(world="sample") == [site(world="sample")]
    assert await store.remove_site("澄嶼市政府")
    assert not await store.remove_site("澄嶼市政府")
    assert await store.list_sites() == []


async def test_what_was_learned_of_a_site_goes_with_it_and_its_items_stay(store: Store) -> None:
    state = SiteState(
        "澄嶼市政府", "r1", NOON, ("公告",), (SectionMark("公告", "http://a/", (8,)),)
    )
    await store.put_site(site())
    await store.put_site_state(state)
    await store.put_items([item(1)])

    assert await store.get_site_state("澄嶼市政府") == state
    await store.remove_site("澄嶼市政府")
    assert await store.get_site_state("澄嶼市政府") is None
    assert await store.list_items() == [item(1)]


async def test_an_item_is_kept_once_and_as_it_was_first(store: Store) -> None:
    await store.put_items([item(1)])

    assert await store.put_items([item(1, run="r2", title="另一個"), item(2)]) == [
        item(1),
        item(2),
    ]
    await store.save_items([item(1, summary="摘要", state="duplicate"), item(9)])
    assert await store.get_items(["item:2", "item:1", "item:9"]) == [
        item(2),
        item(1, summary="摘要", state="duplicate"),
    ]


async def test_items_are_listed_newest_first_by_site_day_type_run_and_state(store: Store) -> None:
    undated = item(4, published=None, found_at=NOON + timedelta(hours=1))
    await store.put_items(
        [
            item(1),
            item(2, type="policy"),
            item(3, site="別處", run="r2"),
            undated,
            item(5, state="out_of_range"),
            item(6, world="sample"),
        ]
    )

    assert [one.id for one in await store.list_items()] == [
        "item:3",
        "item:2",
        "item:1",
        "item:4",
    ]
    asked: list[tuple[dict[str, Any], list[str]]] = [
        ({"sites": ["別處"]}, ["item:3"]),
        ({"run": "r1", "types": ["policy"]}, ["item:2"]),
        ({"since": date(2026, 3, 2)}, ["item:3", "item:2", "item:4"]),
        ({"since": date(2026, 3, 5), "every_state": True}, ["item:5"]),
        ({"world": "sample"}, ["item:6"]),
        ({"limit": 1}, ["item:3"]),
    ]
    for conditions, wanted in asked:
        assert [one.id for one in await store.list_items(**conditions)] == wanted, conditions


async def test_any_text_may_be_a_title_or_a_name(store: Store) -> None:
    await store.put_site(site(NASTY))
    await store.put_items([item(1, title=NASTY, site=NASTY)])

    (kept,) = await store.list_items(sites=[NASTY])
    assert kept.title == joined(NASTY)


async def test_the_headlines_of_some_days_are_what_tells_a_double(store: Store) -> None:
    undated = item(4, published=None, title="關於道路的公告…")
    await store.put_items([item(1), item(2, state="dropped"), item(3), undated])
    await store.put_items([item(1, id="item:9", world="sample"), item(1, id="item:8", site="b")])

    found = await store.headlines("澄嶼市政府", [date(2026, 3, 2)], since=NOON.date())

    assert sorted(found) == [
        ("item:2", "2026-03-02", "公告第2号"),
        ("item:4", "", "关于道路的公告…"),
    ]
    later = NOON.date() + timedelta(days=1)
    assert await store.headlines("澄嶼市政府", [], since=later) == []


async def test_an_item_saved_again_is_found_by_what_it_says_now(store: Store) -> None:
    await store.put_items([item(1)])
    await store.save_items([item(1, url="http://new.example/", title="另一個更長的標題")])

    assert await store.has_item("http://new.example/")
    assert not await store.has_item(item(1).url)
    (found,) = await store.headlines("澄嶼市政府", [date(2026, 3, 1)], since=NOON.date())
    assert found.key == "另一个更长的标题"


@pytest.mark.parametrize(
    ("query", "values", "index"),
    [
        (HAS_ITEM, ("", "http://www.chengyu-gov.example/17"), "items_by_url"),
        (f"{HEADLINES} AND published = $3", ("", "s7", "2026-03-01"), "items_by_title"),
    ],
)
async def test_an_item_is_looked_up_through_an_index(
    store: Store, database_url: str | None, query: str, values: tuple[str, ...], index: str
) -> None:
    many = [
        item(1, id=f"item:{n}", url=f"http://www.chengyu-gov.example/{n}", site=f"s{n % 50}")
        for n in range(2_000)
    ]
    await store.put_items(many)
    if database_url:
        await store._db.execute("ANALYZE items")
    plan = await store._db.fetch(f"EXPLAIN {'' if database_url else 'QUERY PLAN '}{query}", *values)

    assert index in " ".join(str(row[-1]) for row in plan)
