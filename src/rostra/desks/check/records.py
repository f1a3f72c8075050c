"""A report taken apart, and what was found of each of its sentences."""

from datetime import datetime
from typing import ClassVar, Literal

from rostra.records import record
from rostra.words import Language, Said

Verdict = Literal[
    "supported", "computed", "not_supported", "contradicted", "undecided", "unreadable", "uncited"
]
GOOD: frozenset[Verdict] = frozenset({"supported", "computed"})
BAD: frozenset[Verdict] = frozenset({"not_supported", "contradicted", "unreadable"})


@record
class CitedSource:
    """What a report says of a source: its number or note there, its name, where it stands."""

    key: str
    title: str = ""
    url: str = ""
    evidence: str = ""


@record
class Sentence:
    """A sentence of a report with the keys of what it cites; `place` counts its paragraphs."""

    text: str
    cites: tuple[str, ...]
    place: int
    heading: str = ""


@record
class Taken:
    title: str
    said: tuple[Sentence, ...]
    sources: tuple[CitedSource, ...]


@record
class SourceFound:
    """A cited source and what became of it: `read` are the pieces read, or `why` there are none."""

    number: int
    title: str
    url: str
    read: tuple[str, ...] = ()
    publisher: str = ""
    why: Said = ""
    cited: int = 0


@record
class Passage:
    """Words of a source, by its number in the check."""

    source: int
    text: str


@record
class Checked:
    """A sentence with its verdict, why, and the passages that carry it or come nearest."""

    text: str
    verdict: Verdict
    cites: tuple[int, ...]
    place: int
    heading: str = ""
    reasons: tuple[Said, ...] = ()
    passages: tuple[Passage, ...] = ()


@record
class CheckDocument:
    """What a check found. A citation is one source of one sentence.

    `accuracy` is the share of citations that hold among those that were decided; one that nobody
    can open does not hold. None where nothing was decided.
    """

    also_shown: ClassVar[tuple[str, ...]] = (
        "statements", "citations", "accuracy", "effective", "uncited", "undecided",
    )  # fmt: skip

    run: str
    title: str
    language: Language
    is_sample: bool
    made_at: datetime
    checked: str
    judge: str
    fail_under: float
    rows: tuple[Checked, ...]
    cited: tuple[SourceFound, ...]
    notes: tuple[Said, ...] = ()

    @property
    def statements(self) -> int:
        return len(self.rows)

    @property
    def citations(self) -> int:
        return sum(len(one.cites) for one in self.rows)

    @property
    def effective(self) -> int:
        """Citations that hold."""
        return sum(len(one.cites) for one in self.rows if one.verdict in GOOD)

    @property
    def undecided(self) -> int:
        return sum(len(one.cites) for one in self.rows if one.verdict == "undecided")

    @property
    def accuracy(self) -> float | None:
        decided = self.citations - self.undecided
        return self.effective / decided if decided else None

    @property
    def uncited(self) -> int:
        return sum(one.verdict == "uncited" for one in self.rows)

    @property
    def has_passed(self) -> bool:
        """What nobody decided has not passed."""
        return (self.accuracy or 0.0) >= self.fail_under
