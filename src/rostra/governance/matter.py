"""What a run is about, as the gates know it: nothing an agent says can change it."""

from collections.abc import Mapping
from typing import Protocol

from rostra.records import JsonValue, TrustLevel, record


@record
class Matter:
    """The question, the chairman's handcard, what is named as missing, and the action questions.

    `lacks` come from models that read pages, so one of them counts only where it is itself about
    the question (`relating.py`).
    """

    question: str
    handcard: str = ""
    lacks: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


class GatedTool(Protocol):
    """What the gates look at in a tool."""

    @property
    def name(self) -> str: ...
    @property
    def level(self) -> TrustLevel: ...
    @property
    def requires_approval(self) -> bool: ...
    @property
    def price(self) -> float: ...
    @property
    def origin(self) -> str:
        """The foreign server it comes from; empty for a tool of our own."""
        ...

    def found_in(self, data: JsonValue) -> tuple[str, ...] | None:
        """The addresses an answer leads to; None for tools that are no search."""
        ...


# What a model may call these arguments; anything written like an address counts as well.
Args = Mapping[str, JsonValue]
