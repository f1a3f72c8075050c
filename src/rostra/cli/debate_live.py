"""A debate as it goes on, on a terminal: a column for each side, the log, what was spent so far.

Where there is no terminal the same events are plain lines; this only lays them out.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rostra.cli.desk import Desk
from rostra.cli.showing import event_line
from rostra.cli.text import visible
from rostra.events import worded
from rostra.records import Event
from rostra.records.debate import STANDING
from rostra.words import Language, message

if TYPE_CHECKING:
    from rich.console import RenderableType

_LOG_LINES = 10
_SHOWN_CLAIMS = 4
_FRAMES_A_SECOND = 4


class LiveDebate:
    """What the events so far come to."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._log: deque[str] = deque(maxlen=_LOG_LINES)
        self.said: dict[str, list[str]] = {}
        self.round = 0
        self._status: dict[str, bool] = {}
        self.approved = self.refused = 0
        self.calls = 0
        # What goes on just now: shown below the log, in the place of what went on before.
        self.now: list[str] = []

    @property
    def language(self) -> Language:
        return self._desk.language

    def note(self, event: Event) -> None:
        event = worded(event, self._desk.language)
        self._log.append(event_line(self._desk, event))
        data = event.data
        if event.name == "RoundOpened":
            self.round = int(str(data.get("number", 0)))
        elif event.name == "Spoke":
            claims = data.get("claims")
            texts = [str(one) for one in claims] if isinstance(claims, Sequence) else []
            told = self.said.setdefault(str(data.get("side", "")), [])
            told += [one for one in texts if one not in told]  # a mended claim is no new one
            self.calls += int(str(data.get("outside_calls", 0)))
        elif event.name == "ClaimChecked":
            label = str(data.get("label") or len(self._status))
            self._status[label] = data.get("status") in STANDING
        elif event.name in {"CallRuled", "ChairRuled"}:
            self.approved += data.get("decision") == "approve"
            self.refused += data.get("decision") != "approve"

    def strip(self) -> str:
        told = message(
            "cli.debate_live.strip",
            round=self.round,
            verified=sum(self._status.values()),
            claims=len(self._status),
            calls=self.calls,
            approved=self.approved,
            refused=self.refused,
        )
        return self._desk.said(told)

    def lines(self) -> list[str]:
        return [visible(one) for one in self._log]

    def page(self) -> "RenderableType":
        from rich.console import Group
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        # Side by side at any width: a column that wraps is read, one below the fold is not.
        columns = Table.grid(expand=True)
        sides = [
            Panel(
                Text(
                    "\n".join(f"·{visible(one)}" for one in texts[-_SHOWN_CLAIMS:]) or "…",
                    overflow="fold",
                ),
                title=visible(side),
            )
            for side, texts in self.said.items()
        ]
        for _ in sides:
            columns.add_column(ratio=1)
        if sides:
            columns.add_row(*sides)
        log = Panel(
            Text(
                "\n".join([*self.lines(), *map(visible, self.now)]),
                no_wrap=True,
                overflow="ellipsis",
            ),
            title=self._desk.word("debate_live", "log"),
        )
        return Group(columns, log, Text(self.strip(), "bold"))


@contextmanager
def live_view(desk: Desk) -> Iterator["LiveWatch"]:
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, no_color=not desk.settings.allow_colour)
    state = LiveDebate(desk)
    with Live(state.page(), console=console, refresh_per_second=_FRAMES_A_SECOND) as live:
        yield LiveWatch(state, live.update)


class LiveWatch:
    """A watcher that draws instead of writing lines."""

    def __init__(self, state: LiveDebate, draw: "Callable[[RenderableType], None]") -> None:
        self._state = state
        self._draw = draw

    def __call__(self, event: Event | list[Event]) -> None:
        if isinstance(event, Event):
            self._state.note(event)
        else:
            self._state.now = [worded(one, self._state.language).text for one in event]
        self._draw(self._state.page())
