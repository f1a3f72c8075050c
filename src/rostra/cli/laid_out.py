"""A report on a terminal: nothing of it is cut off, however narrow the screen is.

Chinese has no spaces to break a line at, and a table whose cells end in an ellipsis has lost what
it was made for. Marks of citations keep their numbers and lose the places they would jump to.
"""

import re

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, TableElement
from rich.table import Table

_MARK = re.compile(r"\[(\d+)\]\(#s\1\)")


class WholeTable(TableElement):
    """A table whose cells go on below instead of ending early."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for part in super().__rich_console__(console, options):
            if isinstance(part, Table):
                for column in part.columns:
                    column.overflow = "fold"
            yield part


class LaidOut(Markdown):
    elements = {**Markdown.elements, "table_open": WholeTable}  # noqa: RUF012 - as its parent has it

    def __init__(self, text: str) -> None:
        # Links are shown, not hidden behind words that a stranger wrote.
        text = _MARK.sub(r"\\[\1\\]", text).replace("<br>", " · ")
        super().__init__(text, hyperlinks=False)
