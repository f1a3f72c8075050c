"""One site: its rules, its home page, its sections one after another, then its items.

Each phase fails alone. What the last run learned spares questions: sections that are still linked
from the home page are not looked for again. A section with far fewer rows than usual is said aloud,
because a site that was built anew looks exactly like one that has no news.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from rostra.desks.collect.browsing import Opened, on_site
from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.job import ItemEnd, ItemJob, SectionEnd, SectionJob, SiteEnd, SiteJob
from rostra.desks.collect.trends import looks_rebuilt, usual_rows
from rostra.desks.collect.visits import same_site
from rostra.errors import RostraError
from rostra.pages import Link
from rostra.records import CallOutcome, Item, Progress, SectionMark, SiteState
from rostra.roles.navigator import FoundSection, find_sections
from rostra.rules import canonical_url
from rostra.rules.identity import item_key, title_key
from rostra.steps import Step
from rostra.words import message

SECTION_FLOW, ITEM_FLOW = "collect section", "collect item"
ITEM_QUEUE = "collect:items"
_ROWS_KEPT = 5
_HEADLINES = 3


async def collect_site(job: SiteJob, step: Step, desk: CollectDesk) -> SiteEnd:
    desk.enter(step.run_id, job, [job.site.url])
    try:
        return await _collect(job, step, desk)
    except RostraError as error:
        what = message("collecting.site_failed", site=job.site.name, why=error.message)
        await step("tell", desk.tell, what, message("collecting.sites_go_on"))
        return SiteEnd(job.site.name, trouble=error.message)
    finally:
        desk.leave(step.run_id)


async def _collect(job: SiteJob, step: Step, desk: CollectDesk) -> SiteEnd:
    site = job.site
    before: SiteState | None = await step("what was learned", _learned, desk, job)
    hosts = await desk.learn_rules([site.url], step)
    job = replace(job, met=tuple(hosts), pause=max((h.pause for h in hosts.values()), default=0))
    result, home = await desk.browse("home", site.url, step)
    if not result.ok:
        why = next((host.trouble for host in hosts.values() if host.trouble), result.reason)
        return SiteEnd(site.name, trouble=why)
    offered = home.feeds or tuple(url for host in hosts.values() for url in host.maps)
    marks = await _sections(job, home, offered, before, step, desk)
    ends: list[SectionEnd] = []
    places = (site.url, home.url, *(mark.url for mark in marks))
    is_stopped = False
    for number, mark in enumerate(marks, 1):
        if await step("stop asked?", desk.stop_asked, job.run):
            is_stopped = True
            break
        saved = tuple(url for end in ends for _, url in end.saved)
        turn = SectionJob(job, mark, saved, places)
        end: SectionEnd = await step.child(SECTION_FLOW, turn, key=f"section-{number}")
        ends.append(end)
        is_stopped = end.is_stopped
        progress = Progress(f"{site.name} · {mark.name}", len(end.saved))
        await step("section done", desk.events.publish, progress)
        await _warn(mark, end, step, desk)
    items, cut = await _items(job, ends, step, desk)
    is_stopped = is_stopped or cut
    if not is_stopped:
        await step("remember", _remember, desk, job, marks, ends)
    return SiteEnd(site.name, tuple(ends), tuple(items), is_stopped=is_stopped)


async def _learned(desk: CollectDesk, job: SiteJob) -> SiteState | None:
    return await desk.store.get_site_state(job.site.name, world=job.site.world)


# -- sections -----------------------------------------------------------------------------------


async def _sections(
    job: SiteJob,
    home: Opened,
    offered: Sequence[str],
    before: SiteState | None,
    step: Step,
    desk: CollectDesk,
) -> list[SectionMark]:
    """Those named by address, those known, those found; else the home page is the only one, with
    the feed or the site map that is `offered`.
    """
    given, wanted = _named(job.site.sections)
    links = on_site(home, job.site.url)
    links += [Link(row.url, row.title) for row in home.items]
    usual = {mark.url: mark.rows for mark in before.sections} if before else {}
    known = _still_there(job, before, links, wanted)
    if known is not None:
        return known
    found: list[FoundSection] = []
    if wanted or not given:
        found = await find_sections(job.site.name, links, wanted, desk.stage, step)
        missing = [name for name in wanted if name not in {one.name for one in found}]
        if missing and found:
            what = message("collecting.no_section", site=job.site.name, names=missing)
            await step("tell", desk.tell, what, message("collecting.others_read"))
    marks = {mark.url: mark for mark in given}
    for one in found:
        url = canonical_url(one.url) or one.url
        marks.setdefault(url, SectionMark(one.name, url))
    if not marks or (not wanted and not given and home.is_list and len(marks) < 2):
        marks.setdefault(home.url, SectionMark(home.title or job.site.name, home.url))
    if not marks.keys() - {home.url}:
        marks |= {url: SectionMark(job.site.name, url) for url in _on_host(offered, job)[:1]}
        if wanted:
            what = message("collecting.no_section", site=job.site.name, names=list(wanted))
            await step("tell", desk.tell, what, message("collecting.home_only"))
    return [replace(mark, rows=usual.get(mark.url, ())) for mark in marks.values()]


def _on_host(urls: Sequence[str], job: SiteJob) -> list[str]:
    addresses = (canonical_url(url) for url in urls)
    return [url for url in addresses if url is not None and same_site(url, job.site.url)]


def _named(sections: Sequence[str]) -> tuple[list[SectionMark], list[str]]:
    """Sections given by address, and those of which only the name is known."""
    given: list[SectionMark] = []
    wanted: list[str] = []
    for section in sections:
        name, equals, url = section.partition("=")
        if equals and (address := canonical_url(url.strip())):
            given.append(SectionMark(name.strip() or address, address))
        elif address := canonical_url(section.strip()):
            given.append(SectionMark(address, address))
        else:
            wanted.append(section.strip())
    return given, wanted


def _still_there(
    job: SiteJob, before: SiteState | None, links: Sequence[Link], wanted: Sequence[str]
) -> list[SectionMark] | None:
    """Last time's sections, while the wish is the same and the home page still links to all."""
    if before is None or not before.sections or before.wanted != job.site.sections:
        return None
    linked = {item_key(link.url) for link in links} | {item_key(job.site.url)}
    given = {item_key(mark.url) for mark in _named(job.site.sections)[0]}
    is_whole = all(item_key(mark.url) in linked | given for mark in before.sections)
    return list(before.sections) if is_whole or not wanted else None


async def _warn(mark: SectionMark, end: SectionEnd, step: Step, desk: CollectDesk) -> None:
    if looks_rebuilt(mark.rows, end.rows):
        what = message(
            "collecting.rebuilt",
            name=mark.name,
            url=mark.url,
            rows=end.rows,
            usual=usual_rows(mark.rows),
        )
        await step("warn", desk.tell, what, message("collecting.look_at_it"))
    elif not end.is_list:
        what = message("collecting.no_list", name=mark.name, url=mark.url)
        await step("tell", desk.tell, what, message("collecting.left_out"))
    elif end.trouble:
        why = end.trouble
        what = message("collecting.section_failed", name=mark.name, url=mark.url, why=why)
        await step("tell", desk.tell, what, message("collecting.sections_go_on"))


async def _remember(
    desk: CollectDesk, job: SiteJob, marks: Sequence[SectionMark], ends: Sequence[SectionEnd]
) -> None:
    rows = {end.url: end.rows for end in ends if end.is_list and not end.trouble}
    whole = {end.url for end in ends if await _is_whole(desk, end)}
    kept = [
        replace(
            mark,
            rows=(*mark.rows, rows[mark.url])[-_ROWS_KEPT:] if mark.url in rows else mark.rows,
            whole_since=_earlier(mark.whole_since, job.since) if mark.url in whole else None,
        )
        for mark in marks
    ]
    site = job.site
    await desk.store.put_site_state(
        SiteState(site.name, job.run, desk.clock(), site.sections, tuple(kept), site.world)
    )


async def _is_whole(desk: CollectDesk, end: SectionEnd) -> bool:
    """Whether nothing of a section is left: no page failed, no cap was met, each item was read."""
    if end.trouble or end.missed or end.is_full or end.is_stopped or not end.is_list:
        return False
    items = await desk.store.get_items([item for item, _ in end.saved])
    return not any(CallOutcome(one.trouble).is_passing for one in items if not one.evidence)


def _earlier(one: date | None, other: date) -> date:
    return other if one is None or other < one else one


# -- items --------------------------------------------------------------------------------------


async def _items(
    job: SiteJob, ends: Sequence[SectionEnd], step: Step, desk: CollectDesk
) -> tuple[Sequence[str], bool]:
    """Read and summarise everything that was saved, a few at a time; return what is kept, and
    whether somebody stopped it: then what is left is as its list had it, and read next time.
    """
    jobs: dict[str, ItemJob] = {}
    for end in ends:
        for item, url in end.saved:
            jobs.setdefault(item, ItemJob(job, item, url, not end.is_dated))
    turns = {f"item-{number}": one for number, one in enumerate(jobs.values(), 1)}
    ended: Mapping[str, ItemEnd] = await step.children(ITEM_FLOW, turns, queue=ITEM_QUEUE)
    kept = [turn.item for key, turn in turns.items() if ended[key] in ("kept", "stopped")]
    doubles: list[str] = await step("find doubles", _mark_doubles, desk, kept)
    return [item for item in kept if item not in doubles], "stopped" in ended.values()


async def _mark_doubles(desk: CollectDesk, kept: Sequence[str]) -> list[str]:
    """Items of one day that say the same under other addresses; the first one found stays.

    When many headlines lead to one text it is no article of any of them, but a wall or a frame:
    they stay, and without a summary, for it would be wrong.
    """
    groups: dict[str, list[Item]] = defaultdict(list)
    for item in await desk.store.get_items(kept):
        evidence = await desk.store.get_evidence(item.evidence) if item.evidence else None
        if evidence is not None and not item.trouble:
            groups[evidence.text].append(item)
    doubles: list[str] = []
    for items in groups.values():
        if len({title_key(item.title) for item in items}) > _HEADLINES:
            blank = [replace(item, summary="", trouble="same-text") for item in items]
            await desk.store.save_items(blank)
            site, url = items[0].site, items[0].url
            what = message("collecting.same_text", count=len(items), site=site, url=url)
            await desk.tell(what, message("collecting.no_summaries"))
            continue
        first: dict[date | None, Item] = {}
        for item in items:
            if first.setdefault(item.published, item) is not item:
                doubles.append(item.id)
                await desk.store.save_items([replace(item, state="duplicate")])
    return doubles
