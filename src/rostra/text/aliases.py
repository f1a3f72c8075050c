"""Who is who: every name, code and ticker of a known company, agency or place.

The table is data (`data/companies.tsv`, `data/aliases.tsv`), one line an entity: id, kind, name and
its other names separated by `|`. A name ending in `?` is also an ordinary word and counts only
where a name must stand; one ending in `!` must be written with exactly these capitals.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from rostra.text.folding import canon
from rostra.text.lexicon import Lexicon, data_lines


class Alias(NamedTuple):
    """One way to write an entity. `exact` holds the only accepted spelling, if there is one."""

    id: str
    kind: str
    name: str
    is_word: bool = False
    exact: str = ""


class AliasTable:
    """Known names and codes; the later line wins."""

    def __init__(self, lines: Iterable[str]) -> None:
        forms: dict[str, Alias] = {}
        self.codes: dict[str, Alias] = {}
        for form, alias, implied in _entries(lines):
            if not (implied and form in forms):
                forms[form] = alias
            code = alias.id.removeprefix("TW:")
            if code != alias.id and code[:1].isdigit():
                self.codes[code.lower()] = alias
        self.lexicon: Lexicon[Alias] = Lexicon(forms.items())


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
