"""The walk of a check: read the report, read what it cites, hold each sentence to that.

take apart   sentences, citations, what is said of the sources      reading.py, taking.py
read         own evidence, given documents, pages on the one path   sources.py
check        code proves and vetoes; a judge reads what is open     governance/support
publish      the verdicts, and the report with passages beside it   paper.py
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rostra.desks.check.order import CheckOrder
from rostra.desks.check.reading import read_report
from rostra.desks.check.records import CheckDocument, Checked, Passage, SourceFound, Taken, Verdict
from rostra.desks.check.records import Sentence as SentenceSaid
from rostra.desks.check.sources import NothingOutside, SourceRoom
from rostra.errors import ResearchError, UsageError
from rostra.events import EventLog
from rostra.governance.support import WatchedSupport
from rostra.records import Outcome, Report, Run, ToolCall, dumps, loads
from rostra.records.statements import SourceRead, Statement, Support, Supported, anchored
from rostra.roles import Stage
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.text.script import language_of
from rostra.tools import ToolPath
from rostra.tools.pages import PAGES_READ
from rostra.words import Language, Message, message

# What code or a judge says where a source states something else than the sentence.
_OTHERWISE = ("claims.other_figure", "claims.given_otherwise", "claims.judged_contradicted")


@dataclass(frozen=True, slots=True)
class CheckDesk:
    """Everything the flow is given; `assembly` puts it together."""

    tools: ToolPath
    store: Store
    events: EventLog
    stage: Stage
    clock: Callable[[], datetime]
    stop_asked: Callable[[str], Awaitable[str | None]]
    language: Language
    world: str = ""

    @property
    def support(self) -> Support:
        """A judge who passed the exam, or nobody: then only code speaks."""
        return self.stage.support if self.stage.judge else WatchedSupport(None, self.events)

    async def take_apart(self, name: str, content: str) -> str:
        """Read the report; what it consists of is kept beside it, by its hash."""
        data = await self.store.get_content(content)
        if data is None:
            raise UsageError(message("checks.nothing_given"))
        taken = await read_report(name, data)
        return await self.store.put_content(dumps(taken).encode(), "application/json")

    async def taken(self, content: str) -> Taken:
        taken = loads((await self.store.get_content(content) or b"").decode())
        assert isinstance(taken, Taken)
        return taken

    async def publish(self, made: CheckDocument) -> None:
        report = Report(made.run, made.title, "", dumps(made), made.made_at)
        await self.store.put_report(report)

    async def now(self) -> datetime:
        return self.clock()


async def check(run: Run, step: Step, desk: CheckDesk) -> Outcome:
    order = CheckOrder.of(run)
    if order.offline:
        desk = replace(desk, tools=replace(desk.tools, gates=(NothingOutside(), *desk.tools.gates)))
    content, name = order.content, order.name
    if order.url:
        content, name = await _fetched(order.url, desk, step), order.url
    taken = await desk.taken(await step("take apart", desk.take_apart, name, content))
    rooms = SourceRoom(desk.store, desk.tools, desk.world, order.library, order.offline)
    sources, texts = await rooms.read(taken, step)
    notes: list[Message] = []
    if await step("stop asked?", desk.stop_asked, run.id):
        texts, notes = {}, [message("checks.stopped")]
    rows = await _checked(taken, sources, texts, desk, step)
    spoken = " ".join(one.text for one in taken.said[:50])
    language = language_of(spoken, otherwise=desk.language)
    made = CheckDocument(
        run=run.id,
        title=taken.title or order.title,
        language=language,
        is_sample=order.sample,
        made_at=await step("look at the clock", desk.now),
        checked=order.title,
        judge=desk.stage.judge,
        fail_under=order.fail_under,
        rows=tuple(rows),
        cited=tuple(sources),
        notes=tuple(notes),
    )
    await step("publish", desk.publish, made)
    return _outcome(made, is_stopped=bool(notes))


async def _fetched(url: str, desk: CheckDesk, step: Step) -> str:
    """The report behind an address, as it came: read on the one path like any page."""

    async def note() -> None:
        await desk.store.note_discovered(current_position().root, [url])

    await step("note the address", note)
    (result,) = await desk.tools.call([ToolCall("report", PAGES_READ, {"url": url}, "", url)], step)
    evidence = await desk.store.get_evidence(result.evidence[0]) if result.evidence else None
    if evidence is None:
        told = message("checks.report_unread", url=url, why=result.reason)
        raise ResearchError(told, "NO_VALID_SOURCES")
    return evidence.raw


async def _checked(
    taken: Taken,
    sources: Sequence[SourceFound],
    texts: Mapping[str, SourceRead],
    desk: CheckDesk,
    step: Step,
) -> list[Checked]:
    """Each sentence with its verdict: first by code on what it cites alone, then by the judge."""
    numbers = {cited.key: row.number for cited, row in zip(taken.sources, sources, strict=True)}
    said = {
        f"S{n}": one
        for n, one in enumerate(taken.said, 1)
        if any(key in texts for key in one.cites)
    }
    open_: list[Statement] = []
    found: dict[str, Supported] = {}
    for id_, one in said.items():
        statement, checked = await _by_code(id_, one, texts, step)
        found[id_] = checked
        if checked.level == "undecided":
            open_.append(statement)
    if open_ and desk.stage.judge:
        judged = await desk.support.check(open_, texts, step)
        found |= {one.id: one for one in judged}
    return [
        _row(one, found.get(f"S{n}"), numbers, sources, texts)
        for n, one in enumerate(taken.said, 1)
    ]


async def _by_code(
    id_: str, one: SentenceSaid, texts: Mapping[str, SourceRead], step: Step
) -> tuple[Statement, Supported]:
    """What code says of a sentence; where its figure comes out of others it is a computed one."""
    own = {key: texts[key] for key in one.cites if key in texts}
    said = Statement(id_, "reported", one.text, anchored(own))
    (found,) = await WatchedSupport(None).check([said], own, step)
    if found.level != "refused" or len(own) == len(one.cites):
        return said, found
    # A source that could not be read may well have what the others lack.
    return said, replace(found, level="undecided", reasons=(message("checks.some_unread"),))


def _row(
    one: SentenceSaid,
    found: Supported | None,
    numbers: Mapping[str, int],
    sources: Sequence[SourceFound],
    texts: Mapping[str, SourceRead],
) -> Checked:
    cites = tuple(dict.fromkeys(numbers[key] for key in one.cites))
    row = Checked(one.text, "uncited", cites, one.place, one.heading)
    if not cites:
        return row
    if found is None:
        why = tuple(sources[n - 1].why for n in cites if sources[n - 1].why)
        return replace(row, verdict="unreadable", reasons=why[:1])
    passages = [Passage(numbers[a.evidence], a.quote) for a in found.anchors if a.quote]
    if not passages and found.nearest:
        passages = [Passage(_holder(found.nearest, one, texts, numbers), found.nearest)]
    return replace(
        row, verdict=_verdict(found), reasons=found.reasons, passages=tuple(passages[:4])
    )


def _holder(
    quote: str,
    one: SentenceSaid,
    texts: Mapping[str, SourceRead],
    numbers: Mapping[str, int],
) -> int:
    """The number of the source that a passage stands in."""
    keys = [key for key in one.cites if key in texts]
    return numbers[next((key for key in keys if quote in texts[key].text), keys[0])]


def _verdict(found: Supported) -> Verdict:
    if found.level == "undecided":
        return "undecided"
    if found.ok:
        return "computed" if found.level == "computed" else "supported"
    codes = [one.code for one in found.reasons if isinstance(one, Message)]
    return "contradicted" if any(code in _OTHERWISE for code in codes) else "not_supported"


def _outcome(made: CheckDocument, *, is_stopped: bool) -> Outcome:
    if not made.citations:
        raise ResearchError(message("checks.no_citations", name=made.checked), "NO_VALID_SOURCES")
    if not any(one.read for one in made.cited) and not is_stopped:
        why = next((one.why for one in made.cited if one.why), "")
        told = message("checks.none_read", count=len(made.cited), why=why)
        raise ResearchError(told, "NO_VALID_SOURCES")
    note = told_counts(made)
    if is_stopped:
        return Outcome("stopped", note)
    if made.has_passed:
        return Outcome("done", note)
    return Outcome("not_passed", note, exit_code=6)


def told_counts(made: CheckDocument) -> Message:
    share = None if made.accuracy is None else f"{made.accuracy:.0%}"
    return message(
        "checks.counted",
        statements=made.statements,
        citations=made.citations,
        accuracy=share,
        effective=made.effective,
        uncited=made.uncited,
        undecided=made.undecided or None,
    )
