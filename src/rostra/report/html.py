"""A report as one HTML file (`frame.py` says what makes it safe to open)."""

from collections.abc import Mapping
from html import escape

from rostra.records.report import CitedSentence, ReportDocument, Section, SourceRow
from rostra.report.frame import frame, is_web_address
from rostra.report.markdown import engine_line, scope_line
from rostra.report.wording import WORDING, reason_in

_TIME = "%Y-%m-%d %H:%M"


def to_html(report: ReportDocument) -> str:
    words = WORDING[report.language]
    numbers = {row.evidence: row.number for row in report.sources}
    parts = [_header(report), *(_section(section, numbers) for section in report.sections)]
    if report.rejected:
        items = "".join(
            f"<li>{escape(item.text)} <small>{escape(item.reason)}</small></li>"
            for item in report.rejected
        )
        parts.append(f"<section><h2>{words['unverified']}</h2><ul>{items}</ul></section>")
    parts.append(_sources(report))
    parts.append(_dropped(report))
    parts.append(f"<footer>{escape(words['open_evidence'])}</footer>")
    return frame(report.title, report.language, "\n".join(part for part in parts if part))


def _header(report: ReportDocument) -> str:
    words = WORDING[report.language]
    rows = [
        (words["engine"], engine_line(report)),
        (words["mode"], words[report.mode]),
        (words["scope"], scope_line(report)),
        (words["made_at"], report.made_at.strftime(_TIME)),
        (words["run"], report.run),
    ]
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    sample = f'<p class="sample">{escape(words["sample"])}</p>' if report.is_sample else ""
    notes = "".join(f'<p class="warning">{escape(note)}</p>' for note in report.notes)
    return f"<header>{sample}<h1>{escape(report.title)}</h1><dl>{facts}</dl>{notes}</header>"


def _section(section: Section, numbers: dict[str, int]) -> str:
    items = "".join(_sentence(sentence, numbers) for sentence in section.sentences)
    return f"<section><h2>{escape(section.heading)}</h2><ul>{items}</ul></section>"


def _sentence(sentence: CitedSentence, numbers: dict[str, int]) -> str:
    marks = "".join(
        f'<a class="mark" href="#s{numbers[e]}">{numbers[e]}</a>' for e in sentence.evidence
    )
    warning = f'<em class="warning">{escape(sentence.warning)}</em> ' if sentence.warning else ""
    return f"<li>{warning}{escape(sentence.text)}{marks}</li>"


def _sources(report: ReportDocument) -> str:
    words = WORDING[report.language]
    columns = ("number", "title", "publisher", "tier", "published", "expires", "cited")
    head = "".join(f'<th scope="col">{escape(words[name])}</th>' for name in columns)
    rows = "".join(_source(row, words) for row in report.sources)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<section><h2>{words["sources"]}</h2><div class="wide">{table}</div></section>'


def _source(row: SourceRow, words: Mapping[str, str]) -> str:
    title = escape(row.title)
    if is_web_address(row.url):
        title = f'<a href="{escape(row.url, quote=True)}" rel="noopener noreferrer">{title}</a>'
    elif row.url.startswith("library://"):
        title += f"<br>{escape(row.url)}"
    cells = [
        f'<td id="s{row.number}">{row.number}</td>',
        f"<td>{title}<br><code>{escape(row.evidence)}</code></td>",
        f"<td>{escape(row.publisher)}</td>",
        f'<td><span class="tier t{row.tier}">{row.tier}</span> {escape(words[row.type])}</td>',
        f"<td>{row.published.isoformat() if row.published else escape(words['unknown_date'])}</td>",
        f"<td>{row.expires_at.strftime(_TIME) if row.expires_at else ''}</td>",
        f"<td>{row.cited}</td>",
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _dropped(report: ReportDocument) -> str:
    if not report.dropped:
        return ""
    words = WORDING[report.language]
    columns = ("title", "publisher", "tier", "reason")
    head = "".join(f'<th scope="col">{escape(words[name])}</th>' for name in columns)
    rows = "".join(
        f"<tr><td>{escape(item.title)}</td><td>{escape(item.publisher)}</td>"
        f"<td>{item.tier}</td>"
        f"<td>{escape(reason_in(report.language, item.reason))}</td></tr>"
        for item in report.dropped
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<section><h2>{words["dropped"]}</h2><div class="wide">{table}</div></section>'
