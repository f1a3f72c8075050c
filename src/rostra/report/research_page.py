"""What a research report holds, in order, before it has a form."""

from dataclasses import replace

from rostra.records import Statement
from rostra.records.report import Divergence, ReportDocument
from rostra.report.blocks import (
    Block,
    Cell,
    Facts,
    Heading,
    Paper,
    Piece,
    facts,
    gridded,
    listed,
    plain,
    warnings,
)
from rostra.report.publish import Numbers
from rostra.report.wording import (
    counted,
    dollars,
    left_out_in,
    mode_in,
    searched_in,
    written,
)
from rostra.words import Phrases, moment, say


def research_paper(report: ReportDocument) -> Paper:
    page = _Page(report)
    return Paper(
        report.language,
        report.made_at,
        report.run,
        report.title,
        page.words["sample"] if report.is_sample else "",
        (*warnings(report.notes), page.facts()),
        tuple(page.blocks()),
        page.words["open_evidence"],
    )


class _Page:
    def __init__(self, report: ReportDocument) -> None:
        self.report = report
        self.words = Phrases("report", report.language)
        self.numbers = Numbers(report)

    def facts(self) -> Facts:
        report, words = self.report, self.words
        is_its_title = report.question.strip() == report.title.strip()
        return facts(
            (words["engine"], self._engine()),
            (words["written"], written(report.hands, report.language)),
            (words["question"], "" if is_its_title else report.question),
            (words["mode"], mode_in(report.language, report.mode)),
            (words["period"], report.period),
            (words["searched"], searched_in(report.language, report.searched, report.unsearched)),
            (words["scope"], self._scope()),
            (words["made_at"], moment(report.made_at)),
            (words["run"], report.run),
        )

    def _engine(self) -> str:
        """Who wrote it and how that came about."""
        report, words = self.report, self.words
        name = words["engine_extractive"] if report.engine == "extractive" else report.engine
        how = words[f"engine_{report.engine_how}"] if report.engine_how else ""
        return f"{name} · {how}" if how else name

    def _scope(self) -> str:
        report, words = self.report, self.words
        cost = words["price_unknown"] if report.cost is None else dollars(report.cost)
        return words.say(
            "scope_line",
            cost="0" if report.cost == 0 else cost,
            read=report.pages_read,
            used=len(report.sources),
            dropped=len(report.dropped),
            calls=report.outside_calls,
        )

    def blocks(self) -> list[Block]:
        report, words = self.report, self.words
        sections = [
            listed(
                one.heading,
                (
                    self._cell(said, one.days.get(said.id, ""), one.marks.get(said.id, ""))
                    for said in one.sentences
                ),
                level=one.level,
            )
            or [Heading(one.heading, one.level)]
            for one in report.sections
        ]
        rejected = [
            (Piece(one.text, note=say(one.reason, report.language)),) for one in report.rejected
        ]
        return [
            *(sections[0] if sections else ()),
            *self._divergences(),
            *(block for section in sections[1:] for block in section),
            *self._contradictions(),
            *listed(words["caveats"], plain(report.caveats)),
            *listed(counted(words["unverified"], len(rejected)), rejected),
            *self.numbers.sources(),
            *self._expiries(),
            *self._dropped(),
            *self._reviews(),
        ]

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
        return gridded(words["divergences"], (words[one] for one in columns), rows)

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
