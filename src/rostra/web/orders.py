"""An order for a run as it comes over the wire."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from rostra.assembly import orders
from rostra.records import Budget
from rostra.records.report import Mode
from rostra.text.script import Language

Text = Annotated[str, Field(max_length=10_000)]
Name = Annotated[str, Field(min_length=1, max_length=300)]
Names = Annotated[list[Name], Field(max_length=100)]


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid")

    sample: bool = Field(default=False, description="Ask the fictional city: no network, no key.")
    max_cost: float | None = Field(default=None, ge=0, allow_inf_nan=False, description="US$.")
    max_tokens: int | None = Field(default=None, ge=0, le=10**12)
    max_calls: int | None = Field(default=None, ge=0, le=10**9)
    max_seconds: float | None = Field(default=None, ge=1, allow_inf_nan=False)

    placed: ClassVar[type[orders.ResearchOrder | orders.DebateOrder | orders.CollectOrder]]

    def as_order(self) -> orders.Order:
        """The same, as the desk takes it."""
        caps = ("max_cost", "max_tokens", "max_calls", "max_seconds")
        wish = Budget(*(getattr(self, name) for name in caps))
        asked = self.model_dump(exclude={"kind", *caps})
        return self.placed(**asked, caps=wish)


class ResearchOrder(_Order):
    placed = orders.ResearchOrder

    kind: Literal["research"]
    question: Text
    mode: Mode = "strict"
    since: date | None = None
    until: date | None = None
    only_domains: Names = []
    not_domains: Names = []
    library: Names = Field(default=[], description="Folders that `rostra library list` names.")
    continues: str = Field(default="", max_length=100, description="A run to follow up on.")
    ask: bool = Field(default=True, description="Wait for a person where a choice is open.")


class DebateOrder(_Order):
    placed = orders.DebateOrder

    kind: Literal["debate"]
    question: Text = Field(
        default="", description="The motion; in the fictional city there is one to begin with."
    )
    rounds: int = Field(default=2, ge=1, le=5)
    sides: Names = ["pro", "con", "neutral"]
    chair: Literal["auto", "model", "human"] = "auto"
    starts_from: str = Field(default="", max_length=100, description="A research run.")
    library: Names = []


class CollectOrder(_Order):
    placed = orders.CollectOrder

    kind: Literal["collect"]
    sites: Names = Field(default=[], description="Which watched sites; all when none is named.")
    since: date | None = None
    until: date | None = None
    max_items: int | None = Field(default=None, ge=1, le=1_000)
    language: Language | None = Field(default=None, description="Of the digest; else the desk's.")


class RecheckOrder(_Order):
    kind: Literal["revalidate"]
    artifacts: Annotated[list[Name], Field(min_length=1, max_length=200)]

    def as_order(self) -> orders.Order:
        return orders.RecheckOrder(artifacts=self.artifacts)


Order = Annotated[
    ResearchOrder | DebateOrder | CollectOrder | RecheckOrder, Field(discriminator="kind")
]
