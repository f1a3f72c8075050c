"""Sites as they are on a bad day: each costs what it must and says what happened."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from rostra.report.export import markdown_of
from rostra_testing import Page, Request
from tests.desks.collect.bench import (
    HOME,
    TODAY,
    article,
    bench,
    home,
    listing,
    own_article,
    row,
    section_of,
)

pytestmark = pytest.mark.slow

LIST = ("公告", "/list/")


def on(days_ago: int) -> date:
    return TODAY - timedelta(days=days_ago)


async def test_a_site_that_is_down_fails_with_its_reason_and_the_others_go_on(
    tmp_path: Path,
) -> None:
    routes = {"/": home(LIST), **section_of(3)}
    async with bench(tmp_path, routes, hosts=("www.river.example", "gone.example")) as desk:
        desk.site["gone.example/robots.txt"] = Page(status=503)
        await desk.watch(name="河城", sections=["公告"])
        await desk.watch("http://gone.example/", name="不在")

        outcome, run = await desk.run()

        assert outcome.status == "done"
        assert len(await desk.items()) == 3
        report = await desk.store.get_report(run)
        assert report is not None
        assert "503" in markdown_of(report)


async def test_when_every_site_is_down_the_run_fails(tmp_path: Path) -> None:
    async with bench(tmp_path, {"/": Page(status=500), "/robots.txt": Page(status=404)}) as desk:
        await desk.watch()

        outcome, _ = await desk.run()

    assert (outcome.status, outcome.exit_code) == ("failed", 1)
    assert "500" in str(outcome.error)


async def test_what_robots_deny_is_never_asked_for(tmp_path: Path) -> None:
    rules = "User-agent: *\nDisallow: /list/\nUser-agent: other\nDisallow: /\n"
    routes = {"/robots.txt": rules, "/": home(LIST), **section_of(3)}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])

        _, run = await desk.run()

        assert desk.paths("/list") == []
        assert "robots" in await desk.told(run)


async def test_a_site_that_denies_everything_is_left_alone(tmp_path: Path) -> None:
    routes = {"/robots.txt": "User-agent: Rostra\nDisallow: /\n", "/": home(LIST)}
    async with bench(tmp_path, routes) as desk:
        await desk.watch()

        outcome, _ = await desk.run()

        assert desk.paths() == ["/robots.txt"]
        assert "robots.txt asks machines not to" in str(outcome.error)


async def test_without_sections_the_home_page_is_the_only_one(tmp_path: Path) -> None:
    rows = [row(f"/n/{n}.html", f"河城市政府今天公布第{n}項措施", on(n)) for n in range(5)]
    routes = {"/": listing(rows, title="河城"), "/n/*": own_article}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["沒有這個欄目"])

        _, run = await desk.run()

        assert {item.published for item in await desk.items()} == {on(n) for n in range(5)}
        assert "the home page is read as the only section" in await desk.told(run)


async def test_a_home_page_without_rows_gives_its_feed_a_chance(tmp_path: Path) -> None:
    entries = "".join(
        f"<item><title>河城第{n}號消息公布</title><link>{HOME}n/{n}.html</link>"
        f"<pubDate>{on(n):%a, %d %b %Y} 08:00:00 +0800</pubDate></item>"
        for n in range(4)
    )
    link = '<link rel="alternate" type="application/rss+xml" href="/rss.xml">'
    feed = Page(f"<rss><channel>{entries}</channel></rss>", content_type="application/rss+xml")
    routes = {"/": home(extra=link), "/rss.xml": feed, "/n/*": own_article}
    async with bench(tmp_path, routes) as desk:
        await desk.watch()
        await desk.run()

        items = await desk.items()
        assert {(item.published, item.date_from) for item in items} == {
            (on(n), "feed") for n in range(4)
        }


async def test_a_home_page_without_rows_and_feeds_gives_its_site_map_a_chance(
    tmp_path: Path,
) -> None:
    entries = "".join(
        f"<url><loc>{HOME}n/{n}.html</loc><lastmod>{on(n)}</lastmod></url>" for n in (90, 3, 1, 2)
    )
    site_map = Page(f"<?xml version='1.0'?><urlset>{entries}</urlset>", content_type="text/xml")
    routes = {
        "/": home(),
        "/robots.txt": f"User-agent: *\nDisallow: /x\nSitemap: {HOME}sitemap.xml\n",
        "/sitemap.xml": site_map,
        "/n/*": own_article,
    }
    async with bench(tmp_path, routes) as desk:
        await desk.watch()
        await desk.run()

        items = await desk.items()
        assert {item.published for item in items} == {on(n) for n in (1, 2, 3)}
        assert all(item.title.startswith("河城消息") for item in items), "named by their pages"


async def test_rows_without_days_take_them_from_the_feed_of_their_section(tmp_path: Path) -> None:
    rows = [row(f"/n/{n}.html", f"河城第{n}號道路改善工程的公告", None) for n in range(5)]
    link = '<link rel="alternate" type="application/atom+xml" href="/atom.xml">'
    entries = "".join(
        f"<entry><title>x</title><link href='/n/{n}.html'/><updated>{on(n)}T08:00:00+08:00"
        "</updated></entry>"
        for n in range(5)
    )
    feed = f"<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>"
    routes = {
        "/": home(LIST),
        "/list/": listing(rows).replace("<head>", f"<head>{link}"),
        "/atom.xml": Page(feed, content_type="application/atom+xml"),
        "/n/*": own_article,
    }
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        found = {(item.published, item.date_from) for item in await desk.items()}
        assert found == {(on(n), "feed") for n in range(5)}


async def test_sections_that_lead_to_each_other_end(tmp_path: Path) -> None:
    rows = [row(f"/n/{n}.html", f"河城第{n}號道路改善工程的公告", on(n)) for n in range(6)]
    routes = {
        "/": home(("公告", "/a/"), ("通知", "/b/")),
        "/a/": listing(rows, after="/b/"),
        "/b/": listing(rows, after="/a/"),
        "/n/*": own_article,
    }
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告", "通知"])
        await desk.run()

        assert len(await desk.items()) == 6
        assert len(desk.paths("/a/") + desk.paths("/b/")) <= 4


async def test_an_endless_calendar_is_left_after_a_few_empty_pages(tmp_path: Path) -> None:
    rows = [row(f"/n/{n}.html", f"河城第{n}號道路改善工程的公告", on(n)) for n in range(5)]

    def month(request: Request) -> str:
        number = int(request.path.rpartition("/")[2])
        return listing([], title="行事曆", after=f"/cal/{number + 1}")

    routes = {"/": home(LIST), "/list/": listing(rows, after="/cal/1"), "/cal/*": month}
    async with bench(tmp_path, {**routes, "/n/*": own_article}) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        assert len(await desk.items()) == 5
        assert len(desk.paths("/cal/")) <= 3


async def test_a_list_that_repeats_itself_for_ever_ends(tmp_path: Path) -> None:
    """Infinite scroll as a server sees it: every further page holds the same rows."""
    rows = [row(f"/n/{n}.html", f"河城第{n}號道路改善工程的公告", on(n)) for n in range(5)]

    def more(request: Request) -> str:
        number = int(request.path.rpartition("/")[2])
        return listing(rows, after=f"/more/{number + 1}")

    routes = {"/": home(LIST), "/list/": listing(rows, after="/more/2"), "/more/*": more}
    async with bench(tmp_path, {**routes, "/n/*": own_article}) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        assert len(await desk.items()) == 5
        assert len(desk.paths("/more/")) <= 3


async def test_a_section_behind_a_login_is_said_and_left_out(tmp_path: Path) -> None:
    wall = (
        "<html><body><h1>請先登入</h1><form><label>帳號<input name=u></label>"
        "<label>密碼<input type=password name=p></label><button>登入</button></form>"
        "<p>您尚未登入，請輸入帳號密碼後繼續。</p></body></html>"
    )
    routes = {"/": home(("內部", "/in/"), LIST), "/in/": wall, **section_of(3)}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["內部", "公告"])

        _, run = await desk.run()

        assert {item.section for item in await desk.items()} == {"公告"}
        assert "內部" in await desk.told(run)


async def test_an_item_behind_a_login_stays_without_a_summary(tmp_path: Path) -> None:
    routes = {"/": home(LIST), **section_of(4)}
    routes["/n/2.html"] = "<h1>會員登入</h1><p>請先登入會員，輸入帳號與密碼。</p>"
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        unread = [item for item in await desk.items() if not item.evidence]
        assert [(item.url, item.summary) for item in unread] == [(f"{HOME}n/2.html", "")]


async def test_twenty_thousand_links_are_read_to_the_limit_of_the_section(tmp_path: Path) -> None:
    rows = [row(f"/n/{n}.html", f"河城第{n}號道路改善工程的公告", on(0)) for n in range(20_000)]
    routes = {"/": home(LIST), "/list/": listing(rows), "/n/*": own_article}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"], max_items=5)

        _, run = await desk.run()

        assert len(await desk.items()) == 5
        assert "the limit of 5 is reached" in await desk.told(run)


@pytest.mark.parametrize("claimed", ["gbk", "utf-8", None])
async def test_pages_in_mixed_charsets_give_the_right_titles(
    tmp_path: Path, claimed: str | None
) -> None:
    title = "关于开展整县屋顶光伏开发试点的通知"
    html = listing([row(f"/n/{n}.html", f"{title}之{n}", on(n)) for n in range(4)])
    html = html.replace("<head>", '<head><meta charset="gb18030">')
    header = f"text/html; charset={claimed}" if claimed else "text/html"
    page = Page(html.encode("gb18030"), content_type=header)

    def big5(request: Request) -> Page:
        return Page(own_article(request).encode("big5"), content_type="text/html")

    routes = {"/": home(("通知", "/list/")), "/list/": page, "/n/*": big5}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["通知"])
        await desk.run()

        items = await desk.items()
        assert {item.title for item in items} == {f"{title}之{n}" for n in range(4)}
        assert all("經費" in item.summary for item in items)


async def test_a_day_in_the_future_is_no_day_of_publication(tmp_path: Path) -> None:
    """What the row shows is when something will be; the page says when it was published."""
    rows = [row(f"/n/{n}.html", f"河城第{n}號道路改善工程的公告", on(n)) for n in range(1, 5)]
    rows.append(row("/n/9.html", "河城明年三月舉行說明會的公告", date(2027, 3, 1)))
    routes = {"/": home(LIST), "/list/": listing(rows)}
    pages = {f"/n/{n}.html": article(f"第{n}號工程", on(n)) for n in range(1, 5)}
    pages["/n/9.html"] = article("河城明年三月舉行說明會的公告", on(2))
    async with bench(tmp_path, {**routes, **pages}) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        days = {item.url: (item.published, item.date_from) for item in await desk.items()}
        assert days[f"{HOME}n/9.html"] == (on(2), "page")
        assert max(day for day, _ in days.values() if day) <= TODAY


async def test_the_same_article_under_ten_addresses_is_one_item(tmp_path: Path) -> None:
    spellings = [
        "/n/1.html", "/n/1.html?utm_source=x", "/n/1.html?from=list", "/n/1.html#top",
        "/n/1.html;jsessionid=AB12", "http://river.example/n/1.html", "/m/1.html", "/x/1.html",
        "/n/1.html?spm=1.2", "/print?id=1",
    ]  # fmt: skip
    titles = ["關於河城道路改善工程的公告"] * 7 + ["市府公布道路改善工程細節"] * 3
    rows = [row(url, title, on(1)) for url, title in zip(spellings, titles, strict=True)]
    rows += [row(f"/o/{n}.html", f"另一則完全不同的第{n}件消息", on(1)) for n in (1, 2)]
    same = article("關於河城道路改善工程的公告", on(1))
    routes = {
        "/": home(LIST), "/list/": listing(rows), "/n/*": same, "/m/*": same, "/x/*": same,
        "/print": same, "/o/*": own_article,
    }  # fmt: skip
    hosts = ("www.river.example", "river.example")
    async with bench(tmp_path, routes, hosts=hosts) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        assert sorted(item.url for item in await desk.items()) == [
            f"{HOME}n/1.html",
            f"{HOME}o/1.html",
            f"{HOME}o/2.html",
        ]


async def test_a_site_that_was_rebuilt_is_warned_of(tmp_path: Path) -> None:
    async with bench(tmp_path, {"/": home(LIST), **section_of(10)}) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()
        desk.later(days=1)
        rows = [row("/n/1.html", "唯一還在的一則河城公告", on(0))]
        desk.site["/list/"] = listing([*rows, row("/n/2.html", "另一則還在的河城公告", on(1))])

        _, run = await desk.run()

        assert "the site may have been rebuilt" in await desk.told(run)
        assert len(await desk.items()) >= 10, "what was collected before stays"


async def test_a_section_that_turns_out_to_be_no_list_is_dropped(tmp_path: Path) -> None:
    routes = {"/": home(("關於", "/about/"), LIST), "/about/": article("關於河城", on(1))}
    async with bench(tmp_path, {**routes, **section_of(3)}) as desk:
        await desk.watch(sections=["關於", "公告"])

        _, run = await desk.run()

        assert {item.section for item in await desk.items()} == {"公告"}
        assert "is no list" in await desk.told(run)


async def test_one_text_behind_many_headlines_is_taken_for_no_article(tmp_path: Path) -> None:
    routes: dict[str, str] = {"/": home(LIST), **section_of(6)}
    for n in range(1, 7):
        routes[f"/n/{n}.html"] = article("頁面維護中，請稍後再試，造成不便敬請見諒", None)
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])

        _, run = await desk.run()

        assert [item.summary for item in await desk.items()] == [""] * 6
        assert "say the same" in await desk.told(run)
