"""The debate: handcard, rounds of turns, verification, verdict, action list, report.

Every turn is a child run. Openings are made at the same time; from the second round on the sides
speak one after the other and hear each other. Between steps the flow is deterministic. It stops
early when a stop was asked or a cap is reached, and still ends with a verdict from what it has.
Where nothing could be searched or read there is nothing to decide on, and it ends without one.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast

from rostra.desks.debate.chairman import Chairman
from rostra.desks.debate.clash import after_rebuttals, unanswered
from rostra.desks.debate.closing import Closer, Proceedings
from rostra.desks.debate.comparing import Comparer
from rostra.desks.debate.job import TurnJob, parties_of
from rostra.desks.debate.notices import (
    ActionsPlanned,
    HandcardMade,
    MemoryLooked,
    RoundClosed,
    RoundOpened,
    Spoke,
    VerdictGiven,
)
from rostra.desks.debate.order import DebateOrder
from rostra.desks.debate.premise import false_premises
from rostra.desks.debate.speaking import subject_of
from rostra.desks.debate.turn import Debater, Seat
from rostra.desks.debate.verifying import Bar
from rostra.errors import ResearchError
from rostra.events import EventLog
from rostra.governance import Matter, reached_cap
from rostra.memory import ProvisionalClaim, SaidInRound
from rostra.records import Outcome, Payload, Run, SearchHit, SourceText, Statement, ToolCall, decode
from rostra.records.debate import (
    Action,
    CheckedClaim,
    Handcard,
    Party,
    Rebuttal,
    Reply,
    RoundClosing,
    Speech,
    Verdict,
    Way,
)
from rostra.roles import Stage
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.text.script import language_of
from rostra.tools import ToolPath
from rostra.tools.search import SEARCH
from rostra.words import Language, Said, joined, message, say

TURN_FLOW = "debate_turn"
LIBRARY = "library.search"
MEND_CALLS = 4
_PREMISES = 3

# A debater's place at the table for a turn; the chairman's own path for a matter.
OpenSeat = Callable[[TurnJob, Matter], Awaitable[Seat]]
OpenPath = Callable[[Matter, DebateOrder, Language], Awaitable[ToolPath]]


@dataclass(frozen=True, slots=True)
class DebateDesk:
    """Everything the flow is given; `assembly` puts it together."""

    store: Store
    events: EventLog
    stage: Stage
    wall: Callable[[], datetime]
    stop_asked: Callable[[str], Awaitable[str | None]]
    language: Language
    bar: Bar
    closer: Closer
    open_seat: OpenSeat
    open_path: OpenPath
    # Moves down what the round's memory holds and clears it; False when it was over already.
    end_round: Callable[[str, int], Awaitable[bool]]
    allowance: int = 5

    async def debate(self, run: Run, step: Step) -> Outcome:
        return await debate(run, step, self)

    async def take_turn(self, job: TurnJob, step: Step) -> Speech:
        """One debater's child run."""
        seat = await self.open_seat(job, matter_of(job))
        stage = replace(self.stage, language=job.language)
        debater = Debater(job, seat, stage, self.store.read, self.tell)
        said = await debater.speak(step)
        said = replace(said, ended_at=await step("now", self.now))
        spoke = Spoke(
            job.party.name,
            job.round,
            tuple(one.text for one in said.claims),
            len(said.rebuttals),
            said.outside_calls,
            tuple(one.id for one in said.claims),
            tuple(f"→ {one.attacks} {one.text}" for one in said.rebuttals),
            tuple(one.text for one in said.concessions),
        )
        await step("tell", self._spoke, said, spoke)
        return said

    async def _spoke(self, said: Speech, spoke: Spoke) -> None:
        """What was claimed is in the round's memory until it is judged, whatever happens."""
        claims = [ProvisionalClaim(said.side, one.text, one.evidence) for one in said.claims]
        await SaidInRound(self.store, self.wall).claims(current_position().root, claims)
        await self.tell(spoke)

    async def now(self) -> datetime:
        return self.wall()

    async def tell(self, payload: Payload) -> None:
        await self.events.publish(payload)

    async def evidence_of(self, run: str) -> tuple[str, ...]:
        """In an order of their own: who of several sides read first must change nothing."""
        return tuple(sorted(one.id for one in await self.store.evidence_of_run(run)))


def matter_of(job: TurnJob) -> Matter:
    return Matter(job.motion, job.handcard.as_text(), job.checks)


@dataclass(slots=True)
class _Table:
    """What changes during a debate; rebuilt by replay, because every input of it is a step."""

    job: DebateOrder
    run: str
    parties: tuple[Party, ...]
    chairman: Chairman
    handcard: Handcard = field(default_factory=lambda: Handcard(()))
    known: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    has_library: bool = False
    statements: list[Speech] = field(default_factory=list)
    checked: list[CheckedClaim] = field(default_factory=list)
    rounds: list[RoundClosing] = field(default_factory=list)
    from_memory: int = 0
    stopped: bool = False
    hits: int = 0
    search_failed: Said = ""

    @property
    def rebuttals(self) -> list[Rebuttal]:
        return [one for speech in self.statements for one in speech.rebuttals]

    @property
    def replies(self) -> list[Reply]:
        return [one for speech in self.statements for one in speech.replies]


async def debate(run: Run, step: Step, desk: DebateDesk) -> Outcome:
    job = DebateOrder.of(run)
    language = language_of(job.motion, otherwise=desk.language)
    parties = parties_of(job.sides, language)
    stage = replace(desk.stage, language=language)
    table = _Table(job, run.id, parties, Chairman(job.motion, language, parties, stage))
    await _prepare(table, step, desk)
    for number in range(1, job.rounds + 1):
        table.stopped = bool(await step("stop asked?", desk.stop_asked, run.id))
        if table.stopped:
            break
        is_over = await _round(number, table, step, desk)
        if number == 1:
            await _require_evidence(table, step, desk)
        if is_over:
            break
    # A stop in the middle of the last round left its answers to code.
    table.stopped = table.stopped or bool(await step("stop asked?", desk.stop_asked, run.id))
    verdict = await table.chairman.verdict(
        table.checked, table.rebuttals, table.replies, table.handcard, step
    )
    await _read_up(table, step, desk)
    known = await desk.store.read(table.known)
    premise = await false_premises(job.motion, known, table.chairman.stage.support)
    verdict = table.chairman.without(tuple(premise), verdict)
    await step("decide", desk.bar.decide, run.id, job.motion, verdict, tuple(table.checked))
    await step("tell", desk.tell, VerdictGiven(verdict.outcome, verdict.confidence, verdict.reason))
    actions = () if table.stopped else await _act(table, verdict, known, step, desk)
    ways: tuple[Way, ...] = ()
    if job.compare:
        comparer = Comparer(job.motion, stage, desk.bar, desk.closer.tokens)
        ways = await comparer.compare(run.id, verdict, table.checked, known, step)
    is_capped: bool = await step("cap reached?", reached_cap, desk.store, run.id)
    held = Proceedings(
        job=job,
        language=language,
        parties=parties,
        handcard=table.handcard,
        verdict=verdict,
        checked=tuple(table.checked),
        statements=tuple(table.statements),
        rounds=tuple(table.rounds),
        actions=actions,
        premise=_numbered([one for told in premise.values() for one in told]),
        ways=ways,
        from_memory=table.from_memory,
        stopped=table.stopped,
        capped=is_capped,
    )
    note: Said = await step("publish", desk.closer.publish, run, held)
    if is_capped and not table.stopped:
        return Outcome("stopped", message("runs.capped", note=note), exit_code=5)
    return Outcome("stopped" if table.stopped else "done", note)


async def _prepare(table: _Table, step: Step, desk: DebateDesk) -> None:
    """Look into memory, look around once, and let the chairman name the clash points."""
    job = table.job
    table.known = await step("look into memory", desk.bar.known_about, job.motion, job.from_run)
    table.recalled = table.known
    known = await desk.store.read(table.known)
    claims = sum(id_.startswith("claim:") for id_ in table.known)
    await step("tell", desk.tell, MemoryLooked(claims, len(table.known) - claims))
    path = await desk.open_path(Matter(job.motion), job, table.chairman.language)
    # What is known inside comes first, for every side; only then is anybody asked outside.
    if LIBRARY in path.registry.names():
        table.has_library = await _look_inside(path, job.motion, step)
    hits = await _look_around(path, table, step)
    digests = "\n".join(f"- {one.title}: {one.digest[:200]}" for one in known[:6])
    table.handcard = await table.chairman.handcard(hits, digests, step)
    table.spare = table.chairman.other_points(hits, table.handcard)
    by = table.chairman.stage.engine("chairman")
    await step("tell", desk.tell, HandcardMade(table.handcard.clash_points, by))


def _numbered(said: Sequence[Statement]) -> tuple[Statement, ...]:
    first = list(dict.fromkeys(said))[:_PREMISES]
    return tuple(replace(one, id=f"P{n}") for n, one in enumerate(first, 1))


async def _look_inside(path: ToolPath, motion: str, step: Step) -> bool:
    call = ToolCall("inside", LIBRARY, {"query": motion[:200]}, "chairman", motion[:200])
    (found,) = await path.call([call], step)
    return found.ok and bool(found.evidence)


async def _look_around(path: ToolPath, table: _Table, step: Step) -> list[SearchHit]:
    """The motion itself, then what is disputed about it: praise is easier found than blame."""
    motion, language = table.job.motion, table.chairman.language
    disputed = f"{subject_of(motion, language)} {table.chairman.say('angle_against')}"
    hits: dict[str, SearchHit] = {}
    asked = {"look-around": motion, "look-for-dispute": disputed}
    for found in await _search(path, asked, table, step):
        for hit in found:
            hits.setdefault(hit.url, hit)
    table.hits = len(hits)
    return list(hits.values())


async def _round(number: int, table: _Table, step: Step, desk: DebateDesk) -> bool:
    """One round; True when the debate is over with it."""
    goal = _goal(number, table)
    await _replan(table, step, desk)
    checks = table.rounds[-1].open_checks if table.rounds else ()
    await step("tell", desk.tell, RoundOpened(number, goal, desk.allowance, checks))
    await _read_up(table, step, desk)
    statements = await _speak(number, goal, checks, table, step, desk)
    statements = await desk.bar.heard(table.run, statements, step)
    table.statements += statements
    table.checked += await desk.bar.check(table.run, statements, step, table.recalled)
    await _read_up(table, step, desk)
    mended = await _send_back(number, goal, statements, table, step, desk)
    mended = await desk.bar.heard(table.run, mended, step)
    table.statements += [one for one in mended if one.rebuttals or one.replies]
    narrowed = [_narrowed(one, table) for one in mended]
    again = await desk.bar.check(table.run, narrowed, step, table.recalled)
    better = {one.said.id: one for one in again if one.counts_by_itself or one.is_context}
    table.checked = [better.pop(one.said.id, one) for one in table.checked]
    table.checked += better.values()
    table.checked = after_rebuttals(table.checked, table.rebuttals, table.replies)
    is_failing = await step("watch", desk.bar.watch, table.run, tuple(table.checked))
    closing = await table.chairman.close_round(
        number,
        table.job.rounds,
        table.checked,
        statements,
        table.handcard,
        step,
        is_failing=is_failing,
    )
    summary = await step(
        "sum up", desk.bar.sum_up, table.run, table.job.motion, closing, tuple(table.checked)
    )
    closing = replace(closing, summary=summary, closed_at=await step("now", desk.now))
    table.rounds.append(closing)
    await step("tell", desk.tell, RoundClosed(number, closing.decision, closing.reason))
    await step("end the round", desk.end_round, table.run, number)
    return closing.decision == "close"


async def _require_evidence(table: _Table, step: Step, desk: DebateDesk) -> None:
    """End the debate when a whole round has read nothing; a cap that did it tells so itself."""
    await _read_up(table, step, desk)
    is_capped: bool = await step("cap reached?", reached_cap, desk.store, table.run)
    if table.known or is_capped:
        return
    why = table.search_failed
    if not why:
        why = message("runs.found_unread" if table.hits else "runs.found_nothing")
    told = message("runs.nothing_debated", why=why)
    raise ResearchError(told, "SEARCH_FAILED" if table.search_failed else "NO_VALID_SOURCES")


async def _read_up(table: _Table, step: Step, desk: DebateDesk) -> None:
    """From here on every side may cite what any of them has read."""
    read = await step("evidence", desk.evidence_of, table.run)
    table.known = tuple(dict.fromkeys((*table.known, *read)))


async def _replan(table: _Table, step: Step, desk: DebateDesk) -> None:
    """Going on the same way failed: the handcard gets points that nobody has looked at."""
    if not table.rounds or table.rounds[-1].decision != "replan" or not table.spare:
        return
    card = table.handcard
    table.handcard = replace(card, clash_points=(*card.clash_points, *table.spare))
    table.spare = ()
    await step("tell", desk.tell, HandcardMade(table.handcard.clash_points, "replan"))


def _goal(number: int, table: _Table) -> str:
    if table.rounds and table.rounds[-1].decision == "replan":
        return table.chairman.say("goal_replan")
    return table.chairman.say("goal_open" if number == 1 else "goal_rebut")


async def _speak(
    number: int, goal: str, checks: Sequence[str], table: _Table, step: Step, desk: DebateDesk
) -> list[Speech]:
    """Openings at the same time, rebuttals in order: who speaks later hears who spoke before."""
    if number == 1:
        jobs = {f"r1-{one.key}": _turn(one, number, goal, (), table, desk) for one in table.parties}
        said = await step.children(TURN_FLOW, jobs)
        return [said[key] for key in jobs]
    spoken: list[Speech] = []
    for party in table.parties:
        if spoken:
            await _read_up(table, step, desk)
        ours = [check for check in checks if check.startswith(f"{party.key}-")]
        job = _turn(party, number, goal, ours, table, desk, extra=spoken)
        spoken.append(await step.child(TURN_FLOW, job, key=f"r{number}-{party.key}"))
    return spoken


async def _send_back(
    number: int,
    goal: str,
    statements: Sequence[Speech],
    table: _Table,
    step: Step,
    desk: DebateDesk,
) -> list[Speech]:
    """What did not pass goes back to its side once, with what it lacks, and what it must answer."""
    jobs: dict[str, object] = {}
    failed = [one for one in table.checked if one.round == number and not one.counts_by_itself]
    for party in table.parties:
        ours = [one for one in failed if one.side == party.key and one.status != "contradicted"]
        refused = [line for one in statements if one.side == party.key for line in one.back]
        attacks = unanswered(party.key, table.checked, table.rebuttals, table.replies)
        if not (ours or refused or attacks):
            continue
        said = Speech(side=party.key, round=number, claims=tuple(one.said for one in ours))
        lacks = _lacks(ours, table.chairman.language)
        told = [f"[{one.id}] → {one.attacks}: {one.text}"[:400] for one in attacks]
        jobs[f"r{number}-{party.key}-again"] = replace(
            _turn(party, number, goal, (*lacks, *refused, *told), table, desk),
            own=(said,),
            answering=tuple(attacks),
            attempt=1,
            allowance=MEND_CALLS,
        )
    if not jobs:
        return []
    made = await step.children(TURN_FLOW, jobs)
    return [made[key] for key in jobs]


def _lacks(claims: Sequence[CheckedClaim], language: str) -> tuple[str, ...]:
    """What claims still need, as whoever made them is told."""
    return tuple(f"{one.said.text} ({say(joined(one.missing), language)})"[:300] for one in claims)


def _narrowed(said: Speech, table: _Table) -> Speech:
    """The speech with each claim that it narrows an attacked one to: it is judged like any."""
    claims = {one.said.id: one.said for one in table.checked}
    attacked = {one.id: claims[one.attacks] for one in table.rebuttals if one.attacks in claims}
    made = [
        replace(
            attacked[one.answers],
            id=f"{attacked[one.answers].id}n",
            text=one.text,
            anchors=one.anchors,
            carried=one.carried,
        )
        for one in said.replies
        if one.how == "narrow" and one.answers in attacked
    ]
    return replace(said, claims=(*said.claims, *made))


def _turn(
    party: Party,
    number: int,
    goal: str,
    checks: Sequence[str],
    table: _Table,
    desk: DebateDesk,
    *,
    extra: Sequence[Speech] = (),
) -> TurnJob:
    earlier = [*table.statements, *extra]
    return TurnJob(
        run=table.run,
        motion=table.job.motion,
        language=table.chairman.language,
        party=party,
        round=number,
        goal=goal,
        handcard=table.handcard,
        others=tuple(one for one in earlier if one.side != party.key),
        own=tuple(one for one in earlier if one.side == party.key),
        known=table.known,
        recalled=table.recalled,
        checks=tuple(checks),
        board=table.chairman.board(table.checked),
        chair=table.job.chair,
        is_sample=table.job.sample,
        has_library=table.has_library,
        allowance=desk.allowance,
    )


async def _act(
    table: _Table, verdict: Verdict, known: Sequence[SourceText], step: Step, desk: DebateDesk
) -> tuple[Action, ...]:
    """Three action questions, a search for each, and where to go with them."""
    decisive = [one for one in table.checked if one.said.id in verdict.decisive]
    questions = await table.chairman.action_questions(verdict, decisive, step)
    await step("tell", desk.tell, ActionsPlanned(questions))
    matter = Matter(table.job.motion, table.handcard.as_text(), actions=questions)
    path = await desk.open_path(matter, table.job, table.chairman.language)
    asked = {f"action-{n}": question for n, question in enumerate(questions, 1)}
    found = await _search(path, asked, table, step)
    subject = subject_of(table.job.motion, table.chairman.language)
    return desk.closer.actions(
        subject, questions, found, known, verdict.reasons, table.chairman.language
    )


async def _search(
    path: ToolPath, queries: Mapping[str, str], table: _Table, step: Step
) -> list[list[SearchHit]]:
    """The chairman's searches by their ids, all at the same time."""
    calls = [
        ToolCall(id_, SEARCH, {"query": query[:200]}, "chairman", query[:200])
        for id_, query in queries.items()
    ]
    found = await path.call(calls, step)
    table.from_memory += sum(one.ok and one.rung != "tool" for one in found)
    failed = [one.reason for one in found if not one.ok]
    table.search_failed = failed[0] if failed and len(failed) == len(found) else ""
    answers = [one.data if one.ok and isinstance(one.data, list) else [] for one in found]
    return [[cast("SearchHit", decode(hit)) for hit in hits] for hits in answers]
