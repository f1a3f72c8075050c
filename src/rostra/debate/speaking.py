"""What a debater without a model says: quotations that speak for its side, and what they answer.

A sentence belongs to a side by the way it leans (`roles.stance`). The neutral side takes the
figures nobody leans on. A rebuttal is a contradicting figure, or better evidence on the same point.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from rostra.debate.job import TurnJob
from rostra.debate.wording import WORDS
from rostra.records import SourceTier
from rostra.records.debate import Rebuttal, StatedClaim, Statement
from rostra.roles import Passage, Picked, pick_sentences
from rostra.roles.asking import read_question
from rostra.roles.stance import stance
from rostra.rules import check_sentence, compare_claims
from rostra.text import index_tokens, quantities
from rostra.text.script import Language

_OF_A_POINT = 2
_READ_FOR_A_POINT = 14
_MOST_CLAIMS = 4
_MOST_REBUTTALS = 3
_ALIKE = 0.6
_LONGEST_SUBJECT = 40
_CLAUSE_END = re.compile(r"[，；]|, |; ")
_DIGITS = re.compile(r"[0-9][0-9,.]*[0-9]|[0-9]")
_SHOULD = re.compile(
    r"應該|应该|應當|应当|必須|必须|不應|不应|不該|不该|不宜|應|应|該|该|宜|須|须|需要|可以|值得|將|将|會|会|是否|是"
    r"|\b(?:should|must|ought|needs?|is|are|was|were|will|has|have|can)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A piece of evidence as a debater reads it."""

    id: str
    title: str
    text: str
    digest: str
    tier: SourceTier
    published: date | None
    publisher: str

    def passage(self) -> Passage:
        return Passage(self.id, self.title, self.text, self.tier, self.published)


def spoken(job: TurnJob, known: Sequence[Known]) -> Statement:
    """A statement of quotations; empty where no evidence speaks for the side."""
    told = [one.text for one in _all_claims(job)]
    chosen: list[tuple[int, Picked]] = []
    for number, point in enumerate(job.handcard.clash_points, 1):
        for picked in own_sentences(point, job, known)[:_OF_A_POINT]:
            if not any(_alike(picked.text, text) for text in told):
                told.append(picked.text)
                chosen.append((number, picked))
    chosen = [(number, _carried_twice(picked, known)) for number, picked in chosen]
    # A side's best on every point before its second on any.
    ordered = sorted(enumerate(chosen), key=lambda one: (_rank(chosen, one[0]), -one[1][1].score))
    claims = tuple(
        StatedClaim(
            label=f"{job.party.key}-{job.round}.{n}",
            text=picked.text,
            evidence=(picked.evidence,),
            point=number,
            is_key=bool(quantities(picked.text)),
        )
        for n, (_, (number, picked)) in enumerate(ordered[:_MOST_CLAIMS], 1)
    )
    return Statement(
        side=job.party.key,
        round=job.round,
        claims=claims,
        rebuttals=_rebuttals(job, claims, known),
        open_questions=job.checks[:2] if not claims else (),
    )


def mended(job: TurnJob) -> Statement:
    """The claims that came back, as they were: what was found since may carry them now."""
    said = [one for s in job.own for one in s.claims]
    return Statement(side=job.party.key, round=job.round, claims=tuple(said))


def own_sentences(point: str, job: TurnJob, known: Sequence[Known]) -> list[Picked]:
    """What the evidence says on a point that speaks for this side, best first."""
    found = pick_sentences(
        f"{job.motion} {point}",
        [one.passage() for one in known],
        limit=_READ_FOR_A_POINT,
        per_passage=4,
    )
    return [one for one in found if stance(one.text, job.motion) == job.party.stance]


def _carried_twice(picked: Picked, known: Sequence[Known]) -> Picked:
    """The quotation cut after the last clause that another publisher carries as well.

    A sentence that ends on a detail nobody else has would stand on one source for that detail.
    """
    owner = next((one.publisher for one in known if one.id == picked.evidence), "")
    ends = [found.start() for found in _CLAUSE_END.finditer(picked.text)]
    for end in sorted({*ends, len(picked.text.rstrip("。.！!；;"))}, reverse=True):
        text = picked.text[:end]
        if not quantities(text):
            break
        if any(_carries(one, text) for one in known if one.publisher != owner):
            return replace(picked, text=text + ("." if text.isascii() else "。"))
    return picked


def _carries(one: Known, text: str) -> bool:
    """Whether a piece carries a claim; figures it does not even hold need no closer reading."""
    figures = _DIGITS.findall(text)
    return all(figure in one.text for figure in figures) and check_sentence(text, [one.text]).ok


def _rebuttals(
    job: TurnJob, claims: Sequence[StatedClaim], known: Sequence[Known]
) -> tuple[Rebuttal, ...]:
    """Answers to what others claimed: a figure that contradicts it, else our own on that point."""
    if job.party.stance == "neutral":
        return ()
    words = WORDS[job.language]
    found: list[Rebuttal] = []
    for theirs in (one for s in job.others for one in s.claims):
        against = _contradicting(theirs.text, known)
        if against is not None:
            text = words["rebut_figure"].format(text=against.text)
            found.append(Rebuttal(theirs.label, text, (against.evidence,)))
            continue
        ours = next((one for one in claims if one.point == theirs.point), None)
        if ours is not None:
            text = words["rebut_point"].format(text=ours.text)
            found.append(Rebuttal(theirs.label, text, ours.evidence))
    return tuple(found[:_MOST_REBUTTALS])


def _contradicting(text: str, known: Sequence[Known]) -> Picked | None:
    nearest = pick_sentences(
        text, [one.passage() for one in known], limit=8, per_passage=2, distinct=False
    )
    return next((one for one in nearest if compare_claims(text, one.text) == "contradiction"), None)


def _all_claims(job: TurnJob) -> list[StatedClaim]:
    return [one for s in (*job.others, *job.own) for one in s.claims]


def subject_of(motion: str, language: Language) -> str:
    """Whom or what a motion is about: its first words, up to what should be done with it."""
    head = _SHOULD.split(motion, maxsplit=1)[0].strip(" ，,、")
    if 2 <= len(head) <= _LONGEST_SUBJECT:
        return head
    return read_question(motion, language).subject or motion[:_LONGEST_SUBJECT]


def _alike(one: str, other: str) -> bool:
    a, b = set(index_tokens(one)), set(index_tokens(other))
    return len(a & b) > _ALIKE * max(1, min(len(a), len(b)))


def _rank(chosen: Sequence[tuple[int, Picked]], at: int) -> int:
    """The how-manieth of its point a sentence is."""
    return sum(1 for number, _ in chosen[:at] if number == chosen[at][0])
