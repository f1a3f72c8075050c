"""The critic: hard rules in code first, then a model that looks for faults of reasoning.

A model's word never overrides a rule: where code rejects, no model is asked; where a model passes
what code warns of, the warning stands. Sentences are named by number, and a revision touches only
those. A rejection that names none speaks of the whole draft.
"""

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rostra.errors import SpendingStopped
from rostra.governance import CitationGate
from rostra.records import record
from rostra.records.report import (
    CitedSentence,
    Dimension,
    Divergence,
    Draft,
    Evaluation,
    Mode,
    Rejected,
    Review,
    ReviewStatus,
    Section,
)
from rostra.report.wording import WORDING
from rostra.research.analyst import Written, label
from rostra.research.material import Material
from rostra.roles import Role, Stage, play
from rostra.steps import Step
from rostra.text import quantities

_LABELS = re.compile(r"(?<![A-Za-z0-9])S\s?(\d{1,3})(?![0-9A-Za-z])")
_BREAKS = re.compile(r"違反|违反|不符|violat|not ok", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_EVIDENCE_ID = re.compile(r"evidence:[0-9a-f-]{36}(?:: )?")
_BLANK = "▒"
_SHOWN_SENTENCE = 300
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


CRITIC = Role("critic", "research/critic_review", CriticSays, ceiling=6_000, max_tokens=450)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: how bad, in which sentences, and what to do."""

    status: ReviewStatus
    flaw: str
    suggestion: str
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A review together with what the gate made of the draft it speaks of."""

    review: Review
    kept: tuple[CitedSentence, ...]
    rejected: tuple[Rejected, ...]
    failing: tuple[int, ...] = ()

    def unmended(self, numbers: Container[int]) -> list[Rejected]:
        """What the gate refused among these sentences."""
        return [one for n, one in zip(self.failing, self.rejected, strict=True) if n in numbers]


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
    kept, rejected, failing = _through_gate(written, material)
    findings = _mode_findings(written, divergences, material)
    findings += _reasoning_findings(written, material)
    if failing and may_send_back:
        findings.insert(0, _unsupported(failing, rejected, material))
    if not kept:
        findings.append(_finding("REJECT", "nothing_left", material))
    ruled = _ruled(findings, material.language)
    if ruled.status == "REJECT":
        return Judged(ruled, kept, rejected, tuple(failing))
    said = await _asked(written, material, stage, step)
    return Judged(_worse(ruled, said) if said else ruled, kept, rejected, tuple(failing))


def _through_gate(
    written: Written, material: Material
) -> tuple[tuple[CitedSentence, ...], tuple[Rejected, ...], list[int]]:
    gate = CitationGate(material.texts)
    kept: list[CitedSentence] = []
    rejected: list[Rejected] = []
    failing: list[int] = []
    for n, one in enumerate(written.sentences, 1):
        checked = gate.check(Draft((Section("", (one,)),)))
        if checked.rejected:
            failing.append(n)
            rejected += [blanked(one, material) for one in checked.rejected]
        else:
            (sentence,) = checked.sections[0].sentences
            kept.append(material.cited(sentence.text, sentence.evidence))
    return tuple(kept), tuple(rejected), failing


def _unsupported(failing: list[int], rejected: Sequence[Rejected], material: Material) -> Finding:
    words = WORDING[material.language]
    told = "; ".join(f"S{n}: {one.reason}" for n, one in zip(failing, rejected, strict=True))
    flaw = words["flaw_unsupported"].format(told=told)
    return Finding("REJECT", flaw[:_LONGEST], words["mend_unsupported"], tuple(failing))


def _mode_findings(
    written: Written, divergences: Sequence[Divergence], material: Material
) -> list[Finding]:
    if material.mode == "strict":
        return _strict(written, material)
    if material.mode == "discovery":
        return _discovery(written, material)
    return _discovery(written, material) + _monitor(divergences, material)


def _strict(written: Written, material: Material) -> list[Finding]:
    low = _citing(written, material, lambda tier: tier >= 3)
    return [_finding("REJECT", "low_tier", material, low)] if low else []


def _discovery(written: Written, material: Material) -> list[Finding]:
    bare = [
        n
        for n in _citing(written, material, lambda tier: tier == 5)
        if not written.sentences[n - 1].warning
    ]
    return [_finding("WARN", "no_warning", material, bare)] if bare else []


def _monitor(divergences: Sequence[Divergence], material: Material) -> list[Finding]:
    compared = [one for one in divergences if one.official and one.public]
    found = []
    if not compared:
        found.append(_finding("REJECT", "no_comparison", material))
    unlisted = {one.evidence for one in material.strangers}
    if compared and all(set(one.public.evidence) <= unlisted for one in compared if one.public):
        found.append(_finding("WARN", "only_unlisted", material))
    if any(not one.risk or not one.reason for one in divergences) or not divergences:
        found.append(_finding("WARN", "no_risk", material))
    have: set[Dimension] = {one.dimension for one in compared}
    lacking = [one for one in get_args(Dimension) if one not in have]
    if compared and lacking:
        words = WORDING[material.language]
        names = words["comma"].join(words[f"dimension_{one}"] for one in lacking)
        flaw = words["flaw_dimension"].format(names=names)
        found.append(Finding("WARN", flaw, words["mend_dimension"]))
    return found


def _reasoning_findings(written: Written, material: Material) -> list[Finding]:
    """Steps that name evidence nobody gave, or say of it what it does not say."""
    checked = CitationGate(material.texts).check(Draft((Section("", written.reasoning),)))
    if not checked.rejected:
        return []
    # Counted here and listed with the unverified: a remark must not repeat what was refused.
    flaw = WORDING[material.language]["flaw_reasoning"].format(count=len(checked.rejected))
    return [Finding("WARN", flaw, "")]


def sound_reasoning(
    written: Written, material: Material
) -> tuple[tuple[CitedSentence, ...], tuple[Rejected, ...]]:
    """The steps that hold, less those that only repeat the answer, and those that do not."""
    checked = CitationGate(material.texts).check(Draft((Section("", written.reasoning),)))
    said = {one.text for one in written.sentences}
    sound = (one for one in checked.sections[0].sentences if one.text not in said)
    unsound = tuple(blanked(one, material) for one in checked.rejected)
    return tuple(material.cited(one.text, one.evidence) for one in sound), unsound


def blanked(refused: Rejected, material: Material) -> Rejected:
    """A refused sentence as a report may list it: without the figures it was refused for.

    Whoever reads only this line must not take a false figure away with him.
    """
    reason = _EVIDENCE_ID.sub("", refused.reason)
    wrong = set(_FIGURE.findall(reason)) | (
        set(_FIGURE.findall(refused.text)) - _known_figures(material)
    )

    def blank(found: re.Match[str]) -> str:
        return _BLANK if found[0] in wrong else found[0]

    return Rejected(_FIGURE.sub(blank, refused.text), _FIGURE.sub(blank, reason))


def _citing(written: Written, material: Material, is_meant: Callable[[int], bool]) -> list[int]:
    return [
        n
        for n, one in enumerate(written.sentences, 1)
        if any(is_meant(material.by_id[e].source.tier) for e in one.evidence if e in material.by_id)
    ]


def _finding(
    status: ReviewStatus, name: str, material: Material, named: Sequence[int] = ()
) -> Finding:
    words = WORDING[material.language]
    labels = ", ".join(f"S{n}" for n in named)
    flaw = words[f"flaw_{name}"].format(labels=labels)
    return Finding(status, flaw, words[f"mend_{name}"], tuple(named))


def _ruled(findings: Sequence[Finding], language: str) -> Review:
    found: list[ReviewStatus] = [one.status for one in findings]
    status: ReviewStatus = max(found, key=_ORDER.index, default="PASS")
    words = WORDING[language]
    is_rejected = status == "REJECT"
    return Review(
        status=status,
        evaluation=Evaluation(
            words["violates"] if is_rejected else words["complies"],
            tuple(one.flaw for one in findings),
        ),
        critique=" ".join(one.flaw for one in findings),
        suggestion=" ".join(dict.fromkeys(one.suggestion for one in findings if one.suggestion)),
        named=tuple(sorted({n for one in findings for n in one.named})),
    )


async def _asked(written: Written, material: Material, stage: Stage, step: Step) -> Review | None:
    """The model's review; None where no model is set, it failed, or it cannot be paid.

    A small model is not asked: it cannot judge, and a rejection without a reason helps nobody.
    """
    if stage.path_of(CRITIC.name) is None or stage.means_of(CRITIC.name).is_small:
        return None
    answered = True

    def silent() -> CriticSays:
        nonlocal answered
        answered = False
        return CriticSays("PASS", CriticEvaluation(""), "", "")

    try:
        said = await play(
            CRITIC,
            {
                "question": material.asked.text,
                "draft": _shown(written.sentences, material),
                "reasoning": _shown(written.reasoning, material) or "-",
            },
            stage,
            step,
            fallback=silent,
            mode=_RULES[material.language][material.mode],
        )
    except SpendingStopped:
        return None
    if not answered:
        return None
    told = f"{said.critique} {said.suggestion} {' '.join(said.evaluation.reasoning_flaws)}"
    named = {int(n) for n in _LABELS.findall(told)} & set(range(1, len(written.sentences) + 1))
    words = WORDING[material.language]
    breaks = _BREAKS.search(said.evaluation.mode_compliance) is not None
    flaws = [_fit_to_print(one, material) for one in said.evaluation.reasoning_flaws[:8]]
    return Review(
        status=said.status,
        evaluation=Evaluation(
            words["violates"] if breaks else words["complies"],
            tuple(dict.fromkeys(flaw for flaw in flaws if flaw)),
        ),
        critique=_fit_to_print(said.critique, material),
        suggestion=_fit_to_print(said.suggestion, material),
        named=tuple(sorted(named)),
        by=stage.engine(CRITIC.name),
    )


def _fit_to_print(remark: str, material: Material) -> str:
    """A model's remark as a report may show it: a figure that no source gives is not repeated."""
    tidy = " ".join(remark.split())[:_LONGEST]
    told = {figure for one in quantities(tidy) for figure in _FIGURE.findall(one.text)}
    is_known = told <= _known_figures(material)
    return tidy if is_known else WORDING[material.language]["remark_withheld"]


def _known_figures(material: Material) -> set[str]:
    return {figure for text in material.texts.values() for figure in _FIGURE.findall(text)}


def _shown(sentences: Sequence[CitedSentence], material: Material) -> str:
    lines = []
    for n, one in enumerate(sentences, 1):
        known = [material.by_id[e] for e in one.evidence if e in material.by_id]
        about = "; ".join(label(source) for source in known[:3])
        lines.append(f"S{n}: {one.text[:_SHOWN_SENTENCE]} ({about})")
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
        named=tuple(sorted({*ruled.named, *said.named})),
        by=said.by,
    )


def _passed_by(said: Review) -> Review:
    """A pass has nothing to tell the analyst, whatever was written into its fields."""
    return Review("PASS", Evaluation(said.evaluation.mode_compliance), by=said.by)


_RULES: dict[str, dict[Mode, str]] = {
    "zh-Hant": {
        "strict": "模式為嚴格查核。",
        "discovery": "模式為探索，社群說法須標示未經證實。",
        "monitor": "模式為監測，須對照官方與民間。",
    },
    "zh-Hans": {
        "strict": "模式为严格核查。",
        "discovery": "模式为探索，社群说法须标示未经证实。",
        "monitor": "模式为监测，须对照官方与民间。",
    },
    "en": {
        "strict": "The mode is strict.",
        "discovery": "The mode is discovery; social claims must be called unconfirmed.",
        "monitor": "The mode is monitor; officials and the public must be compared.",
    },
}
