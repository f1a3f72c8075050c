"""How a debater without a model investigates: the same tools, gates and pleas as any other.

A search for each clash point, with words that its own side would use, then the page that promises
most and that nobody has read yet: other publishers before more of the same. When its calls are
spent and a point has nothing that two publishers carry, it pleads for more and says what for.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from rostra.desks.debate.job import TurnJob
from rostra.desks.debate.quoting import figures
from rostra.desks.debate.speaking import own_findings, subject_of
from rostra.desks.debate.topics import speaks_of
from rostra.records import JsonValue, SearchHit, SourceText, Support, ToolCall, ToolResult, decode
from rostra.records.debate import Stance
from rostra.roles.loop import Extender, TurnLimits
from rostra.roles.stance import stance
from rostra.rules import SourceBook, classify_source, same_address
from rostra.steps import Step
from rostra.text import index_tokens
from rostra.tools import ToolPath
from rostra.tools.search import SEARCH
from rostra.words import Phrases

BROWSE, LIBRARY = "browser.browse", "library.search"
_ON_POINT = 1.5
_A_ROUND = 2
_LONGEST_QUERY = 120
_CLAUSE = re.compile(r"[，；。！？;!?]|,\s")


@dataclass(slots=True)
class Gathered:
    evidence: list[str] = field(default_factory=list)
    outside_calls: int = 0
    from_memory: int = 0
    extensions: int = 0
    was_forced: bool = False
    is_capped: bool = False


@dataclass(slots=True)
class _Going:
    """What changes while gathering; rebuilt by replay, because every input of it is a step."""

    allowance: int
    read: list[str]
    owners: list[str]
    calls: int = 0
    effort: int = 0
    is_over: bool = False
    last_plea: str | None = None
    asked: set[str] = field(default_factory=set)
    promised: str = ""
    gathered: Gathered = field(default_factory=Gathered)

    @property
    def is_spent(self) -> bool:
        """Answers count whoever paid for them: sides that search at the same time would else look
        further or less far by who was first, and one who knows more further than one who does not.
        """
        return self.is_over or self.effort >= self.allowance


@dataclass(frozen=True, slots=True)
class Gatherer:
    job: TurnJob
    tools: ToolPath
    extender: Extender
    limits: TurnLimits
    read: Callable[[Sequence[str]], Awaitable[list[SourceText]]]
    book: SourceBook
    support: Support
    # What this turn has been shown, for whoever rules on its pleas.
    seen: list[str]

    async def gather(self, step: Step) -> Gathered:
        # What memory held may be opened again: it costs nothing, and leads to the same pages.
        read = [one for one in self.job.known if one not in self.job.recalled]
        known = await self.read(read)
        going = _Going(self.job.allowance, [one.url for one in known], [one.owner for one in known])
        if self.job.has_library:
            query = self._about(self.job.handcard.clash_points[0])
            await self._call(LIBRARY, {"query": query}, "", going, step)
        for number, query in self._queries():
            while going.is_spent and not going.is_over:
                if not await self._plea(going, step):
                    return going.gathered
            if going.is_over:
                break
            await self._pursue(number, query, going, step)
        return going.gathered

    def _queries(self) -> list[tuple[int, str]]:
        """What to look for: claims to be mended, else clash points, another one first each side."""
        if self.job.attempt:
            said = [one for statement in self.job.own for one in statement.claims]
            return [(one.point, self._about(_core(one.text))) for one in said]
        points = list(enumerate(self.job.handcard.clash_points, 1))
        start = (sum(map(ord, self.job.party.key)) + self.job.round) % max(1, len(points))
        turned = points[start:] + points[:start]
        angle = Phrases("debate", self.job.language)[f"angle_{self.job.party.stance}"]
        # Worded by its side, so that every side's search is its own and earns a page.
        asked = [(0, self._about(angle))]
        asked += [(n, f"{self._about(point)} {angle}") for n, point in turned]
        further = Phrases("debate", self.job.language)[f"further_{self.job.party.stance}"]
        asked += [(n, f"{self._about(point)} {further}") for n, point in turned]
        later = _A_ROUND * (self.job.round - 1) % len(asked)
        return asked[later:] + asked[:later]

    def _about(self, what: str) -> str:
        """With whom it is about in front, or the query gate cannot tell that it is the matter."""
        subject = subject_of(self.job.motion, self.job.language)
        lacks = set(index_tokens(subject)) - set(index_tokens(what))
        return (f"{subject} {what}" if lacks else what)[:_LONGEST_QUERY]

    async def _pursue(self, number: int, query: str, going: _Going, step: Step) -> None:
        """Search, then open the page that promises most: a search earns one, and never more.

        Sides that search at the same time must not depend on who was first, so it does not matter
        either whether somebody has paid for the page already.
        """
        if query in going.asked:
            return
        going.asked.add(query)
        found = await self._call(SEARCH, {"query": query}, "", going, step)
        if found is None or not found.ok:
            return
        data = found.data if isinstance(found.data, list) else []
        hits = [cast("SearchHit", decode(hit)) for hit in data]
        hit = next(iter(self._promising(number, hits, going)), None)
        if hit is None:
            return
        if going.is_spent:
            going.promised = self._publisher(hit)
            return
        going.read.append(hit.url)
        why = Phrases("debate", self.job.language).say(
            "justify",
            subject=subject_of(self.job.motion, self.job.language),
            point=self._point(number),
            publisher=self._publisher(hit),
            title=hit.title,
        )
        opened = await self._call(BROWSE, {"url": hit.url, "justification": why}, why, going, step)
        if opened is not None and opened.ok:
            going.owners.append(self._owner(hit))

    def _point(self, number: int) -> str:
        points = self.job.handcard.clash_points
        return points[(number or 1) - 1] if points else self.job.motion

    def _publisher(self, hit: SearchHit) -> str:
        return classify_source(hit.url, book=self.book).name

    def _owner(self, hit: SearchHit) -> str:
        source = classify_source(hit.url, book=self.book)
        return source.owner or source.name

    def _promising(self, number: int, hits: Sequence[SearchHit], going: _Going) -> list[SearchHit]:
        """Pages on the point, of owners not read yet, better sources, and of its own side."""
        wanted: Stance = self.job.party.stance
        subject = subject_of(self.job.motion, self.job.language)
        point = set(index_tokens(self._point(number))) if number else set()

        def worth(hit: SearchHit) -> tuple[float, int, str]:
            tier = classify_source(hit.url, book=self.book).tier
            told = f"{hit.title}。{hit.snippet}"
            side = stance(told, self.job.motion)
            times = going.owners.count(self._owner(hit))
            on_point = len(point & set(index_tokens(told))) / max(1, len(point))
            cost = min(tier, 3) - (side == wanted) + min(times, 3) - _ON_POINT * on_point
            return (cost, tier, hit.url)

        fresh = [
            hit
            for hit in hits
            if speaks_of(subject, f"{hit.title} {hit.snippet}")
            and not any(same_address(hit.url, url) for url in going.read if url)
        ]
        trusted = [hit for hit in fresh if classify_source(hit.url, book=self.book).tier <= 3]
        return sorted(trusted, key=worth)

    async def _plea(self, going: _Going, step: Step) -> bool:
        """Ask for more calls where a clash point has nothing that two publishers carry."""
        gathered = going.gathered
        if self.job.attempt or gathered.extensions >= self.limits.max_extensions:
            return False
        known = await self.read(list(dict.fromkeys((*self.job.known, *gathered.evidence))))
        found = await own_findings(self.job, known, self.support)
        lacking = [
            point
            for n, point in enumerate(self.job.handcard.clash_points, 1)
            if not any(one.point == n and len(one.carriers) > 1 for one in found)
        ]
        if not lacking:
            return False
        point = lacking[min(gathered.extensions, len(lacking) - 1)]
        subject = subject_of(self.job.motion, self.job.language)
        reason = Phrases("debate", self.job.language).say(
            "plea", subject=subject, point=point, publisher=going.promised or subject
        )
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
        if going.is_spent:
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
        going.effort += result.rung != "gate"
        going.gathered.from_memory += result.ok and result.rung != "tool"
        going.gathered.evidence += [e for e in result.evidence if e not in going.gathered.evidence]
        self.seen.extend(result.evidence)
        if result.outcome.ends_turn:
            going.is_over = True
            going.gathered.is_capped = result.outcome.is_budget
            return None
        return result


def _core(claim: str) -> str:
    """The clause of a claim that holds its figure: what a second source has to say as well."""
    clauses = [part.strip() for part in _CLAUSE.split(claim) if part.strip()]
    told = [part for part in clauses if figures(part)] or clauses
    return max(told, key=len, default=claim)[:_LONGEST_QUERY]
