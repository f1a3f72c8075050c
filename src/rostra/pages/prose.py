"""The body of an article, without what stands around it.

`trafilatura` finds it on most pages. On Chinese pages it misses bodies written with line breaks
instead of paragraphs and those laid out in tables, so there our own reading stands beside it: the
box that holds most of the sentences. The fuller of two plausible readings wins.
"""

import re
from typing import TYPE_CHECKING

from rostra.pages.tree import Line, bare_text, is_too_deep, lines, parse, parse_for_library
from rostra.text import clean
from rostra.text.charset import decode_text

if TYPE_CHECKING:
    from rostra.pages.tree import Element

MAX_TEXT = 400_000
_HEAVY = 15_000
_CJK = re.compile("[\u4e00-\u9fff]")
_STOPS = re.compile("[，。；：！？、,.;!?]")
_WHEN = re.compile(
    r"[\[(（]?(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?(?:\s*\d{1,2}:\d\d(?::\d\d)?)?[\])）]?"
)
# The line under a title: 发布时间：… 来源：… 浏览次数：…
_BYLINE = re.compile(
    r"^[\[【(（]?\s*(?:(?:信息|文章|稿件)?[来來]源|[发發][布佈表稿文]|公[布佈]|更新|上[版稿]|作者|[记記]者|[编編][辑輯]|撰[文稿]"
    r"|[时時][间間]|日期|字[号體体]|[浏瀏][览覽]|[点點][击擊閱阅]|[阅閱][读讀]|索引[号號]|文[号號]|(?:19|20)\d\d\s?[-/.年])"
)
_BYLINES = 4
_SAID = re.compile("[。；！？!?]\\s*$")
_PIECES = re.compile("[\n|。！？!?]")
_SENTENCE = re.compile("[。！？；]|[.!?](?:\\s|$)")
_FURNITURE = re.compile(
    r"^(?:[\[【(（]?\s*(?:字[體体號号](?:大小)?|打印(?:本[頁页])?|列印|友善列印|關閉(?:視窗"
    r"|本[頁页])?|关闭(?:窗口|本页)?"
    r"|分享(?:到|至)?|收藏|回(?:上一?頁|頂部|首頁)|返回(?:上一?页|顶部|首页|列表)"
    r"|上一[篇則则条條]|下一[篇則则条條]"
    r"|責任編輯|责任编辑|责编|編輯|编辑|校對|校对|相[關关](?:新[聞闻]|[連链]結?接?|[閱阅][讀读]"
    r"|文章|附件|報導|报道|稿件)"
    r"|延伸閱讀|推薦閱讀|推荐阅读|更多(?:新[聞闻]|精彩|相[關关])|瀏覽(?:人次|次數|量)"
    r"|浏览(?:次数|量)?|點[閱擊](?:數|率|次數)?"
    r"|点击(?:数|量|次数)?|閱讀(?:量|數)|阅读(?:量|数)|掃一掃|扫一扫|掃描二維碼|扫描二维码"
    r"|微信(?:掃|扫)|版[權权]所有|著作[權权]"
    r"|[本网]?網?站?地[圖图]|[\u4e00-\u9fff]?ICP[備备证]|加入(?:收藏|我的最愛)|Copyright|©"
    r"|Share this|Print this|Related (?:articles|stories)|Read more|Advertisement|廣告"
    r"|广告).{0,60})$",
    re.IGNORECASE,
)
_APART = frozenset({"nav", "aside", "footer", "form", "button", "select"})
_APART_TOKEN = re.compile(
    r"(?:^|[\s_-])(?:foot(?:er)?|copyright|nav|menu|side(?:bar)?|related?|recommend|comments?"
    r"|share"
    r"|breadcrumb|crumbs?|login|search|pager?|pagination|tags?|ad|ads|banner|hot"
    r"|rank(?:ing)?)(?:$|[\s_-])",
    re.IGNORECASE,
)


def article_text(html: str | bytes, url: str) -> str:
    """The article's own words, paragraphs on lines of their own; empty when there are none."""
    text = decode_text(html).text
    tree = parse(text)
    if is_too_deep(tree):
        return clean(bare_text(text))[:MAX_TEXT]
    count = sum(1 for _ in tree.iter())
    found = _by_library(text, url, fast=count > _HEAVY) if count <= 2 * _HEAVY else ""
    seen = list(lines(tree))
    if not found or _is_chinese(seen):
        found = _without_head(_better(found, _densest(seen)), seen)
    return _tidy(clean(found))[:MAX_TEXT]


def _without_head(text: str, seen: list[Line]) -> str:
    """The text without its own title and the line of day and source under it."""
    titles = {line.text for line in seen if line.element.tag in ("h1", "h2")}
    lines = text.splitlines()
    for at, line in enumerate(lines[:_BYLINES]):
        stripped = " ".join(line.split())
        is_byline = len(stripped) < 120 and "。" not in stripped and _BYLINE.match(stripped)
        if stripped and stripped not in titles and not is_byline:
            return "\n".join(lines[at:])
    return "\n".join(lines[_BYLINES:]) or text


def _is_chinese(seen: list[Line]) -> bool:
    text = "".join(line.text for line in seen[:600])[:30_000]
    return len(_CJK.findall(text)) > 0.12 * len(text)


def _by_library(text: str, url: str, *, fast: bool) -> str:
    import trafilatura  # noqa: PLC0415 - half a second

    try:
        found = trafilatura.extract(
            parse_for_library(text),
            url=url or None,
            include_comments=False,
            favor_precision=True,
            fast=fast,
        )
    except Exception:  # noqa: BLE001 - whatever it stumbles over, our own reading is left
        return ""
    return found or ""


def _better(library: str, ours: str) -> str:
    """Of two readings, the fuller; of two alike, ours, which keeps the page's own lines."""
    if not library or not ours:
        return library or ours
    missed = _missing(ours, library)
    if missed > 0.35 * len(ours) and len(ours) > len(library):
        return ours
    if _missing(library, ours) >= 0.1 * len(library):
        return library
    # Ours has all of it. What it has beyond that are sentences the library dropped, or furniture.
    return (
        ours
        if missed < 0.1 * len(ours) or _missing(ours, library, _SAID) > 0.6 * missed
        else library
    )


def _missing(text: str, other: str, kind: re.Pattern[str] | None = None) -> int:
    """How many characters of a text stand in sentences, or lines of a kind, the other lacks."""
    whole = "".join(other.split())
    lines = text.splitlines()
    if kind is not None:
        lines = [line for line in lines if kind.search(line)]
    spoken = (piece for line in lines for piece in _PIECES.split(line))
    pieces = ("".join(piece.split()) for piece in spoken if not _FURNITURE.match(piece.strip()))
    return sum(len(piece) for piece in pieces if piece not in whole)


def _densest(seen: list[Line]) -> str:
    """The lines of the box in which most of the page's sentences stand together."""
    weights: dict[Element, float] = {}
    own: list[tuple[Line, float]] = []
    for line in seen:
        weight = _weight(line)
        own.append((line, weight))
        node, share = line.element, 1.0
        for _ in range(6):
            if node is None or weight <= 0:
                break
            weights[node] = weights.get(node, 0.0) + weight * share
            node, share = node.getparent(), share * 0.85
    if not weights:
        return ""
    box = max(weights, key=lambda node: weights[node])
    inside = set(box.iter())
    kept = [line.text for line, _ in own if line.element in inside and not _is_furniture(line)]
    return "\n".join(kept)


def _weight(line: Line) -> float:
    """How much a line speaks: words outside links, with the stops of real sentences."""
    if _stands_apart(line.element):
        return 0.0
    plain = len(line.text) - 2 * line.linked
    stops = len(_STOPS.findall(line.text))
    if plain < 12 or (stops == 0 and plain < 40):
        return 0.0
    return plain + 8.0 * min(stops, plain / 8)


def _stands_apart(element: "Element") -> bool:
    node = element
    for _ in range(8):
        if node is None or node.tag in ("body", "html"):
            return False
        tokens = f"{node.get('class', '')} {node.get('id', '')}"
        if node.tag in _APART or (len(tokens) > 1 and _APART_TOKEN.search(tokens)):
            return True
        node = node.getparent()
    return False


def _is_furniture(line: Line) -> bool:
    return (
        bool(_FURNITURE.match(line.text))
        or (line.linked > 0.6 * len(_WHEN.sub("", line.text)) and not _SENTENCE.search(line.text))
        or _stands_apart(line.element)
    )


def _tidy(text: str) -> str:
    """Drop furniture from both ends, and empty lines everywhere."""
    kept = [stripped for line in text.splitlines() if (stripped := line.strip())]
    while kept and _FURNITURE.match(kept[-1]):
        kept.pop()
    while kept and _FURNITURE.match(kept[0]):
        kept.pop(0)
    return "\n".join(line for line in kept if not (len(line) < 40 and _FURNITURE.match(line)))
