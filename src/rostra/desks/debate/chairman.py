"""The chairman: handcard, sum of a round, verdict, action questions. Each in both engines.

A chairman chooses among verified claims by their labels and says why. It never words a fact itself:
whatever it writes that holds a figure or a name which no verified claim carries is left out.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from textwrap import shorten
from typing import Literal, TypeVar

from rostra.desks.debate.speaking import demand_of, is_demand, subject_of
from rostra.desks.debate.topics import clash_points, telling_words
from rostra.records import SearchHit, Statement, record
from rostra.records.debate import (
    CheckedClaim,
    Confidence,
    Handcard,
    NextMove,
    OutcomeOfDebate,
    Party,
    PointRuling,
    Rebuttal,
    Reply,
    RoundClosing,
    Speech,
    Stance,
    Verdict,
)
from rostra.records.statements import Kind
from rostra.roles import Role, Stage, play
from rostra.steps import Step
from rostra.text import index_tokens, quantities, slots
from rostra.words import Fact, Language, Message, Phrases, Said, joined, message, say, tell

A = TypeVar("A")

CLASH_POINTS = 3
ACTIONS = 3
_LONGEST_POINT = 60
_SPARE = 2
_ALIKE = 0.4
_EVEN = 0.15
_SURE = 0.45
_DECISIVE = 4
_COUNTING = frozenset({"reason_for", "reason_against", "reason_even"})


@record
class HandcardDraft:
    clash_points: tuple[str, ...]
    evidence_wanted: tuple[str, ...] = ()
    guidance: str = ""


@record
class RoundDraft:
    """`matters` are labels of verified claims, the weightiest first."""

    matters: tuple[str, ...]
    decision: Literal["next", "replan", "close"]
    reason: str
    open_checks: tuple[str, ...] = ()


@record
class PointSaid:
    """`better` is the letter of the side that prevails, or `even`; `cites` are labels."""

    point: int
    better: str
    reason: str
    cites: tuple[str, ...] = ()


@record
class Judgement:
    """Who prevails on each point, then in the whole, by the letters of the sides."""

    points: tuple[PointSaid, ...]
    better: str
    reason: str
    cites: tuple[str, ...] = ()
    would_change: tuple[str, ...] = ()
    dissent: tuple[str, ...] = ()


@record
class ActionQuestions:
    questions: tuple[str, ...]


HANDCARD = Role(
    "chairman", "debate/chairman_handcard", HandcardDraft, ceiling=5_000, max_tokens=700
)
ROUND = Role("chairman", "debate/chairman_round", RoundDraft, ceiling=7_000, max_tokens=700)
JUDGE = Role("chairman", "debate/chairman_judge", Judgement, ceiling=7_000, max_tokens=800)
PLANNER = Role(
    "chairman", "debate/chairman_actions", ActionQuestions, ceiling=4_000, max_tokens=400
)


@dataclass(frozen=True, slots=True)
class Chairman:
    """The chairman of one debate. A cap on spending never ends it: rules decide from then on."""

    motion: str
    language: Language
    parties: tuple[Party, ...]
    stage: Stage
    # Grows when a cap keeps a model from being asked; rebuilt by replay.

    def say(self, key: str, **values: Fact) -> str:
        return Phrases("debate", self.language).say(key, **values)

    async def handcard(self, hits: Sequence[SearchHit], known: str, step: Step) -> Handcard:
        """Name the clash points; without a model, what a search gives figures for."""

        def fallback() -> HandcardDraft:
            subject = subject_of(self.motion, self.language)
            points = clash_points(self.motion, subject, hits, limit=CLASH_POINTS)
            points = points or headlines(self.motion, hits) or (self.motion,)
            wanted = tuple(self.say("wanted", point=point) for point in points)
            return HandcardDraft(points, wanted, self.say("guidance"))

        def fault(draft: HandcardDraft) -> Message | None:
            is_named = any(p.strip() for p in draft.clash_points)
            return None if is_named else message("faults.no_clash")

        drafted = await self._play(
            HANDCARD,
            {"motion": self.motion, "found": _listed(hits), "known": known},
            step,
            fallback,
            fault,
            limit=CLASH_POINTS,
        )
        points = [" ".join(one.split())[:200] for one in drafted.clash_points if one.strip()]
        if self.stage.path_of(HANDCARD.name) is not None:
            material = {"motion": self.motion, "found": _listed(hits), "known": known}
            points = await self.asking_only(points, material, step) or [*fallback().clash_points]
        return Handcard(
            tuple(points[:CLASH_POINTS]),
            tuple(one[:200] for one in drafted.evidence_wanted[:6]),
            drafted.guidance[:400],
        )

    async def asking_only(
        self, questions: Sequence[str], material: Mapping[str, str], step: Step
    ) -> list[str]:
        """Questions that take nothing for granted which the material does not hold."""
        told = {name: text for name, text in material.items() if text.strip()}
        said = [
            Statement(f"q{n}", "concluded", self.say("asks_only", question=one), rests_on=(*told,))
            for n, one in enumerate(questions)
            if one not in self.motion
        ]
        checked = await self.stage.support.check(said, told, step)
        good = {one.id for one in checked if one.ok}
        return [one for n, one in enumerate(questions) if one in self.motion or f"q{n}" in good]

    def other_points(self, hits: Sequence[SearchHit], card: Handcard) -> tuple[str, ...]:
        """What the chairman would take up next, should the first points lead nowhere."""
        subject = subject_of(self.motion, self.language)
        found = clash_points(self.motion, subject, hits, limit=2 * CLASH_POINTS)
        return tuple(one for one in found if one not in card.clash_points)[:_SPARE]

    async def close_round(
        self,
        number: int,
        last: int,
        checked: Sequence[CheckedClaim],
        statements: Sequence[Speech],
        handcard: Handcard,
        step: Step,
        *,
        is_failing: bool = False,
    ) -> RoundClosing:
        """Sum a round up from what was verified, and decide how to go on."""
        verified = {one.said.id: one for one in checked if one.stands}
        move, why = self._next_move(number, last, checked, statements, handcard)
        if is_failing and move == "next":
            move, why = "replan", message("debate.replan")

        def fallback() -> RoundDraft:
            best = sorted(verified.values(), key=lambda one: -one.weight)
            return RoundDraft(tuple(one.said.id for one in best[:6]), move, "")

        drafted = await self._play(
            ROUND,
            {
                "motion": self.motion,
                "handcard": handcard.as_text(),
                "claims": _shown(checked),
                "words": "\n\n".join(f"{one.side}:\n{one.as_text()}" for one in statements),
            },
            step,
            fallback,
            lambda draft: _unknown_label(draft.matters, verified),
            number=number,
            last=last,
        )
        texts = tuple(
            verified[label].said.text
            for label in dict.fromkeys(drafted.matters)
            if label in verified
        )
        # What has to come next by rule, no chairman can wave aside; closing early it may.
        decision: NextMove = drafted.decision
        if number >= last:
            decision = "close"
        elif move == "replan":
            decision = move
        reason = await self._own_words(drafted.reason, verified.values(), step) or why
        return RoundClosing(
            number=number,
            text=texts,
            decision=decision,
            reason=message("debate.close_last") if number >= last else reason,
            open_checks=self._open_checks(checked),
        )

    async def verdict(
        self,
        checked: Sequence[CheckedClaim],
        rebuttals: Sequence[Rebuttal],
        replies: Sequence[Reply],
        handcard: Handcard,
        step: Step,
    ) -> Verdict:
        """Judge twice, sides swapped and nameless; what comes out otherwise is undecided."""
        weighed = self.weigh(checked, handcard)
        by_label = {one.said.id: one for one in checked if one.stands}
        if self.stage.path_of(JUDGE.name) is None or not by_label:
            return weighed
        case = _Case(self, checked, rebuttals, replies, handcard)
        first = await self._judge(case, step, is_swapped=False)
        second = await self._judge(case, step, is_swapped=True)
        if first is None or second is None:
            return weighed
        points = [
            await self._point(n, first, second, by_label, step)
            for n in range(1, len(handcard.clash_points) + 1)
        ]
        flips = sum(first.better_on(one.point) != second.better_on(one.point) for one in points)
        is_flipped = first.outcome != second.outcome
        outcome: OutcomeOfDebate = "undecided" if is_flipped else first.outcome
        decisive = tuple(
            label
            for label in dict.fromkeys((*first.cites, *second.cites))
            if label in by_label and outcome != "undecided"
        )
        reason = await self._own_words(
            first.reason, [by_label[one] for one in first.cites if one in by_label], step
        )
        counts = Counter(one.better for one in points)
        told = self.say("reason_flip") if is_flipped else reason
        return Verdict(
            outcome=outcome,
            confidence=self._sureness(outcome, points, flips, [by_label[one] for one in decisive]),
            reasons=_because(told, "concluded", decisive[:5]) if told else weighed.reasons,
            decisive=decisive[:5],
            would_change=await self._kept(first.would_change, list(by_label.values()), step)
            or weighed.would_change,
            dissent=tuple(one for one in first.dissent if one in by_label) or weighed.dissent,
            caveats=weighed.caveats,
            confidence_reason=self.say(
                "sure_points",
                points=len(points),
                ours=counts["for"],
                theirs=counts["against"],
                open=counts["undecided"],
                flips=flips,
            ),
            flipped=is_flipped,
            judged_by=self.stage.engine(JUDGE.name),
            points=tuple(points),
            valid_until=_shortest(by_label[one] for one in decisive),
        )

    async def _point(
        self,
        n: int,
        first: "_Judged",
        second: "_Judged",
        by_label: Mapping[str, CheckedClaim],
        step: Step,
    ) -> PointRuling:
        """Who prevails on a point where both judgements agree, and why."""
        better = first.better_on(n)
        if better != second.better_on(n):
            return PointRuling(n, "undecided", self._reason(n, self.say("point_flip")))
        said = first.points.get(n)
        cites = tuple(one for one in said.cites if one in by_label) if said else ()
        told = (
            await self._own_words(said.reason, [by_label[c] for c in cites], step) if said else ""
        )
        counted = self._counted(n, by_label.values())
        return PointRuling(n, better, self._reason(n, told or counted, cites))

    def _reason(self, n: int, text: str, cites: Sequence[str] = ()) -> tuple[Statement, ...]:
        return (Statement(f"point.{n}", "concluded", text, rests_on=tuple(cites)),)

    def _counted(self, n: int, claims: Iterable[CheckedClaim]) -> str:
        stances = {one.key: one.stance for one in self.parties}
        told = Counter(stances[one.side] for one in claims if one.said.point == n)
        return self.say("point_counts", ours=told["for"], theirs=told["against"])

    def _sureness(
        self,
        outcome: str,
        points: Sequence[PointRuling],
        flips: int,
        decisive: Sequence[CheckedClaim],
    ) -> Confidence:
        if outcome == "undecided" or not decisive:
            return "low"
        is_clear = not flips and all(one.better == outcome for one in points)
        return "high" if is_clear and _two_origins(decisive) >= len(points) else "medium"

    def board(self, checked: Sequence[CheckedClaim]) -> tuple[str, ...]:
        """How each claim stands, as debaters are told."""
        return tuple(f"[{one.said.id}] {self.state_of(one)}" for one in checked)

    def state_of(self, one: CheckedClaim) -> str:
        return Phrases("debate_report", self.language)[
            "rebutted" if one.is_rebutted else one.status
        ]

    def weigh(self, checked: Sequence[CheckedClaim], handcard: Handcard) -> Verdict:
        """The verdict by rule: verified claims of both sides, by tier and age of their sources."""
        verified = [one for one in checked if one.stands]
        stances = {one.key: one.stance for one in self.parties}
        central = central_points(self.motion, handcard.clash_points, self.language)
        sums = {
            stance: _weight_of([one for one in verified if stances[one.side] == stance], central)
            for stance in ("for", "against")
        }
        whole = sum(sums.values())
        margin = (sums["for"] - sums["against"]) / whole if whole else 0.0
        outcome: OutcomeOfDebate = "undecided"
        if abs(margin) > _EVEN:
            outcome = "for" if margin > 0 else "against"
        winning = [one for one in verified if stances[one.side] == outcome]
        is_thin = outcome != "undecided" and _is_thin(winning)
        is_beside = outcome != "undecided" and not self._is_on_the_matter(winning)
        if is_thin or is_beside:
            outcome = "undecided"
        ours = [one for one in verified if outcome == "undecided" or stances[one.side] == outcome]
        best = sorted(ours, key=lambda one: (-one.said.is_key, not one.said.point, -one.weight))
        best = best[:_DECISIVE]
        others = [one for one in verified if stances[one.side] not in (outcome, "neutral")]
        told = Counter(stances[one.side] for one in verified)
        key = "reason_none" if not whole else f"reason_{outcome}" if margin else "reason_even"
        key = "reason_even" if whole and outcome == "undecided" else key
        key = "reason_beside" if is_beside else "reason_thin" if is_thin else key
        leaning = self._leaning(checked, stances) if not whole else ""
        counts = {"ours": told["for"], "theirs": told["against"]} if key in _COUNTING else {}
        reason = leaning or self.say(key, **counts)
        confidence = "low" if outcome == "undecided" else _confidence(margin, best)
        if confidence == "high" and not all(sums.values()):
            confidence = "medium"  # a side of which nothing could be checked was not refuted
        keys = _two_origins(best)
        return Verdict(
            outcome=outcome,
            confidence=confidence,
            confidence_reason=self._why_sure(confidence, abs(margin), keys) if verified else "",
            reasons=_because(reason, "computed", [one.said.id for one in best]),
            decisive=tuple(one.said.id for one in best) if outcome != "undecided" else (),
            would_change=self._would_change(best, checked),
            dissent=tuple(one.said.id for one in sorted(others, key=lambda o: -o.weight)[:3])
            if outcome != "undecided"
            else (),
            caveats=self._caveats(checked),
            judged_by="weighed",
            points=self._points(verified, handcard),
            valid_until=_shortest(best),
        )

    def _points(
        self, verified: Sequence[CheckedClaim], handcard: Handcard
    ) -> tuple[PointRuling, ...]:
        """The same table by rule: who has the weightier claims that stand on each point."""
        stances = {one.key: one.stance for one in self.parties}
        rulings = []
        for n in range(1, len(handcard.clash_points) + 1):
            there = [one for one in verified if one.said.point == n]
            ours, theirs = (
                _fading(_by_weight([one.weight for one in there if stances[one.side] == stance]))
                for stance in ("for", "against")
            )
            whole = ours + theirs
            margin = (ours - theirs) / whole if whole else 0.0
            better: OutcomeOfDebate = "undecided"
            if abs(margin) > _EVEN:
                better = "for" if margin > 0 else "against"
            labels = [one.said.id for one in there]
            rulings.append(PointRuling(n, better, self._reason(n, self._counted(n, there), labels)))
        return tuple(rulings)

    def _leaning(self, checked: Sequence[CheckedClaim], stances: Mapping[str, str]) -> str:
        """Which way context leans where nothing that counts was said; it decides nothing."""
        context = [stances[one.side] for one in checked if one.is_context]
        ours, theirs = context.count("for"), context.count("against")
        if not ours and not theirs:
            return ""
        side = "even" if ours == theirs else "for" if ours > theirs else "against"
        return self.say(f"leaning_{side}", ours=ours, theirs=theirs)

    def _is_on_the_matter(self, claims: Sequence[CheckedClaim]) -> bool:
        """Whether a claim speaks of what a motion of fact states; a demand rests on any effect."""
        if is_demand(self.motion):
            return True
        about = telling_words(subject_of(self.motion, self.language))
        places = telling_words(" ".join(one.text for one in slots(self.motion).entities))
        own = telling_words(self.motion) - about - places
        return not own or any(own & telling_words(one.said.text) for one in claims)

    def without(self, premises: Sequence[str], verdict: Verdict) -> Verdict:
        """The verdict on a motion that takes for granted what is not so: no better than low."""
        if not premises:
            return verdict
        told = " ".join(self.say("reason_premise", premise=one) for one in premises)
        return replace(
            verdict, confidence="low", confidence_reason=told, caveats=(told, *verdict.caveats)
        )

    def _why_sure(self, confidence: str, margin: float, keys: int) -> str:
        if confidence == "low":
            return self.say("sure_close" if margin <= _EVEN else "sure_single")
        return self.say(f"sure_{confidence}", keys=keys)

    async def action_questions(
        self, verdict: Verdict, decisive: Sequence[CheckedClaim], step: Step
    ) -> tuple[str, ...]:
        subject = subject_of(self.motion, self.language)

        def fallback() -> ActionQuestions:
            keys = ("action_data", "action_date", "action_check")
            return ActionQuestions(tuple(self.say(key, subject=subject) for key in keys))

        def fault(draft: ActionQuestions) -> Message | None:
            asked = [one for one in draft.questions if len(one.strip()) > 5]
            is_enough = len(asked) >= ACTIONS
            return None if is_enough else message("faults.more_questions", count=ACTIONS)

        drafted = await self._play(
            PLANNER,
            {
                "motion": self.motion,
                "verdict": f"{verdict.outcome}: {verdict.reason}",
                "claims": _shown(decisive),
            },
            step,
            fallback,
            fault,
            limit=ACTIONS,
        )
        asked = [" ".join(one.split())[:200] for one in drafted.questions[:ACTIONS]]
        if self.stage.path_of(PLANNER.name) is not None:
            texts = {one.said.id: one.said.text for one in decisive}
            asked = await self.asking_only(asked, {"motion": self.motion, **texts}, step)
            asked += [one for one in fallback().questions if one not in asked]
        return tuple(asked[:ACTIONS])

    async def _judge(self, case: "_Case", step: Step, *, is_swapped: bool) -> "_Judged | None":
        """One judgement on nameless claims: which letter stands for which side changes."""
        order: tuple[Stance, ...] = ("for", "against", "neutral")
        order = ("against", "for", "neutral") if is_swapped else order
        lines, labels = case.shown(order)
        standing = dict(zip("AB", order, strict=False))

        def outcome_of(letter: str) -> OutcomeOfDebate:
            better = standing.get(letter.strip().upper())
            return "undecided" if better is None or better == "neutral" else better

        def fault(draft: Judgement) -> Message | None:
            said = [draft.better, *(one.better for one in draft.points)]
            if any(one.strip().upper() not in ("A", "B", "EVEN") for one in said):
                return message("faults.better")
            for one in draft.points:
                better = outcome_of(one.better)
                if better != "undecided" and not case.stands_on(one.point, better):
                    return message("faults.not_won", point=one.point, letter=one.better.upper())
            whole = outcome_of(draft.better)
            if whole != "undecided" and all(
                outcome_of(one.better) != whole for one in draft.points
            ):
                return message("faults.wins_nothing", letter=draft.better.upper())
            return _unknown_label(
                [*draft.cites, *(label for one in draft.points for label in one.cites)], labels
            )

        none = Judgement((), "", "")
        said = await self._play(
            JUDGE,
            {"motion": self.motion, "claims": "\n".join(lines)},
            step,
            lambda: none,
            fault,
            stands_a=tell(f"agents.stance.{order[0]}", self.language),
            stands_b=tell(f"agents.stance.{order[1]}", self.language),
        )
        if not said.better:
            return None
        return _Judged(
            outcome_of(said.better),
            {one.point: replace(one, cites=_named(one.cites, labels)) for one in said.points},
            {one.point: outcome_of(one.better) for one in said.points},
            said.reason,
            _named(said.cites, labels),
            said.would_change,
            _named(said.dissent, labels),
        )

    async def _play(
        self,
        role: Role[A],
        material: Mapping[str, str],
        step: Step,
        fallback: Callable[[], A],
        fault: Callable[[A], Said | None],
        **own: str | float,
    ) -> A:
        return await play(role, material, self.stage, step, fallback=fallback, fault=fault, **own)

    def _next_move(
        self,
        number: int,
        last: int,
        checked: Sequence[CheckedClaim],
        statements: Sequence[Speech],
        handcard: Handcard,
    ) -> tuple[NextMove, Said]:
        if number >= last:
            return "close", message("debate.close_last")
        ours = [one for one in checked if one.round == number]
        if not any(one.claims for one in statements):
            return "close", message("debate.close_silent")
        verified = [one for one in ours if one.stands]
        if len(verified) * 2 < len(ours):
            return "replan", message("debate.replan")
        covered = {one.said.point for one in checked if one.stands}
        points = set(range(1, len(handcard.clash_points) + 1))
        is_open = any(one.status == "contradicted" for one in checked)
        if points <= covered and not is_open and number > 1:
            return "close", message("debate.close_settled")
        return "next", message("debate.next")

    def _open_checks(self, checked: Sequence[CheckedClaim]) -> tuple[str, ...]:
        return tuple(
            f"{one.said.id} {one.said.text} ({self._why(one.missing or one.reasons)})"[:300]
            for one in checked
            if not one.stands
        )[:8]

    def _why(self, reasons: Sequence[Said]) -> str:
        return say(joined(reasons), self.language)

    def _would_change(
        self, best: Sequence[CheckedClaim], checked: Sequence[CheckedClaim]
    ) -> tuple[str, ...]:
        lost = [one for one in checked if one.is_context and one.said.is_key]
        told = [self.say("change", text=one.said.text) for one in best[:2]]
        told += [self.say("change_missing", text=one.said.text) for one in lost[:2]]
        return tuple(told)

    def _caveats(self, checked: Sequence[CheckedClaim]) -> tuple[str, ...]:
        unverified = sum(one.status == "unverified" for one in checked)
        context = sum(one.is_context for one in checked)
        contested = sum(one.status == "contradicted" for one in checked)
        told = []
        if unverified:
            told.append(self.say("caveat_unverified", count=unverified))
        if context:
            told.append(self.say("caveat_context", count=context))
        if contested:
            told.append(self.say("caveat_contested", count=contested))
        disputed = [why for one in checked if one.stands for why in one.reasons]
        told += [say(why, self.language) for why in disputed]
        return tuple(dict.fromkeys(told))

    async def _own_words(self, text: str, claims: Iterable[CheckedClaim], step: Step) -> str:
        """What the chairman says, where support finds that it follows from claims that count."""
        tidy = " ".join(text.split())[:400]
        texts = {one.said.id: one.said.text for one in claims}
        if not tidy or not texts:
            return ""
        said = Statement("", "concluded", tidy, rests_on=tuple(texts))
        (check,) = await self.stage.support.check([said], texts, step)
        return tidy if check.ok else ""

    async def _kept(
        self, texts: Sequence[str], claims: Sequence[CheckedClaim], step: Step
    ) -> tuple[str, ...]:
        kept = [await self._own_words(text, claims, step) for text in texts[:4]]
        return tuple(one for one in kept if one)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A judgement with the sides' own names and the claims' own labels."""

    outcome: OutcomeOfDebate
    points: Mapping[int, PointSaid]
    better: Mapping[int, OutcomeOfDebate]
    reason: str
    cites: tuple[str, ...]
    would_change: tuple[str, ...]
    dissent: tuple[str, ...]

    def better_on(self, point: int) -> OutcomeOfDebate:
        return self.better.get(point, "undecided")


@dataclass(frozen=True, slots=True)
class _Case:
    """What a judge is shown: claims by point with their states, rebuttals and replies."""

    chairman: Chairman
    checked: Sequence[CheckedClaim]
    rebuttals: Sequence[Rebuttal]
    replies: Sequence[Reply]
    handcard: Handcard

    def stance(self, one: CheckedClaim) -> str:
        return {party.key: party.stance for party in self.chairman.parties}[one.side]

    def stands_on(self, point: int, side: str) -> bool:
        return any(
            one.stands and one.said.point == point and self.stance(one) == side
            for one in self.checked
        )

    def shown(self, order: Sequence[str]) -> tuple[list[str], dict[str, str]]:
        """The lines, and the claims' own labels by the letters they go by."""
        letters = dict(zip(order, "ABN", strict=True))
        numbers: Counter[str] = Counter()
        labels: dict[str, str] = {}
        lines: list[str] = []
        told = [one for one in self.checked if one.counts_by_itself or one.is_context]
        for n, point in enumerate((*self.handcard.clash_points, ""), 1):
            is_last = n > len(self.handcard.clash_points)
            ours = [one for one in told if one.said.point == (0 if is_last else n)]
            lines.append(f"\n{n}. {point}" if not is_last else "\n0.")
            for stance in order:
                for one in ours:
                    if self.stance(one) != stance:
                        continue
                    letter = letters[stance]
                    numbers[letter] += 1
                    label = f"{letter}{numbers[letter]}"
                    labels[label] = one.said.id
                    lines.append(f"[{label}] ({self.chairman.state_of(one)}) {one.said.text}")
                    lines += self._against(one)
        return lines, labels

    def _against(self, claim: CheckedClaim) -> list[str]:
        lines = []
        words = Phrases("debate_report", self.chairman.language)
        for one in self.rebuttals:
            if one.attacks != claim.said.id:
                continue
            lines.append(f"  ← ({words[one.status]}) {one.text}")
            lines += [
                f"    ↩ ({words[reply.status]}) {reply.text}"
                for reply in self.replies
                if reply.answers == one.id
            ]
        return lines


def _named(given: Sequence[str], labels: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(labels[one] for one in given if one in labels)


def headlines(motion: str, hits: Sequence[SearchHit]) -> tuple[str, ...]:
    """Titles of different things, those with figures first: what people disagree about is news."""
    told = set(index_tokens(motion))
    scored = []
    for n, hit in enumerate(hits):
        title = _cut(" ".join(hit.title.split()))
        own = frozenset(index_tokens(title)) - told
        if own and any(char.isalnum() for char in title):
            scored.append((-bool(quantities(title)), n, title, own))
    chosen: list[tuple[str, frozenset[str]]] = []
    for _, _, title, own in sorted(scored):
        if all(len(own & seen) / min(len(own), len(seen)) < _ALIKE for _, seen in chosen):
            chosen.append((title, own))
        if len(chosen) == CLASH_POINTS:
            break
    return tuple(title for title, _ in chosen)


def _cut(title: str) -> str:
    """A title short enough for a point, whole words only."""
    if not title.isascii():
        return title[:_LONGEST_POINT]
    return shorten(title, 2 * _LONGEST_POINT, placeholder=" …")


def _listed(hits: Sequence[SearchHit]) -> str:
    return "\n".join(f"- {hit.title}: {hit.snippet[:160]}" for hit in hits[:10])


def _shown(checked: Sequence[CheckedClaim]) -> str:
    return "\n".join(f"[{one.said.id}] ({one.status}) {one.said.text}" for one in checked)


def _unknown_label(labels: Sequence[str], known: Mapping[str, object]) -> Message | None:
    strange = [label for label in labels if label not in known]
    return message("faults.no_label", label=repr(strange[0][:40])) if strange else None


def _confidence(margin: float, best: Sequence[CheckedClaim]) -> Literal["high", "medium", "low"]:
    keys = _two_origins(best)
    if abs(margin) >= _SURE and keys >= 2:
        return "high"
    return "medium" if abs(margin) > _EVEN and keys else "low"


def _two_origins(claims: Sequence[CheckedClaim]) -> int:
    """How many claims two independent origins carry."""
    return sum(one.status == "verified" for one in claims)


def _is_thin(claims: Sequence[CheckedClaim]) -> bool:
    """A single claim that one source carries decides nothing."""
    return len(claims) < 2 and not _two_origins(claims)


def central_points(motion: str, points: Sequence[str], language: Language) -> frozenset[int]:
    """The points that the motion itself speaks of, by number; all of them where it names none."""
    asked = demand_of(motion)
    own = telling_words(asked) - telling_words(subject_of(motion, language))
    named = {n for n, point in enumerate(points, 1) if own & telling_words(point)}
    return frozenset(named) or frozenset(range(1, len(points) + 1))


def _weight_of(claims: Sequence[CheckedClaim], central: Container[int]) -> float:
    """What a side's claims come to: the best on each clash point whole, each further one half.

    What lies beside the points adds less and less: many small things do not outweigh the matter.
    """
    points: dict[int, list[float]] = {}
    for one in claims:
        key = one.said.point if one.said.point in central else 0
        points.setdefault(key, []).append(one.weight)
    beside = [0.0, *sorted(points.pop(0, []), reverse=True)]
    return sum(_fading(weights) for weights in (*map(_by_weight, points.values()), beside))


def _by_weight(weights: Sequence[float]) -> list[float]:
    return sorted(weights, reverse=True)


def _fading(weights: Sequence[float]) -> float:
    return sum(weight * 0.5**n for n, weight in enumerate(weights))


def _because(text: str, kind: Kind, claims: Sequence[str] = ()) -> tuple[Statement, ...]:
    """The reason of a verdict, resting on claims."""
    return (Statement("verdict.1", kind, text, rests_on=tuple(claims)),)


def _shortest(claims: Iterable[CheckedClaim]) -> datetime | None:
    ends = [one.expires_at for one in claims if one.expires_at is not None]
    return min(ends, default=None)
