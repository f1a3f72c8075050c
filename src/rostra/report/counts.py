"""What a report comes to in numbers: counted once, for every place that tells them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rostra.records import Statement
from rostra.records.report import ReportDocument, SourceRow
from rostra.words import Phrases

Level = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Counts:
    """`statements` are those that cite something, `publishers` independent ones that are cited."""

    statements: int
    sources: int
    publishers: int
    refused: int
    left_out: int


def counts_of(report: ReportDocument) -> Counts:
    said = {
        (one.text, one.evidence)
        for section in report.sections
        for one in section.sentences
        if one.evidence
    }
    return Counts(
        len(said),
        len(report.sources),
        len({owner_of(row) for row in report.sources}),
        len(report.rejected),
        len(report.dropped),
    )


def owner_of(row: SourceRow) -> str:
    """Whose voice a source is."""
    return row.owner or row.publisher


def confidence(report: ReportDocument, answer: Sequence[Statement]) -> tuple[Level, str] | None:
    """How firm the answer stands, and why, by what carries each of its statements."""
    rows = {row.evidence: row for row in report.sources}
    carriers = [[rows[e] for e in one.evidence if e in rows] for one in answer]
    cited = [found for found in carriers if found]
    if not cited:
        return None
    twice = sum(len({owner_of(row) for row in found}) > 1 for found in cited)
    alone = [found for found in cited if len({owner_of(row) for row in found}) == 1]
    own = sum(min(row.tier for row in found) == 1 for found in alone)
    weak = len(alone) - own
    clashes = sum(_speaks_of(one.one, answer) for one in report.contradictions)
    level: Level = "high" if not weak and not clashes and twice else "medium"
    level = "low" if weak * 2 > len(cited) else level
    words = Phrases("report", report.language)
    told = (
        ("sure_twice", twice), ("sure_own", own), ("sure_weak", weak), ("sure_disputed", clashes)
    )  # fmt: skip
    why = words["comma"].join(words.say(key, count=count) for key, count in told if count)
    return level, words.say("sure", level=words[f"sure_{level}"], count=len(cited), why=why)


def _speaks_of(said: Statement, answer: Iterable[Statement]) -> bool:
    return any(set(said.evidence) & set(one.evidence) for one in answer)
