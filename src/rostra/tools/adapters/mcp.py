"""An MCP server behind the tool path: approved tools only, as they were approved.

Nothing is started before the first call: what agents are shown is what a person approved, kept in
the store. Before every call the server is asked what it offers now, and a tool that it describes
otherwise is held. A server that ended is started again, after a pause that grows.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rostra.errors import MissingExtra, OutsideError
from rostra.pages.guard import Place
from rostra.records import Approval, JsonValue, Source
from rostra.settings import McpServer
from rostra.tools.adapters.definitions import Definition, Standing, approved_definition, compare
from rostra.tools.adapters.failures import ServerDown, ToolHeld
from rostra.tools.tool import AdapterTool, ToolOutput
from rostra.words import message

if TYPE_CHECKING:
    from rostra.tools.adapters.child import ChildLimits
    from rostra.tools.adapters.connection import Connection

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 60.0

Approvals = Callable[[str], Awaitable[Sequence[Approval]]]


class McpAdapter:
    """One configured server. `approvals` reads what a person approved of it."""

    def __init__(
        self,
        server: McpServer,
        approvals: Approvals,
        source: Source,
        *,
        hosts: Mapping[str, Place] | None = None,
        limits: "ChildLimits | None" = None,
    ) -> None:
        self.server = server
        self._approvals = approvals
        self._source = source
        self._hosts = hosts
        self._limits = limits
        self._pins: dict[str, Approval] = {}
        self._line: Connection | None = None
        self._opening = asyncio.Lock()
        self._failures = 0
        self._rests_until = 0.0
        self._last_words: tuple[str, ...] = ()

    async def load(self) -> None:
        """Read what is approved; no server is started for it."""
        self._pins = {pin.tool: pin for pin in await self._approvals(self.server.prefix)}

    def approved(self) -> list[Definition]:
        """What may be offered: approved, usable, and on the operator's list if there is one."""
        wanted = self.server.tools
        found = (approved_definition(pin) for pin in self._pins.values())
        return [one for one in found if not one.fault and (not wanted or one.name in wanted)]

    def list_tools(self) -> Sequence[AdapterTool]:
        return [tool for one in self.approved() for tool in self.only(one).list_tools()]

    def only(self, definition: Definition) -> "OneTool":
        return OneTool(self, definition)

    async def call_tool(self, name: str, args: Mapping[str, JsonValue]) -> ToolOutput:
        for one in map(self.only, self.approved()):
            if one.public_name == name:
                return await one.call_tool(name, args)
        raise ToolHeld(
            message("errors_tools.held_nobody_approved", prefix=self.server.prefix, name=name)
        )

    async def call_own(self, name: str, args: Mapping[str, JsonValue]) -> ToolOutput:
        """Call a tool by the server's own name for it."""
        line, definition = await self._ready(name)
        try:
            result = await line.call(name, args)
        except OutsideError:
            if not line.is_open:
                await self._drop(line)
            raise
        self._failures = 0
        from rostra.tools.adapters.results import output_of  # noqa: PLC0415 - as in `_connection`

        prefix = self.server.prefix
        return output_of(
            result,
            definition,
            tool=f"{prefix}.{name}",
            source=self._source,
            address=f"mcp://{prefix}/{name}",
            secrets=self.server.secrets(),
        )

    async def standings(self) -> list[Standing]:
        """What the server offers now, held against what was approved."""
        await self.load()
        line = await self._open_line()
        return compare(await line.definitions(), self._pins.values())

    async def _ready(self, name: str) -> "tuple[Connection, Definition]":
        """An open line on which the tool is as it was approved.

        Nothing was asked of the tool yet, so a server that is found dead is started again, once.
        """
        line = await self._open_line()
        try:
            return line, await self._verified(line, name)
        except ServerDown:
            await self._drop(line)
        except OutsideError:
            if not line.is_open:
                await self._drop(line)
            raise
        line = await self._open_line()
        return line, await self._verified(line, name)

    async def _verified(self, line: "Connection", name: str) -> Definition:
        """The approved definition, if the server still tells the same."""
        now = next((one for one in await line.definitions() if one.name == name), None)
        if now is None or not self._is_pinned(now):
            await self.load()  # it may have been approved again while we run
        standing = self._standing(name, now)
        if standing.state != "approved" or standing.approved is None:
            prefix = self.server.prefix
            raise ToolHeld(
                message(
                    "errors_tools.held_person_look",
                    prefix=prefix,
                    name=name,
                    reason=standing.reason,
                )
            )
        return standing.approved

    def _standing(self, name: str, now: Definition | None) -> Standing:
        pins = [self._pins[name]] if name in self._pins else []
        found = compare([now] if now else [], pins)
        return found[0] if found else Standing(name, "gone")

    def _is_pinned(self, now: Definition) -> bool:
        pin = self._pins.get(now.name)
        return pin is not None and pin.fingerprint == now.fingerprint

    async def _open_line(self) -> "Connection":
        async with self._opening:
            if self._line is not None and self._line.is_open:
                return self._line
            if self._line is not None:
                await self._drop(self._line)
            self._check_rest()
            line = self._connection()
            try:
                await line.open()
            except OutsideError:
                self._last_words = line.last_words()
                self._count_failure()
                raise
            self._line = line
            return line

    def _connection(self) -> "Connection":
        if find_spec("mcp") is None:
            raise MissingExtra(message("errors_tools.mcp_servers_need_extra"), "mcp")
        from rostra.tools.adapters.connection import Connection  # noqa: PLC0415 - takes a second

        return Connection(self.server, self._hosts, self._limits)

    async def _drop(self, line: "Connection") -> None:
        if self._line is line:
            self._line = None
            self._count_failure()
        await line.close()

    def _count_failure(self) -> None:
        """The first restart is at once, each further one after twice the pause."""
        pause = _FIRST_PAUSE * 2 ** (self._failures - 1) if self._failures else 0.0
        self._failures += 1
        self._rests_until = time.monotonic() + min(pause, _LONGEST_PAUSE)

    def _check_rest(self) -> None:
        left = self._rests_until - time.monotonic()
        if left > 0:
            raise ServerDown(
                message(
                    "errors_tools.server_ended_times_started",
                    prefix=self.server.prefix,
                    failures=self._failures,
                    left=left,
                ),
            )

    def last_words(self) -> tuple[str, ...]:
        """What the server wrote to its log before it failed to start; for the operator alone."""
        return self._last_words

    @property
    def line(self) -> "Connection | None":
        return self._line

    async def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()


@dataclass(frozen=True, slots=True)
class OneTool:
    """One tool of a server, as the registry takes it in."""

    adapter: McpAdapter
    definition: Definition

    @property
    def requires_approval(self) -> bool:
        """The operator's word, and stricter where the server says that the tool changes things."""
        return self.adapter.server.needs_approval or self.definition.is_mutating

    @property
    def public_name(self) -> str:
        return self.adapter.server.rename.get(self.definition.name, self.definition.name)

    @property
    def ttl(self) -> int:
        server = self.adapter.server
        return server.tool_ttl.get(self.definition.name, server.ttl)

    def list_tools(self) -> Sequence[AdapterTool]:
        return [
            AdapterTool(
                name=self.public_name,
                description=self.definition.description,
                input_schema=self.definition.input_schema or {"type": "object"},
                output_schema=self.definition.output_schema or {},
            )
        ]

    async def call_tool(self, name: str, args: Mapping[str, JsonValue]) -> ToolOutput:
        return await self.adapter.call_own(self.definition.name, args)
