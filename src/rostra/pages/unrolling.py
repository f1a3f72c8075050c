"""Lists that go on when they are scrolled, or when "more" is pressed, instead of on a next page.

A list is unrolled as far as it is wanted: until the range is left, nothing new comes, or it is long
enough. What a page shows at each state is gathered, because some take away above what they add
below.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from rostra.pages.lists import MAX_ITEMS, ListItem, ListPage, extract_list
from rostra.pages.tree import parse

if TYPE_CHECKING:
    from rostra.pages.tree import Element

MORE_WORDS = (
    "(?:点击|點擊|點選)?(?:加[载載]|[载載]入|查看|顯示|显示|閱讀|阅读|瀏覽|浏览)?更多(?:内容|內容|新闻|新聞|文章|資訊|资讯|消息)?"
    "|(?:load|show|view|see) more(?: \\w{1,12}){0,2}|more (?:posts|news|stories|results)"
)
_MORE = re.compile(rf"\W*(?:{MORE_WORDS})\W*", re.IGNORECASE)
_GROWS = re.compile(
    r"infinite-?scroll|load-?more|loadmore|scroll-?load|waterfall|IntersectionObserver"
    r"|addEventListener\(\s*['\"]scroll|\.onscroll\s*=|\)\.scroll\(",
    re.IGNORECASE,
)
_CONTROLS = ("button", "a", "span", "div", "p")
_LONGEST = 24
_MAX_SCRIPT = 200_000
# A state that brings nothing new may have been looked at too early: twice, and the list has ended.
_IDLE = 2
_TAIL = 5


@dataclass(frozen=True, slots=True)
class Unrolling:
    """`look` is shown the page at each state and says whether more is wanted."""

    look: Callable[[str], bool]
    rounds: int = 30
    seconds: float = 25.0


@dataclass(slots=True)
class Unrolled:
    """The rows of a list as it grows; `since` is the day behind which nothing is wanted."""

    url: str
    today: date
    since: date | None = None
    most: int = MAX_ITEMS
    rows: dict[str, ListItem] = field(default_factory=dict)
    is_list: bool = False
    _idle: int = 0

    def look(self, html: str | bytes) -> bool:
        """Note the rows of a state; False when the list has been seen as far as it is wanted."""
        return self.note(extract_list(html, self.url, today=self.today))

    def note(self, page: ListPage) -> bool:
        known = len(self.rows)
        for item in page.items:
            self.rows.setdefault(item.url, item)
        self.is_list = self.is_list or page.is_list
        self._idle = 0 if len(self.rows) > known else self._idle + 1
        is_over = len(self.rows) >= self.most or self._idle >= _IDLE or self._is_past()
        return not (is_over or page.next_url)

    def _is_past(self) -> bool:
        """The last rows are all older than wanted; one old row may have been pinned anywhere."""
        tail = list(self.rows.values())[-_TAIL:]
        days = [item.date for item in tail if item.date is not None]
        since = self.since
        return since is not None and len(days) == _TAIL and all(day < since for day in days)

    @property
    def listing(self) -> ListPage:
        return ListPage(tuple(self.rows.values())[: self.most], None, self.is_list)


def grows(html: str | bytes) -> bool:
    """Whether a page looks as if its list went on by a script: it says so, or its script does."""
    tree = parse(html)
    for element in tree.iter(*_CONTROLS):
        if _GROWS.search(element.get("class") or "") or _GROWS.search(element.get("id") or ""):
            return True
        if _is_control(element):
            return True
    scripts = (script.text or "" for script in tree.iter("script"))
    return any(_GROWS.search(text) for text in scripts if len(text) <= _MAX_SCRIPT)


def _is_control(element: "Element") -> bool:
    """A thing to press that leads nowhere by itself."""
    text = (element.text or "").strip()
    if not text or len(text) > _LONGEST or not _MORE.fullmatch(text):
        return False
    href = element.get("href") or ""
    return element.tag in ("button", "a") and (not href or href.startswith(("#", "javascript:")))
