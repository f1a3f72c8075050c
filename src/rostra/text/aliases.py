"""Who is who: every name, code and ticker of a known company, agency or place.

The table is data (`data/companies.tsv`, `data/aliases.tsv`), one line an entity: id, kind, name and
its other names separated by `|`. Users add their own file of the same form. A name ending in `?` is
also an ordinary word and counts only where a name must stand; one ending in `!` must be written
with exactly these capitals.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rostra.errors import SetupError
from rostra.text.folding import canon
from rostra.text.lexicon import Lexicon, data_lines
from rostra.words import message

if TYPE_CHECKING:
    from pathlib import Path

_MAX_FILE = 20_000_000


class Alias(NamedTuple):
    """One way to write an entity. `exact` holds the only accepted spelling, if there is one."""

    id: str
    kind: str
    name: str
    is_word: bool = False
    exact: str = ""


class AliasTable:
    """Known names and codes; more of them can be added, the newer line wins."""

    def __init__(self, lines: Iterable[str], base: "AliasTable | None" = None) -> None:
        self.lines: tuple[str, ...] = (*(base.lines if base else ()), *lines)
        forms: dict[str, Alias] = {}
        self.codes: dict[str, Alias] = {}
        for form, alias, implied in _entries(self.lines):
            if not (implied and form in forms):
                forms[form] = alias
            code = alias.id.removeprefix("TW:")
            if code != alias.id and code[:1].isdigit():
                self.codes[code.lower()] = alias
        self.lexicon: Lexicon[Alias] = Lexicon(forms.items())


def load_aliases(path: "str | Path") -> AliasTable:
    """The built-in table with the lines of a file added to it."""
    from pathlib import Path  # noqa: PLC0415 - its import costs more than this whole module

    file = Path(path)
    try:
        if file.stat().st_size > _MAX_FILE:
            raise SetupError(message("errors_text.alias_file_larger_than", file=str(file)))
        text = file.read_text("utf-8")
    except OSError as problem:
        raise SetupError(
            message("errors_text.alias_file_cannot_read", file=str(file), strerror=problem.strerror)
        ) from problem
    except UnicodeDecodeError as problem:
        raise SetupError(message("errors_text.alias_file_not_utf", file=str(file))) from problem
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    for number, line in enumerate(lines, 1):
        if len(line.split("\t")) not in (3, 4) or not line.split("\t")[0].strip():
            raise SetupError(
                message("errors_text.line_alias_file_does", number=number, file=str(file))
            )
    return AliasTable(lines, known_aliases())


@cache
def known_aliases() -> AliasTable:
    return AliasTable(data_lines("companies.tsv") + data_lines("aliases.tsv"))


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, Alias, bool]]:
    """Forms with their alias; the last value says that the form is the entity's name itself and
    was not listed, so an earlier line that marked it as a word stays right.
    """
    for line in lines:
        fields = line.split("\t")
        entity, kind, name = (field.strip() for field in fields[:3])
        listed = [alias.strip() for alias in fields[3].split("|")] if len(fields) > 3 else []
        for alias in listed:
            plain = alias.rstrip("?!")
            exact = plain if alias.endswith("!") else ""
            entry = Alias(entity, kind, name, is_word=alias.endswith("?"), exact=exact)
            yield canon(plain).text, entry, False
        yield canon(name).text, Alias(entity, kind, name), True
