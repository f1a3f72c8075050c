"""Where a list goes on, or is, that no link leads to: a form that is posted, what scripts ask for.

Only what stands on the page is sent: the fields of its own form with the next number in place of
this one, or the address its own script calls. Whoever sends it asks the guard first, as always.
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

from rostra.pages import paging
from rostra.pages.anchors import words
from rostra.pages.outline import absolute

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_POST_BACK = re.compile(r"__doPostBack\(\s*'([^']{1,200})'\s*,\s*'([^']{0,200})'\s*\)")
_PAGE_FIELD = re.compile(r"page|(?:^|_)(?:p|pn|pg|no)$", re.IGNORECASE)
_NO_PAGE = re.compile(r"size|count|total|per|rows", re.IGNORECASE)
# What a script calls: fetch("…"), $.getJSON('…'), axios.get(`…`), {url: "…"}, open("GET", "…").
_CALLED = re.compile(
    r"""(?:fetch|get|getJSON|post|ajax|load|request)\s*\(\s*(?:\{\s*)?(?:url\s*:\s*)?(["'`])([^"'`\s<>]{2,300})\1"""
    r"""|\burl\s*[:=]\s*(["'`])([^"'`\s<>]{2,300})\3|open\(\s*["']GET["']\s*,\s*(["'`])([^"'`\s<>]{2,300})\5"""
)
_PLACE = re.compile(r"\$\{[^{}]{1,40}\}")
_NUMBER = re.compile(r"\d{1,6}")
_CONTROLS = ("a", "button", "input", "span", "li")
_MOST_CONTROLS = 3_000
_MOST_SCRIPT = 200_000
_MOST_LEADS = 4
_STATIC = re.compile(r"\.(?:js|css|png|jpe?g|gif|svg|woff2?)(?:$|\?)", re.IGNORECASE)
_DATA_NAMES = ("data-url", "data-api", "data-next", "data-src", "data-more")


class Posted(NamedTuple):
    """Where a form is sent, and what it says."""

    href: str
    body: str


def posted_next(tree: "Element") -> Posted | None:
    """The form that brings the following page, filled in as pressing its pager would."""
    for form in islice(tree.iter("form"), 20):
        controls = list(islice(form.iter(*_CONTROLS), _MOST_CONTROLS))
        fields = _fields(form)
        body = _posted_back(controls, fields)
        if body is None and (form.get("method") or "").lower() == "post":
            body = _with_number(controls, fields)
        if body is not None:
            return Posted(form.get("action") or "", urlencode(body))
    return None


def _fields(form: "Element") -> dict[str, str]:
    fields = {
        str(one.get("name")): str(one.get("value") or "")
        for one in form.iter("input")
        if one.get("name") and (one.get("type") or "text").lower() in ("hidden", "text", "number")
    }
    for one in form.iter("select"):
        chosen = next((o for o in one.iter("option") if o.get("selected") is not None), None)
        if one.get("name") and chosen is not None:
            fields[str(one.get("name"))] = str(chosen.get("value") or "")
    return fields


def _posted_back(controls: "list[Element]", fields: dict[str, str]) -> dict[str, str] | None:
    """A page of ASP.NET: what the link hands to `__doPostBack` goes with the hidden fields."""
    calls = [
        (one, match)
        for one in controls
        if (match := _POST_BACK.search(f"{one.get('href') or ''} {one.get('onclick') or ''}"))
    ]
    if not calls:
        return None
    this = _this_number(controls, [one for one, _ in calls])
    for is_wanted in (paging.says_next, lambda text: text == str(this + 1)):
        for one, match in calls:
            if is_wanted(_label(one)):
                told = {"__EVENTTARGET": match[1], "__EVENTARGUMENT": match[2]}
                return {**fields, **told}
    return None


def _with_number(controls: "list[Element]", fields: dict[str, str]) -> dict[str, str] | None:
    """A form with the number of its page: the next one, where the pager shows that there is one."""
    for one in controls:  # <button name="page" value="3">
        name, value = one.get("name") or "", one.get("value") or ""
        is_button = one.tag == "button" or (one.get("type") or "") in ("submit", "button")
        if is_button and _is_page(name) and value.isdigit():
            this = _this_number(controls, [])
            following = next((c for c in controls if c.get("value") == str(this + 1)), None)
            return {**fields, name: str(this + 1)} if following is not None else None
    name = next((n for n, v in fields.items() if _is_page(n) and v.isdigit()), "")
    if not name:
        return None
    this = int(fields[name])
    labels = [_label(one) for one in controls]
    numbers = [int(label) for label in labels if label.isdigit() and len(label) <= 4]
    has_next = any(n > this for n in numbers) or any(map(paging.says_next, labels))
    return {**fields, name: str(this + 1)} if has_next else None


def _is_page(name: str) -> bool:
    return bool(_PAGE_FIELD.search(name)) and not _NO_PAGE.search(name)


def _this_number(controls: "list[Element]", links: "list[Element]") -> int:
    """The number among the pager's that cannot be pressed, or is marked; else the first."""
    pressed = {_label(one) for one in links}
    for one in controls:
        label = _label(one)
        if not label.isdigit() or len(label) > 4 or one in links:
            continue
        if paging.is_current(one) or (one.tag in ("span", "li") and label not in pressed):
            return int(label)
    return 1


def _label(one: "Element") -> str:
    told = words(one) or (one.get("value") or "" if one.tag == "input" else "")
    return told.strip(" []()【】（）")[:20]


# -- what scripts ask for -----------------------------------------------------------------------


def leads(tree: "Element", base: str, *, page: int) -> tuple[str, ...]:
    """Addresses where the rows may be that this page does not have: its frames, then what its
    scripts call, asked for from `page` on.
    """
    frames = (one.get("src") for one in tree.iter("iframe", "frame"))
    found: dict[str, None] = {}
    for href in (*frames, *_called(tree, page)):
        address = absolute(base, href)
        if address and not _STATIC.search(address):
            found.setdefault(address)
    found.pop(base, None)
    return tuple(found)[:_MOST_LEADS]


def _called(tree: "Element", page: int) -> Iterator[str]:
    texts = (script.text or "" for script in tree.iter("script"))
    for text in texts:
        for match in _CALLED.finditer(text[:_MOST_SCRIPT]):
            yield _filled(match[2] or match[4] or match[6], page)
    for element in islice(tree.iter("div", "ul", "button", "a", "table"), _MOST_CONTROLS):
        for name in _DATA_NAMES:
            if value := element.get(name):
                yield _filled(value, page)


def _filled(address: str, page: int) -> str:
    """The address with the page's number where the script puts it."""
    address = _PLACE.sub(str(page), address)
    return f"{address}{page}" if address.endswith("=") else address


def json_next(url: str, raw: bytes, rows: int) -> str | None:
    """Where an answer in JSON goes on: where it says itself, or at the next number of its query."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        told = next((v for k, v in value.items() if str(k).lower() in ("next", "next_url")), None)
        if isinstance(told, str) and told:
            return absolute(url, told)
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    for name, number in pairs:
        if number.isdigit() and rows and _is_page(name):
            return stepped_in(url, name, int(number) + 1)
        if number.isdigit() and rows and name.lower() in ("offset", "start", "skip", "from"):
            return stepped_in(url, name, int(number) + rows)
    return None


def stepped_in(url: str, name: str, number: int) -> str:
    return re.sub(rf"([?&]{re.escape(name)}=)\d+", rf"\g<1>{number}", url)


def stepped(before: str, this: str) -> str | None:
    """What follows `this` as it followed `before`: the one number in which they differ, up by as
    much; None where they do not differ so.
    """
    ours, theirs = _NUMBER.findall(this), _NUMBER.findall(before)
    if _NUMBER.split(this) != _NUMBER.split(before):
        if len(ours) != len(theirs) + 1:
            return None
        at, by = len(ours) - 1, 1  # /list/ and /list/2.html
    else:
        differ = [n for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]
        if len(differ) != 1:
            return None
        at = differ[0]
        by = int(ours[at]) - int(theirs[at])
    match = next(islice(_NUMBER.finditer(this), at, None))
    return f"{this[: match.start()]}{int(match[0]) + by}{this[match.end() :]}"


def unmarked_next(numbers: Iterable[tuple[str, str]], here: str) -> str | None:
    """Of a pager of bare numbers, the link after this page: the number that is no link is this
    one; where all are links, this is the one that leads here.
    """
    known = dict(numbers)
    pages = sorted({int(one) for one in known if one.isdigit() and len(one) <= 4})
    if len(pages) < 2 or pages[-1] - pages[0] > len(pages) + 1 or pages[0] > 2:
        return None
    missing = [n for n in range(1, pages[-1]) if n not in pages]
    this = missing[0] if len(missing) == 1 else next((n for n in pages if known[str(n)] == here), 1)
    return known.get(str(this + 1))
