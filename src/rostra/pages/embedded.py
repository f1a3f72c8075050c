"""Lists that a page carries in its scripts, to be drawn by code: as JSON, or as markup in XML."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_MAX_SCRIPT = 1_000_000
_EAST_ASIA = timezone(timedelta(hours=8))
_MAX_STARTS = 50
_MAX_NODES = 50_000
_HINT = re.compile(r"[\"']?\b(?:title|headline|name|subject)[\"']?\s*:", re.IGNORECASE)
# An object as scripts write it, which need not be JSON: bare names, single quotes.
_OBJECT = re.compile(r"\{[^{}]{10,2000}\}")
_PAIR = re.compile(
    r"""["']?(\w{1,40})["']?\s*:\s*(?:"((?:[^"\\]|\\.){0,400})"|'((?:[^'\\]|\\.){0,400})'|(\d{10,13})\b)"""
)
_MOST_OBJECTS = 2_000
_CDATA = re.compile(r"<!\[CDATA\[((?:(?!\]\]>).){1,20000})\]\]>", re.DOTALL)
_START = re.compile(r"[\[{](?=\s*[\[{\"])")
_TITLE_KEYS = ("title", "headline", "subject", "newstitle", "name", "tit")
_LINK_KEYS = (
    "url",
    "href",
    "link",
    "docpuburl",
    "permalink",
    "pageurl",
    "path",
    "linkurl",
    "newsurl",
)
_DATE_KEYS = re.compile(r"date|time|publish|created|pubtime|riqi", re.IGNORECASE)


class Entry(NamedTuple):
    title: str
    href: str
    when: str


def markup(tree: "Element") -> str:
    """Rows of HTML that content systems put into XML for their own pager to cut up."""
    found: list[str] = []
    for script in tree.iter("script"):
        text = (script.text or "") if "xml" in (script.get("type") or "") else ""
        if "<![CDATA[" in text and len(text) <= _MAX_SCRIPT:
            found += (piece for piece in _CDATA.findall(text) if "href" in piece)
    return "\n".join(found)


def entries(tree: "Element") -> list[Entry]:
    """The longest list of titled links found in any script."""
    best: list[Entry] = []
    for script in tree.iter("script"):
        text = script.text or ""
        if len(text) < 40 or len(text) > _MAX_SCRIPT or not _HINT.search(text):
            continue
        for value in _values(text):
            for found in _lists(value):
                best = max(best, found, key=len)
        best = best or _written_out(text)
    return best


def _written_out(text: str) -> list[Entry]:
    """Entries of a list that is written as code."""
    found: list[Entry] = []
    for match in islice(_OBJECT.finditer(text), _MOST_OBJECTS):
        node: dict[str, object] = {}
        for name, double, single, digits in _PAIR.findall(match[0]):
            node[name] = int(digits) if digits else double or single
        entry = _entry(node)
        if entry is not None:
            found.append(entry)
    return found if len(found) >= 3 else []


def _values(text: str) -> Iterator[object]:
    """Every JSON value in a script, outermost first."""
    decoder = json.JSONDecoder(strict=False)
    at = tries = 0
    while tries < _MAX_STARTS and (match := _START.search(text, at)):
        tries += 1
        try:
            value, at = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            at = match.end()
            continue
        yield value


def _lists(value: object) -> Iterator[list[Entry]]:
    waiting = [value]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += [child for child in node.values() if isinstance(child, dict | list)]
        elif isinstance(node, list):
            found = [entry for child in node if (entry := _entry(child)) is not None]
            if len(found) >= 3:
                yield found
            waiting += [child for child in node if isinstance(child, dict | list)]


def _entry(node: object) -> Entry | None:
    if not isinstance(node, dict):
        return None
    fields = {str(key).lower(): value for key, value in node.items() if isinstance(value, str)}
    title = next((fields[key] for key in _TITLE_KEYS if fields.get(key)), "")
    href = next((fields[key] for key in _LINK_KEYS if fields.get(key)), "")
    when = next((value for key, value in fields.items() if _DATE_KEYS.search(key)), "")
    when = when or next(filter(None, (_moment(key, value) for key, value in node.items())), "")
    return Entry(title.strip(), href.strip(), when[:40]) if title and href else None


def _moment(key: object, value: object) -> str:
    """A time in seconds or milliseconds since 1970, as a day in East Asia."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not _DATE_KEYS.search(str(key)):
        return ""
    seconds = float(str(value)) / (1_000 if float(str(value)) > 1e11 else 1)
    if not 6e8 < seconds < 4e9:
        return ""
    return datetime.fromtimestamp(seconds, _EAST_ASIA).date().isoformat()
