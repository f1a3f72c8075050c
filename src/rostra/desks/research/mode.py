"""A mode of research: which publishers may speak, what is looked for, how it is judged and told.

A mode is a row: `modes/<name>.py` holds one `MODE`, and its words stand in
`words/every/modes.<name>.toml`, or in each language's `modes.toml` under its name. Every door
offers what is there. The flow asks the mode wherever modes differ, and nothing compares the name
of one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, TypeAlias

from rostra.errors import UsageError
from rostra.words import Language, has, message, tell

if TYPE_CHECKING:
    from rostra.desks.research.analyst import Written
    from rostra.desks.research.critic import Finding
    from rostra.desks.research.material import Material
    from rostra.desks.research.planning import Query
    from rostra.records import Source, Statement
    from rostra.records.report import Divergence
    from rostra.roles import Picked
    from rostra.roles.asking import Asked

USUAL_PAGES = 12
# Headings and what stands under each; below one of them others may stand, at level 3.
Parts: TypeAlias = "list[tuple[str, list[Statement]] | tuple[str, list[Statement], int]]"

# Screens have always shown these first, in this order; others follow by name.
_FIRST = ("strict", "discovery", "monitor")
# Where an order names none.
USUAL = _FIRST[0]
_BY_TIER = {1: 1.25, 2: 1.15, 3: 1.0, 4: 0.9, 5: 0.9}


@dataclass(frozen=True, slots=True)
class Draft:
    """What passed the critic, for a mode to put under its headings.

    `said` comes best first, or in order of date where `in_order` says so.
    """

    said: "list[Statement]"
    reasoning: "Sequence[Statement]"
    table: "Sequence[Divergence]"
    material: "Material"
    in_order: bool
    # Of a report in sections: the answer of the whole, what each says, and what follows.
    answer: "Sequence[Statement]" = ()
    parts: "Sequence[tuple[str, Sequence[Statement]]]" = ()
    differences: "Sequence[Statement]" = ()
    conclusion: "Sequence[Statement]" = ()
    # What a claim came to, where the writer said so and it holds.
    finding: "Sequence[Statement]" = ()
    searched: "Sequence[str]" = ()


def by_tier(source: "Source") -> float:
    return _BY_TIER[source.tier]


def best_first(ranked: "Sequence[tuple[Source, str]]", pages: int) -> list[str]:
    return [address for _, address in ranked[:pages]]


@dataclass(frozen=True, slots=True)
class Mode:
    """What a mode does not say is done as in all of them.

    `compose` puts what passed under headings. `tiers` are the publishers that may be used and
    `refusal` the word (of `report.toml`) for why another was not; `nothing` is what a report says
    in which none is left. `pages` is how many are read. `queries` are searched for besides the
    question, `lacks` when the first pages have been read, `rows` when those have been looked
    through. `weigh` says how welcome a publisher is, `choose` which of the ranked are read.
    `quote` picks among the best sentences, `table` compares two sides, `review` is the critic's
    own rule of the mode. `words` names the mode whose words it speaks in, if not its own.
    `wider` names the mode that a run goes on in where nobody named one and this one left nothing.
    """

    name: str
    compose: "Callable[[Draft], Parts]"
    tiers: frozenset[int] = frozenset({1, 2, 3, 4, 5})
    refusal: str = "other_tier"
    nothing: str = "nothing_valid"
    pages: int = USUAL_PAGES
    queries: "Callable[[Asked], list[Query]]" = lambda _: []
    weigh: "Callable[[Source], float]" = by_tier
    choose: "Callable[[Sequence[tuple[Source, str]], int], list[str]]" = best_first
    lacks: "Callable[[Material], list[Query]]" = lambda _: []
    rows: "Callable[[Material, Sequence[Divergence]], list[Query]]" = lambda _, __: []
    quote: "Callable[[Sequence[Picked], Material], Sequence[Picked]]" = lambda best, _: best
    table: "Callable[[Material], tuple[Divergence, ...]]" = lambda _: ()
    review: "Callable[[Written, Sequence[Divergence], Material], list[Finding]]" = (
        lambda _, __, ___: []
    )
    words: str = ""
    wider: str = ""

    def admits(self, source: "Source") -> bool:
        return source.tier in self.tiers

    def say(self, key: str, language: Language) -> str:
        """A word of the mode: `brief` and `review` for its roles, a heading for its report."""
        code = f"modes.{self.words or self.name}.{key}"
        return tell(code, language) if has(code) else ""


class Modes(Mapping[str, Mode]):
    """The modes by name. Names are known from the folder; a mode is loaded when it is asked for."""

    def __init__(self) -> None:
        self._added: dict[str, Mode] = {}

    def add(self, mode: Mode) -> None:
        """Take in a mode from outside."""
        self._added[mode.name] = mode

    def __iter__(self) -> Iterator[str]:
        found = {*_in_folder(), *self._added}
        ranks = {name: at for at, name in enumerate(_FIRST)}
        return iter(sorted(found, key=lambda name: (ranks.get(name, len(ranks)), name)))

    def __len__(self) -> int:
        return len({*_in_folder(), *self._added})

    def __getitem__(self, name: str) -> Mode:
        if name in self._added:
            return self._added[name]
        if name not in _in_folder():
            raise UsageError(message("modes.unknown", name=name, names=", ".join(self)))
        mode: Mode = import_module(f"rostra.desks.research.modes.{name}").MODE
        return mode


@cache
def _in_folder() -> tuple[str, ...]:
    files = (one.name for one in resources.files("rostra.desks.research.modes").iterdir())
    return tuple(one.removesuffix(".py") for one in files if one.endswith(".py") and one[0] != "_")


MODES = Modes()


def choice_of(name: str, language: Language) -> str:
    """A mode as screens offer it; without a name, what is done where none is named."""
    code = f"modes.{name}.choice" if name else "modes.usual"
    return tell(code, language) if has(code) else name
