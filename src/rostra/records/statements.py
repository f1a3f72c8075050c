"""A sentence from a model's answer to the paper: what it says, of which kind, and on what.

Whoever speaks of a statement names its `id`. `kind` says how it may be proved, `anchors` where in
the evidence it stands, `rests_on` which other statements it follows from.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal, Protocol, TypeAlias

from rostra.records.codec import record
from rostra.steps import Step
from rostra.words import Said

Kind = Literal["quoted", "reported", "computed", "compared", "absent", "concluded"]
Level = Literal[
    "quoted", "reported", "computed", "compared", "absent", "concluded", "undecided", "refused"
]
Reading = Literal["carried", "not_carried", "contradicted"]


@record
class SourceRead:
    """What may be read of a source, and what it says of itself: by whom and of which day it is."""

    text: str
    title: str = ""
    publisher: str = ""
    url: str = ""
    date: str = ""


# What may be read of each source, by its id.
Sources: TypeAlias = Mapping[str, str | SourceRead]


def source_read(source: str | SourceRead) -> SourceRead:
    """A source as a record; a bare text says nothing of itself."""
    return source if isinstance(source, SourceRead) else SourceRead(source)


@record
class Anchor:
    """A place in the evidence; without a quotation the whole of it."""

    evidence: str
    quote: str = ""


@record
class Statement:
    """One sentence. Without anchors it is a remark of ours, not a fact about the world."""

    # Properties that programs read beside the fields.
    also_shown: ClassVar[tuple[str, ...]] = ("evidence",)

    id: str
    kind: Kind
    text: str
    anchors: tuple[Anchor, ...] = ()
    rests_on: tuple[str, ...] = ()
    formula: str = ""
    relation: str = ""

    @property
    def evidence(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.evidence for one in self.anchors))


def anchored(evidence: Iterable[str], quote: str = "") -> tuple[Anchor, ...]:
    """An anchor in each piece of evidence."""
    return tuple(Anchor(one, quote) for one in evidence)


@record
class Supported:
    """What a check found of a statement: its level, the anchors that carry it, else why not.

    `nearest` is what the sources do say, for whoever has to put it right.
    """

    id: str
    level: Level
    reasons: tuple[Said, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    nearest: str = ""

    @property
    def ok(self) -> bool:
        """Whether it may be published as fact."""
        return self.level not in ("undecided", "refused")

    @property
    def evidence(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.evidence for one in self.anchors))


@record
class CaseAnchor:
    """A place a statement rests on, as a judge is shown it: the quote and what stands around it."""

    source: str
    quote: str
    context: str


@record
class Case:
    """A statement before its judge; `doubts` name what code could not settle."""

    id: str
    statement: str
    kind: Kind
    anchors: tuple[CaseAnchor, ...]
    doubts: tuple[str, ...] = ()


@record
class Finding:
    """What a judge says of a case, with the words of the anchors it leans on."""

    id: str
    verdict: Reading
    quote: str = ""
    reason: str = ""


class Judge(Protocol):
    """Whoever reads whether the anchors of a statement carry its wording."""

    async def decide(self, batch: Sequence[Case], step: Step) -> Sequence[Finding]:
        """One finding a case, by the case's id; what is missing counts as not carried."""
        ...


class Support(Protocol):
    """The one way to learn whether statements may be published."""

    async def check(
        self, statements: Sequence[Statement], sources: Sources, step: Step
    ) -> list[Supported]:
        """Judge each statement on the sources; results in the statements' order."""
        ...
