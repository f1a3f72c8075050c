"""Give a draft its numbers: sources in the order they are first cited, each counted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rostra.records import Evidence, Statement
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument, Section, SourceRow
from rostra.report.blocks import Block, Cell, Piece, gridded
from rostra.report.wording import warning_in
from rostra.words import Phrases, moment

_COLUMNS = ("number", "title", "publisher", "tier", "published", "expires", "cited")
_OWN = "library://"


class Numbers:
    """What stands beside the statements of a report: numbers of sources, and warnings of them."""

    def __init__(self, report: ReportDocument | DebateDocument) -> None:
        self._language = report.language
        self._rows = {row.evidence: row for row in report.sources}

    def piece(self, said: Statement, *, lead: str = "", note: str = "") -> Piece:
        """A statement with its citations."""
        marks = sorted(self._rows[one].number for one in said.evidence if one in self._rows)
        return Piece(said.text, lead, said.kind, tuple(marks), note)

    def warning(self, said: Statement) -> str:
        """The warning that its weakest source calls for."""
        tiers = (self._rows[one].tier for one in said.evidence if one in self._rows)
        return warning_in(self._language, tiers)

    def sources(self) -> list[Block]:
        """The table that the numbers lead to."""
        words = Phrases("report", self._language)
        head = (words[one] for one in _COLUMNS)
        rows = (_cells(row, words) for row in self._rows.values())
        return gridded(words["sources"], head, rows, look="sources")


def _cells(row: SourceRow, words: Phrases) -> tuple[Cell, ...]:
    """A source; a place in the user's own documents is told by its address, which is no link."""
    place = (Piece(code=row.url),) if row.url.startswith(_OWN) else ()
    fetched = f"{words['fetched']} {moment(row.fetched_at)}"
    return (
        (Piece(str(row.number), marks=(-row.number,)),),
        (
            Piece(links=((row.title or row.url, row.url),)),
            *place,
            Piece(note=fetched, code=row.evidence),
        ),
        (Piece(row.publisher),),
        (Piece(words[row.type], lead=str(row.tier), look=f"tier t{row.tier}"),),
        (Piece(row.published.isoformat() if row.published else words["unknown_date"]),),
        (Piece(moment(row.expires_at)),),
        (Piece(str(row.cited)),),
    )


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
    rows = [
        _row(number, evidence[evidence_id], times)
        for number, (evidence_id, times) in enumerate(cited.items(), 1)
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
    )
