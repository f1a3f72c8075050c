"""A digest as Markdown. Titles and summaries are other people's text: they arrive inert."""

from collections.abc import Sequence

from rostra.desks.collect.records import Digest
from rostra.records import Item
from rostra.report.frame import counted, dollars
from rostra.report.markdown import as_code, escape, link_target
from rostra.words import Phrases, say

_TOP = 5


def to_markdown(digest: Digest) -> str:
    words = Phrases("digest", digest.language)
    blocks = [f"# {escape(digest.title)}", _header(digest, words)]
    blocks.append(f"## {counted(words['new'], len(digest.new))}")
    if not digest.new:
        blocks.append(words["nothing_new"])
    if top := highlights(digest):
        lines = [f"- **{item.rank}\\.** {_line(item, words)[2:]}" for item in top]
        head = words.say("highlights", count=len(top))
        blocks.append("\n".join([f"### {head}", "", *lines]))
    for kind, items in by_type(digest.new):
        blocks.append(f"### {counted(words[kind], len(items))}")
        blocks.append("\n".join(_entry(item, words) for item in items))
    if digest.known:
        lines = [_line(item, words) for _, items in by_type(digest.known) for item in items]
        blocks.append("\n".join([f"## {counted(words['known'], len(digest.known))}", "", *lines]))
    blocks.append(_site_table(digest, words))
    if digest.phases:
        blocks.append(_phase_table(digest, words))
    blocks.append(escape(words["open_evidence"]))
    return "\n\n".join(blocks) + "\n"


def by_type(items: Sequence[Item]) -> list[tuple[str, list[Item]]]:
    """Items grouped by type, the group of the weightiest first."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.type, []).append(item)
    return list(groups.items())


def highlights(digest: Digest) -> Sequence[Item]:
    """The weightiest of many, of whatever type: groups take them apart."""
    ranked = sorted((item for item in digest.new if item.rank), key=lambda item: item.rank or 0)
    return ranked[:_TOP] if len(ranked) > 2 * _TOP else ()


def header_rows(digest: Digest, words: Phrases) -> list[tuple[str, str]]:
    is_code = digest.engine == "extractive"
    ranked = "by_code" if digest.ranked_by in ("", "extractive") else "by_model"
    cost = words["price_unknown"] if digest.cost is None else dollars(digest.cost)
    counts = words.say(
        "counts",
        new=len(digest.new),
        known=len(digest.known),
        calls=digest.outside_calls,
        cost="0" if digest.cost == 0 else cost,
    )
    return [
        (words["range"], f"{digest.since} – {digest.until}"),
        (words["engine"], words["extractive"] if is_code else digest.engine),
        (words["ranked_by"], words.say(ranked, model=digest.ranked_by)),
        (words["scope"], counts),
        (words["run"], digest.run),
    ]


def _header(digest: Digest, words: Phrases) -> str:
    lines = [
        f"> **{name}** {escape(value)}" if name else f"> {escape(value)}"
        for name, value in header_rows(digest, words)
    ]
    if digest.cut_short:
        lines.append(f"> **{words[digest.cut_short]}**")
    lines = [*(f"> **{escape(note)}**" for note in digest.notes), *lines]
    if digest.is_sample:
        lines.insert(0, f"> {words['sample']}")
    return "  \n".join(lines)


def about(item: Item, words: Phrases) -> str:
    """Where an item comes from, in one line."""
    day = item.published.isoformat() if item.published else words["undated"]
    return f"{day} · {item.site} · {item.section} · {words['tier']} {item.tier}"


def summary_of(item: Item, words: Phrases) -> str:
    if item.summary:
        return item.summary
    return words.say("no_summary", trouble=item.trouble or words["not_read"])


def _entry(item: Item, words: Phrases) -> str:
    rank = f"{item.rank}\\. " if item.rank else ""
    lines = [
        f"- **{rank}[{escape(item.title)}]({link_target(item.url)})**",
        f"  {escape(about(item, words))}",
        f"  {escape(summary_of(item, words))}",
    ]
    why = f"*{words['why_label']}* {escape(item.why)}" if item.why else ""
    if told := [one for one in (why, as_code(item.evidence) if item.evidence else "") if one]:
        lines.append(f"  {' · '.join(told)}")
    return "  \n".join(lines)


def _line(item: Item, words: Phrases) -> str:
    day = item.published.isoformat() if item.published else words["undated"]
    kind = words[item.type]
    return f"- {day} [{escape(item.title)}]({link_target(item.url)}) ({kind}, {escape(item.site)})"


def section_rows(digest: Digest, words: Phrases) -> list[list[str]]:
    rows: list[list[str]] = []
    for site in digest.sites:
        if site.trouble or not site.sections:
            rows.append([site.name, "", "0", "0", "0", say(site.trouble, digest.language)])
        for one in site.sections:
            remark = say(one.trouble, digest.language) or (words["full"] if one.is_full else "")
            counts = [str(one.found), str(one.pages), str(one.rows)]
            rows.append([site.name, one.name, *counts, remark])
    return rows


def section_head(words: Phrases) -> list[str]:
    return [words[name] for name in ("site", "section", "found", "pages", "rows", "trouble")]


def phase_rows(digest: Digest) -> list[list[str]]:
    return [
        [one.role, str(one.requests), f"{one.peak:,}", f"{one.ceiling:,}" if one.ceiling else ""]
        for one in digest.phases
    ]


def phase_head(words: Phrases) -> list[str]:
    return [words[name] for name in ("phase", "requests", "peak", "ceiling")]


def _site_table(digest: Digest, words: Phrases) -> str:
    rows = [[escape(cell) for cell in row] for row in section_rows(digest, words)]
    return _table(words["sites"], section_head(words), rows)


def _phase_table(digest: Digest, words: Phrases) -> str:
    rows = [[escape(cell) for cell in row] for row in phase_rows(digest)]
    return _table(words["context"], phase_head(words), rows)


def _table(title: str, head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join([f"## {title}", "", *(f"| {' | '.join(line)} |" for line in lines)])
