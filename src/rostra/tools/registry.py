"""Which tools there are, and which of them an agent is shown.

A name belongs to the first tool that took it: none can be shadowed, also not by two names that
would be one on the wire. What an adapter offers stands below the adapter's prefix, so a foreign
server can never answer for a tool of ours.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Protocol

from rostra.errors import SetupError, UsageError
from rostra.records import JsonValue, TrustLevel
from rostra.settings.trust import TRUST
from rostra.text import fold, slots, to_simplified
from rostra.tools.adapters.schemas import with_justification
from rostra.tools.schema import check_schema
from rostra.tools.tool import Adapter, AdapterTool, Invoke, Tool, ToolOutput
from rostra.words import message

# Among a tool's topics: whatever names a company that is known.
A_COMPANY = "@company"
ADAPTER_TTL = timedelta(hours=1)
_PREFIX = re.compile(r"(?=.{1,40}$)[a-z][a-z0-9]*(?:[_.][a-z0-9]+)*")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME = 60


class Policy(Protocol):
    """What the operator decides about tools, whatever they say of themselves."""

    def level_of(self, tool: str) -> TrustLevel | None: ...
    def needs_approval(self, tool: str) -> bool | None: ...
    def is_withheld(self, tool: str) -> bool: ...


class Registry:
    def __init__(self, policy: Policy | None = None) -> None:
        self._policy = policy
        self._tools: dict[str, Tool] = {}
        self._withheld: set[str] = set()

    def register(
        self,
        tool: Tool,
        *,
        level: TrustLevel | None = None,
        requires_approval: bool | None = None,
        ttl: timedelta | None = None,
        input_schema: Mapping[str, JsonValue] | None = None,
        output_schema: Mapping[str, JsonValue] | None = None,
        topics: tuple[str, ...] | None = None,
        is_core: bool | None = None,
    ) -> Tool:
        """Take a tool in, with what is decided otherwise than the tool says; a policy comes last.

        A tool that the policy withholds keeps its name, but nobody can call it.
        """
        if self._policy is not None:
            level = self._policy.level_of(tool.name) or level
            asked = self._policy.needs_approval(tool.name)
            requires_approval = requires_approval if asked is None else asked
        approval = tool.requires_approval if requires_approval is None else requires_approval
        tool = replace(
            tool,
            level=level or tool.level,
            requires_approval=approval,
            ttl=tool.ttl if ttl is None else ttl,
            life=tool.life if ttl is None else None,
            input_schema=tool.input_schema if input_schema is None else input_schema,
            output_schema=tool.output_schema if output_schema is None else output_schema,
            topics=tool.topics if topics is None else topics,
            is_core=tool.is_core if is_core is None else is_core,
        )
        check_schema(tool.name, tool.input_schema)
        check_schema(tool.name, tool.output_schema)
        if tool.requires_approval:
            tool = _asking_why(tool)
        self._take(tool.name, tool)
        if self._policy is not None and self._policy.is_withheld(tool.name):
            self._withheld.add(tool.name)
        return tool

    def register_mcp_adapter(
        self,
        adapter: Adapter,
        *,
        prefix: str,
        requires_approval: bool = True,
        level: TrustLevel = "L3",
        ttl: timedelta = ADAPTER_TTL,
        topics: tuple[str, ...] = (),
        timeout: float = 60.0,
        world: str = "",
    ) -> tuple[Tool, ...]:
        """Take in everything an adapter offers, as `prefix.name`: all of it, or nothing."""
        if not _PREFIX.fullmatch(prefix):
            raise SetupError(message("errors_tools.cannot_stand_before_tool", prefix=repr(prefix)))
        made = [
            Tool(
                name=f"{prefix}.{_plain(offered.name)}",
                description=offered.description,
                level=level,
                ttl=ttl,
                input_schema=offered.input_schema,
                invoke=_calling(adapter, offered),
                output_schema=offered.output_schema,
                requires_approval=requires_approval,
                timeout=timeout,
                attempts=1,  # a foreign tool may do something: it is not asked twice
                world=world,
                origin=prefix,
                topics=topics,
            )
            for offered in adapter.list_tools()
        ]
        before = dict(self._tools)
        try:
            return tuple(self.register(tool) for tool in made)
        except SetupError:
            self._tools = before
            raise

    def alias(self, name: str, of: str) -> None:
        """Offer a tool under a second public name, with one key and one memory."""
        self._take(name, self._tools[of])

    def without(self, *names: str) -> "Registry":
        """The same tools but for some that only a desk's own code may call."""
        other = Registry(self._policy)
        other._tools = {n: tool for n, tool in self._tools.items() if tool.name not in names}
        other._withheld = self._withheld - set(names)
        return other

    def get(self, name: str) -> Tool:
        tool = self._tools.get(name)
        if tool is None:
            raise UsageError(
                message("tools.unknown", name=repr(name[:80]), known=list(self.names()))
            )
        if tool.name in self._withheld:
            raise UsageError(message("tools.withheld", name=name))
        return tool

    def names(self) -> tuple[str, ...]:
        """Every name a tool can be called by."""
        return tuple(sorted(n for n, t in self._tools.items() if t.name not in self._withheld))

    def withheld(self) -> tuple[str, ...]:
        return tuple(sorted(self._withheld))

    def level_of(self, name: str) -> TrustLevel | None:
        tool = self._tools.get(name)
        return tool.level if tool else None

    def names_of(self, level: TrustLevel) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools() if tool.level == level)

    def finding(self, topic: str) -> tuple[str, ...]:
        """Inner and official tools that find data on a topic; searches only lead to pages."""
        told = _plain_words(topic)
        return tuple(
            tool.name
            for tool in self.tools()
            if TRUST[tool.level].asks_nobody
            and (TRUST[tool.level].is_inner or tool.topics)
            and _suits(tool, told)
            and not (tool.leads or tool.look_up or tool.opens_held)
        )

    def tools(self) -> tuple[Tool, ...]:
        """Every tool once, under its own name."""
        return tuple(self._tools[name] for name in self.names() if self._tools[name].name == name)

    def offered(self, topic: str, *, may: Callable[[Tool], bool] = lambda _: True) -> list[Tool]:
        """What an agent is shown for a topic: the most trusted first, and core tools always."""
        told = _plain_words(topic)
        shown = [tool for tool in self.tools() if may(tool) and _suits(tool, told)]
        return sorted(shown, key=lambda tool: (tool.level, not tool.is_core, tool.name))

    def _take(self, name: str, tool: Tool) -> None:
        taken = {wire_name(known): known for known in self._tools}
        if (known := taken.get(wire_name(name))) is not None:
            raise SetupError(message("errors_tools.two_tools_want_name", name=name, known=known))
        self._tools[name] = tool


def wire_name(name: str) -> str:
    """The name as providers accept it: they allow no dot; what differs by case alone is one."""
    return name.replace(".", "__").casefold()


def _plain(name: str) -> str:
    plain = _NOT_IN_NAMES.sub("_", name)[:_LONGEST_NAME].strip("_")
    if not plain:
        raise SetupError(message("errors_tools.server_offers_tool_called", name=repr(name[:80])))
    return plain


def _suits(tool: Tool, topic: str) -> bool:
    """A tool that names no topics is for all of them."""
    if tool.is_core or not tool.topics:
        return True
    if A_COMPANY in tool.topics and any(one.kind == "company" for one in slots(topic).entities):
        return True
    return any(_mentions(topic, _plain_words(word)) for word in tool.topics)


def _plain_words(text: str) -> str:
    return to_simplified(fold(text)).casefold()


def _mentions(topic: str, word: str) -> bool:
    if not word.isascii():
        return word in topic
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", topic) is not None


def _calling(adapter: Adapter, offered: AdapterTool) -> Invoke:
    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        return await adapter.call_tool(offered.name, args)

    return invoke


def _asking_why(tool: Tool) -> Tool:
    """The tool with a reason among its arguments, which the chair reads and the tool does not."""
    known = tool.input_schema.get("properties")
    if isinstance(known, Mapping) and "justification" in known:
        return tool

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        return await tool.invoke(_without_reason(args))

    async def invoke_since(args: Mapping[str, JsonValue], version: str) -> ToolOutput | None:
        assert tool.invoke_since is not None
        return await tool.invoke_since(_without_reason(args), version)

    return replace(
        tool,
        input_schema=with_justification(tool.input_schema),
        invoke=invoke,
        invoke_since=invoke_since if tool.invoke_since else None,
    )


def _without_reason(args: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {name: value for name, value in args.items() if name != "justification"}
