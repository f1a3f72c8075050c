"""The engine that needs no model: it selects and quotes, and never writes a sentence.

A sentence is worth more when it shares rare words with the question, speaks of the same company,
period and measure, carries figures, stands on a page that is about the question and comes from a
better source. What says nothing new is left out: near repeats, and figures that were quoted
already. Every thing the question asks for gets its best sentence before any gets its second.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from rostra.records import SourceTier
from rostra.roles.asking import Asked, words_shared
from rostra.roles.coverage import Wanted
from rostra.text import index_tokens, quantities, sentences, slots

_TIER_WEIGHT: dict[SourceTier, float] = {1: 1.0, 2: 0.92, 3: 0.75, 4: 0.6, 5: 0.5}
_SHORTEST, _LONGEST = 12, 260
_FEWEST_WORDS = 6
_FEWEST, _FLOOR = 7, 0.5
_REPEAT, _KNOWN = 0.55, 0.3  # known figures in nearly the same words say nothing new
_READ_CLOSELY = 200
# Of a good sentence (the best may only echo the question) and of the best: below them one shares
# words and answers nothing, or cannot even be compared.
_GOOD, _WORTH, _WORTH_OF_BEST, _WORTH_COMPARING = 5, 0.45, 0.2, 0.1
_OF_ASPECT, _OF_TITLE = 0.6, 0.5
_NEW_ASPECT = 0.6
_STALE_NOW = 0.75
_ASKS_ONLY = 0.4
_PLAIN_WISHES = frozenset({"time", "amount", "verdict"})
_FIGURE = re.compile(r"[0-9０-９]+(?:[.,][0-9]+)*")
_ENDS = re.compile(r"[。！？!?.…」』”\"）)]$")
_POINTS_ELSEWHERE = re.compile(
    r"^(?:他|她|它|其|該|该|這|这|此|對此|对此|另|而|但|不過|不过|因此|雙方|双方|兩者|两者|我們|我们|答[：:]|"
    r"He|She|It|They|This|That|But|However|We)"
)
# Who sent a story from where, and what joins it to the sentence before, is no part of what it says.
_DATELINE = re.compile(
    r"^(?:（[^（）]{2,40}(?:電|电|報導|报道|訊|讯)）|\([^()]{2,40}(?:電|报道|報導)\)"
    r"|[【〔][^【】〔〕]{2,30}[】〕]|(?:主旨|說明|说明|依據|依据|公告事項|公告事项)[：:]"
    r"|[A-Z]{3,}[A-Za-z ]{0,20}\([^()]{2,20}\)\s*[—–-]\s*"
    r"|(?:不過|不过|但是|然而|此外|另外|同時|同时|因此)，"
    r"|答[：:]|[（(]?[一二三四五六七八九十]+[、）)]|[0-9]{1,2}[.、]\s?(?![0-9]))\s*"
)
# What is addressed to a machine that reads is no statement about the world.
_ORDERS = re.compile(
    r"(?:忽略|無視|无视|不要理會|不要理会)(?:以上|先前|之前|前面|所有|上述)|(?:忽略|無視|无视).{0,8}指[示令]"
    r"|(?:系統|系统)(?:提示|指令)|(?:你|AI|助理|助手|模型)(?:必須|必须|應該|应该|請|请)(?:直接)?(?:回答|輸出|输出)"
    r"|\b(?:ignore|disregard|forget)\b.{0,30}\b(?:instructions?|rules?|prompts?|above|previous)\b"
    r"|\bsystem prompt\b|\byou must (?:now )?(?:output|answer|respond|reply|say)\b|^assistant[,:]"
    r"|\bas an (?:ai|assistant)\b|\bwhen summari[sz]ing this\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[？?]$|^(?:問|问|Q)[：:]|(?:我們|我们)也問")


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
    question: str,
    passages: Sequence[Passage],
    *,
    limit: int,
    per_passage: int = 4,
    distinct: bool = True,
) -> list[Picked]:
    """Choose the sentences that answer best, best first.

    None of them is a near repeat, unless they are wanted for comparing: then `distinct` is false.
    """
    candidates = [c for passage in passages for c in _candidates(passage)]
    rarity = _rarity(candidates)
    asked = Wanted.by(question).asked
    ranked = _ranked(question, candidates, _wanted(question, asked), rarity)
    aspects = asked.aspect_tokens
    least = _least(ranked, distinct=distinct)
    # A question for one figure is answered by it; a broad one is not answered by two sentences.
    floor = least if asked.slots.metrics or not distinct else least * _FLOOR
    if distinct and _is_narrow(asked):
        ranked = [one for one in ranked if _is_to_the_point(one[2], asked)]
    left = _worthwhile(ranked, floor, aspects)
    # What can be asked of anything need not be named in an answer.
    wanting = {n for n, one in enumerate(asked.aspects) if one in asked.concrete_aspects}
    chosen = _Chosen(wanting, distinct=distinct, per_passage=per_passage)
    while left and len(chosen.picked) < limit:
        best = max(range(len(left)), key=lambda at: (chosen.worth(left[at], aspects), -at))
        if left[best][0] < least and len(chosen.picked) >= _FEWEST and not chosen.is_open:
            break
        chosen.take(*left.pop(best), aspects)
    return chosen.picked


def _wanted(question: str, asked: Asked) -> dict[str, float]:
    """What each word of a question weighs: one that only asks stands in any sentence."""
    read = asked.slots
    named = [one.text for one in read.periods]
    named += [one.text for one in read.metrics]
    named += [one.text for one in read.entities]
    telling = set(index_tokens(" ".join((asked.subject, *asked.aspects, *named))))
    return {word: 1.0 if word in telling else _ASKS_ONLY for word in index_tokens(question)}


def _is_narrow(asked: Asked) -> bool:
    """Asks when, how much or whether, of a thing it names: what speaks of another is no answer.

    A reason may lie in what the question does not name.
    """
    wishes = asked.wishes
    return bool(asked.concrete_tokens) and bool(wishes & _PLAIN_WISHES) and "reason" not in wishes


def _is_to_the_point(candidate: _Candidate, asked: Asked) -> bool:
    """Names what is asked of the subject or measures it, or stands on a page whose title does."""
    over = frozenset(index_tokens(candidate.passage.title))
    if any(
        _holds(candidate, tokens) or words_shared(tokens, over) >= _OF_TITLE * len(tokens)
        for tokens in asked.aspect_tokens
    ):
        return True
    return bool(
        asked.slots.metric_ids and asked.slots.metric_ids & slots(candidate.text).metric_ids
    )


def _least(ranked: Sequence[tuple[float, int, _Candidate]], *, distinct: bool) -> float:
    if not ranked:
        return 0.0
    good = ranked[min(_GOOD, len(ranked)) - 1][0]
    if not distinct:
        return good * _WORTH_COMPARING
    return max(good * _WORTH, ranked[0][0] * _WORTH_OF_BEST)


def _worthwhile(
    ranked: Sequence[tuple[float, int, _Candidate]],
    least: float,
    aspects: Sequence[frozenset[str]],
) -> list[tuple[float, _Candidate]]:
    """What is worth picking, and the best of each thing asked for, however little it is worth."""
    worth = [(score, c) for score, _, c in ranked if score >= least]
    for tokens in aspects:
        if not any(_holds(c, tokens) for _, c in worth):
            worth += [(score, c) for score, _, c in ranked if _holds(c, tokens)][:1]
    return worth


class _Chosen:
    """What was picked so far, and with it what is new."""

    def __init__(self, open_aspects: set[int], *, distinct: bool, per_passage: int) -> None:
        self.picked: list[Picked] = []
        self._open = open_aspects
        self._distinct = distinct
        self._per_passage = per_passage
        self._said: list[tuple[frozenset[str], frozenset[str]]] = []
        self._taken: Counter[str] = Counter()
        self._told: set[tuple[object, str]] = set()

    @property
    def is_open(self) -> bool:
        """Whether something was asked for that no sentence so far speaks of."""
        return bool(self._open)

    def worth(self, scored: tuple[float, _Candidate], aspects: Sequence[frozenset[str]]) -> float:
        """A sentence that tells several things nobody told yet comes before one that tells one."""
        score, candidate = scored
        new = sum(1 for at in self._open if _holds(candidate, aspects[at]))
        return score * (1 + _NEW_ASPECT * new)

    def take(self, score: float, candidate: _Candidate, aspects: Sequence[frozenset[str]]) -> None:
        evidence = candidate.passage.evidence
        if self._taken[evidence] >= self._per_passage:
            return
        figures = {(one.value, one.unit) for one in quantities(candidate.text)}
        is_known = bool(figures) and figures <= self._told
        most = _KNOWN if is_known else _REPEAT
        # The same words about another quarter are news, as long as their figures are.
        is_news = 2 * len(figures & self._told) <= len(figures)
        periods = slots(candidate.text).period_ids if figures and is_news else frozenset[str]()
        if self._distinct and _repeats(candidate, periods, self._said, most):
            return
        self._open -= {at for at in self._open if _holds(candidate, aspects[at])}
        self._told |= figures
        self._taken[evidence] += 1
        self._said.append((candidate.tokens, periods))
        self.picked.append(Picked(evidence, candidate.text, candidate.passage.tier, score))


def _holds(candidate: _Candidate, tokens: frozenset[str]) -> bool:
    return bool(tokens) and words_shared(tokens, candidate.tokens) >= _OF_ASPECT * len(tokens)


def _ranked(
    question: str,
    candidates: Sequence[_Candidate],
    wanted: Mapping[str, float],
    rarity: dict[str, float],
) -> list[tuple[float, int, _Candidate]]:
    """Best first. Slots are read only of sentences whose words make them worth it."""
    scored = [(_score(c, wanted, rarity), n, c) for n, c in enumerate(candidates)]
    worth = sorted((one for one in scored if one[0] > 0), key=lambda one: (-one[0], one[1]))
    asked = Wanted.by(question)
    newest = max((c.passage.published for c in candidates if c.passage.published), default=None)
    pages = {c.passage.evidence: slots(c.passage.title) for _, _, c in worth[:_READ_CLOSELY]}
    ageing = _STALE_NOW if "now" in asked.asked.wishes else 0.2
    judged = [
        (
            score
            * asked.fit(c.text, c.passage.title, pages[c.passage.evidence])
            * _freshness(c.passage.published, newest, ageing),
            n,
            c,
        )
        for score, n, c in worth[:_READ_CLOSELY]
    ]
    return sorted(judged, key=lambda one: (-one[0], one[1]))


def _candidates(passage: Passage) -> list[_Candidate]:
    read = ((text, frozenset(index_tokens(text))) for text in whole_sentences(passage.text))
    return [_Candidate(passage, text, tokens) for text, tokens in read]


@lru_cache(maxsize=512)
def whole_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that can be quoted: whole, tidy, no questions and no orders."""
    tidy = (_DATELINE.sub("", " ".join(one.text.split())) for one in sentences(text))
    return tuple(
        one
        for one in tidy
        if _SHORTEST <= len(one) <= _LONGEST
        and _ENDS.search(one)
        and not _ASKS.search(one)
        and not _ORDERS.search(one)
        and len(set(index_tokens(one))) >= _FEWEST_WORDS
    )


def _rarity(candidates: Sequence[_Candidate]) -> dict[str, float]:
    seen = Counter(token for candidate in candidates for token in candidate.tokens)
    return {token: math.log(1 + len(candidates) / (1 + n)) for token, n in seen.items()}


def _score(candidate: _Candidate, wanted: Mapping[str, float], rarity: dict[str, float]) -> float:
    shared = sum(
        weight * rarity.get(token, 0.0)
        for token, weight in wanted.items()
        if token in candidate.tokens
    )
    if shared == 0:
        return 0.0
    about = set(index_tokens(candidate.passage.title))
    on_topic = sum(w * rarity.get(token, 0.0) for token, w in wanted.items() if token in about)
    figures = 1.0 + 0.15 * min(len(_FIGURE.findall(candidate.text)), 4)
    # A sentence that leans on the one before it says little when it is quoted alone.
    leans = 0.7 if _POINTS_ELSEWHERE.match(candidate.text) else 1.0
    length = math.sqrt(len(candidate.tokens) + 8)
    tier = _TIER_WEIGHT[candidate.passage.tier]
    return (shared + 0.3 * on_topic) / length * figures * leans * tier


def _freshness(published: date | None, newest: date | None, ageing: float) -> float:
    """Less for what is old beside the newest; nothing is lost for having no date."""
    if published is None or newest is None:
        return 1.0
    whole = 60 if ageing == _STALE_NOW else 365
    return 1.0 - ageing * min((newest - published).days, whole) / whole


def _repeats(
    candidate: _Candidate,
    periods: frozenset[str],
    said: Iterable[tuple[frozenset[str], frozenset[str]]],
    most: float,
) -> bool:
    """Whether most of it was said before; a sentence that says it all and more is new.

    The same words about another quarter are another figure.
    """
    own = len(candidate.tokens) or 1
    return any(
        len(tokens & candidate.tokens) / own > most
        and not (periods and theirs and periods.isdisjoint(theirs))
        for tokens, theirs in said
    )
