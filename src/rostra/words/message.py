"""A sentence for people before it is put into words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias, Union

Fact: TypeAlias = Union[bool, int, float, str, "Message", Sequence["Fact"], None]


@dataclass(frozen=True, slots=True)
class Message:
    """`code` names the form in `words/<language>/`; `facts` fill its places.

    A fact that is itself a message is said in the same language; text is shown as it is.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence in English, for logs and for programs; people are told with `say`."""
        from rostra.words.speech import ENGLISH, say  # noqa: PLC0415 - they need each other

        return say(self, ENGLISH)

    def __hash__(self) -> int:
        return hash((self.code, repr(sorted(self.facts.items()))))


def message(code: str, /, **facts: Fact) -> Message:
    """Make a message; `tests/words` holds every code and its facts against every language."""
    return Message(code, facts)


# What may be worded later, or is text already: a name, a quotation, what a model wrote, an old row.
Said: TypeAlias = Message | str


def rewritten(fact: Fact, change: Callable[[str], str]) -> Fact:
    """The same message, or part of one, with every text in it changed."""
    if isinstance(fact, str):
        return change(fact)
    if isinstance(fact, Message):
        told = {name: rewritten(one, change) for name, one in fact.facts.items()}
        return Message(fact.code, told)
    return [rewritten(one, change) for one in fact] if isinstance(fact, Sequence) else fact


def joined(said: Iterable[Said]) -> Said:
    """Several things said one after the other, each once; empty where there are none."""
    every = list(dict.fromkeys(said))
    return reduce(lambda one, other: message("common.both", one=one, other=other), every or [""])
