"""Packages that bring tools, publishers and prompts: loaded by name, and only those that are set.

A plugin is a function under the entry point group `rostra.plugins`. It is given a `Plugin` and
hands in what it brings; nothing it hands in can take a name of ours, and none of its tools is
trusted further than the settings say. What comes with Rostra (`rostra_markets`) comes in this way.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rostra.errors import OutsideError, RostraError, SetupError
from rostra.pages import Client
from rostra.records import JsonValue, TrustLevel
from rostra.rules import SourceBook, read_publishers
from rostra.rules.sources import Publisher
from rostra.settings import Settings
from rostra.store import Store
from rostra.tools.schema import check_schema
from rostra.tools.tool import Invoke, Tool, ToolOutput
from rostra.words import message

GROUP = "rostra.plugins"
# The package that Rostra is installed as: what else it brings is as much ours as Rostra.
_OUR_PACKAGE = "rostra"
_OUR_PREFIXES = frozenset({"browser", "library", "pages", "search", "searxng"})
_PREFIX = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

T = TypeVar("T")

log = logging.getLogger(__name__)


class OpenClient(Protocol):
    """Opens a guarded HTTP client that the desk closes at its end."""

    async def __call__(self, *, allow: Iterable[str] = (), tries: int = 3) -> Client:
        """`allow` names private addresses that may be fetched, like a mirror of one's own."""
        ...


@dataclass(frozen=True, slots=True)
class PluginWorld:
    """Where a plugin's tools work: the web, or the sample city (`name` is "sample")."""

    name: str
    clock: Callable[[], datetime]
    book: SourceBook
    store: Store
    open_client: OpenClient


MakeTools = Callable[[PluginWorld], Awaitable[Iterable[Tool]]]


@dataclass(slots=True)
class Plugin:
    """What one plugin hands in. `most` is the most its tools may be trusted; `origin` is empty
    for one that comes with Rostra.
    """

    name: str
    most: TrustLevel
    settings: Settings
    origin: str = ""
    prefixes: set[str] = field(default_factory=set)
    tools: list[Tool] = field(default_factory=list)
    makers: list[tuple[MakeTools, bool]] = field(default_factory=list)
    publishers: list[Publisher] = field(default_factory=list)
    prompt_folders: list[Path] = field(default_factory=list)

    def add_prefixes(self, *prefixes: str) -> None:
        """Let tools be called `prefix.something` too, beside the plugin's own name."""
        for prefix in prefixes:
            if prefix in _OUR_PREFIXES or not _PREFIX.fullmatch(prefix):
                raise SetupError(
                    message("errors_tools.cannot_stand_before_tools", prefix=repr(prefix))
                )
            self.prefixes.add(prefix)

    def add_tool(self, tool: Tool) -> None:
        """Offer a tool; its name begins with the plugin's own, or a prefix of its, and a dot."""
        self.tools.append(self._held(tool))

    def add_tools(self, make: MakeTools, *, in_sample: bool = False) -> None:
        """Offer tools that need an HTTP client, the clock or the store: `make` gives those of a
        world, of the sample city only where it has something to ask there.
        """
        self.makers.append((make, in_sample))

    async def tools_in(self, world: PluginWorld) -> list[Tool]:
        """Every tool of the plugin in a world."""
        made = [] if world.name else list(self.tools)
        try:
            for make, in_sample in self.makers:
                if in_sample or not world.name:
                    made += [self._held(tool) for tool in await make(world)]
        except (Exception, SystemExit) as error:
            raise _unusable(self.name, error) from error
        return [replace(tool, world=world.name) for tool in made]

    def _held(self, tool: Tool) -> Tool:
        if tool.name.split(".")[0] not in {self.name, *self.prefixes}:
            raise SetupError(
                message("errors_tools.must_called_something", name=tool.name, name_2=self.name)
            )
        check_schema(tool.name, tool.input_schema)
        check_schema(tool.name, tool.output_schema)
        level = max(tool.level, self.most)  # L1 is trusted most
        return replace(tool, level=level, invoke=_guarded(tool), origin=self.origin)

    def add_sources(self, file: Path | Traversable) -> None:
        """Add publishers from a TOML file like our own source book."""
        self.publishers += read_publishers(Path(str(file)))

    def add_prompts(self, folder: Path | Traversable) -> None:
        """Add prompt files, `<desk>/<role>_<task>.<language>.md`, new ones or in place of ours."""
        path = Path(str(folder))
        if not path.is_dir():
            raise SetupError(message("errors_tools.no_folder_prompts", path=str(path)))
        self.prompt_folders.append(path)


def load_plugins(settings: Settings) -> tuple[Plugin, ...]:
    """Import the plugins that are on, in their order; one that fails is a SetupError."""
    wanted = settings.plugins_on()
    found = {one.name: one for one in entry_points(group=GROUP)} if wanted else {}
    return tuple(
        _loaded(name, most, found, settings)
        for name, most in wanted.items()
        if name in found or name in settings.plugins  # an install may leave out what is usual
    )


def _loaded(
    name: str, most: TrustLevel, found: Mapping[str, EntryPoint], settings: Settings
) -> Plugin:
    if name not in found:
        known = ", ".join(sorted(found)) or "none"
        raise SetupError(
            message("errors_tools.plugins_no_installed_package", name=repr(name), known=known)
        )
    package = found[name].dist
    is_ours = package is not None and package.name == _OUR_PACKAGE
    plugin = Plugin(name, most, settings, origin="" if is_ours else name)
    register: Callable[[Plugin], Any] = _tried(name, found[name].load)
    _tried(name, lambda: register(plugin))
    return plugin


def _tried(name: str, act: Callable[[], T]) -> T:
    try:
        return act()
    except (Exception, SystemExit) as error:
        raise _unusable(name, error) from error


def _unusable(name: str, error: BaseException) -> SetupError:
    """Whatever a stranger's code does when it is loaded, it is told as one sentence."""
    if isinstance(error, RostraError):
        return SetupError(
            message("errors_tools.plugin_cannot_used", name=name, error=error.message)
        )
    why = f"{type(error).__name__}: {error}"
    return SetupError(message("errors_tools.plugin_cannot_loaded", name=name, why=why[:200]))


def _guarded(tool: Tool) -> Invoke:
    """A plugin's mistake is a failed call, never the end of a run."""

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        try:
            output = await tool.invoke(args)
        except RostraError:
            raise
        except (Exception, SystemExit) as error:
            why = f"{type(error).__name__}: {error}"
            log.info("tool %s broke", tool.name, exc_info=True)
            told = message("errors_tools.failed", name=tool.name, why=why[:200])
            raise OutsideError(told) from error
        if not isinstance(output, ToolOutput):
            raise OutsideError(message("errors_tools.gave_no_tooloutput", name=tool.name))
        return output

    return invoke
