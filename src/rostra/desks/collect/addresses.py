"""Which addresses a collecting turn may open: its site, and what it has seen linked there.

A turn says what it knows, from its job and from every page it reads; all of that is rebuilt when
the turn is replayed. Nobody composes an address: one that was never seen is refused, whoever asks.
"""

from collections.abc import Iterable

from rostra.desks.collect.robots import RULES
from rostra.desks.collect.visits import origin_of
from rostra.records import Ruling, ToolCall
from rostra.rules import canonical_url
from rostra.steps import current_position
from rostra.tools import Tool
from rostra.words import message


class AddressGate:
    def __init__(self) -> None:
        self._known: dict[str, set[str]] = {}
        self._met: dict[str, set[str]] = {}

    def know(self, turn: str, urls: Iterable[str]) -> None:
        known = self._known.setdefault(turn, set())
        for url in urls:
            address = canonical_url(url)
            if address is not None:
                known.add(address)
                known.add(origin_of(address))

    def meets(self, turn: str, origin: str) -> bool:
        """Whether the turn comes to this host for the first time."""
        met = self._met.setdefault(turn, set())
        is_new = origin not in met
        met.add(origin)
        return is_new

    def forget(self, turn: str) -> None:
        self._known.pop(turn, None)
        self._met.pop(turn, None)

    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        asked = str(call.args.get("url", ""))
        address = asked if tool.name == RULES else canonical_url(asked)
        if address in self._known.get(current_position().run, ()):
            return None
        return Ruling.refuse("address", message("tools.off_site", url=asked[:200]))
