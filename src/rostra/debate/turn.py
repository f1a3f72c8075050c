"""One debater's turn, a child run of its own: investigate under the rules, then speak.

With a model the agent loop investigates and the model speaks; without one, code does both: it
searches for the clash points, opens what the chair allows, and quotes what speaks for its side.
Either way only evidence this turn was shown can be cited, and only claims that were made can be
attacked.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from rostra.debate.gathering import Gatherer
from rostra.debate.job import TurnJob
from rostra.debate.quoting import Known, figures, stands_on_one
from rostra.debate.speaking import mended, spoken
from rostra.errors import ModelFailed, NeedsReask, SpendingStopped, UnreadableReply
from rostra.models.call import ModelPath
from rostra.models.choice import EXTRACTIVE
from rostra.models.messages import Message, ToolSpec
from rostra.models.typed import typed
from rostra.prompts import load
from rostra.records import Degraded, Payload, ToolCall, ToolResult, record
from rostra.records.debate import Rebuttal, StatedClaim, Statement
from rostra.roles import Stage
from rostra.roles.loop import Agent, Extender, TurnEnd, TurnLimits, take_turn
from rostra.roles.play import Role, request_of
from rostra.rules import SourceBook, parse_answer
from rostra.steps import Step
from rostra.text import index_tokens
from rostra.tools import ToolPath

MOST_CLAIMS, MOST_REBUTTALS = 4, 4
_LEAST_OF_ID = 8
_SAME_WORDS = 0.85


@record
class ClaimDraft:
    text: str
    evidence: tuple[str, ...]
    point: int = 0


@record
class RebuttalDraft:
    attacks: str
    text: str
    evidence: tuple[str, ...]


@record
class StatementDraft:
    """What a debater answers with."""

    claims: tuple[ClaimDraft, ...]
    rebuttals: tuple[RebuttalDraft, ...] = ()
    concessions: tuple[str, ...] = ()
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
    read: Callable[[Sequence[str]], Awaitable[list[Known]]]
    tell: Callable[[Payload], Awaitable[None]]

    async def speak(self, step: Step) -> Statement:
        path = self.stage.path_of(DEBATER.name)
        if path is None:
            return await self._by_code(step)
        try:
            return await self._by_model(path, step)
        except (ModelFailed, SpendingStopped) as error:
            given_up = Degraded(f"debater: {error.code}: {error}"[:400], "spoke without a model")
            await step("fall back", self.tell, given_up)
            said = await self._by_code(step)
            return replace(said, is_capped=said.is_capped or isinstance(error, SpendingStopped))

    async def _by_code(self, step: Step) -> Statement:
        job = self.job
        seat = self.seat
        gatherer = Gatherer(
            job, seat.tools, seat.extender, seat.limits, self.read, seat.book, seat.seen
        )
        gathered = await gatherer.gather(step)
        known = await self.read(list(dict.fromkeys((*job.known, *gathered.evidence))))
        said = mended(job, known) if job.attempt else spoken(job, known)
        return replace(
            said,
            engine=EXTRACTIVE,
            outside_calls=gathered.outside_calls,
            from_memory=gathered.from_memory,
            extensions=gathered.extensions,
            was_forced=gathered.was_forced,
            is_capped=gathered.is_capped,
        )

    async def _by_model(self, path: ModelPath, step: Step) -> Statement:
        seen = self.seat.seen
        recalled: list[str] = []

        async def call_tools(calls: Sequence[ToolCall], within: Step) -> list[ToolResult]:
            results = await self.seat.tools.call(calls, within)
            seen.extend(one for result in results for one in result.evidence)
            recalled.extend(one.tool for one in results if one.ok and one.rung != "tool")
            return results

        agent = Agent(
            role=DEBATER.name,
            language=self.job.language,
            tools=self.seat.offered,
            ask=path.ask,
            call_tools=call_tools,
            limits=replace(self.seat.limits, ceiling=DEBATER.ceiling, answer_tokens=1_400),
            extender=self.seat.extender,
            name=self.job.party.key,
        )
        known = await self.read(self.job.known)
        end = await take_turn(agent, self._brief(known), step)
        drafted = await self._readable(path, end, list(dict.fromkeys(seen)), step)
        if drafted is None:
            read = await self.read(list(dict.fromkeys(seen)))
            say = mended if self.job.attempt else spoken
            said = say(self.job, read)
            return _with_turn(replace(said, engine=EXTRACTIVE), end, len(recalled))
        read = await self.read(list(dict.fromkeys(seen)))
        said = replace(self._kept(drafted, seen, read), engine=path.model)
        return _with_turn(said, end, len(recalled))

    def _brief(self, known: Sequence[Known]) -> list[Message]:
        job = self.job
        filled = load(DEBATER.prompt, job.language).fill(
            {
                "motion": job.motion,
                "handcard": job.handcard.as_text(),
                "known": "\n".join(f"[E:{one.id}] {one.digest[:300]}" for one in known[:8]),
                "others": _words_of(job.others),
                "own": _words_of(job.own),
                "checks": "\n".join(job.checks),
            },
            side=job.party.name,
            stance=_STANCE[job.language][job.party.stance],
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
                "known": "\n".join(f"[E:{one.id}] {one.digest[:400]}" for one in known[:10]),
            },
            self.job.language,
            stance=_STANCE[self.job.language][self.job.party.stance],
            claims=MOST_CLAIMS,
        )
        try:
            return await typed(path, request, StatementDraft, step, attempts=2)
        except (ModelFailed, UnreadableReply) as error:
            lost = Degraded(f"debater: {error.code}: {error}"[:400], "quoted what it had read")
            await step("fall back", self.tell, lost)
            return None

    def _kept(
        self, drafted: StatementDraft, seen: Sequence[str], read: Sequence[Known]
    ) -> Statement:
        """What may stand: ids that were seen, claims that are its own, attacks on what was said."""
        job = self.job
        others = {one.label: one for s in job.others for one in s.claims}
        copied = {one.text for one in others.values()}
        claims = tuple(
            StatedClaim(
                label=self._label(n),
                text=text,
                evidence=(cited := _resolved(one.evidence, seen)),
                point=one.point if 0 <= one.point <= len(job.handcard.clash_points) else 0,
                is_key=self._is_key(text, cited, read),
            )
            for n, one in enumerate(drafted.claims[:MOST_CLAIMS])
            if (text := _tidy(one.text)) and not any(_copies(text, said) for said in copied)
        )
        rebuttals = tuple(
            Rebuttal(label, _tidy(one.text), _resolved(one.evidence, seen))
            for one in drafted.rebuttals[:MOST_REBUTTALS]
            if (label := one.attacks.strip().strip("[]")) in others and one.text.strip()
        )
        dropped = len(drafted.rebuttals[:MOST_REBUTTALS]) - len(rebuttals)
        return Statement(
            side=job.party.key,
            round=job.round,
            claims=claims,
            rebuttals=rebuttals,
            concessions=tuple(map(_tidy, drafted.concessions[:3])),
            open_questions=tuple(map(_tidy, drafted.open_questions[:3])),
            note=f"{dropped} rebuttals of claims nobody made were dropped" if dropped else "",
        )

    def _label(self, n: int) -> str:
        """A mended claim keeps the label of the one it mends, in the order they came back."""
        back = [one.label for s in self.job.own for one in s.claims] if self.job.attempt else []
        if n < len(back):
            return back[n]
        return f"{self.job.party.key}-{self.job.round}.{1 + 10 * self.job.attempt + n}"

    def _is_key(self, text: str, cited: Sequence[str], read: Sequence[Known]) -> bool:
        """A figure needs two sources whatever its speaker calls it, or comes back as less."""
        is_less = self.job.attempt > 0 and stands_on_one(text, cited, read)
        return bool(figures(text)) and not is_less


def _with_turn(said: Statement, end: TurnEnd, from_memory: int) -> Statement:
    return replace(
        said,
        from_memory=from_memory,
        outside_calls=end.outside_calls,
        extensions=end.extensions,
        was_forced=end.was_forced,
    )


def _words_of(statements: Sequence[Statement]) -> str:
    return "\n\n".join(f"{one.side} ({one.round})\n{one.as_text()}" for one in statements)


def _copies(text: str, said: str) -> bool:
    """Whether it is the other side's claim again, word for word or nearly."""
    ours, theirs = set(index_tokens(text)), set(index_tokens(said))
    return len(ours & theirs) > _SAME_WORDS * len(ours | theirs)


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


_STANCE = {
    "zh-Hant": {"for": "支持題目", "against": "反對題目", "neutral": "不選邊，查明事實"},
    "zh-Hans": {"for": "支持题目", "against": "反对题目", "neutral": "不选边，查明事实"},
    "en": {
        "for": "for the motion",
        "against": "against the motion",
        "neutral": "taking no side, establishing the facts",
    },
}
