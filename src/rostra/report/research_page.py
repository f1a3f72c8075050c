"""What a research report holds, in order, before it has a form.

Title, the answer and how sure it is, the body under the mode's headings, where sources differ, what
is not known, how it was made, sources; what proves that it came about properly is the record.
"""

from dataclasses import replace

from rostra.records import Statement
from rostra.records.report import Divergence, ReportDocument, Section
from rostra.report.blocks import (
    Block,
    Cell,
    Chart,
    Heading,
    Paper,
    Paragraph,
    Piece,
    facts,
    gridded,
    listed,
    plain,
    warnings,
)
from rostra.report.counts import confidence, counts_of
from rostra.report.prose import told
from rostra.report.publish import Numbers
from rostra.report.wording import (
    counted,
    dollars,
    left_out_in,
    mode_in,
    searched_in,
    written,
)
from rostra.text import Quantity, quantities
from rostra.words import Phrases, moment, say


def research_paper(report: ReportDocument) -> Paper:
    page = _Page(report)
    is_its_title = report.question.strip() == report.title.strip()
    asked = () if is_its_title else (facts((page.words["question"], report.question)),)
    return Paper(
        report.language,
        report.made_at,
        report.run,
        report.title,
        page.words["sample"] if report.is_sample else "",
        (*warnings(report.notes), *asked),
        tuple(page.blocks()),
        page.words["open_evidence"],
        record=tuple(page.record()),
    )


class _Page:
    def __init__(self, report: ReportDocument) -> None:
        self.report = report
        self.words = Phrases("report", report.language)
        self.numbers = Numbers(report)

    def blocks(self) -> list[Block]:
        words, sections = self.words, self.report.sections
        body = [
            *(self._section(sections[0]) if sections else ()),
            *self._sure(),
            *self._divergences(),
            *(block for one in sections[1:] for block in self._section(one)),
            *self._contradictions(),
            *self._unknown(),
        ]
        made = Paragraph(tuple(map(Piece, self._made())))
        legend = self.numbers.legend()
        return [*body, Heading(words["how_made"]), made, *legend, *self.numbers.sources()]

    def _section(self, one: Section) -> list[Block]:
        said = [self._dated(one, each) for each in one.sentences]
        if one.days:
            return listed(one.heading, said, level=one.level)
        cells = {each.id: cell for each, cell in zip(one.sentences, said, strict=True)}
        speaker = self.numbers.publisher if self.report.engine == "extractive" else None
        prose = told(one.sentences, lambda each: cells[each.id], self.words["source"], speaker)
        return [Heading(one.heading, one.level), *prose]

    def _dated(self, section: Section, said: Statement) -> Cell:
        return self._cell(said, section.days.get(said.id, ""), section.marks.get(said.id, ""))

    def _sure(self) -> list[Block]:
        """How firm the answer stands; said of quotations that they are some."""
        report, words = self.report, self.words
        found = confidence(report, report.sections[0].sentences) if report.sections else None
        if found is None:
            return []
        is_quoted = report.engine == "extractive"
        quoted = (Piece(words["answer_quoted"]),) if is_quoted else ()
        return [Paragraph((Piece(found[1], lead=words["confidence"]), *quoted))]

    def _unknown(self) -> list[Block]:
        """What nothing answers, and what the reviewer would have a reader mind."""
        words, report = self.words, self.report
        names = words["comma"].join(report.lacking)
        lacking = [words.say("counted_missing", names=names)] if names else []
        return listed(words["unknown_heading"], plain([*lacking, *report.caveats]))

    def _made(self) -> list[str]:
        """How the report came about, a sentence each."""
        report, words = self.report, self.words
        counts = counts_of(report)
        is_quoted = report.engine == "extractive"
        by = words["engine_extractive"] if is_quoted else ""
        hands = written(report.hands, report.language)
        facts_of = (
            ("made_mode", mode_in(report.language, report.mode)),
            ("made_period", report.period),
            ("made_searched",
             searched_in(report.language, report.searched, report.unsearched)),
        )  # fmt: skip
        cost = words["price_unknown"] if report.cost is None else dollars(report.cost)
        scope = words.say(
            "scope_line",
            cost="0" if report.cost == 0 else cost,
            read=report.pages_read,
            used=counts.sources,
            publishers=counts.publishers,
            dropped=counts.left_out,
            calls=report.outside_calls,
        )
        told = [words.say(key, told=value) for key, value in facts_of if value]
        at = words.say("made_when", at=moment(report.made_at))
        return [one for one in (by, hands, *told, scope, *report.made, at) if one]

    def record(self) -> list[Block]:
        report, words = self.report, self.words
        rejected = [
            (Piece(one.text, note=say(one.reason, report.language)),) for one in report.rejected
        ]
        return [
            facts((words["engine"], self._engine()), (words["run"], report.run)),
            *self._formulas(),
            *listed(counted(words["unverified"], len(rejected)), rejected),
            *self._dropped(),
            *self._reviews(),
            *self._expiries(),
            *self.numbers.kept(),
        ]

    def _formulas(self) -> list[Block]:
        """What was computed, and how."""
        said = {one.id: one for section in self.report.sections for one in section.sentences}
        rows = ((Piece(one.formula, lead=one.text),) for one in said.values() if one.formula)
        return listed(self.words["formulas"], rows)

    def _engine(self) -> str:
        """Who wrote it and how that came about."""
        report, words = self.report, self.words
        name = words["by_rules"] if report.engine == "extractive" else report.engine
        how = words[f"engine_{report.engine_how}"] if report.engine_how else ""
        return f"{name} · {how}" if how else name

    def _cell(self, said: Statement | None, day: str = "", mark: str = "") -> Cell:
        """A statement with the warning that its weakest source calls for, and what is doubted."""
        if said is None:
            return (Piece("–"),)
        told = self.numbers.piece(said, lead=day)
        warning = self.numbers.warning(said)
        return (replace(told, warning=warning, note=mark, look="day" if day else ""),)

    def _divergences(self) -> list[Block]:
        words = self.words
        columns = ("dimension", "official_side", "public_side", "risk", "reason")
        rows = (
            (
                (Piece(words[f"dimension_{one.dimension}"]),),
                self._cell(one.official),
                self._cell(one.public),
                (self._risk(one),),
                (Piece(one.reason),),
            )
            for one in self.report.divergences
        )
        table = gridded(words["divergences"], (words[one] for one in columns), rows)
        return [*table, *self._apart()]

    def _apart(self) -> list[Block]:
        """Both sides of one figure on one scale, where each gives one of the same unit."""
        drawn: list[Block] = []
        for one in self.report.divergences:
            if one.dimension != "numbers" or one.official is None or one.public is None:
                continue
            found = _one_each(one.official.text, one.public.text)
            if found is None:
                continue
            sides = zip(("official_side", "public_side"), found, strict=True)
            points = tuple((self.words[key], float(q.value), q.text) for key, q in sides)
            piece, other = self.numbers.piece(one.official), self.numbers.piece(one.public)
            marks = tuple(sorted({*piece.marks, *other.marks}))
            cited = replace(piece, marks=marks, sign="≠", behind=piece.behind + other.behind)
            drawn.append(Chart(self.words["dimension_numbers"], points, "sides", cited))
        return drawn

    def _risk(self, one: Divergence) -> Piece:
        """How far the accounts part; where one of them is missing nothing is rated."""
        if one.official is None or one.public is None:
            return Piece("–")
        return Piece(self.words[f"risk_{one.risk}"], look=f"risk {one.risk}")

    def _contradictions(self) -> list[Block]:
        words, found = self.words, self.report.contradictions
        rows = ((self._cell(one.one), self._cell(one.other)) for one in found)
        heading = counted(words["contradictions"], len(found))
        head = (words["better_side"], words["other_side"])
        return gridded(heading, head, rows, look="sides two")

    def _expiries(self) -> list[Block]:
        words = self.words
        lines = (
            words.say(
                "expiry_line",
                at=moment(one.at),
                count=one.sentences,
                sources=words["comma"].join(str(n) for n in one.sources),
            )
            for one in self.report.expiries
        )
        return listed(words["expiries"], plain(lines))

    def _dropped(self) -> list[Block]:
        """What was left out is named, and no link: a page that was not trusted is not opened."""
        report, words = self.report, self.words
        rows = (
            plain(
                (
                    one.title or one.url,
                    one.publisher,
                    str(one.tier),
                    left_out_in(report.language, one.reason),
                )
            )
            for one in report.dropped
        )
        head = (words[one] for one in ("title", "publisher", "tier", "reason"))
        heading = counted(words["dropped"], len(report.dropped))
        return gridded(heading, head, rows, look="left-out")

    def _reviews(self) -> list[Block]:
        report, words = self.report, self.words
        head = ("number", "status", "by", "critique", "suggestion")
        rows = (
            plain(
                (
                    str(number),
                    words[one.status],
                    words["by_rules"] if one.by == "rules" else one.by,
                    one.critique or "–",
                    one.suggestion or "–",
                )
            )
            for number, one in enumerate(report.reviews, 1)
        )
        more = words.say("more_searches", count=report.more_searches)
        return gridded(
            words["reviews"],
            (words[f"review_{one}"] for one in head),
            rows,
            closing=more if report.more_searches else "",
        )


def _one_each(one: str, other: str) -> tuple[Quantity, Quantity] | None:
    """The figure of the only unit in which each of both gives exactly one."""
    ours, theirs = quantities(one), quantities(other)
    pairs = [
        (a, b)
        for a in ours
        for b in theirs
        if a.unit == b.unit and sum(q.unit == a.unit for q in (*ours, *theirs)) == 2
    ]
    return pairs[0] if len(pairs) == 1 and pairs[0][0].value != pairs[0][1].value else None
