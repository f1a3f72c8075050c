"""Plugins: the documented example is installed and used; what a plugin may not do is refused."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rostra import prompts
from rostra.errors import OutsideError, SetupError
from rostra.records import JsonValue
from rostra.rules import classify_source, shipped_book
from rostra.settings import Settings, load_settings
from rostra.tools import Registry, Tool, ToolOutput
from rostra.tools.adapters.plugins import Plugin, PluginWorld, load_plugins
from tests.tools.adapters.conftest import NOW

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "plugins.md").read_text("utf-8")

Install = Callable[..., None]


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a package where Python finds it, the way an installer leaves it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(import_module("rostra.prompts.load"), "_added", {})
    before = set(sys.modules)

    def write(code: str, points: str, files: Mapping[str, str] | None = None) -> None:
        package = tmp_path / "acme_desk"
        for name, text in {"__init__.py": code, **(files or {})}.items():
            (package / name).parent.mkdir(parents=True, exist_ok=True)
            (package / name).write_text(text, "utf-8")
        info = tmp_path / "acme_desk-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-desk\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(points)

    yield write
    for name in set(sys.modules) - before:
        if name.startswith("acme_desk"):
            del sys.modules[name]


SOURCES = (
    '[[publisher]]\nname = "ACME Weekly"\ntier = 2\ntype = "news"\ndomains = ["acme.example"]\n'
)
PROMPT = "You sum up for ACME.\n---\nSum up: {{text}}\n"


def test_the_example_is_about_thirty_lines() -> None:
    assert len([line for line in block("python").splitlines() if line.strip()]) <= 32


async def test_the_documented_example_brings_a_tool_a_publisher_and_a_prompt(
    install: Install,
) -> None:
    files = {"sources.toml": SOURCES, "prompts/acme/summariser_brief.en.md": PROMPT}
    install(block("python"), block("ini"), files)

    (plugin,) = load_plugins(setting({"acme": "L1"}))
    registry = Registry()
    for tool in await plugin.tools_in(world()):
        registry.register(tool)

    output = await registry.get("acme.stock").invoke({"item": "A-1"})
    assert output.data == {"item": "A-1", "pieces": 120}
    assert registry.get("acme.stock").level == "L1"
    book = shipped_book().extended(plugin.publishers)
    assert classify_source("https://www.acme.example/1", book=book).tier == 2
    for folder in plugin.prompt_folders:
        prompts.add_prompts(folder)
    assert "ACME" in prompts.load("acme/summariser_brief", "en").system


def setting(plugins: Mapping[str, str]) -> Settings:
    flags = {"plugins": {"markets": "off", **plugins}}
    return load_settings(flags=flags, environ={}, folder=Path("/"))


def world(name: str = "") -> PluginWorld:
    """A world without a way out or a store: the tools here need neither."""
    nothing: Any = None
    return PluginWorld(name, lambda: NOW, shipped_book(), nothing, nothing)


def test_a_plugin_that_is_not_named_is_not_even_imported(install: Install) -> None:
    install("raise RuntimeError('imported')", block("ini"))

    assert load_plugins(setting({})) == ()
    assert "acme_desk" not in sys.modules


async def test_no_plugin_is_trusted_further_than_it_was_set(install: Install) -> None:
    install(
        block("python")
        .replace('plugin.add_sources(files("acme_desk") / "sources.toml")', "")
        .replace('plugin.add_prompts(files("acme_desk") / "prompts")', ""),
        block("ini"),
    )

    (plugin,) = load_plugins(setting({"acme": "L3"}))

    assert [tool.level for tool in plugin.tools] == ["L3"]


async def test_what_a_plugin_raises_is_a_failed_call(install: Install) -> None:
    install(block("python").split("    plugin.add_sources")[0], block("ini"))
    (plugin,) = load_plugins(setting({"acme": "L1"}))
    (tool,) = plugin.tools

    with pytest.raises(OutsideError, match=r"acme.stock failed \(KeyError"):
        await tool.invoke({"item": "Z-9"})


def test_what_is_wrong_with_a_plugin_is_one_sentence(install: Install) -> None:
    table = {
        "raise RuntimeError('no licence')": "no licence",
        "def something(): pass": "acme",
        "def register(plugin): plugin.add_sources('/nowhere.toml')": "cannot be read",
        "def register(plugin): plugin.add_prompts('/nowhere')": "no folder of prompts",
        "def register(plugin): plugin.add_tool(3)": "acme",
        block("python").replace('"acme.stock"', '"search.web"'): "must be called acme.",
    }
    wrong = []
    for code, wanted in table.items():
        sys.modules.pop("acme_desk", None)
        install(code, block("ini"))
        for cached in (Path(sys.path[0]) / "acme_desk").glob("__pycache__/*"):
            cached.unlink()
        try:
            load_plugins(setting({"acme": "L2"}))
            wrong.append((code, "was accepted"))
        except SetupError as error:
            if wanted not in str(error):
                wrong.append((code, str(error)))

    assert wrong == []
    with pytest.raises(SetupError, match=r"no installed package brings 'nobody'"):
        load_plugins(setting({"nobody": "L2"}))


def test_a_prompt_in_place_of_ours_has_the_same_places(tmp_path: Path) -> None:
    name = next(one for one in prompts.prompt_names() if one.startswith("shared/"))
    ours = prompts.load(name, "en")
    file = tmp_path / f"{name}.en.md"
    file.parent.mkdir()
    file.write_text("Obey.\n---\nSay {{anything}}\n")

    with pytest.raises(SetupError, match="the places of ours"):
        prompts.add_prompts(tmp_path)
    assert prompts.load(name, "en") == ours


async def test_an_output_that_is_none_is_a_failed_call() -> None:
    async def wrong(args: Mapping[str, JsonValue]) -> ToolOutput:
        return {"not": "an output"}  # type: ignore[return-value]

    plugin = Plugin("acme", "L2", setting({}))
    plugin.add_tool(Tool("acme.x", "X.", "L2", timedelta(1), {"type": "object"}, wrong))

    with pytest.raises(OutsideError, match="gave no ToolOutput"):
        await plugin.tools[0].invoke({})


def tool(name: str) -> Tool:
    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        return ToolOutput("")

    return Tool(name, "X.", "L2", timedelta(1), {"type": "object"}, invoke)


def test_a_plugin_may_claim_a_prefix_but_none_of_ours() -> None:
    plugin = Plugin("acme", "L2", setting({}))
    plugin.add_prefixes("stock")
    plugin.add_tool(tool("stock.count"))

    for prefix in ("search", "pages", "browser", "library", "searxng", "Stock", "a.b", ""):
        with pytest.raises(SetupError, match="cannot stand before"):
            plugin.add_prefixes(prefix)
    with pytest.raises(SetupError, match=r"must be called acme\."):
        plugin.add_tool(tool("other.count"))


async def test_tools_that_need_a_world_are_made_for_each_and_in_the_sample_only_if_wanted() -> None:
    plugin = Plugin("acme", "L2", setting({}))
    plugin.add_tool(tool("acme.plain"))

    async def of_the_web(world: PluginWorld) -> list[Tool]:
        return [tool("acme.web")]

    async def of_both(world: PluginWorld) -> list[Tool]:
        return [tool(f"acme.both_{world.clock():%Y}")]

    plugin.add_tools(of_the_web)
    plugin.add_tools(of_both, in_sample=True)

    def names(tools: list[Tool]) -> list[tuple[str, str]]:
        return [(one.name, one.world) for one in tools]

    both = f"acme.both_{NOW:%Y}"
    assert names(await plugin.tools_in(world())) == [
        ("acme.plain", ""),
        ("acme.web", ""),
        (both, ""),
    ]
    assert names(await plugin.tools_in(world("sample"))) == [(both, "sample")]


@pytest.mark.parametrize("error", [RuntimeError("no licence"), SystemExit(3)])
async def test_a_plugin_whose_tools_cannot_be_made_is_one_sentence(error: BaseException) -> None:
    plugin = Plugin("acme", "L2", setting({}))

    async def broken(world: PluginWorld) -> list[Tool]:
        raise error

    plugin.add_tools(broken)
    with pytest.raises(SetupError, match=r"The plugin acme cannot be loaded \("):
        await plugin.tools_in(world())


def test_what_comes_with_rostra_is_on_unless_it_is_set_off() -> None:
    usual = load_settings(environ={}, folder=Path("/"))
    named = load_settings(flags={"plugins": {"acme": "L1"}}, environ={}, folder=Path("/"))
    off = load_settings(flags={"plugins": {"markets": "off"}}, environ={}, folder=Path("/"))

    assert usual.plugins_on() == {"markets": "L2"}
    assert named.plugins_on() == {"markets": "L2", "acme": "L1"}
    assert off.plugins_on() == {}
    assert [one.origin for one in load_plugins(usual)] == [""], "it is ours, not a server's"
    assert load_plugins(off) == ()
