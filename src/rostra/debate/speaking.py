"""What a debater without a model says: quotations that speak for its side, and what they answer.

A sentence belongs to a side by the way it leans (`roles.stance`). The neutral side takes the
figures nobody leans on. A rebuttal is a contradicting figure, or better evidence on the same point.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rostra.debate.job import TurnJob
from rostra.debate.objecting import objection_in
from rostra.debate.quoting import (
    Known,
    Quotation,
    figures,
    is_claim,
    names_a_day,
    quoted,
    recent,
    stands_on_one,
)
from rostra.debate.topics import speaks_of
from rostra.debate.wording import WORDS
from rostra.governance.judging import ENOUGH
from rostra.records.debate import Rebuttal, StatedClaim, Statement
from rostra.roles import Picked, pick_sentences
from rostra.roles.asking import read_question
from rostra.roles.stance import stance
from rostra.text import index_tokens
from rostra.text.script import Language

_OF_A_POINT = 2
_READ_FOR_A_POINT = 48
_ENOUGH_OWN = 8
_MOST_CLAIMS = 4
_MOST_REBUTTALS = 3
_ALIKE = 0.6
_BELONGS = 0.3
_LONGEST_SUBJECT = 40
_LEAST_OF_SUBJECT = 3
_SHOULD = re.compile(
    r"應該|应该|應當|应当|必須|必须|不應|不应|不該|不该|不宜|應|应|該|该|宜|須|须|需要|可以|值得|將|将|會|会|是否|是|在|已經|已经|已|也|仍|能夠|能够"
    r"|\b(?:should|must|ought|needs?|is|are|was|were|will|has|have|can)\b",
    re.IGNORECASE,
)
# A sentence that begins so has its meaning from the one before it.
_LEANS_ON = re.compile(
    r"因此|所以|不過|不过|但|而|其中|此外|另外|對此|对此|這|这|該|该|其|他|她|它|"
    r"(?:So|But|However|This|That|These|It|They|He|She|Therefore)\b"
)
_WHEN = re.compile(r"(?:19|20)[0-9]{2}年(?:[0-9]{1,2}月)?|今年|明年|去年|\b(?:19|20)[0-9]{2}\b")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'-]+")
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "be been not no a an the by of in on at to for from with and or its their this that extend "
        "make making keep end stop start introduce adopt build year years instead",
    )
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A quotation on a point; `rank` is the how-manieth of its point it is."""

    point: int
    rank: int
    score: float
    quotation: Quotation

    def worth(self) -> tuple[int, int, float]:
        """A side's best on every point before its second on any; what two carry before the rest."""
        return (self.rank, -min(len(self.quotation.carriers), ENOUGH), -self.score)


def spoken(job: TurnJob, known: Sequence[Known]) -> Statement:
    """A statement of quotations; empty where no evidence speaks for the side."""
    told = [one.text for one in _all_claims(job)]
    chosen: list[_Said] = []
    for number, point in enumerate(job.handcard.clash_points, 1):
        rank = 0
        for picked, quotation in own_quotations(point, job, known):
            if rank >= _OF_A_POINT:
                break
            if not any(_alike(quotation.text, text) for text in told):
                told.append(quotation.text)
                belongs = _point_of(quotation.text, job.handcard.clash_points, otherwise=number)
                chosen.append(_Said(belongs, rank, picked.score, quotation))
                rank += 1
    ordered = sorted(chosen, key=_Said.worth)[:_MOST_CLAIMS]
    claims = tuple(
        StatedClaim(
            label=f"{job.party.key}-{job.round}.{n}",
            text=one.quotation.text,
            evidence=one.quotation.carriers,
            point=one.point,
            is_key=bool(figures(one.quotation.text)),
        )
        for n, one in enumerate(ordered, 1)
    )
    return Statement(
        side=job.party.key,
        round=job.round,
        claims=claims,
        rebuttals=_rebuttals(job, claims, known),
    )


def mended(job: TurnJob, known: Sequence[Known]) -> Statement:
    """The claims that came back: cut to what a second source carries by now.

    What only one carries may stand as less than a key claim if that one is official and recent.
    """
    claims = []
    for one in (claim for statement in job.own for claim in statement.claims):
        quotation = quoted(one.text, one.evidence[0] if one.evidence else "", known)
        is_single = len(quotation.carriers) < ENOUGH
        is_key = one.is_key and not (is_single and stands_on_one(one.text, one.evidence, known))
        claims.append(StatedClaim(one.label, quotation.text, quotation.carriers, one.point, is_key))
    return Statement(side=job.party.key, round=job.round, claims=tuple(claims))


def own_quotations(
    point: str, job: TurnJob, known: Sequence[Known]
) -> list[tuple[Picked, Quotation]]:
    """What the evidence says on a point that speaks for this side; what two carry comes first."""
    found = pick_sentences(
        f"{job.motion} {point}",
        [one.passage() for one in recent(known)],
        limit=_READ_FOR_A_POINT,
        per_passage=6,
        distinct=False,  # two wordings of one thing: a second source may carry only one of them
    )
    pages = {one.id: one.title for one in known}
    subject = subject_of(job.motion, job.language)
    own = []
    for one in found:
        if not is_claim(one.text) or _LEANS_ON.match(one.text):
            continue
        if not speaks_of(subject, f"{pages.get(one.evidence, '')} {one.text}"):
            continue
        quotation = quoted(one.text, one.evidence, known)
        if (
            not names_a_day(quotation.text)
            or stance(quotation.text, job.motion) != job.party.stance
        ):
            continue
        own.append((one, quotation))
        if len(own) >= _ENOUGH_OWN:
            break
    return sorted(own, key=lambda pair: -min(len(pair[1].carriers), ENOUGH))


def _rebuttals(
    job: TurnJob, claims: Sequence[StatedClaim], known: Sequence[Known]
) -> tuple[Rebuttal, ...]:
    """Answers to what others claimed: a figure that contradicts it, else our own on that point."""
    if job.party.stance == "neutral":
        return ()
    words = WORDS[job.language]
    answered = {one.attacks for statement in job.own for one in statement.rebuttals}
    found: list[Rebuttal] = []
    for theirs in (one for s in job.others for one in s.claims if one.label not in answered):
        against = contradicting(theirs.text, theirs.evidence, known)
        if against is not None:
            text = words["rebut_figure"].format(text=against.text)
            found.append(Rebuttal(theirs.label, text, (against.evidence,)))
            continue
        ours = next((one for one in claims if one.point == theirs.point), None)
        if ours is not None and stance(theirs.text, job.motion) not in (
            job.party.stance,
            "neutral",
        ):
            text = words["rebut_point"].format(text=ours.text)
            found.append(Rebuttal(theirs.label, text, ours.evidence))
    return tuple(found[:_MOST_REBUTTALS])


def contradicting(text: str, own: Sequence[str], known: Sequence[Known]) -> Picked | None:
    """A sentence of another source that cannot be true beside the text."""
    for one in known:
        if one.id not in own and (sentence := objection_in(text, one.text)):
            return Picked(one.id, sentence, one.tier, 0.0)
    return None


def _all_claims(job: TurnJob) -> list[StatedClaim]:
    return [one for s in (*job.others, *job.own) for one in s.claims]


def subject_of(motion: str, language: Language) -> str:
    """Whom or what a motion is about: its first words, up to what should be done with it."""
    head, *rest = _SHOULD.split(motion, maxsplit=1)
    head = _WHEN.sub("", head).strip(" ，,、的")
    if language == "en" and rest and len(head.split()) < _LEAST_OF_SUBJECT:
        # English names the doer first; what is to be done is what there is evidence on.
        words = [one for one in _WORD.findall(rest[0]) if one.lower() not in _SMALL]
        head = " ".join([head, *words[:2]])
    if 2 <= len(head) <= _LONGEST_SUBJECT:
        return head
    return read_question(motion, language).subject or motion[:_LONGEST_SUBJECT]


def _point_of(text: str, points: Sequence[str], *, otherwise: int) -> int:
    """The clash point whose words a text has most of; 0 where it has next to none of any."""
    tokens = set(index_tokens(text))
    shares = [
        len(tokens & wanted) / len(wanted)
        for point in points
        if (wanted := set(index_tokens(point)))
    ]
    if len(shares) < len(points):
        return otherwise
    best = max(range(len(shares)), key=lambda at: (shares[at], at == otherwise - 1))
    return best + 1 if shares[best] >= _BELONGS else 0


def _alike(one: str, other: str) -> bool:
    """Said before: in mostly the same words, or the same figures for the same time."""
    a, b = set(index_tokens(one)), set(index_tokens(other))
    if len(a & b) > _ALIKE * max(1, min(len(a), len(b))):
        return True
    mine, theirs = _told_figures(one), _told_figures(other)
    return bool(mine) and (mine <= theirs or mine >= theirs) and bool(theirs)


def _told_figures(text: str) -> set[tuple[object, str]]:
    return {(abs(one.value), one.unit) for one in figures(text)}
