"""The records that roles answer with, as whoever spoiled answers was shown them."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Ruling:
    approved: bool
    reason: str
    guidance: str = ""


@dataclass(frozen=True)
class Sentence:
    text: str
    evidence: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    formula: str = ""


@dataclass(frozen=True)
class Drafted:
    status: Literal["DRAFT", "SEARCH_REQUIRED"] = "DRAFT"
    sentences: tuple[Sentence, ...] = ()
    reasoning: tuple[Sentence, ...] = ()
    new_queries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evaluation:
    mode_compliance: str
    reasoning_flaws: tuple[str, ...] = ()


@dataclass(frozen=True)
class CriticSays:
    status: Literal["PASS", "WARN", "REJECT"]
    evaluation: Evaluation
    critique: str
    suggestion: str


@dataclass(frozen=True)
class SectionPlan:
    heading: str
    questions: tuple[str, ...]
    queries: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class Outline:
    sections: tuple[SectionPlan, ...]


@dataclass(frozen=True)
class TakenNote:
    evidence: str
    quote: str
    says: str = ""


@dataclass(frozen=True)
class TakenNotes:
    notes: tuple[TakenNote, ...] = ()


@dataclass(frozen=True)
class Told:
    text: str
    rests_on: tuple[str, ...]


@dataclass(frozen=True)
class Synthesis:
    answer: tuple[Told, ...]
    differences: tuple[Told, ...] = ()
    conclusion: tuple[Told, ...] = ()


@dataclass(frozen=True)
class JudgeFinding:
    id: str
    quote: str
    reason: str
    verdict: Literal["carried", "not_carried", "contradicted"]


@dataclass(frozen=True)
class JudgeSays:
    findings: tuple[JudgeFinding, ...]


@dataclass(frozen=True)
class ClaimDraft:
    text: str
    evidence: tuple[str, ...]
    point: int = 0
    mends: str = ""


@dataclass(frozen=True)
class RebuttalDraft:
    attacks: str
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class StatementDraft:
    claims: tuple[ClaimDraft, ...]
    rebuttals: tuple[RebuttalDraft, ...] = ()
    open_questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundDraft:
    matters: tuple[str, ...]
    decision: Literal["next", "replan", "close"]
    reason: str
    open_checks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ranked:
    order: tuple[int, ...]


@dataclass(frozen=True)
class FoundSection:
    name: str
    url: str


@dataclass(frozen=True)
class FoundSections:
    sections: tuple[FoundSection, ...]


@dataclass(frozen=True)
class Summarised:
    summary: str


@dataclass(frozen=True)
class Figure:
    value: float
    unit: str
    is_forecast: bool
    year: int | None = None


RECORDS = {
    one.__name__: one
    for one in (
        *(Ruling, Drafted, CriticSays, Outline, TakenNotes, Synthesis, JudgeSays, StatementDraft),
        *(RoundDraft, Ranked, FoundSections, Summarised, Figure),
    )
}
