"""Rostra from a program: the same jobs the command line runs, as functions.

    import rostra

    result = rostra.research("舊港區擁擠費的成效？", sample=True)
    print(result.markdown)

Each job has a plain function and one to await. They take the fields of an order by name, those
that `rostra research --help` shows, and how to run it:

    settings    what `rostra settings` lists, by name
    data        where runs and evidence are kept
    on_event    called with each line of the log as it comes
    choose      called with a text and two to four options where a choice is open; without it the
                first is taken and the report says so. It also answers for a person in the chair.

A run is durable as ever: what a program starts can
be listed, resumed and exported with the command line. Errors that a reader has to act on are
raised as `rostra.errors` describes them; a report that did not pass is returned and says so.
"""

import asyncio
import warnings
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from rostra.errors import ResearchCode, ResearchError, RostraError, UsageError
from rostra.events import worded
from rostra.records import Event, Report, Run, loads
from rostra.records.debate import DebateDocument, Verdict
from rostra.records.orders import CAPS, Order
from rostra.records.report import ReportDocument
from rostra.records.statements import SourceRead, Statement, Supported
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra.words import ENGLISH, message, tell

if TYPE_CHECKING:
    from rostra.assembly import House
    from rostra.desks.check.records import CheckDocument
    from rostra.desks.collect.records import Digest
    from rostra.governance.support.front import AnyJudge

OnEvent = Callable[[Event], None]
Choose = Callable[[str, tuple[str, ...]], str]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ResearchResult:
    """A finished research run. `document` is the report before it was given a form."""

    run: Run
    markdown: str
    document: ReportDocument

    @property
    def has_passed(self) -> bool:
        """Whether the critic passed it; a run stopped by its cap was not judged to the end."""
        return self.run.status == "done"


def research(question: str = "", **options: Any) -> ResearchResult:
    """Research a question and wait for the report; options as for `research_async`."""
    return _wait(research_async(question, **options))


async def research_async(question: str = "", **options: Any) -> ResearchResult:
    """Research a question; options are the fields of a `ResearchOrder`, and how to run it."""
    from rostra.desks.research.order import ResearchOrder  # noqa: PLC0415 - importing stays quick

    run, report = await _run(ResearchOrder, {"question": question}, options)
    document = loads(report.data) if report else None
    if report is None or not isinstance(document, ReportDocument) or run.status == "failed":
        raise _failure(run)
    from rostra.report.export import markdown_of  # noqa: PLC0415

    return ResearchResult(run, markdown_of(report), document)


@dataclass(frozen=True, slots=True)
class DebateResult:
    """A finished debate. `document` is the report before it was given a form."""

    run: Run
    markdown: str
    document: DebateDocument

    @property
    def verdict(self) -> Verdict:
        return self.document.verdict


def debate(motion: str = "", **options: Any) -> DebateResult:
    """Debate a motion and wait for the verdict; options as for `debate_async`."""
    return _wait(debate_async(motion, **options))


async def debate_async(motion: str = "", **options: Any) -> DebateResult:
    """Debate a motion; options are the fields of a `DebateOrder`, and how to run it.

    In the sample world there is a motion to begin with.
    """
    from rostra.desks.debate.order import DebateOrder  # noqa: PLC0415

    run, report = await _run(DebateOrder, {"question": motion}, options)
    document = loads(report.data) if report else None
    if report is None or not isinstance(document, DebateDocument) or run.status == "failed":
        raise _failure(run)
    from rostra.report.export import markdown_of  # noqa: PLC0415

    return DebateResult(run, markdown_of(report), document)


@dataclass(frozen=True, slots=True)
class CollectResult:
    """A finished collection. `digest.new` and `digest.known` are its items, in their order."""

    run: Run
    markdown: str
    digest: "Digest"


def collect(*sites: str, **options: Any) -> CollectResult:
    """Collect sites and wait for the digest; options as for `collect_async`."""
    return _wait(collect_async(*sites, **options))


async def collect_async(*sites: str, **options: Any) -> CollectResult:
    """Collect sites, all that are watched when none is named; options are a `CollectOrder`'s.

    A site is named as `rostra collect list` shows it. An address is watched from now on, with
    the `sections` that are given, unless it is already.
    """
    from rostra.desks.collect.order import CollectOrder  # noqa: PLC0415
    from rostra.desks.collect.records import Digest  # noqa: PLC0415

    run, report = await _run(CollectOrder, {"sites": list(sites)}, options)
    digest = loads(report.data) if report else None
    if report is None or not isinstance(digest, Digest) or run.status == "failed":
        raise _failure(run)
    from rostra.report.export import markdown_of  # noqa: PLC0415

    return CollectResult(run, markdown_of(report), digest)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A finished check. `document.rows` are the sentences with their verdicts."""

    run: Run
    markdown: str
    document: "CheckDocument"

    @property
    def has_passed(self) -> bool:
        """Whether as many citations hold as were asked for."""
        return self.document.has_passed


def check(report: str | Path = "", **options: Any) -> CheckResult:
    """Check a report and wait for the verdicts; options as for `check_async`."""
    return _wait(check_async(report, **options))


async def check_async(report: str | Path = "", **options: Any) -> CheckResult:
    """Check a report, given as a file, an address or its text, against what it cites.

    Options are the fields of a `CheckOrder`, and how to run it. A text may also be given as `text`.
    """
    from rostra.desks.check.order import CheckOrder  # noqa: PLC0415
    from rostra.desks.check.records import CheckDocument  # noqa: PLC0415

    given = str(report)
    first = {"text" if "\n" in given else "report": given} if given else {}
    run, kept = await _run(CheckOrder, first, options)
    document = loads(kept.data) if kept else None
    if kept is None or not isinstance(document, CheckDocument) or run.status == "failed":
        raise _failure(run)
    from rostra.report.export import markdown_of  # noqa: PLC0415

    return CheckResult(run, markdown_of(kept), document)


def check_support(
    statements: Sequence[str | Statement | Mapping[str, Any]],
    sources: Mapping[str, str | SourceRead | Mapping[str, Any]],
    *,
    judge: "str | AnyJudge | None" = None,
) -> list[Supported]:
    """Say of each statement whether its sources carry it; as `check_support_async`, and wait."""
    return _wait(check_support_async(statements, sources, judge=judge))


async def check_support_async(
    statements: Sequence[str | Statement | Mapping[str, Any]],
    sources: Mapping[str, str | SourceRead | Mapping[str, Any]],
    *,
    judge: "str | AnyJudge | None" = None,
) -> list[Supported]:
    """Say of each statement whether its sources carry it, in the statements' order.

    Statements are texts, mappings or `Statement`s; sources are texts or {text, title, publisher,
    url, date} by id. Code proves and vetoes; wording is read by the judge, a model's name or a
    function, who is watched. Without a judge what code cannot prove is `undecided`.
    """
    from rostra.governance import support  # noqa: PLC0415 - importing rostra stays quick

    read = support.sources_of(sources)
    said = support.statements_of(statements, tuple(read))
    if not isinstance(judge, str):
        called = support.CalledJudge(judge) if judge is not None else None
        return await support.WatchedSupport(called).check(said, read, InlineStep())
    from rostra.assembly import open_house  # noqa: PLC0415
    from rostra.assembly.judging import judging  # noqa: PLC0415

    async with open_house(load_settings({"model": judge})) as house, judging(house) as (by, _, at):
        return await support.WatchedSupport(by, house.events).check(said, read, at)


async def _run(
    order: type[Order], first: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[Run, Report | None]:
    """Split what was given into the order and how to run it, and run it."""
    ways = ("settings", "data", "on_event", "choose")
    ways_given = {name: options[name] for name in ways if name in options}
    fields = {name: value for name, value in options.items() if name not in ways}
    _tell_old_names(order, fields)
    return await run_order(order.given({**first, **fields}, "python"), **ways_given)


def _tell_old_names(order: type[Order], given: Mapping[str, Any]) -> None:
    for one in order.fields("python"):
        for old in one.hint.earlier:
            if old in given:
                told = tell("orders.old_name", ENGLISH, {"old": old, "new": one.name})
                warnings.warn(told, DeprecationWarning, stacklevel=5)


async def run_order(
    order: Order,
    *,
    settings: Mapping[str, object] | None = None,
    data: str | Path | None = None,
    on_event: OnEvent | None = None,
    choose: Choose | None = None,
) -> tuple[Run, Report | None]:
    """Place an order of any kind and see its run through; caps of the order win over settings."""
    from rostra.assembly import open_house, place  # noqa: PLC0415 - importing rostra stays quick

    caps = {f"budget.{name}": getattr(order, name, None) for name in CAPS}
    given = {**(settings or {}), **{name: cap for name, cap in caps.items() if cap is not None}}
    if data is not None:
        given["data"] = str(data)
    if choose is not None and "ask" in {one.name for one in order.fields()}:
        order = replace(order, ask=True)  # type: ignore[call-arg]
    async with open_house(load_settings(given)) as house:
        from rostra.runs.conduct import conduct  # noqa: PLC0415 - the engine costs two seconds

        watch = _Watching(house, on_event, choose)
        run = await conduct(house.workplace(), await place(house, order), watch)
        await watch.settled()
        return run, await house.store.get_report(run.id)


class _Watching:
    """Hands events to the caller and puts the choices of a run to it."""

    def __init__(self, house: "House", on_event: OnEvent | None, choose: Choose | None) -> None:
        self._house = house
        self._on_event = on_event
        self._choose = choose
        self._answering: list[asyncio.Task[None]] = []

    def __call__(self, event: Event | list[Event]) -> None:
        if isinstance(event, list):
            return  # how far answers are is for people; a program reads what is kept
        if self._on_event is not None:
            self._on_event(worded(event, self._house.settings.ui_language))
        if event.name == "PersonAsked" and self._choose is not None:
            task = asyncio.get_running_loop().create_task(
                self._answer(str(event.data["question_id"]), self._choose)
            )
            self._answering.append(task)

    async def _answer(self, question_id: str, choose: Choose) -> None:
        question = await self._house.store.get_question(question_id)
        if question is None:
            return
        remote = self._house.workplace().remote()
        try:
            answer = choose(question.text, question.options)
            await remote.answer(question_id, answer, by="program", now=datetime.now(UTC))
        finally:
            await remote.close()

    async def settled(self) -> None:
        """Raise what went wrong while answering."""
        await asyncio.gather(*self._answering)


def _failure(run: Run) -> RostraError:
    message = run.error or f"Run {run.id} ended as {run.status} without a report."
    for code in get_args(ResearchCode):
        if run.error_code == code:
            return ResearchError(message, code)
    return UsageError(message) if run.error_code == "usage" else RostraError(message)


def _wait(job: Coroutine[Any, Any, T]) -> T:
    """Run to the end; where a loop runs already, awaiting is the caller's part."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(job)
    job.close()
    raise UsageError(message("errors_api.event_loop_running_here"))
