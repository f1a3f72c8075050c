"""The second shelf of invented pages: odd rows, odd days, odd pagers, and pages that are no lists."""

from datetime import date, timedelta

from tests.pages.families import (
    DAYS,
    ENGLISH,
    FAMILIES,
    TITLES,
    TODAY,
    Family,
    en,
    family,
    gov,
    iso,
    tw,
)

# -- rows -----------------------------------------------------------------------------------------

family(
    "rows: a department before each title",
    gov("<ul class='lb'>ROWS</ul>"),
    lambda n, t, d: (
        f"<li>[<a href='/bm/{n % 4}/'>市财政局</a>]<a href='HREF'>{t}</a><span>{iso(d)}</span></li>"
    ),
)
family(
    "rows: title and day in one link",
    gov("<div class='list'>ROWS</div>"),
    lambda n, t, d: (
        f"<a class='it' href='HREF'><span class='l'>{t}</span><span class='r'>{iso(d)}</span></a>"
    ),
)
family(
    "rows: the day glued to the title",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: f"<li><a href='HREF'>{t} ({iso(d)})</a></li>",
)
family(
    "rows: the day before the title in one text",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: f"<li><a href='HREF'>[{iso(d)}] {t}</a></li>",
)
family(
    "rows: a number, the title, an attachment, the office",
    gov("<table><tbody>ROWS</tbody></table>"),
    lambda n, t, d: (
        f"<tr><td>{n + 1}</td><td><a href='HREF'>{t}</a></td><td><a href='/files/{n}.pdf'>附件</a></td>"
        f"<td>市政府办公室</td><td>{iso(d)}</td></tr>"
    ),
)
family(
    "rows: the link title tells more than its words",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: f"<li><a href='HREF' title='{t}'>{t[:10]}..</a><span>{d:%Y-%m-%d}</span></li>",
)
family(
    "rows: policies without any day",
    gov("<div class='TRS_Editor'>ROWS</div>"),
    lambda n, t, d: f"<p>{n + 1}.<a href='HREF'>{t}</a></p>",
    dated=False,
)
family(
    "rows: only four, beside a long column of special topics",
    gov(
        "<div class='zl'><ul>ROWS</ul></div><div class='box2'><ul>"
        + "".join(f"<li><a href='/zt/{n}.html'>学习宣传专题栏目第{n}期</a></li>" for n in range(20))
        + "</ul></div>"
    ),
    lambda n, t, d: f"<li><a href='HREF'>{t}</a><span>{iso(d)}</span></li>",
    titles=TITLES[:4],
)
family(
    "rows: two lists of one page, each with its own name",
    gov("<div class='zcfg'><h2>政策法规</h2><ul>ROWS</ul></div>"),
    lambda n, t, d: (
        ("</ul></div><div class='tzgg'><h2>通知公告</h2><ul>" if n == 5 else "")
        + f"<li><a href='HREF'>{t}</a><span>{iso(d)}</span></li>"
    ),
)
family(
    "rows: in the props of a component",
    '<html><body><div id="app"><news-list :items="[ROWS]"></news-list></div><script src="/app.js"></script></body></html>',
    lambda n, t, d: (
        f"{{&quot;title&quot;:&quot;{t}&quot;,&quot;url&quot;:&quot;HREF&quot;,&quot;date&quot;:&quot;{iso(d)}&quot;}}"
    ),
    join=",",
)
family(
    "rows: JSON with escaped slashes",
    "<html><body><div id='app'></div><script>var list = [ROWS];</script></body></html>",
    lambda n, t, d: (
        f'{{"TITLE":"{t}","URL":"\\/zwgk\\/tzgg\\/c{1200 + n}\\/content.html","PUBDATE":"{iso(d)}"}}'
    ),
    join=",",
)
family(
    "rows: unclosed items and unquoted attributes",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><a href=HREF target=_blank>{t}</a> <font color=red>{d.year}.{d.month}.{d.day}</font>"
    ),
)
family(
    "rows: cards with tags of their own",
    tw("<div class='cards'>ROWS</div>"),
    lambda n, t, d: (
        f"<div class='card'><div class='tags'><a href='/tag/{n % 3}'>市政</a><a href='/tag/{n % 3 + 4}'>財政</a></div>"
        f"<a class='more' href='HREF'><h3>{t}</h3></a><div class='foot'><time>{iso(d)}</time>"
        f"<a href='https://share.example/?u={n}'>分享</a></div></div>"
    ),
)

# -- days -----------------------------------------------------------------------------------------

family(
    "days: in an attribute",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><a href='HREF'>{t}</a><span class='time' title='{iso(d)} 10:2{n}:00'>更早</span></li>"
    ),
)
family(
    "days: in the data of the row",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: f"<li data-date='{iso(d)}'><a href='HREF'>{t}</a></li>",
)
family(
    "days: year and month over the day",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><div class='rq'><span>{d:%Y-%m}</span><b>{d:%d}</b></div><a href='HREF'>{t}</a></li>"
    ),
)
family(
    "days: English pieces",
    en("<div class='ev'>ROWS</div>"),
    lambda n, t, d: (
        f"<div class='e'><div class='when'><span>{d.day:02d}</span><span>{d:%b}</span><span>{d.year}</span></div>"
        f"<h3><a href='HREF'>{t}</a></h3></div>"
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/events/{n}/",
    url="https://www.northfield.example/events",
)
family(
    "days: two figures for the year, largest first",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: f"<li><a href='HREF'>{t}</a><span>{d:%y-%m-%d}</span></li>",
)
family(
    "days: dotted, the day first",
    en("<ul class='l'>ROWS</ul>"),
    lambda n, t, d: f"<li><a href='HREF'>{t}</a> <em>{d:%d.%m.%Y}</em></li>",
    titles=ENGLISH,
    days=tuple(date(2025, 9 - n, 4 + n % 3) for n in range(8)),
    link=lambda n, d: f"/notices/{n}/",
    url="https://www.northfield.example/notices",
)
family(
    "days: half an hour, months and a year ago",
    gov("<ul class='feed'>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><a href='HREF'>{t}</a><i>{('半小时前', '1小时前', '2天前发布', '1个月前', '1年前')[n]}</i></li>"
    ),
    titles=TITLES[:5],
    days=tuple(TODAY - timedelta(days=back) for back in (0, 0, 2, 30, 365)),
)
family(
    "days: a moment in the row's text",
    gov("<div>ROWS</div>"),
    lambda n, t, d: (
        f"<div class='r'><a href='HREF'>{t}</a><p>来源：橙屿日报　发布时间：{d:%Y-%m-%d} 08:1{n}　浏览：{n * 31}次</p></div>"
    ),
)
family(
    "days: spaces within",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><a href='HREF'>{t}</a><span>{d.year} 年 {d.month} 月 {d.day} 日</span></li>"
    ),
)
family(
    "days: the period of an event is not its day",
    gov("<table><tr><th>名称</th><th>征集时间</th><th>发布时间</th></tr>ROWS</table>"),
    lambda n, t, d: (
        f"<tr><td><a href='HREF'>{t}</a></td><td>{iso(d - timedelta(days=3))} 至 {iso(d + timedelta(days=3))}</td>"
        f"<td>{iso(d)}</td></tr>"
    ),
)

# -- pagers ---------------------------------------------------------------------------------------

PAGERS = {
    "words in brackets": ("<a href='p2.html'>[下一页]</a>", "p2.html"),
    "an arrow after the words": ("<a href='p2.html'>下一页 &gt;&gt;</a>", "p2.html"),
    "a picture": ("<a href='p2.html'><img src='n.gif' alt='下一页'></a>", "p2.html"),
    "an empty link of that class": ("<a class='page-next' href='p2.html'></a>", "p2.html"),
    "a label for the blind": ("<a aria-label='下一頁' href='p2.html'><svg></svg></a>", "p2.html"),
    "numbers, this one bold": (
        "<b>1</b> <a href='p2.html'>2</a> <a href='p3.html'>3</a>",
        "p2.html",
    ),
    "numbers in brackets": (
        "<span>[1]</span><a href='p2.html'>[2]</a><a href='p3.html'>[3]</a>",
        "p2.html",
    ),
    "numbers, this one marked": (
        "<ul><li><a class='cur' href='#'>1</a></li><li><a href='p2.html'>2</a></li></ul>",
        "p2.html",
    ),
    "aria-current": (
        "<a href='?p=1' aria-current='page'>1</a><a href='p2.html'>2</a><a href='p3.html'>3</a>",
        "p2.html",
    ),
    "a script with its place": (
        "<script>createPageHTML('page_div',25, 1,'index','shtml',300);</script>",
        "index_2.shtml",
    ),
    "a pager object": (
        "<script>new Pager({size:55, current:0, prefix:'index', suffix:'html'});</script>",
        "index_1.html",
    ),
    "variables of a script": (
        (
            "<script>var currentPage = 2;//所在页从0开始\nvar countPage = 25;//共多少页\n"
            'document.write("<a href=\\"index"+"_"+nextPage+"."+"html\\">下一页</a>");</script>'
        ),
        "index_3.html",
    ),
    "the last page": ("<span>24</span> <a href='p1.html'>上一页</a> <span>25</span>", None),
    "the end of a script": ('<script>createPageHTML(25, 24, "index", "html");</script>', None),
    "the next article, not the next page": ("<a href='/x.html'>下一篇</a>", None),
}
for _name, (_pager, _next) in PAGERS.items():
    family(
        f"pager: {_name}",
        gov(f"<ul>ROWS</ul><div class='page'>{_pager}</div>"),
        lambda n, t, d: f"<li><a href='HREF'>{t}</a><span>{iso(d)}</span></li>",
        titles=TITLES[:4],
        next_url=_next,
    )

# -- no lists --------------------------------------------------------------------------------------

_PROSE = (
    "橙屿市人民政府办公室日前印发通知，部署做好今冬明春供水保障工作。通知要求，各区要落实属地责任，"
    "加强管网巡查，确保居民用水安全。市水务局负责人表示，全市备用水源已经完成检修，可以随时启用。"
)
_RELATED = "".join(
    f"<li><a href='/news/{n}.html'>{title}</a></li>" for n, title in enumerate(TITLES[:6])
)
NO_LISTS = {
    "an article in paragraphs": "<h1>供水保障通知印发</h1><p>2026-02-06</p>"
    + f"<p>{_PROSE}</p>" * 8,
    "an article with breaks": "<h1>供水保障通知印发</h1><div>"
    + f"　　{_PROSE}<br><br>" * 8
    + "</div>",
    "an article in one cell": "<table><tr><td>" + f"{_PROSE}<br>" * 8 + "</td></tr></table>",
    "an article in divs": "<div class='txt'>" + f"<div>{_PROSE}</div>" * 8 + "</div>",
}
FORM = gov(
    "<form action='/search'><label>姓名</label><input name=a><label>内容</label><textarea></textarea>"
    "<select><option>市长信箱</option></select><button>提交</button></form>"
)
ERROR = gov(
    "<div class='err'><h1>404</h1><p>您访问的页面不存在或已被删除</p><a href='/'>返回首页</a></div>"
)
NOT_LISTS: dict[str, str] = {
    **{
        name: gov(f"{body}<div class='xg'><h3>相关阅读</h3><ul>{_RELATED}</ul></div>")
        for name, body in NO_LISTS.items()
    },
    "a form": FORM,
    "an error": ERROR,
}

__all__ = ["DAYS", "FAMILIES", "NOT_LISTS", "Family"]
