"""One function runs any role: brief in, record out, checked by code, with a fallback behind it.

A role is data: its prompt, the record it answers with, how much it may read, and what is wrong with
an answer. Without a model, and wherever the model fails or its answer breaks a rule twice, the
role's fallback answers instead and the log says so.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rostra.errors import ModelFailed, UnreadableReply
from rostra.models.call import ModelPath
from rostra.models.choice import EXTRACTIVE
from rostra.models.messages import Message, ModelRequest
from rostra.models.typed import typed
from rostra.prompts import load
from rostra.records import Degraded, Payload
from rostra.rules import condense
from rostra.steps import Step
from rostra.text import count_tokens

A = TypeVar("A")

_SHORTEST_MATERIAL = 200


class Events(Protocol):
    async def publish(self, payload: Payload) -> None: ...


def no_fault(_: object) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Role(Generic[A]):
    """`ceiling` is what one request of the role may hold, in tokens, its answer included."""

    name: str
    prompt: str
    answer: type[A]
    ceiling: int
    max_tokens: int = 600


@dataclass(frozen=True, slots=True)
class Stage:
    """Where roles are played: `path_of` gives a role its model, or None to do without one."""

    path_of: Callable[[str], ModelPath | None]
    language: str
    events: Events

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
    path = stage.path_of(role.name)
    if path is None:
        return fallback()
    request = request_of(role, material, stage.language, **own)
    why = ""
    for _ in range(2):
        try:
            answer = await typed(path, _with_fault(request, why), role.answer, step)
        except (ModelFailed, UnreadableReply) as error:
            why = f"{error.code}: {error}"
            break
        if (found := fault(answer)) is None:
            return answer
        why = found
    given_up = Degraded(what=f"{role.name}: {why}"[:400], instead="answered without a model")
    await step("fall back", stage.events.publish, given_up)
    return fallback()


def request_of(
    role: Role[A], material: Mapping[str, str], language: str, **own: str | float
) -> ModelRequest:
    """The one request a role makes, with its material shortened to the role's ceiling."""
    prompt = load(role.prompt, language)
    room = role.ceiling - role.max_tokens - count_tokens(prompt.system) - count_tokens(prompt.task)
    filled = prompt.fill(_within(material, room), **own)
    return ModelRequest(
        messages=(Message("system", filled.system), Message("user", filled.task)),
        role=role.name,
        max_tokens=role.max_tokens,
    )


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
    return ModelRequest(
        messages=(*request.messages, told), role=request.role, max_tokens=request.max_tokens
    )
