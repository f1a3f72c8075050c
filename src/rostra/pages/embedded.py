"""Lists that a page carries in its scripts, to be drawn by code: as JSON, or as markup in XML."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from rostra.pages.anchors import size

if TYPE_CHECKING:
    from rostra.pages.tree import Element

_MAX_SCRIPT = 1_000_000
_EAST_ASIA = timezone(timedelta(hours=8))
_MAX_STARTS = 50
_MAX_NODES = 50_000
_HINT = re.compile(r"[\"']?\w{0,20}(?:title|headline|name|subject)[\"']?\s*:", re.IGNORECASE)
# An object as scripts write it, which need not be JSON: bare names, single quotes.
_OBJECT = re.compile(r"\{[^{}]{10,2000}\}")
_PAIR = re.compile(
    r"""["']?(\w{1,40})["']?\s*:\s*(?:"((?:[^"\\]|\\.){0,400})"|'((?:[^'\\]|\\.){0,400})'|(\d{10,13})\b)"""
)
_MOST_OBJECTS = 2_000
_LEAST_PROP = 120
_MEANT = {"n": "\n", "t": " ", "r": ""}
_CDATA = re.compile(r"<!\[CDATA\[((?:(?!\]\]>).){1,20000})\]\]>", re.DOTALL)
_START = re.compile(r"[\[{](?=\s*[\[{\"])")
# Names of fields: the plain word, or a longer name that ends in it (docTitle, articleUrl).
_TITLE_KEY = re.compile(r"(?:^|\w)(?:title|headline|subject|tit|biaoti)$|^name$|^topic$|^caption$")
_LINK_KEY = re.compile(r"(?:^|\w)(?:url|href|link|permalink|path|uri)$")
_NO_LINK = re.compile(
    r"img|image|pic|photo|cover|thumb|logo|icon|avatar|video|audio|share|author|user|media|site|home"
)
# Words of a script that are markup ready to be written into the page.
_QUOTED = re.compile(
    r""""((?:[^"\\\n]|\\.){20,20000})"|'((?:[^'\\\n]|\\.){20,20000})'|`([^`]{20,20000})`"""
)
_WHOLE_LINK = re.compile(
    r"<a\s[^<>]{0,600}href[^<>]{1,600}>.{1,2000}?</a>", re.IGNORECASE | re.DOTALL
)
_ESCAPED = re.compile(r"\\(.)")
_DATE_KEYS = re.compile(r"date|time|publish|created|pubtime|riqi", re.IGNORECASE)


class Entry(NamedTuple):
    title: str
    href: str
    when: str


def markup(tree: "Element") -> str:
    """Rows of HTML that content systems put into XML for their own pager to cut up."""
    found: list[str] = []
    for script in tree.iter("script"):
        text = script.text or ""
        if not ("<a" in text or "<A" in text) or len(text) > _MAX_SCRIPT:
            continue
        if "<![CDATA[" in text and "xml" in (script.get("type") or ""):
            found += (piece for piece in _CDATA.findall(text) if "href" in piece)
        else:
            found += _written(text)
    return "\n".join(found)


def _written(text: str) -> Iterator[str]:
    """Markup that a script writes as it stands; what it puts together from parts is not whole."""
    for quoted in islice(_QUOTED.finditer(text), _MOST_OBJECTS):
        piece = quoted[1] or quoted[2] or quoted[3]
        if "href" in piece and "${" not in piece:
            piece = _ESCAPED.sub(lambda match: _MEANT.get(match[1], match[1]), piece)
            if _WHOLE_LINK.search(piece):
                yield piece


def _worth(found: list[Entry]) -> float:
    """A menu may be longer than the list, but its words are few and it has no days."""
    told = sum(min(size(entry.title), 60) for entry in found)
    return told * (3.0 if 2 * sum(bool(entry.when) for entry in found) > len(found) else 1.0)


def entries_in(text: str) -> list[Entry]:
    """The best list of titled links in an answer that is JSON, or JSON in a call of a function."""
    lists = [one for value in _values(text[:_MAX_SCRIPT]) for one in _lists(value, 1)]
    return max(lists, key=_worth, default=[])


def entries(tree: "Element") -> list[Entry]:
    """The longest list of titled links found in any script."""
    best: list[Entry] = []
    for script in tree.iter("script"):
        text = script.text or ""
        if len(text) < 40 or len(text) > _MAX_SCRIPT or not _HINT.search(text):
            continue
        for value in _values(text):
            for found in _lists(value):
                best = max(best, found, key=_worth)
        best = best or _written_out(text)
    for text in _props(tree) if not best else ():
        for value in _values(text):
            for found in _lists(value):
                best = max(best, found, key=_worth)
    return best


def _props(tree: "Element") -> Iterator[str]:
    """What components are given in their attributes."""
    for element in tree.iter():
        for value in element.attrib.values() if element.attrib else ():
            if len(value) > _LEAST_PROP and value.lstrip()[:1] in "[{" and _HINT.search(value):
                yield value[:_MAX_SCRIPT]


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


def _lists(value: object, least: int = 3) -> Iterator[list[Entry]]:
    waiting = [value]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += [child for child in node.values() if isinstance(child, dict | list)]
        elif isinstance(node, list):
            found = [entry for child in node if (entry := _entry(child)) is not None]
            if len(found) >= least:
                yield found
            waiting += [child for child in node if isinstance(child, dict | list)]


def _entry(node: object) -> Entry | None:
    if not isinstance(node, dict):
        return None
    fields = {str(key).lower(): value for key, value in node.items() if isinstance(value, str)}
    title = _field(fields, _TITLE_KEY)
    href = _field({key: fields[key] for key in fields if not _NO_LINK.search(key)}, _LINK_KEY)
    when = next((value for key, value in fields.items() if _DATE_KEYS.search(key)), "")
    when = when or next(filter(None, (_moment(key, value) for key, value in node.items())), "")
    return Entry(title.strip(), href.strip(), when[:40]) if title and href else None


def _field(fields: Mapping[str, str], wanted: re.Pattern[str]) -> str:
    """The value of the shortest name that fits: `title` before `seoTitle`."""
    fitting = [key for key in fields if fields[key].strip() and wanted.search(key)]
    return fields[min(fitting, key=len)] if fitting else ""


def _moment(key: object, value: object) -> str:
    """A time in seconds or milliseconds since 1970, as a day in East Asia."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not _DATE_KEYS.search(str(key)):
        return ""
    seconds = float(str(value)) / (1_000 if float(str(value)) > 1e11 else 1)
    if not 6e8 < seconds < 4e9:
        return ""
    return datetime.fromtimestamp(seconds, _EAST_ASIA).date().isoformat()
