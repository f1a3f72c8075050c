"""Packages that bring tools, publishers and prompts: loaded by name, and only those that are set.

A plugin is a function under the entry point group `rostra.plugins`. It is given a `Plugin` and
hands in what it brings; nothing it hands in can take a name of ours, and none of its tools is
trusted further than the settings say.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from rostra.errors import OutsideError, RostraError, SetupError
from rostra.records import JsonValue, TrustLevel
from rostra.rules import read_publishers
from rostra.rules.sources import Publisher
from rostra.tools.schema import check_schema
from rostra.tools.tool import Invoke, Tool, ToolOutput

GROUP = "rostra.plugins"

T = TypeVar("T")


@dataclass(slots=True)
class Plugin:
    """What one plugin hands in. `most` is the most its tools may be trusted."""

    name: str
    most: TrustLevel
    tools: list[Tool] = field(default_factory=list)
    publishers: list[Publisher] = field(default_factory=list)
    prompt_folders: list[Path] = field(default_factory=list)

    def add_tool(self, tool: Tool) -> None:
        """Offer a tool; its name begins with the plugin's own and a dot."""
        if not tool.name.startswith(f"{self.name}."):
            raise SetupError(f"{tool.name} must be called {self.name}.something.")
        check_schema(tool.name, tool.input_schema)
        check_schema(tool.name, tool.output_schema)
        level = max(tool.level, self.most)  # L1 is trusted most
        held = replace(tool, level=level, invoke=_guarded(tool), origin=self.name)
        self.tools.append(held)

    def add_sources(self, file: Path | Traversable) -> None:
        """Add publishers from a TOML file like our own source book."""
        self.publishers += read_publishers(Path(str(file)))

    def add_prompts(self, folder: Path | Traversable) -> None:
        """Add prompt files, `<desk>/<role>_<task>.<language>.md`, new ones or in place of ours."""
        path = Path(str(folder))
        if not path.is_dir():
            raise SetupError(f"{path} is no folder of prompts.")
        self.prompt_folders.append(path)


def load_plugins(wanted: Mapping[str, TrustLevel]) -> tuple[Plugin, ...]:
    """Import the plugins that are set, in their order; one that fails is a SetupError."""
    if not wanted:
        return ()
    found = {one.name: one for one in entry_points(group=GROUP)}
    return tuple(_loaded(name, most, found) for name, most in wanted.items())


def _loaded(name: str, most: TrustLevel, found: Mapping[str, EntryPoint]) -> Plugin:
    if name not in found:
        known = ", ".join(sorted(found)) or "none"
        raise SetupError(f"plugins: no installed package brings {name!r}. Installed: {known}.")
    plugin = Plugin(name, most)
    register: Callable[[Plugin], Any] = _tried(name, found[name].load)
    _tried(name, lambda: register(plugin))
    return plugin


def _tried(name: str, act: Callable[[], T]) -> T:
    try:
        return act()
    except RostraError as error:
        raise SetupError(f"The plugin {name} cannot be used: {error}") from error
    except Exception as error:  # whatever a stranger's import does, it is told as one sentence
        why = f"{type(error).__name__}: {error}"
        raise SetupError(f"The plugin {name} cannot be loaded ({why[:200]}).") from error


def _guarded(tool: Tool) -> Invoke:
    """A plugin's mistake is a failed call, never the end of a run."""

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        try:
            output = await tool.invoke(args)
        except RostraError:
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise OutsideError(f"{tool.name} failed ({why[:200]}).") from error
        if not isinstance(output, ToolOutput):
            raise OutsideError(f"{tool.name} gave no ToolOutput.")
        return output

    return invoke
