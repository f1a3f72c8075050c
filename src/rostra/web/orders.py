"""An order for a run as it comes over the wire, and the run that is made of it.

What an order may spend is never more than the operator's settings allow.
"""

import uuid
from datetime import date
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from rostra.assembly import House
from rostra.debate.job import job_of as debate_job
from rostra.errors import UsageError
from rostra.records import Budget, Evidence, JsonValue, Run
from rostra.records.report import Mode
from rostra.research.job import check_question
from rostra.research.job import job_of as research_job

N = TypeVar("N", int, float)

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


class ResearchOrder(_Order):
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
    kind: Literal["debate"]
    question: Text = Field(description="The motion.")
    rounds: int = Field(default=2, ge=1, le=5)
    sides: Names = ["pro", "con", "neutral"]
    chair: Literal["auto", "model", "human"] = "auto"
    starts_from: str = Field(default="", max_length=100, description="A research run.")
    library: Names = []


class CollectOrder(_Order):
    kind: Literal["collect"]
    sites: Names = Field(default=[], description="Which watched sites; all when none is named.")
    since: date | None = None
    until: date | None = None
    max_items: int | None = Field(default=None, ge=1, le=1_000)


class RecheckOrder(_Order):
    kind: Literal["revalidate"]
    artifacts: Annotated[list[Name], Field(min_length=1, max_length=200)]


Order = Annotated[
    ResearchOrder | DebateOrder | CollectOrder | RecheckOrder, Field(discriminator="kind")
]


async def make_run(house: House, order: Order) -> Run:
    """The run that was ordered, checked as far as can be told before it starts."""
    question, options = await _matter(house, order)
    is_sample = options.get("sample") is True
    is_recheck = isinstance(order, RecheckOrder)
    engine = (
        "no model" if is_recheck else (await house.models.choices(is_sample=is_sample)).usual.model
    )
    run = Run(
        id=uuid.uuid4().hex,
        kind=order.kind,
        question=check_question(question),
        status="queued",
        created_at=house.clock(),
        options=options,
        budget=_budget(house, order),
        engine=engine,
    )
    if run.kind == "research":
        research_job(run)
    elif run.kind == "debate":
        debate_job(run)
    return run


async def _matter(house: House, order: Order) -> tuple[str, dict[str, JsonValue]]:
    options: dict[str, JsonValue] = {"sample": True} if order.sample else {}
    if isinstance(order, RecheckOrder):
        return await _recheck(house, order)
    if isinstance(order, DebateOrder):
        options |= {"rounds": order.rounds, "sides": [*order.sides], "chair": order.chair}
        await _add_earlier(house, options, "from", order.starts_from)
        await _add_library(house, options, order.library)
        return order.question, options
    for name, day in (("since", order.since), ("until", order.until)):
        if day is not None:
            options[name] = day.isoformat()
    if isinstance(order, CollectOrder):
        return await _collection(house, order, options)
    options |= {"mode": order.mode, "ask": order.ask}
    options |= {"only_domains": [*order.only_domains], "not_domains": [*order.not_domains]}
    await _add_earlier(house, options, "continue", order.continues)
    await _add_library(house, options, order.library)
    return order.question, options


async def _collection(
    house: House, order: CollectOrder, options: dict[str, JsonValue]
) -> tuple[str, dict[str, JsonValue]]:
    if order.since and order.until and order.until < order.since:
        raise UsageError(f"The range ends ({order.until}) before it begins ({order.since}).")
    if not order.sample:
        watched = [site.name for site in await house.store.list_sites()]
        if not watched:
            raise UsageError("No site is watched yet. Add one first.")
        for name in order.sites:
            if name not in watched:
                raise UsageError(f"No site is called {name[:80]!r}. Watched: {'、'.join(watched)}.")
    options["sites"] = [*order.sites]
    if order.max_items:
        options["max_items"] = order.max_items
    return "、".join(order.sites) or ("sample" if order.sample else "all"), options


async def _recheck(house: House, order: RecheckOrder) -> tuple[str, dict[str, JsonValue]]:
    ids = list(dict.fromkeys(order.artifacts))
    kept = await house.store.get_artifacts(ids)
    if len(kept) < len(ids):
        unknown = next(one for one in ids if one not in {k.artifact.id for k in kept})
        raise UsageError(f"Nothing in memory is called {unknown[:80]!r}.")
    worlds = {
        one.artifact.provenance.world if isinstance(one.artifact, Evidence) else
        one.artifact.origin.world
        for one in kept
    }  # fmt: skip
    if len(worlds) > 1:
        raise UsageError("Some of these are of the sample world and some are not: ask twice.")
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    options: dict[str, JsonValue] = {"artifacts": [*ids]}
    options |= {"sample": True} if "sample" in worlds else {}
    return f"Does {ids[0][:40]}{more} still hold?", options


async def _add_earlier(house: House, options: dict[str, JsonValue], name: str, run_id: str) -> None:
    """Name the run to start from; it decides in which world the new one looks."""
    if not run_id:
        return
    earlier = await house.store.get_run(run_id)
    if earlier is None or not earlier.has_ended:
        raise UsageError(f"Run {run_id[:80]!r} is not there, or has not ended yet.")
    options[name] = earlier.id
    if earlier.options.get("sample") is True:
        options["sample"] = True


async def _add_library(house: House, options: dict[str, JsonValue], names: list[str]) -> None:
    known = {folder.name for folder in await house.store.library_folders()} if names else set()
    for name in names:
        if name not in known:
            raise UsageError(f"No folder of documents is called {name[:80]!r}.")
    if names:
        options["library"] = [*names]


def _budget(house: House, order: Order) -> Budget:
    caps = house.settings.budget
    if isinstance(order, RecheckOrder):
        return Budget(max_cost=0.0, max_tokens=0, max_calls=200)
    return Budget(
        _least(caps.max_cost, order.max_cost),
        _least(caps.max_tokens, order.max_tokens),
        _least(caps.max_calls, order.max_calls),
        _least(caps.max_seconds, order.max_seconds),
    )


def _least(cap: N | None, wanted: N | None) -> N | None:
    given = [one for one in (cap, wanted) if one is not None]
    return min(given) if given else None
