"""A portal whose lists go on in every way that lists go on, generated and collected whole."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from rostra.desks.collect.records import Digest
from rostra.records import loads
from rostra.words import say
from rostra_testing import Page, Request
from tests.desks.collect.bench import TODAY, article, bench, home, row

ROWS, EACH = 12, 4
PAGES = ROWS // EACH


class Section:
    """Rows of one section: titles, addresses, days; `shown` is how its pages write a day."""

    def __init__(self, key: str, shown: Callable[[date], str] = date.isoformat) -> None:
        self.key = key
        self.days = {f"/{key}/item{n:03}.html": TODAY - timedelta(days=n % 28) for n in range(ROWS)}
        self.titles = {
            path: f"關於{key.upper()}河段第{n + 1}期整治工程及相關經費之公告"
            for n, path in enumerate(self.days)
        }
        self.shown = shown

    def rows(self, number: int) -> list[str]:
        part = list(self.days)[(number - 1) * EACH : number * EACH]
        return [row(path, self.titles[path], self.shown(self.days[path])) for path in part]

    def page(self, number: int, pager: str, *, above: str = "") -> str:
        rows = "".join(self.rows(number))
        return (
            f"<html><head><title>{self.key}</title></head><body>"
            f'<ul class="list">{above}{rows}</ul><div class="pages">{pager}</div></body></html>'
        )

    def articles(self) -> dict[str, object]:
        return {p: article(self.titles[p], self.days[p]) for p in self.days}


def roc(day: date) -> str:
    return f"{day.year - 1911}/{day.month:02}/{day.day:02}"


def number_of(request: Request, name: str) -> int:
    query = parse_qs(request.query) or parse_qs(request.body.decode())
    return int(query.get(name, ["1"])[0])


def linked(one: Section) -> dict[str, object]:
    """index.html, index_1.html …; the page in the middle fails, and a sticky row is on each."""
    sticky = one.rows(1)[0]
    routes: dict[str, object] = {}
    for n in range(1, PAGES + 1):
        path = f"/{one.key}/" if n == 1 else f"/{one.key}/index_{n - 1}.html"
        after = f'<a href="/{one.key}/index_{n}.html">下一頁</a>' if n < PAGES else ""
        routes[path] = one.page(n, after, above=sticky if n > 1 else "")
    routes[f"/{one.key}/index_1.html"] = Page("<h1>500</h1>", status=500)
    return routes


def numbered(one: Section) -> dict[str, object]:
    def serve(request: Request) -> str:
        this = number_of(request, "p")
        numbers = (
            f"{n} " if n == this else f'<a href="/{one.key}/?p={n}">{n}</a> '
            for n in range(1, PAGES + 1)
        )
        return one.page(this, "".join(numbers))

    return {f"/{one.key}/": serve}


def posted_back(one: Section) -> dict[str, object]:
    def serve(request: Request) -> str:
        fields = parse_qs(request.body.decode())
        told = fields.get("__EVENTARGUMENT", ["Page$1"])[0]
        assert request.method == "GET" or fields["__VIEWSTATE"] == ["abc"]
        this = int(told.partition("$")[2])
        numbers = "".join(
            f"<span>{n}</span>"
            if n == this
            else f"""<a href="javascript:__doPostBack('grid','Page${n}')">{n}</a>"""
            for n in range(1, PAGES + 1)
        )
        page = one.page(this, numbers)
        state = '<input type="hidden" name="__VIEWSTATE" value="abc">'
        form = f'<form method="post" action="/{one.key}/">{state}'
        return page.replace("<body>", f"<body>{form}").replace("</body>", "</form></body>")

    return {f"/{one.key}/": serve}


def posted(one: Section) -> dict[str, object]:
    def serve(request: Request) -> str:
        this = number_of(request, "pageNo") if request.method == "POST" else 1
        links = "".join(f'<a onclick="go({n})">{n}</a>' for n in range(1, PAGES + 1))
        form = (
            f'<form method="post"><input type="hidden" name="pageNo" value="{this}">'
            f'<input type="hidden" name="pageSize" value="{EACH}">{links}</form>'
        )
        return one.page(this, form if this < PAGES else "")

    return {f"/{one.key}/": serve}


def as_json(one: Section) -> Callable[[Request], Page]:
    def serve(request: Request) -> Page:
        this = number_of(request, "page")
        part = list(one.days)[(this - 1) * EACH : this * EACH]
        items = [
            {"title": one.titles[p], "url": p, "publishDate": one.days[p].isoformat()} for p in part
        ]
        return Page.json({"total": ROWS, "items": items})

    return serve


def scripted(one: Section) -> dict[str, object]:
    shell = (
        "<html><head><title>公告</title></head><body><div id='app'></div><script>"
        f"fetch('/api/{one.key}?page=' + page).then(draw)</script></body></html>"
    )
    return {f"/{one.key}/": shell, f"/api/{one.key}": as_json(one)}


def growing(one: Section) -> dict[str, object]:
    more = f'<button class="load-more" data-url="/api/{one.key}?page=">載入更多</button>'
    return {f"/{one.key}/": one.page(1, more), f"/api/{one.key}": as_json(one)}


def framed(one: Section) -> dict[str, object]:
    outer = f"<html><body><h1>公告</h1><iframe src='/{one.key}/frame.html'></iframe></body></html>"
    inner = {f"/{one.key}/frame.html": one.page(1, f'<a href="/{one.key}/2.html">下一頁</a>')}
    inner |= {f"/{one.key}/2.html": one.page(2, f'<a href="/{one.key}/3.html">下一頁</a>')}
    return {f"/{one.key}/": outer, **inner, f"/{one.key}/3.html": one.page(3, "")}


def fed(one: Section) -> dict[str, object]:
    head = f'<link rel="alternate" type="application/rss+xml" href="/{one.key}.xml">'
    body = "<body><div id='app'></div><script src='/app.js'></script></body>"
    shell = f"<html><head>{head}</head>{body}</html>"
    items = "".join(
        f"<item><title>{one.titles[p]}</title><link>{p}</link><pubDate>{d}</pubDate></item>"
        for p, d in one.days.items()
    )
    feed = f"<?xml version='1.0'?><rss version='2.0'><channel>{items}</channel></rss>"
    return {f"/{one.key}/": shell, f"/{one.key}.xml": feed}


def encoded(routes: dict[str, object], charset: str) -> dict[str, object]:
    """The same pages as an older server sends them."""

    def reply(page: object) -> object:
        if not isinstance(page, str):
            return page
        return Page(page, encoding=charset)

    return {path: reply(page) for path, page in routes.items()}


WAYS = [
    (numbered, roc, ""),
    (posted_back, date.isoformat, ""),
    (posted, lambda day: f"{day:%Y年%m月%d日}", ""),
    (scripted, date.isoformat, ""),
    (growing, date.isoformat, ""),
    (framed, lambda day: f"[{day:%Y-%m-%d}]", "big5"),
    (fed, date.isoformat, ""),
]


@pytest.mark.slow
@pytest.mark.parametrize(("way", "shown", "charset"), WAYS, ids=[w[0].__name__ for w in WAYS])
async def test_every_row_is_found_once_with_its_day_however_the_list_goes_on(
    tmp_path: Path,
    way: Callable[[Section], dict[str, object]],
    shown: Callable[[date], str],
    charset: str,
) -> None:
    one = Section("sec", shown)
    pages = encoded(way(one), charset) if charset else way(one)
    routes = {"/": home(("公告", "/sec/")), **pages, **one.articles()}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])
        await desk.run()

        found = {item.url.partition("example")[2]: item.published for item in await desk.items()}
        assert found == one.days


async def test_one_failing_page_does_not_end_the_list_and_is_told(tmp_path: Path) -> None:
    one = Section("sec")
    routes = {"/": home(("公告", "/sec/")), **linked(one), **one.articles()}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])
        _, run = await desk.run()

        found = {item.url.partition("example")[2] for item in await desk.items()}
        assert found == set(list(one.days)[:EACH] + list(one.days)[2 * EACH :])
        report = await desk.store.get_report(run)
        assert report is not None
        digest = loads(report.data)
        assert isinstance(digest, Digest)
        (section,) = digest.sites[0].sections
        assert any("index_1.html" in say(why, "en") for why in section.missed)


async def test_a_section_that_needs_a_browser_says_so_and_is_tried_again(tmp_path: Path) -> None:
    shell = "<html><body><div id='app'></div><script src='/app.js'></script></body></html>"
    async with bench(tmp_path, {"/": home(("公告", "/sec/")), "/sec/": shell}) as desk:
        await desk.watch(sections=["公告"])
        for _ in range(2):
            _, run = await desk.run()
            report = await desk.store.get_report(run)
            assert report is not None
            digest = loads(report.data)
            assert isinstance(digest, Digest)
            (section,) = digest.sites[0].sections
            assert "browser" in say(section.trouble, "en")
            desk.later(hours=1)


@pytest.mark.slow
async def test_an_unchanged_list_costs_one_request_and_one_that_was_not_read_whole_is_walked(
    tmp_path: Path,
) -> None:
    one = Section("sec")
    routes = {"/": home(("公告", "/sec/")), **linked(one), **one.articles()}
    async with bench(tmp_path, routes) as desk:
        await desk.watch(sections=["公告"])

        async def asked() -> int:
            before = len(desk.site.requests)
            await desk.run()
            desk.later(hours=1)
            return sum(r.path.startswith("/sec/") for r in desk.site.requests[before:])

        await asked()
        desk.site["/sec/index_1.html"] = one.page(2, '<a href="/sec/index_2.html">下一頁</a>')
        assert await asked() == PAGES + EACH, "the page that failed, and its items"
        assert len(await desk.items()) == ROWS
        assert await asked() == 1, "nothing is new, and nothing was left"
