"""Values that were not written as JSON: lines of keys, elements of XML, tables of Markdown.

Each of them is read only where it is the whole text, headings aside, so that no sentence of prose
is taken for a value. What stands without quotes is `Plain`: the type says what it is.
"""

import html
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rostra.rules.cursor import Broken, Refused
from rostra.rules.loose_json import Arr, Node, Obj, Plain, read_whole, same

_MOST_LINES: Final = 5_000
_DEEPEST: Final = 32
_KEY: Final = re.compile(
    r"(?P<mark>[\"'`*_]{0,3})(?P<key>[^\W\d][\w .-]{0,60}?)(?P<after>[\"'`*_]{0,3})\s*"
    r"[:：=](?P<closing>[*_]{0,2})\s*(?P<rest>.*)"
)
_ITEM: Final = re.compile(r"(?:[-*•‧]|\d{1,3}[.)、])(\s+|$)")
_WORDS: Final = re.compile(r"\[\s*([^\W\d][\w.-]*(?:\s*,\s*[^\W\d][\w.-]*)*)\s*\]")
_HEAD: Final = re.compile(r"\[([A-Za-z_]\w*)\]")
_TAG: Final = re.compile(r"<(/?)([A-Za-z_][\w.-]{0,60})((?:\s[^<>]{0,400}?)?)(/?)>")
_ATTRIBUTE: Final = re.compile(r"""\s+([A-Za-z_][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_DECLARATION: Final = re.compile(r"<\?xml[^<>]*\?>|<!--.*?-->", re.DOTALL)
_CDATA: Final = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_RULE: Final = re.compile(r"[\s|:-]*-[\s|:-]*")
_NOT_A_LINE: Final = re.compile(r"\s*(?:---+|\.\.\.|#.*|`{3,}.*|~{3,}.*)?\s*")


class _Line(NamedTuple):
    indent: int
    text: str


def notations(text: str) -> Iterator[Node]:
    """The text as each notation that it wholly is."""
    for read in (_elements, _table, _lines):
        try:
            yield from filter(None, read(text))
        except (Broken, Refused, ValueError):
            continue


def _lines(text: str) -> list[Node]:
    """Keys with their values, a line each; a sign before each item of a list."""
    lines: list[_Line] = []
    deeper = 0
    for line in text.splitlines()[:_MOST_LINES]:
        if _NOT_A_LINE.fullmatch(line):
            continue
        bare = line.expandtabs(4).lstrip()
        if head := _HEAD.fullmatch(bare.rstrip()):
            lines.append(_Line(0, f"{head[1]}:"))
            deeper = 2
        else:
            lines.append(_Line(len(line.expandtabs(4)) - len(bare) + deeper, bare.rstrip()))
    return [_block(lines, 0)] if lines else []


def _block(lines: Sequence[_Line], depth: int) -> Node:
    if depth > _DEEPEST:
        raise ValueError("too deep")
    entries: list[list[_Line]] = []
    for line in lines:
        if not entries or line.indent <= lines[0].indent:
            if line.indent < lines[0].indent:
                raise ValueError("indented less")
            entries.append([])
        entries[-1].append(line)
    if all(_ITEM.match(entry[0].text) for entry in entries):
        return Arr(_item(entry, depth) for entry in entries)
    return _members(entries, depth)


def _item(entry: Sequence[_Line], depth: int) -> Node:
    head = entry[0]
    sign = _ITEM.match(head.text)
    within = sign.end() if sign else 0
    rest = _Line(head.indent + within, head.text[within:])
    if not rest.text or _KEY.fullmatch(rest.text):
        lines = [rest, *entry[1:]] if rest.text else list(entry[1:])
        return _block(lines, depth + 1) if lines else None
    return _scalar(rest.text, entry[1:])


def _members(entries: Sequence[Sequence[_Line]], depth: int) -> Obj:
    made = Obj()
    last = ""
    for entry in entries:
        if last and made[last] is None and _ITEM.match(entry[0].text):
            made[last] = Arr()
        listed = made[last] if last else None
        if isinstance(listed, Arr) and _ITEM.match(entry[0].text):
            listed.append(_item(entry, depth))
            continue
        found = _KEY.fullmatch(entry[0].text)
        if not found:
            raise ValueError("a line without a key")
        last = found["key"].strip()
        value = _value(found["rest"], entry[1:], depth)
        if last in made and not same(made[last], value):
            raise ValueError("one key, two values")
        made[last] = value
    return made


def _value(rest: str, deeper: Sequence[_Line], depth: int) -> Node:
    if rest in {"|", "|-", ">", ">-"}:
        return ("\n" if rest[0] == "|" else " ").join(line.text for line in deeper)
    if not rest:
        return _block(deeper, depth + 1) if deeper else None
    return _scalar(rest, deeper)


def _scalar(text: str, deeper: Sequence[_Line]) -> Node:
    """One value; what is indented below it goes on with it, unless it begins something."""
    if any(_ITEM.match(line.text) or _KEY.fullmatch(line.text) for line in deeper):
        raise ValueError("a value with members")
    whole = " ".join([text, *(line.text for line in deeper)])
    if words := _WORDS.fullmatch(whole):
        return Arr(Plain(one.strip()) for one in words[1].split(","))
    if whole[0] in "\"'“「[{(`":
        return read_whole(whole)
    if " #" in whole or " //" in whole:
        raise ValueError("a comment, or not")
    return Plain(whole)


def _table(text: str) -> list[Node]:
    """The rows as objects; of two columns the first may hold the keys of one object."""
    rows = []
    for line in text.splitlines()[:_MOST_LINES]:
        bare = line.strip()
        if bare.startswith("|"):
            cells = bare.strip("|").split("|")
            rows.append([Plain(cell.strip().strip("*`")) for cell in cells])
        elif bare and not bare.endswith((":", "：")) and not _NOT_A_LINE.fullmatch(line):
            return []
    if len(rows) < 3 or not all(_RULE.fullmatch(cell) for cell in rows[1]):
        return []
    head, _, *body = rows
    if any(len(row) != len(head) for row in body) or len(set(head)) != len(head):
        return []
    listed = Arr(Obj(zip(head, row, strict=True)) for row in body)
    is_pairs = len(head) == 2 and len({row[0] for row in body}) == len(body)
    return [listed, Obj((key, cell) for key, cell in body)] if is_pairs else [listed]


def _elements(text: str) -> list[Node]:
    """Elements by their names; those of one name are a list. Text beside elements is refused."""
    text = _CDATA.sub(lambda found: html.escape(found[1]), _DECLARATION.sub("", text)).strip()
    if not text.startswith("<"):
        return []
    made, end = _children(text, 0, "", 0)
    if text[end:].strip():
        raise ValueError("text after the elements")
    return [made]


def _children(text: str, at: int, name: str, depth: int) -> tuple[Node, int]:
    if depth > _DEEPEST:
        raise ValueError("too deep")
    made = Obj()
    made.is_element = True
    said = ""
    while True:
        tag = _TAG.search(text, at)
        said += text[at : tag.start() if tag else len(text)]
        if not tag:
            at = len(text)
            break
        at = tag.end()
        if tag[1]:
            if tag[2] != name:
                raise ValueError("not the element that is open")
            break
        child, at = _element(text, tag, depth)
        _add(made, tag[2], child)
    if not tag and name:
        raise ValueError("an element that does not end")
    if made and said.strip():
        raise ValueError("text beside elements")
    return (made or Plain(html.unescape(said.strip()))), at


def _element(text: str, tag: re.Match[str], depth: int) -> tuple[Node, int]:
    inner: Node = None
    at = tag.end()
    if not tag[4]:
        inner, at = _children(text, at, tag[2], depth + 1)
    given = Obj()
    given.is_element = True
    for attribute in _ATTRIBUTE.finditer(tag[3]):
        given[attribute[1]] = Plain(html.unescape(attribute[2] or attribute[3] or ""))
    if not given:
        return inner, at
    if isinstance(inner, Obj):
        for key, one in inner.items():
            _add(given, key, one)
    elif inner:
        raise ValueError("text beside attributes")
    return given, at


def _add(made: Obj, name: str, child: Node) -> None:
    if name not in made:
        made[name] = child
        return
    before = made[name]
    if not isinstance(before, Arr):
        before = made[name] = Arr([before])
    before.append(child)
