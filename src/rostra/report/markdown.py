"""A report as Markdown. Titles and quotations are other people's text: they arrive inert."""

import re
from collections.abc import Mapping
from datetime import datetime

from rostra.records.report import ReportDocument, Section, SourceRow
from rostra.report.wording import WORDING, reason_in

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")
_AT_LINE_START = re.compile(r"^(\s*)(\d+)([.)])(\s)|^(\s*)([-+=])(?=\s|$|[-+=])")
_OWN = "library://"
_TIME = "%Y-%m-%d %H:%M"


def to_markdown(report: ReportDocument) -> str:
    words = WORDING[report.language]
    numbers = {row.evidence: row.number for row in report.sources}
    blocks = [f"# {escape(report.title)}", _header(report)]
    blocks += [_section(section, numbers) for section in report.sections]
    if report.rejected:
        lines = [f"- {escape(item.text)} ({escape(item.reason)})" for item in report.rejected]
        blocks.append("\n".join([f"## {words['unverified']} ({len(lines)})", "", *lines]))
    blocks.append(_source_table(report))
    if report.dropped:
        blocks.append(_dropped_table(report))
    blocks.append(escape(words["open_evidence"]))
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    """Text as one line that Markdown shows as it is."""
    one_line = " ".join(text.split())
    escaped = _SPECIAL.sub(r"\\\1", one_line)
    return _AT_LINE_START.sub(_escape_marker, escaped)


def _escape_marker(match: re.Match[str]) -> str:
    if match.group(2) is not None:
        return f"{match.group(1)}{match.group(2)}\\{match.group(3)}{match.group(4)}"
    return f"{match.group(5)}\\{match.group(6)}"


def _header(report: ReportDocument) -> str:
    words = WORDING[report.language]
    engine = escape(engine_line(report))
    scope = scope_line(report)
    lines = [
        f"> **{words['engine']}** {engine}",
        f"> **{words['question']}** {escape(report.question)}",
        f"> **{words['mode']}** {words[report.mode]}",
        f"> **{words['scope']}** {scope}",
        f"> **{words['made_at']}** {report.made_at:{_TIME}} · **{words['run']}** `{report.run}`",
    ]
    lines += [f"> **{escape(note)}**" for note in report.notes]
    if report.is_sample:
        lines.insert(0, f"> {words['sample']}")
    return "  \n".join(lines)


def engine_line(report: ReportDocument) -> str:
    """Who wrote it and how that came about."""
    words = WORDING[report.language]
    name = words["engine_extractive"] if report.engine == "extractive" else report.engine
    how = words[f"engine_{report.engine_how}"] if report.engine_how else ""
    return f"{name} · {how}" if how else name


def scope_line(report: ReportDocument) -> str:
    words = WORDING[report.language]
    cost = words["price_unknown"] if report.cost is None else f"US${report.cost:.4f}"
    return words["scope_line"].format(
        cost="0" if report.cost == 0 else cost,
        read=report.pages_read,
        used=len(report.sources),
        dropped=len(report.dropped),
        calls=report.outside_calls,
    )


def _section(section: Section, numbers: dict[str, int]) -> str:
    lines = [f"## {escape(section.heading)}", ""]
    for sentence in section.sentences:
        marks = "".join(f"[{numbers[e]}](#s{numbers[e]})" for e in sentence.evidence)
        warning = f"（{escape(sentence.warning)}）" if sentence.warning else ""
        lines.append(f"- {warning}{escape(sentence.text)}{' ' + marks if marks else ''}")
    return "\n".join(lines)


def _source_table(report: ReportDocument) -> str:
    words = WORDING[report.language]
    columns = ("number", "title", "publisher", "tier", "published", "fetched", "expires", "cited")
    head = [words[name] for name in columns] + [words["evidence"]]
    rows = [_row(head), _row(["---"] * len(head))]
    rows += [_row(_source_cells(row, words)) for row in report.sources]
    return "\n".join([f"## {words['sources']}", "", *rows])


def _source_cells(row: SourceRow, words: Mapping[str, str]) -> list[str]:
    return [
        f'<a id="s{row.number}"></a>{row.number}',
        _title(row),
        escape(row.publisher),
        f"{row.tier} {words[row.type]}",
        row.published.isoformat() if row.published else words["unknown_date"],
        _time(row.fetched_at),
        _time(row.expires_at) if row.expires_at else "",
        str(row.cited),
        f"`{row.evidence}`",
    ]


def _dropped_table(report: ReportDocument) -> str:
    words = WORDING[report.language]
    head = [words[name] for name in ("title", "publisher", "tier", "reason")]
    rows = [_row(head), _row(["---"] * len(head))]
    for item in report.dropped:
        reason = reason_in(report.language, item.reason)
        cells = [escape(item.title), escape(item.publisher), str(item.tier), escape(reason)]
        rows.append(_row(cells))
    return "\n".join([f"## {words['dropped']} ({len(report.dropped)})", "", *rows])


def _title(row: SourceRow) -> str:
    """A link where there is one; a place in the user's own documents by its address."""
    if row.url.startswith(_OWN):
        address = "".join(char for char in row.url if char not in "`|\n\r")
        return f"{escape(row.title)} `{address}`"
    return f"[{escape(row.title)}]({link_target(row.url)})"


def link_target(url: str) -> str:
    """An http(s) address that cannot leave its brackets; anything else is no link at all."""
    if not url.startswith(("http://", "https://")):
        return "#"
    unsafe = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", '"': "%22", "|": "%7C"}
    one_line = "".join(url.split())
    return "".join(unsafe.get(char, char) for char in one_line)


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _time(when: datetime) -> str:
    return when.strftime(_TIME)
