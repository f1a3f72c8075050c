"""A research report as blocks, in the order in which its Markdown and HTML tell it."""

from collections.abc import Iterable

from rostra.records import Statement
from rostra.records.report import ReportDocument, SourceRow
from rostra.report.blocks import Block, Cell, Grid, Items, Opening, Paper, Piece, source_named
from rostra.report.frame import counted
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

_SOURCE_COLUMNS = ("number", "title", "publisher", "tier", "published", "expires", "cited")


class ResearchPage:
    def __init__(self, report: ReportDocument) -> None:
        self.report = report
        self.words = Phrases("report", report.language)
        self.numbers = Numbers(report)

    def paper(self) -> Paper:
        report = self.report
        return Paper(
            report.language,
            report.made_at,
            report.run,
            self._opening(),
            tuple(self._blocks()),
            self.words["open_evidence"].replace("`", ""),
        )

    def _opening(self) -> Opening:
        report, words = self.report, self.words
        is_its_title = report.question.strip() == report.title.strip()
        facts = (
            (words["question"], "" if is_its_title else report.question),
            (words["mode"], mode_in(report.language, report.mode)),
            (words["period"], report.period),
            (words["scope"], scope_line(report)),
            (words["engine"], engine_line(report)),
            (words["made_at"], moment(report.made_at)),
            (words["run"], report.run),
        )
        return Opening(
            title=report.title,
            sample=words["sample"] if report.is_sample else "",
            notes=report.notes,
            facts=tuple((name, value) for name, value in facts if value),
        )

    def _blocks(self) -> list[Block]:
        report, words = self.report, self.words
        sections: list[Block] = [
            Items(
                one.heading,
                tuple(self._cell(said, one.days.get(said.id, "")) for said in one.sentences),
            )
            for one in report.sections
        ]
        rejected = tuple(
            (Piece(one.text, note=say(one.reason, report.language)),) for one in report.rejected
        )
        return [
            *sections[:1],
            *self._divergences(),
            *sections[1:],
            *self._contradictions(),
            *_listed(words["caveats"], _plain(report.caveats)),
            *_listed(counted(words["unverified"], len(rejected)), rejected),
            *self._sources(),
            *_listed(words["expiries"], _plain(expiry_lines(report))),
            *self._dropped(),
            *self._reviews(),
        ]

    def _cell(self, said: Statement | None, day: str = "") -> Cell:
        if said is None:
            return (Piece("–"),)
        warning = self.numbers.warning(said)
        return (Piece(said.text, lead=day, marks=self.numbers.marks(said), warning=warning),)

    def _divergences(self) -> list[Block]:
        words = self.words
        columns = ("dimension", "official_side", "public_side", "risk", "reason")
        rows = tuple(
            (
                (Piece(words[f"dimension_{one.dimension}"]),),
                self._cell(one.official),
                self._cell(one.public),
                (Piece(risk_of(one, words)),),
                (Piece(one.reason),),
            )
            for one in self.report.divergences
        )
        return _gridded(words["divergences"], (words[one] for one in columns), rows)

    def _contradictions(self) -> list[Block]:
        words = self.words
        rows = tuple(
            (self._cell(one.one), self._cell(one.other)) for one in self.report.contradictions
        )
        heading = counted(words["contradictions"], len(rows))
        return _gridded(heading, (words["better_side"], words["other_side"]), rows)

    def _sources(self) -> list[Block]:
        rows = tuple(self._source(row) for row in self.report.sources)
        head = (self.words[one] for one in _SOURCE_COLUMNS)
        return _gridded(self.words["sources"], head, rows, kind="sources")

    def _source(self, row: SourceRow) -> tuple[Cell, ...]:
        words = self.words
        return (
            (Piece(str(row.number), marks=(-row.number,)),),
            source_named(row),
            (Piece(row.publisher),),
            (Piece(f"{row.tier} {words[row.type]}"),),
            (Piece(row.published.isoformat() if row.published else words["unknown_date"]),),
            (Piece(moment(row.expires_at)),),
            (Piece(str(row.cited)),),
        )

    def _dropped(self) -> list[Block]:
        report, words = self.report, self.words
        rows = tuple(
            (
                (Piece("", links=((one.title or one.url, one.url),)),),
                (Piece(one.publisher),),
                (Piece(str(one.tier)),),
                (Piece(left_out_in(report.language, one.reason)),),
            )
            for one in report.dropped
        )
        head = (words[one] for one in ("title", "publisher", "tier", "reason"))
        return _gridded(counted(words["dropped"], len(rows)), head, rows)

    def _reviews(self) -> list[Block]:
        report, words = self.report, self.words
        rows = tuple(tuple((Piece(cell),) for cell in row) for row in review_rows(report))
        more = words.say("more_searches", count=report.more_searches)
        closing = more if report.more_searches else ""
        return _gridded(words["reviews"], review_head(report), rows, closing=closing)


def _plain(texts: Iterable[str]) -> tuple[Cell, ...]:
    return tuple((Piece(one),) for one in texts)


def _listed(heading: str, items: tuple[Cell, ...]) -> list[Block]:
    return [Items(heading, items)] if items else []


def _gridded(
    heading: str,
    head: Iterable[str],
    rows: tuple[tuple[Cell, ...], ...],
    *,
    kind: str = "sides",
    closing: str = "",
) -> list[Block]:
    return [Grid(heading, tuple(head), rows, kind=kind, closing=closing)] if rows else []
