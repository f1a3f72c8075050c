"""An order for a run, and the run that is made of it; the same for every door.

What an order may spend is never more than the operator's settings allow.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from rostra.assembly.house import House, sample_motion
from rostra.debate.job import job_of as debate_job
from rostra.errors import UsageError
from rostra.records import Budget, Evidence, JsonValue, Run, RunKind
from rostra.records.debate import ChairKind
from rostra.records.report import Mode
from rostra.research.job import check_question
from rostra.research.job import job_of as research_job
from rostra.text.script import Language

N = TypeVar("N", int, float)

NO_WISH = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)
_RECHECKING = Budget(max_cost=0.0, max_tokens=0, max_calls=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchOrder:
    question: str
    mode: Mode = "strict"
    since: date | None = None
    until: date | None = None
    only_domains: Sequence[str] = ()
    not_domains: Sequence[str] = ()
    library: Sequence[str] = ()
    continues: str = ""
    ask: bool = True
    sample: bool = False
    caps: Budget = NO_WISH


@dataclass(frozen=True, slots=True, kw_only=True)
class DebateOrder:
    question: str
    rounds: int = 2
    sides: Sequence[str] = ("pro", "con", "neutral")
    chair: ChairKind = "auto"
    starts_from: str = ""
    library: Sequence[str] = ()
    sample: bool = False
    caps: Budget = NO_WISH


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectOrder:
    sites: Sequence[str] = ()
    since: date | None = None
    until: date | None = None
    max_items: int | None = None
    # In which language the digest is told; the desk's where none is named.
    language: Language | None = None
    sample: bool = False
    caps: Budget = NO_WISH


@dataclass(frozen=True, slots=True, kw_only=True)
class RecheckOrder:
    artifacts: Sequence[str]


Order = ResearchOrder | DebateOrder | CollectOrder | RecheckOrder


async def make_run(house: House, order: Order) -> Run:
    """The run that was ordered, checked as far as can be told before it starts."""
    if isinstance(order, RecheckOrder):
        question, options = await _recheck(house, order)
        return _run(house, "revalidate", question, options, _RECHECKING, "no model")
    budget = _budget(house, order.caps)
    engine = (await house.models.choices(is_sample=order.sample)).usual.model
    if isinstance(order, CollectOrder):
        question, options = await _collection(house, order)
        return _run(house, "collect", question, options, budget, engine)
    if isinstance(order, DebateOrder):
        options = await _debate(house, order)
        run = _run(house, "debate", _motion(house, order), options, budget, engine)
        debate_job(run)
        return run
    run = _run(house, "research", order.question, await _research(house, order), budget, engine)
    research_job(run)
    return run


def _run(
    house: House,
    kind: RunKind,
    question: str,
    options: dict[str, JsonValue],
    budget: Budget,
    engine: str,
) -> Run:
    return Run(
        id=uuid.uuid4().hex,
        kind=kind,
        question=check_question(question),
        status="queued",
        created_at=house.clock(),
        options=options,
        budget=budget,
        engine=engine,
    )


async def _research(house: House, order: ResearchOrder) -> dict[str, JsonValue]:
    options: dict[str, JsonValue] = {"mode": order.mode, "ask": order.ask}
    options |= {"only_domains": [*order.only_domains], "not_domains": [*order.not_domains]}
    options |= _period(order) | _world(order)
    await _add_earlier(house, options, "continue", order.continues)
    await _add_library(house, options, order.library)
    return options


async def _debate(house: House, order: DebateOrder) -> dict[str, JsonValue]:
    options: dict[str, JsonValue] = {"rounds": order.rounds, "sides": [*order.sides]}
    options |= {"chair": order.chair} | _world(order)
    await _add_earlier(house, options, "from", order.starts_from)
    await _add_library(house, options, order.library)
    return options


def _motion(house: House, order: DebateOrder) -> str:
    """The motion; in the sample world there is one to begin with."""
    if order.question.strip() or not order.sample:
        return order.question
    return sample_motion(house.settings.ui_language)


async def _collection(house: House, order: CollectOrder) -> tuple[str, dict[str, JsonValue]]:
    if order.since and order.until and order.until < order.since:
        raise UsageError(f"The range ends ({order.until}) before it begins ({order.since}).")
    if not order.sample:
        watched = [site.name for site in await house.store.list_sites()]
        if not watched:
            raise UsageError("No site is watched yet. Add one first.")
        for name in order.sites:
            if name not in watched:
                raise UsageError(f"No site is called {name[:80]!r}. Watched: {'、'.join(watched)}.")
    options: dict[str, JsonValue] = {"sites": [*order.sites]}
    options |= _period(order) | _world(order)
    if order.max_items:
        options["max_items"] = order.max_items
    if order.language:
        options["language"] = order.language
    return "、".join(order.sites) or ("sample" if order.sample else "all"), options


def _period(order: ResearchOrder | CollectOrder) -> dict[str, JsonValue]:
    days = (("since", order.since), ("until", order.until))
    return {name: day.isoformat() for name, day in days if day is not None}


def _world(order: ResearchOrder | DebateOrder | CollectOrder) -> dict[str, JsonValue]:
    return {"sample": True} if order.sample else {}


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


async def _add_library(house: House, options: dict[str, JsonValue], names: Sequence[str]) -> None:
    known = {folder.name for folder in await house.store.library_folders()} if names else set()
    for name in names:
        if name not in known:
            raise UsageError(f"No folder of documents is called {name[:80]!r}.")
    if names:
        options["library"] = [*names]


def _budget(house: House, wish: Budget) -> Budget:
    caps = house.settings.budget
    return Budget(
        _least(caps.max_cost, wish.max_cost),
        _least(caps.max_tokens, wish.max_tokens),
        _least(caps.max_calls, wish.max_calls),
        _least(caps.max_seconds, wish.max_seconds),
    )


def _least(cap: N | None, wanted: N | None) -> N | None:
    given = [one for one in (cap, wanted) if one is not None]
    return min(given) if given else None
