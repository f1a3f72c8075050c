"""List pages in the manner of well-known content systems, with the answers decided beforehand.

Everything in them is invented. A family is a page and what a careful reader would note down from
it: where each row leads, what it is called, its day, and where the list goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from urllib.parse import urljoin

TODAY = date(2026, 2, 10)
URL = "https://www.chengyu.example/zwgk/tzgg/index.html"
TITLES = (
    "关于印发橙屿市公共数据授权运营管理办法的通知",
    "橙屿市人民政府办公室关于做好春运保障工作的意见",
    "橙屿市财政局公开遴选绩效评价机构的公告",
    "市发展改革委组织召开重点项目调度会",
    "关于2025年度高新技术企业名单的公示",
    "橙屿市住房保障条例（草案）征求意见",
    "全市水资源费征收标准调整方案解读",
    "关于注销部分食品经营许可证的公告",
    "橙屿港集装箱吞吐量统计月报发布",
    "市领导赴北湾镇调研防汛备汛情况",
)
ENGLISH = (
    "Harbour Authority v. Lantern Shipping Ltd.",
    "In re Northfield Water District",
    "Guidance on disclosure of climate risks for listed funds",
    "Final rule: capital requirements for regional banks",
    "Statement of the chair on settlement cycles",
    "Carter v. Department of Public Works",
    "Consultation on the fee schedule for market operators",
    "Enforcement notice: Blue Anchor Securities",
)
DAYS = tuple(TODAY - timedelta(days=4 + 3 * n) for n in range(10))


@dataclass(frozen=True, slots=True)
class Family:
    html: str
    items: tuple[tuple[str, str, date | None], ...]
    next_url: str | None = None
    is_list: bool = True
    url: str = URL


FAMILIES: dict[str, Family] = {}
_Row = Callable[[int, str, date], str]


def iso(day: date) -> str:
    return day.isoformat()


def roc(day: date, mark: str = ".") -> str:
    return f"{day.year - 1911}{mark}{day.month:02d}{mark}{day.day:02d}"


def href(n: int, day: date) -> str:
    """An address that tells no day."""
    del day
    return f"/zwgk/tzgg/c{1200 + n}/content.html"


def stamped(n: int, day: date) -> str:
    return f"./{day:%Y%m}/t{day:%Y%m%d}_{88000 + n}.html"


def family(
    name: str,
    frame: str,
    row: _Row,
    *,
    link: Callable[[int, date], str] = href,
    titles: tuple[str, ...] = TITLES,
    days: tuple[date, ...] = DAYS,
    dated: bool = True,
    join: str = "\n",
    next_url: str | None = None,
    url: str = URL,
    shown: Callable[[str], str] = lambda title: title,
) -> None:
    """`frame` holds the page with ROWS where the rows go; HREF stands for a row's address."""
    pairs = list(zip(titles, days, strict=False))
    rows = [
        row(n, title, day).replace("HREF", link(n, day)) for n, (title, day) in enumerate(pairs)
    ]
    items = tuple(
        (urljoin(url, link(n, day)), shown(title), day if dated else None)
        for n, (title, day) in enumerate(pairs)
    )
    goes_on = urljoin(url, next_url) if next_url else None
    FAMILIES[name] = Family(frame.replace("ROWS", join.join(rows)), items, goes_on, url=url)


def _numeral(number: int) -> str:
    digits = "零一二三四五六七八九"
    tens, ones = divmod(number, 10)
    head = "" if tens == 0 else "十" if tens == 1 else digits[tens] + "十"
    return head + (digits[ones] if ones else "")


def _millis(day: date) -> int:
    return ((day - date(1970, 1, 1)).days * 86_400 - 8 * 3_600 + 36_000) * 1_000


def _links(count: int, words: str, path: str) -> str:
    return "".join(f'<li><a href="{path}{n}/">{words}{n}</a></li>' for n in range(count))


GOV_TOP = (
    '<!DOCTYPE html><html><head><meta charset="utf-8"><title>通知公告_橙屿市人民政府</title></head>'
    '<body><div class="top"><a href="/">返回首页</a><a href="/wza/">无障碍浏览</a><a href="/en/">English</a>'
    '</div><div class="header"><ul class="nav">' + _links(9, "政务公开栏目", "/lm") + "</ul></div>"
    '<div class="position">当前位置：<a href="/">首页</a>&gt;<a href="/zwgk/">政务公开</a>&gt;通知公告</div>'
    '<div class="wrap"><div class="left"><h2>政务公开</h2><ul class="menu1">'
    + _links(12, "信息公开目录分类", "/zwgk/fl")
    + '</ul></div><div class="right">'
)
GOV_END = (
    '</div></div><div class="links"><select><option value="http://a.example">市直部门</option></select>'
    + "".join(f'<a href="http://d{n}.example/">橙屿市某某部门网站第{n}号</a>' for n in range(12))
    + '</div><div class="footer"><p>主办：橙屿市人民政府办公室 橙ICP备12345678号</p>'
    '<a href="/wzdt/">网站地图</a><a href="/lxwm/">联系我们</a></div></body></html>'
)


def gov(body: str) -> str:
    return GOV_TOP + body + GOV_END


TW_TOP = (
    '<!DOCTYPE html><html lang="zh-Hant"><head><meta charset="utf-8"><title>最新消息 - 橙嶼市政府</title></head>'
    '<body><a class="accesskey" href="#C" accesskey="C" title="主要內容區">:::</a>'
    '<div class="group base-mobile"><ul class="navigation">'
    + _links(10, "業務專區", "/cp.aspx?n=")
    + '</ul></div><div class="path">現在位置 <a href="/">首頁</a> <a href="/news">最新消息</a></div>'
    '<div class="group base-page-area"><div class="in">'
)
TW_END = (
    '</div></div><div class="base-footer"><ul>'
    + _links(8, "相關網站連結項目", "/link")
    + "</ul><p>地址：橙嶼市濱海路1號 更新日期：115-02-10 瀏覽人次：123456</p></div></body></html>"
)


def tw(body: str) -> str:
    return TW_TOP + body + TW_END


EN_TOP = (
    '<!DOCTYPE html><html lang="en"><head><title>Publications | Northfield Regulator</title></head><body>'
    '<header class="site-header"><nav><ul>'
    + _links(10, "Section ", "/section-")
    + '</ul></nav></header><main id="main"><h1>Publications</h1>'
)
EN_END = (
    '</main><aside class="sidebar"><h2>Popular</h2><ul>'
    + _links(20, "A popular page that many readers open every day ", "/popular/")
    + "</ul></aside><footer><ul>"
    + _links(12, "About us page ", "/about/")
    + "</ul></footer></body></html>"
)


def en(body: str) -> str:
    return EN_TOP + body + EN_END


# -- Chinese government -------------------------------------------------------------------------

family(
    "gov: span date on the right, title attribute completes",
    gov('<ul class="list">ROWS</ul>'),
    lambda n, t, d: (
        f'<li><span>{iso(d)}</span><a href="HREF" title="{t}" target="_blank">{t[:12]}...</a></li>'
    ),
)
family(
    "gov: date on the left in brackets",
    gov('<ul class="newslist">ROWS</ul>'),
    lambda n, t, d: f'<li>[{d:%Y/%m/%d}]&nbsp;<a href="HREF">{t}</a></li>',
)
family(
    "gov: full-width parentheses inside the link",
    gov("<ul>ROWS</ul>"),
    lambda n, t, d: f'<li><a href="HREF">·{t}<em>（{d.year}年{d.month}月{d.day}日）</em></a></li>',
)
family(
    "gov: month and day in brackets, stamped addresses",
    gov('<ul class="gl_list">ROWS</ul><script>createPageHTML(25, 0, "index", "html");</script>'),
    lambda n, t, d: f'<li><a href="HREF" title="{t}">{t}</a><b>[{d:%m-%d}]</b></li>',
    link=stamped,
    next_url="index_1.html",
)
family(
    "gov: index table with document numbers and two dates",
    gov(
        '<table class="xxgk"><tr><th>索引号</th><th>标题</th><th>发文字号</th><th>成文日期</th>'
        "<th>发布日期</th></tr>ROWS</table>"
    ),
    lambda n, t, d: (
        f"<tr><td>0145{n:04d}/2026-{n:05d}</td><td><a href='HREF' title='{t}'>{t[:14]}…</a></td>"
        f"<td>橙政办发〔2026〕{n + 3}号</td><td>{iso(d - timedelta(days=9))}</td><td>{iso(d)}</td></tr>"
    ),
)
family(
    "gov: jpage records in xml",
    gov(
        '<div id="123"><script type="text/xml"><datastore><nextgroup><![CDATA[<a href="/module/web/'
        'jpage/dataproxy.jsp?page=1"></a>]]></nextgroup><recordset>ROWS</recordset></datastore>'
        "</script></div>"
    ),
    lambda n, t, d: (
        f"<record><![CDATA[<li><a href='HREF' target='_blank' title='{t}'>{t}</a>"
        f"<span>{iso(d)}</span></li>]]></record>"
    ),
    link=lambda n, d: f"/art/{d.year}/{d.month}/{d.day}/art_229_{n + 500}.html",
)
family(
    "gov: rows written by document.write",
    gov('<div class="list"><script>ROWS</script></div>'),
    lambda n, t, d: (
        f'document.write("<li><a href=\\"HREF\\" title=\\"{t}\\">{t}</a>'
        f'<span>{iso(d)}</span></li>");'
    ),
)
family(
    "gov: nested tables of the year 2003",
    gov(
        '<table width="760"><tr><td width="160"><table>'
        + "".join(f"<tr><td><a href='/old{n}.htm'>栏目导航{n}</a></td></tr>" for n in range(14))
        + '</table></td><td><table width="98%"><tr><td><table border=0>ROWS</table></td></tr>'
        "<tr><td align=right>共25页 第1页 <font color=gray>首页 上一页</font> "
        "<a href='index_1.htm'>下一页</a> <a href='index_24.htm'>尾页</a></td></tr></table></td></tr></table>"
    ),
    lambda n, t, d: (
        "<tr><td width=20><img src=dot.gif></td><td><font size=2>"
        f"<a href=HREF class=hei target=_blank>{t}</a></font></td>"
        f"<td nowrap><font color=#999999>({d.year}-{d.month}-{d.day})</font></td></tr>"
        "<tr><td colspan=3 height=1 bgcolor=#dddddd></td></tr>"
    ),
    next_url="index_1.htm",
)
family(
    "gov: year in the heading, month and day in the rows",
    gov('<h3 class="year">2026年</h3><ul class="yl">ROWS</ul>'),
    lambda n, t, d: f'<li><i>{d:%m-%d}</i><a href="HREF">{t}</a></li>',
    days=tuple(date(2026, 2, 9) - timedelta(days=3 * n) for n in range(10)),
)
family(
    "gov: groups of older years, each under its heading",
    gov('<div class="arch">ROWS</div>'),
    lambda n, t, d: (
        (f"{'</ul>' if n else ''}<h3>{d.year}年</h3><ul>" if n % 5 == 0 else "")
        + f'<li><a href="HREF">{t}</a><span>{d:%m-%d}</span></li>'
    ),
    days=tuple(date(2023 - n // 5, 11 - n % 5, 20) for n in range(10)),
)
family(
    "gov: day large, year and month small",
    gov('<ul class="piclist">ROWS</ul>'),
    lambda n, t, d: (
        f'<li><div class="date"><p class="day">{d:%d}</p><p class="ym">{d:%Y-%m}</p></div><div class="txt">'
        f'<h4><a href="HREF" target="_blank">{t}</a></h4><p>为贯彻落实有关部署，现将有关事项通知如下……</p></div></li>'
    ),
)
family(
    "gov: onclick rows without addresses of their own",
    gov('<ul class="list">ROWS</ul>'),
    lambda n, t, d: (
        f"<li onclick=\"window.open('HREF')\" style='cursor:pointer'><p class='t'>{t}</p>"
        f"<p class='d'>{iso(d)}</p></li>"
    ),
)
family(
    "gov: links that scripts open",
    gov('<ul class="list">ROWS</ul>'),
    lambda n, t, d: (
        f'<li><a href="javascript:void(0)" onclick="location.href=\'HREF\'">{t}</a>'
        f"<span>{iso(d)}</span></li>"
    ),
)
family(
    "gov: a hot list at the side is longer than the list",
    gov(
        '<div class="main-list"><ul>ROWS</ul></div></div><div class="rightbox"><h3>热点专题</h3><ul>'
        + "".join(
            f'<li><a href="/zt/{n}/index.html">深入学习宣传贯彻有关会议精神专题专栏之第{n}部分</a></li>'
            for n in range(30)
        )
        + "</ul>"
    ),
    lambda n, t, d: f'<li><a href="HREF">{t}</a><span class="time">{iso(d)}</span></li>',
)
family(
    "gov: pinned rows wear another dress",
    gov('<ul class="list">ROWS</ul>'),
    lambda n, t, d: (
        f'<li class="{"top red" if n < 2 else "line"}">{"<em>[置顶]</em>" if n < 2 else ""}'
        f'<a href="HREF"{" style=color:red" if n < 2 else ""}>{t}</a><span>{iso(d)}</span></li>'
    ),
)
family(
    "gov: five rows, then a rule, then five rows",
    gov('<div class="lb"><ul>ROWS</ul></div>'),
    lambda n, t, d: (
        ("</ul><ul>" if n == 5 else "")
        + f'<li><a href="HREF">{t}</a><span>{d:%Y.%m.%d}</span></li>'
    ),
)
family(
    "gov: days in Chinese numerals",
    gov("<table>ROWS</table>"),
    lambda n, t, d: (
        f"<tr><td><a href='HREF'>{t}</a></td><td>二〇二{'五六'[d.year - 2025]}年"
        f"{_numeral(d.month)}月"
        f"{_numeral(d.day)}日</td></tr>"
    ),
)
family(
    "gov: every row a definition",
    gov("<dl>ROWS</dl>"),
    lambda n, t, d: (
        f"<dt><a href='HREF'>{t}</a></dt><dd>发布机构：市政府办公室 发布日期：{iso(d)} 文号：橙政发〔2026〕{n}号</dd>"
    ),
)
family(
    "gov: image and title lead to one page",
    gov('<div class="pics">ROWS</div>'),
    lambda n, t, d: (
        f'<div class="item"><a class="img" href="HREF"><img src="/p{n}.jpg" alt="{t}"></a>'
        f'<div class="c"><a class="tit" href="HREF">{t}</a><p>{iso(d)} 来源：橙屿日报</p></div></div>'
    ),
)
family(
    "gov: the icon leads on, the words do not",
    gov('<ul class="dl">ROWS</ul>'),
    lambda n, t, d: (
        f'<li><span class="n">{t}</span><span class="d">{iso(d)}</span>'
        f'<a href="HREF"><img src="/i/download.png" alt="下载"></a></li>'
    ),
)
family(
    "gov: the day is the link",
    gov("<table class='t'>ROWS</table>"),
    lambda n, t, d: f"<tr><td>{t}</td><td><a href='HREF'>{iso(d)}</a></td></tr>",
)
family(
    "gov: all in one paragraph with breaks",
    gov("<div class='con'><p>ROWS</p></div>"),
    lambda n, t, d: f"◆ <a href='HREF'>{t}</a>　{d.year}年{d.month:02d}月{d.day:02d}日<br>",
)
family(
    "gov: ids of their own on every row",
    gov('<div class="list">ROWS</div>'),
    lambda n, t, d: (
        f'<div class="row" id="{chr(97 + n)}{n * 7}f{chr(102 - n % 6)}"><a href="HREF">{t}</a>'
        f"<span>{iso(d)}</span></div>"
    ),
)

# -- Taiwan --------------------------------------------------------------------------------------

family(
    "tw: responsive table with labels",
    tw(
        '<table class="table_list"><thead><tr><th>序號</th><th>標題</th><th>發布單位</th><th>發布日期</th></tr>'
        '</thead><tbody>ROWS</tbody></table><ul class="page"><li class="is-active"><a href="?n=9&page=1">1</a></li>'
        '<li><a href="?n=9&page=2">2</a></li><li><a href="?n=9&page=3">3</a></li></ul>'
    ),
    lambda n, t, d: (
        f'<tr><td data-title="序號"><span>{n + 1}</span></td><td data-title="標題"><span><a href="HREF" title="{t}">'
        f'{t}</a></span></td><td data-title="發布單位"><span>秘書處</span></td>'
        f'<td data-title="發布日期"><span>{roc(d, "-")}</span></td></tr>'
    ),
    link=lambda n, d: f"News_Content.aspx?n=9&s={7000 + n}",
    url="https://www.chengyu.example/News.aspx?n=9",
    next_url="/News.aspx?n=9&page=2",
)
family(
    "tw: whole cards are links",
    tw('<section class="list"><ul>ROWS</ul></section>'),
    lambda n, t, d: (
        f'<li><a href="HREF" title="{t}"><div class="group"><div class="ct"><i class="mark">最新</i>'
        f'<div class="date">{roc(d)}</div><div class="title">{t}</div></div></div></a></li>'
    ),
)
family(
    "tw: the day of the republic in words",
    tw("<ul>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><a href='HREF'>{t}</a><span>中華民國{d.year - 1911}年{d.month}月{d.day}日</span></li>"
    ),
)
family(
    "tw: post dates under their own label, with end dates beside",
    tw("<div class='tb'>ROWS</div>"),
    lambda n, t, d: (
        f"<div class='tr'><div class='td'><a href='HREF'>{t}</a></div>"
        f"<div class='td' data-th='張貼日'>{roc(d, '/')}</div>"
        f"<div class='td' data-th='截止日'>{roc(d + timedelta(days=2), '/')}</div></div>"
    ),
)
family(
    "tw: the moment with its half of the day",
    tw("<ul class='news'>ROWS</ul>"),
    lambda n, t, d: (
        f"<li><p>{d.year}/{d.month}/{d.day} 上午 09:3{n}:11</p><a href='HREF'>{t}</a></li>"
    ),
)
family(
    "tw: a bulletin board",
    tw(
        '<div class="r-list-container">ROWS</div>'
        '<div class="btn-group-paging"><a class="btn" href="/bbs/city/index1.html">最舊</a>'
        '<a class="btn" href="/bbs/city/index3998.html">‹ 上頁</a><a class="btn disabled">下頁 ›</a>'
        '<a class="btn" href="/bbs/city/index.html">最新</a></div>'
    ),
    lambda n, t, d: (
        f'<div class="r-ent"><div class="nrec"><span>{n * 7}</span></div><div class="title">'
        f'<a href="HREF">[新聞] {t}</a></div><div class="meta"><div class="author">user{n}</div>'
        f'<div class="article-menu"><div class="trigger">⋯</div></div><div class="date">{d.month:>2}/{d.day:02d}</div></div></div>'
    ),
    link=lambda n, d: f"/bbs/city/M.17706{n:05d}.A.1F{n}.html",
    shown=lambda t: "[新聞] " + t,
    url="https://www.chengyu.example/bbs/city/index.html",
)

# -- portals --------------------------------------------------------------------------------------

_AGO = (
    ("刚刚", 0), ("35分钟前", 0), ("3小时前", 0), ("昨天 14:30", 1), ("昨天 09:12", 1), ("前天 18:00", 2),
    ("3天前", 3), ("5天前", 5), ("1周前", 7), ("2周前", 14),
)  # fmt: skip
family(
    "portal: cards that count back",
    gov('<div class="feed">ROWS</div>'),
    lambda n, t, d: (
        f'<div class="card"><a href="HREF" class="pic"><img src="x{n}.webp"></a><div class="body">'
        f'<h3><a href="HREF">{t}</a></h3><p class="brief">记者从有关部门获悉，相关工作正在有序推进之中。</p>'
        f'<div class="info"><a href="/author/{n % 3}">橙屿日报</a><span>{_AGO[n][0]}</span>'
        f'<a href="HREF#comments">{n}评论</a></div></div></div>'
    ),
    days=tuple(TODAY - timedelta(days=back) for _, back in _AGO),
)
_AGO_EN = (
    "just now",
    "25 mins ago",
    "3 hours ago",
    "yesterday",
    "2 days ago",
    "3 days ago",
    "a week ago",
    "2 weeks ago",
)
family(
    "portal: English cards that count back",
    en('<div class="stream">ROWS</div><a class="more" href="/latest?page=2">Next &rsaquo;</a>'),
    lambda n, t, d: (
        f'<article class="story"><a href="HREF"><h2>{t}</h2></a><p>By Ann Reporter</p>'
        f"<span class='ts'>{_AGO_EN[n]}</span></article>"
    ),
    titles=ENGLISH,
    days=tuple(TODAY - timedelta(days=back) for back in (0, 0, 0, 1, 2, 3, 7, 14)),
    link=lambda n, d: f"/news/story-number-{n}-about-harbour",
    url="https://www.northfield.example/latest",
    next_url="/latest?page=2",
)
family(
    "portal: time elements",
    en('<ol class="river">ROWS</ol>'),
    lambda n, t, d: (
        f'<li><article><time datetime="{iso(d)}T08:1{n}:00Z">{d:%b} {d.day}</time>'
        f'<h3 class="headline"><a href="HREF">{t}</a></h3></article></li>'
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/stories/{n}-harbour-story",
    url="https://www.northfield.example/latest",
)
family(
    "portal: only JSON-LD tells the list",
    '<html><head><title>快讯</title><script type="application/ld+json">{"@context":"https://schema.org",'
    '"@type":"ItemList","itemListElement":[ROWS]}</script></head><body><div id="app"></div></body></html>',
    lambda n, t, d: (
        f'{{"@type":"ListItem","position":{n + 1},"item":{{"@type":"NewsArticle","headline":"{t}",'
        f'"url":"HREF","datePublished":"{iso(d)}T08:00:00+08:00"}}}}'
    ),
    join=",",
)
family(
    "portal: the state of a Next.js page",
    '<html><head><title>快讯</title></head><body><div id="__next"></div><script id="__NEXT_DATA__" '
    'type="application/json">{"props":{"pageProps":{"menu":[{"title":"首页","url":"/"},{"title":"财经","url":"/f"},'
    '{"title":"港口","url":"/p"},{"title":"视频","url":"/v"}],"list":{"data":[ROWS]}}}}</script></body></html>',
    lambda n, t, d: (
        f'{{"id":{n},"title":"{t}","link":"HREF","publishTime":"{iso(d)} 10:0{n}:00","pic":"/i/{n}.jpg"}}'
    ),
    join=",",
)
family(
    "portal: window.__INITIAL_STATE__ with moments in milliseconds",
    "<html><head><title>快讯</title></head><body><div id='root'></div><script>window.__INITIAL_STATE__="
    '{"user":null,"feed":{"items":[ROWS],"hasMore":true}};(function(){var s;})()</script></body></html>',
    lambda n, t, d: (
        f'{{"articleTitle":"{t}","articleUrl":"HREF","pubTime":{_millis(d)},"author":"编辑部"}}'
    ),
    join=",",
)
family(
    "portal: a Nuxt page calls a function with its state",
    "<html><head><title>快讯</title></head><body><div id='__nuxt'></div><script>window.__NUXT__=(function(a,b)"
    '{return {layout:"default",data:[{list:[ROWS]}],error:a}}(null,true));</script></body></html>',
    lambda n, t, d: f'{{id:{n},title:"{t}",url:"HREF",publish_date:"{iso(d)}",hot:b}}',
    join=",",
)
family(
    "portal: escaped slashes in a list written as code",
    "<html><head><title>通知</title></head><body><ul id='list'></ul><script>var dataList=[ROWS];"
    "for(var i=0;i<dataList.length;i++){render(dataList[i])}</script></body></html>",
    lambda n, t, d: f"{{'docTitle':'{t}','docUrl':'HREF','docRelTime':'{iso(d)}'}}",
    join=",",
)

# -- common engines --------------------------------------------------------------------------------

family(
    "wordpress: posts with their tags and authors",
    en(
        '<div class="content-area">ROWS<nav class="navigation posts-navigation"><div class="nav-links">'
        '<div class="nav-previous"><a href="https://www.northfield.example/blog/page/2/">Older posts</a></div>'
        "</div></nav></div>"
    ),
    lambda n, t, d: (
        f'<article id="post-{n + 90}" class="post-{n + 90} post type-post category-c{n % 3} tag-t{n}">'
        f'<header class="entry-header"><h2 class="entry-title"><a href="HREF" rel="bookmark">{t}</a></h2>'
        f'<div class="entry-meta">Posted on <a href="HREF" rel="bookmark"><time class="entry-date published" '
        f'datetime="{iso(d)}T09:00:00+00:00">{d:%B} {d.day}, {d.year}</time></a> by <a href="/author/ann/">Ann</a></div>'
        f'</header><div class="entry-content"><p>The authority said on Monday that the rules would be applied '
        f'from spring. <a href="HREF#more-{n}" class="more-link">Continue reading</a></p></div><footer '
        f'class="entry-footer"><a href="/category/c{n % 3}/" rel="category tag">Category {n % 3}</a></footer></article>'
    ),
    titles=ENGLISH,
    link=lambda n, d: f"https://www.northfield.example/blog/{d.year}/{d.month:02d}/post-{n}/",
    url="https://www.northfield.example/blog/",
    next_url="/blog/page/2/",
)
family(
    "drupal: views rows and a pager",
    en(
        '<div class="view view-publications"><div class="view-content">ROWS</div><nav class="pager"><ul '
        'class="pager__items"><li class="pager__item is-active"><a href="?page=0">Current page 1</a></li>'
        '<li class="pager__item"><a href="?page=1">Page 2</a></li><li class="pager__item pager__item--next">'
        '<a href="?page=1" title="Go to next page" rel="next"><span class="visually-hidden">Next page</span>'
        '<span aria-hidden="true">››</span></a></li></ul></nav></div>'
    ),
    lambda n, t, d: (
        f'<div class="views-row"><div class="views-field views-field-field-date"><div class="field-content">'
        f'<time datetime="{iso(d)}T12:00:00Z">{d.day} {d:%B} {d.year}</time></div></div><div class="views-field '
        f'views-field-title"><span class="field-content"><a href="HREF" hreflang="en">{t}</a></span></div></div>'
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/publications/node-{n}-title",
    url="https://www.northfield.example/publications",
    next_url="/publications?page=1",
)
family(
    "hugo: a plain archive grouped by year",
    en('<div class="archive">ROWS</div>'),
    lambda n, t, d: (
        (f"<h2>{d.year}</h2>" if n in (0, 4) else "")
        + f'<div class="entry"><span class="d">{d:%b} {d.day:02d}</span> <a href="HREF">{t}</a></div>'
    ),
    titles=ENGLISH,
    days=tuple(date(2025 if n < 4 else 2022, 9 - n, 14) for n in range(8)),
    link=lambda n, d: f"/posts/a-post-{n}/",
    url="https://www.northfield.example/posts/",
)
family(
    "forum: topics with categories and posters",
    en(
        '<table class="topic-list"><thead><tr><th>Topic</th><th>Replies</th><th>Activity</th></tr></thead>'
        "<tbody>ROWS</tbody></table><a rel='next' href='/latest?page=1'>next page →</a>"
    ),
    lambda n, t, d: (
        f'<tr class="topic-list-item category-c{n % 3}" data-topic-id="{n}"><td class="main-link"><a href="HREF" '
        f'class="title raw-link">{t}</a><div class="link-bottom-line"><a class="badge" href="/c/rules/{n % 3}">Rules '
        f'{n % 3}</a></div></td><td class="posters"><a href="/u/ann{n}"><img alt=""></a><a href="/u/bob{n}"><img alt="">'
        f'</a></td><td class="num">{n}</td><td class="age"><a href="HREF/{n + 5}"><span title="{d:%b} {d.day}, {d.year} '
        f'9:12 am">{d:%b} {d.day}</span></a></td></tr>'
    ),
    titles=ENGLISH,
    link=lambda n, d: f"https://www.northfield.example/t/topic-{n}/{n + 300}",
    url="https://www.northfield.example/latest",
    next_url="/latest?page=1",
)
family(
    "court: table with docket, title, judge and two-digit years",
    en("<table><tr><th>Docket</th><th>Case</th><th>Author</th><th>Filed</th></tr>ROWS</table>"),
    lambda n, t, d: (
        f"<tr><td>A-{n + 12}-25</td><td><a href='HREF'>{t}</a></td><td>Lee, J.</td>"
        f"<td>{d.day} {d:%b} {d:%y}</td></tr>"
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/opinions/a-{n + 12}-25.pdf",
    url="https://www.northfield.example/opinions/",
)
family(
    "court: the number is the link, the name stands beside it",
    en(
        "<table><thead><tr><th>No.</th><th>Parties</th><th>Date</th></tr></thead><tbody>ROWS</tbody></table>"
    ),
    lambda n, t, d: (
        f"<tr><td><a href='HREF' target='_blank'>25-{1000 + n}</a></td><td>{t}</td><td>{d:%m/%d/%y}</td></tr>"
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/opinions/25-{1000 + n}.pdf",
    url="https://www.northfield.example/opinions/",
)
family(
    "court: every row says the same word, its name stands in a button",
    en('<div class="results">ROWS</div>'),
    lambda n, t, d: (
        f'<div class="result" id="r{n}"><h3 class="day">{d:%B} {d.day}, {d.year}</h3><button class="name">{t}</button>'
        f'<p><a class="dl" href="HREF" aria-label="Download opinion {n}">Download</a></p></div>'
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/media/opinions/2026-{n}.pdf",
    url="https://www.northfield.example/opinions/",
)
family(
    "regulator: search results with snippets that name other days",
    en(
        '<div class="search-results">ROWS</div><ul class="pagination"><li><a href="?q=rule&p=1">1</a></li>'
        '<li class="active"><span>2</span></li><li><a href="?q=rule&p=3">3</a></li></ul>'
    ),
    lambda n, t, d: (
        f'<div class="hit"><h4><a href="HREF">{t}</a></h4><cite>www.northfield.example › rules › {n}</cite>'
        f'<p><span class="published">{d:%d %B %Y}</span> — The order of January 3, 2019 was amended and the court '
        f"of March 4, 2020 held otherwise. It applies to all operators.</p></div>"
    ),
    titles=ENGLISH,
    link=lambda n, d: f"/rules/{n}/order",
    url="https://www.northfield.example/search?q=rule&p=2",
    next_url="/search?q=rule&p=3",
)
