"""A choice that a run waits for, put to whoever sits at the terminal.

The question stays answerable from anywhere else: whoever answers first decides, and a prompt that
is no longer needed does not keep the command from ending.
"""

import asyncio
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rostra.cli.desk import Desk
from rostra.cli.text import visible
from rostra.errors import RostraError
from rostra.records import Event

if TYPE_CHECKING:
    from rostra.runs.conduct import Watch, Workplace


def can_ask(desk: Desk) -> bool:
    """Whether somebody is there to choose."""
    return not (desk.no_input or desk.json or desk.quiet) and sys.stdin.isatty()


def choice_of(line: str, options: Sequence[str]) -> str | None:
    """The option a typed line means: its number, or its beginning where that is clear."""
    typed = line.strip()
    if typed.isdecimal() and 1 <= int(typed) <= len(options):
        return options[int(typed) - 1]
    begin = [one for one in options if typed and one.casefold().startswith(typed.casefold())]
    return begin[0] if len(begin) == 1 else None


class Prompting:
    """A watcher that also asks: it shows events, and puts questions as they come."""

    def __init__(self, watch: "Watch", desk: Desk, place: "Workplace") -> None:
        self._watch = watch
        self._desk = desk
        self._place = place
        self._asking: set[asyncio.Task[None]] = set()

    def __call__(self, event: Event | list[Event]) -> None:
        self._watch(event)
        if isinstance(event, Event) and event.name == "PersonAsked":
            task = asyncio.get_running_loop().create_task(self._ask(str(event.data["question_id"])))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _ask(self, question_id: str) -> None:
        question = await self._place.store.get_question(question_id)
        if question is None or question.answer is not None:
            return
        for number, option in enumerate(question.options, 1):
            self._desk.note(f"  {number}. {option}")
        while True:
            sys.stderr.write(visible(f"1-{len(question.options)}: "))
            sys.stderr.flush()
            line = await _next_line()
            if not line:  # the terminal was closed; another place may still answer
                return
            if (answer := choice_of(line, question.options)) is not None:
                break
        remote = self._place.remote()
        try:
            await remote.answer(question_id, answer, by="terminal", now=datetime.now(UTC))
        except RostraError as error:
            self._desk.note(error.message)
        finally:
            await remote.close()


async def _next_line() -> str:
    """One line of input, read where waiting for it holds nobody up."""
    loop = asyncio.get_running_loop()
    got: asyncio.Future[str] = loop.create_future()

    def hand_over(line: str) -> None:
        if not got.done():
            got.set_result(line)

    def read() -> None:
        line = sys.stdin.readline()
        if not loop.is_closed():
            loop.call_soon_threadsafe(hand_over, line)

    threading.Thread(target=read, daemon=True).start()
    return await got
