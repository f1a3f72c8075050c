"""What a request shows: sentences with the ids that stand with them, the question, addresses.

Nothing here knows any prompt. Content is told from instructions by its place: tool results, text
under an evidence id, text inside a fence; only when there is none of these, whatever the user said.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rostra.text import index_tokens, sentences
from rostra_testing.scripted import anchors
from rostra_testing.scripted.anchors import Anchor
from rostra_testing.scripted.request import ChatRequest, text_of

MOST_PASSAGES = 1_500
MOST_JSON_TRIES = 2_000
DEEPEST_JSON = 40
SMALL_JSON = 200
LONGEST_QUESTION = 400
LONGEST_PASSAGE = 600
URL = re.compile(r"https?://[^\s<>\"'`，。；、！？）】」』\]\)}|\\]+")

_FENCE = re.compile(
    r"^(?:`{3,}|~{3,}|-{3,}|={3,}|<{2,}|>{2,}|\*{3,}|#{4,}|</?[A-Za-z][^<>]*>)"
    r"|(?:-{3,}|={3,}|>{2,}|#{4,})$"
)
_CLOSING = re.compile(r"^(?:</|>{2,})|^[^<]*>{2,}$|\bend\b|結束|结束", re.IGNORECASE)
_NONCE = re.compile(r"[0-9A-Za-z]{4,}")
_LABEL = re.compile(r"^\s*(?:[(（\[【][^()（）\[\]【】]{1,60}[)）\]】]\s*)+")
_BULLET = re.compile(r"^\s*(?:[-*•·]\s+|>\s*|#{1,6}\s+|\d{1,2}[.)、]\s*)+")
_ASKED = re.compile(
    r"^[ \t#*>-]{0,12}(?:the\s)?(?:research\s)?(?:question|query|motion|topic|題目|題|問題|问题"
    r"|辯題|辩题|查詢|查询|議題|议题|主題|主题)[^\S\n]{0,9}(?:[:：]|\n)[\s*]{0,9}(?:<{2,}[^\n]{1,60}\n)?(?P<asked>[^\n]{2,400})",
    re.IGNORECASE | re.MULTILINE,
)
_INSTRUCTS = re.compile(
    r"\b(?:json|output|please|must|should|return|respond|answer|write|list|cite|do not|don't|never|"
    r"you are|your task|summari[sz]e|use the)\b|請|请|必須|必须|不要|不得|只能|輸出|输出|回答|回覆"
    r"|要求|撰寫|撰写|你是|任務|任务",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LETTER = re.compile(r"[^\W\d_]")
_WIDE = re.compile("[\u3400-\u9fff]")
_ID_KEYS = ("evidence_id", "id", "ref", "key", "artifact_id", "source_id")
_CONTENT_ROLES = ("user", "tool", "function")


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence seen in content, with the evidence it stands with."""

    text: str
    anchors: tuple[Anchor, ...] = ()
    is_fenced: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(anchor.id for anchor in self.anchors)


@dataclass(frozen=True)
class Reading:
    """`content` is all that users and tools said; `shown` the part of it that is set apart from
    the user's own words, and empty when nothing is.
    """

    question: str
    passages: Sequence[Passage]
    anchors: Sequence[Anchor]
    urls: Sequence[str]
    records: Sequence[Mapping[str, Any]]
    instructions: str
    content: str
    shown: str
    citation: str | None = None


@dataclass
class _Page:
    """One message, taken apart."""

    passages: list[Passage] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    records: list[Mapping[str, Any]] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


def read(request: ChatRequest) -> Reading:
    told = "\n".join(request.texts("system", "developer"))
    heard = [message for message in request.messages if message.get("role") in _CONTENT_ROLES]
    seen = [(message["role"], text_of(message)) for message in heard]
    pages = [(role, _take_apart(text)) for role, text in seen]
    user_text = "\n".join(text for role, text in seen if role == "user")
    question = _question(user_text, [page for role, page in pages if role == "user"])
    passages = _content(pages, question) or _sentences_of(told)
    loose = "\n".join(line for role, page in pages if role == "user" for line in page.loose)
    all_anchors = [anchor for _, page in pages for anchor in page.anchors]
    text = "\n".join(text for _, text in seen)
    instructions = f"{told}\n{loose}"
    return Reading(
        question=question,
        passages=_rank(passages, question),
        anchors=list({anchor.id: anchor for anchor in all_anchors}.values()),
        urls=list(dict.fromkeys(url.rstrip(".,;:!?") for url in URL.findall(text))),
        records=[record for _, page in pages for record in page.records],
        instructions=instructions,
        content=text,
        shown="\n".join(line for role, page in pages for line in _shown(role, page)),
        citation=anchors.template(f"{told}\n{user_text}"),
    )


def _shown(role: object, page: _Page) -> list[str]:
    return page.shown if role == "user" else [*page.shown, *page.loose]


def _content(pages: Sequence[tuple[object, _Page]], question: str) -> list[Passage]:
    """The best kind of content there is: under an id, else set apart, else what the user said."""
    everything = [passage for _, page in pages for passage in page.passages]
    anchored = [passage for passage in everything if passage.anchors]
    if anchored:
        return anchored
    set_apart = [
        passage
        for role, page in pages
        for passage in [*page.passages, *map(Passage, page.loose)]
        if role != "user" or passage.is_fenced
    ]
    good = [p for p in set_apart if _is_sentence(p.text) and p.text != question]
    if good:
        return good
    said = [line for role, page in pages if role == "user" for line in page.loose]
    plain = [line for line in said if _is_sentence(line) and line not in question]
    told = [Passage(line) for line in plain if not _INSTRUCTS.search(line)]
    return told or [Passage(line) for line in plain]


def _sentences_of(text: str) -> list[Passage]:
    return [Passage(found.text) for found in sentences(text) if _is_sentence(found.text)]


def _question(text: str, pages: Iterable[_Page]) -> str:
    labelled = _ASKED.search(text)
    if labelled:
        return labelled["asked"].strip(" *「」\"'")
    loose = [line for page in pages for line in page.loose]
    asked = [line for line in loose if line.endswith(("?", "？"))]
    return (asked or loose or [text.strip()])[0][:LONGEST_QUESTION]


def _rank(passages: Sequence[Passage], question: str) -> list[Passage]:
    """Nearest to the question first, and not all from one piece of evidence."""
    wanted = set(index_tokens(question))
    first = {passage.text: passage for passage in reversed(passages[:MOST_PASSAGES])}
    once = list(reversed(first.values()))
    scores: dict[str, float] = {}
    heard: dict[tuple[str, ...], int] = {}
    for passage in once:
        tokens = set(index_tokens(passage.text))
        shared = len(tokens & wanted) / (1 + len(wanted))
        figures = 0.1 if any(character.isdigit() for character in passage.text) else 0.0
        whole = 0.1 if passage.text.endswith(("。", ".", "！", "!", "」", "”")) else 0.0
        again = heard[passage.ids] = heard.get(passage.ids, -1) + 1
        scores[passage.text] = shared + figures + whole - 0.05 * again
    return sorted(once, key=lambda passage: -scores[passage.text])


@lru_cache(maxsize=512)
def _take_apart(text: str) -> _Page:
    """Cached because a conversation grows: every request carries all earlier messages again."""
    page = _Page()
    words = ""
    for piece, value in _split_json(text):
        if value is None:
            words += piece
        elif _is_inline(words, piece, value):
            words += piece
            page.records.append(value)
        else:
            _read_lines(page, words)
            words = ""
            _read_json(page, value, ())
    _read_lines(page, words)
    return page


def _is_inline(before: str, piece: str, value: object) -> bool:
    """A small object in the middle of a line is part of its sentence."""
    starts_line = not before.rpartition("\n")[2].strip()
    return isinstance(value, dict) and len(piece) <= SMALL_JSON and not starts_line


def _split_json(text: str) -> Iterator[tuple[str, Any]]:
    """The text in order, with every JSON object or list of objects in it parsed."""
    decoder = json.JSONDecoder()
    start = at = tries = 0
    while (at := _next_opening(text, at)) >= 0 and tries < MOST_JSON_TRIES:
        tries += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if (isinstance(value, dict) and value) or (
            isinstance(value, list) and value and isinstance(value[0], dict)
        ):
            yield text[start:at], None
            yield text[at:end], value
            start = at = end
        else:
            at += 1
    yield text[start:], None


def _next_opening(text: str, at: int) -> int:
    places = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
    return min(places, default=-1)


def _read_json(page: _Page, value: object, above: tuple[Anchor, ...], depth: int = 0) -> None:
    if depth > DEEPEST_JSON:
        return
    if isinstance(value, dict):
        page.records.append(value)
        named = [value[key] for key in _ID_KEYS if isinstance(value.get(key), str | int)]
        own = tuple(Anchor(str(name), "", "id") for name in named[:1] if str(name)) or above
        page.anchors.extend(own)
        for key, part in value.items():
            if key not in _ID_KEYS:
                _read_json(page, part, own, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _read_json(page, part, above, depth + 1)
    elif isinstance(value, str) and not URL.match(value):
        page.shown.append(value)
        # A text inside JSON may itself be a document with ids of its own.
        inner = _take_apart(value) if "\n" in value or "[" in value else _Page()
        page.anchors.extend(inner.anchors)
        marked = [passage for passage in inner.passages if passage.anchors]
        plain = [Passage(found.text, above, is_fenced=True) for found in sentences(value)]
        page.passages += marked or [passage for passage in plain if _is_sentence(passage.text)]


def _read_lines(page: _Page, text: str) -> None:
    current: tuple[Anchor, ...] = ()
    fences: list[str] = []
    for raw in text.splitlines():
        line = raw.strip()
        if not line:
            current = current if fences else ()
            continue
        declared = anchors.heading(line)
        if declared is not None:
            current = (declared,)
            page.anchors.append(declared)
        if _FENCE.search(line):
            current = current if declared else ()
            _move_fence(fences, line)
            line = _bare(line)
        elif declared is not None:
            line = ""
        if line:
            current = _read_line(page, line, current, is_fenced=bool(fences or declared))


def _bare(line: str) -> str:
    """What a fence line says besides being a fence: `<item id="3">Text</item>`."""
    return "" if line[0] != "<" or line.startswith("<<") else _TAG.sub(" ", line).strip()


def _move_fence(fences: list[str], line: str) -> None:
    """Open or close a fence. A line like the opening one, or with its nonce in it, closes it."""
    if line.startswith("<") and "</" in line[1:]:
        return  # opened and closed on one line
    if fences:
        again = line == fences[-1] or set(_NONCE.findall(line)) & set(_NONCE.findall(fences[-1]))
        if _CLOSING.search(line) or again:
            fences.pop()
            return
    if not line.startswith("</"):
        fences.append(line)


def _read_line(
    page: _Page, line: str, current: tuple[Anchor, ...], *, is_fenced: bool
) -> tuple[Anchor, ...]:
    """Read one line of text; return the anchors that hold for the next one."""
    line = _TAG.sub(" ", _BULLET.sub("", line)).strip()
    runs = _marker_runs(line)
    page.anchors.extend(anchor for own, _, _ in runs for anchor in own)
    if not runs:
        _keep(page, line, current, is_fenced=is_fenced)
        return current
    if runs[0][1] == 0:  # the id leads: what follows it is its text
        ends = [start for _, start, _ in runs[1:]] + [len(line)]
        for (own, _, start), end in zip(runs, ends, strict=True):
            _keep(page, line[start:end], own, is_fenced=is_fenced)
        return runs[-1][0]
    begin = 0
    for own, start, end in runs:  # the id trails: what stands before it is its text
        _keep(page, line[begin:start], current, own, is_fenced=is_fenced)
        begin = end
    _keep(page, line[begin:], current, is_fenced=is_fenced)
    return current


def _marker_runs(line: str) -> list[tuple[tuple[Anchor, ...], int, int]]:
    """Ids in brackets, those that touch each other taken together."""
    runs: list[tuple[tuple[Anchor, ...], int, int]] = []
    for anchor, start, end in anchors.bracketed(line):
        if runs and not line[runs[-1][2] : start].strip(" ,、，"):
            own, begin, _ = runs[-1]
            runs[-1] = ((*own, anchor), begin, end)
        else:
            runs.append(((anchor,), start, end))
    return runs


def _keep(
    page: _Page,
    text: str,
    current: tuple[Anchor, ...],
    trailing: tuple[Anchor, ...] = (),
    *,
    is_fenced: bool,
) -> None:
    """Keep the sentences of a stretch; ids that trail it belong to its last sentence."""
    if current or trailing or is_fenced:
        page.shown.append(text)
        text = _LABEL.sub("", text) if current else text
    split = [found.text for part in text.split(" | ") for found in sentences(part)]
    for at, sentence in enumerate(split):
        own = trailing if trailing and at == len(split) - 1 else current
        if own or is_fenced:
            if _is_sentence(sentence):
                page.passages.append(Passage(sentence, own, is_fenced))
        else:
            page.loose.append(sentence)


def _is_sentence(text: str) -> bool:
    if len(text) > LONGEST_PASSAGE or "{" in text or "}" in text or URL.match(text):
        return False
    if text.endswith((":", "：", "?", "？")):
        return False
    letters = len(_LETTER.findall(text))
    return letters >= 3 and len(text) >= 7 if _WIDE.search(text) else letters >= 12
