"""What every command is given: the settings, the store, and where to write.

Results go to stdout, progress to stderr; with `--json` stdout carries one object and nothing else.
"""

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from rostra.cli.now_line import NowLine
from rostra.cli.text import columns, terminal_columns, visible
from rostra.cli.wording import spoken, worded
from rostra.errors import WaitingForPerson
from rostra.words import Language, Message, message, say

if TYPE_CHECKING:
    from rostra.records import Event
    from rostra.settings import Settings
    from rostra.store import Store

COLOURS: Mapping[str, str] = {"red": "31", "green": "32", "yellow": "33", "blue": "34", "dim": "2"}


@dataclass
class Desk:
    """One command's way to the outside; `flags` are settings given on the command line."""

    flags: Mapping[str, object] = field(default_factory=dict)
    json: bool = False
    quiet: bool = False
    no_input: bool = False
    verbose: bool = False
    _now: NowLine = field(default_factory=NowLine, init=False, repr=False)

    @cached_property
    def settings(self) -> "Settings":
        from rostra.cli.logs import show_log
        from rostra.settings import load_settings

        settings = load_settings(self.flags)
        show_log(settings)
        return settings

    @asynccontextmanager
    async def store(self) -> AsyncIterator["Store"]:
        from rostra.store import open_store

        store = open_store(self.settings.data, self.settings.database_url.reveal() or None)
        try:
            yield store
        finally:
            await store.close()

    @property
    def language(self) -> Language:
        """The language of whoever sits at this terminal."""
        return spoken()

    def said(self, told: Message | str) -> str:
        return say(told, spoken())

    def say(self, text: Message | str = "") -> None:
        """Write lines of the result."""
        sys.stdout.write(visible(self.said(text), lines=True) + "\n")

    def document(self, markdown: str) -> None:
        """Write a report: laid out on a screen, as it is into a pipe."""
        if not sys.stdout.isatty() or not self.settings.allow_colour:
            self.say(markdown)
            return
        from rich.console import Console

        from rostra.cli.laid_out import LaidOut

        Console(highlight=False).print(LaidOut(visible(markdown, lines=True)))

    def give(self, value: object) -> None:
        """Write the one object that `--json` promises."""
        from rostra.records.plain import to_json  # records would double the time of `--help`

        sys.stdout.write(to_json(value) + "\n")

    def note(self, text: Message | str) -> None:
        """Write one line of progress."""
        if not self.quiet:
            self._now.clear()
            sys.stderr.write(visible(self.said(text)) + "\n")
            sys.stderr.flush()

    def note_passing(self, text: str) -> None:
        """Show what passes by: in the place of the last on a screen, and not at all in a pipe."""
        if sys.stderr.isatty() and not self.quiet:
            self._now.show(text)

    def note_now(self, signs: Sequence["Event"]) -> None:
        """Show what goes on just now: in the place of the last on a screen, seldom in a pipe."""
        from rostra.events import worded as put

        if signs and not self.quiet:
            self._now.show(" · ".join(put(one, self.language).text for one in signs))
        else:
            self._now.clear()

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], tints: Sequence[str]
    ) -> None:
        """Write a table; heads are keys of `cli.head`, and `tints` colour the first column."""
        on_screen = sys.stdout.isatty()
        heads = [self.word("head", name.lower()) for name in head]
        first, *lines = columns([heads, *rows], most=terminal_columns() if on_screen else None)
        sys.stdout.write(self.tint(first, "dim") + "\n")
        for line, row, colour in zip(lines, rows, tints, strict=True):
            start = visible(row[0])
            sys.stdout.write(self.tint(start, colour) + line[len(start) :] + "\n")

    def facts(self, rows: Sequence[tuple[str, Message | str]]) -> None:
        """Write what is known of one thing, a line each; labels are keys of `cli.label`."""
        told = [(worded(f"cli.label.{label}"), self.said(value)) for label, value in rows]
        self.say("\n".join(columns(told)))

    def word(self, table: str, value: str) -> str:
        """A word of ours (a state, a kind) for whoever reads; a name stands as it is."""
        code = f"cli.{table}.{value}"
        return value if (said := worded(code)) == code else said

    def tint(self, text: str, colour: str) -> str:
        if not colour or not sys.stdout.isatty() or not self.settings.allow_colour:
            return text
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m"

    def confirm(self, question: Message, *, flag: str) -> bool:
        """Ask for a yes; where nobody may be asked, say which flag says it beforehand."""
        if self.no_input or self.json or not sys.stdin.isatty():
            raise WaitingForPerson(message("cli.nobody_to_ask", question=question, flag=flag))
        sys.stderr.write(f"{visible(self.said(question))} [y/N] ")
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in {"y", "yes"}
