"""Hold a sealed bundle to itself, with nothing of ours at hand: files, quotations, figures."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rostra.governance.support import WatchedSupport
from rostra.records import Statement
from rostra.records.statements import SourceRead
from rostra.report.bundle import REPORT, Opened, changed
from rostra.report.layout import before_stop
from rostra.report.markdown import escape
from rostra.report.prose import named
from rostra.rules.passages import squeezed
from rostra.steps import InlineStep
from rostra.words import Message, message


@dataclass(frozen=True, slots=True)
class Held:
    """How much was looked at, and all that does not hold."""

    files: int
    pages: int
    statements: int
    quotations: int
    faults: tuple[Message, ...]


async def verify(opened: Opened) -> Held:
    """Check what was sealed: each file, each quotation in its page, each figure by code."""
    sources = {
        id_: replace(one, text=opened.texts[id_])
        for id_, one in opened.sources.items()
        if opened.texts.get(id_)
    }
    faults = [message("verify.changed", name=name) for name in changed(opened)]
    faults += [
        message("verify.missing_page", title=one.title or one.url, url=one.url)
        for id_, one in opened.sources.items()
        if id_ not in sources
    ]
    faults += _untold(opened)
    faults += [fault for one in opened.statements for fault in _misquoted(one, sources)]
    known = sources | {one.id: SourceRead(one.text) for one in opened.statements}
    checked = await WatchedSupport(None).check(opened.statements, known, InlineStep())
    for one, found in zip(opened.statements, checked, strict=True):
        if found.level == "refused" and all(a.evidence in sources for a in one.anchors):
            faults.append(message("verify.refused", text=one.text, why=list(found.reasons)))
    quotations = sum(bool(a.quote) for one in opened.statements for a in one.anchors)
    told = tuple(dict.fromkeys(faults))
    return Held(len(opened.hashes), len(sources), len(opened.statements), quotations, told)


def _untold(opened: Opened) -> Iterator[Message]:
    """Statements that the report does not make, or makes otherwise."""
    report = opened.files.get(REPORT, b"").decode("utf-8", "replace")
    shown = squeezed(report)
    for one in opened.statements:
        text = before_stop(one.text)[0]
        cells = [cell for pair in named(text) for cell in pair]
        if not all(squeezed(escape(cell)) in shown for cell in cells or [text]):
            yield message("verify.untold", text=one.text)


def _misquoted(said: Statement, sources: dict[str, SourceRead]) -> Iterator[Message]:
    for anchor in said.anchors:
        source = sources.get(anchor.evidence)
        if source is None or not anchor.quote:
            continue
        page = squeezed(f"{source.title}\n{source.text}")
        # A row of a table is quoted with its headings, which stand further up on the page.
        cells = [cell for pair in named(anchor.quote) for cell in pair]
        if not all(squeezed(one) in page for one in cells or [anchor.quote]):
            yield message("verify.misquoted", quote=anchor.quote, title=source.title)
