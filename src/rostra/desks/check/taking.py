"""Take a report apart: its sentences, what each cites, and what is said of the sources.

Everything is told by its form and nothing by its wording: footnotes, numbers in brackets with a
list they lead to, links in the text or in parentheses, lists of addresses at the end, ids of our
own evidence. A source is known by its number or note, or else by its address.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from rostra.desks.check.records import CitedSource, Sentence, Taken
from rostra.rules import canonical_url
from rostra.text import clean, sentences

_URL = r"https?://[^\s<>\[\]()\"“”（）「」，。、；]+(?:\([^\s()]*\)[^\s<>()\[\]]*)*"
_LINK_TEXT = r"(?:[^\[\]]|\[[^\[\]]*\])*?"
_LINK = (
    rf"\[(?P<{{0}}text>{_LINK_TEXT})\]\(\s*<?(?P<{{0}}to>{_URL}|#[^\s)]*)>?(?:\s+\"[^\"]*\")?\s*\)"
)
_ANY_LINK = rf"\[{_LINK_TEXT}\]\(\s*<?(?:{_URL}|#[^\s)]*)>?(?:\s+\"[^\"]*\")?\s*\)"
_EVIDENCE = r"evidence:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NUMBERS = r"\d{1,3}(?:\s*[-–,，、]\s*\d{1,3})*"
_CITATION = re.compile(
    rf"[(（]\s*(?P<aside>{_ANY_LINK}(?:\s*[;,，；、]\s*{_ANY_LINK})*)\s*[)）]"
    rf"|(?<!!){_LINK.format('')}"
    r"|\[\^(?P<note>[^\]\s]+)\]"
    r"|\[(?P<words>[^\[\]]+)\]\[(?P<ref>[^\[\]]+)\]"
    rf"|[\[【](?P<numbers>{_NUMBERS})(?:†[^】]*)?[\]】]"
    r"|(?<=[.,;:!?。，；！？”」)）])(?P<raised>[⁰¹²³⁴-⁹]+)"
    rf"|[(（]?\s*(?P<evidence>{_EVIDENCE})`?\s*[)）]?"
    rf"|[(（]\s*(?P<inside>{_URL})\s*[)）]|(?P<bare>{_URL})"
)
_ONE_LINK = re.compile(_LINK.format(""))
_TARGET = re.compile(rf"{_LINK.format('')}|(?P<bare>{_URL})|(?P<evidence>{_EVIDENCE})")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_OPEN, _CLOSE = "\ue000", "\ue001"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_AFTER_STOP = re.compile(rf"([。．.!?！？][\"'”’」』)）]*)\s*((?:{_OPEN}\d+{_CLOSE}[\s,，、]*)+)")
_STOP = re.compile(r"[。．.!?！？…][\"'”’」』)）\]]*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]{0,300}>", re.DOTALL)
_RAISED_TAG = re.compile(r"<sup>\s*\[?(\d{1,3})\]?\s*</sup>", re.IGNORECASE)
_AUTOLINK = re.compile(r"<(https?://[^\s<>]+)>")
_NOTE = re.compile(r"\s*\[\^([^\]\s]+)\]:\s*(.*)")
_REFERENCE = re.compile(r"\s*\[([^\]^]+)\]:\s*<?(https?://\S+?)>?(?:\s+[\"'(](.*)[\"')])?\s*$")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,})\s*$")
_ITEM = re.compile(r"\s*(?:[-*+•‧▪◆●○–]\s+|\(?(\d{1,3})[.)、．]\s*(?=\D)|\[(\d{1,3})\](?!\()\s*)")
_NUMBERED = re.compile(
    r"[\s|*]*(?:[^\d\s:：;|]{1,20}[:：]\s*)?\[?(\d{1,3})(?:\]?\(#[^)]*\))?\]?(?:[\s.):：;|、．]|$)"
)
_ROW, _RULE = re.compile(r"\s*\|"), re.compile(r"[\s|:-]+$")
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|`")
_WIDE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]")
_LONGEST = 2_000
_SHORT = 40


@dataclass(slots=True)
class _Block:
    text: str
    kind: str
    heading: str = ""
    number: int | None = None
    place: int = 0


@dataclass(slots=True)
class _Read:
    """What was met so far; `notes` and `refs` are definitions, `sources` what they come to."""

    blocks: list[_Block] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    sources: dict[str, CitedSource] = field(default_factory=dict)
    title: str = ""


def take_apart(markdown: str, title: str = "") -> Taken:
    """The sentences of a report and what they cite, from its text with links as Markdown has."""
    read = _blocks(_tidied(markdown))
    for key, text in read.notes.items():
        read.sources[f"^{key}"] = _source(f"^{key}", text)
    lists = _source_lists(read)
    said: list[Sentence] = []
    for block in read.blocks:
        if id(block) not in lists and block.kind != "heading":
            said += _sentences(block, read.sources)
    used = dict.fromkeys(key for one in said for key in one.cites)
    known = [read.sources.get(key) or CitedSource(key) for key in used]
    return Taken(title or read.title, tuple(said), tuple(known))


def joined_lines(text: str) -> str:
    """The lines of a page put together again where the paper's edge broke them."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    edge = 0.7 * median([_width(line) for line in lines if _width(line) > _SHORT] or [0])
    out: list[str] = []
    for n, line in enumerate(lines):
        before = lines[n - 1] if n else ""
        is_new = not before or _ITEM.match(line) or (_NUMBERED.match(line) and _TARGET.search(line))
        if is_new or (_width(before) < edge and not _goes_on(before, line)):
            out.append(line)
        else:
            out[-1] += ("" if _WIDE.match(line) and _WIDE.match(out[-1][-1]) else " ") + line
    return "\n\n".join(out)


def _goes_on(before: str, line: str) -> bool:
    """Whether a line begins with the link that the one before ended with."""
    ended, begins = list(_ONE_LINK.finditer(before)), _ONE_LINK.match(line)
    return bool(ended and begins) and ended[-1]["to"] == begins["to"]  # type: ignore[index]


def _width(line: str) -> int:
    shown = _ONE_LINK.sub(lambda found: found["text"], line)
    return len(shown) + len(_WIDE.findall(shown))


# -- blocks -------------------------------------------------------------------------------------


def _tidied(text: str) -> str:
    text = clean(text).replace(_OPEN, "").replace(_CLOSE, "")
    text = _AUTOLINK.sub(r"\1", _RAISED_TAG.sub(r"[\1]", text))
    return _TAG.sub(lambda found: " " if found[0][:3].lower() == "<br" else "", text)


def _blocks(text: str) -> _Read:
    read, is_code, is_open, note = _Read(), False, False, ""
    heading = ""
    for line in text.splitlines():
        if _FENCE.match(line):
            is_code = not is_code
            continue
        if is_code or not line.strip():
            is_open, note = False, note if line.strip() else ""
            continue
        if found := _NOTE.match(line):
            note, is_open = found[1], False
            read.notes[note] = found[2]
        elif note and line[:1] in " \t":
            read.notes[note] += f" {line.strip()}"
        elif found := _REFERENCE.match(line):
            key = found[1].strip()
            read.sources[key] = CitedSource(key, found[3] or "", found[2])
        elif found := _HEADING.match(line):
            heading, is_open = _plain(found[1]), False
            read.title = read.title or heading
            read.blocks.append(_Block(heading, "heading", heading))
        elif is_open and _UNDERLINE.match(line) and read.blocks[-1].kind == "text":
            heading, read.blocks[-1].kind, is_open = read.blocks[-1].text, "heading", False
            read.title = read.title or heading
        elif is_open and _is_more(line):
            gap = "" if _WIDE.match(line.strip()) and _WIDE.match(read.blocks[-1].text[-1]) else " "
            read.blocks[-1].text += gap + line.strip()
        elif not (_ROW.match(line) and _RULE.match(line)) and any(map(str.isalnum, line)):
            read.blocks.append(_block(line, heading, len(read.blocks)))
            is_open = read.blocks[-1].kind in ("text", "item")
    return read


def _is_more(line: str) -> bool:
    return not (_ITEM.match(line) or _ROW.match(line) or line.lstrip().startswith(">"))


def _block(line: str, heading: str, place: int) -> _Block:
    text = line.strip()
    if _ROW.match(line):
        found = _NUMBERED.match(text)
        cells = " | ".join(cell.strip() for cell in text.strip("|").split("|"))
        return _Block(cells, "row", heading, int(found[1]) if found else None, place)
    if text.startswith(">"):
        return _Block(text.lstrip("> "), "quote", heading, None, place)
    if found := _ITEM.match(line):
        number = found[1] or found[2]
        if number is None and (inner := _NUMBERED.match(line[found.end() :])):
            number = inner[1] if _TARGET.search(line) else None
        item = int(number) if number else None
        return _Block(line[found.end() :].strip(), "item", heading, item, place)
    found = _NUMBERED.match(text) if _TARGET.search(text) else None
    return _Block(text, "text", heading, int(found[1]) if found else None, place)


# -- lists of sources ---------------------------------------------------------------------------


def _source_lists(read: _Read) -> set[int]:
    """The blocks that name sources and say nothing: known by `id`; what they name is kept."""
    cited = {n for block in read.blocks for n in _cited_numbers(block)}
    lists: set[int] = set()
    for has_target in (True, False):
        for block in reversed(read.blocks):
            key = str(block.number)
            if block.number not in cited or key in read.sources or block.kind == "heading":
                continue
            if bool(_TARGET.search(block.text)) is has_target and _names(block, has_target):
                read.sources[key] = _source(key, block.text)
                lists.add(id(block))
    unnamed = [n for n in sorted(cited) if str(n) not in read.sources]
    for section in _sections(read.blocks):
        entries = [block for block in section if id(block) not in lists]
        if not entries or not all(_is_entry(block, len(section)) for block in entries):
            continue
        for n, block in enumerate(entries, 1):
            lists.add(id(block))
            if n in unnamed:
                read.sources[str(n)] = _source(str(n), block.text)
            source = _source("", block.text)
            read.sources.setdefault(_key(source.url), _source(_key(source.url), block.text))
    return lists


def _cited_numbers(block: _Block) -> Iterator[int]:
    """Numbers in brackets; not the one that a block itself begins with."""
    for found in _CITATION.finditer(block.text):
        if found["numbers"] and not (found.start() == 0 and block.number is not None):
            yield from _spread(found["numbers"])
        elif found["text"] and found["to"].startswith("#") and found["text"].strip("[]").isdigit():
            yield int(found["text"].strip("[]"))
        elif found["raised"]:
            yield int(found["raised"].translate(_RAISED))


def _names(block: _Block, has_target: bool) -> bool:
    """Whether a numbered block only names something: it cites no other number."""
    others = [n for n in _cited_numbers(block) if n != block.number]
    return not others and (has_target or block.kind == "item")


def _sections(blocks: Sequence[_Block]) -> list[list[_Block]]:
    made: list[list[_Block]] = [[]]
    for block in blocks:
        if block.kind == "heading":
            made.append([])
        else:
            made[-1].append(block)
    return made


def _is_entry(block: _Block, count: int) -> bool:
    """A line that is an address with at most a description before it, among others like it."""
    found = list(_TARGET.finditer(block.text))
    if not found or block.kind in ("row", "quote") or found[-1].end() < len(block.text.rstrip()):
        return False
    if len({one["to"] or one["bare"] or one["evidence"] for one in found}) > 1:
        return False
    is_alone = not _TARGET.sub("", block.text).strip(" .-–:：")
    is_shown = found[-1]["to"] is None or _looks_like_address(found[-1]["text"])
    return is_alone or (is_shown and (count > 1 or block.kind == "item"))


def _source(key: str, text: str) -> CitedSource:
    """What a line says of a source: the first address in it, and the words around."""
    found = [one for one in _TARGET.finditer(text) if not (one["to"] or "").startswith("#")]
    urls = [one["to"] or one["bare"] for one in found if one["to"] or one["bare"]]
    ids = [one["evidence"] for one in found if one["evidence"]]
    names = [one["text"] for one in found if one["text"] and not _looks_like_address(one["text"])]
    name = names[0] if names else _TARGET.sub("", text)
    if len(names) > 1 and len(set(urls)) == 1:
        name = " ".join(names)
    url = urls[0].rstrip(".,;:") if urls else ""
    return CitedSource(key, _plain(name)[:300].strip(" :：-–·|"), url, ids[0] if ids else "")


# -- sentences ----------------------------------------------------------------------------------


def _sentences(block: _Block, sources: dict[str, CitedSource]) -> Iterator[Sentence]:
    keys: list[str] = []
    marked = _marked(block.text, keys, sources)
    marked = _AFTER_STOP.sub(lambda found: f"{found[2].strip()}{found[1]} ", marked)
    parts = [one.text for one in sentences(marked)]
    cites = [
        tuple(dict.fromkeys(keys[int(found[1])] for found in _MARK.finditer(part)))
        for part in parts
    ]
    # An item is one point: what it cites at its end holds for all of it.
    if block.kind == "item" and cites and cites[-1] and not any(cites[:-1]):
        cites = [cites[-1]] * len(cites)
    for part, cited in zip(parts, cites, strict=True):
        text = _plain(_MARK.sub("", part))[:_LONGEST]
        if _is_statement(text, block, is_cited=bool(cited)):
            yield Sentence(text, cited, block.place, block.heading)


def _is_statement(text: str, block: _Block, *, is_cited: bool) -> bool:
    """What cites something; else a whole sentence that is neither quoted nor in a table."""
    words, wide = len(text.split()), len(_WIDE.findall(text))
    if is_cited:
        return (words > 2 or wide > 5) and any(map(str.isalnum, _TARGET.sub("", block.text)))
    is_whole = bool(_STOP.search(text)) and (words > 3 or wide > 7)
    return is_whole and block.kind not in ("row", "quote")


def _marked(text: str, keys: list[str], sources: dict[str, CitedSource]) -> str:
    """The text with a mark for each citation; `keys` and `sources` take in what is cited."""

    def mark(key: str) -> str:
        keys.append(key)
        return f"{_OPEN}{len(keys) - 1}{_CLOSE}"

    def to(url: str, title: str = "") -> str:
        tail = url[len(url.rstrip(".,;:!?'")) :]
        address = url.removesuffix(tail) if tail else url
        key = _key(address)
        known = sources.get(key)
        if known is None or (title and not known.title):
            sources[key] = CitedSource(key, _plain(title), address)
        return mark(key) + tail

    def link(found: re.Match[str], *, is_label: bool) -> str:
        words, url = found["text"], found["to"]
        number = words.strip().strip("[]")
        if url.startswith("#"):
            return mark(number) if number.isdigit() else words
        if number.isdigit() and number in sources:
            return mark(number)
        if is_label or number.isdigit() or _looks_like_address(words):
            return to(url, "" if number.isdigit() or _looks_like_address(words) else words)
        return words + to(url, words)

    def cited(found: re.Match[str]) -> str:
        if found["aside"]:
            links = _ONE_LINK.finditer(found["aside"])
            return "".join(link(one, is_label=True) for one in links)
        if found["to"]:
            before, after = text[: found.start()].rstrip(), text[found.end() :].strip(" .。")
            is_last = not after or after.startswith("[")
            return link(found, is_label=is_last and (not before or bool(_STOP.search(before))))
        if found["note"]:
            return mark(f"^{found['note']}")
        if found["ref"]:
            key = found["ref"].strip()
            return found["words"] + (mark(key) if key in sources else "")
        if found["numbers"]:
            return "".join(mark(str(n)) for n in _spread(found["numbers"]))
        if found["raised"]:
            key = found["raised"].translate(_RAISED)
            return mark(key) if key in sources else found[0]
        if found["evidence"]:
            sources.setdefault(
                found["evidence"], CitedSource(found["evidence"], "", "", found["evidence"])
            )
            return mark(found["evidence"])
        return to(found["inside"] or found["bare"])

    return _CITATION.sub(cited, text)


def _spread(numbers: str) -> Iterator[int]:
    for part in re.split(r"\s*[,，、]\s*", numbers):
        first, _, last = (one.strip() for one in re.sub("[–-]", "-", part).partition("-"))
        yield from range(int(first), min(int(last or first), int(first) + 50) + 1)


def _looks_like_address(words: str) -> bool:
    return bool(re.fullmatch(r"(?:https?://|www\.)?[\w.-]+\.[a-z]{2,}(?:[/?#]\S*)?", words.strip()))


def _key(url: str) -> str:
    return canonical_url(url) or url


def _plain(text: str) -> str:
    """Words without the signs that set them off; a link is its words."""
    shown = _ONE_LINK.sub(lambda found: found["text"], text)
    tidy = " ".join(_EMPHASIS.sub("", shown).split())
    return re.sub(r"\s+([.,;:!?。，；：！？)）])", r"\1", tidy)
