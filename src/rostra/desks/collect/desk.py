"""Everything the collecting flows are given; `assembly` puts it together."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from rostra.desks.collect.addresses import AddressGate
from rostra.desks.collect.browsing import BROWSE, Opened, opened
from rostra.desks.collect.job import SiteJob
from rostra.desks.collect.robots import RULES, Rules, rules_of
from rostra.desks.collect.visits import Visits, host_of, origin_of
from rostra.events import EventLog
from rostra.records import Degraded, JsonValue, Site, ToolCall, ToolResult
from rostra.roles import Stage
from rostra.roles.crawler import LIMITS
from rostra.roles.loop import TurnLimits
from rostra.steps import Step
from rostra.store import Store
from rostra.tools import ToolPath
from rostra.words import Language, Said

READ = "pages.read"


class Host(NamedTuple):
    """What a host asks for and offers, and why its rules could not be read, if so."""

    pause: float
    trouble: Said
    maps: tuple[str, ...] = ()


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
    # How long an agent may work on one section.
    crawl: TurnLimits = LIMITS
    # Sites that are always there: those of the sample world.
    own_sites: Sequence[Site] = field(default_factory=tuple)

    def enter(self, turn: str, job: SiteJob, urls: Sequence[str]) -> None:
        """A turn begins: what it may open, and what is known of the hosts it will meet."""
        self.gate.know(turn, urls)
        for origin in job.met:
            self.gate.meets(turn, origin)
        self.visits.keep(host_of(job.site.url), max(job.site.pace, job.pause))
        self.visits.want(turn, host_of(job.site.url), job.since)

    def leave(self, turn: str) -> None:
        """A turn is over: what it knew is forgotten."""
        self.gate.forget(turn)
        self.visits.forget(turn)

    async def ask(self, calls: Sequence[ToolCall], step: Step) -> list[ToolResult]:
        """Open addresses through the one path, each host's rules read before anything else."""
        await self.learn_rules([str(call.args.get("url", "")) for call in calls], step)
        results = await self.tools.call(calls, step)
        for result in results:
            if result.ok and result.tool == BROWSE:
                self.gate.know(step.run_id, opened(result.data).addresses())
        return results

    async def browse(
        self, name: str, url: str, step: Step, form: str = ""
    ) -> tuple[ToolResult, Opened]:
        args: dict[str, JsonValue] = {"url": url, **({"form": form} if form else {})}
        (result,) = await self.ask([ToolCall(name, BROWSE, args, "", url)], step)
        return result, opened(result.data)

    async def tell(self, what: Said, instead: Said) -> None:
        await self.events.publish(Degraded(what, instead))

    async def learn_rules(self, urls: Sequence[str], step: Step) -> dict[str, Host]:
        """Read the rules of hosts this turn has not met; return what each asks for."""
        named = dict.fromkeys(origin_of(url) for url in urls if host_of(url))
        origins = [origin for origin in named if self.gate.meets(step.run_id, origin)]
        calls = [
            ToolCall(f"rules-{origin}", RULES, {"url": origin}, "", f"{origin}/robots.txt")
            for origin in origins
        ]
        hosts: dict[str, Host] = {}
        for origin, result in zip(origins, await self.tools.call(calls, step), strict=True):
            rules = rules_of(result.data) if result.ok else Rules()
            hosts[origin] = Host(rules.delay, "" if result.ok else result.reason, rules.maps)
            self.visits.keep(host_of(origin), rules.delay)
        return hosts
