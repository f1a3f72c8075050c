"""List pages: rows found, decoys left, dates read as displayed."""

import json
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urljoin

import pytest

from rostra.pages import ListPage, extract_list

TODAY = date(2026, 2, 10)
URL = "https://www.city.gov.tw/news/list.html"
NAV = (
    "<nav><ul>"
    + "".join(f"<li><a href='/s{n}'>欄目名稱{n}</a></li>" for n in range(14))
    + "</ul></nav>"
)
CRUMBS = "<div class='crumb'><a href='/'>首頁</a> &gt; <a href='/n2'>最新消息</a></div>"
HOT = (
    "<div class='side hot'><h3>熱門</h3><ul>"
    + "".join(
        f"<li><a href='/hot/{n}.html'>大家都在看的第{n}則熱門報導標題</a></li>" for n in range(10)
    )
    + "</ul></div>"
)
TAGS = (
    "<div class='tags'>" + "".join(f"<a href='/tag/{n}'>標籤{n}</a> " for n in range(30)) + "</div>"
)
FOOT = (
    "<footer>" + "".join(f"<a href='/f{n}'>相關機關網站連結{n}</a>" for n in range(8)) + "</footer>"
)
TITLES = [f"關於修正第{n}號道路管理自治條例部分條文的公告" for n in range(1, 13)]


def page(body: str) -> str:
    return f"<html><body>{NAV}{CRUMBS}<div class='main'>{body}</div>{HOT}{TAGS}{FOOT}</body></html>"


def read(body: str, url: str = URL) -> ListPage:
    return extract_list(page(body), url, today=TODAY)


def day(n: int) -> date:
    return date(2026, 1, 31 - n)


LAYOUTS = {
    "ul": "<ul class='list'>{}</ul>",
    "table": "<table>{}</table>",
    "cards": "<div class='cards'>{}</div>",
    "lines": "<div>{}</div>",
    "dl": "<dl>{}</dl>",
}
ROWS = {
    "ul": "<li><a href='/news/{n}.html'>{title}</a><span>{when}</span></li>",
    "table": "<tr><td>{n}</td><td><a href='/news/{n}.html'>{title}</a></td>"
    "<td>局本部</td><td>{when}</td></tr>",
    "cards": "<div class='card'><a href='/news/{n}.html'><img></a>"
    "<h3><a href='/news/{n}.html'>{title}</a></h3><p>內容摘要文字若干，說明修正重點。</p>"
    "<time>{when}</time></div>",
    "lines": "[{when}] <a href='/news/{n}.html'>{title}</a><br>",
    "dl": "<dt>{when}</dt><dd><a href='/news/{n}.html'>{title}</a></dd>",
}
WRITTEN: dict[str, Callable[[date], str]] = {
    "iso": lambda d: d.isoformat(),
    "slashes": lambda d: f"{d.year}/{d.month}/{d.day}",
    "chinese": lambda d: f"{d.year}年{d.month}月{d.day}日",
    "roc dashes": lambda d: f"{d.year - 1911}-{d.month:02d}-{d.day:02d}",
    "roc dots": lambda d: f"{d.year - 1911}.{d.month:02d}.{d.day:02d}",
    "roc words": lambda d: f"民國{d.year - 1911}年{d.month}月{d.day}日",
    "no year": lambda d: f"{d.month:02d}-{d.day:02d}",
    "month and day": lambda d: f"{d.month}月{d.day}日",
}


def listing(layout: str, written: str = "iso") -> str:
    rows = [
        ROWS[layout].format(n=n, title=title, when=WRITTEN[written](day(n)))
        for n, title in enumerate(TITLES, start=1)
    ]
    return LAYOUTS[layout].format("".join(rows))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_rows_are_found_and_nothing_else(layout: str) -> None:
    found = read(listing(layout))
    assert [item.url for item in found.items] == [
        f"https://www.city.gov.tw/news/{n}.html" for n in range(1, 13)
    ]
    assert [item.title for item in found.items] == TITLES
    assert found.is_list


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name not in ("lines", "dl")])
@pytest.mark.parametrize("written", WRITTEN)
def test_displayed_dates_are_read_however_written(layout: str, written: str) -> None:
    found = read(listing(layout, written))
    assert [item.date for item in found.items] == [day(n) for n in range(1, 13)]
    assert {item.date_origin for item in found.items} == {"displayed"}


@pytest.mark.parametrize("layout", ["lines", "dl"])
def test_a_date_before_its_row_belongs_to_it(layout: str) -> None:
    found = read(listing(layout))
    assert [item.date for item in found.items] == [day(n) for n in range(1, 13)]


def test_a_date_above_several_rows_belongs_to_all_of_them() -> None:
    body = "".join(
        f"<h3>{day(g).isoformat()}</h3><ul>"
        + "".join(f"<li><a href='/n/{g}-{n}.html'>{TITLES[n]}之{g}</a></li>" for n in range(3))
        + "</ul>"
        for g in range(1, 5)
    )
    assert [item.date for item in read(body).items] == [
        day(g) for g in range(1, 5) for _ in range(3)
    ]


@pytest.mark.parametrize(
    "drawn",
    [
        "<b>{d:02d}</b><i>{y}-{m:02d}</i>",
        "<i>{y}</i> <b>{m:02d}/{d:02d}</b>",
        "<b>{m}-{d}</b><i>{y}</i>",
    ],
)
def test_a_date_drawn_in_pieces_is_put_together(drawn: str) -> None:
    body = "<ul>" + "".join(
        f"<li><div class='d'>{drawn.format(y=2026, m=1, d=31 - n)}</div>"
        f"<a href='/n/{n}.html'>{title}</a></li>"
        for n, title in enumerate(TITLES)
    )
    assert [item.date for item in read(body).items] == [day(n) for n in range(12)]


def test_slashed_dates_follow_the_row_that_leaves_no_doubt() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html'>Report number {n}</a> {31 - 3 * n:02d}/01/2026</li>"
        for n in range(10)
    )
    assert [item.date for item in read(body).items] == [
        date(2026, 1, 31 - 3 * n) for n in range(10)
    ]


def test_a_link_around_a_whole_card_is_called_by_its_heading() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html'><h3>{title}</h3><p>摘要文字，說明修正的重點。</p>"
        "<i>2026-01-03</i></a></li>"
        for n, title in enumerate(TITLES)
    )
    assert [item.title for item in read(body).items] == TITLES


def test_the_displayed_date_wins_over_the_address() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/202601/t20260105_{n}.html'>{title}</a> 2026-01-02</li>"
        for n, title in enumerate(TITLES)
    )
    assert {item.date for item in read(body).items} == {date(2026, 1, 2)}


def test_the_address_gives_the_date_when_none_is_displayed() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/202601/t20260105_{n}.html'>{title}</a></li>"
        for n, title in enumerate(TITLES)
    )
    found = read(body)
    assert {(item.date, item.date_origin) for item in found.items} == {(date(2026, 1, 5), "url")}


def test_a_list_across_new_year_gets_both_years() -> None:
    days = ["02-03", "01-15", "01-02", "12-30", "12-11", "11-28"]
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html'>{TITLES[n]}</a><i>{when}</i></li>"
        for n, when in enumerate(days)
    )
    years = [item.date.year for item in read(body).items if item.date]
    assert years == [2026, 2026, 2026, 2025, 2025, 2025]


def test_a_cut_title_is_completed_from_its_attribute() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html' title='{title}'>{title[:9]}…</a><i>2026-01-03</i></li>"
        for n, title in enumerate(TITLES)
    )
    assert [item.title for item in read(body).items] == TITLES


def test_a_row_with_several_links_is_one_item() -> None:
    body = "<table>" + "".join(
        f"<tr><td>2026-01-03</td><td>{title}</td><td><a href='/f/{n}.pdf'>PDF</a> "
        f"<a href='/f/{n}.odt'>ODT</a></td></tr>"
        for n, title in enumerate(TITLES)
    )
    found = read(body)
    assert [item.url[-6:] for item in found.items[:3]] == ["/0.pdf", "/1.pdf", "/2.pdf"]
    assert [item.title for item in found.items] == TITLES


@pytest.mark.parametrize(
    ("pager", "expected"),
    [
        ("<a href='?p=1'>上一頁</a><a href='?p=3'>下一頁</a>", "?p=3"),
        ("<a href='list_2.html'>下一页&gt;</a>", "list_2.html"),
        ("<a href='?page=2' aria-label='Next'>›</a>", "?page=2"),
        ("<a rel='next' href='/p/2'>更多</a>", "/p/2"),
        ("<p><b class='current'>2</b><a href='?p=1'>1</a><a href='?p=3'>3</a></p>", "?p=3"),
        ("<a href='javascript:go(2)'>下一頁</a>", None),
        ("", None),
    ],
)
def test_the_next_page_is_found(pager: str, expected: str | None) -> None:
    found = read(listing("ul") + f"<div class='pager'>{pager}</div>")
    assert found.next_url == (urljoin(URL, expected) if expected else None)
    assert len(found.items) == 12


def test_an_article_with_related_links_is_no_list() -> None:
    prose = "".join(
        f"<p>市政府第{n}次說明，本案歷經多次公聽會與協調，已獲致共識，將於明年度編列預算辦理，並請議會支持。"
        "相關單位表示，後續將持續與地方溝通，務求工程順利推動，減少對民眾生活的影響，並定期公布進度。</p>"
        for n in range(12)
    )
    related = (
        "<ul>"
        + "".join(f"<li><a href='/r{n}'>相關的新聞標題{n}</a></li>" for n in range(5))
        + "</ul>"
    )
    assert not extract_list(f"<h1>標題</h1>{prose}{related}", URL, today=TODAY).is_list


@pytest.mark.parametrize(
    "wrap", ["<script>var list = {};</script>", "<script type='application/json'>{}</script>"]
)
def test_a_list_that_is_drawn_by_code_is_read_from_its_data(wrap: str) -> None:
    rows = [
        {"title": title, "url": f"/n/{n}.html", "publishDate": f"2026-01-{n + 1:02d} 08:00"}
        for n, title in enumerate(TITLES)
    ]
    data = json.dumps({"data": {"rows": rows}}, ensure_ascii=False)
    html = f"<html><body><div id='app'></div>{wrap.replace('{}', data)}</body></html>"
    found = extract_list(html, URL, today=TODAY)
    assert [item.title for item in found.items] == TITLES
    assert found.items[4].date == date(2026, 1, 5)


def test_rows_that_wait_in_xml_for_a_pager_are_read() -> None:
    rows = "".join(
        f"<record><![CDATA[<li><a href='/n/{n}.html'>{title}</a>"
        f"<b>2026-01-{n + 1:02d}</b></li>]]></record>"
        for n, title in enumerate(TITLES)
    )
    body = f"<div id='12'><script type='text/xml'><datastore>{rows}</datastore></script></div>"
    assert [(item.title, item.date) for item in read(body).items] == [
        (title, date(2026, 1, n + 1)) for n, title in enumerate(TITLES)
    ]


def test_page_numbers_inside_the_list_are_not_items() -> None:
    pager = (
        "<li><a href='/p1'>1</a></li><li><a href='/p2'>2</a></li><li><a href='/p2'>下一頁</a></li>"
    )
    body = listing("ul").replace("</ul>", pager + "</ul>")
    assert [item.title for item in read(body).items] == TITLES


def test_an_attachment_beside_each_title_is_not_an_item() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html'>{title}</a> 2026-01-03 "
        f"<a href='/f/{n}.pdf'>附件：{title}全文</a></li>"
        for n, title in enumerate(TITLES)
    )
    assert [item.title for item in read(body).items] == TITLES


def test_relative_days_are_counted_from_today() -> None:
    when = ["剛剛", "5分鐘前", "3小時前", "昨天 14:00", "2天前", "3天前"]
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html'>{TITLES[n]}</a><i>{words}</i></li>"
        for n, words in enumerate(when)
    )
    ago = [(TODAY - item.date).days for item in read(body).items if item.date]
    assert ago == [0, 0, 0, 1, 2, 3]


@pytest.mark.parametrize(
    "html",
    [
        "",
        b"",
        "<",
        "x" * 100_000,
        "<a href='/a'>" * 50_000,
        "<ul><li>" * 50_000,
        "\x00",
        b"\xff\xfe\x00",
        "<li><a href='/n'>同一個</a></li>" * 1000,
        "<a href='http://['>壞</a>" * 10,
    ],
)
def test_garbage_is_no_list_and_no_exception(html: str | bytes) -> None:
    started = time.process_time()
    assert not extract_list(html, "http://[", today=TODAY).is_list
    assert time.process_time() - started < 60


@pytest.mark.slow
def test_twenty_thousand_links_are_read_in_time() -> None:
    body = "<ul>" + "".join(
        f"<li><a href='/n/{n}.html'>第{n}則消息的完整標題</a><i>2026-01-03</i></li>"
        for n in range(20_000)
    )
    started = time.process_time()
    found = read(body)
    assert found.is_list
    assert time.process_time() - started < 60


SHAPES_DAY = date(2026, 11, 16)
SHAPES_TITLE = "关于印发《能源领域第{n}批首台重大技术装备评定办法》的通知"
# One row each, in forms that lists of Chinese offices and papers have; {d} is the day.
SHAPES = {
    "a day after the row, outside it": (
        "<dl>{rows}</dl>",
        "<dt><a href='/n/{n}.html'>{t}</a></dt><dd>发布时间：{d:%Y-%m-%d} 来源：能源局</dd>",
    ),
    "a day behind a bare link": (
        "<p>{rows}</p>",
        "<a href='/n/{n}.html'>{t}</a>（{d:%Y-%m-%d}）<br>",
    ),
    "another day in every title": (
        "<ul>{rows}</ul>",
        "<li><a href='/n/{n}.html'>2024年12月31日前{t}</a><span>{d:%Y-%m-%d}</span></li>",
    ),
    "full-width figures": (
        "<ul>{rows}</ul>",
        "<li><a href='/n/{n}.html'>{t}</a>（{d:%Y－%m－%d}）</li>",
    ),
    "the day over the month": (
        "<ul>{rows}</ul>",
        "<li><div><b>{d.day}</b><span>{d.month}月</span></div><a href='/n/{n}.html'>{t}</a></li>",
    ),
    "a whole date in the story, the day without its year beside it": (
        "<div>{rows}</div>",
        "<div><h3><a href='/n/{n}.html'>{t}</a></h3><p>{s}</p><time>{d:%m/%d} 07:00</time></div>",
    ),
    "a list written as code": (
        "<script>var list = [{rows}];</script>",
        "{{title: '{t}', url: '/n/{n}.html', date: '{d:%Y-%m-%d}'}},",
    ),
    "times since 1970": (
        "<script>var data = [{rows} null];</script>",
        '{{"title": "{t}", "url": "/n/{n}.html", "pubTime": {ms}}},',
    ),
}


def test_days_are_found_in_forms_that_chinese_lists_have() -> None:
    wrong = []
    for name, (frame, row) in SHAPES.items():
        days = [SHAPES_DAY - timedelta(days=3 * n) for n in range(5)]
        rows = "".join(
            row.format(
                n=n,
                t=SHAPES_TITLE.format(n=n),
                d=day,
                s="2025年11月23日起施行" if n < 2 else "",
                ms=int(datetime(day.year, day.month, day.day, 4, tzinfo=UTC).timestamp() * 1000),
            )
            for n, day in enumerate(days)
        )
        page = extract_list(frame.replace("{rows}", rows), "http://a.example/", today=SHAPES_DAY)
        if [item.date for item in page.items] != days:
            wrong.append((name, [item.date for item in page.items]))
    assert wrong == []


def test_days_under_the_heading_of_their_month() -> None:
    html = "".join(
        f"<h3>2026年{month}月</h3><ul>"
        + "".join(
            f"<li>{day}日 <a href='/n/{month}-{day}.html'>{SHAPES_TITLE.format(n=day)}</a></li>"
            for day in (15, 8)
        )
        + "</ul>"
        for month in (11, 10)
    )

    page = extract_list(html, "http://a.example/", today=SHAPES_DAY)

    assert [item.date for item in page.items] == [
        date(2026, month, day) for month in (11, 10) for day in (15, 8)
    ]


def test_newer_rows_say_yesterday_and_older_ones_their_day() -> None:
    told = ["3小时前", "昨天 12:30", "2天前", "11-05", "10-26"]
    html = "".join(
        f"<li><a href='/n/{n}.html'>{SHAPES_TITLE.format(n=n)}</a><span>{when}</span></li>"
        for n, when in enumerate(told)
    )

    page = extract_list(f"<ul>{html}</ul>", "http://a.example/", today=SHAPES_DAY)

    assert [item.date for item in page.items] == [
        date(2026, 11, 16),
        date(2026, 11, 15),
        date(2026, 11, 14),
        date(2026, 11, 5),
        date(2026, 10, 26),
    ]


def test_the_last_page_of_a_list_may_have_one_row_and_a_menu_is_none() -> None:
    menu = "".join(f"<li><a href='/c{n}/'>栏目名称{n}</a></li>" for n in range(9))
    row = "<ul class='list'><li><a href='/n/1.html'>关于印发评定办法的通知</a>2026-11-02</li></ul>"

    page = extract_list(f"<nav><ul>{menu}</ul></nav>{row}", "http://a.example/", today=SHAPES_DAY)

    assert [(item.url, item.date) for item in page.items] == [
        ("http://a.example/n/1.html", date(2026, 11, 2))
    ]
    assert extract_list(f"<nav><ul>{menu}</ul></nav>", "http://a.example/").items == ()


def test_a_pager_drawn_by_script_is_followed_to_its_end() -> None:
    for this, following in ((0, "http://a.example/zc/index_1.html"), (24, None)):
        html = f'<ul></ul><script>createPageHTML(25, {this}, "index", "html");</script>'
        assert extract_list(html, "http://a.example/zc/").next_url == following


def test_a_row_says_what_kind_of_item_it_is() -> None:
    titles = {
        "关于开展试点的通知": "notice",
        "10月份统计数据发布": "statistics",
        "某某条例": "policy",
    }
    rows = "".join(
        f"<li><a href='/n/{n}.html'>{title}</a>2026-11-0{n + 1}</li>"
        for n, title in enumerate(titles)
    )

    page = extract_list(f"<ul>{rows}</ul>", "http://a.example/", today=SHAPES_DAY)

    assert {item.title: item.type for item in page.items} == titles


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_no_script_makes_a_page_slow() -> None:
    """A pattern that looks back over what it passed would take hours on these."""
    many = 200_000
    for script in (
        "a" * many,
        "page" * many,
        "{title:'" + "a" * many,
        "{title:'x'," * (many // 10),
    ):
        assert extract_list(f"<script>{script}</script>", "http://a.example/").items == ()
