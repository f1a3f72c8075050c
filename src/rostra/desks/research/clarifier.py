"""When a question leaves a choice: two to four options, never an open question.

The choice waits in the store, so that it can be answered from a terminal, a page or a program. A
run that may not ask, or that nobody answers in time, takes the first option and the report says so.
The answer is a step's result: a run that dies and goes on does not ask again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rostra.desks.research.scope import Scope, chosen_scope
from rostra.records import PersonAsked, Question, record
from rostra.roles import Role, Stage, play
from rostra.roles.asking import Asked
from rostra.rules import TimeIntent
from rostra.steps import Step
from rostra.words import Language, Message, Phrases, message

PATIENCE_SECONDS = 1_800.0
_LONGEST_OPTION = 60
_NOTHING_ELSE = 0.8


@record
class Offered:
    options: tuple[str, ...]


CLARIFIER = Role("clarifier", "research/clarifier_offer", Offered, ceiling=2_000, max_tokens=300)


class Notice(Protocol):
    async def publish(self, payload: PersonAsked) -> None: ...


class Desk(Protocol):
    """Where a question to a person is left."""

    async def put_question(self, question: Question) -> None: ...


@dataclass(frozen=True, slots=True)
class Settled:
    """What was chosen; `note` tells the reader how, `added` is what it adds to the question."""

    scope: Scope | None = None
    added: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Clarifier:
    run: str
    may_ask: bool
    language: Language
    desk: Desk
    events: Notice
    clock: Callable[[], datetime]

    async def settle_time(self, intent: TimeIntent, step: Step) -> Settled:
        """Choose one of the periods that the words may mean."""
        labels = tuple(one.label for one in intent.options)
        words = Phrases("report", self.language)
        chosen, note = await self._choose("time", words["which_time"], labels, step)
        option = intent.options[labels.index(chosen)]
        return Settled(scope=chosen_scope(option), note=note)

    async def settle_aspect(self, asked: Asked, stage: Stage, step: Step) -> Settled:
        """Choose what is wanted of a subject that was only named."""
        words = Phrases("report", self.language)
        usual = tuple(words[f"aspect_{name}"] for name in ("news", "figures", "dispute", "history"))
        offered = await play(
            CLARIFIER,
            {"question": asked.text},
            stage,
            step,
            fallback=lambda: Offered(usual),
            fault=_fault,
        )
        labels = tuple(" ".join(one.split()) for one in offered.options)
        chosen, note = await self._choose("aspect", words["which_aspect"], labels, step)
        return Settled(added=chosen, note=note)

    async def _choose(
        self, name: str, text: str, options: tuple[str, ...], step: Step
    ) -> tuple[str, str]:
        words = Phrases("report", self.language)
        answer: str | None = None
        if self.may_ask:
            question_id = f"{self.run}:{name}"
            await step("ask which", self._ask, question_id, text, options)
            answer = await step.ask(question_id, seconds=PATIENCE_SECONDS)
        if answer in options:
            return answer, words.say("chosen_by_reader", option=answer)
        why = words["nobody_answered"] if self.may_ask else words["nobody_asked"]
        return options[0], words.say("chosen_first", option=options[0], why=why)

    async def _ask(self, question_id: str, text: str, options: tuple[str, ...]) -> None:
        await self.desk.put_question(
            Question(question_id, self.run, text, options, asked_at=self.clock())
        )
        await self.events.publish(PersonAsked(question_id, text, options))


def is_vague(asked: Asked) -> bool:
    """A subject and nothing asked of it."""
    return (
        bool(asked.subject)
        and not asked.aspects
        and not asked.slots.metrics
        and not asked.wishes
        and len(asked.subject) >= _NOTHING_ELSE * len(asked.text.strip(" ?？。!！"))
    )


def _fault(offered: Offered) -> Message | None:
    options = [" ".join(one.split()) for one in offered.options]
    if not 2 <= len(options) <= 4:
        return message("faults.option_count", count=len(options))
    if len(set(options)) < len(options) or not all(options):
        return message("faults.options_alike")
    if any(len(one) > _LONGEST_OPTION or one.endswith(("?", "？")) for one in options):
        return message("faults.option_long", limit=_LONGEST_OPTION)
    return None
