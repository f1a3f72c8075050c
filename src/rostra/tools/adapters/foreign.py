"""Servers and services that an operator has set, brought into a registry.

One for a whole desk: its servers are started once, by the first call that needs them, and end
with it. What cannot be offered is told, with the reason and the remedy; our own tools never suffer
from it.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from rostra.errors import SetupError
from rostra.pages.guard import Place
from rostra.records import Source, TrustLevel
from rostra.rules import SourceBook, classify_source
from rostra.settings import McpServer, RestService
from rostra.settings.trust import TRUST
from rostra.tools.adapters.definitions import Definition
from rostra.tools.adapters.mcp import Approvals, McpAdapter
from rostra.tools.adapters.rest import RestAdapter
from rostra.tools.registry import Registry
from rostra.words import Message, message

Clock = Callable[[], datetime]


class Foreign:
    def __init__(
        self,
        servers: tuple[McpServer, ...],
        services: tuple[RestService, ...],
        *,
        approvals: Approvals,
        book: SourceBook,
        clock: Clock,
        hosts: Mapping[str, Place] | None = None,
    ) -> None:
        self.servers = tuple(
            McpAdapter(one, approvals, source_of(one, book), hosts=hosts) for one in servers
        )
        self.services = tuple(
            RestAdapter(one, source_of(one, book), clock, hosts=hosts) for one in services
        )

    async def take_in(self, registry: Registry, world: str = "") -> list[Message]:
        """Register all of it; return a message about each thing that was left out."""
        for service in self.services:
            for tool in service.tools(world):
                registry.register(tool)
        left_out: list[Message] = []
        for adapter in self.servers:
            await adapter.load()
            approved = adapter.approved()
            if not approved:
                prefix = adapter.server.prefix
                left_out.append(message("adapters.none_approved", prefix=prefix))
            left_out += [
                told for one in approved if (told := _offer(registry, adapter, one, world))
            ]
        return left_out

    async def close(self) -> None:
        for server in self.servers:
            await server.close()
        for service in self.services:
            await service.close()


def _offer(
    registry: Registry, adapter: McpAdapter, definition: Definition, world: str
) -> Message | None:
    """Register one tool of a server; a name that is taken stays with whoever has it."""
    one, server = adapter.only(definition), adapter.server
    try:
        registry.register_mcp_adapter(
            one,
            prefix=server.prefix,
            requires_approval=one.requires_approval,
            level=level_of(server, definition),
            ttl=timedelta(seconds=one.ttl),
            # The first call may have to start the server, and every call asks what it offers.
            timeout=server.start_timeout + 2 * server.timeout + 5,
            world=world,
        )
    except SetupError as error:
        name = f"{server.prefix}.{one.public_name}"
        return message("adapters.not_offered", tool=name, why=error.message)
    return None


def level_of(server: McpServer, definition: Definition) -> TrustLevel:
    """The operator's word; but words alone, without a schema, anchor nothing."""
    if TRUST[server.level].is_inner and not definition.output_schema:
        return "L2"
    return server.level


def source_of(entry: McpServer | RestService, book: SourceBook) -> Source:
    """Who is cited for what comes from there: by the operator's word, else by the source book."""
    found = classify_source(entry.publisher or entry.prefix, book=book)
    if entry.tier is None:
        return found
    return Source(found.name, entry.tier, found.type, found.owner, found.domain)  # type: ignore[arg-type]
