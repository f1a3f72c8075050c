"""Reading `rostra.toml` and knowing on which line each key stands."""

import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rostra.errors import SetupError
from rostra.words import message

LARGEST = 256 * 1024

_PIECE = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|\n"
    r"|[\[\]{}]"
    r"|[^\"'#\n\[\]{}]+"
    r"|.",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """What a file says, and where in it."""

    path: Path
    content: Mapping[str, object]
    lines: Mapping[tuple[str, ...], int]

    def where(self, *key: str) -> str:
        """Name the file and the line of a key, or of the nearest table around it."""
        while key and key not in self.lines:
            key = key[:-1]
        return f"{self.path}:{self.lines.get(key, 1)}"


def read_file(path: Path) -> ConfigFile | None:
    """Read a configuration file; None when there is none."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SetupError(message("errors_settings.not_plain_file", path=str(path)))
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SetupError(
            message("errors_settings.cannot_read", path=str(path), reason=str(reason))
        ) from error
    if len(raw) > LARGEST:
        raise SetupError(
            message("errors_settings.larger_than_kb", path=str(path), largest=LARGEST // 1024)
        )
    text = _decode(path, raw)
    return ConfigFile(path, _parse(path, text), key_lines(text))


def _decode(path: Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise SetupError(
            message("errors_settings.not_utf_text", path=str(path), line=line)
        ) from error


def _parse(path: Path, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise SetupError(
            message("errors_settings.values_nested_too_deeply", path=str(path))
        ) from error
    except ValueError as error:
        # The parser quotes up to a character of the text, never a value, so this is safe to show.
        problem, _at, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        raise SetupError(
            message(
                "errors_settings.not_valid_toml", path=str(path), number=number, problem=problem
            )
        ) from error


def key_lines(text: str) -> dict[tuple[str, ...], int]:
    """Return the line on which each key of a valid file is set."""
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for line, statement in statements(text):
        parsed = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _deepest(parsed)
            lines.setdefault(table, line)
        else:
            for path in _paths(parsed):
                lines.setdefault(table + path, line)
    return lines


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Cut a valid file into headers and assignments, each with the line it starts on."""
    line, start, depth, held = 1, 1, 0, ""
    for piece in _PIECE.findall(text):
        if piece in {"[", "{"}:
            depth += 1
        elif piece in {"]", "}"}:
            depth -= 1
        if piece == "\n" and depth == 0:
            yield start, held
            start, held = line + 1, ""
        else:
            held += piece
        line += piece.count("\n")
    yield start, held


def _deepest(table: object) -> tuple[str, ...]:
    path: tuple[str, ...] = ()
    while isinstance(table, Mapping | list) and table:
        if isinstance(table, list):
            table = table[0]
        else:
            name, table = next(iter(table.items()))
            path += (name,)
    return path


def _paths(table: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    for name, value in table.items():
        yield (name,)
        if isinstance(value, Mapping):
            yield from ((name, *rest) for rest in _paths(value))
