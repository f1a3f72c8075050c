"""Do we know this already? Looked for in the run's round and in the archive.

Text search only brings candidates, and so do vectors where an embedder is set (`likeness.py`): a
memory is an answer when one place in it holds all that is asked, and while it is fresh
(`rules.recall_check`). And not every memory may answer for others: only what came from a tool of
level 1 or 2 or a publisher of tier 1 or 2, is in no doubt and was replaced by nothing newer. What
is refused says why, so that nobody asks the same in vain.
"""

import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from rostra.memory.answers import Answer
from rostra.memory.likeness import TYPES, Likeness
from rostra.memory.meter import Meter
from rostra.memory.round import ANSWER, HeldDigest, RoundRung
from rostra.records import Evidence, record
from rostra.records.artifacts import AnyArtifact, Kept
from rostra.settings.trust import TRUST
from rostra.store import Store
from rostra.words import Said, message

if TYPE_CHECKING:
    from rostra.rules import Recall as Verdict

CANDIDATES = 8
MOST_LOOKED_AT = 5
MOST_READ = 3
_MORE = 4
# Sentences read of a text, and how many before the best one may lend it subject and period.
_STRETCH = 8
_LENDING = 4
_LEADING = 0.4
_LONGEST_TEXT = 30_000
_TRUSTED_TIER = 2
_LONGEST_QUERY = 4_000

Place = Literal["round", "archive", ""]


@record
class Recalled:
    """An answer with the reason it was accepted, or the reason why there is none.

    `artifact` is what answers, `evidence` what it rests on, `text` its short form to hand over.
    """

    hit: bool
    reason: Said
    where: Place = ""
    artifact: str = ""
    text: str = ""
    evidence: tuple[str, ...] = ()
    verified_at: datetime | None = None
    expires_at: datetime | None = None
    considered: int = 0


class Recaller:
    """`world` keeps fiction apart from the web: neither answers for the other."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        *,
        meter: Meter | None = None,
        world: str = "",
        likeness: Likeness | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._meter = meter
        self._world = world
        self._likeness = likeness
        self._round = RoundRung(store)

    async def recall(
        self, query: str, *, run: str = "", seen: Collection[str] | None = None
    ) -> Recalled:
        """Look in the rounds of all agents of the run, then in the archive.

        With `seen`, what the run itself has read answers only where it stands there: a turn is not
        told what another one happened to read a moment before.
        """
        began = time.perf_counter()
        found = await self._recall(query[:_LONGEST_QUERY], run, seen)
        if self._meter is not None:
            self._meter.count("recalled" if found.hit else "not-recalled")
            self._meter.time("recall", (time.perf_counter() - began) * 1000)
        return found

    async def _recall(self, query: str, run: str, seen: Collection[str] | None) -> Recalled:
        wanted = frozenset(_tokens(query))
        refused: dict[str, Said] = {}
        in_round = await self._of_round(wanted, run, seen) if run and wanted else []
        found = await self._first_answer(query, wanted, in_round, "round", refused)
        if found is None:
            limit = CANDIDATES if seen is None else _MORE * CANDIDATES
            hits = await self._store.search_artifacts(query, types=TYPES, limit=limit)
            others = [one for one in hits if one.artifact.id not in refused]
            others = [one for one in others if _was_shown(one, run, seen)][:CANDIDATES]
            found = await self._first_answer(query, wanted, others, "archive", refused)
        if found is None and self._likeness is not None and wanted:
            near = await self._likeness.candidates(query, CANDIDATES)
            others = [one for one in near if one.artifact.id not in refused]
            # In their own order: what shares most words with the question was read already.
            found = await self._first_answer(
                query, wanted, others, "archive", refused, is_in_order=True
            )
            if found is not None and self._meter is not None:
                self._meter.count("recalled-by-likeness")
        if found is not None:
            return found
        closest = next(iter(refused.items()), None)
        reason = message("recall.nothing")
        if closest:
            reason = message("recall.closest", id=closest[0], why=closest[1])
        return Recalled(hit=False, reason=reason, considered=len(refused))

    async def _first_answer(
        self,
        query: str,
        wanted: frozenset[str],
        candidates: Sequence[Kept],
        where: Place,
        refused: dict[str, Said],
        *,
        is_in_order: bool = False,
    ) -> Recalled | None:
        """Read those closest to the question, within bounds: a text takes longer than a search."""
        fit: list[tuple[float, int, Kept, list[str]]] = []
        now = self._clock()
        for order, kept in enumerate(candidates):
            if doubt := await self._unfit(kept, now):
                refused[kept.artifact.id] = doubt
                continue
            if len(fit) < MOST_LOOKED_AT:
                share, parts = closest_parts(await self._whole_text(kept.artifact), wanted)
                fit.append((0.0 if is_in_order else -share, order, kept, parts))
        for _, _, kept, parts in sorted(fit, key=lambda one: one[:2])[:MOST_READ]:
            for part in parts:
                judged = _judged(query, kept, part, now)
                if judged.hit:
                    return _answered(kept, judged, where, len(refused) + 1)
                refused.setdefault(kept.artifact.id, judged.reason)
        return None

    async def _of_round(
        self, wanted: frozenset[str], run: str, seen: Collection[str] | None
    ) -> list[Kept]:
        """What the run's agents have in hand, those first that share most words with the query."""
        answers = await self._store.round_notes(run, ANSWER)
        held = [one for _, value in answers if isinstance(value, Answer) for one in value.evidence]
        held += [note.evidence for note in await self._round.notes(run, HeldDigest)]
        ids = sorted(dict.fromkeys(one for one in held if seen is None or one in seen))
        kept = await self._store.get_artifacts(ids)
        shared = [len(wanted.intersection(_tokens(_short_form(one.artifact)))) for one in kept]
        order = sorted(range(len(kept)), key=lambda n: -shared[n])
        return [kept[n] for n in order[:CANDIDATES] if shared[n]]

    async def _unfit(self, kept: Kept, now: datetime) -> Said:
        """Why it may not answer for others, whatever it says."""
        if _world_of(kept.artifact) != self._world:
            return message("recall.another_world")
        if kept.forgotten:
            return message("recall.forgotten", why=kept.forgotten.why)
        if kept.superseded_by:
            return message("recall.replaced", by=kept.superseded_by)
        if kept.recheck:
            return message("recall.in_doubt", why=kept.recheck.why)
        if not kept.is_usable(now):
            return message("recall.expired")
        grounds = await self._grounds(kept)
        weak = next((one for one in grounds if not may_answer(one)), None)
        if weak is not None:
            told = weak.source
            return message("recall.weak_source", name=told.name or weak.url, tier=told.tier)
        return "" if grounds else message("recall.no_source")

    async def _grounds(self, kept: Kept) -> list[Evidence]:
        if isinstance(kept.artifact, Evidence):
            return [kept.artifact]
        below = await self._store.get_artifacts(kept.artifact.evidence)
        return [one.artifact for one in below if isinstance(one.artifact, Evidence)]

    async def _whole_text(self, artifact: AnyArtifact) -> str:
        if not isinstance(artifact, Evidence):
            return artifact.text
        return f"{artifact.title}\n{await self._store.text_of(artifact)}"


def closest_parts(text: str, wanted: frozenset[str]) -> tuple[float, list[str]]:
    """The one or two parts of a text that hold most of what is wanted, and the share they hold.

    Each is one stretch of the text as it stands: a sentence lends its subject to those after it,
    and two that are brought together would lend what was never said.
    """
    from rostra.text import sentences  # noqa: PLC0415

    pieces = sentences(text[:_LONGEST_TEXT])
    found = [wanted.intersection(_tokens(piece.text)) for piece in pieces]
    share = len(frozenset[str]().union(*found)) / len(wanted) if wanted else 0.0
    if len(pieces) <= _STRETCH:
        return share, [text]
    by_worth = sorted(range(len(pieces)), key=lambda n: -len(found[n]))
    stretches = [_stretch(by_worth[0], len(pieces))]
    # Where words lead nowhere, as from one language to another, the opening says what it is about.
    others = by_worth[1:] if share > _LEADING else [0]
    beyond = (_stretch(n, len(pieces)) for n in others if n not in stretches[0])
    stretches += [one for _, one in zip(range(1), beyond, strict=False)]
    return share, [text[pieces[one[0]].start : pieces[one[-1]].end] for one in stretches]


def _stretch(best: int, count: int) -> range:
    first = max(0, best - _LENDING)
    return range(first, min(count, first + _STRETCH))


def _judged(query: str, kept: Kept, text: str, now: datetime) -> "Verdict":
    from rostra.rules import recall_check  # noqa: PLC0415

    artifact = kept.artifact
    began = artifact.fetched_at if isinstance(artifact, Evidence) else artifact.made_at
    # The text is read as of when it was first fetched; how long it holds is told apart.
    life = kept.expires_at - began if kept.expires_at is not None else timedelta.max
    return recall_check(query, text, fetched_at=began, ttl=life, now=now)


def _tokens(text: str) -> list[str]:
    from rostra.text import index_tokens  # noqa: PLC0415 - only recalling needs the tables

    return index_tokens(text)


def may_answer(evidence: Evidence) -> bool:
    """Whether others may be told this instead of looking for themselves."""
    trust = TRUST[evidence.provenance.trust]
    is_believed = evidence.source.tier <= _TRUSTED_TIER and not trust.is_backup
    return trust.asks_nobody or is_believed


def _answered(kept: Kept, judged: "Verdict", where: Place, considered: int) -> Recalled:
    artifact = kept.artifact
    grounds = (artifact.id,) if isinstance(artifact, Evidence) else artifact.evidence
    return Recalled(
        hit=True,
        reason=judged.reason,
        where=where,
        artifact=artifact.id,
        text=_short_form(artifact),
        evidence=grounds,
        verified_at=kept.verified_at,
        expires_at=kept.expires_at,
        considered=considered,
    )


def _was_shown(kept: Kept, run: str, seen: Collection[str] | None) -> bool:
    artifact = kept.artifact
    if seen is None or not isinstance(artifact, Evidence) or artifact.provenance.run != run:
        return True
    return artifact.id in seen


def _short_form(artifact: AnyArtifact) -> str:
    if isinstance(artifact, Evidence):
        return f"{artifact.title}\n{artifact.digest}".strip()
    return artifact.text


def _world_of(artifact: AnyArtifact) -> str:
    made = artifact.provenance if isinstance(artifact, Evidence) else artifact.origin
    return made.world
