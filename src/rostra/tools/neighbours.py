"""What the tool path needs of other rooms, and a memory for those who have none."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from rostra.errors import OutsideError
from rostra.records import Evidence, Ruling, ToolCall, ToolResult
from rostra.steps import Step
from rostra.tools.tool import Tool
from rostra.words import message

# Goes out, given the version that is known; None when the source has nothing newer.
GoOut = Callable[[str], Awaitable[ToolResult | None]]


class Ladder(Protocol):
    """What is known already, and where new answers are kept."""

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None: ...
    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        """Go out, or share what another who asked the same brings; raise what it raised."""
        ...

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        """Whether a known answer should be renewed before it ends, by this caller."""
        ...

    def refresh(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> None: ...


class Meter(Protocol):
    def count(self, name: str, times: int = 1) -> None: ...


class NamedTool(Protocol):
    @property
    def name(self) -> str: ...


class Watcher(Protocol):
    """Sees how every call ended that was let out, and every call that could not be understood."""

    async def saw(self, tool: NamedTool, call: ToolCall, result: ToolResult) -> None: ...


class Witness(Protocol):
    """Sees every answer, from the tool or from memory, in the step that gives it."""

    async def witnessed(self, tool: Tool, call: ToolCall, key: str, result: ToolResult) -> None: ...


class Budget(Protocol):
    """Calls to the outside are reserved before a gate is asked and given back on a refusal."""

    async def reserve(self, tool: Tool, call: ToolCall) -> Ruling: ...
    async def refund(self, tool: Tool, call: ToolCall) -> None: ...
    async def settle(self, tool: Tool, call: ToolCall, result: ToolResult) -> None:
        """Decide whether a call that is over counts."""
        ...


class Gate(Protocol):
    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        """Rule on the call, or return None to leave it to the next gate."""
        ...


class Ruler(Protocol):
    """Decides what the gates left open: a chairman, or a person."""

    async def rule(self, tool: Tool, call: ToolCall, step: Step) -> Ruling: ...


class Condenser(Protocol):
    """Makes the short form of a piece of evidence, by a model; its requests are steps."""

    async def condense(self, evidence: Evidence, text: str, step: Step) -> str: ...


class NoMemory:
    """A ladder without rungs: every question goes to the tool."""

    async def look_up(self, tool: Tool, key: str, call: ToolCall) -> ToolResult | None:
        return None

    async def fetch(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> ToolResult:
        result = await make("")
        if result is None:
            raise OutsideError(message("tools.unchanged", tool=tool.name))
        return result

    def claim_refresh(self, tool: Tool, key: str) -> bool:
        return False

    def refresh(self, tool: Tool, key: str, call: ToolCall, make: GoOut) -> None:
        return None
