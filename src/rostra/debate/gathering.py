"""How a debater without a model investigates: the same tools, gates and pleas as any other.

Internal tools first, then a search for each clash point, then the page that promises most, with a
justification for the chair. Each side begins at another point, so that together they cover all.
When its calls are spent and a point has too little, it pleads for more.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from rostra.debate.job import TurnJob
from rostra.debate.speaking import Known, own_sentences, subject_of
from rostra.debate.wording import WORDS
from rostra.records import JsonValue, SearchHit, ToolCall, ToolResult, decode
from rostra.records.debate import Stance
from rostra.roles.loop import Extender, TurnLimits
from rostra.roles.stance import stance
from rostra.rules import SourceBook, classify_source
from rostra.steps import Step
from rostra.text import index_tokens, quantities
from rostra.tools import ToolPath

SEARCH, BROWSE, LIBRARY = "search.web", "browser.browse", "library.search"
_ENOUGH = 2
_LONGEST_QUERY = 120
_CLAUSE = re.compile(r"[，；。！？;!?]|,\s")


@dataclass(slots=True)
class Gathered:
    evidence: list[str] = field(default_factory=list)
    outside_calls: int = 0
    extensions: int = 0
    was_forced: bool = False


@dataclass(slots=True)
class _Going:
    """What changes while gathering; rebuilt by replay, because every input of it is a step."""

    allowance: int
    calls: int = 0
    is_over: bool = False
    last_plea: str | None = None
    opened: set[str] = field(default_factory=set)
    gathered: Gathered = field(default_factory=Gathered)


@dataclass(frozen=True, slots=True)
class Gatherer:
    job: TurnJob
    tools: ToolPath
    extender: Extender
    limits: TurnLimits
    read: Callable[[Sequence[str]], Awaitable[list[Known]]]
    book: SourceBook

    async def gather(self, step: Step) -> Gathered:
        going = _Going(self.job.allowance)
        if LIBRARY in self.tools.registry.names():
            await self._call(LIBRARY, {"query": self.job.motion[:_LONGEST_QUERY]}, "", going, step)
        while not going.is_over:
            for number, query in self._queries():
                await self._pursue(number, query, going, step)
                if going.is_over or going.gathered.outside_calls >= going.allowance:
                    break
            if going.is_over or not await self._plea(going, step):
                break
        return going.gathered

    def _queries(self) -> list[tuple[int, str]]:
        """What to look for: claims to be mended, else clash points, another one first each side."""
        points = list(enumerate(self.job.handcard.clash_points, 1))
        if self.job.attempt:
            said = [one for statement in self.job.own for one in statement.claims]
            subject = subject_of(self.job.motion, self.job.language)
            return [(one.point, _query(subject, _core(one.text), "")) for one in said[:2]]
        start = sum(map(ord, self.job.party.key)) + self.job.round
        turned = points[start % len(points) :] + points[: start % len(points)] if points else []
        angle = WORDS[self.job.language][f"angle_{self.job.party.stance}"]
        subject = subject_of(self.job.motion, self.job.language)
        asked = [(n, _query(subject, point, angle)) for n, point in turned]
        return [*asked, (0, f"{subject} {angle}"[:_LONGEST_QUERY])]

    async def _pursue(self, number: int, query: str, going: _Going, step: Step) -> None:
        """Search, then open the page that promises most: a search earns one."""
        found = await self._call(SEARCH, {"query": query}, "", going, step)
        if found is None or not found.ok:
            return
        data = found.data if isinstance(found.data, list) else []
        hits = [cast("SearchHit", decode(hit)) for hit in data]
        for hit in self._promising(hits, going)[:1]:
            going.opened.add(hit.url)
            why = WORDS[self.job.language]["justify"].format(
                point=self._point(number), publisher=self._publisher(hit), title=hit.title
            )
            args: dict[str, JsonValue] = {"url": hit.url, "justification": why}
            await self._call(BROWSE, args, why, going, step)

    def _point(self, number: int) -> str:
        points = self.job.handcard.clash_points
        return points[number - 1] if 0 < number <= len(points) else self.job.motion

    def _publisher(self, hit: SearchHit) -> str:
        return classify_source(hit.url, book=self.book).name

    def _promising(self, hits: Sequence[SearchHit], going: _Going) -> list[SearchHit]:
        """Better sources first, and among them what its own side would rather read."""
        wanted: Stance = self.job.party.stance

        def worth(hit: SearchHit) -> tuple[int, int]:
            tier = classify_source(hit.url, book=self.book).tier
            side = stance(f"{hit.title}。{hit.snippet}", self.job.motion)
            return (min(tier, 3) - (side == wanted), tier)

        fresh = [hit for hit in hits if hit.url not in going.opened]
        known = [hit for hit in fresh if classify_source(hit.url, book=self.book).tier < 5]
        return sorted(known, key=worth)

    async def _plea(self, going: _Going, step: Step) -> bool:
        """Ask for more calls where a clash point has too little for this side."""
        gathered = going.gathered
        if gathered.outside_calls < going.allowance or self.job.attempt:
            return False
        known = await self.read(list(dict.fromkeys((*self.job.known, *gathered.evidence))))
        lacking = [
            (point, count)
            for point in self.job.handcard.clash_points
            if (count := len(own_sentences(point, self.job, known))) < _ENOUGH
        ]
        if not lacking or gathered.extensions >= self.limits.max_extensions:
            return False
        point, count = lacking[min(gathered.extensions, len(lacking) - 1)]
        subject = subject_of(self.job.motion, self.job.language)
        reason = WORDS[self.job.language]["plea"].format(subject=subject, point=point, count=count)
        gathered.extensions += 1
        ruling = await self.extender.extend(reason, going.last_plea, gathered.extensions, step)
        going.last_plea = reason
        gathered.was_forced = ruling.must_conclude
        if ruling.granted:
            going.allowance += self.limits.extension_steps
        return ruling.granted

    async def _call(
        self, tool: str, args: dict[str, JsonValue], why: str, going: _Going, step: Step
    ) -> ToolResult | None:
        """One call on the one path; None when the turn's calls are spent."""
        if going.gathered.outside_calls >= going.allowance:
            return None
        going.calls += 1
        call = ToolCall(
            id=f"{going.calls}",
            tool=tool,
            args=args,
            agent=self.job.party.key,
            subject=str(next(iter(args.values()))),
            justification=why,
            allowance=going.allowance,
        )
        (result,) = await self.tools.call([call], step)
        going.gathered.outside_calls += result.rung == "tool"
        going.gathered.evidence += [e for e in result.evidence if e not in going.gathered.evidence]
        if result.code in ("refused:budget", "refused:turn"):
            going.is_over = True
            return None
        return result


def _query(subject: str, point: str, angle: str) -> str:
    """A point with whom it is about, and what this side looks for on it."""
    about = set(index_tokens(subject))
    missing = subject if about and not about & set(index_tokens(point)) else ""
    return f"{missing} {point} {angle}".strip()[:_LONGEST_QUERY]


def _core(claim: str) -> str:
    """The clause of a claim that holds its figure: what a second source has to say as well."""
    clauses = [part.strip() for part in _CLAUSE.split(claim) if part.strip()]
    told = [part for part in clauses if quantities(part)] or clauses
    return max(told, key=len, default=claim)[:_LONGEST_QUERY]
