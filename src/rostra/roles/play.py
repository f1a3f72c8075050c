"""One function runs any role: brief in, record out, checked by code, with a fallback behind it.

A role is data: its prompt, the record it answers with, how much it may read, and what is wrong with
an answer. Without a model, and wherever the model fails or its answer breaks a rule twice, the
role's fallback answers instead and the log says so.

A small model is asked for less, once: a short brief, a short answer whose shape ends by itself, and
no second try, because it seldom mends what it got wrong and every try is a long wait.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from rostra.errors import ModelFailed, UnreadableReply
from rostra.models.call import ModelPath
from rostra.models.choice import EXTRACTIVE
from rostra.models.messages import Message, ModelRequest
from rostra.models.schema import Bounds, bounded, shape_of
from rostra.models.served import Means
from rostra.models.typed import ATTEMPTS, typed
from rostra.prompts import load
from rostra.records import Degraded, Payload
from rostra.rules import condense
from rostra.steps import Step
from rostra.text import count_tokens

A = TypeVar("A")

_SHORTEST_MATERIAL = 200
# A role that answers breaking a rule is asked once more.
_TRIES = 2
# What a small model is given to read and asked to write; slower than this it is not waited for.
_SHORT_BRIEF = 1_100
_SHORT_TEXT, _SHORT_LIST = 220, 3
_PATIENCE, _SLOWEST = 10.0, 8.0
# Their tokens are not ours: what a server calls its context holds about so much of our count.
_OF_CONTEXT = 0.7


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


def no_fault(_: object) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Role(Generic[A]):
    """`ceiling` is what one request of the role may hold, in tokens, its answer included.

    `short` are the tokens a small model may answer with, `essential` the parts it is asked for and
    `patterns` the forms of its labels.
    """

    name: str
    prompt: str
    answer: type[A]
    ceiling: int
    max_tokens: int = 600
    short: int = 200
    essential: tuple[str, ...] = ()
    patterns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stage:
    """Where roles are played: `path_of` gives a role its model, or None to do without one.

    `means` are what the servers of the models said when the run began, by the model's name.
    """

    path_of: Callable[[str], ModelPath | None]
    language: str
    events: Events
    means: Mapping[str, Means] = field(default_factory=dict)

    def means_of(self, role: str) -> Means:
        return self.means.get(self.engine(role), Means())

    async def ask_means(self, roles: Iterable[str]) -> dict[str, Means]:
        """What the servers of these roles' models say of them: an effect, so ask in a step."""
        paths = [path for role in roles if (path := self.path_of(role)) is not None]
        return {path.model: await path.means() for path in {p.model: p for p in paths}.values()}

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
    fault: Callable[[A], str | None] = no_fault,
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
    fault: Callable[[A], str | None] = no_fault,
    **own: str | float,
) -> tuple[A, str]:
    """The answer, and the code of the failure where it is the fallback's for a failure."""
    path = stage.path_of(role.name)
    if path is None:
        return fallback(), ""
    means = stage.means_of(role.name)
    request = request_of(role, material, stage.language, means, **own)
    attempts = 1 if means.is_small else ATTEMPTS
    code = why = ""
    for _ in range(1 if means.is_small else _TRIES):
        try:
            asked = _with_fault(request, why)
            answer = await typed(path, asked, role.answer, step, attempts=attempts)
        except (ModelFailed, UnreadableReply) as error:
            code, why = error.code, f"{error.code}: {error}"
            break
        if (found := fault(answer)) is None:
            return answer, ""
        why = found
    given_up = Degraded(what=f"{role.name}: {why}"[:400], instead="answered without a model")
    await step("fall back", stage.events.publish, given_up)
    return fallback(), code


def request_of(
    role: Role[A],
    material: Mapping[str, str],
    language: str,
    means: Means = Means(),  # noqa: B008 - frozen
    **own: str | float,
) -> ModelRequest:
    """The one request a role makes, with its material shortened to what role and model can hold."""
    prompt = load(role.prompt, language)
    most = min(role.short, role.max_tokens) if means.is_small else role.max_tokens
    ceiling = min(role.ceiling, _SHORT_BRIEF + most) if means.is_small else role.ceiling
    if means.context:
        ceiling = min(ceiling, int(means.context * _OF_CONTEXT))
    room = ceiling - most - count_tokens(prompt.system) - count_tokens(prompt.task)
    filled = prompt.fill(_within(material, room), **own)
    request = ModelRequest(
        messages=(Message("system", filled.system), Message("user", filled.task)),
        role=role.name,
        max_tokens=most,
    )
    return _short(request, role) if means.is_small else request


def _short(request: ModelRequest, role: Role[A]) -> ModelRequest:
    shape = shape_of(role.answer)
    if shape is not None:
        bounds = Bounds(_SHORT_LIST, _SHORT_TEXT, role.patterns)
        shape = bounded(shape, bounds, role.essential)
    patience = _PATIENCE + request.max_tokens / _SLOWEST
    return replace(request, shape=shape, temperature=0.0, timeout=patience)


def _within(material: Mapping[str, str], room: int) -> dict[str, str]:
    """Shorten the longest pieces until all of it fits; a short piece is never touched."""
    kept = dict(material)
    while sum(count_tokens(text) for text in kept.values()) > max(room, 0):
        name = max(kept, key=lambda one: len(kept[one]))
        if len(kept[name]) <= _SHORTEST_MATERIAL:
            break
        kept[name] = condense(kept[name], max(_SHORTEST_MATERIAL, len(kept[name]) * 3 // 4))
    return kept


def _with_fault(request: ModelRequest, why: str) -> ModelRequest:
    if not why:
        return request
    told = Message("user", f"Your last answer broke a rule: {why}. Answer again.")
    return replace(request, messages=(*request.messages, told))
