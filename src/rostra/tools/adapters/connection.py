"""One open line to an MCP server, in either protocol era, over pipes or HTTP.

The SDK wants to be left by the task that entered it, so the line is held open by a task of its
own. Requests are sent without the SDK's check of results: it would run the server's regular
expressions. Whatever goes wrong ends here as one of our own errors.
"""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterator, Mapping
from typing import Any, TypeVar

import mcp_types
from mcp import Client, ClientSession, MCPError
from mcp.client.streamable_http import streamable_http_client

from rostra import __version__
from rostra.errors import OutsideError
from rostra.pages.guard import Place
from rostra.pages.transport import guarded_client
from rostra.records import JsonValue
from rostra.settings import McpServer
from rostra.text import clean
from rostra.tools.adapters.child import Child, ChildLimits, child_streams, start_child
from rostra.tools.adapters.definitions import Definition, read_definition
from rostra.tools.adapters.failures import (
    BrokenPromise,
    NotConfigured,
    ServerDown,
    ServerFlooded,
    ServerSilent,
    ToolError,
)
from rostra.tools.adapters.telling import complaint, without_secrets
from rostra.words import message

R = TypeVar("R")

_MOST_PAGES = 50
_MOST_TOOLS = 1_000
_LARGEST_EVENT = 8 << 20
_GONE = "Session terminated"
_LEAVE = 2.0
_LEAVE_CHILD = 10.0

# The SDK logs what servers send, with tracebacks; all of it reaches us as values or errors.
logging.getLogger("mcp").addHandler(logging.NullHandler())
logging.getLogger("mcp").propagate = False
logging.getLogger("client").addHandler(logging.NullHandler())


class Connection:
    """Open it once, use it from anywhere, close it once."""

    def __init__(
        self,
        server: McpServer,
        hosts: Mapping[str, Place] | None = None,
        limits: ChildLimits | None = None,
    ) -> None:
        self._server = server
        self._hosts = hosts
        self._limits = limits
        self._closing = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._client: Client | None = None
        self._child: Child | None = None

    @property
    def is_open(self) -> bool:
        if self._client is None or self._keeper is None:
            return False
        if self._closing.is_set() or self._keeper.done():
            return False
        return self._child is None or self._child.process.returncode is None

    @property
    def protocol(self) -> str:
        return self._client.protocol_version if self._client else ""

    @property
    def process_group(self) -> int:
        """The group the server runs in; 0 when it is none of our processes."""
        return self._child.group if self._child else 0

    def last_words(self) -> tuple[str, ...]:
        """What the server last wrote to its log, for the operator alone."""
        return tuple(clean(line) for line in self._child.last_words) if self._child else ()

    async def open(self) -> None:
        """Start or reach the server and agree on an era, within the time the settings give."""
        ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._keeper = asyncio.create_task(self._keep(ready))
        seconds = self._server.start_timeout
        try:
            async with asyncio.timeout(seconds):
                self._client = await asyncio.shield(ready)
        except TimeoutError as error:
            await self.close()
            raise ServerSilent(
                message(
                    "errors_tools.server_did_not_answer",
                    prefix=self._server.prefix,
                    seconds=seconds,
                )
            ) from error
        except BaseException:
            await self.close()
            raise

    async def _keep(self, ready: "asyncio.Future[Client]") -> None:
        try:
            async with contextlib.AsyncExitStack() as stack:
                transport = await self._transport(stack)
                client = Client(
                    transport,
                    mode=self._server.mode,
                    read_timeout_seconds=self._server.start_timeout,
                    client_info=mcp_types.Implementation(name="rostra", version=__version__),
                    cache=None,
                )
                await stack.enter_async_context(client)
                ready.set_result(client)
                await self._closing.wait()
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - the SDK's end in groups
            if not ready.done():
                ready.set_exception(self._own(error))
        finally:
            if not ready.done():
                ready.set_exception(
                    ServerDown(message("errors_tools.server_left", prefix=self._server.prefix))
                )
            ready.exception()  # looked at, so that a line nobody waits for ends quietly

    async def _transport(self, stack: contextlib.AsyncExitStack) -> Any:
        server = self._server
        if server.command:
            self._child = await start_child(server.command, _environment(server), self._limits)
            return child_streams(self._child)
        client = guarded_client(
            server.url.reveal(),
            headers=_headers(server),
            hosts=self._hosts,
            read=max(server.timeout, server.start_timeout) + 5,
        )
        await stack.enter_async_context(client)
        return streamable_http_client(
            server.url.reveal(), http_client=client, max_sse_event_size=_LARGEST_EVENT
        )

    async def definitions(self) -> list[Definition]:
        """Every tool the server offers now, page by page."""
        found: list[Definition] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            params = mcp_types.PaginatedRequestParams(cursor=cursor)
            page = await self._ask(self._session.list_tools(params=params))
            told = page.model_dump(by_alias=True, mode="json", exclude_none=True)["tools"]
            found += [read_definition(one) for one in told]
            cursor = page.next_cursor
            if not cursor or len(found) > _MOST_TOOLS:
                break
        return found[:_MOST_TOOLS]

    async def call(self, name: str, args: Mapping[str, JsonValue]) -> mcp_types.CallToolResult:
        params = mcp_types.CallToolRequestParams(name=name, arguments=dict(args))
        result = await self._ask(
            self._session.send_request(
                mcp_types.CallToolRequest(params=params),
                mcp_types.CallToolResult,
                request_read_timeout_seconds=self._server.timeout,
            )
        )
        secrets = self._server.secrets()
        if not secrets:
            return result
        told = result.model_dump_json(by_alias=True, exclude_unset=True).encode("utf-8", "replace")
        return mcp_types.CallToolResult.model_validate_json(without_secrets(told, secrets))

    @property
    def _session(self) -> ClientSession:
        if self._client is None:
            raise self._gone()
        return self._client.session

    async def _ask(self, request: Coroutine[Any, Any, R]) -> R:
        """Send one request; end with it, with its time, or with the line."""
        assert self._keeper is not None
        asking = asyncio.create_task(request)
        seconds = self._server.timeout + 1
        try:
            with self._own_errors():
                await asyncio.wait(
                    {asking, self._keeper}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
                )
                if asking.done():
                    return asking.result()
                if self._keeper.done():
                    raise self._gone()
                raise TimeoutError
        finally:
            asking.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asking

    @contextlib.contextmanager
    def _own_errors(self) -> Iterator[None]:
        try:
            yield
        except (Exception, BaseExceptionGroup) as error:
            own = self._own(error)
            if isinstance(own, ServerSilent) and not self._server.command:
                self._closing.set()  # an answer that still drips in must not drip for ever
            raise own from error

    def _own(self, error: BaseException) -> OutsideError:
        leaves = list(_leaves(error))
        for leaf in leaves:
            if isinstance(leaf, OutsideError):
                return leaf
        for leaf in leaves:
            if isinstance(leaf, MCPError):
                return self._told(leaf)
        prefix = self._server.prefix
        if any(isinstance(leaf, TimeoutError) for leaf in leaves):
            return ServerSilent(message("errors_tools.server_did_not_answer_2", prefix=prefix))
        if any(isinstance(leaf, ValueError | TypeError) for leaf in leaves):
            return BrokenPromise(message("errors_tools.server_answered_form_not", prefix=prefix))
        why = complaint(str(leaves[-1]), self._server.secrets()) if leaves else ""
        return self._gone(why)

    def _told(self, error: MCPError) -> OutsideError:
        prefix = self._server.prefix
        if error.code == mcp_types.REQUEST_TIMEOUT:
            return ServerSilent(
                message(
                    "errors_tools.server_did_not_answer_3",
                    prefix=prefix,
                    timeout=self._server.timeout,
                )
            )
        if error.code == mcp_types.CONNECTION_CLOSED or error.message == _GONE:
            self._closing.set()
            return self._gone()
        if error.code == mcp_types.PARSE_ERROR:
            return BrokenPromise(message("errors_tools.server_answered_form_not", prefix=prefix))
        return ToolError(
            message(
                "errors_tools.says_no",
                prefix=prefix,
                complaint=complaint(error.message, self._server.secrets()),
            )
        )

    def _gone(self, why: str = "") -> OutsideError:
        prefix = self._server.prefix
        if self._child is not None and self._child.has_flooded:
            return ServerFlooded(message("errors_tools.server_sent_more_than", prefix=prefix))
        what = "ended" if self._child is not None else "away"
        return ServerDown(message(f"errors_tools.server_{what}", prefix=prefix, why=why), True)

    async def close(self) -> None:
        self._closing.set()
        keeper = self._keeper
        if keeper is not None and not keeper.done():
            if self._client is None:
                keeper.cancel()  # still on its way: it must not take the rest of its time
            # A child is ended step by step; a server elsewhere is only told that we leave.
            seconds = _LEAVE_CHILD if self._child is not None else _LEAVE
            await asyncio.wait({keeper}, timeout=seconds)
            keeper.cancel()
            await asyncio.wait({keeper}, timeout=seconds)
        self._client = None


def _environment(server: McpServer) -> dict[str, str]:
    """The variables the settings name, and those no program can do without."""
    missing = [name for name, value in server.pass_env.items() if not value]
    if missing:
        raise NotConfigured(
            message(
                "errors_tools.server_needs_set_environment",
                prefix=server.prefix,
                missing=", ".join(missing),
            )
        )
    handed = {name: one.reveal() for name, one in {**server.usual_env, **server.pass_env}.items()}
    return {**handed, **server.env}


def _headers(server: McpServer) -> dict[str, str]:
    wanted = dict(server.header_env)
    if server.token_env.variable:
        wanted["Authorization"] = server.token_env
    missing = [one.variable for one in wanted.values() if not one.value]
    if missing:
        raise NotConfigured(
            message(
                "errors_tools.server_needs_set_environment",
                prefix=server.prefix,
                missing=", ".join(missing),
            )
        )
    return {
        name: f"Bearer {one.value.reveal()}" if one is server.token_env else one.value.reveal()
        for name, one in wanted.items()
    }


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error
