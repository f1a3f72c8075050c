"""Ask for a value of a type: its schema goes along, its answer is read, and asked again if need be.

Every request is a step of its own. An answer that cannot be read is quoted back with what is wrong
with it, a bounded number of times; then the caller's fallback has to do.
"""

from dataclasses import replace
from typing import Any, Final, TypeVar, overload

from rostra.errors import NeedsReask, UnreadableReply
from rostra.models.call import ModelPath
from rostra.models.messages import Message, ModelAnswer, ModelRequest
from rostra.models.schema import shape_of
from rostra.rules import parse_answer
from rostra.steps import Step

T = TypeVar("T")

ATTEMPTS: Final = 3
LONGEST_QUOTE: Final = 2_000
MOST_ROOM: Final = 4


@overload
async def typed(
    path: ModelPath, request: ModelRequest, wanted: type[T], step: Step, *, attempts: int = ...
) -> T: ...
@overload
async def typed(
    path: ModelPath, request: ModelRequest, wanted: Any, step: Step, *, attempts: int = ...
) -> Any: ...
async def typed(
    path: ModelPath, request: ModelRequest, wanted: Any, step: Step, *, attempts: int = ATTEMPTS
) -> Any:
    """The value of `wanted` that the model answers with, or UnreadableReply."""
    asked = request if request.shape else replace(request, shape=shape_of(wanted))
    why = ""
    for attempt in range(1, attempts + 1):
        answer = await step(f"ask {request.role}".strip(), path.ask, asked)
        try:
            return parse_answer(answer.text, wanted)
        except NeedsReask as needed:
            why = _why(answer, needed)
            await step("note unreadable", path.note_unreadable, request, attempt, why)
            asked = _again(asked, request, answer, why)
    raise UnreadableReply(
        f"{path.model} gave no readable answer in {attempts} tries. The last fault: {why}"
    )


def _why(answer: ModelAnswer, needed: NeedsReask) -> str:
    if answer.finish == "length":
        return f"The answer was cut off because it was too long; answer more briefly. {needed.why}"
    return needed.why


def _again(
    asked: ModelRequest, request: ModelRequest, answer: ModelAnswer, why: str
) -> ModelRequest:
    """The first request with the last answer and its fault; older tries are not repeated."""
    # No more of it than it was allowed to say, so that asking again stays within the ceiling too.
    quoted = answer.text[: min(LONGEST_QUOTE, request.max_tokens)]
    told = f"That answer cannot be used. {why}\nAnswer again with the JSON alone."
    said = (Message("assistant", quoted),) if quoted.strip() else ()
    most = request.max_tokens * MOST_ROOM
    room = min(asked.max_tokens * 2, most) if answer.finish == "length" else asked.max_tokens
    messages = (*request.messages, *said, Message("user", told))
    return replace(asked, messages=messages, max_tokens=room)
