"""What goes on just now has one line of a terminal, and seldom one of a pipe."""

import io
import sys

import pytest

from rostra.cli.now_line import NowLine


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_screen_the_next_takes_the_place_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    line = NowLine()

    line.show("analyst: thinking")
    line.show("analyst: writing \x1b[31m")
    line.clear()
    line.clear()

    shown = "analyst: thinking\r\x1b[2Kanalyst: writing \\x1b[31m\r\x1b[2K"
    assert screen.getvalue() == shown, "and nobody's words move the cursor"


def test_in_a_pipe_lines_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    line = NowLine()

    for tokens in range(100):
        line.show(f"analyst: {tokens}")
    line.clear()

    assert pipe.getvalue() == "analyst: 0\n"
