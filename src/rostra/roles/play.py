"""One function runs any role: brief in, record out, checked by code, with a fallback behind it.

A role is data: its prompt, the record it answers with, how much it may read, and what is wrong with
an answer. Without a model, and wherever a cap is reached, the model fails or its answer breaks a
rule twice, the role's fallback answers instead and the log says so.

A small model is asked for less, once: a short brief, a short answer whose shape ends by itself, and
no second try, because it seldom mends what it got wrong and every try is a long wait.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import isawaitable
from typing import Any, Generic, Protocol, TypeVar, cast

from rostra.errors import (
    ContextTooLong,
    ModelFailed,
    NeedsReask,
    SpendingStopped,
    UnreadableReply,
)
from rostra.models.abilities import Abilities
from rostra.models.call import ModelPath
from rostra.models.choice import EXTRACTIVE
from rostra.models.messages import Effort, Message, ModelRequest
from rostra.models.schema import Bounds, bounded, shape_of
from rostra.models.typed import ATTEMPTS, typed
from rostra.prompts import load
from rostra.records import Degraded, Payload, Support
from rostra.rules import condense
from rostra.rules.answers import read_answer
from rostra.steps import Step
from rostra.text import count_tokens
from rostra.words import Said, message, tell

A = TypeVar("A")
# What is wrong with an answer; some faults only support can tell, and that takes waiting.
Fault = Callable[[A], Said | Awaitable[Said | None] | None]

_SHORTEST_MATERIAL = 200
# A role that answers breaking a rule is asked once more.
_TRIES = 2
# What a small model is given to read and asked to write.
_SHORT_BRIEF = 1_100
_SHORT_TEXT, _SHORT_LIST = 220, 3
# Their tokens are not ours: what a server calls its context holds about so much of our count.
_OF_CONTEXT = 0.7
# A strong model may write so many times what a role needs.
_GENEROUS = 4
# How hard each role thinks where the settings say nothing: judging is worth more than copying.
EFFORTS: Mapping[str, Effort] = {
    "condenser": "none",
    "notes": "none",
    "summariser": "none",
    "navigator": "low",
    "crawler": "low",
    "ranker": "low",
    "analyst": "medium",
    "writer": "medium",
    "debater": "medium",
    "clarifier": "medium",
    "planner": "high",
    "judge": "high",
    "critic": "high",
    "chairman": "high",
}


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


def no_fault(_: object) -> Said | None:
    return None


@dataclass(frozen=True, slots=True)
class Role(Generic[A]):
    """`ceiling` is what one request of the role needs to hold, in tokens, its answer included.

    A model that holds more is shown more, up to `could_read` (0: as much as there is).
    `max_tokens` is what an answer needs; a model that may say more gets more room. `short` are the
    tokens a small model may answer with, `essential` the parts it is asked for and `patterns` the
    forms of its labels.
    """

    name: str
    prompt: str
    answer: type[A]
    ceiling: int
    max_tokens: int = 600
    short: int = 200
    essential: tuple[str, ...] = ()
    patterns: Mapping[str, str] = field(default_factory=dict)
    could_read: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """Where roles are played: `path_of` gives a role its model, or None to do without one.

    `support` says which statements hold. `means` are what was known of the models when the run
    began, by the model's name, and `efforts` how hard the operator wants roles to think.
    """

    path_of: Callable[[str], ModelPath | None]
    language: str
    events: Events
    support: Support
    means: Mapping[str, Abilities] = field(default_factory=dict)
    efforts: Mapping[str, Effort] = field(default_factory=dict)
    # The model that reads for support; without one only what code proves is published.
    judge: str = ""

    def abilities_of(self, role: str) -> Abilities:
        """What is known of a role's model; what the run began with is the same after a crash."""
        path = self.path_of(role)
        if path is None:
            return Abilities()
        return self._abilities(path)

    def least_abilities_of(self, role: str) -> Abilities:
        """What is known of the one that holds least, of all who may be asked for a role."""
        path = self.path_of(role)
        known = [self._abilities(one) for one in path.chain] if path else [Abilities()]
        return min(known, key=lambda one: one.context)

    def _abilities(self, path: ModelPath) -> Abilities:
        return self.means.get(path.model) or replace(path.abilities, parameters=0)

    def effort_of(self, role: str) -> Effort:
        return self.efforts.get(role) or EFFORTS.get(role, "medium")

    async def ask_abilities(self, roles: Iterable[str]) -> dict[str, Abilities]:
        """What can be known of these roles' models: an effect, so ask in a step."""
        first = [path for role in roles if (path := self.path_of(role)) is not None]
        paths = [path for one in first for path in one.chain]
        return {path.model: await path.know() for path in {p.model: p for p in paths}.values()}

    def engine(self, role: str) -> str:
        path = self.path_of(role)
        return path.model if path else EXTRACTIVE


async def play(
    role: Role[A],
    material: Mapping[str, str],
    stage: Stage,
    step: Step,
    *,
    fallback: Callable[[], A],
    fault: Fault[A] = no_fault,
    **own: str | float,
) -> A:
    """Let a role answer; `fault` is its hard rule, `own` the short values of its prompt."""
    answer, _ = await play_told(role, material, stage, step, fallback=fallback, fault=fault, **own)
    return answer


async def play_told(
    role: Role[A],
    material: Mapping[str, str],
    stage: Stage,
    step: Step,
    *,
    fallback: Callable[[], A],
    fault: Fault[A] = no_fault,
    **own: str | float,
) -> tuple[A, str]:
    """The answer, and the code of the failure where it is the fallback's for a failure."""
    path = stage.path_of(role.name)
    if path is None:
        return fallback(), ""
    means, least = stage.abilities_of(role.name), stage.least_abilities_of(role.name)
    effort = stage.effort_of(role.name)
    request = request_of(role, material, stage.language, means, effort, **own)
    attempts = 1 if means.is_small else ATTEMPTS
    code = ""
    why: Said = ""
    for _ in range(1 if means.is_small else _TRIES):
        try:
            asked = _with_fault(request, why, stage.language)
            answer = await typed(path, asked, role.answer, step, attempts=attempts)
        except ContextTooLong as error:
            code, why = error.code, message("runs.coded", code=error.code, why=error.message)
            if least.context >= means.context:
                break
            # Somebody further down the chain was asked, who holds less.
            means, why = least, ""
            request = request_of(role, material, stage.language, means, effort, **own)
            continue
        except (ModelFailed, SpendingStopped, UnreadableReply) as error:
            code, why = error.code, message("runs.coded", code=error.code, why=error.message)
            break
        found = fault(answer)
        found = await found if isawaitable(found) else found
        if found is None:
            return answer, ""
        why = found
    given_up = Degraded(
        message("runs.role_failed", role=role.name, why=why), message("runs.without_model")
    )
    await step("fall back", stage.events.publish, given_up)
    return fallback(), code


async def play_each(
    role: Role[A], briefs: Sequence[Mapping[str, str]], stage: Stage, step: Step, **own: str | float
) -> list[A | None]:
    """One request for each brief, side by side; None where no answer could be had or read.

    Nobody is asked twice, so that every brief is a single step.
    """
    path = stage.path_of(role.name)
    if path is None:
        return [None] * len(briefs)
    means, effort = stage.abilities_of(role.name), stage.effort_of(role.name)
    made = (request_of(role, one, stage.language, means, effort, **own) for one in briefs)
    requests = [one if one.shape else replace(one, shape=shape_of(role.answer)) for one in made]

    async def ask(request: ModelRequest) -> str:
        try:
            return (await path.ask(request)).text
        except (ModelFailed, SpendingStopped):
            return ""

    said = await step.each(f"ask {role.name}", ask, requests)
    return [_read(text, role.answer) for text in said]


def _read(text: str, wanted: type[A]) -> A | None:
    try:
        return cast("A", read_answer(text, wanted).value) if text else None
    except NeedsReask:
        return None


def request_of(
    role: Role[A],
    material: Mapping[str, str],
    language: str,
    means: Abilities = Abilities(),  # noqa: B008 - frozen
    effort: Effort = "medium",
    **own: str | float,
) -> ModelRequest:
    """The one request a role makes, with its material shortened to what role and model can hold."""
    prompt = load(role.prompt, language)
    told = count_tokens(prompt.system) + count_tokens(prompt.task)
    most = answer_room(role, means)
    filled = prompt.fill(_within(material, reading_room(role, means, effort) - told), **own)
    request = ModelRequest(
        messages=(Message("system", filled.system), Message("user", filled.task)),
        role=role.name,
        max_tokens=most,
        effort=effort,
        prompt=filled.origin,
    )
    return _short(request, role) if means.is_small else request


def reading_room(role: Role[Any], means: Abilities, effort: Effort = "medium") -> int:
    """How many tokens a role may be told, prompt and material together, by this model."""
    most = answer_room(role, means)
    if means.is_small:
        ceiling = min(role.ceiling, _SHORT_BRIEF + most)
        if means.context:
            ceiling = min(ceiling, int(means.context * _OF_CONTEXT))
        return ceiling - most
    if not means.context:  # nobody knows what it holds: what the role needs
        return role.ceiling - role.max_tokens
    whole = int((means.context - most - means.thinking(effort)) * _OF_CONTEXT)
    # Room to say more is the model's own and takes nothing from what it is shown.
    return min(whole, role.could_read - role.max_tokens) if role.could_read else whole


def material_room(role: Role[Any], stage: Stage) -> int:
    """How many tokens of material a role's model can hold; 0 where it is given a short brief."""
    means = stage.abilities_of(role.name)
    if means.is_small or not means.context:
        return 0
    prompt = load(role.prompt, stage.language)
    told = count_tokens(prompt.system) + count_tokens(prompt.task)
    return max(0, reading_room(role, means, stage.effort_of(role.name)) - told)


def answer_room(role: Role[Any], means: Abilities) -> int:
    """How many tokens a role's answer may have, thinking apart."""
    if means.is_small:
        return min(role.short, role.max_tokens)
    if not means.context and not means.output:
        return role.max_tokens
    generous = role.max_tokens * _GENEROUS
    # Half of what it may say is left to thinking; a model with a small context reads, too.
    bounds = [means.output // 2 if means.output else generous, means.context // 8 or generous]
    return max(min(generous, *bounds), min(role.max_tokens, means.output or role.max_tokens))


def _short(request: ModelRequest, role: Role[A]) -> ModelRequest:
    shape = shape_of(role.answer)
    if shape is not None:
        bounds = Bounds(_SHORT_LIST, _SHORT_TEXT, role.patterns)
        shape = bounded(shape, bounds, role.essential)
    return replace(request, shape=shape, temperature=0.0)


def _within(material: Mapping[str, str], room: int) -> dict[str, str]:
    """Shorten the longest pieces until all of it fits; a short piece is never touched."""
    kept = dict(material)
    while sum(count_tokens(text) for text in kept.values()) > max(room, 0):
        name = max(kept, key=lambda one: len(kept[one]))
        if len(kept[name]) <= _SHORTEST_MATERIAL:
            break
        kept[name] = condense(kept[name], max(_SHORTEST_MATERIAL, len(kept[name]) * 3 // 4))
    return kept


def _with_fault(request: ModelRequest, why: Said, language: str) -> ModelRequest:
    if not why:
        return request
    told = Message("user", tell("faults.again", language, {"why": why}))
    return replace(request, messages=(*request.messages, told))
