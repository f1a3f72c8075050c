"""What is asked of a statement and what code answers: passages in, doubts out."""

from dataclasses import dataclass
from typing import Literal

from rostra.words import Said

State = Literal["proved", "conflict", "open"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """One hard fact of a statement; only a `conflict` vetoes."""

    check: str
    state: State
    said: str
    found: str = ""
    why: Said = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a statement rests on: words of one source, with the sentences beside them."""

    source: str
    quote: str
    context: str
    title: str = ""
    publisher: str = ""
    date: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Quotation:
    """Whole sentences of one source, as the source writes them, and where they stand."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Computation:
    """How a figure follows from others: `formula` is told to people, `result` is as stated."""

    operation: str
    formula: str
    result: str
    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SentenceCheck:
    """What code alone says of a sentence: `ok` is quoted or computed, `reasons` say why not."""

    ok: bool
    vetoes: tuple[Doubt, ...] = ()
    open: tuple[Doubt, ...] = ()
    reasons: tuple[Said, ...] = ()
