"""One debater's turn, a child run of its own: investigate under the rules, then speak.

With a model the agent loop investigates and the model speaks; without one, code does both: it
searches for the clash points, opens what the chair allows, and quotes what speaks for its side.
Either way only evidence this turn was shown can be cited, and only claims that were made can be
attacked.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast, get_args

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
    Supported,
    ToolCall,
    ToolResult,
    anchored,
    record,
)
from rostra.records.debate import Answering, Rebuttal, Reply, Speech, StatedClaim
from rostra.records.statements import SourceRead, Sources
from rostra.roles import Stage
from rostra.roles.loop import Agent, Extender, TurnEnd, TurnLimits, take_turn
from rostra.roles.play import Role, answer_room, request_of
from rostra.rules import SourceBook, parse_answer
from rostra.steps import Step
from rostra.text import index_tokens
from rostra.tools import ToolPath
from rostra.words import Said, joined, message, say, tell

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
class ReplyDraft:
    """`answers` is the id of a rebuttal; `how` is "defend", "narrow" or "concede"."""

    answers: str
    how: str
    text: str
    evidence: tuple[str, ...] = ()


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
    replies: tuple[ReplyDraft, ...] = ()
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
            try:
                said = await self._by_code(step)
            except SpendingStopped:
                # The cap stands in the way of code as well: the side has nothing more to say.
                said = Speech(self.job.party.key, self.job.round, engine=EXTRACTIVE)
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
        said = await self._supported(said, read, step)
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
                "board": "\n".join(job.board),
            },
            side=job.party.name,
            stance=tell(f"agents.stance.{job.party.stance}", job.language),
            round=job.round,
            goal=job.goal,
            claims=MOST_CLAIMS,
            calls=job.allowance,
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
                f"{job.party.key}-{job.round}.r{n + 10 * job.attempt}",
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
            replies=self._replies(drafted, seen),
            concessions=self._conceded(drafted, others, rebuttals, seen),
            open_questions=tuple(map(_tidy, drafted.open_questions[:3])),
            note=message("runs.rebuttals_dropped", count=dropped) if dropped else "",
        )

    async def _supported(self, said: Speech, read: Sequence[SourceText], step: Step) -> Speech:
        """The speech with what a watched judge carries of it; the rest goes back with its reasons.

        Claims are all kept: what does not stand is told by the verifier. Of each the pieces of
        evidence that carry it by themselves are named.
        """
        job = self.job
        sources: dict[str, str | SourceRead] = {one.evidence: one.read for one in read}
        # Only what its evidence carries may be granted: a rival's word is no source.
        sources |= {c.id: c.text for speech in job.others for c in speech.claims if c.carried}
        sources |= {one.id: one.text for one in job.answering}
        sources["motion"] = f"{job.motion}\n{job.handcard.as_text()}"
        sources["seen"] = "\n".join(one.digest for one in read)
        cited = [*said.claims, *said.rebuttals, *(r for r in said.replies if not r.rests_on)]
        alone = [
            replace(_plain(one), id=f"{one.id}/{piece}", anchors=_anchors_in(one, piece))
            for one in cited
            for piece in one.evidence
            if piece in sources
        ]
        whole: list[Statement] = [
            _plain(one)
            for one in (*said.rebuttals, *said.replies)
            if one.rests_on or len(one.evidence) != 1
        ]
        asked = [
            Statement(
                f"q{n}",
                "concluded",
                tell("debate.asks_only", job.language, {"question": one}),
                rests_on=("motion", "seen"),
            )
            for n, one in enumerate(said.open_questions)
        ]
        checked = await self.stage.support.check(
            [*alone, *whole, *said.concessions, *asked], sources, step
        )
        found = {one.id: one for one in checked}

        def carriers(one: Statement) -> tuple[str, ...]:
            return tuple(
                p for p in one.evidence if (f := found.get(f"{one.id}/{p}")) is not None and f.ok
            )

        def is_good(one: Statement) -> bool:
            return bool(carriers(one)) or (one.id in found and found[one.id].ok)

        told = [*said.rebuttals, *said.replies, *said.concessions]
        return replace(
            said,
            claims=tuple(replace(one, carried=carriers(one)) for one in said.claims),
            rebuttals=tuple(
                replace(one, carried=carriers(one)) for one in said.rebuttals if is_good(one)
            ),
            replies=tuple(
                replace(one, carried=carriers(one)) for one in said.replies if is_good(one)
            ),
            concessions=tuple(
                one if is_good(one) else self._in_our_words(one, sources)
                for one in said.concessions
                if is_good(one) or (one.rests_on and one.rests_on[0] in sources)
            ),
            open_questions=tuple(
                one for n, one in enumerate(said.open_questions) if found[f"q{n}"].ok
            ),
            back=tuple(
                self._returned(one, found)
                for one in told
                if not is_good(one) and (not one.rests_on or isinstance(one, Reply))
            ),
        )

    def _in_our_words(self, one: Statement, sources: Sources) -> Statement:
        """A concession whose words nothing carries: that the claim is granted, and no more."""
        granted = str(sources[one.rests_on[0]])
        return replace(one, text=tell("debate.concede", self.job.language, {"text": granted}))

    def _returned(self, one: Statement, found: Mapping[str, Supported]) -> str:
        """A refused statement as its side is told it: what it said, why not, what is said there."""
        checks = [each for id_, each in found.items() if id_.partition("/")[0] == one.id]
        why = say(
            joined([reason for each in checks for reason in each.reasons][:2]), self.job.language
        )
        nearest = next((each.nearest for each in checks if each.nearest), "")
        return f"[{one.id}] {one.text} ({why})" + (f" ← {nearest[:200]}" if nearest else "")

    def _replies(self, drafted: StatementDraft, seen: Sequence[str]) -> tuple[Reply, ...]:
        """What it says to rebuttals of its own claims, one for each."""
        open_ = {one.id: one for one in self.job.answering}
        found: dict[str, Reply] = {}
        for one in drafted.replies:
            id_, how = one.answers.strip().strip("[]"), one.how.strip().casefold()
            if id_ not in open_ or id_ in found or how not in get_args(Answering):
                continue
            found[id_] = Reply(
                f"{self.job.party.key}-{self.job.round}.a{len(found) + 1 + 10 * self.job.attempt}",
                "concluded" if how == "concede" else "reported",
                _tidy(one.text),
                anchored(_resolved(one.evidence, seen)) if how != "concede" else (),
                rests_on=(id_,) if how == "concede" else (),
                answers=id_,
                how=cast("Answering", how),
            )
        return tuple(one for one in found.values() if one.text)

    def _conceded(
        self,
        drafted: StatementDraft,
        others: Mapping[str, StatedClaim],
        rebuttals: Sequence[Rebuttal],
        seen: Sequence[str],
    ) -> tuple[Statement, ...]:
        """What it grants the others, each with the claim it names, if that was made.

        Nobody concedes what the same side contests.
        """
        contested = {one.attacks for one in rebuttals}
        contested |= {one.attacks for speech in self.job.own for one in speech.rebuttals}
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
            if one.text.strip() and one.concedes.strip().strip("[]") not in contested
        )

    def _new_id(self, n: int) -> str:
        return f"{self.job.party.key}-{self.job.round}.{1 + 10 * self.job.attempt + n}"


def _plain(one: Statement) -> Statement:
    """A statement of whatever kind as support reads it."""
    return Statement(one.id, one.kind, one.text, one.anchors, one.rests_on)


def _anchors_in(said: Statement, piece: str) -> tuple[Anchor, ...]:
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
