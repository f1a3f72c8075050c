"""A report as Markdown. Titles and quotations are other people's text: they arrive inert."""

import re
from urllib.parse import quote

from rostra.records import Statement
from rostra.records.report import Divergence, ReportDocument, Section, SourceRow
from rostra.report.frame import counted, dollars, is_web_address
from rostra.report.publish import Numbers
from rostra.report.wording import left_out_in, mode_in
from rostra.words import Phrases, moment, say

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")
_AT_LINE_START = re.compile(r"^(\s*)(\d+)([.)])(\s)|^(\s*)([-+=])(?=\s|$|[-+=])")
_UNSAFE = re.compile(r"""[()<>"|\\\[\]`\x00-\x20\x7f]""")
_OWN = "library://"


def to_markdown(report: ReportDocument) -> str:
    words = Phrases("report", report.language)
    numbers = Numbers(report)
    blocks = [f"# {escape(report.title)}", _header(report)]
    sections = [_section(section, numbers) for section in report.sections]
    table = _divergences(report, numbers)
    blocks += [*sections[:1], *table, *sections[1:]]
    blocks += _contradictions(report, numbers)
    blocks += _list(words["caveats"], [escape(one) for one in report.caveats])
    rejected = [
        f"{escape(item.text)} ({escape(say(item.reason, report.language))})"
        for item in report.rejected
    ]
    blocks += _list(counted(words["unverified"], len(rejected)), rejected)
    if report.sources:
        blocks.append(_source_table(report))
    blocks += _list(words["expiries"], [escape(line) for line in expiry_lines(report)])
    if report.dropped:
        blocks.append(_dropped_table(report))
    blocks += _reviews(report)
    blocks.append(words["open_evidence"])
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
    words = Phrases("report", report.language)
    engine = escape(engine_line(report))
    scope = scope_line(report)
    lines = [
        f"> **{words['engine']}** {engine}",
        f"> **{words['question']}** {escape(report.question)}",
        f"> **{words['mode']}** {escape(mode_in(report.language, report.mode))}",
        *([f"> **{words['period']}** {escape(report.period)}"] if report.period else []),
        f"> **{words['scope']}** {scope}",
        f"> **{words['made_at']}** {moment(report.made_at)} · **{words['run']}** `{report.run}`",
    ]
    lines = [*(f"> **{escape(note)}**" for note in report.notes), *lines]
    if report.is_sample:
        lines.insert(0, f"> {words['sample']}")
    return "  \n".join(lines)


def engine_line(report: ReportDocument) -> str:
    """Who wrote it and how that came about."""
    words = Phrases("report", report.language)
    name = words["engine_extractive"] if report.engine == "extractive" else report.engine
    how = words[f"engine_{report.engine_how}"] if report.engine_how else ""
    return f"{name} · {how}" if how else name


def scope_line(report: ReportDocument) -> str:
    words = Phrases("report", report.language)
    cost = words["price_unknown"] if report.cost is None else dollars(report.cost)
    return words.say(
        "scope_line",
        cost="0" if report.cost == 0 else cost,
        read=report.pages_read,
        used=len(report.sources),
        dropped=len(report.dropped),
        calls=report.outside_calls,
    )


def _section(section: Section, numbers: Numbers) -> str:
    lines = [f"## {escape(section.heading)}", ""]
    lines += [
        f"- {_sentence(one, numbers, section.days.get(one.id, ''))}" for one in section.sentences
    ]
    return "\n".join(lines)


def _sentence(sentence: Statement, numbers: Numbers, day: str = "") -> str:
    marks = "".join(f"[{n}](#s{n})" for n in numbers.marks(sentence))
    dated = f"**{escape(day)}** " if day else ""
    told = numbers.warning(sentence)
    warning = f"（{escape(told)}）" if told else ""
    return f"{dated}{warning}{escape(sentence.text)}{' ' + marks if marks else ''}"


def _list(heading: str, lines: list[str]) -> list[str]:
    return ["\n".join([f"## {heading}", "", *(f"- {line}" for line in lines)])] if lines else []


def _table(heading: str, head: list[str], rows: list[list[str]]) -> str:
    return "\n".join([f"## {heading}", "", _row(head), _row(["---"] * len(head)), *map(_row, rows)])


def _divergences(report: ReportDocument, numbers: Numbers) -> list[str]:
    if not report.divergences:
        return []
    words = Phrases("report", report.language)
    head = [words[n] for n in ("dimension", "official_side", "public_side", "risk", "reason")]
    rows = [
        [
            words[f"dimension_{one.dimension}"],
            _sentence(one.official, numbers) if one.official else "–",
            _sentence(one.public, numbers) if one.public else "–",
            risk_of(one, words),
            escape(one.reason),
        ]
        for one in report.divergences
    ]
    return [_table(words["divergences"], head, rows)]


def _contradictions(report: ReportDocument, numbers: Numbers) -> list[str]:
    if not report.contradictions:
        return []
    words = Phrases("report", report.language)
    rows = [
        [_sentence(one.one, numbers), _sentence(one.other, numbers)]
        for one in report.contradictions
    ]
    heading = counted(words["contradictions"], len(rows))
    return [_table(heading, [words["better_side"], words["other_side"]], rows)]


def expiry_lines(report: ReportDocument) -> list[str]:
    words = Phrases("report", report.language)
    return [
        words.say(
            "expiry_line",
            at=moment(one.at),
            count=one.sentences,
            sources=words["comma"].join(str(n) for n in one.sources),
        )
        for one in report.expiries
    ]


def risk_of(one: Divergence, words: Phrases) -> str:
    """How far the accounts part; where one of them is missing nothing is rated."""
    return words[f"risk_{one.risk}"] if one.official and one.public else "–"


def review_rows(report: ReportDocument) -> list[list[str]]:
    words = Phrases("report", report.language)
    return [
        [
            str(number),
            words[one.status],
            words["by_rules"] if one.by == "rules" else one.by,
            one.critique or "–",
            one.suggestion or "–",
        ]
        for number, one in enumerate(report.reviews, 1)
    ]


def review_head(report: ReportDocument) -> list[str]:
    names = ("number", "status", "by", "critique", "suggestion")
    return [Phrases("report", report.language)[f"review_{name}"] for name in names]


def _reviews(report: ReportDocument) -> list[str]:
    if not report.reviews:
        return []
    words = Phrases("report", report.language)
    rows = [[escape(cell) for cell in row] for row in review_rows(report)]
    block = _table(words["reviews"], review_head(report), rows)
    if report.more_searches:
        block += "\n\n" + escape(words.say("more_searches", count=report.more_searches))
    return [block]


def _source_table(report: ReportDocument) -> str:
    words = Phrases("report", report.language)
    columns = ("number", "title", "publisher", "tier", "published", "fetched", "expires", "cited")
    head = [words[name] for name in columns] + [words["evidence"]]
    rows = [_row(head), _row(["---"] * len(head))]
    rows += [_row(_source_cells(row, words)) for row in report.sources]
    return "\n".join([f"## {words['sources']}", "", *rows])


def _source_cells(row: SourceRow, words: Phrases) -> list[str]:
    return [
        f'<a id="s{row.number}"></a>{row.number}',
        _title(row),
        escape(row.publisher),
        f"{row.tier} {words[row.type]}",
        row.published.isoformat() if row.published else words["unknown_date"],
        moment(row.fetched_at),
        moment(row.expires_at) if row.expires_at else "",
        str(row.cited),
        as_code(row.evidence),
    ]


def _dropped_table(report: ReportDocument) -> str:
    words = Phrases("report", report.language)
    head = [words[name] for name in ("title", "publisher", "tier", "reason")]
    rows = [_row(head), _row(["---"] * len(head))]
    for item in report.dropped:
        reason = left_out_in(report.language, item.reason)
        cells = [escape(item.title), escape(item.publisher), str(item.tier), escape(reason)]
        rows.append(_row(cells))
    return "\n".join([f"## {counted(words['dropped'], len(report.dropped))}", "", *rows])


def _title(row: SourceRow) -> str:
    """A link where there is one; a place in the user's own documents by its address."""
    if row.url.startswith(_OWN):
        return f"{escape(row.title)} {as_code(row.url)}"
    return link(row.title, row.url)


def as_code(text: str) -> str:
    """An address or id to copy, without what would end it or its row."""
    return f"`{''.join(char for char in text if char not in '`|' and char.isprintable())}`"


def link(name: str, url: str) -> str:
    """A link where the address is one of the web, else the name alone."""
    return f"[{escape(name)}]({link_target(url)})" if is_web_address(url) else escape(name)


def link_target(url: str) -> str:
    """An http(s) address that cannot leave its brackets; anything else is no link at all."""
    if not is_web_address(url):
        return "#"
    return _UNSAFE.sub(lambda found: quote(found[0]), "".join(url.split()))


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
