"""One debater's turn, a child run of its own: investigate under the rules, then speak.

With a model the agent loop investigates and the model speaks; without one, code does both: it
searches for the clash points, opens what the chair allows, and quotes what speaks for its side.
Either way only evidence this turn was shown can be cited, and only claims that were made can be
attacked.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rostra.desks.debate.gathering import Gatherer
from rostra.desks.debate.job import TurnJob
from rostra.desks.debate.quoting import figures
from rostra.desks.debate.speaking import mended, spoken
from rostra.errors import (
    ModelFailed,
    NeedsReask,
    RostraError,
    SpendingStopped,
    UnreadableReply,
)
from rostra.models.call import ModelPath
from rostra.models.choice import EXTRACTIVE
from rostra.models.messages import Message, ToolSpec
from rostra.models.typed import typed
from rostra.prompts import load
from rostra.records import (
    Anchor,
    Degraded,
    Payload,
    SourceText,
    Statement,
    ToolCall,
    ToolResult,
    anchored,
    record,
)
from rostra.records.debate import Rebuttal, Speech, StatedClaim
from rostra.roles import Stage
from rostra.roles.loop import Agent, Extender, TurnEnd, TurnLimits, take_turn
from rostra.roles.play import Role, answer_room, request_of
from rostra.rules import SourceBook, parse_answer
from rostra.steps import Step
from rostra.text import index_tokens
from rostra.tools import ToolPath
from rostra.words import Said, message, tell

MOST_CLAIMS, MOST_REBUTTALS, MOST_CONCEDED = 4, 4, 3
_LEAST_OF_ID = 8
_SAME_WORDS, _LIKE = 0.85, 0.5


@record
class ClaimDraft:
    """`mends` is the id of the claim whose place it takes, where one came back."""

    text: str
    evidence: tuple[str, ...]
    point: int = 0
    mends: str = ""


@record
class RebuttalDraft:
    attacks: str
    text: str
    evidence: tuple[str, ...]


@record
class ConcessionDraft:
    """`concedes` is the id of the claim that it grants."""

    text: str
    concedes: str = ""
    evidence: tuple[str, ...] = ()


@record
class StatementDraft:
    """What a debater answers with; a concession in bare words names no claim."""

    claims: tuple[ClaimDraft, ...]
    rebuttals: tuple[RebuttalDraft, ...] = ()
    concessions: tuple[ConcessionDraft | str, ...] = ()
    open_questions: tuple[str, ...] = ()


DEBATER = Role("debater", "debate/debater_speak", StatementDraft, ceiling=16_000, max_tokens=1_400)
CONCLUDER = Role(
    "debater", "debate/debater_conclude", StatementDraft, ceiling=8_000, max_tokens=1_400
)


@dataclass(frozen=True, slots=True)
class Seat:
    """A debater's place at the table: the gated tool path of its matter, and who extends."""

    tools: ToolPath
    extender: Extender
    offered: tuple[ToolSpec, ...]
    book: SourceBook
    # Grows with what the turn is shown; whoever rules on its calls and pleas reads it too.
    seen: list[str] = field(default_factory=list)
    limits: TurnLimits = field(default_factory=TurnLimits)


@dataclass(frozen=True, slots=True)
class Debater:
    """Everything a turn is given; `read` brings evidence, which never changes."""

    job: TurnJob
    seat: Seat
    stage: Stage
    read: Callable[[Sequence[str]], Awaitable[list[SourceText]]]
    tell: Callable[[Payload], Awaitable[None]]

    async def speak(self, step: Step) -> Speech:
        path = self.stage.path_of(DEBATER.name)
        if path is None:
            return await self._by_code(step)
        try:
            return await self._by_model(path, step)
        except (ModelFailed, SpendingStopped) as error:
            given_up = Degraded(_failed(error), message("runs.spoke_without"))
            await step("fall back", self.tell, given_up)
            said = await self._by_code(step)
            return replace(said, is_capped=said.is_capped or isinstance(error, SpendingStopped))

    async def _by_code(self, step: Step) -> Speech:
        job = self.job
        seat = self.seat
        gatherer = Gatherer(
            job,
            seat.tools,
            seat.extender,
            seat.limits,
            self.read,
            seat.book,
            self.stage.support,
            seat.seen,
        )
        gathered = await gatherer.gather(step)
        known = await self.read(list(dict.fromkeys((*job.known, *gathered.evidence))))
        say = mended if job.attempt else spoken
        said = await say(job, known, self.stage.support)
        return replace(
            said,
            engine=EXTRACTIVE,
            outside_calls=gathered.outside_calls,
            from_memory=gathered.from_memory,
            extensions=gathered.extensions,
            was_forced=gathered.was_forced,
            is_capped=gathered.is_capped,
        )

    async def _by_model(self, path: ModelPath, step: Step) -> Speech:
        seen = self.seat.seen
        recalled: list[str] = []

        async def call_tools(calls: Sequence[ToolCall], within: Step) -> list[ToolResult]:
            results = await self.seat.tools.call(calls, within)
            seen.extend(one for result in results for one in result.evidence)
            recalled.extend(one.tool for one in results if one.ok and one.rung != "tool")
            return results

        means, effort = self.stage.abilities_of(DEBATER.name), self.stage.effort_of(DEBATER.name)
        room = answer_room(DEBATER, means)
        agent = Agent(
            role=DEBATER.name,
            language=self.job.language,
            tools=self.seat.offered,
            ask=path.ask,
            call_tools=call_tools,
            limits=replace(self.seat.limits, ceiling=DEBATER.ceiling, answer_tokens=room),
            extender=self.seat.extender,
            name=self.job.party.key,
            effort=effort,
            prompt=load(DEBATER.prompt, self.job.language).origin,
        )
        known = await self.read(self.job.known)
        end = await take_turn(agent, self._brief(known), step)
        drafted = await self._readable(path, end, list(dict.fromkeys(seen)), step)
        if drafted is None and set(seen) <= set(self.job.known):
            said = await self._by_code(step)  # it found nothing, either
            return replace(said, outside_calls=said.outside_calls + end.outside_calls)
        if drafted is None:
            read = await self.read(list(dict.fromkeys(seen)))
            say = mended if self.job.attempt else spoken
            said = await say(self.job, read, self.stage.support)
            return _with_turn(replace(said, engine=EXTRACTIVE), end, len(recalled))
        read = await self.read(list(dict.fromkeys(seen)))
        said = replace(await self._kept(drafted, seen, read), engine=path.model)
        said = replace(said, claims=await self._judged(said.claims, read, step))
        return _with_turn(said, end, len(recalled))

    def _brief(self, known: Sequence[SourceText]) -> list[Message]:
        job = self.job
        filled = load(DEBATER.prompt, job.language).fill(
            {
                "motion": job.motion,
                "handcard": job.handcard.as_text(),
                "known": "\n".join(f"[E:{one.evidence}] {one.digest[:300]}" for one in known[:8]),
                "others": _words_of(job.others),
                "own": _words_of(job.own),
                "checks": "\n".join(job.checks),
            },
            side=job.party.name,
            stance=tell(f"agents.stance.{job.party.stance}", job.language),
            round=job.round,
            goal=job.goal,
            claims=MOST_CLAIMS,
        )
        return [Message("system", filled.system), Message("user", filled.task)]

    async def _readable(
        self, path: ModelPath, end: TurnEnd, seen: Sequence[str], step: Step
    ) -> StatementDraft | None:
        """The statement in what the agent wrote; else it is asked for once more, in its shape."""
        try:
            drafted = parse_answer(end.text, StatementDraft)
        except NeedsReask:
            pass
        else:
            if isinstance(drafted, StatementDraft) and drafted.claims:
                return drafted
        known = await self.read(seen)
        request = request_of(
            CONCLUDER,
            {
                "motion": self.job.motion,
                "written": end.text,
                "known": "\n".join(f"[E:{one.evidence}] {one.digest[:400]}" for one in known[:10]),
            },
            self.job.language,
            self.stage.abilities_of(CONCLUDER.name),
            self.stage.effort_of(CONCLUDER.name),
            stance=tell(f"agents.stance.{self.job.party.stance}", self.job.language),
            claims=MOST_CLAIMS,
        )
        try:
            return await typed(path, request, StatementDraft, step, attempts=2)
        except (ModelFailed, UnreadableReply) as error:
            lost = Degraded(_failed(error), message("runs.quoted"))
            await step("fall back", self.tell, lost)
            return None

    async def _kept(
        self, drafted: StatementDraft, seen: Sequence[str], read: Sequence[SourceText]
    ) -> Speech:
        """What may stand: ids that were seen, claims that are its own, attacks on what was said."""
        job = self.job
        others = {one.id: one for s in job.others for one in s.claims}
        copied = {one.text for one in others.values()}
        back = {one.id: one for s in job.own for one in s.claims} if job.attempt else {}
        claims = [
            StatedClaim(
                _mended(one, back) or self._new_id(n),
                "reported",
                text,
                anchored(_resolved(one.evidence, seen)),
                point=one.point if 0 <= one.point <= len(job.handcard.clash_points) else 0,
                is_key=bool(figures(text)),
            )
            for n, one in enumerate(drafted.claims[:MOST_CLAIMS])
            if (text := _tidy(one.text)) and not any(_copies(text, said) for said in copied)
        ]
        rebuttals = tuple(
            Rebuttal(
                f"{job.party.key}-{job.round}.r{n}",
                "reported",
                _tidy(one.text),
                anchored(_resolved(one.evidence, seen)),
                attacks=attacked,
            )
            for n, one in enumerate(drafted.rebuttals[:MOST_REBUTTALS], 1)
            if (attacked := one.attacks.strip().strip("[]")) in others and one.text.strip()
        )
        dropped = len(drafted.rebuttals[:MOST_REBUTTALS]) - len(rebuttals)
        return Speech(
            side=job.party.key,
            round=job.round,
            claims=tuple(claims),
            rebuttals=rebuttals,
            concessions=self._conceded(drafted, others, seen),
            open_questions=tuple(map(_tidy, drafted.open_questions[:3])),
            note=message("runs.rebuttals_dropped", count=dropped) if dropped else "",
        )

    async def _judged(
        self, claims: Sequence[StatedClaim], read: Sequence[SourceText], step: Step
    ) -> tuple[StatedClaim, ...]:
        """The claims with the evidence that carries each, piece by piece, in a judge's eyes."""
        sources = {one.evidence: one.read for one in read}
        asked = [
            Statement(f"{n}/{piece}", "reported", one.text, _anchors_in(one, piece))
            for n, one in enumerate(claims)
            for piece in one.evidence
            if piece in sources
        ]
        found = await self.stage.support.check(asked, sources, step)
        carried = {one.id for one in found if one.ok}
        return tuple(
            replace(one, carried=tuple(p for p in one.evidence if f"{n}/{p}" in carried))
            for n, one in enumerate(claims)
        )

    def _conceded(
        self, drafted: StatementDraft, others: Mapping[str, StatedClaim], seen: Sequence[str]
    ) -> tuple[Statement, ...]:
        """What it grants the others, each with the claim it names, if that was made."""
        given = [
            ConcessionDraft(one) if isinstance(one, str) else one
            for one in drafted.concessions[:MOST_CONCEDED]
        ]
        return tuple(
            self.job.concession(
                n,
                _tidy(one.text),
                others.get(one.concedes.strip().strip("[]")),
                _resolved(one.evidence, seen),
            )
            for n, one in enumerate(given, 1)
            if one.text.strip()
        )

    def _new_id(self, n: int) -> str:
        return f"{self.job.party.key}-{self.job.round}.{1 + 10 * self.job.attempt + n}"


def _anchors_in(said: StatedClaim, piece: str) -> tuple[Anchor, ...]:
    return tuple(one for one in said.anchors if one.evidence == piece)


def _with_turn(said: Speech, end: TurnEnd, from_memory: int) -> Speech:
    return replace(
        said,
        from_memory=from_memory,
        outside_calls=end.outside_calls,
        extensions=end.extensions,
        was_forced=end.was_forced,
    )


def _words_of(speeches: Sequence[Speech]) -> str:
    return "\n\n".join(f"{one.side} ({one.round})\n{one.as_text()}" for one in speeches)


def _copies(text: str, said: str) -> bool:
    """Whether it is the other side's claim again, word for word or nearly."""
    ours, theirs = set(index_tokens(text)), set(index_tokens(said))
    return len(ours & theirs) > _SAME_WORDS * len(ours | theirs)


def _mended(drafted: ClaimDraft, back: dict[str, StatedClaim]) -> str:
    """The id of the claim it mends, which is then mended: the one it names, else the likest."""
    words = set(index_tokens(drafted.text))
    shared = {id_: len(words & set(index_tokens(one.text))) for id_, one in back.items()}
    named = drafted.mends.strip().strip("[]")
    if named not in back:
        likest = max(shared, key=lambda id_: shared[id_], default="")
        named = likest if likest and shared[likest] > _LIKE * len(words) else ""
    back.pop(named, None)
    return named


def _tidy(text: str) -> str:
    return " ".join(text.split())[:400]


def _resolved(given: Sequence[str], seen: Sequence[str]) -> tuple[str, ...]:
    """Ids as models write them, shortened or with marks; what was never seen is left as it is."""
    found = []
    for one in given:
        bare = one.strip().strip("[]").removeprefix("E:").strip()
        close = [id_ for id_ in seen if bare and (id_ == bare or bare in id_)]
        is_clear = len(set(close)) == 1 and len(bare) >= _LEAST_OF_ID
        found.append(close[0] if is_clear else bare)
    return tuple(dict.fromkeys(one for one in found if one))


def _failed(error: RostraError) -> Said:
    why = message("runs.coded", code=error.code, why=error.message)
    return message("runs.role_failed", role=DEBATER.name, why=why)
