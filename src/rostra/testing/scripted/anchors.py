"""Evidence ids as they stand in a text: `[E:4f2a]`, `[3]`, `<item id="4f2a">`, `id: 4f2a`."""

import re
from dataclasses import dataclass

_BRACKETED = re.compile(
    r"[\[【]\s*(?:(?P<prefix>[A-Za-z]{1,12})\s*[:：#]\s*)?(?P<id>[A-Za-z0-9][\w.:\-]{0,80})\s*[\]】]"
)
_TAGGED = re.compile(
    r"<(?!/)(?P<prefix>[A-Za-z][\w-]*)\b[^<>]*?\b(?:evidence_id|id|ref)\s*=\s*[\"']?(?P<id>[\w.:\-]{1,80})"
)
_LABELLED = re.compile(
    r"^\W*(?P<prefix>evidence[_ ]?id|source[_ ]?id|id|ref|編號|编号|證據編號|证据编号)"
    r"\s*[:：=]\s*[\"'`]?(?P<id>[A-Za-z0-9][\w.:\-]{0,80})[\"'`]?",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(
    r"\[(?P<prefix>[A-Za-z]{0,12}[:：#]?)\s*"
    r"(?:id|ID|Id|xxx+|N|n|…+|\.{3}|<[^<>\]]{1,20}>|\{[^{}\]]{1,20}\}|編號|编号|證據編號|证据编号)\s*\]"
)
_PLACEHOLDERS = {"id", "xx", "xxx", "xxxx", "n", "k", "url", "json"}
_DATE = re.compile(r"\d{4}[-./]\d{1,2}([-./]\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Anchor:
    """An id and how it was written. `prefix` is the word that stood before it, if any."""

    id: str
    marker: str
    prefix: str = ""


def bracketed(text: str) -> list[tuple[Anchor, int, int]]:
    """Every id in square brackets, with its span."""
    found = []
    for match in _BRACKETED.finditer(text):
        anchor = _anchor(match["prefix"] or "", match["id"], match[0])
        if anchor is not None:
            found.append((anchor, match.start(), match.end()))
    return found


def heading(line: str) -> Anchor | None:
    """The id a line declares for what follows it: an opening tag or an `id:` label."""
    match = _TAGGED.search(line) or _LABELLED.match(line)
    if match is None or match["id"].casefold() in _PLACEHOLDERS:
        return None
    return Anchor(match["id"], "", match["prefix"].casefold())


def template(text: str) -> str | None:
    """How the instructions want a citation written, as `[E:{}]`, if they say."""
    match = _TEMPLATE.search(text)
    return None if match is None else f"[{match['prefix']}{{}}]"


def _anchor(prefix: str, name: str, written: str) -> Anchor | None:
    if name.casefold() in _PLACEHOLDERS or _DATE.fullmatch(name):
        return None
    if not prefix:
        kind, colon, _ = name.partition(":")
        if name.isdigit():
            return Anchor(name, written) if len(name) <= 3 else None
        # A bare word in brackets is a label ([policy]); an id has a figure in it.
        is_id = any(character.isdigit() for character in name)
        return Anchor(name, written, kind if colon else name[:1]) if is_id else None
    # A short capital prefix is the way of citing; a word belongs to the id (`evidence:9c1f`).
    is_way_of_citing = len(prefix) <= 3 and prefix.isupper()
    return Anchor(name if is_way_of_citing else f"{prefix}:{name}", written, prefix)
