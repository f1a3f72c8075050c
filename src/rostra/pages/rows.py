"""Find the rows of a list: links that hang in the page in the same way.

Every link gets a signature, the path of tags, names and classes above it. Links of one signature
are a group, and the groups are weighed: many, distinct, wordy links with dates beside them are a
list; short words in a navigation bar are not.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from rostra.pages.anchors import NO_TITLE, Anchor, size
from rostra.pages.titles import Names, row_title
from rostra.pages.tree import UNSEEN

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_WEIGHED = 10
_WEIGHED_IDLE = 3
_LEAST = 3
_SENTENCE = 30
_BARE = 30
_ARTICLE = 450
_INLINE = frozenset({"a", "b", "strong", "i", "em", "span", "font", "u"})
_MAX_FEW = 200
_WORDY = 8
_ROW_TEXT = 400
_STATE = re.compile(
    r"^(?:odd|even|first|last|active|current|on|cur|hover|alt|new|top|selected|clearfix|row\w?"
    r"|item|cf)?$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
# Rows and cells come again and again: what one of them is called by is its own.
_REPEATED = frozenset({"li", "tr", "td", "tbody", "article", "dt", "dd", "dl", "a"})
# Of a name only what stands before its number: a7f3 and b81c are rows, and no two kinds of box.
_NAME = re.compile(r"(?![0-9a-fA-F-]*\d)[A-Za-z_-]{2,}")
_HOST = re.compile(r"https?://([^/?#]+)", re.IGNORECASE)
_ASIDE = re.compile(
    r"nav|menu|foot|header|banner|side|aside|crumb|breadcrumb|\btags?\b|cloud|hot|rank"
    r"|recommend|relat"
    r"|friend|partner|share|social|login|copyright|toolbar|topbar|pager|pagination|paging"
    r"|page_?nav"
    r"|daohang|caidan|dibu|dqwz|yqlj|lianjie|lang|facet|filter|calendar|skip|widget|category|archive|youqing",
    re.IGNORECASE,
)
_LANDMARKS = frozenset({"nav", "footer", "header", "aside"})
_MENU = re.compile(r"menu|navbar|subnav|dropdown|breadcrumb|mainnav|topnav|nav-item", re.IGNORECASE)
_FILE = re.compile(r"\.(?:pdf|docx?|odt|s?html?|htm)(?:$|[?#])", re.IGNORECASE)
_DATE_LIKE = re.compile(
    r"\d{1,4}[-/.年]\d{1,2}(?:[-/.月]\d{1,4})?|\b[A-Z][a-z]{2,8}\.? \d{1,2}\b"
    r"|\d{1,2}月\d{1,2}日|前$|ago\b"
)
_SENTENCE_END = re.compile(r"[。！？]|[.!?]\s")


@dataclass(slots=True)
class Row:
    """A link taken for an item, and the box around it that holds nothing of its neighbours."""

    href: str
    title: str
    link: "Element"
    box: "Element"


@dataclass(slots=True)
class _Group:
    signature: str
    idle: float = 0.0
    links: list[Anchor] = field(default_factory=list)
    boxes: "list[Element]" = field(default_factory=list)
    score: float = 0.0


def find_rows(links: list[Anchor]) -> list[Row]:
    """The rows of the page's main list, in order; empty when nothing looks like one."""
    names = Names(links)
    groups = [group for group in _groups(links) if len(group.links) > 1]
    weighed = _promising(groups)
    for group in weighed:
        _box(group)
        group.score *= _row_worth(group)
    best = next((one for one in sorted(weighed, key=_score) if not _is_menu(one)), None)
    if best is None or len(best.links) < _LEAST:
        found = _few_rows(links, names)
        if found or best is None:
            return found
    _drop_furniture(best)
    chosen = _with_siblings(best, weighed)
    return [_row(link, box, names) for link, box in chosen]


def _score(group: _Group) -> float:
    """The best first."""
    return -group.score


def _promising(groups: list[_Group]) -> list[_Group]:
    """The groups worth a closer look: by their links, or by how often a bare "PDF" comes again."""
    for group in groups:
        group.score = _worth(group)
    groups.sort(key=_score)
    rest = [g for g in groups[_WEIGHED:] if g.idle > 0.5 and _region(g.signature) == 1.0]
    rest.sort(key=lambda group: -len(group.links))
    return groups[:_WEIGHED] + rest[:_WEIGHED_IDLE]


def _is_menu(group: _Group) -> bool:
    """Whether the best there is are the page's own ways around: then it lists nothing else."""
    return _region(group.signature) < 0.1 and not any(
        _DATE_LIKE.search("".join(box.itertext())[:200]) for box in group.boxes[:12]
    )


def _few_rows(links: list[Anchor], names: Names) -> list[Row]:
    """The one or two rows of a list's last page: wordy links with a day beside them."""
    signatures: dict[Element | None, str] = {None: ""}
    found: list[Row] = []
    for link in links[:_MAX_FEW]:
        if size(link.text) < _WORDY or NO_TITLE.match(link.text):
            continue
        signature = _signature(link.element, signatures)
        if signature == "-" or _region(signature) < 1.0:
            continue
        box = _lonely_box(link.element)
        if _DATE_LIKE.search("".join(box.itertext())[:400].replace(link.text, "")):
            found.append(_row(link, box, names))
    return found


def _lonely_box(link: "Element") -> "Element":
    """The highest element around a link that holds no other link and little else."""
    box, parent = link, link.getparent()
    while parent is not None and parent.tag not in ("body", "html"):
        others = [one for one in islice(parent.iter("a"), 4) if one.get("href") != link.get("href")]
        if others or sum(map(len, islice(parent.itertext(), 60))) > _ROW_TEXT:
            break
        box, parent = parent, parent.getparent()
    return box


def is_article(tree: "Element", found: list[Row]) -> bool:
    """Whether one piece of running prose outweighs the rows: links under an article are no list.

    Paragraphs count with those they stand beside. Notes all over a page, the teasers of other rows
    and the small print are many pieces; an article is one.
    """
    boxes = {row.box for row in found}
    pieces: Counter[Element] = Counter()
    for text in _long_texts()(tree):
        if _SENTENCE_END.search(text) and not _is_in_row(text, boxes):
            home = text.getparent().getparent() if text.is_tail else text.getparent()
            pieces[_column(home)] += size(text.strip())
    prose = max(pieces.values(), default=0)
    if prose < _ARTICLE:
        return False
    rowed = sum(size(" ".join("".join(row.box.itertext()).split())) for row in found[:200])
    return prose > 0.9 * rowed


def _column(node: "Element") -> "Element":
    """What holds a paragraph and its neighbours."""
    while node.tag in _INLINE:
        node = node.getparent()
    parent = node.getparent()
    return parent if parent is not None and node.tag in ("p", "div", "section") else node


@cache
def _long_texts() -> Any:
    """Texts long enough for a sentence, found without a look at all the others."""
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

    unseen = " or ".join(f"parent::{tag}" for tag in ("script", "style", "noscript", "option"))
    return etree.XPath(f"//text()[string-length(.) >= {_SENTENCE} and not({unseen})]")


def _is_in_row(text: Any, boxes: "set[Element]") -> bool:
    node = text.getparent()
    if text.is_tail:
        node = node.getparent()
    return node in boxes or any(parent in boxes for parent in node.iterancestors())


def _groups(links: list[Anchor]) -> Iterable[_Group]:
    signatures: dict[Element | None, str] = {None: ""}
    groups: dict[str, _Group] = {}
    for link in links:
        signature = _signature(link.element, signatures)
        if signature == "-":
            continue
        group = groups.get(signature)
        if group is None:
            group = groups[signature] = _Group(signature)
        last = group.links[-1] if group.links else None
        if last is not None and last.href == link.href:
            # Title, number and date may all link to one document: it is one item.
            last.text = max(last.text, link.text, key=size)
        else:
            group.links.append(link)
    return groups.values()


def _signature(element: "Element", known: "dict[Element | None, str]") -> str:
    """The path above an element, without what differs from row to row; "-" when unseen."""
    path: list[Element] = []
    node = element
    while node not in known:
        path.append(node)
        node = node.getparent()
    signature = known[node]
    for node in reversed(path):
        if signature != "-":
            signature = "-" if node.tag in UNSEEN else f"{signature}/{_step(node)}"
        known[node] = signature
    return signature


def _step(node: "Element") -> str:
    tag = node.tag
    if not isinstance(tag, str):
        return "?"
    return _named_step(tag, None if tag in _REPEATED else node.get("id"), node.get("class"))


@lru_cache(maxsize=4096)
def _named_step(tag: str, name: str | None, classes: str | None) -> str:
    if name and (word := _NAME.match(name)):
        tag += "#" + word[0]
    if classes and not classes.isspace():
        first = _DIGITS.sub("", classes.split(None, 1)[0])
        if not _STATE.match(first):
            tag += "." + first
    return tag


def _worth(group: _Group) -> float:
    """What a group is worth before its rows are looked at."""
    links = group.links
    _mark_idle(links)
    sample = links[:80]
    wordy = [min(80, size(link.text)) for link in sample if not link.is_idle]
    group.idle = 1 - len(wordy) / len(sample)
    many: float = min(len(links) * (1 - group.idle / 2), 60) ** 0.8
    files = sum(bool(_FILE.search(link.href)) for link in sample) > 0.7 * len(sample)
    worth: float = many * (6 + sum(wordy) / len(sample)) ** 1.2
    return worth * _region(group.signature) * (1.3 if files else 1.0) * _togetherness(sample)


def _togetherness(links: list[Anchor]) -> float:
    """Rows lead to one place as a rule; a row of friends leads to as many as there are."""
    hosts = {match[1].lower() for link in links if (match := _HOST.match(link.href))}
    return 0.3 if len(links) > 3 and len(hosts) > 0.6 * len(links) else 1.0


def _mark_idle(links: list[Anchor]) -> None:
    """A text that comes again and again ("PDF", 詳細) names nothing."""
    counts = Counter(link.text for link in links)
    often = max(2, len(links) // 4)
    for link in links:
        again = counts[link.text] > often or 2 * counts[link.text] > len(links)
        is_bare = len(link.text) < _BARE and NO_TITLE.match(link.text) is not None
        link.is_idle = not link.text or again or is_bare


def _region(signature: str) -> float:
    """What the boxes above a group say: navigation, or a column at the side."""
    return min((_step_region(step) for step in signature.split("/")[:-1]), default=1.0)


@lru_cache(maxsize=4096)
def _step_region(step: str) -> float:
    if step.partition("#")[0].partition(".")[0] in _LANDMARKS or _MENU.search(step):
        return 0.06
    return 0.4 if _ASIDE.search(step) else 1.0


def _box(group: _Group) -> None:
    """Give every link its row: the highest element that holds no other row's link."""
    if group.idle > 0.25:
        _one_link_a_row(group)
    elif _has_companions(group.links):
        group.links = group.links[::2]
    owners: dict[Element, int] = {}
    for link in group.links:
        node = link.element.getparent()
        while node is not None:
            seen = owners.get(node, 0)
            if seen == 2:
                break  # shared already, and so is everything above it
            owners[node] = seen + 1
            node = node.getparent()
    for link in group.links:
        box = link.element
        parent = box.getparent()
        while parent is not None and owners[parent] == 1:
            box, parent = parent, parent.getparent()
        group.boxes.append(box)


def _drop_furniture(group: _Group) -> None:
    """Page numbers and 下一頁 may hang in the list like its rows; titles do not look so."""
    if group.idle < 0.4:
        kept = [
            (link, box)
            for link, box in zip(group.links, group.boxes, strict=True)
            if not NO_TITLE.match(link.text)
        ]
        group.links = [link for link, _ in kept]
        group.boxes = [box for _, box in kept]


def _has_companions(links: list[Anchor]) -> bool:
    """Whether every row has a title and something beside it: two links, of two kinds."""
    if len(links) < 6 or links[0].element.getparent() is not links[1].element.getparent():
        return False
    homes = Counter(link.element.getparent() for link in links)
    if len(homes) < 3 or set(homes.values()) != {2}:
        return False
    first = Counter(_shape(link.href) for link in links[::2]).most_common(1)[0]
    second = Counter(_shape(link.href) for link in links[1::2]).most_common(1)[0]
    often = 0.35 * len(links)
    return first[0] != second[0] and first[1] > often and second[1] > often


def _one_link_a_row(group: _Group) -> None:
    """Where rows have several links (title, PDF, summary), keep the telling one of each."""
    telling = sum(not link.is_idle for link in group.links)
    kinds = len({link.text for link in group.links if link.is_idle})
    expected = max(2, 0.8 * max(telling, (len(group.links) - telling) / kinds))
    level = [link.element.getparent() for link in group.links]
    chosen: list[Element] | None = None
    for _ in range(6):
        if len(set(level)) < expected:
            break
        chosen = level
        level = [node.getparent() if node is not None else None for node in level]
    if chosen is None:
        return
    best: dict[Element, Anchor] = {}
    for home, link in zip(chosen, group.links, strict=True):
        known = best.get(home)
        if known is None or (known.is_idle and not link.is_idle):
            best[home] = link
    group.links = list(best.values())


def _row_worth(group: _Group) -> float:
    """How much the rows say beside their links: dates above all."""
    sample = group.boxes[:: max(1, len(group.boxes) // 12)]
    dated = words = 0.0
    for box in sample:
        text = "".join(islice(box.itertext(), 60))[:500]
        dated += bool(_DATE_LIKE.search(text))
        words += min(60, size(text.strip()))
    worth = 1 + 6.0 * dated / len(sample)
    # Links without a text of their own live on that of their row.
    return worth * (1 + (0.25 + 2.0 * group.idle) * words / len(sample) / 20)


def _with_siblings(best: _Group, groups: list[_Group]) -> "list[tuple[Anchor, Element]]":
    """The best group, and those that are rows of the same list in another dress."""
    chosen = list(zip(best.links, best.boxes, strict=True))
    homes = {box.getparent() for box in best.boxes}
    taken = set(best.boxes)
    shapes = Counter(_shape(link.href) for link in best.links)
    common = {shape for shape, count in shapes.items() if count > 0.2 * len(best.links)}
    for group in groups:
        if group is best or group.score < 0.1 * best.score or _region(group.signature) < 0.3:
            continue
        alike = sum(_shape(link.href) in common for link in group.links) > 0.6 * len(group.links)
        for link, box in zip(group.links, group.boxes, strict=True):
            beside = box.getparent() in homes and box.tag == best.boxes[0].tag
            if (beside or alike) and box not in taken and not taken & set(box.iterancestors()):
                chosen.append((link, box))
                taken.add(box)
    return sorted(chosen, key=lambda pair: pair[0].at)


def _shape(href: str) -> str:
    """An address without what differs between items: numbers and the last part."""
    head, _, tail = href.partition("?")[0].rpartition("/")
    return _DIGITS.sub("", head) + "/" + tail.rpartition(".")[2][:5]


def _row(link: Anchor, box: "Element", names: Names) -> Row:
    return Row(link.href, row_title(link, box, names), link.element, box)
