"""The engine that needs no model: it selects and quotes, and never writes a sentence.

A sentence is worth more when it shares rare words with the question, speaks of the same company,
period and measure, carries figures, stands on a page that is about the question and comes from a
better source. Near repeats are left out, so one
wire story printed by three papers is quoted once, from the best of them.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from rostra.records import SourceTier
from rostra.roles.coverage import Wanted
from rostra.text import index_tokens, sentences, slots

_TIER_WEIGHT: dict[SourceTier, float] = {1: 1.0, 2: 0.92, 3: 0.75, 4: 0.6, 5: 0.5}
_SHORTEST, _LONGEST = 12, 260
_REPEAT = 0.55
_READ_CLOSELY = 200
_FIGURE = re.compile(r"[0-9０-９]+(?:[.,][0-9]+)*")
_ENDS = re.compile(r"[。！？!?.…」』”\"）)]$")
_POINTS_ELSEWHERE = re.compile(
    r"^(?:他|她|它|其|該|该|這|这|此|對此|对此|另|而|但|不過|不过|因此|"
    r"He|She|It|They|This|That|But|However)"
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of evidence as the engine reads it."""

    evidence: str
    title: str
    text: str
    tier: SourceTier
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Picked:
    """A sentence quoted word for word; `score` orders them, best first."""

    evidence: str
    text: str
    tier: SourceTier
    score: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    passage: Passage
    text: str
    tokens: frozenset[str]


def pick_sentences(
    question: str, passages: Sequence[Passage], *, limit: int, per_passage: int = 4
) -> list[Picked]:
    """Choose the sentences that answer best, best first, none of them a near repeat."""
    candidates = [c for passage in passages for c in _candidates(passage)]
    rarity = _rarity(candidates)
    wanted = Counter(index_tokens(question))
    ranked = _ranked(question, candidates, wanted, rarity)
    chosen: list[tuple[Picked, frozenset[str]]] = []
    taken: Counter[str] = Counter()
    for score, _, candidate in ranked:
        if len(chosen) == limit:
            break
        evidence = candidate.passage.evidence
        if taken[evidence] >= per_passage or _repeats(candidate, (t for _, t in chosen)):
            continue
        taken[evidence] += 1
        picked = Picked(evidence, candidate.text, candidate.passage.tier, score)
        chosen.append((picked, candidate.tokens))
    return [picked for picked, _ in chosen]


def _ranked(
    question: str,
    candidates: Sequence[_Candidate],
    wanted: Counter[str],
    rarity: dict[str, float],
) -> list[tuple[float, int, _Candidate]]:
    """Best first. Slots are read only of sentences whose words make them worth it."""
    scored = [(_score(c, wanted, rarity), n, c) for n, c in enumerate(candidates)]
    worth = sorted((one for one in scored if one[0] > 0), key=lambda one: (-one[0], one[1]))
    asked = Wanted.by(question)
    newest = max((c.passage.published for c in candidates if c.passage.published), default=None)
    pages = {c.passage.evidence: slots(c.passage.title) for _, _, c in worth[:_READ_CLOSELY]}
    judged = [
        (
            score
            * asked.fit(c.text, pages[c.passage.evidence])
            * _freshness(c.passage.published, newest),
            n,
            c,
        )
        for score, n, c in worth[:_READ_CLOSELY]
    ]
    return sorted(judged, key=lambda one: (-one[0], one[1]))


def _candidates(passage: Passage) -> list[_Candidate]:
    found = []
    for sentence in sentences(passage.text):
        text = " ".join(sentence.text.split())
        if _SHORTEST <= len(text) <= _LONGEST and _ENDS.search(text):
            found.append(_Candidate(passage, text, frozenset(index_tokens(text))))
    return found


def _rarity(candidates: Sequence[_Candidate]) -> dict[str, float]:
    seen = Counter(token for candidate in candidates for token in candidate.tokens)
    return {token: math.log(1 + len(candidates) / (1 + n)) for token, n in seen.items()}


def _score(candidate: _Candidate, wanted: Counter[str], rarity: dict[str, float]) -> float:
    shared = sum(rarity.get(token, 0.0) for token in wanted if token in candidate.tokens)
    if shared == 0:
        return 0.0
    about = set(index_tokens(candidate.passage.title))
    on_topic = sum(rarity.get(token, 0.0) for token in wanted if token in about)
    figures = 1.0 + 0.15 * min(len(_FIGURE.findall(candidate.text)), 4)
    # A sentence that leans on the one before it says little when it is quoted alone.
    leans = 0.7 if _POINTS_ELSEWHERE.match(candidate.text) else 1.0
    length = math.sqrt(len(candidate.tokens) + 8)
    tier = _TIER_WEIGHT[candidate.passage.tier]
    return (shared + 0.3 * on_topic) / length * figures * leans * tier


def _freshness(published: date | None, newest: date | None) -> float:
    """A little less for what is old beside the newest; nothing is lost for having no date."""
    if published is None or newest is None:
        return 1.0
    return 1.0 - 0.2 * min((newest - published).days, 365) / 365


def _repeats(candidate: _Candidate, chosen: Iterable[frozenset[str]]) -> bool:
    for tokens in chosen:
        smaller = min(len(tokens), len(candidate.tokens)) or 1
        if len(tokens & candidate.tokens) / smaller > _REPEAT:
            return True
    return False
