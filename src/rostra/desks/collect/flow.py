"""The collecting run: its sites at once, then one ranking of what is new, then the digest."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.digest import publish
from rostra.desks.collect.job import CollectJob, SiteEnd
from rostra.desks.collect.order import CollectOrder
from rostra.desks.collect.records import CutShort
from rostra.errors import OutsideError, UsageError
from rostra.governance import reached_cap
from rostra.records import Item, Outcome, Run, Site
from rostra.roles.shared import rank_items
from rostra.roles.weighing import weigh
from rostra.steps import Step
from rostra.words import Phrases, Said, joined, message

SITE_FLOW = "collect site"
SITE_QUEUE = "collect:sites"


async def collect(run: Run, step: Step, desk: CollectDesk) -> Outcome:
    order = CollectOrder.of(run)
    desk = replace(desk, language=order.language or desk.language)
    job: CollectJob = await step("plan", _plan, desk, order)
    turns = {
        f"site-{number}": job.of_site(site, run.id) for number, site in enumerate(job.sites, 1)
    }
    made = await step.children(SITE_FLOW, turns, queue=SITE_QUEUE)
    ends: list[SiteEnd] = [made[key] for key in turns]
    new = [item for end in ends for item in end.items]
    how = await _rank(new, step, desk)
    is_capped: bool = await step("cap reached?", reached_cap, desk.store, run.id)
    is_stopped = any(end.is_stopped for end in ends)
    why: CutShort = "stopped" if is_stopped else "capped" if is_capped else ""
    note: Said = await step("publish", publish, desk, run, job, ends, how, why)
    return _outcome(ends, note, is_capped=is_capped, is_stopped=is_stopped)


def _outcome(ends: Sequence[SiteEnd], note: Said, *, is_capped: bool, is_stopped: bool) -> Outcome:
    failed = [end for end in ends if end.trouble]
    if is_capped:
        return Outcome("stopped", message("runs.capped", note=note), exit_code=5)
    if len(failed) == len(ends):
        error = joined(
            message("collecting.site_failed", site=end.site, why=end.trouble) for end in failed
        )
        return Outcome("failed", note, OutsideError.code, error, exit_code=1)
    return Outcome("stopped" if is_stopped else "done", note)


async def _plan(desk: CollectDesk, order: CollectOrder) -> CollectJob:
    sites = chosen_sites(order.sites, await known_sites(desk))
    return CollectJob(tuple(sites), desk.today(), order.since, order.until, order.max_items)


def chosen_sites(names: Sequence[str], known: Sequence[Site]) -> list[Site]:
    """The sites of these names, all of them when none is named; or UsageError."""
    watched = {site.name: site for site in known}
    if missing := [name for name in names if name not in watched]:
        told = message("orders.collect.no_site", site=repr(missing[0][:80]), known=list(watched))
        raise UsageError(told)
    if not watched:
        raise UsageError(message("orders.collect.none_watched"))
    return [watched[name] for name in names] if names else list(watched.values())


async def known_sites(desk: CollectDesk) -> list[Site]:
    if desk.own_sites:
        return list(desk.own_sites)
    return await desk.store.list_sites()


# -- ranking ------------------------------------------------------------------------------------


async def _rank(ids: Sequence[str], step: Step, desk: CollectDesk) -> str:
    """One request for all that is new; return who ranked."""
    if not ids:
        return ""
    items: list[Item] = await step("what is ranked", desk.store.get_items, ids)
    order, engine = await rank_items(items, desk.stage, step)
    await step("keep ranking", _keep_order, desk, ids, order, engine)
    return engine


async def _keep_order(
    desk: CollectDesk, ids: Sequence[str], order: Sequence[int], engine: str
) -> None:
    items = await desk.store.get_items(ids)
    words = Phrases("digest", desk.language)
    kept: list[Item] = []
    for place, index in enumerate(order, 1):
        item = items[index]
        weight, _ = weigh(item)
        why = words.say(
            "why" if engine == "extractive" else "why_model",
            place=place,
            kind=words[f"weight_{weight}"],
            day=_shown(item.published) or words["undated"],
            model=engine,
        )
        kept.append(replace(item, rank=place, weight=weight, why=why))
    await desk.store.save_items(kept)


def _shown(day: date | None) -> str:
    return day.isoformat() if day else ""
