"""Vectors for all that holds and has none, one request after the other."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from rostra.errors import SpendingStopped
from rostra.events import EventLog
from rostra.memory.likeness import CaughtUp, Likeness
from rostra.records import Outcome, Progress, Run
from rostra.steps import Step
from rostra.words import Said, joined, message


@dataclass(frozen=True, slots=True)
class EmbedDesk:
    """Everything the flow is given."""

    likeness: Likeness
    events: EventLog
    stop_asked: Callable[[str], Awaitable[str | None]]


async def embed(run: Run, step: Step, desk: EmbedDesk) -> Outcome:
    """Give a vector to all that holds and has none, one request after the other."""
    made = left_out = 0
    ending: Said = ""
    while not ending:
        if await step("stop asked?", desk.stop_asked, run.id):
            ending = message("runs.stopped")
            break
        try:
            some: CaughtUp | None = await step("embed", desk.likeness.catch_up)
        except SpendingStopped as stopped:
            ending = stopped.message
            break
        if some is None:
            break
        made, left_out = made + some.made, left_out + some.left_out
        await step("tell", desk.events.publish, Progress(message("runs.embedded"), made))
    note = message("runs.vectors", made=made, left_out=left_out or None)
    return Outcome("stopped" if ending else "done", joined([note, ending]) if ending else note)
