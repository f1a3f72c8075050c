"""When two rows are the same item: by address first, by title and day where addresses differ."""

import re
from difflib import SequenceMatcher
from urllib.parse import parse_qsl, urlencode, urlsplit

from rostra.rules import canonical_url
from rostra.text import fold, to_simplified

_NOISE = re.compile(
    r"utm_\w+|spm|from|fromsource|source|share\w*|ref|referer|fbclid|gclid|yclid|isappinstalled"
    r"|jsessionid|phpsessid|sessionid|session_id|sid|timestamp|_t|_|rand|random|nsukey|scene|clickid",
    re.IGNORECASE,
)
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_INDEX = re.compile(r"/(?:index|default)\.(?:s?html?|aspx?|php|jsp)$", re.IGNORECASE)
_ORNAMENT = re.compile(
    r"^\W*(?:[\[【(（](?:置[頂顶]|最新|new|熱|热|[圖图][片解]?|公告|轉載|转载)[\]】)）]|new!?|置[頂顶])\W*",
    re.IGNORECASE,
)
_CUT = re.compile(r"(?:\.{3}|…+)$")
_PLAIN = re.compile(r"[\W_]+")
_NUMERALS = re.compile(r"\d+(?:\.\d+)?|[〇零一二三四五六七八九十百千]+")
_LONG_ENOUGH = 8
_ALIKE = 0.93
_LONGEST = 300  # of what is compared: a headline is shorter, and an index has its limits
_CUT_MARK = "…"  # no key has one: it is a mark


def item_key(url: str) -> str:
    """What identifies a document among its spellings: no scheme, www, session or tracking."""
    address = canonical_url(url) or url
    parts = urlsplit(_SESSION.sub("", address))
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
    pairs = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not _NOISE.fullmatch(name)
    ]
    path = _INDEX.sub("/", parts.path).rstrip("/")
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    return f"{host}{port}{path}?{urlencode(sorted(pairs))}"


def title_key(title: str) -> str:
    """A title without what lists hang on it, in one script and without marks."""
    bare = _ORNAMENT.sub("", title.strip())
    return _PLAIN.sub("", to_simplified(fold(_CUT.sub("", bare))).lower())


def is_cut(title: str) -> bool:
    return bool(_CUT.search(title.strip()))


def headline_key(title: str) -> str:
    """All that `same_headline` needs of a title: its key, and a mark where it was cut short."""
    return title_key(title)[:_LONGEST] + (_CUT_MARK if is_cut(title) else "")


def same_headline(one: str, other: str) -> bool:
    """The same headline, also cut short or with a stroke changed; never with another number."""
    a, b = one.removesuffix(_CUT_MARK), other.removesuffix(_CUT_MARK)
    if min(len(a), len(b)) < _LONG_ENOUGH:
        return False
    if a == b:
        return True
    if (one != a and b.startswith(a)) or (other != b and a.startswith(b)):
        return True
    if _NUMERALS.findall(a) != _NUMERALS.findall(b):
        return False
    longer = max(len(a), len(b))
    if longer < 2 * _LONG_ENOUGH or abs(len(a) - len(b)) > longer * (1 - _ALIKE) * 2:
        return False
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= _ALIKE
