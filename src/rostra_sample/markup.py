"""The light markup of page files, as HTML and as plain text.

Blocks are separated by empty lines: `## heading`, `- list`, `> quotation`, `| table |`, a line that
begins with `<` is passed through, anything else is a paragraph. Inline: `**bold**` and
`[text](target)`.
"""

import re
from collections.abc import Callable
from html import escape, unescape

_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_TAG = re.compile(
    r"<(script|style|title|head)\b.*?</\1>|<!--.*?-->|<[^>]+>", re.DOTALL | re.IGNORECASE
)
_SPACE = re.compile(r"[ \t\r\f\v]+")

Resolve = Callable[[str], str]


def _inline(text: str, resolve: Resolve) -> str:
    safe = escape(text, quote=False)
    linked = _LINK.sub(
        lambda match: f'<a href="{escape(resolve(unescape(match[2])))}">{match[1]}</a>', safe
    )
    return _BOLD.sub(r"<strong>\1</strong>", linked)


def _table(lines: list[str], resolve: Resolve) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head, *body = rows
    cells = "".join(f"<th>{_inline(cell, resolve)}</th>" for cell in head)
    html = f"<table><thead><tr>{cells}</tr></thead><tbody>"
    for row in body:
        html += "<tr>" + "".join(f"<td>{_inline(cell, resolve)}</td>" for cell in row) + "</tr>"
    return html + "</tbody></table>"


def _block(block: str, resolve: Resolve) -> str:
    lines = block.splitlines()
    first = lines[0]
    if first.startswith("<"):
        return block
    if first.startswith("## "):
        return f"<h2>{_inline(first[3:], resolve)}</h2>"
    if first.startswith("- "):
        items = "".join(f"<li>{_inline(line[2:], resolve)}</li>" for line in lines)
        return f"<ul>{items}</ul>"
    if first.startswith("> "):
        text = "".join(line.removeprefix("> ") for line in lines)
        return f"<blockquote><p>{_inline(text, resolve)}</p></blockquote>"
    if first.startswith("|"):
        return _table(lines, resolve)
    return f"<p>{_inline(' '.join(lines), resolve)}</p>"


def _blocks(body: str) -> list[str]:
    return [block.strip() for block in re.split(r"\n\s*\n", body) if block.strip()]


def to_html(body: str, resolve: Resolve) -> str:
    """HTML of a page body; `resolve` turns the target of a link into an address."""
    return "\n".join(_block(block, resolve) for block in _blocks(body))


def to_text(html: str) -> str:
    """The words of a piece of HTML, one line per block."""
    text = re.sub(r"</(p|h\d|li|tr|blockquote|div|td|th)>", "\n", html)
    text = unescape(_TAG.sub(" ", text))
    lines = (_SPACE.sub(" ", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)
