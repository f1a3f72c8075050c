"""One section of a site: a turn of its own, with a clean context.

Where there is a model, an agent reads the list and saves what is in range. Then code walks the same
pages, which costs nothing a second time, and saves what the agent left: what a section gives does
not depend on how well a model pages. Without a model the code alone does it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from rostra.desks.collect.browsing import BROWSE, INPUT, Opened, opened, shown_to_agent
from rostra.desks.collect.desk import CollectDesk
from rostra.desks.collect.job import SectionEnd, SectionJob
from rostra.desks.collect.saving import SavedBatch, in_range, item_of, save, unknown
from rostra.desks.collect.visits import same_site
from rostra.errors import ModelFailed, RostraError, SpendingStopped
from rostra.models.messages import ToolSpec
from rostra.pages import ListItem
from rostra.pages.dates import url_date
from rostra.pages.following import stepped
from rostra.records import Item, JsonValue, ToolCall, ToolResult
from rostra.roles.crawler import FINISH, ROLE, SAVE_MANY, SAVE_ONE, crawler, opening
from rostra.roles.loop import take_turn
from rostra.rules.identity import item_key
from rostra.rules.item_types import is_type
from rostra.steps import Step
from rostra.text.script import language_of
from rostra.words import Said, message

MOST_PAGES = 60
# Pages in a row that bring nothing new: a calendar that never ends, a list that goes in circles.
_IDLE_PAGES = 2
# Pages of one list that may fail before it is given up.
_FAILED_PAGES = 2
_HEADLINE = 24


@dataclass(slots=True)
class Visit:
    """What a section's turn has seen and saved; rebuilt by replay, for every input is a step."""

    job: SectionJob
    found: dict[str, Item] = field(default_factory=dict)
    links: dict[str, tuple[str, str]] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)
    days: dict[str, date] = field(default_factory=dict)
    handled: set[str] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)
    missed: list[Said] = field(default_factory=list)

    def see(self, page: Opened, listing: str) -> int:
        """Remember the rows of a page; return how many were not seen before."""
        self.pages.add(page.url)
        new = 0
        places = {item_key(url) for url in self.job.places}
        for row in page.items:
            key = item_key(row.url)
            if key not in self.found and key not in places:
                self.found[key] = item_of(self._dated(row, key), self.job, listing)
                new += 1
        for link in page.links:
            if (key := item_key(link.url)) not in places:
                self.links.setdefault(key, (link.url, link.text))
        return new

    def _dated(self, row: ListItem, key: str) -> ListItem:
        if row.date is not None or key not in self.days:
            return row
        return replace(row, date=self.days[key], date_origin="feed")

    @property
    def room(self) -> int:
        return self.job.job.max_items - len(self.saved)


async def collect_section(job: SectionJob, step: Step, desk: CollectDesk) -> SectionEnd:
    desk.enter(step.run_id, job.job, [job.section.url])
    try:
        return await _collect(job, step, desk)
    finally:
        desk.leave(step.run_id)


async def _collect(job: SectionJob, step: Step, desk: CollectDesk) -> SectionEnd:
    end = SectionEnd(job.section.name, job.section.url)
    result, first = await desk.browse("page-1", job.section.url, step)
    if not result.ok:
        return replace(end, trouble=result.reason)
    if not _is_list(first):
        result, first = await _elsewhere(result, first, step, desk)
    if not _is_list(first):
        why = "collecting.needs_browser" if first.needs_browser else "collecting.not_a_list"
        return replace(end, is_list=False, rows=len(first.items), trouble=message(why))
    visit = Visit(job, days=await _days_in_feed(first, step, desk))
    visit.see(first, _kept(result))
    if await _has_news(visit, step, desk):
        await _send_agent(visit, step, desk)
    is_stopped = await _walk(visit, first, step, desk)
    return replace(
        end,
        saved=tuple(visit.saved.items()),
        rows=len(first.items),
        pages=len(visit.pages),
        is_dated=any(item.published is not None for item in visit.found.values()),
        is_full=visit.room <= 0,
        is_stopped=is_stopped,
        missed=tuple(visit.missed),
    )


async def _elsewhere(
    result: ToolResult, first: Opened, step: Step, desk: CollectDesk
) -> tuple[ToolResult, Opened]:
    """A page without rows may have them in a frame, at what its script asks for, or in its feed."""
    for number, url in enumerate((*first.leads, *first.feeds[:1]), 1):
        if not same_site(url, first.url):
            continue
        found, page = await desk.browse(f"lead-{number}", url, step)
        if found.ok and _is_list(page):
            return found, page
    return result, first


async def _days_in_feed(first: Opened, step: Step, desk: CollectDesk) -> dict[str, date]:
    """Where rows show no days, the feed that the page offers may know them."""
    undated = sum(1 for row in first.items if row.date is None)
    if not first.feeds or 2 * undated < len(first.items):
        return {}
    _, feed = await desk.browse("feed", first.feeds[0], step)
    return {item_key(row.url): row.date for row in feed.items if row.date is not None}


def _is_list(page: Opened) -> bool:
    """A section of one or two items is one too, when each of them shows its day."""
    days = [row.date for row in page.items if row.date_origin == "displayed"]
    return page.is_list or 0 < len(page.items) == len(days)


async def _has_news(visit: Visit, step: Step, desk: CollectDesk) -> bool:
    """Whether the first page has anything that is not known: only then a model is worth asking."""
    if desk.stage.path_of(ROLE) is None:
        return False
    wanted = _wanted(visit)
    if not wanted:
        return False
    return await step("anything new?", unknown, desk.store, visit.job, wanted) > 0


# -- by code ------------------------------------------------------------------------------------


async def _walk(visit: Visit, first: Opened, step: Step, desk: CollectDesk) -> bool:
    """Page by page until the range is left, the list ends, or nothing new comes; whether somebody
    stopped it.
    """
    page, walked, idle, failed = first, [visit.job.section.url, first.url], 0, 0
    while True:
        if await _save(visit, _wanted(visit), step, desk) and visit.room <= 0:
            name, most = visit.job.section.name, visit.job.job.max_items
            what = message("collecting.limit", name=name, most=most)
            await step("tell", desk.tell, what, message("collecting.older_later"))
            return False
        if page is first and _is_as_it_was(visit):
            return False
        url, form = page.next_url, page.next_form
        asked = f"{url}\n{form}" if form else url
        is_next = url and asked not in walked and same_site(url, visit.job.section.url)
        if page.needs_browser:
            visit.missed.append(message("collecting.needs_browser"))
        if not is_next or _is_past(page, visit.job):
            return False
        if len(walked) > MOST_PAGES:
            visit.missed.append(message("collecting.not_followed", url=url))
            return False
        if await step("stop asked?", desk.stop_asked, visit.job.job.run):
            return True
        before = walked[-1]
        walked.append(asked)
        result, page = await desk.browse(f"page-{len(walked) - 1}", url, step, form)
        if not result.ok:
            name, why = visit.job.section.name, result.reason
            visit.missed.append(message("collecting.page_unread", name=name, url=url, why=why))
            await step("tell", desk.tell, visit.missed[-1], message("collecting.go_on"))
            failed += 1
            after = stepped(before, asked) if failed <= _FAILED_PAGES else None
            if after is None:
                return False
            # One page that fails does not end the list: the next is called as they all are.
            url, _, form = after.partition("\n")
            desk.gate.know(step.run_id, [url])
            page = Opened(url, next_url=url, next_form=form)
            continue
        idle = 0 if visit.see(page, _kept(result)) else idle + 1
        if idle >= _IDLE_PAGES:
            return False


def _is_as_it_was(visit: Visit) -> bool:
    """Whether a list that was read whole begins with nothing new: then one request was enough."""
    whole = visit.job.section.whole_since
    return whole is not None and visit.job.job.since >= whole and not visit.saved


def _is_past(page: Opened, job: SectionJob) -> bool:
    """Whether a list that goes back in time has left the range; pinned rows do not decide."""
    days = [row.date for row in page.items if row.date is not None]
    older = sum(1 for day in days if day < job.job.since)
    return bool(days) and older == len(days)


def _wanted(visit: Visit) -> list[Item]:
    """Every row in range that nobody has handled yet, in the order of the pages."""
    return [
        item
        for key, item in visit.found.items()
        if key not in visit.handled and in_range(item, visit.job)
    ]


async def _save(
    visit: Visit, found: Sequence[Item], step: Step, desk: CollectDesk
) -> SavedBatch | None:
    chosen = list(found)[: max(visit.room, 0)]
    if not chosen:
        return None
    batch: SavedBatch = await step("save", partial(_save_now, visit.job, desk), chosen)
    visit.handled.update(item_key(one.url) for one in chosen)
    visit.saved |= dict(batch.saved)
    return batch


async def _save_now(job: SectionJob, desk: CollectDesk, found: Sequence[Item]) -> SavedBatch:
    return await save(desk.store, job, found, desk.clock())


# -- by an agent --------------------------------------------------------------------------------


async def _send_agent(visit: Visit, step: Step, desk: CollectDesk) -> None:
    """Let the agent try; whatever becomes of it, the section goes on."""
    path = desk.stage.path_of(ROLE)
    if path is None:
        return
    job = visit.job
    language = language_of(job.section.name, otherwise=desk.language)
    browse = ToolSpec(BROWSE, "Open one page of the site.", INPUT)
    effort = desk.stage.effort_of(ROLE)
    agent = crawler(path, language, browse, partial(answer, visit, desk), desk.crawl, effort)
    told = opening(
        language,
        job.section.name,
        job.section.url,
        job.job.since,
        job.job.until,
        job.job.max_items,
        job.saved,
    )
    try:
        await take_turn(agent, told, step)
    except (ModelFailed, SpendingStopped) as error:
        name = job.section.name
        what = message("collecting.crawler_failed", section=name, why=error.message)
        await step("fall back", desk.tell, what, message("collecting.by_code"))


async def answer(
    visit: Visit, desk: CollectDesk, calls: Sequence[ToolCall], step: Step
) -> list[ToolResult]:
    """Pages go through the one path; what is saved stays in the house. A run that was stopped
    opens none: the agent is told to end.
    """
    if await step("stop asked?", desk.stop_asked, visit.job.job.run):
        ended = message("collecting.stopped")
        return [replace(_told(c, "", {}), ok=False, code="stopped", reason=ended) for c in calls]
    # An agent opens addresses; forms are filled in by code alone.
    outside = [
        replace(call, args={"url": call.args.get("url", "")})
        for call in calls
        if call.tool == BROWSE
    ]
    results = {r.call: r for r in await desk.ask(outside, step)}
    for call in calls:
        if call.tool == BROWSE:
            results[call.id] = _shown(visit, results[call.id])
        elif call.tool in (SAVE_MANY, SAVE_ONE):
            results[call.id] = await _save_asked(visit, desk, call, step)
        elif call.tool == FINISH:
            results[call.id] = _told(call, "ok", {})
        else:
            none = message("collecting.no_tool", tool=call.tool)
            results[call.id] = replace(_told(call, "", {}), ok=False, code="usage", reason=none)
    return [results[call.id] for call in calls]


def _shown(visit: Visit, result: ToolResult) -> ToolResult:
    if not result.ok:
        return result
    page = opened(result.data)
    visit.see(page, _kept(result))
    language = language_of(visit.job.section.name, otherwise="zh-Hans")
    # The path shortens what is long; an agent that collects needs every row.
    return replace(result, text=shown_to_agent(page, language), data=None, evidence=())


async def _save_asked(visit: Visit, desk: CollectDesk, call: ToolCall, step: Step) -> ToolResult:
    listed = call.args.get("items") if call.tool == SAVE_MANY else [call.args]
    asked = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    chosen, refused = _checked(visit, asked)
    try:
        batch = await _save(visit, chosen, step, desk)
    except RostraError as error:
        return replace(_told(call, "", {}), ok=False, code=error.code, reason=error.message)
    count = len(batch.saved) if batch else 0
    text = f"saved {count}, known {batch.known if batch else 0}, refused {len(refused)}"
    reasons = "; ".join(dict.fromkeys(refused))[:300]
    return _told(call, f"{text}: {reasons}" if reasons else text, {"saved": count})


def _checked(
    visit: Visit, asked: Sequence[Mapping[str, JsonValue]]
) -> tuple[list[Item], list[str]]:
    """What was asked to be saved, by what was seen: titles and days are the page's, not the
    agent's.
    """
    chosen: dict[str, Item] = {}
    refused: list[str] = []
    for one in asked:
        key = item_key(str(one.get("url", "")))
        item = visit.found.get(key) or _linked(visit, key)
        if item is None:
            refused.append("no item of a page that was opened")
        elif not in_range(item, visit.job):
            refused.append("a day out of range")
        elif key not in visit.handled:
            said = one.get("type")
            chosen[key] = replace(item, type=said) if is_type(said) else item
    return list(chosen.values()), refused


def _linked(visit: Visit, key: str) -> Item | None:
    """A link that code did not take for a row may be one: those have headlines, ways around the
    site have names.
    """
    url, text = visit.links.get(key, ("", ""))
    if len(text.encode()) < _HEADLINE:
        return None
    day = url_date(url, visit.job.job.today)
    return item_of(ListItem(text, url, day, "url" if day else ""), visit.job, "")


def _told(call: ToolCall, text: str, data: Mapping[str, JsonValue]) -> ToolResult:
    return ToolResult(call.id, call.tool, True, "desk", text, dict(data))


def _kept(result: ToolResult) -> str:
    return next(iter(result.evidence), "")
