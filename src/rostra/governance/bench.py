"""Everything that stands between an agent and the outside, put together for one matter.

Asked before memory: is the address discovered, is the query about the matter. Then the purses.
Then, cheapest first: the breaker, whether there is a reason at all, whether the answer is known,
whether a backup source is due. What they leave open goes to whoever sits in the chair.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rostra.events import EventLog
from rostra.governance.addresses import Discoverer, DiscoveryGate, LeakGate, QueryGate
from rostra.governance.breaker import Breakers
from rostra.governance.chairs import (
    AskChairman,
    AskOnPlea,
    Chair,
    ModelChair,
    PersonChair,
    Records,
    RuleChair,
)
from rostra.governance.extensions import ExtensionReview
from rostra.governance.inner import BackupGate, InternalFirst
from rostra.governance.justifying import JustificationGate
from rostra.governance.matter import GatedTool, Matter
from rostra.governance.needs import Recall
from rostra.governance.policy import Policy, Sitting
from rostra.records import Ruling, ToolCall, TrustLevel
from rostra.store import Store


class Gate(Protocol):
    async def consider(self, tool: GatedTool, call: ToolCall) -> Ruling | None: ...


class Tools(Protocol):
    """What the gates ask of the registry."""

    def level_of(self, name: str) -> TrustLevel | None: ...
    def names_of(self, level: TrustLevel) -> Sequence[str]: ...
    def finding(self, topic: str) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Bench:
    """One for a desk; what belongs to a run or a turn is asked for with its matter."""

    store: Store
    events: EventLog
    clock: Callable[[], datetime]
    tools: Tools
    recall: Recall
    breakers: Breakers
    policy: Policy
    # The chairman's role in a run's language; None where no model plays it.
    ask_chairman: Callable[[str], AskChairman] | None = None
    ask_on_plea: Callable[[str], AskOnPlea] | None = None
    # The time people live in, where the desk's own stands still; by it a person is waited for.
    wall: Callable[[], datetime] | None = None

    def discovery(self, matter: Matter) -> tuple[Gate, ...]:
        async def the_matter(_: str) -> Matter:
            return matter

        return (DiscoveryGate(self.store), QueryGate(the_matter), LeakGate())

    def gates(self, matter: Matter) -> tuple[Gate, ...]:
        return (
            self.breakers,
            JustificationGate(matter),
            InternalFirst(self.recall, self.store, self.tools),
            BackupGate(self.store, self.tools),
        )

    def witnesses(self) -> tuple[Discoverer, ...]:
        return (Discoverer(self.store),)

    def chair(
        self,
        matter: Matter,
        language: str,
        sitting: Sitting | None = None,
        *,
        records: Records | None = None,
        without: Chair | None = None,
    ) -> Chair:
        """Who decides; `sitting` is what the run asks for, else what the policy says.

        `without` decides where a model was to and says nothing.
        """
        records = records or self.store
        who = sitting or self.policy.chair
        if who == "person":
            return PersonChair(
                records,
                self.events,
                self.wall or self.clock,
                seconds=self.policy.chair_seconds,
                language=language,
            )
        by_rule = RuleChair(records, matter, self.tools)
        if who != "rule" and self.ask_chairman is not None and self.ask_on_plea is not None:
            on_call, on_plea = self.ask_chairman(language), self.ask_on_plea(language)
            return ModelChair(on_call, on_plea, records, matter, without or by_rule, self.tools)
        return by_rule

    def extender(
        self, matter: Matter, chair: Chair, *, agent: str, language: str, steps: int
    ) -> ExtensionReview:
        """The review of one turn's pleas; usable wherever the agent loop wants an extender."""
        return ExtensionReview(
            self.recall,
            chair,
            self.store,
            self.events,
            self.clock,
            agent=agent,
            language=language,
            steps=steps,
        )
