"""Rostra from a program: the same jobs the command line runs, as functions.

    import rostra

    result = rostra.research("舊港區擁擠費的成效？", sample=True)
    print(result.markdown)

Each job has a plain function and one to await. A run is durable as ever: what a program starts can
be listed, resumed and exported with the command line. Errors that a reader has to act on are
raised as `rostra.errors` describes them; a report that did not pass is returned and says so.
"""

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from rostra.errors import ResearchCode, ResearchError, RostraError, UsageError
from rostra.records import Budget, Event, JsonValue, Report, Run, RunKind, loads
from rostra.records.debate import ChairKind, DebateDocument, Verdict
from rostra.records.report import Mode, ReportDocument
from rostra.settings import load_settings

if TYPE_CHECKING:
    from rostra.assembly import House
    from rostra.collect.records import Digest

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


def research(question: str, **options: Any) -> ResearchResult:
    """Research a question and wait for the report; options as for `research_async`."""
    return _wait(research_async(question, **options))


async def research_async(
    question: str,
    *,
    mode: Mode = "strict",
    since: date | None = None,
    until: date | None = None,
    only_domains: Sequence[str] = (),
    not_domains: Sequence[str] = (),
    library: Sequence[str] = (),
    continues: str = "",
    sample: bool = False,
    settings: Mapping[str, object] | None = None,
    data: str | Path | None = None,
    max_cost: float | None = None,
    on_event: OnEvent | None = None,
    choose: Choose | None = None,
) -> ResearchResult:
    """Research a question.

    `settings` are what `rostra settings` lists, by name. `library` names folders that `rostra
    library add` knows. `choose` is called with a text and two to four options where the question
    leaves a choice; without it the first is taken and the report says so.
    """
    options: dict[str, JsonValue] = {
        "mode": mode,
        "only_domains": list(only_domains),
        "not_domains": list(not_domains),
    }
    options |= {
        name: value.isoformat()
        for name, value in (("since", since), ("until", until))
        if value is not None
    }
    options |= {"library": list(library)} if library else {}
    options |= {"continue": continues} if continues else {}
    options |= {"sample": True} if sample else {}
    options |= {"ask": True} if choose is not None else {}
    given = _given(settings, data, max_cost)
    run, report = await _run("research", question, options, given, on_event, choose)
    document = loads(report.data) if report else None
    if report is None or not isinstance(document, ReportDocument) or run.status == "failed":
        raise _failure(run)
    return ResearchResult(run, report.markdown, document)


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


async def debate_async(
    motion: str = "",
    *,
    rounds: int = 2,
    sides: Sequence[str] = ("pro", "con", "neutral"),
    chair: ChairKind = "auto",
    start_from: str = "",
    library: Sequence[str] = (),
    sample: bool = False,
    settings: Mapping[str, object] | None = None,
    data: str | Path | None = None,
    max_cost: float | None = None,
    on_event: OnEvent | None = None,
    choose: Choose | None = None,
) -> DebateResult:
    """Debate a motion; in the sample world there is one to begin with.

    A side is `pro`, `con`, `neutral` or a name with a stance (`residents=against`). `start_from`
    is the id of a research run whose evidence is known from the start. `choose` answers for a
    person in the chair (`chair="human"`), with one of the options it is given.
    """
    from rostra.debate.job import check_motion  # noqa: PLC0415 - importing rostra stays quick
    from rostra.sample import default_motion  # noqa: PLC0415

    motion = check_motion(motion or (default_motion().text if sample else ""))
    options: dict[str, JsonValue] = {"rounds": rounds, "sides": list(sides), "chair": chair}
    options |= {"from": start_from} if start_from else {}
    options |= {"library": list(library)} if library else {}
    options |= {"sample": True} if sample else {}
    given = _given(settings, data, max_cost)
    run, report = await _run("debate", motion, options, given, on_event, choose)
    document = loads(report.data) if report else None
    if report is None or not isinstance(document, DebateDocument) or run.status == "failed":
        raise _failure(run)
    return DebateResult(run, report.markdown, document)


@dataclass(frozen=True, slots=True)
class CollectResult:
    """A finished collection. `digest.new` and `digest.known` are its items, in their order."""

    run: Run
    markdown: str
    digest: "Digest"


def collect(*sites: str, **options: Any) -> CollectResult:
    """Collect sites and wait for the digest; options as for `collect_async`."""
    return _wait(collect_async(*sites, **options))


async def collect_async(
    *sites: str,
    sections: Sequence[str] = (),
    since: date | None = None,
    until: date | None = None,
    max_items: int | None = None,
    sample: bool = False,
    settings: Mapping[str, object] | None = None,
    data: str | Path | None = None,
    max_cost: float | None = None,
    on_event: OnEvent | None = None,
) -> CollectResult:
    """Collect watched sites, all of them when none is named.

    A site is named as `rostra collect list` shows it. An address is watched from now on, with
    these `sections`, unless it is already.
    """
    from rostra.collect.records import Digest  # noqa: PLC0415 - importing rostra stays quick

    given = _given(settings, data, max_cost)
    names = list(sites) if sample else await _watched(sites, sections, given)
    options: dict[str, JsonValue] = {"sites": list[JsonValue](names)}
    options |= {
        name: value.isoformat()
        for name, value in (("since", since), ("until", until))
        if value is not None
    }
    options |= {"sample": True} if sample else {}
    options |= {"max_items": max_items} if max_items is not None else {}
    question = "、".join(names) or "all"
    run, report = await _run("collect", question, options, given, on_event, None)
    digest = loads(report.data) if report else None
    if report is None or not isinstance(digest, Digest) or run.status == "failed":
        raise _failure(run)
    return CollectResult(run, report.markdown, digest)


async def _watched(
    sites: Sequence[str], sections: Sequence[str], given: Mapping[str, object]
) -> list[str]:
    """The names of sites; an address that nobody watches yet is added."""
    from rostra.assembly import open_house  # noqa: PLC0415
    from rostra.collect.sites import make_site  # noqa: PLC0415

    names: list[str] = []
    async with open_house(load_settings(given)) as house:
        known = {site.url: site.name for site in await house.store.list_sites()}
        for site in sites:
            if "://" not in site:
                names.append(site)
                continue
            made = make_site(site, house.clock(), sections=sections)
            if made.url not in known:
                await house.store.put_site(made)
            names.append(known.get(made.url, made.name))
    return names


async def _run(
    kind: RunKind,
    question: str,
    options: Mapping[str, JsonValue],
    given: Mapping[str, object],
    on_event: OnEvent | None,
    choose: Choose | None,
) -> tuple[Run, Report | None]:
    from rostra.assembly import open_house  # noqa: PLC0415 - importing rostra stays quick
    from rostra.research.job import check_question  # noqa: PLC0415

    settings = load_settings(given)
    async with open_house(settings) as house:
        from rostra.runs.conduct import conduct  # noqa: PLC0415 - the engine costs two seconds

        caps = settings.budget
        chosen = await house.models.choices(is_sample=options.get("sample") is True)
        run = Run(
            id=uuid.uuid4().hex,
            kind=kind,
            question=check_question(question),
            status="queued",
            created_at=house.clock(),
            options=options,
            budget=Budget(caps.max_cost, caps.max_tokens, caps.max_calls, caps.max_seconds),
            engine=chosen.usual.model,
        )
        watch = _Watching(house, on_event, choose)
        run = await conduct(house.workplace(), run, watch)
        await watch.settled()
        return run, await house.store.get_report(run.id)


class _Watching:
    """Hands events to the caller and puts the choices of a run to it."""

    def __init__(self, house: "House", on_event: OnEvent | None, choose: Choose | None) -> None:
        self._house = house
        self._on_event = on_event
        self._choose = choose
        self._answering: list[asyncio.Task[None]] = []

    def __call__(self, event: Event) -> None:
        if self._on_event is not None:
            self._on_event(event)
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


def _given(
    settings: Mapping[str, object] | None, data: str | Path | None, max_cost: float | None
) -> dict[str, object]:
    """What the caller sets for this one run, by the names of the settings."""
    given = dict(settings or {})
    if data is not None:
        given["data"] = str(data)
    if max_cost is not None:
        given["budget.max_cost"] = max_cost
    return given


def _wait(job: Coroutine[Any, Any, T]) -> T:
    """Run to the end; where a loop runs already, awaiting is the caller's part."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(job)
    job.close()
    raise UsageError("An event loop is running here: await the _async function instead.")
