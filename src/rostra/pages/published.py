"""The day a page was published.

Chinese pages are read by our own rules: what is displayed beside 發布日期 or under the title counts
more than tags, and tags more than the address (stamps in addresses disagree with the page on one
row in nine). Other pages go to `htmldate`, which knows their habits well.
"""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, timezone
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rostra.pages import dates
from rostra.pages.tree import MAX_TAGS, Line, lines, parse, parse_for_library
from rostra.text.charset import decode_text

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_CJK = re.compile("[\u4e00-\u9fff]")
_KANA = re.compile("[\u3041-\u30fa]")
_LONGEST = 90
_MAX_LINES = 4_000
_TAIPEI = timezone(timedelta(hours=8))

# Names of tags, letters only, the most telling first.
_PUBLISHED = (
    "articlepublishedtime bytedancepublishedtime ogpublishedtime ogarticlepublishedtime"
    " datepublished rnewsdatepublished pubdate publishdate publishtime pubtime publisheddate"
    " publishedtime published"
    " firstpublishedtime dcdateissued dctermsissued dcdatecreated dctermscreated dcdate dctermsdate"
    " publicationdate originalpublicationdate articledateoriginal releasedate ogreleasedate"
    " parselypubdate sailthrudate weiboarticlecreateat apubtime createdate createtime dateupdate"
    " ogtime date"
)
_RANK = {name: at for at, name in enumerate(_PUBLISHED.split())}
_NOT_LETTERS = re.compile("[^a-z]")
_IN_SCRIPT = re.compile(
    r"(?:publish|pub|release|issue|post|create)(?:ed)?_?(?:time|date|at"
    r"|on)(?:_?str)?[\"']?\s*[:=]\s*[\"']?"
    r"(\d{10}(?!\d)|\d{13}(?!\d)|20\d\d[-/年]\d{1,2}[-/月]\d{1,2})",
    re.IGNORECASE,
)
_GOOD_LABEL = re.compile(
    r"(?:發布|发布|發佈|公布|公佈|公告|刊登|張貼|张贴|上版|上架|上稿|上線|建立|創建|创建|發表"
    r"|发表|發文|发文"
    r"|發稿|发稿|登載|登载|發行|刊出|提供|資料|新聞|新闻|點閱|来源|來源|時間|时间|日期|posted"
    r"|published|date)"
    r"[^0-9民一二]{0,12}$",
    re.IGNORECASE,
)
_FIRST_LABEL = re.compile(
    r"(?:published|posted|released|issued)\W{0,3}(?:on|at)?\W{0,3}$", re.IGNORECASE
)
_UPDATE_LABEL = re.compile(
    r"(?:更新|修改|修訂|修订|修正|異動|异动|最後|最后|編輯|编辑|updated|modified"
    r"|revised)[^0-9民一二]{0,10}$",
    re.IGNORECASE,
)
_OTHER_LABEL = re.compile(
    r"(?:截止|截至|期限|期間|期间|有效|起訖|起迄|施行|實施|实施|生效|出生|生日|開標|开标|投標"
    r"|投标|成文|廢止|废止|失效"
    r"|活動|活动|會議|会议|報名|报名|考試|考试|招標|招标|下架|到期|自|至|從|从|於|于|在|今天是"
    r"|現在是|现在是|今日|當前|当前"
    r"|copyright|©|expires?|since|until)[^0-9民一二]{0,8}$",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}\s*[:：時时]\s*\d{2}")
_DATE_TOKEN = re.compile(
    r"date|time|publish|pubtime|pub_|info|source|meta|author|byline|laiyuan|shijian|riqi",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"foot|copyright|nav|menu|side|aside|relat|recommend|hot|rank|comment|breadcrumb|crumb"
    r"|banner|list"
    r"|header|topbar|login|search|pager|prev|next|xiangguan|tuijian",
    re.IGNORECASE,
)
_ELSEWHERE_TAGS = frozenset({"nav", "aside", "footer", "li", "option", "select"})


def page_date(html: str | bytes, url: str, *, today: date | None = None) -> date | None:
    """The publication day, or None; `today` bounds what can be true (default: now)."""
    today = today or datetime.now(_TAIPEI).date()
    source = decode_text(html).text
    tree = parse(source)
    seen = list(islice(lines(tree), _MAX_LINES))
    if not _is_chinese(seen):
        found = _by_library(source, url, today)
        return _first_published(seen, found, today) or _displayed(seen, [], today, least=3.0)
    tagged = [day for day in _tagged(tree, today) if day is not None]
    from_url = dates.url_date(url, today)
    known = [*tagged[:1], *([from_url] if from_url else [])]
    return (
        _displayed(seen, known, today, least=3.0)
        or next(iter(tagged), None)
        or _displayed(seen, known, today, least=1.5)
        or _scripted(tree, today)
        or from_url
        or _without_year(seen, today)
        or _displayed(seen, known, today, least=0.0)
        or _by_library(source, url, today)
    )


def _first_published(seen: list[Line], found: date | None, today: date) -> date | None:
    """The day found, unless the page says that this is its update and names the first day too."""
    published: list[date] = []
    updated: list[date] = []
    for line in seen:
        text = dates.folded(line.text[:_LONGEST])
        for one in dates.find_dates(text, today):
            before = text[: one.start][-24:]
            if _UPDATE_LABEL.search(before):
                updated.append(one.day)
            elif _FIRST_LABEL.search(before):
                published.append(one.day)
    if found in updated and published and min(published) < min(updated):
        return published[0]
    return found


def _is_chinese(seen: list[Line]) -> bool:
    text = "".join(line.text for line in seen[:400])[:20_000]
    chinese = len(_CJK.findall(text))
    return chinese > 20 and chinese > 0.12 * len(text) and len(_KANA.findall(text)) < chinese


def _displayed(seen: list[Line], known: list[date], today: date, *, least: float) -> date | None:
    """The best dated line, if any scores at least so much."""
    title_at = _title_position(seen)
    crowded = _crowded(seen, today)
    best: tuple[float, date] | None = None
    body_at = _body_position(seen, title_at)
    for at, line in enumerate(seen):
        place = 2.0 if 0 < at - title_at <= 6 else 0.5 if 0 < at - title_at <= 15 else 0.0
        if at > body_at:
            place = -0.5  # below the text stands the day it was signed
        place -= 3.0 if _shape(line) in crowded else 0.0
        for day, score in _scored(line, today):
            total = score + place + 2.0 * known.count(day)
            if best is None or total > best[0]:
                best = total, day
    return best[1] if best is not None and best[0] >= least else None


def _scored(line: Line, today: date) -> Iterator[tuple[date, float]]:
    text = dates.folded(line.text[:400])
    found = dates.find_dates(text[:200], today, day_first=True)
    if not found:
        return
    base = 0.5 if len(text) <= _LONGEST else -2.5
    base += 1.0 if _CLOCK.search(text) else 0
    base += 1.0 if len(text) <= 24 else 0
    base -= 3.0 if line.linked > len(line.text) / 2 else 0
    base += _place(line.element)
    for one in found:
        before = text[: one.start][-24:]
        if _OTHER_LABEL.search(before):
            yield one.day, base - 4.0
        elif _UPDATE_LABEL.search(before):
            yield one.day, base - 1.0
        elif _GOOD_LABEL.search(before):
            yield one.day, base + 3.0
        else:
            yield one.day, base


def _place(element: "Element") -> float:
    """What the surroundings say: a date box under a title, or a footer."""
    score = 0.0
    for distance, node in enumerate(_upward(element)):
        tokens = f"{node.get('class', '')} {node.get('id', '')}"
        if node.tag == "time" or (distance < 3 and _DATE_TOKEN.search(tokens)):
            score = max(score, 1.5)
        if node.tag in _ELSEWHERE_TAGS or _ELSEWHERE.search(tokens):
            return score - 2.0
    return score


def _upward(element: "Element") -> Iterator["Element"]:
    node = element
    for _ in range(7):
        if node is None or node.tag in ("body", "html"):
            return
        yield node
        node = node.getparent()


def _title_position(seen: list[Line]) -> int:
    for at, line in enumerate(seen):
        if line.element.tag == "h1" and not line.linked:
            return at
    for at, line in enumerate(seen):
        if line.element.tag in ("h2", "h3") and not line.linked:
            return at
    return -100


def _body_position(seen: list[Line], title_at: int) -> int:
    """Where the text begins: the first long line of prose under the title."""
    for at in range(max(0, title_at + 1), len(seen)):
        line = seen[at]
        if len(line.text) > 60 and line.linked < len(line.text) / 3 and "。" in line.text:
            return at
    return len(seen)


def _shape(line: Line) -> tuple[str, str, str]:
    parent = line.element.getparent()
    over = parent.tag if parent is not None else ""
    return str(line.element.tag), line.element.get("class", ""), str(over)


def _crowded(seen: list[Line], today: date) -> set[tuple[str, str, str]]:
    """Shapes that carry many different dates: rows of a list, not the date of this page."""
    days: dict[tuple[str, str, str], set[date]] = {}
    for line in seen:
        if len(line.text) <= _LONGEST:
            for found in dates.find_dates(dates.folded(line.text), today):
                days.setdefault(_shape(line), set()).add(found.day)
    return {shape for shape, different in days.items() if len(different) >= 5}


def _tagged(tree: "Element", today: date) -> Iterator[date | None]:
    """Publication dates in tags, the most telling first."""
    yield from (_stamp(text, today) for text in _linked_data(tree))
    named: list[tuple[int, str]] = []
    for meta in tree.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or ""
        rank = _RANK.get(_NOT_LETTERS.sub("", name.lower()))
        if rank is not None:
            named.append((rank, meta.get("content") or ""))
    yield from (_stamp(text, today) for _, text in sorted(named))
    for element in tree.iter("time"):
        if element.get("itemprop") == "datePublished" or element.get("pubdate") is not None:
            yield _stamp(element.get("datetime") or element.text or "", today)


def _scripted(tree: "Element", today: date) -> date | None:
    """The day that scripts know of, on pages that are drawn by them."""
    left = 400_000
    for script in tree.iter("script"):
        text = (script.text or "")[:left]
        left -= len(text)
        for match in _IN_SCRIPT.finditer(text):
            day = _moment(match[1], today) if match[1].isdigit() else _stamp(match[1], today)
            if day is not None:
                return day
    return None


def _moment(digits: str, today: date) -> date | None:
    local = datetime.fromtimestamp(int(digits[:10]), _TAIPEI).date()
    return dates.plausible(local.year, local.month, local.day, today)


def _without_year(seen: list[Line], today: date) -> date | None:
    """A month and day under the title, as platforms show this year's posts."""
    title_at = _title_position(seen)
    for line in seen[max(0, title_at + 1) : title_at + 9]:
        text = dates.folded(line.text[:60])
        if not (_CLOCK.search(text) or _GOOD_LABEL.search(text[:24])):
            continue
        for found in dates.find_month_days(text):
            for year in (today.year, today.year - 1):
                day = dates.plausible(year, found.month, found.day, today)
                if day is not None:
                    return day
    return None


def _linked_data(tree: "Element") -> Iterator[str]:
    for script in tree.iter("script"):
        if "ld+json" not in (script.get("type") or ""):
            continue
        text = (script.text or "").strip()[:200_000]
        try:
            data = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            if match := re.search(r'"datePublished"\s*:\s*"([^"]{6,40})"', text):
                yield match[1]
            continue
        yield from _values(data, "datePublished")


def _values(data: object, key: str) -> Iterator[str]:
    waiting: list[object] = [data]
    for _ in range(2_000):
        if not waiting:
            return
        node = waiting.pop(0)
        if isinstance(node, dict):
            value = node.get(key)
            if isinstance(value, str):
                yield value
            waiting += _children(node.values())
        elif isinstance(node, list):
            waiting += _children(node)


def _children(values: Iterable[object]) -> list[object]:
    return [value for value in values if isinstance(value, dict | list)]


def _stamp(text: str, today: date) -> date | None:
    """A machine's date; a moment in UTC is the day it was in Taipei and Beijing."""
    text = text.strip()
    if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", text) and re.search(r"(?:Z|[+-]00:?00)$", text):
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            pass
        else:
            local = moment.astimezone(_TAIPEI).date()
            return dates.plausible(local.year, local.month, local.day, today)
    found = dates.find_dates(dates.folded(text)[:60], today)
    return found[0].day if found else None


def _by_library(source: str, url: str, today: date) -> date | None:
    if source.count("<") > MAX_TAGS // 3:
        return None
    import htmldate  # noqa: PLC0415 - 0.3 s

    try:
        # Given text, the library would fetch it if it looked like an address: give it the tree.
        found = htmldate.find_date(
            parse_for_library(source),
            url=_plain(url),
            original_date=True,
            max_date=today.isoformat(),
        )
        return date.fromisoformat(found) if found else None
    except Exception:  # noqa: BLE001 - whatever it stumbles over, this page then has no date
        return None


def _plain(url: str) -> str | None:
    """The address for the library, which parses it itself; None when it could not."""
    try:
        return url if urlsplit(url).scheme in ("http", "https") else None
    except ValueError:
        return None
