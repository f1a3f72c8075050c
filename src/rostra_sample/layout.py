"""How pages look: each site's shell, its articles, its lists and its home page.

Templates are `templates/<layout>.html` (the shell) and `templates/<layout>.article.html`, filled by
`string.Template`, so nothing a page contains is ever evaluated.
"""

from datetime import datetime
from functools import cache
from html import escape
from string import Template

from rostra_sample.facts import ROOM
from rostra_sample.places import FICTION, SAMPLE_NOW, Page, Section, Site
from rostra_sample.world import World

_MONTHS = "January February March April May June July August September October November December"
_WORDS = {
    "zh-Hant": {
        "home": "首頁",
        "next": "下一頁",
        "prev": "上一頁",
        "more": "更多",
        "related": "延伸閱讀",
    },
    "zh-Hans": {
        "home": "首页",
        "next": "下一页",
        "prev": "上一页",
        "more": "更多",
        "related": "相关阅读",
    },
    "en": {
        "home": "Home",
        "next": "Next",
        "prev": "Previous",
        "more": "More",
        "related": "Related",
    },
}


@cache
def _template(name: str) -> Template:
    return Template((ROOM / "templates" / f"{name}.html").read_text(encoding="utf-8"))


def format_date(moment: datetime | None, style: str) -> str:
    """A list date as this kind of site writes it, years left out where such sites do."""
    if moment is None or style == "none":
        return ""
    y, m, d = moment.year, moment.month, moment.day
    clock = f"{moment:%H:%M}"
    styles = {
        "iso": f"{y}-{m:02d}-{d:02d}",
        "slash": f"{y}/{m:02d}/{d:02d}",
        "slash-time": f"{y}/{m}/{d} {clock}",
        "dot": f"{y}.{m:02d}.{d:02d}",
        "bracket": f"[{y}-{m:02d}-{d:02d}]",
        "text": f"{y}年{m}月{d}日",
        "roc-dash": f"{y - 1911}-{m:02d}-{d:02d}",
        "roc-dot": f"{y - 1911}.{m:02d}.{d:02d}",
        "roc-slash": f"{y - 1911}/{m:02d}/{d:02d}",
        "roc-text": f"{y - 1911}年{m}月{d}日",
        "roc-full": f"中華民國{y - 1911}年{m}月{d}日",
        "md-time": f"{m:02d}/{d:02d} {clock}",
        "md-pad": f"{m:2d}/{d:02d}",
        "md-text": f"{m}月{d}日",
        "en": f"{d} {_MONTHS.split()[m - 1]} {y}",
    }
    return styles[style]


def _links(site: Site) -> str:
    words = _WORDS[site.language]
    items = [f'<li><a href="/">{words["home"]}</a></li>']
    items += [
        f'<li><a href="{site.list_path(section.key)}">{escape(section.name)}</a></li>'
        for section in site.sections
    ]
    return "".join(items)


def shell(
    site: Site, title: str, main: str, *, aside: str = "", head: str = "", charset: str = ""
) -> str:
    """A whole document: the site's frame around `main`, with the line that says it is fiction."""
    return _template(site.layout).substitute(
        lang=site.language,
        charset=charset or site.charset,
        title=escape(title),
        site=escape(site.name),
        tagline=escape(site.tagline),
        accent=site.accent,
        nav=_links(site),
        main=main,
        aside=aside,
        head=head,
        fiction=FICTION,
        year=SAMPLE_NOW.year,
    )


def _related(world: World, page: Page) -> str:
    words = _WORDS[page.site.language]
    others = [other for other in world.listed(page.site, page.section) if other.id != page.id]
    items = "".join(
        f'<li><a href="{escape(other.path)}">{escape(other.title)}</a></li>' for other in others[:4]
    )
    return f"<h3>{words['related']}</h3><ul>{items}</ul>" if items else ""


def article(world: World, page: Page) -> str:
    """An article in its site's layout."""
    when = page.published
    section = page.site.section(page.section)
    fields = {style: format_date(when, style) for style in ("iso", "slash", "text", "dot", "en")}
    main = _template(f"{page.site.layout}.article").substitute(
        title=escape(page.title),
        body=world.html(page),
        author=escape(page.author or page.site.name),
        section=escape(section.name if section else ""),
        roc_dash=format_date(when, "roc-dash"),
        roc_full=format_date(when, "roc-full"),
        stamp=when.isoformat() if when else "",
        time=f"{when:%H:%M}" if when else "",
        site=escape(page.site.name),
        **fields,
    )
    head = f'<meta name="description" content="{escape(page.description)}">'
    head = head if page.description else ""
    charset = str(page.extra.get("meta_charset", page.charset))
    aside = _related(world, page)
    return shell(page.site, page.title, main, aside=aside, head=head, charset=charset)


def _summary(world: World, page: Page) -> str:
    return world.text(page).replace("\n", " ")[:58]


def _table(world: World, pages: list[Page], dates: str) -> str:
    del world
    rows = "".join(
        f'<tr><td>{number}</td><td><a href="{escape(page.path)}">{escape(page.title)}</a></td>'
        f"<td>{escape(page.author)}</td><td>{format_date(page.published, dates)}</td></tr>"
        for number, page in enumerate(pages, 1)
    )
    head = "<tr><th>項次</th><th>標題</th><th>單位</th><th>日期</th></tr>"
    return f'<table class="list"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _bullets(world: World, pages: list[Page], dates: str) -> str:
    del world
    rows = "".join(
        f'<li><a href="{escape(page.path)}" title="{escape(page.title)}">{escape(page.title)}</a>'
        f'<span class="date">{format_date(page.published, dates)}</span></li>'
        for page in pages
    )
    return f'<ul class="list">{rows}</ul>'


def _definitions(world: World, pages: list[Page], dates: str) -> str:
    rows = "".join(
        f'<dt><em>{format_date(page.published, dates)}</em> <a href="{escape(page.path)}">'
        f"{escape(page.title)}</a></dt><dd>{escape(_summary(world, page))}…</dd>"
        for page in pages
    )
    return f"<dl>{rows}</dl>"


def _cards(world: World, pages: list[Page], dates: str) -> str:
    rows = "".join(
        f'<div class="card"><a class="thumb" href="{escape(page.path)}"><span>圖</span></a>'
        f'<h3><a href="{escape(page.path)}">{escape(page.title)}</a></h3>'
        f"<p>{escape(_summary(world, page))}…</p>"
        f'<div class="meta"><span>{escape(page.author)}</span> '
        f"<time>{format_date(page.published, dates)}</time></div></div>"
        for page in pages
    )
    return f'<div class="cards">{rows}</div>'


def _headlines(world: World, pages: list[Page], dates: str) -> str:
    return "".join(
        f'<article class="teaser"><p class="kicker">{format_date(page.published, dates)}</p>'
        f'<h2><a href="{escape(page.path)}">{escape(page.title)}</a></h2>'
        f"<p>{escape(_summary(world, page))}…</p></article>"
        for page in pages
    )


def _threads(world: World, pages: list[Page], dates: str) -> str:
    del world
    return "".join(
        f'<div class="r-ent"><div class="nrec">{len(page.title)}</div><div class="title">'
        f'<a href="{escape(page.path)}">{escape(page.title)}</a></div><div class="meta">'
        f'<span class="author">{escape(page.author)}</span>'
        f'<span class="date">{format_date(page.published, dates)}</span></div></div>'
        for page in pages
    )


_STYLES = {
    "table": _table,
    "ul": _bullets,
    "dl": _definitions,
    "cards": _cards,
    "headlines": _headlines,
    "forum": _threads,
}


def _pager(site: Site, section: Section, number: int, last: int) -> str:
    words = _WORDS[site.language]
    links = []
    if number > 1:
        links.append(f'<a href="{site.list_path(section.key, number - 1)}">{words["prev"]}</a>')
    for other in range(1, last + 1):
        label = f"<strong>{other}</strong>" if other == number else str(other)
        links.append(f'<a href="{site.list_path(section.key, other)}">{label}</a>')
    if number < last:
        next_path = site.list_path(section.key, number + 1)
        links.append(f'<a class="next" rel="next" href="{next_path}">{words["next"]}</a>')
    return f'<nav class="pager">{" ".join(links)}</nav>' if last > 1 else ""


def list_page(world: World, site: Site, section: Section, number: int) -> str | None:
    """One page of a section's list, or None past its end."""
    pages = world.listed(site, section.key)
    last = max(1, -(-len(pages) // section.per_page))
    if not 1 <= number <= last:
        return None
    shown = pages[(number - 1) * section.per_page : number * section.per_page]
    rows = _STYLES[section.style](world, shown, section.dates)
    main = f"<h1>{escape(section.name)}</h1>{rows}{_pager(site, section, number, last)}"
    return shell(site, f"{section.name} - {site.name}", main)


def home(world: World, site: Site) -> str:
    """The home page: the newest of each section, and the way into it."""
    words = _WORDS[site.language]
    parts = []
    for section in site.sections:
        rows = _STYLES[section.style](world, world.listed(site, section.key)[:4], section.dates)
        parts.append(
            f'<section class="block"><h2><a href="{site.list_path(section.key)}">'
            f"{escape(section.name)}</a></h2>{rows}"
            f'<p class="more"><a href="{site.list_path(section.key)}">{words["more"]}</a></p>'
            "</section>"
        )
    return shell(site, site.name, "".join(parts))
