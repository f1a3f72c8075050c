"""The whole from its parts: the answer first, made of statements that passed and of nothing else.

The writer sees statements, no pages. What it says rests on the statements it names and cites what
they cite; support holds it to them like any other statement. Without a writer, and in the place of
what does not hold, the statement that answers each section first stands there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rostra.desks.research.analyst import label
from rostra.desks.research.critic import asked, caveats_of, marks_of, unlabelled
from rostra.desks.research.material import Material
from rostra.desks.research.section import InquiryEnd
from rostra.models.choice import EXTRACTIVE
from rostra.records import Statement, record
from rostra.records.report import Rejected, Review
from rostra.records.statements import SourceRead
from rostra.roles import Role, Stage, play
from rostra.steps import Step
from rostra.words import Message, message, tell

MOST_ANSWERS, MOST_OPEN = 6, 5


@record
class Told:
    """A sentence of the writer, and the ids of the statements it rests on, such as S3."""

    text: str
    rests_on: tuple[str, ...]


Finding = Literal["confirmed", "refuted", "partly", "undecided", ""]


@record
class Synthesis:
    """`answer` answers every part, `differences` say where sources part and why, `conclusion`
    what follows from it all. `finding` is what a claim that is asked about came to.
    """

    answer: tuple[Told, ...]
    differences: tuple[Told, ...] = ()
    conclusion: tuple[Told, ...] = ()
    finding: Finding = ""


WRITER = Role(
    "writer",
    "research/writer_whole",
    Synthesis,
    ceiling=14_000,
    max_tokens=1_500,
    could_read=48_000,
)


@record
class Mended:
    """A sentence put in the place of the one that is named, such as A2; empty, it is deleted."""

    replaces: str
    text: str
    rests_on: tuple[str, ...] = ()


@record
class MendedWhole:
    changes: tuple[Mended, ...]


MENDER = Role(
    "writer",
    "research/writer_revise",
    MendedWhole,
    ceiling=14_000,
    max_tokens=900,
    could_read=48_000,
)
MOST_REVIEWS = 3


@dataclass(frozen=True, slots=True)
class Whole:
    """A report before it is put under its headings; `marks` are by the text they stand behind."""

    answer: tuple[Statement, ...]
    differences: tuple[Statement, ...] = ()
    conclusion: tuple[Statement, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    by_model: bool = False
    finding: tuple[Statement, ...] = ()
    reviews: tuple[Review, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    caveats: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[Statement, ...]:
        return (*self.answer, *self.differences, *self.conclusion)


async def synthesise(
    question: str, ends: Sequence[InquiryEnd], material: Material, stage: Stage, step: Step
) -> Whole:
    """Let the writer answer the question out of what passed."""
    said = {one.id: one for end in ends for one in end.sentences}
    plain = Whole(first_of_each(ends, material))
    is_able = (
        stage.path_of(WRITER.name) is not None and not stage.abilities_of(WRITER.name).is_small
    )
    if not is_able or not said or all(end.engine == EXTRACTIVE for end in ends):
        return plain
    told = await play(
        WRITER,
        {"question": question, "statements": _shown(ends, material)},
        stage,
        step,
        fallback=lambda: Synthesis(()),
        fault=lambda one: _fault(one, said),
        mode=material.mode.say("brief", material.language),
        most=MOST_ANSWERS,
    )
    # What a better source contradicts is told as a difference, never as the answer.
    firm = {id_: one for id_, one in said.items() if not material.is_no_answer(one)}
    groups = (
        _firm_first(_statements("A", told.answer[:MOST_ANSWERS], firm), material),
        _statements("D", told.differences[:MOST_OPEN], said),
        _statements("C", told.conclusion[:MOST_OPEN], firm),
    )
    whole = await _held(groups, plain, said, material, stage, step)
    if whole.by_model and told.finding:
        whole = replace(
            whole, finding=await _found(told.finding, whole, said, material, stage, step)
        )
    return (
        await _reviewed(whole, question, ends, material, stage, step) if whole.by_model else plain
    )


async def _held(
    groups: tuple[tuple[Statement, ...], ...],
    plain: Whole,
    said: Mapping[str, Statement],
    material: Material,
    stage: Stage,
    step: Step,
) -> Whole:
    every = [one for group in groups for one in group]
    if not every:
        return plain
    sources = dict(material.read) | {id_: SourceRead(one.text) for id_, one in said.items()}
    checked = await stage.support.check(every, sources, step)
    holds = {one.id for one, found in zip(every, checked, strict=True) if found.ok}
    rejected = tuple(
        Rejected(one.text, found.reasons[0], one.id)
        for one, found in zip(every, checked, strict=True)
        if not found.ok
    )
    answer, differences, conclusion = (
        tuple(one for one in group if one.id in holds) for group in groups
    )
    return Whole(answer or plain.answer, differences, conclusion, rejected, bool(answer))


async def _found(
    finding: Finding,
    whole: Whole,
    said: Mapping[str, Statement],
    material: Material,
    stage: Stage,
    step: Step,
) -> tuple[Statement, ...]:
    """What a claim came to, in one word: an inference from the answer, published like any other."""
    text = tell(f"report.finding.{finding}", material.language)
    anchors = tuple(dict.fromkeys(a for one in whole.answer for a in one.anchors))
    rests = tuple(dict.fromkeys(id_ for one in whole.answer for id_ in one.rests_on))
    found = Statement("F1", "concluded", text, anchors, rests_on=rests)
    sources = dict(material.read) | {id_: SourceRead(one.text) for id_, one in said.items()}
    (checked,) = await stage.support.check([found], sources, step)
    return (found,) if checked.ok else ()


async def _reviewed(
    whole: Whole,
    question: str,
    ends: Sequence[InquiryEnd],
    material: Material,
    stage: Stage,
    step: Step,
) -> Whole:
    """The critic on the whole, at most three times; a revision changes what was named alone."""
    said = {one.id: one for end in ends for one in end.sentences}
    reviews: list[Review] = []
    while len(reviews) < MOST_REVIEWS:
        found = await asked(whole.every, (), material, stage, step)
        if found is None:
            break
        reviews.append(unlabelled(found, whole.every))
        whole = replace(whole, marks=marks_of(found, whole.every), caveats=caveats_of(found))
        if found.status == "PASS" or (len(reviews) == MOST_REVIEWS and found.status == "REJECT"):
            break
        whole = await _mended(whole, found, question, said, ends, material, stage, step)
        if found.status == "WARN":
            break
    return replace(whole, reviews=tuple(reviews))


async def _mended(
    whole: Whole,
    review: Review,
    question: str,
    said: Mapping[str, Statement],
    ends: Sequence[InquiryEnd],
    material: Material,
    stage: Stage,
    step: Step,
) -> Whole:
    """Put what the writer gives in the place of what was named; all else stays byte for byte."""
    named = set(review.named)
    if not named:
        return whole
    changed = await play(
        MENDER,
        {
            "question": question,
            "draft": "\n".join(f"{one.id}: {one.text}" for one in whole.every),
            "critique": f"{review.critique}\n{review.suggestion}",
            "statements": _shown(ends, material),
        },
        stage,
        step,
        fallback=lambda: MendedWhole(()),
        named=", ".join(sorted(named)),
    )
    changes = {id_: one for one in changed.changes if (id_ := _id(one.replaces)) in named}
    told = {id_: Told(one.text, one.rests_on) for id_, one in changes.items() if one.text.strip()}
    made = {id_: new for id_, one in told.items() for new in _statements("", (one,), said)}
    new = [replace(one, id=id_) for id_, one in made.items()]
    sources = dict(material.read) | {id_: SourceRead(one.text) for id_, one in said.items()}
    checked = await stage.support.check(new, sources, step)
    holds = {one.id: one for one, found in zip(new, checked, strict=True) if found.ok}
    gone = {id_ for id_, one in changes.items() if not one.text.strip()}

    def put(group: Sequence[Statement]) -> tuple[Statement, ...]:
        return tuple(holds.get(one.id, one) for one in group if one.id not in gone)

    return replace(
        whole,
        answer=put(whole.answer) or whole.answer,
        differences=put(whole.differences),
        conclusion=put(whole.conclusion),
    )


def first_of_each(ends: Sequence[InquiryEnd], material: Material) -> tuple[Statement, ...]:
    """The first statement of every section that no better source outweighs."""
    found = []
    for end in ends:
        allowed = [one for one in end.sentences if not material.is_no_answer(one)]
        # What only weak sources say never opens an answer.
        firm = [one for one in allowed if _tier(one, material) <= 2]
        found += (firm or allowed)[:1]
    return tuple(sorted(found, key=lambda one: _tier(one, material) > 2))[:MOST_ANSWERS]


def renumbered(ends: Sequence[InquiryEnd]) -> tuple[InquiryEnd, ...]:
    """The sections with ids that are their statements' own in the whole report."""
    given, steps = 0, 0
    found = []
    for end in ends:
        sentences = tuple(
            replace(one, id=f"S{given + n}") for n, one in enumerate(end.sentences, 1)
        )
        reasoning = tuple(
            replace(one, id=f"R{steps + n}") for n, one in enumerate(end.reasoning, 1)
        )
        given, steps = given + len(sentences), steps + len(reasoning)
        found.append(replace(end, sentences=sentences, reasoning=reasoning))
    return tuple(found)


def _statements(
    series: str, told: Sequence[Told], said: Mapping[str, Statement]
) -> tuple[Statement, ...]:
    found = []
    for n, one in enumerate(told, 1):
        ids = tuple(id_ for id_ in dict.fromkeys(map(_id, one.rests_on)) if id_ in said)
        anchors = tuple(dict.fromkeys(a for id_ in ids for a in said[id_].anchors))
        text = " ".join(one.text.split())
        if ids and text:
            found.append(Statement(f"{series}{n}", "concluded", text, anchors, rests_on=ids))
    return tuple(found)


def _shown(ends: Sequence[InquiryEnd], material: Material) -> str:
    lines = []
    for end in ends:
        lines.append(f"## {end.plan.heading}")
        lines += [f"[{one.id}] {one.text} ({_from(one, material)})" for one in end.sentences]
    return "\n".join(lines)


def _from(said: Statement, material: Material) -> str:
    known = [material.by_id[e] for e in said.evidence if e in material.by_id]
    return "; ".join(label(one, material.language) for one in known[:3])


def _tier(said: Statement, material: Material) -> int:
    known = [material.by_id[e].source.tier for e in said.evidence if e in material.by_id]
    return max(known, default=5)


def _firm_first(said: Sequence[Statement], material: Material) -> tuple[Statement, ...]:
    """What only weak sources say never opens an answer."""
    return tuple(sorted(said, key=lambda one: _best_tier(one, material) > 2))


def _best_tier(said: Statement, material: Material) -> int:
    known = [material.by_id[e].source.tier for e in said.evidence if e in material.by_id]
    return min(known, default=5)


def _id(label: str) -> str:
    return label.strip().strip("[]() ").upper()


def _fault(told: Synthesis, said: Mapping[str, Statement]) -> Message | None:
    named = [one for one in told.answer if {_id(id_) for id_ in one.rests_on} & said.keys()]
    return None if named else message("faults.no_premises")
