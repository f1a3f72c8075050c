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
# What may be read of each source, by its id.
Sources: TypeAlias = Mapping[str, str]


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
    """What a check found of a statement: its level, the anchors that carry it, else why not."""

    id: str
    level: Level
    reasons: tuple[Said, ...] = ()
    anchors: tuple[Anchor, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it may be published as fact."""
        return self.level not in ("undecided", "refused")

    @property
    def evidence(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.evidence for one in self.anchors))


class Support(Protocol):
    """The one way to learn whether statements may be published."""

    async def check(
        self, statements: Sequence[Statement], sources: Sources, step: Step
    ) -> list[Supported]:
        """Judge each statement on the sources; results in the statements' order."""
        ...
