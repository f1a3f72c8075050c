"""Give a draft its numbers: sources in the order they are first cited, each counted.

A citation shows how its statement is proved; an inference cites what its premises rest on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rostra.records import Anchor, Evidence, Statement
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument, Section, SourceRow
from rostra.report.blocks import Block, Paragraph, Piece, gridded, listed, plain
from rostra.report.wording import day_in, warning_in
from rostra.words import Phrases, moment

_SIGNS = {"computed": "∑", "concluded": "⇒"}
_LEGEND = {
    "∑": "sign_computed", "=": "sign_same", "≠": "sign_differ", "⇒": "sign_concluded",
    "◐": "sign_alone", "∅": "sign_absent",
}  # fmt: skip
_MOST, _LONGEST = 6, 240


class Numbers:
    """What stands beside the statements of a report: how they are proved, numbers of sources."""

    def __init__(self, report: ReportDocument | DebateDocument) -> None:
        self._language = report.language
        self._words = Phrases("report", report.language)
        self._rows = {row.evidence: row for row in report.sources}
        self._said = {one.id: one for one in statements_of(report)}
        self.signs: dict[str, None] = {}

    def piece(self, said: Statement, *, lead: str = "", note: str = "") -> Piece:
        """A statement with its citation."""
        anchors = self._anchors(said, set())
        marks = {self._rows[one.evidence].number for one in anchors if one.evidence in self._rows}
        sign = self._sign(said, is_citing=bool(marks))
        self.signs |= {sign: None} if sign else {}
        behind = tuple(dict.fromkeys(filter(None, map(self._behind, anchors))))
        return Piece(
            said.text, lead, said.kind, tuple(sorted(marks)), note, sign=sign, behind=behind[:_MOST]
        )

    def _anchors(self, said: Statement, met: set[str]) -> tuple[Anchor, ...]:
        """Its own, and of an inference those of its premises."""
        met.add(said.id)
        premises = [self._said[one] for one in said.rests_on if one in self._said.keys() - met]
        return (*said.anchors, *(a for one in premises for a in self._anchors(one, met)))

    def _sign(self, said: Statement, *, is_citing: bool) -> str:
        if said.kind == "absent":
            return "∅"
        if not is_citing:
            return ""
        if said.kind == "compared":
            return {"same": "=", "": ""}.get(said.relation, "≠")
        if said.kind in _SIGNS:
            return _SIGNS[said.kind]
        rows = [self._rows[one] for one in said.evidence if one in self._rows]
        is_alone = len({row.owner or row.publisher for row in rows}) == 1
        return "◐" if is_alone and min(row.tier for row in rows) > 1 else ""

    def _behind(self, anchor: Anchor) -> str:
        row, quote = self._rows.get(anchor.evidence), " ".join(anchor.quote.split())
        if row is None or not quote:
            return ""
        told = quote if len(quote) <= _LONGEST else f"{quote[:_LONGEST]}…"
        return self._words.say("passage", number=row.number, publisher=row.publisher, quote=told)

    def warning(self, said: Statement) -> str:
        """The warning that its weakest source calls for."""
        tiers = (self._rows[one].tier for one in said.evidence if one in self._rows)
        return warning_in(self._language, tiers)

    def publisher(self, said: Statement) -> str:
        """Whose words they are: the first in the list of those who have them."""
        rows = [self._rows[one] for one in said.evidence if one in self._rows]
        return min(rows, key=lambda row: (row.tier, row.number)).publisher if rows else ""

    def legend(self) -> list[Block]:
        """What the signs that were used say."""
        told = [f"{sign} {self._words[_LEGEND[sign]]}" for sign in _LEGEND if sign in self.signs]
        return [Paragraph((Piece("　".join(told)),), is_soft=True)] if told else []

    def sources(self) -> list[Block]:
        """The list that the numbers lead to."""
        first = {row.number: row for row in reversed(self._rows.values())}
        rows = ((self._source(first[number]),) for number in sorted(first))
        return listed(self._words["sources"], rows, style="entries")

    def _source(self, row: SourceRow) -> Piece:
        """A place in the user's own documents is told by its address, which is no link."""
        words = self._words
        when = day_in(self._language, row.published)
        told = words.say("of_source", day=when, tier=row.tier, type=words[row.type])
        links = ((words.say("titled", title=row.title or row.url), row.url),)
        return Piece(row.publisher, marks=(-row.number,), links=links, note=told, code=row.url)

    def kept(self) -> list[Block]:
        """For the record: when each source was read, until when it holds, and where it is kept."""
        words = self._words
        rows = (
            plain((
                str(row.number),
                moment(row.fetched_at),
                moment(row.expires_at),
                str(row.cited),
                row.evidence,
            ))
            for row in self._rows.values()
        )  # fmt: skip
        head = (words[one] for one in ("number", "fetched", "expires", "cited", "kept_as"))
        return gridded(words["kept"], head, rows, look="list")


def statements_of(report: ReportDocument | DebateDocument) -> Iterator[Statement]:
    """Whatever a report says that could be cited."""
    if isinstance(report, DebateDocument):
        yield from report.premise
        yield from (one.said for one in report.claims)
        return
    for section in report.sections:
        yield from section.sentences
    for row in report.divergences:
        yield from (one for one in (row.official, row.public) if one)
    for clash in report.contradictions:
        yield from (clash.one, clash.other)


def assemble(
    sections: Sequence[Section],
    evidence: Mapping[str, Evidence],
    beside: Sequence[Statement] = (),
) -> tuple[tuple[Section, ...], tuple[SourceRow, ...]]:
    """Return sections whose every citation is known, and the table of what they cite.

    `beside` are sentences that stand in tables of their own; what they cite is numbered last.
    """
    kept = tuple(
        replace(section, sentences=tuple(_known(s, evidence) for s in section.sentences))
        for section in sections
    )
    cited = Counter(e for section in kept for s in section.sentences for e in s.evidence)
    cited.update(e for s in beside for e in s.evidence if e in evidence)
    # A page that was read twice is one source.
    pages: dict[tuple[str, str], int] = {}
    for one in cited:
        pages.setdefault((evidence[one].url, evidence[one].title), len(pages) + 1)
    rows = [
        _row(pages[evidence[one].url, evidence[one].title], evidence[one], times)
        for one, times in cited.items()
    ]
    return kept, tuple(rows)


def _known(sentence: Statement, evidence: Mapping[str, Evidence]) -> Statement:
    return replace(
        sentence, anchors=tuple(one for one in sentence.anchors if one.evidence in evidence)
    )


def _row(number: int, item: Evidence, times: int) -> SourceRow:
    return SourceRow(
        number=number,
        evidence=item.id,
        title=item.title,
        url=item.url,
        publisher=item.source.name,
        tier=item.source.tier,
        type=item.source.type,
        published=item.published,
        fetched_at=item.fetched_at,
        expires_at=item.expires_at,
        cited=times,
        owner=item.source.owner,
    )
