"""What a debater without a model says: findings that speak for its side, and what they answer.

Each side takes its best finding on every clash point before its second on any (`findings`). The
neutral side tells what limits the figures, and what nobody leans on. A rebuttal is a figure that
contradicts, or what the sources themselves say against leaning on a figure; where there is neither,
a side says that it has no answer.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from rostra.desks.debate.findings import Finding, Kind, findings, metric_of
from rostra.desks.debate.job import TurnJob
from rostra.desks.debate.objecting import objection_in
from rostra.desks.debate.quoting import figures, quoted
from rostra.desks.debate.topics import telling_words
from rostra.governance.judging import ENOUGH
from rostra.records import SourceText, Statement, Support, anchored
from rostra.records.debate import Rebuttal, Speech, StatedClaim
from rostra.roles import Picked
from rostra.roles.asking import read_question
from rostra.roles.quotable import whole_sentences
from rostra.roles.stance import stance
from rostra.text import index_tokens
from rostra.words import Language, Phrases

_MOST_CLAIMS = 4
_MOST_OF: dict[Kind, int] = {"limit": 1, "fact": 2, "plan": 1, "position": 1}
_MOST_REBUTTALS = 3
_MOST_CONCEDED = 2
_ALIKE = 0.6
_ABOUT = 0.4
_RIGHT_AFTER = 2
_LONGEST_SUBJECT = 40
_LEAST_OF_SUBJECT = 3
_CLAUSES = re.compile(r"[，；,;]")
_DEMANDS = re.compile(r"應|应|須|须|宜|該|该|\b(?:should|must|ought)\b", re.IGNORECASE)
_SHOULD = re.compile(
    r"應該|应该|應當|应当|必須|必须|不應|不应|不該|不该|不宜|應|应|該|该|宜|須|须|需要|可以|值得|將|将|會|会|是否|是|在|已經|已经|已|也|仍|能夠|能够"
    r"|\b(?:should|must|ought|needs?|is|are|was|were|will|has|have|can)\b",
    re.IGNORECASE,
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


async def spoken(job: TurnJob, known: Sequence[SourceText], support: Support) -> Speech:
    """A statement of quotations; empty where no evidence speaks for the side."""
    ordered = _chosen(job, await own_findings(job, known, support))
    claims = tuple(
        StatedClaim(
            f"{job.party.key}-{job.round}.{n}",
            "quoted",
            one.text,
            anchored(one.carriers),
            point=one.point,
            is_key=bool(figures(one.text)),
        )
        for n, one in enumerate(ordered, 1)
    )
    rebuttals, conceded = await _answers(job, known, support)
    return Speech(
        side=job.party.key,
        round=job.round,
        claims=claims,
        rebuttals=rebuttals,
        concessions=conceded,
    )


async def own_findings(
    job: TurnJob, known: Sequence[SourceText], support: Support
) -> list[Finding]:
    """What the evidence shows for this side, best first."""
    found = await _findings(job, known, support)
    return [one for one in found if one.side == job.party.stance]


async def _findings(job: TurnJob, known: Sequence[SourceText], support: Support) -> list[Finding]:
    subject = subject_of(job.motion, job.language)
    return await findings(job.motion, subject, job.handcard.clash_points, known, support)


def _chosen(job: TurnJob, found: Sequence[Finding]) -> list[Finding]:
    """The best on each point first, then the best of the rest; nothing that was said before."""
    open_ = {check.partition(" ")[0] for check in job.checks}
    told = [c.text for s in job.others for c in s.claims]
    ours = [c.text for s in job.own for c in s.claims if c.id not in open_]
    before = {c.text for s in job.own for c in s.claims}
    chosen: list[Finding] = []
    is_neutral = job.party.stance == "neutral"
    fresh = [one for one in found if not is_neutral or _is_worth_telling(one)]
    for is_first in (True, False):
        for one in fresh:
            is_new_point = one.point > 0 and all(one.point != other.point for other in chosen)
            if (is_first and not is_new_point) or len(chosen) >= _MOST_CLAIMS:
                continue
            most = _MOST_OF.get(one.kind, _MOST_CLAIMS)
            if sum(other.kind == one.kind for other in chosen) >= most:
                continue
            if one.text in before and len(one.carriers) < ENOUGH:
                continue  # it came back once already, and nothing was found since
            said = [*told, *ours, *(other.text for other in chosen)]
            if any(_alike(one.text, text) for text in said) or _is_repeated(one, ours, chosen):
                continue
            chosen.append(one)
    return sorted(chosen, key=Finding.worth)


def _is_worth_telling(one: Finding) -> bool:
    """Of what leans nowhere: what limits figures, what two carry, and what settles a point."""
    return one.kind == "limit" or len(one.carriers) >= ENOUGH or one.point > 0


def _is_repeated(one: Finding, ours: Sequence[str], chosen: Sequence[Finding]) -> bool:
    """Whether the side has spoken of what it measures: the same thing twice is one argument."""
    if any(one.is_about_same(other) for other in chosen):
        return True
    metrics = [metric_of(text) for text in ours]
    return any(one.metric and one.metric == metric for metric in metrics)


async def mended(job: TurnJob, known: Sequence[SourceText], support: Support) -> Speech:
    """The claims that came back, each with all that carry it by now."""
    claims = []
    for one in (claim for statement in job.own for claim in statement.claims):
        first = one.evidence[0] if one.evidence else ""
        quotation = await quoted(one.text, first, known, support)
        claims.append(replace(one, anchors=anchored(quotation.carriers)))
    return Speech(side=job.party.key, round=job.round, claims=tuple(claims))


async def _answers(
    job: TurnJob, known: Sequence[SourceText], support: Support
) -> tuple[tuple[Rebuttal, ...], tuple[Statement, ...]]:
    """To each claim against us: a figure that contradicts it, or what limits it; else nothing."""
    if job.party.stance == "neutral":
        return (), ()
    words, subject = Phrases("debate", job.language), subject_of(job.motion, job.language)
    answered = {one.attacks for statement in job.own for one in statement.rebuttals}
    limits = [one for one in await _findings(job, known, support) if one.kind == "limit"]
    found: list[Rebuttal] = []
    conceded: list[Statement] = []
    used: set[str] = set()
    for theirs in _against_us(job):
        if theirs.id in answered or len(found) >= _MOST_REBUTTALS:
            continue
        against = contradicting(theirs.text, theirs.evidence, known)
        left = [one for one in limits if one.text not in used]
        limit = _limit_of(job.motion, subject, theirs, left, known)
        if against is not None:
            text = words.say("rebut_figure", text=against.text)
            found.append(_rebuttal(job, len(found), theirs.id, text, (against.evidence,)))
        elif limit is not None:
            used.add(limit.text)
            text = words.say("rebut_limit", text=limit.text)
            found.append(_rebuttal(job, len(found), theirs.id, text, limit.carriers))
        elif len(theirs.evidence) >= ENOUGH and len(conceded) < _MOST_CONCEDED:
            text = words.say("concede", text=theirs.text)
            conceded.append(job.concession(len(conceded) + 1, text, theirs))
    return tuple(found), tuple(conceded)


def _rebuttal(job: TurnJob, n: int, attacks: str, text: str, evidence: Sequence[str]) -> Rebuttal:
    id_ = f"{job.party.key}-{job.round}.r{n + 1}"
    return Rebuttal(id_, "quoted", text, anchored(evidence), attacks=attacks)


def _against_us(job: TurnJob) -> list[StatedClaim]:
    turned = {"for": "against", "against": "for"}[job.party.stance]
    claims = [one for statement in job.others for one in statement.claims]
    return [one for one in claims if stance(one.text, job.motion) == turned]


def _limit_of(
    motion: str,
    subject: str,
    claim: StatedClaim,
    limits: Sequence[Finding],
    known: Sequence[SourceText],
) -> Finding | None:
    """What a page that carries the claim says against leaning on it: naming it, or right after."""
    by_id = {one.evidence: one for one in known}
    metric = metric_of(claim.text) - telling_words(subject)
    asked = telling_words(motion)
    ranked = sorted(limits, key=lambda one: (-len(asked & telling_words(one.text)), one.text))
    for one in ranked:
        page = by_id.get(one.carriers[0])
        if page is None or page.evidence not in claim.evidence or not metric:
            continue
        named = max(len(metric & telling_words(text)) for text in (one.text, page.title))
        if named >= _ABOUT * len(metric) or _follows(one.text, claim.text, page.text):
            return one
    return None


def _follows(limit: str, claim: str, page: str) -> bool:
    """Whether a page says it within a sentence or two of the figure."""
    told = whole_sentences(page)
    figure = next((one.text for one in figures(claim)), "")
    places = [n for n, one in enumerate(told) if figure and figure in one]
    return limit in told and any(0 < told.index(limit) - n <= _RIGHT_AFTER for n in places)


def contradicting(text: str, own: Sequence[str], known: Sequence[SourceText]) -> Picked | None:
    """A sentence of another source that cannot be true beside the text."""
    for one in known:
        if one.evidence not in own and (sentence := objection_in(text, one.text)):
            return Picked(one.evidence, sentence, one.tier, 0.0)
    return None


def is_demand(motion: str) -> bool:
    """Whether a motion wants something done; else it states what is or will be the case."""
    return _DEMANDS.search(motion) is not None


def demand_of(motion: str) -> str:
    """The clause of a motion that says what should be done; else the whole of it."""
    return next((one for one in _CLAUSES.split(motion) if _DEMANDS.search(one)), motion)


def subject_of(motion: str, language: Language) -> str:
    """Whom or what a motion is about: its first words, up to what should be done with it."""
    motion = demand_of(motion)
    head, *rest = _SHOULD.split(motion, maxsplit=1)
    head = _WHEN.sub("", head).strip(" ，,、的")
    if language == "en" and rest and len(head.split()) < _LEAST_OF_SUBJECT:
        # English names the doer first; what is to be done is what there is evidence on.
        words = [one for one in _WORD.findall(rest[0]) if one.lower() not in _SMALL]
        head = " ".join([head, *words[:2]])
    if 2 <= len(head) <= _LONGEST_SUBJECT:
        return head
    return read_question(motion, language).subject or motion[:_LONGEST_SUBJECT]


def _alike(one: str, other: str) -> bool:
    """Said before: in mostly the same words, or the same figures for the same time."""
    a, b = set(index_tokens(one)), set(index_tokens(other))
    if len(a & b) > _ALIKE * max(1, min(len(a), len(b))):
        return True
    mine, theirs = _told_figures(one), _told_figures(other)
    return bool(mine) and (mine <= theirs or mine >= theirs) and bool(theirs)


def _told_figures(text: str) -> set[tuple[object, str]]:
    return {(abs(one.value), one.unit) for one in figures(text)}
