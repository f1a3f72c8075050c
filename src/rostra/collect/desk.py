"""Everything the collecting flows are given; `assembly` puts it together."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from rostra.collect.addresses import AddressGate
from rostra.collect.browsing import BROWSE, Opened, opened
from rostra.collect.robots import RULES, rules_of
from rostra.collect.visits import Visits, host_of, origin_of
from rostra.events import EventLog
from rostra.records import Degraded, Site, ToolCall, ToolResult
from rostra.roles import Stage
from rostra.steps import Step
from rostra.store import Store
from rostra.text.script import Language
from rostra.tools import ToolPath

READ = "pages.read"


@dataclass(frozen=True, slots=True)
class CollectDesk:
    tools: ToolPath
    gate: AddressGate
    visits: Visits
    store: Store
    events: EventLog
    stage: Stage
    clock: Callable[[], datetime]
    today: Callable[[], date]
    stop_asked: Callable[[str], Awaitable[str | None]]
    language: Language
    # Sites that are always there: those of the sample world.
    own_sites: Sequence[Site] = field(default_factory=tuple)

    async def ask(self, calls: Sequence[ToolCall], site: Site, step: Step) -> list[ToolResult]:
        """Open addresses through the one path, each host's rules read before anything else."""
        await self._learn_rules([str(call.args.get("url", "")) for call in calls], site, step)
        results = await self.tools.call(calls, step)
        for result in results:
            if result.ok and result.tool == BROWSE:
                self.gate.know(step.run_id, opened(result.data).addresses())
        return results

    async def browse(
        self, name: str, url: str, site: Site, step: Step
    ) -> tuple[ToolResult, Opened]:
        (result,) = await self.ask([ToolCall(name, BROWSE, {"url": url}, "", url)], site, step)
        return result, opened(result.data)

    async def tell(self, what: str, instead: str) -> None:
        await self.events.publish(Degraded(what=what[:400], instead=instead))

    async def _learn_rules(self, urls: Sequence[str], site: Site, step: Step) -> None:
        named = dict.fromkeys(origin_of(url) for url in urls if host_of(url))
        origins = [origin for origin in named if self.gate.meets(step.run_id, origin)]
        calls = [
            ToolCall(f"rules-{origin}", RULES, {"url": origin}, "", f"{origin}/robots.txt")
            for origin in origins
        ]
        for origin, result in zip(origins, await self.tools.call(calls, step), strict=True):
            pause = rules_of(result.data).delay if result.ok else 0.0
            own = site.pace if host_of(origin) == host_of(site.url) else 0.0
            self.visits.keep(host_of(origin), max(own, pause))
