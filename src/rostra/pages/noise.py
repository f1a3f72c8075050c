"""What a page asks for that nobody reads: pictures, fonts, films, and those who count readers.

By kind first; by host only where a host exists to advertise or to count, and never one of the
page's own site. Leaving something out costs a page nothing but its looks.
"""

import re
from urllib.parse import urlsplit

_KINDS = frozenset(
    {"image", "media", "font", "texttrack", "manifest", "ping", "cspviolationreport"}
)
_LABEL = re.compile(
    r"ad[0-9]{0,3}|ads[0-9]{0,3}|ad(?:server|service|system|x|tech)s?|banners?|beacon|pixels?"
    r"|analytics?|telemetry|track(?:er|ing)?|tagmanager|rum"
)
_INSIDE_A_NAME = re.compile(
    r"analytics|doubleclick|adservice|adsystem|syndication|tagmanager|taboola|outbrain|criteo"
    r"|hotjar|scorecardresearch|chartbeat|cnzz|umeng|mixpanel|newrelic|nr-data|clarity|fullstory"
)


def is_noise(url: str, kind: str, page_url: str) -> bool:
    """Whether a page can be read without this; `kind` is the browser's word for its use."""
    if kind in _KINDS:
        return True
    labels = _labels(url)
    if len(labels) < 2 or _site(labels) == _site(_labels(page_url)):
        return False
    return any(_LABEL.fullmatch(label) for label in labels[:-1]) or any(
        _INSIDE_A_NAME.search(label) for label in labels[:-1]
    )


def _labels(url: str) -> list[str]:
    try:
        return (urlsplit(url).hostname or "").lower().split(".")
    except ValueError:
        return []


def _site(labels: list[str]) -> list[str]:
    """Roughly what one owner holds: two labels, or three below com.tw, gov.cn and their like."""
    return labels[-3:] if len(labels) > 2 and len(labels[-2]) <= 3 else labels[-2:]
