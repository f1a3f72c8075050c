"""Servers and services of one's own that give tools: `[[mcp]]` and `[[rest]]` in `rostra.toml`.

How far a tool is trusted is written here and nowhere else: what a server says of itself counts
for nothing, or makes the gates tighter.
"""
# ruff: noqa: RUF009  (`part` makes a dataclass field, as `field` does)

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rostra.settings import kinds
from rostra.settings.entries import Entries, Entry, FromVariable, Handed, Named, Words, part
from rostra.settings.kinds import BadValue, Place
from rostra.settings.secret import Secret, SecretUrl
from rostra.settings.trust import LEVELS, TRUST, TrustLevel
from rostra.words import Message, message

# A program must find other programs and its home; the rest of our environment is not its business.
_ALWAYS_HANDED = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER")

_prefix = kinds.Text(
    message("allowed.prefix"),
    pattern=r"(?=.{1,30}\Z)[a-z][a-z0-9]*(_[a-z0-9]+)*",
)
_level = kinds.Choice(LEVELS)
_seconds = kinds.Number(0.1, 600, fraction=True)
_ttl = kinds.Number(0, 31_536_000)
_tier = kinds.Number(1, 5)
_publisher = kinds.Text(message("allowed.publisher"))
_tool_names = kinds.Many(kinds.Text(message("allowed.tool_name"), pattern=r"[\w.-]{1,128}"))


@dataclass(frozen=True, slots=True)
class _Environment:
    """Names of variables that a program is handed, and those every program needs."""

    allowed: Message = message("allowed.variables")
    is_secret: bool = False

    def read(self, value: object, place: Place) -> Mapping[str, Secret]:
        if not isinstance(value, list):
            raise BadValue
        handed = [FromVariable().read(name, place) for name in value]
        return {one.variable: one.value for one in handed if one.variable}

    def read_text(self, text: str, place: Place) -> Mapping[str, Secret]:
        raise BadValue


@dataclass(frozen=True)
class McpServer:
    """An MCP server whose tools agents may call, each as `prefix.tool`."""

    prefix: str = part(_prefix)
    command: tuple[str, ...] = part(Words(), (), "The program to start; or `url`.")
    url: SecretUrl = part(kinds.Url(), SecretUrl(), "Where a server answers (streamable HTTP).")
    level: TrustLevel = part(_level, "L3", "How far its tools are trusted.")
    requires_approval: bool | None = part(
        kinds.Flag(), None, "Whether each call is put to the chairman; unset: when level is L3."
    )
    tools: tuple[str, ...] = part(_tool_names, (), "The only tools to offer; empty: all approved.")
    rename: Mapping[str, str] = part(
        kinds.Table(kinds.Text(message("allowed.name"), pattern=r"[a-z][a-z0-9_]{0,60}")),
        {},
        "Public names for tools, by the server's own name.",
    )
    mode: str = part(
        kinds.Choice(("auto", "legacy", "2026-07-28")), "auto", "Which protocol era is spoken."
    )
    pass_env: Mapping[str, Secret] = part(
        _Environment(), {}, "Variables of ours the program is handed."
    )
    env: Mapping[str, str] = part(
        kinds.Table(kinds.Text()), {}, "Further variables for the program, written out here."
    )
    token_env: Handed = part(FromVariable(), Handed(), "The variable that holds a bearer token.")
    header_env: Mapping[str, Handed] = part(
        kinds.Table(FromVariable()), {}, "Headers whose values stand in variables."
    )
    timeout: float = part(_seconds, 30.0, "Seconds one call may take.")
    start_timeout: float = part(_seconds, 20.0, "Seconds the server may take to answer at first.")
    ttl: int = part(_ttl, 300, "Seconds an answer is taken as fresh.")
    tool_ttl: Mapping[str, int] = part(kinds.Table(_ttl), {}, "The same for single tools.")
    publisher: str = part(_publisher, "", "Who is cited; empty: the prefix.")
    tier: int | None = part(_tier, None, "How far that publisher is believed; unset: by the book.")
    usual_env: Mapping[str, Secret] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return f"{self.prefix} ({self.level}, {' '.join(self.command) or self.url})"

    @property
    def needs_approval(self) -> bool:
        asks = TRUST[self.level].needs_approval
        return asks if self.requires_approval is None else self.requires_approval

    def secrets(self) -> set[str]:
        """Everything of the environment that this server may see and nobody else."""
        handed = (self.token_env, *self.header_env.values())
        values = {one.value.reveal() for one in handed}
        values |= {one.reveal() for one in self.pass_env.values()} | self.url.parts()
        return values - {""}


@dataclass(frozen=True)
class Auth:
    """How a REST service knows us; the secret itself stands in a variable."""

    env: Handed = part(FromVariable())
    type: Literal["bearer", "header", "query"] = part(
        kinds.Choice(("bearer", "header", "query")), "bearer"
    )
    name: str = part(kinds.Text(message("allowed.header"), pattern=r"[\w-]{1,60}"), "")


@dataclass(frozen=True)
class Paging:
    """How a long answer goes on: a cursor or an address in the answer, or page numbers."""

    items: str = part(kinds.Text(message("allowed.rows")))
    next: str = part(kinds.Text(message("allowed.next")), "")
    parameter: str = part(kinds.Text(message("allowed.parameter"), pattern=r"[\w.\[\]-]*"), "")
    pages: int = part(kinds.Number(1, 100), 5)


@dataclass(frozen=True)
class RestOperation:
    """One operation of the OpenAPI file, as a tool."""

    operation: str = part(kinds.Text(message("allowed.operation")))
    map: Mapping[str, str] = part(kinds.Table(kinds.Text(message("allowed.mapped"))), {})
    result: Mapping[str, str] = part(kinds.Table(kinds.Text(message("allowed.place"))), {})
    ttl: int | None = part(_ttl, None)
    read_only: bool = part(kinds.Flag(), False)
    paging: Paging | None = part(Entry(Paging), None)


@dataclass(frozen=True)
class RestService:
    """A REST service described by an OpenAPI file; only the operations listed here are tools."""

    prefix: str = part(_prefix)
    openapi: Path = part(kinds.FilePath(message("allowed.openapi")))
    operations: Mapping[str, RestOperation] = part(Named(Entry(RestOperation)))
    base_url: SecretUrl = part(kinds.Url(), SecretUrl())
    base_url_env: Handed = part(FromVariable(), Handed())
    level: TrustLevel = part(_level, "L2")
    requires_approval: bool = part(kinds.Flag(), False)
    auth: Auth | None = part(Entry(Auth), None)
    rps: float = part(kinds.Number(0.01, 1_000, fraction=True), 5.0)
    timeout: float = part(_seconds, 15.0)
    retries: int = part(kinds.Number(0, 5), 1)
    ttl: int = part(_ttl, 300)
    publisher: str = part(_publisher, "")
    tier: int | None = part(_tier, None)

    def __str__(self) -> str:
        return f"{self.prefix} ({self.level}, {', '.join(self.operations)})"

    def address(self) -> str:
        return self.base_url.reveal() or self.base_url_env.value.reveal()

    def secrets(self) -> set[str]:
        values = {self.auth.env.value.reveal()} if self.auth else set()
        return (values | self.base_url.parts()) - {""}


def _mcp_fault(server: McpServer) -> Message | None:
    if not server.prefix:
        return message("allowed.a_prefix")
    if bool(server.command) == bool(server.url):
        return message("allowed.either")
    return None


def _rest_fault(service: RestService) -> Message | None:
    if not service.prefix:
        return message("allowed.a_prefix")
    if service.auth is not None and service.auth.type != "bearer" and not service.auth.name:
        return message("allowed.auth_name")
    return None


class _McpEntry(Entry):
    """Adds what every program needs of the environment, which no operator writes out."""

    __slots__ = ()

    def read(self, value: object, place: Place) -> object:
        made = super().read(value, place)
        assert isinstance(made, McpServer)
        usual = {n: Secret(place.variables[n]) for n in _ALWAYS_HANDED if n in place.variables}
        return dataclasses.replace(made, usual_env=usual)


MCP = Entries(_McpEntry(McpServer, _mcp_fault))
REST = Entries(Entry(RestService, _rest_fault))
# What a plugin's tools are trusted with at most; "off" leaves out one that comes with Rostra.
PluginLevel = Literal["L1", "L2", "L3", "L4", "off"]
PLUGINS = kinds.Table(kinds.Choice((*LEVELS, "off")))
USUAL_PLUGINS: Mapping[str, TrustLevel] = {"markets": "L2"}
