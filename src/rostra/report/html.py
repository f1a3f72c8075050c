"""A report as one HTML file (`frame.py` says what makes it safe to open)."""

from collections.abc import Sequence
from html import escape

from rostra.records import Statement
from rostra.records.report import ReportDocument, Section, SourceRow
from rostra.report.frame import frame, is_web_address, with_ways_back
from rostra.report.markdown import (
    engine_line,
    expiry_lines,
    review_head,
    review_rows,
    risk_of,
    scope_line,
)
from rostra.report.publish import Numbers
from rostra.report.wording import left_out_in, mode_in
from rostra.words import Phrases, moment, say


def to_html(report: ReportDocument) -> str:
    return frame(report.title, report.language, report_body(report))


def report_body(report: ReportDocument) -> str:
    """The report alone, for a page that has its own frame."""
    words = Phrases("report", report.language)
    numbers = Numbers(report)
    sections = [_section(section, numbers) for section in report.sections]
    parts = [_header(report), *sections[:1], _divergences(report, numbers), *sections[1:]]
    parts.append(_contradictions(report, numbers))
    parts.append(_list(words["caveats"], [escape(one) for one in report.caveats]))
    rejected = [
        f"{escape(item.text)} <small>{escape(say(item.reason, report.language))}</small>"
        for item in report.rejected
    ]
    parts.append(_list(words["unverified"], rejected))
    parts.append(_sources(report))
    parts.append(_list(words["expiries"], [escape(one) for one in expiry_lines(report)]))
    parts.append(_dropped(report))
    parts.append(_reviews(report))
    parts.append(f"<footer>{escape(words['open_evidence'].replace('`', ''))}</footer>")
    return with_ways_back("\n".join(part for part in parts if part))


def _header(report: ReportDocument) -> str:
    words = Phrases("report", report.language)
    rows = [
        (words["engine"], engine_line(report)),
        (words["mode"], mode_in(report.language, report.mode)),
        (words["period"], report.period),
        (words["scope"], scope_line(report)),
        (words["made_at"], moment(report.made_at)),
        (words["run"], report.run),
    ]
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows if value
    )
    sample = f'<p class="sample">{escape(words["sample"])}</p>' if report.is_sample else ""
    notes = "".join(f'<p class="warning">{escape(note)}</p>' for note in report.notes)
    return f"<header>{sample}<h1>{escape(report.title)}</h1>{notes}<dl>{facts}</dl></header>"


def _section(section: Section, numbers: Numbers) -> str:
    told = [_sentence(one, numbers, section.days.get(one.id, "")) for one in section.sentences]
    return _list(section.heading, told)


def _list(heading: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f"<section><h2>{escape(heading)}</h2><ul>{listed}</ul></section>"


def _sentence(sentence: Statement, numbers: Numbers, day: str = "") -> str:
    if not sentence.anchors:
        return f'<span class="ours">{escape(sentence.text)}</span>'
    marks = "".join(f'<a class="mark" href="#s{n}">{n}</a>' for n in numbers.marks(sentence))
    dated = f"<time>{escape(day)}</time> " if day else ""
    told = numbers.warning(sentence)
    warning = f'<em class="warning">{escape(told)}</em> ' if told else ""
    return f"{dated}{warning}{escape(sentence.text)}{marks}"


def _table(heading: str, head: Sequence[str], rows: Sequence[Sequence[str]], kind: str) -> str:
    """A table whose cells are markup already."""
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    table = f'<table class="{kind}"><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>'
    return f'<section><h2>{escape(heading)}</h2><div class="wide">{table}</div></section>'


def _divergences(report: ReportDocument, numbers: Numbers) -> str:
    if not report.divergences:
        return ""
    words = Phrases("report", report.language)
    head = [words[n] for n in ("dimension", "official_side", "public_side", "risk", "reason")]
    rows = [
        [
            escape(words[f"dimension_{one.dimension}"]),
            _sentence(one.official, numbers) if one.official else "–",
            _sentence(one.public, numbers) if one.public else "–",
            f'<span class="risk {one.risk}">{escape(risk_of(one, words))}</span>'
            if one.official and one.public
            else "–",
            escape(one.reason),
        ]
        for one in report.divergences
    ]
    return _table(words["divergences"], head, rows, "sides")


def _contradictions(report: ReportDocument, numbers: Numbers) -> str:
    if not report.contradictions:
        return ""
    words = Phrases("report", report.language)
    rows = [
        [_sentence(one.one, numbers), _sentence(one.other, numbers)]
        for one in report.contradictions
    ]
    head = [words["better_side"], words["other_side"]]
    return _table(words["contradictions"], head, rows, "sides two")


def _reviews(report: ReportDocument) -> str:
    if not report.reviews:
        return ""
    words = Phrases("report", report.language)
    rows = [[escape(cell) for cell in row] for row in review_rows(report)]
    table = _table(words["reviews"], review_head(report), rows, "sides")
    if not report.more_searches:
        return table
    more = escape(words.say("more_searches", count=report.more_searches))
    return f"{table}<p>{more}</p>"


def _sources(report: ReportDocument) -> str:
    if not report.sources:
        return ""
    words = Phrases("report", report.language)
    columns = ("number", "title", "publisher", "tier", "published", "expires", "cited")
    head = "".join(f'<th scope="col">{escape(words[name])}</th>' for name in columns)
    rows = "".join(_source(row, words) for row in report.sources)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<section><h2>{words["sources"]}</h2><div class="wide">{table}</div></section>'


def _source(row: SourceRow, words: Phrases) -> str:
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
        f"<td>{moment(row.expires_at) if row.expires_at else ''}</td>",
        f"<td>{row.cited}</td>",
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _dropped(report: ReportDocument) -> str:
    if not report.dropped:
        return ""
    words = Phrases("report", report.language)
    columns = ("title", "publisher", "tier", "reason")
    head = "".join(f'<th scope="col">{escape(words[name])}</th>' for name in columns)
    rows = "".join(
        f"<tr><td>{escape(item.title)}</td><td>{escape(item.publisher)}</td>"
        f"<td>{item.tier}</td>"
        f"<td>{escape(left_out_in(report.language, item.reason))}</td></tr>"
        for item in report.dropped
    )
    table = f'<table class="left-out"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return f'<section><h2>{words["dropped"]}</h2><div class="wide">{table}</div></section>'
