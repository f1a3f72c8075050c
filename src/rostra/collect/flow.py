"""The collecting run: its sites at once, then one ranking of what is new, then the digest."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import get_args

from rostra.collect.desk import CollectDesk
from rostra.collect.digest import publish
from rostra.collect.job import CollectJob, SiteEnd, asked_of
from rostra.collect.records import CutShort
from rostra.collect.wording import WORDS
from rostra.errors import OutsideError, SpendingStopped, UsageError
from rostra.records import Item, Outcome, Run, Site
from rostra.roles.shared import RANKER, rank_items
from rostra.roles.weighing import NewsItem, rank, weigh
from rostra.steps import Step
from rostra.text.script import Language

SITE_FLOW = "collect site"
SITE_QUEUE = "collect:sites"


async def collect(run: Run, step: Step, desk: CollectDesk) -> Outcome:
    desk = _told_in(run, desk)
    job: CollectJob = await step("plan", _plan, desk, run)
    turns = {
        f"site-{number}": job.of_site(site, run.id) for number, site in enumerate(job.sites, 1)
    }
    made = await step.children(SITE_FLOW, turns, queue=SITE_QUEUE)
    ends: list[SiteEnd] = [made[key] for key in turns]
    new = [item for end in ends for item in end.items]
    how, ranked_capped = await _rank(new, step, desk)
    is_capped = ranked_capped or any(end.is_capped for end in ends)
    is_stopped = any(end.is_stopped for end in ends)
    why: CutShort = "stopped" if is_stopped else "capped" if is_capped else ""
    note: str = await step("publish", publish, desk, run, job, ends, how, why)
    return _outcome(ends, note, is_capped=is_capped, is_stopped=is_stopped)


def _told_in(run: Run, desk: CollectDesk) -> CollectDesk:
    """The desk in the language of whoever ordered the run, where an order named one."""
    asked = run.options.get("language")
    named = next((one for one in get_args(Language) if one == asked), desk.language)
    return replace(desk, language=named)


def _outcome(ends: Sequence[SiteEnd], note: str, *, is_capped: bool, is_stopped: bool) -> Outcome:
    failed = [end for end in ends if end.trouble]
    if is_capped:
        return Outcome("stopped", f"the run's cap was reached; {note}", exit_code=5)
    if len(failed) == len(ends):
        error = "; ".join(f"{end.site}: {end.trouble}" for end in failed)
        return Outcome("failed", note, OutsideError.code, error[:1_000], exit_code=1)
    return Outcome("stopped" if is_stopped else "done", note)


async def _plan(desk: CollectDesk, run: Run) -> CollectJob:
    names, _, since, until, most = asked_of(run)
    if since is not None and until is not None and until < since:
        raise UsageError(f"The range ends ({until}) before it begins ({since}).")
    watched = {site.name: site for site in await known_sites(desk)}
    missing = [name for name in names if name not in watched]
    if missing:
        listed = ", ".join(watched) or "none yet; `rostra collect add URL` adds one"
        raise UsageError(f"No site is called {missing[0]!r}. Watched: {listed}.")
    sites = [watched[name] for name in names] if names else list(watched.values())
    if not sites:
        raise UsageError("No site is watched yet. `rostra collect add URL` adds one.")
    return CollectJob(tuple(sites), desk.today(), since, until, most)


async def known_sites(desk: CollectDesk) -> list[Site]:
    if desk.own_sites:
        return list(desk.own_sites)
    return await desk.store.list_sites()


# -- ranking ------------------------------------------------------------------------------------


async def _rank(ids: Sequence[str], step: Step, desk: CollectDesk) -> tuple[str, bool]:
    """One request for all that is new; return who ranked, and whether a cap kept it from that."""
    if not ids:
        return "", False
    lines: list[NewsItem] = await step("what is ranked", _lines, desk, ids)
    engine = desk.stage.engine(RANKER.name)
    try:
        order = await rank_items(lines, desk.stage, step)
        is_capped = False
    except SpendingStopped:
        order, engine, is_capped = [one.index for one in rank(lines)], "extractive", True
    await step("keep ranking", _keep_order, desk, ids, order, engine)
    return engine, is_capped


async def _lines(desk: CollectDesk, ids: Sequence[str]) -> list[NewsItem]:
    items = await desk.store.get_items(ids)
    return [_as_news(item) for item in items]


def _as_news(item: Item) -> NewsItem:
    return NewsItem(item.title, item.type, item.published, item.summary)


async def _keep_order(
    desk: CollectDesk, ids: Sequence[str], order: Sequence[int], engine: str
) -> None:
    items = await desk.store.get_items(ids)
    words = WORDS[desk.language]
    kept: list[Item] = []
    for place, index in enumerate(order, 1):
        item = items[index]
        weight, _ = weigh(_as_news(item))
        told = words["why" if engine == "extractive" else "why_model"]
        why = told.format(
            place=place,
            kind=words[f"weight_{weight}"],
            day=_shown(item.published) or words["undated"],
            model=engine,
        )
        kept.append(replace(item, rank=place, weight=weight, why=why))
    await desk.store.save_items(kept)


def _shown(day: date | None) -> str:
    return day.isoformat() if day else ""
