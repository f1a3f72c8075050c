"""A language whose every form carries its code between marks: what is unmarked is worded in code.

Texts of strangers are written in Chinese where it is read, so that each Latin word without marks is
one of ours that no reader of another language could have in his own.
"""

import html
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from rostra.words import codes, folder, form

MARKED = "xx"
# Not words: how a language is called by machines, and the fonts of a paper.
_DATA = re.compile(r"common\.(tag|region|paper\..*)")
_MARK = re.compile(r"⟦[^⟦⟧]*⟧")
# Up to the next row or paragraph, or the bracket that it was put in.
_CUT = re.compile(r"⟦[^⟧]*?(?=\n  \S|\n\n|\Z|…\])")
_CODE = re.compile(r"⟦([a-z_]+\.[\w.-]+)\|")
# Addresses, ids, file names and moments are the same in every language.
_NAMES = re.compile(
    r"[a-z+]+://\S*|[\w-]+(?:[./:@][\w-]+)+|[0-9a-f]{6,}|\b[\w]*\d[\w]*\b|\{\w+\}|[RL]\d+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
# Our name, names of formats and units, and the name of a language for those who read it.
KNOWN = {
    "Rostra", "Markdown", "Word", "PDF", "HTML", "JSON", "CSV", "Atom", "Prometheus", "US", "UTC",
    "English",
}  # fmt: skip
_SHOWN = ("aria-label", "title", "placeholder", "alt", "data-name", "data-sure", "data-tip")


def make_language(place: Path) -> Path:
    """Write the folder of the marked language below `place`."""
    made = place / MARKED
    made.mkdir(parents=True)
    forms: dict[str, list[str]] = {}
    for code in sorted(codes()):
        file, _, key = code.partition(".")
        text = form(code, "en")
        marked = text if _DATA.fullmatch(code) else f"⟦{code}|{text}⟧"
        forms.setdefault(file, []).append(
            f"{json.dumps(key)} = {json.dumps(marked, ensure_ascii=False)}"
        )
    for file, lines in forms.items():
        (made / f"{file}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.copytree(str(folder("en") / "prompts"), made / "prompts")
    return place


def said(text: str) -> set[str]:
    """The codes that a text says."""
    return set(_CODE.findall(text))


def unmarked(text: str, *, may_be_cut: bool = False) -> set[str]:
    """The Latin words of a text that no form says; in a terminal a line may be full before a form
    ends.
    """
    before = ""
    while before != text:
        before, text = text, _MARK.sub(" ", text)
    if may_be_cut:
        text = _CUT.sub(" ", text)
    return set(_WORD.findall(_NAMES.sub(" ", text))) - KNOWN


class _Reader(HTMLParser):
    """What a person sees or hears of a page, and what its scripts may say."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "style", "code"):
            self._silent.append(tag)
        if given.get("type") == "submit" and given.get("value"):
            self.seen.append(str(given["value"]))
        self.seen += [str(given[name]) for name in _SHOWN if given.get(name)]
        if given.get("data-words"):
            self.seen += _texts(json.loads(str(given["data-words"])))

    def handle_endtag(self, tag: str) -> None:
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.seen.append(data)


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    return [str(value)]


def seen_in(page: str) -> str:
    reader = _Reader()
    reader.feed(page)
    return "\n".join(reader.seen)


def plain(text: str) -> str:
    """Markdown or the XML of a paper as text."""
    return html.unescape(re.sub(r"<[^>]+>", "\n", re.sub(r"`[^`]*`", " ", text)))
