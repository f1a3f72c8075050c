"""Evidence ids as they stand in a text: `[E:4f2a]`, `[3]`, `<item id="4f2a">`, `id: 4f2a`."""

import re
from dataclasses import dataclass

_ID = r"[A-Za-z0-9][\w.:\-]{0,80}"
_BRACKETED = re.compile(
    rf"[\[【]\s*(?:(?P<prefix>[A-Za-z]{{1,12}})\s*[:：#]\s*)?(?P<id>{_ID})\s*[\]】]"
    rf"|[(（]\s*(?P<round_prefix>[A-Z]{{1,3}})\s*[:：#]\s*(?P<round_id>{_ID})\s*[)）]"
    rf"|^(?P<bare_prefix>[A-Z]{{1,3}})[:：#](?P<bare_id>\w[\w\-]{{1,80}})(?=\W)"
    r"|^(?P<typed_prefix>[a-z]{2,12}):(?P<typed_id>[0-9a-f][0-9a-f\-]{7,80})(?=\W)"
)
_WAYS = ("", "round_", "bare_", "typed_")
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
    """Every id in brackets, and one that opens the text, with its span."""
    found = []
    for match in _BRACKETED.finditer(text):
        way = next(way for way in _WAYS if match[f"{way}id"])
        anchor = _anchor(match[f"{way}prefix"] or "", match[f"{way}id"], match[0])
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
