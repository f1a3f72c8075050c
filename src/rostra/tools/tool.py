"""What a tool is: a name, a trust level, how long its answers hold, two schemas, one function."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Protocol

from rostra.records import JsonValue, Source, TrustLevel
from rostra.words import Said


@dataclass(frozen=True, slots=True)
class Document:
    """An original a tool brought back: kept whole as evidence.

    `key` names what it is wherever several questions lead to it, so that it is one piece of
    evidence; `ttl` is how long it holds where that is not as long as the answer it came with.
    """

    url: str
    title: str
    raw: bytes
    media_type: str
    text: str
    source: Source
    published: date | None = None
    key: str = ""
    ttl: timedelta | None = None


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What one invocation gave. `data` is small and fits the tool's output schema.

    `version` is the source's own name for this state of its answer (an ETag, an edition). Where
    several were asked, `via` names who answered and `failed` says why others did not; `cost` is
    what it cost in US dollars, where that is known.
    """

    text: str
    data: JsonValue = None
    documents: tuple[Document, ...] = ()
    version: str = ""
    via: tuple[str, ...] = ()
    failed: tuple[Said, ...] = ()
    cost: float | None = None


Invoke = Callable[[Mapping[str, JsonValue]], Awaitable[ToolOutput]]
# Asks only for what is newer than a version; None says that nothing is.
InvokeSince = Callable[[Mapping[str, JsonValue], str], Awaitable[ToolOutput | None]]
Subject = Callable[[Mapping[str, JsonValue]], str]
Tidy = Callable[[Mapping[str, JsonValue]], Mapping[str, JsonValue]]
Life = Callable[[Mapping[str, JsonValue]], timedelta]
# The addresses that an answer of a search leads to; never raises.
Leads = Callable[[JsonValue], tuple[str, ...]]
# Answers out of what this house holds already: text and the evidence it stands in.
LookUp = Callable[[Mapping[str, JsonValue]], Awaitable[tuple[str, tuple[str, ...]]]]


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    description: str
    level: TrustLevel
    ttl: timedelta
    input_schema: Mapping[str, JsonValue]
    invoke: Invoke
    output_schema: Mapping[str, JsonValue] = field(default_factory=dict)
    requires_approval: bool = False
    timeout: float = 30.0
    attempts: int = 2
    world: str = ""
    invoke_since: InvokeSince | None = None
    # How long after its end an answer may still serve when the source fails, marked as stale.
    stale_if_error: timedelta = timedelta(0)
    # Arguments that do not change the answer, left out of the key.
    noise: frozenset[str] = frozenset({"justification"})
    subject: Subject = lambda args: str(next(iter(args.values()), ""))
    # One spelling for all ways to ask the same (2330.TW is 2330); never raises.
    tidy: Tidy | None = None
    # How long the answer to this very question holds, where that is not always `ttl`; never raises.
    life: Life | None = None
    # Offered to every agent, whatever the topic; others where the topic names one of `topics`.
    is_core: bool = False
    topics: tuple[str, ...] = ()
    # What makes a tool a search: where its answers lead.
    leads: Leads | None = None
    # Whether an answer is a list of addresses or a receipt: no evidence itself, and never cut.
    is_listing: bool = False
    # Whether it only opens what another one has found.
    opens_held: bool = False
    # Instead of going out: it reads what is held, so no purse pays and nobody is asked.
    look_up: LookUp | None = None
    # The most one call costs, in US dollars: held of the run's money before it is made.
    price: float = 0.0
    # The adapter it comes from; empty for tools of our own. What it says of itself is material.
    origin: str = ""

    def asked(self, args: Mapping[str, JsonValue]) -> "Tool":
        """The tool as it is for one question: its answers hold as long as that question's do."""
        return self if self.life is None else replace(self, ttl=self.life(args))

    def found_in(self, data: JsonValue) -> tuple[str, ...] | None:
        """The addresses an answer leads to; None for tools that are no search."""
        return None if self.leads is None else self.leads(data)


@dataclass(frozen=True, slots=True)
class AdapterTool:
    """One tool of a foreign server, in that server's words."""

    name: str
    description: str
    input_schema: Mapping[str, JsonValue]
    output_schema: Mapping[str, JsonValue] = field(default_factory=dict)


class Adapter(Protocol):
    """A way to the tools of a server that is not ours, already opened."""

    def list_tools(self) -> Sequence[AdapterTool]:
        """What may be called, fixed when the adapter was opened."""
        ...

    async def call_tool(self, name: str, args: Mapping[str, JsonValue]) -> ToolOutput:
        """Call one by the name it was listed under; every failure is an OutsideError.

        `data` is the structured answer (what `output_schema` describes), `documents` the originals
        that are to be kept as evidence.
        """
        ...
