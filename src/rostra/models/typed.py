"""Ask for a value of a type: its schema goes along, its answer is read, and asked again if need be.

Every request is a step of its own. An answer that cannot be read is quoted back with what is wrong
with it, a bounded number of times; then the caller's fallback has to do.
"""

from dataclasses import replace
from typing import Any, Final, TypeVar, overload

from rostra.errors import NeedsReask, UnreadableReply
from rostra.models.abilities import MOST_THINKING, UNASKED_THINKING
from rostra.models.call import ModelPath
from rostra.models.messages import Message, ModelAnswer, ModelRequest
from rostra.models.schema import shape_of
from rostra.rules.answers import read_answer
from rostra.steps import Step
from rostra.words import Said, message

T = TypeVar("T")

ATTEMPTS: Final = 3
LONGEST_QUOTE: Final = 2_000


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
    why: Said = ""
    was_cut = False
    for attempt in range(1, attempts + 1):
        answer = await step(f"ask {request.role}".strip(), path.ask, asked)
        try:
            read = read_answer(answer.text, wanted)
        except NeedsReask as needed:
            if answer.was_cut:
                why = _cut(path.model, asked, answer)
                if was_cut:
                    break
            else:
                why = needed.why
            was_cut = answer.was_cut
            await step("note unreadable", path.note_unreadable, request, attempt, why)
            asked = _with_room(asked, answer) if was_cut else _again(asked, request, answer, why)
        else:
            if read.dropped:
                first = read.dropped[0]
                await step("note dropped", path.note_dropped, request, len(read.dropped), first.why)
            return read.value
    raise UnreadableReply(
        message("models.unreadable", model=path.model, attempts=attempts, why=why)
    )


def _cut(model: str, asked: ModelRequest, answer: ModelAnswer) -> Said:
    """What to tell a person about an answer that its limit ended."""
    return message(
        "models.cut_after",
        tokens=answer.tokens_out,
        thinking=answer.thinking or None,
        most=asked.max_tokens,
        model=model,
    )


def _with_room(asked: ModelRequest, answer: ModelAnswer) -> ModelRequest:
    """The same question with more room: what was cut is not asked to be shorter."""
    thinking = max(asked.thinking, answer.thinking) * 2
    if not answer.text.strip():
        thinking = max(thinking, answer.tokens_out * 2, UNASKED_THINKING)
    return replace(asked, max_tokens=asked.max_tokens * 2, thinking=min(thinking, MOST_THINKING))


def _again(
    asked: ModelRequest, request: ModelRequest, answer: ModelAnswer, why: Said
) -> ModelRequest:
    """The first request with the last answer and its fault; older tries are not repeated."""
    # No more of it than it was allowed to say, so that asking again stays within the ceiling too.
    quoted = answer.text[: min(LONGEST_QUOTE, request.max_tokens)]
    told = f"That answer cannot be used. {why}\nAnswer again with the JSON alone."
    said = (Message("assistant", quoted),) if quoted.strip() else ()
    messages = (*request.messages, *said, Message("user", told))
    return replace(asked, messages=messages)
