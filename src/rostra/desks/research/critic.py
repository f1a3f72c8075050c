"""The critic: hard rules in code first, then a model that looks for faults of reasoning.

A model's word never overrides a rule: where code rejects, no model is asked; where a model passes
what code warns of, the warning stands. Sentences are named by id, and a revision touches only
those. A rejection that names none speaks of the whole draft.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from rostra.desks.research.analyst import Written, label
from rostra.desks.research.material import Material
from rostra.records import Statement, record
from rostra.records.report import (
    Divergence,
    Evaluation,
    Rejected,
    Review,
    ReviewStatus,
)
from rostra.records.statements import Kind, Supported
from rostra.roles import Role, Stage, play
from rostra.steps import Step
from rostra.text import quantities
from rostra.words import Fact, Language, Message, Phrases, Said, joined, message, say, tell

_NAMED = re.compile(r"(?<![A-Za-z0-9])([SRADC])\s?(\d{1,3})(?![0-9A-Za-z])")
_BREAKS = re.compile(r"違反|违反|不符|violat|not ok", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_EVIDENCE_ID = re.compile(r"evidence:[0-9a-f-]{36}(?:: )?")
_BLANK = "▒"
_SHOWN_QUOTE = 300
_BEGINS = 14
_ORDER: tuple[ReviewStatus, ...] = ("PASS", "WARN", "REJECT")
_LONGEST = 1_000


@record
class CriticEvaluation:
    mode_compliance: str
    reasoning_flaws: tuple[str, ...] = ()


@record
class CriticSays:
    """The critic's answer, in the shape every critic gives it."""

    status: Literal["PASS", "WARN", "REJECT"]
    evaluation: CriticEvaluation
    critique: str
    suggestion: str


CRITIC = Role("critic", "research/critic_review", CriticSays, ceiling=12_000, max_tokens=450)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: how bad, in which sentences, and what to do."""

    status: ReviewStatus
    flaw: Message
    suggestion: Said = ""
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A review together with what support was found for the draft it speaks of."""

    review: Review
    kept: tuple[Statement, ...]
    rejected: tuple[Rejected, ...]
    # Why statements came back, for their writer alone: with their figures and the nearest passage.
    refused: str = ""
    # The steps of reasoning that hold, less those that only repeat the answer, and the others.
    sound: tuple[Statement, ...] = ()
    unsound: tuple[Rejected, ...] = ()

    def unmended(self, ids: Container[str]) -> list[Rejected]:
        """What was refused among these sentences."""
        return [one for one in self.rejected if one.statement in ids]


async def review(
    written: Written,
    divergences: Sequence[Divergence],
    material: Material,
    stage: Stage,
    step: Step,
    *,
    may_send_back: bool,
) -> Judged:
    """Judge a draft. `may_send_back` says that sentences without support may be mended once."""
    # In one go: what is judged together is asked for and watched once.
    found = await supported((*written.sentences, *written.reasoning), material, stage, step)
    kept, rejected, refused = _of(found, written.sentences)
    sound, unsound, _ = _of(found, written.reasoning)
    said = {one.text for one in written.sentences}
    judged = Judged(
        _ruled([], material.language),
        kept,
        rejected,
        refused,
        tuple(one for one in sound if one.text not in said),
        unsound,
    )
    findings = material.mode.review(written, divergences, material)
    findings += _reasoning_findings(unsound)
    if rejected and may_send_back:
        findings.insert(0, _unsupported(rejected))
    if not kept:
        findings.append(finding("REJECT", "nothing_left"))
    ruled = _ruled(findings, material.language)
    if ruled.status == "REJECT":
        return replace(judged, review=ruled)
    own = await asked(judged.kept, judged.sound, material, stage, step)
    return replace(judged, review=_worse(ruled, own) if own else ruled)


@dataclass(frozen=True, slots=True)
class Found:
    """A statement that holds, or why it does not: for a report's list and for its writer."""

    id: str
    kept: Statement | None = None
    rejected: Rejected | None = None
    told: str = ""


async def supported(
    said: Sequence[Statement], material: Material, stage: Stage, step: Step
) -> list[Found]:
    checked = await stage.support.check(said, material.read, step)
    return [
        Found(one.id, replace(one, kind=_kind(found), anchors=found.anchors))
        if found.ok
        else Found(
            one.id,
            None,
            blanked(Rejected(one.text, found.reasons[0], one.id), material),
            _told(one, found, material.language),
        )
        for one, found in zip(said, checked, strict=True)
    ]


def _of(
    found: Sequence[Found], said: Sequence[Statement]
) -> tuple[tuple[Statement, ...], tuple[Rejected, ...], str]:
    """What holds on which anchors, what a report may list of the rest, and why it came back."""
    ids = {one.id for one in said}
    mine = [one for one in found if one.id in ids]
    return (
        tuple(one.kept for one in mine if one.kept),
        tuple(one.rejected for one in mine if one.rejected),
        "\n".join(one.told for one in mine if one.told),
    )


def _kind(found: Supported) -> Kind:
    return cast("Kind", found.level)  # what is ok is neither undecided nor refused


def _told(said: Statement, found: Supported, language: Language) -> str:
    """What its writer is told of a refused statement: all reasons, and what the source does say."""
    facts: dict[str, Fact] = {
        "id": said.id,
        "text": said.text,
        "why": joined(found.reasons),
        "nearest": found.nearest or None,
    }
    return tell("faults.refused", language, facts)


def _unsupported(rejected: Sequence[Rejected]) -> Finding:
    told = joined(
        message("faults.unsupported", sentence=one.statement, why=one.reason) for one in rejected
    )
    flaw, mend = message("report.flaw_unsupported", told=told), message("report.mend_unsupported")
    return Finding("REJECT", flaw, mend, tuple(one.statement for one in rejected))


def _reasoning_findings(unsound: Sequence[Rejected]) -> list[Finding]:
    """Steps that name evidence nobody gave, or say of it what it does not say."""
    if not unsound:
        return []
    # Counted here and listed with the unverified: a remark must not repeat what was refused.
    return [Finding("WARN", message("report.flaw_reasoning", count=len(unsound)))]


def blanked(refused: Rejected, material: Material) -> Rejected:
    """A refused sentence as a report may list it: without the figures it was refused for.

    Whoever reads only this line must not take a false figure away with him.
    """
    reason = _EVIDENCE_ID.sub("", str(refused.reason))
    wrong = set(_FIGURE.findall(reason)) | (
        set(_FIGURE.findall(refused.text)) - _known_figures(material)
    )

    def blank(found: re.Match[str]) -> str:
        return _BLANK if found[0] in wrong else found[0]

    def blanked_fact(fact: Fact) -> Fact:
        return _FIGURE.sub(blank, _EVIDENCE_ID.sub("", fact)) if isinstance(fact, str) else fact

    why: Said = _FIGURE.sub(blank, reason)
    if isinstance(refused.reason, Message):
        facts = {name: blanked_fact(fact) for name, fact in refused.reason.facts.items()}
        why = Message(refused.reason.code, facts)
    return replace(refused, text=_FIGURE.sub(blank, refused.text), reason=why)


def finding(status: ReviewStatus, name: str, named: Sequence[str] = ()) -> Finding:
    flaw = message(f"report.flaw_{name}", labels=", ".join(named))
    return Finding(status, flaw, message(f"report.mend_{name}"), tuple(named))


def _ruled(findings: Sequence[Finding], language: str) -> Review:
    found: list[ReviewStatus] = [one.status for one in findings]
    status: ReviewStatus = max(found, key=_ORDER.index, default="PASS")
    words = Phrases("report", language)
    is_rejected = status == "REJECT"
    flaws = tuple(say(one.flaw, language)[:_LONGEST] for one in findings)
    mends = dict.fromkeys(say(one.suggestion, language) for one in findings if one.suggestion)
    return Review(
        status=status,
        evaluation=Evaluation(words["violates"] if is_rejected else words["complies"], flaws),
        critique=" ".join(flaws),
        suggestion=" ".join(mends),
        found=tuple(one.flaw for one in findings),
        named=_once(id_ for one in findings for id_ in one.named),
    )


async def asked(
    said: Sequence[Statement],
    reasoning: Sequence[Statement],
    material: Material,
    stage: Stage,
    step: Step,
) -> Review | None:
    """The model's review of what would be printed; None without a model, or where it failed.

    A small model is not asked: it cannot judge, and a rejection without a reason helps nobody.
    """
    if stage.path_of(CRITIC.name) is None or stage.abilities_of(CRITIC.name).is_small:
        return None
    answered = True

    def silent() -> CriticSays:
        nonlocal answered
        answered = False
        return CriticSays("PASS", CriticEvaluation(""), "", "")

    found = await play(
        CRITIC,
        {
            "question": material.whole_question,
            "draft": _shown(said, material),
            "reasoning": _shown(reasoning, material) or "-",
        },
        stage,
        step,
        fallback=silent,
        mode=material.mode.say("review", material.language),
    )
    if not answered:
        return None
    told = f"{found.critique} {found.suggestion} {' '.join(found.evaluation.reasoning_flaws)}"
    named = {"".join(one) for one in _NAMED.findall(told)}
    words = Phrases("report", material.language)
    breaks = _BREAKS.search(found.evaluation.mode_compliance) is not None
    flaws = [_fit_to_print(one, material) for one in found.evaluation.reasoning_flaws[:8]]
    return Review(
        status=found.status,
        evaluation=Evaluation(
            words["violates"] if breaks else words["complies"],
            tuple(dict.fromkeys(flaw for flaw in flaws if flaw)),
        ),
        critique=_fit_to_print(found.critique, material),
        suggestion=_fit_to_print(found.suggestion, material),
        named=tuple(one.id for one in said if one.id in named),
        by=stage.engine(CRITIC.name),
    )


def unlabelled(review: Review, said: Sequence[Statement]) -> Review:
    """A review as a reader is shown it: a statement by how it begins, not by our label."""
    begins = {one.id: f"「{one.text[:_BEGINS]}…」" for one in said}

    def told(found: re.Match[str]) -> str:
        # What only looks like a label of ours (a road, a size of paper) stays.
        return begins.get(f"{found[1]}{found[2]}", "" if found[1] in "SR" else found[0])

    def plain(text: str) -> str:
        return _NAMED.sub(told, text).strip()

    flaws = tuple(map(plain, review.evaluation.reasoning_flaws))
    return replace(
        review,
        evaluation=replace(review.evaluation, reasoning_flaws=flaws),
        critique=plain(review.critique),
        suggestion=plain(review.suggestion),
    )


def caveats_of(review: Review | None) -> tuple[str, ...]:
    """What a warning says of the whole: remarks that name no statement."""
    if review is None or review.status != "WARN":
        return ()
    flaws = review.evaluation.reasoning_flaws or (() if review.named else (review.critique,))
    return tuple(dict.fromkeys(one for one in flaws if one and not _NAMED.search(one)))


def marks_of(review: Review | None, said: Sequence[Statement]) -> dict[str, str]:
    """What a reader is told behind the statements that the last review still doubts, by text."""
    if review is None or review.status == "PASS" or not review.named:
        return {}
    shown_as = unlabelled(review, said)
    remarks: dict[str, str] = {}
    for id_ in review.named:
        own = [
            shown
            for flaw, shown in zip(
                review.evaluation.reasoning_flaws, shown_as.evaluation.reasoning_flaws, strict=True
            )
            if any("".join(one) == id_ for one in _NAMED.findall(flaw))
        ]
        remarks[id_] = " ".join(own) or shown_as.critique
    return {one.text: remarks[one.id] for one in said if remarks.get(one.id)}


def _fit_to_print(remark: str, material: Material) -> str:
    """A model's remark as a report may show it: a figure that no source gives is not repeated."""
    tidy = " ".join(remark.split())[:_LONGEST]
    told = {figure for one in quantities(tidy) for figure in _FIGURE.findall(one.text)}
    is_known = told <= _known_figures(material)
    return tidy if is_known else Phrases("report", material.language)["remark_withheld"]


def _known_figures(material: Material) -> set[str]:
    return {figure for text in material.texts.values() for figure in _FIGURE.findall(text)}


def _shown(sentences: Sequence[Statement], material: Material) -> str:
    lines = []
    for one in sentences:
        known = [material.by_id[e] for e in one.evidence if e in material.by_id]
        about = "; ".join(label(source, material.language) for source in known[:3])
        lines.append(f"{one.id}: {one.text} ({about})")
        quotes = dict.fromkeys(a.quote for a in one.anchors if a.quote and a.quote != one.text)
        lines += [f"  > {quote[:_SHOWN_QUOTE]}" for quote in list(quotes)[:3]]
    return "\n".join(lines)


def _worse(ruled: Review, said: Review) -> Review:
    """Both reviews in one; the status of the stricter, everything that either found."""
    if said.status == "PASS":
        return ruled if ruled.status == "WARN" else _passed_by(said)
    if ruled.status == "PASS":
        return said
    status = max(ruled.status, said.status, key=_ORDER.index)
    return Review(
        status=status,
        evaluation=Evaluation(
            said.evaluation.mode_compliance,
            ruled.evaluation.reasoning_flaws + said.evaluation.reasoning_flaws,
        ),
        critique=f"{ruled.critique} {said.critique}".strip(),
        suggestion=f"{ruled.suggestion} {said.suggestion}".strip(),
        named=_once((*ruled.named, *said.named)),
        by=said.by,
    )


def _once(ids: Iterable[str]) -> tuple[str, ...]:
    """Each id once, in the order of the draft."""
    return tuple(sorted(set(ids), key=lambda id_: (len(id_), id_)))


def _passed_by(said: Review) -> Review:
    """A pass has nothing to tell the analyst, whatever was written into its fields."""
    return Review("PASS", Evaluation(said.evaluation.mode_compliance), by=said.by)
