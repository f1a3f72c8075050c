"""The language of this terminal, and what the option parser says, said in it.

`speak` is called once a command line is read; from then on help, usage errors and every line of a
command are in that language. Help texts in the commands are codes of `words/<language>/`.
"""

import re
from collections.abc import Sequence
from contextvars import ContextVar
from typing import Any, Final

import typer
from typer import core

from rostra.cli.text import width, wrap
from rostra.words import ENGLISH, Fact, Language, tell

_spoken: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)

# What the parser says in its own words, and the code that stands for it.
_PARSER: Final = {
    "Arguments": "help.arguments",
    "Options": "help.options",
    "Commands": "help.commands",
    "required": "help.required",
    "default: {default}": "help.default",
    "No such command {name!r}.": "help.no_command",
}
_PLACE = re.compile(r"[A-Za-z]+")


def speak(language: Language) -> None:
    """Let this command line be in a language."""
    _spoken.set(language)
    core._ = _of_parser  # type: ignore[assignment, attr-defined]


def spoken() -> Language:
    return _spoken.get()


def worded(code: str, /, **facts: Fact) -> str:
    """Say a code to whoever sits at this terminal; plain text stays as it is."""
    return tell(code, spoken(), facts)


class _Form(str):
    """A form of the parser, filled when the parser has its facts."""

    __slots__ = ()

    def format(self, *_: object, **facts: Any) -> str:
        return worded(self, **facts)


def _of_parser(said: str) -> str:
    code = _PARSER.get(said)
    if code is None:
        return said
    return _Form(code) if "{" in said else worded(code)


def worded_place(metavar: str) -> str:
    """Say what stands for a value (`FILE`, `<int range>`) in the language of the terminal."""
    return _PLACE.sub(_worded_part, metavar)


def _worded_part(part: re.Match[str]) -> str:
    code = f"help.place.{part[0]}"
    return part[0] if (said := worded(code)) == code else said


_Formatter: Any = typer.Context.formatter_class


class WideFormatter(_Formatter):  # type: ignore[misc]
    """The parser's layout, which also counts the columns of Chinese characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or worded("help.usage"))

    def write_text(self, text: str) -> None:
        if width(text) == len(text):
            super().write_text(text)
            return
        indent = " " * self.current_indent
        paragraphs = re.split(r"\n\s*\n", text)
        laid = (wrap(" ".join(one.split()), self.width - len(indent)) for one in paragraphs)
        self.write("\n\n".join("\n".join(indent + line for line in lines) for lines in laid) + "\n")

    def write_dl(
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        if all(width(cell) == len(cell) for row in rows for cell in row):
            super().write_dl(rows, col_max, col_spacing)
            return
        first_width = min(max(width(first) for first, _ in rows), col_max) + col_spacing
        indent = " " * self.current_indent
        for first, second in rows:
            room = self.width - first_width - self.current_indent
            lines = wrap(" ".join(second.split()), room) or [""]
            is_beside = width(first) <= first_width - col_spacing
            start = indent + first
            if is_beside:
                start += " " * (first_width - width(first)) + lines.pop(0)
            self.write(start.rstrip() + "\n")
            for line in lines:
                self.write(indent + " " * first_width + line + "\n")


class WideContext(typer.Context):
    formatter_class = WideFormatter
