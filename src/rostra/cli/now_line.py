"""What goes on just now, on the last line of a terminal; every other line takes its place."""

import math
import sys
import time

from rostra.cli.text import cut, terminal_columns, visible

_CLEAR = "\r\x1b[2K"
# Where lines cannot be replaced, one is written this seldom.
_SECONDS_IN_A_PIPE = 30.0


class NowLine:
    def __init__(self) -> None:
        self._is_shown = False
        self._told = -math.inf

    def show(self, text: str) -> None:
        if sys.stderr.isatty():
            self.clear()
            sys.stderr.write(cut(visible(text), max(20, terminal_columns() - 1)))
            self._is_shown = True
        elif time.monotonic() - self._told >= _SECONDS_IN_A_PIPE:
            self._told = time.monotonic()
            sys.stderr.write(visible(text) + "\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """Make room for another line."""
        if self._is_shown:
            sys.stderr.write(_CLEAR)
            self._is_shown = False
