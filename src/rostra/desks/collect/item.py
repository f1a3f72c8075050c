"""One item: read its page, find its day, say in two or three sentences what it says.

A turn of its own, so that a crash pays again at most for the items in flight. Whatever goes wrong
here concerns this item alone.
"""

from dataclasses import replace
from datetime import date

from rostra.desks.collect.desk import READ, CollectDesk
from rostra.desks.collect.job import STOPPED, ItemEnd, ItemJob
from rostra.errors import RostraError
from rostra.models.choice import EXTRACTIVE
from rostra.records import Evidence, Item, ItemState, ToolCall
from rostra.roles.shared import ARTICLE_LIMIT, SUMMARISER, summarise_article
from rostra.roles.summarising import summarise
from rostra.rules.identity import is_cut, title_key
from rostra.rules.item_types import type_of
from rostra.steps import Step
from rostra.text.script import language_of

_LEAST_TEXT = 40


async def collect_item(job: ItemJob, step: Step, desk: CollectDesk) -> ItemEnd:
    if await step("stop asked?", desk.stop_asked, job.job.run):
        await step("note trouble", _note, desk, job, STOPPED)
        return "stopped"
    desk.enter(step.run_id, job.job, [job.url])
    try:
        return await _collect(job, step, desk)
    except RostraError as error:
        noted: ItemState = await step("note trouble", _note, desk, job, error.code)
        return noted
    finally:
        desk.leave(step.run_id)


async def _collect(job: ItemJob, step: Step, desk: CollectDesk) -> ItemState:
    call = ToolCall("read", READ, {"url": job.url}, "", job.url)
    (result,) = await desk.ask([call], step)
    if not result.ok or not result.evidence:
        noted: ItemState = await step("note trouble", _note, desk, job, result.code or "empty")
        return noted
    evidence = await desk.store.get_evidence(result.evidence[0])
    assert evidence is not None, "the path has just kept it"
    text = await desk.store.text_of(evidence)
    state: ItemState = await step("date it", _date_it, desk, job, evidence, len(text))
    if state == "kept":
        summary, by = await _summarise(desk, evidence, text, step)
        await step("keep summary", _keep_summary, desk, job.item, summary, by)
    return state


async def _summarise(
    desk: CollectDesk, evidence: Evidence, text: str, step: Step
) -> tuple[str, str]:
    """The summary, and who wrote it."""
    title = evidence.title
    stage = replace(desk.stage, language=language_of(text, otherwise=desk.language))
    engine = stage.engine(SUMMARISER.name)
    summary = await summarise_article(title, text, stage, step)
    if engine != EXTRACTIVE and summary == summarise(title, text[:ARTICLE_LIMIT]):
        engine = EXTRACTIVE  # the role fell back, and the log says why
    return summary, engine


async def _date_it(desk: CollectDesk, job: ItemJob, evidence: Evidence, length: int) -> ItemState:
    """Give the item its page, and its day where the list had none; then see if it belongs."""
    item = await _the_item(desk, job.item)
    published, origin = item.published, item.date_from
    if published is None and evidence.published is not None:
        published, origin = evidence.published, "page"
    state = _state(job, published, length)
    title = _title(item, evidence)
    kept = replace(
        item,
        title=title,
        type=item.type if item.title.strip() else type_of(title, item.section),
        published=published,
        date_from=origin,
        evidence=evidence.id,
        publisher=evidence.source.name,
        tier=evidence.source.tier,
        state=state,
        trouble="",
    )
    await desk.store.save_items([kept])
    return state


def _state(job: ItemJob, published: date | None, length: int) -> ItemState:
    if published is not None:
        return "kept" if job.job.covers(published) else "out_of_range"
    return "kept" if job.may_be_undated and length >= _LEAST_TEXT else "no_article"


def _title(item: Item, evidence: Evidence) -> str:
    """The list's title; where it was cut short or left out, the page's own."""
    if not item.title.strip():
        return evidence.title
    is_whole = title_key(evidence.title).startswith(title_key(item.title))
    return evidence.title if is_cut(item.title) and is_whole else item.title


async def _keep_summary(desk: CollectDesk, item_id: str, summary: str, by: str) -> None:
    item = await _the_item(desk, item_id)
    await desk.store.save_items([replace(item, summary=summary, summary_by=by if summary else "")])


async def _note(desk: CollectDesk, job: ItemJob, code: str) -> ItemState:
    """A page that cannot be read leaves the item as the list had it, if the list had its day."""
    item = await _the_item(desk, job.item)
    is_placed = item.published is not None or job.may_be_undated
    state: ItemState = "kept" if is_placed else "no_article"
    await desk.store.save_items([replace(item, trouble=code, state=state)])
    return state


async def _the_item(desk: CollectDesk, item_id: str) -> Item:
    (item,) = await desk.store.get_items([item_id])
    return item
