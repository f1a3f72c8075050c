"""Which tools there are. A name belongs to the first tool that took it: none can be shadowed."""

from rostra.errors import SetupError, UsageError
from rostra.tools.tool import Tool


class Registry:
    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def register(self, tool: Tool) -> None:
        taken = {known.wire_name for known in self._tools.values()}
        if tool.name in self._tools or tool.wire_name in taken:
            raise SetupError(f"Two tools want the name {tool.name}; rename one of them.")
        self._tools[tool.name] = tool

    def alias(self, name: str, of: str) -> None:
        """Offer a tool under a second public name, with one key and one memory."""
        if name in self._tools:
            raise SetupError(f"Two tools want the name {name}; rename one of them.")
        self._tools[name] = self.get(of)

    def get(self, name: str) -> Tool:
        try:
            return self._tools[name]
        except KeyError:
            known = ", ".join(sorted(self._tools))
            raise UsageError(f"There is no tool called {name!r}. Known: {known}.") from None

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._tools))
