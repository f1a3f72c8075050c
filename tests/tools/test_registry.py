"""Which tools there are: names that cannot be taken twice, and who is shown what."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest

from rostra.errors import SetupError, UsageError
from rostra.records import JsonValue
from rostra.tools import AdapterTool, Registry, Tool, ToolOutput
from rostra.tools.registry import A_COMPANY

ANYTHING: Mapping[str, JsonValue] = {"type": "object"}


async def nothing(args: Mapping[str, JsonValue]) -> ToolOutput:
    return ToolOutput("nothing")


def tool(name: str, **more: object) -> Tool:
    return Tool(name, "A tool.", "L2", timedelta(hours=1), ANYTHING, nothing, **more)  # type: ignore[arg-type]


class Foreign:
    """A server that offers what it was given, and answers with the name it was called by."""

    def __init__(self, *names: str, schema: Mapping[str, JsonValue] = ANYTHING) -> None:
        self._offered = [AdapterTool(name, f"Does {name}.", schema) for name in names]

    def list_tools(self) -> Sequence[AdapterTool]:
        return self._offered

    async def call_tool(self, name: str, args: Mapping[str, JsonValue]) -> ToolOutput:
        return ToolOutput(name)


def test_what_the_operator_says_holds_over_what_the_tool_says() -> None:
    made = Registry().register(
        tool("a.b"), level="L4", requires_approval=True, ttl=timedelta(days=9), topics=("稅",)
    )

    assert (made.level, made.requires_approval, made.ttl) == ("L4", True, timedelta(days=9))
    assert made.topics == ("稅",)


@pytest.mark.parametrize("name", ["search.web", "search__web", "Search.Web"])
def test_no_tool_takes_a_name_that_is_taken_however_it_is_written(name: str) -> None:
    registry = Registry()
    registry.register(tool("search.web"))

    with pytest.raises(SetupError, match="want the name"):
        registry.register(tool(name))
    with pytest.raises(SetupError, match="want the name"):
        registry.alias(name, of="search.web")


async def test_what_an_adapter_offers_stands_below_its_prefix_and_is_called_by_its_own_name() -> (
    None
):
    registry = Registry()
    registry.register_mcp_adapter(Foreign("browse", "page-source"), prefix="browser")

    made = registry.get("browser.page-source")

    assert registry.names() == ("browser.browse", "browser.page-source")
    assert (made.level, made.requires_approval, made.origin) == ("L3", True, "browser")
    assert (await made.invoke({})).text == "page-source"


def test_an_adapter_that_would_shadow_a_tool_registers_nothing_at_all() -> None:
    registry = Registry()
    registry.register(tool("library.search"))

    with pytest.raises(SetupError, match=r"library\.search"):
        registry.register_mcp_adapter(Foreign("other", "search"), prefix="library")

    assert registry.names() == ("library.search",)


@pytest.mark.parametrize("prefix", ["", "Browser", "a b", "a..b", "search__", "1a", "a_", "x" * 50])
def test_a_prefix_is_a_plain_word(prefix: str) -> None:
    with pytest.raises(SetupError, match="before a tool's name"):
        Registry().register_mcp_adapter(Foreign("x"), prefix=prefix)


@pytest.mark.parametrize("name", ["", "...", "\u202e\u200b"])
def test_a_tool_without_a_name_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="no name"):
        Registry().register_mcp_adapter(Foreign(name), prefix="a")


def test_a_name_with_marks_in_it_loses_them() -> None:
    registry = Registry()
    registry.register_mcp_adapter(Foreign("../../search web\u202e"), prefix="a")

    assert registry.names() == ("a.search_web",)


@pytest.mark.parametrize("schema", [{"type": "nonsense"}, {"properties": 3}, {"minimum": "x"}])
def test_a_schema_that_is_none_is_refused_with_the_tools_name(
    schema: Mapping[str, JsonValue],
) -> None:
    with pytest.raises(SetupError, match=r"a\.x"):
        Registry().register_mcp_adapter(Foreign("x", schema=schema), prefix="a")


def test_core_tools_are_offered_whatever_the_topic_and_others_where_it_names_them() -> None:
    registry = Registry()
    registry.register(tool("browser.browse", is_core=True), level="L3")
    registry.register(tool("twse.stock_day", topics=("股價", "stock", "ETF", A_COMPANY)))
    registry.register(tool("notes.read"))

    def shown(topic: str) -> list[str]:
        return [one.name for one in registry.offered(topic)]

    assert shown("是否徵收擁擠費") == ["notes.read", "browser.browse"]
    assert shown("台積電股价走勢") == ["notes.read", "twse.stock_day", "browser.browse"]
    assert "twse.stock_day" in shown("Which etf to buy?")
    assert "twse.stock_day" in shown("台積電是否應赴美設廠")
    assert "twse.stock_day" not in shown("Stockholm's congestion charge")


def test_a_tool_that_is_not_there_is_told_with_those_that_are() -> None:
    registry = Registry()
    registry.register(tool("a.b"))

    with pytest.raises(UsageError, match=r"a\.b"):
        registry.get("x" * 10_000)
