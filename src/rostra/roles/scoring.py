"""What a sentence is worth to a question.

More when it shares rare words with it, speaks of the same company, period and measure, carries
figures, stands on a page that is about the question and comes from a better source.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from rostra.records import SourceTier
from rostra.roles.asking import Asked, akin_to
from rostra.roles.coverage import Wanted, causes_in
from rostra.roles.quotable import Candidate
from rostra.text import index_tokens, slots

_TIER_WEIGHT: dict[SourceTier, float] = {1: 1.0, 2: 0.92, 3: 0.75, 4: 0.6, 5: 0.5}
_READ_CLOSELY = 200
_STALE, _STALE_NOW = 0.2, 0.75
_A_YEAR, _TWO_MONTHS = 365, 60
_ASKS_ONLY = 0.4
_LEANING, _OF_ITSELF = 0.7, 0.25
_OF_TITLE, _OF_THE_ONE_BEFORE = 0.3, 0.25
_OF_PAGE, _WHOLE_PAGE = 0.15, 0.8
FIGURE = re.compile(r"[0-9０-９]+(?:[.,][0-9]+)*|[一二三四五六七八九]成")
_POINTS_ELSEWHERE = re.compile(
    r"^(?:他|她|它|其|該|该|這|这|此|對此|对此|另|而|但|不過|不过|因此|雙方|双方|兩者|两者|我們|我们|答[：:]|"
    r"He|She|It|They|This|That|But|However|We)"
)
# What a page says of itself is no news of the world.
_ABOUT_ITSELF = re.compile(
    r"^(?:本|此)(?:版|頁|页|站|網站|网站|網頁|网页|文|篇|專頁|专页|頁面|页面)|(?:全文|附件|附檔|附档|原始資料|原始数据).{0,30}(?:下載|下载|上傳|上传)"
    r"|^This (?:page|site|website|version|document|article)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ranked:
    score: float
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class _Words:
    """What each word of a question weighs, and how rare it is in what was read."""

    weights: Mapping[str, float]
    rarity: Mapping[str, float]
    # Other forms of an English word that were read: delays of delay.
    forms: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, weights: Mapping[str, float], rarity: Mapping[str, float]) -> "_Words":
        said = frozenset(rarity)
        return cls(weights, rarity, {word: akin_to(word, said) for word in weights})

    def worth(self, tokens: frozenset[str]) -> float:
        return sum(
            weight * max(self.rarity.get(one, 0.0) for one in here)
            for word, weight in self.weights.items()
            if (here := tokens & self.forms[word])
        )

    def of_them(self, wanted: frozenset[str], tokens: frozenset[str]) -> float:
        """What those of the wanted words are worth that stand here."""
        forms = frozenset[str]().union(*(self.forms.get(one, ()) for one in wanted))
        return self.worth(tokens & forms)


def ranked(question: str, found: Sequence[Candidate]) -> list[Ranked]:
    """Best first. Slots are read only of sentences whose words make them worth it."""
    wanted = Wanted.by(question)
    words = _Words.of(_weights(question, wanted.asked), _rarity(found))
    pages = _page_worth(found, wanted.asked, words)
    scores = [_score(one, words, _of_page(one, pages, wanted.asked)) for one in found]
    scored = _with_what_they_follow(scores, found)
    worth = sorted(
        ((score, n) for n, score in enumerate(scored) if score > 0),
        key=lambda one: (-one[0], one[1]),
    )
    newest = max((one.passage.published for one in found if one.passage.published), default=None)
    judged = [
        (
            score
            * _fit(found[n], wanted, is_of_page=found[n].passage.evidence in pages)
            * _freshness(found[n].passage.published, newest, wanted),
            n,
        )
        for score, n in worth[:_READ_CLOSELY]
    ]
    return [Ranked(score, found[n]) for score, n in sorted(judged, key=lambda o: (-o[0], o[1]))]


def _weights(question: str, asked: Asked) -> dict[str, float]:
    """What each word of a question weighs: one that only asks stands in any sentence."""
    read = asked.slots
    named = [one.text for one in read.periods]
    named += [one.text for one in read.metrics]
    named += [one.text for one in read.entities]
    telling = set(index_tokens(" ".join((asked.subject, *asked.aspects, *named))))
    return {word: 1.0 if word in telling else _ASKS_ONLY for word in index_tokens(question)}


def _rarity(found: Sequence[Candidate]) -> dict[str, float]:
    seen = Counter(token for candidate in found for token in candidate.tokens)
    return {token: math.log(1 + len(found) / (1 + n)) for token, n in seen.items()}


def _fit(one: Candidate, wanted: Wanted, *, is_of_page: bool) -> float:
    """How it fits. On a page that speaks of all that was asked it need not name it again."""
    title = one.passage.title
    fit = wanted.fit(one.text, title, slots(title))
    if is_of_page:
        return fit
    fit *= wanted.of_subject(one.text, title)
    if wanted.is_to_a_point(one.tokens):
        return fit
    return fit * wanted.beside(f"{title}\n{one.passage.text}")


def _page_worth(found: Sequence[Candidate], asked: Asked, words: _Words) -> dict[str, float]:
    """What a sentence is worth for standing on a page that speaks of all that was asked."""
    if not asked.concrete_tokens or asked.slots.metrics or asked.is_narrow:
        return {}
    wanted = asked.subject_tokens.union(*asked.concrete_tokens)
    whole = words.of_them(wanted, frozenset(words.rarity))
    held: dict[str, set[str]] = {}
    for one in found:
        page = held.setdefault(one.passage.evidence, set(index_tokens(one.passage.title)))
        page |= one.tokens
    shares = {page: words.of_them(wanted, frozenset(on)) for page, on in held.items()}
    return {page: _OF_PAGE * s for page, s in shares.items() if s and s >= _WHOLE_PAGE * whole}


def _of_page(one: Candidate, pages: Mapping[str, float], asked: Asked) -> float:
    """It is worth that when it tells a figure, or a cause to who asks for one."""
    worth = pages.get(one.passage.evidence, 0.0)
    if not worth:
        return 0.0
    tells = causes_in(one.text) if "reason" in asked.wishes else FIGURE.search(one.text)
    return worth if tells else 0.0


def _score(one: Candidate, words: _Words, of_page: float) -> float:
    shared = words.worth(one.tokens) + of_page
    if shared == 0:
        return 0.0
    on_topic = words.worth(frozenset(index_tokens(one.passage.title)))
    figures = 1.0 + 0.15 * min(len(FIGURE.findall(one.text)), 4)
    # A sentence that leans on the one before it says little when it is quoted alone.
    leans = _LEANING if _POINTS_ELSEWHERE.match(one.text) else 1.0
    leans *= _OF_ITSELF if _ABOUT_ITSELF.match(one.text) else 1.0
    length = math.sqrt(len(one.tokens) + 8)
    tier = _TIER_WEIGHT[one.passage.tier]
    return (shared + _OF_TITLE * on_topic) / length * figures * leans * tier


def _with_what_they_follow(scores: Sequence[float], found: Sequence[Candidate]) -> list[float]:
    """A figure that goes on from a sentence to the point need not name the point again."""
    scored = list(scores[:1])
    for (before, score), (leads, one) in zip(pairwise(scores), pairwise(found), strict=True):
        is_same = leads.passage.evidence == one.passage.evidence
        goes_on = score > 0 and is_same and FIGURE.search(one.text) is not None
        scored.append(score + _OF_THE_ONE_BEFORE * before * goes_on)
    return scored


def _freshness(published: date | None, newest: date | None, wanted: Wanted) -> float:
    """Less for what is old beside the newest; nothing is lost for having no date."""
    if published is None or newest is None:
        return 1.0
    is_now = "now" in wanted.asked.wishes
    loss, span = (_STALE_NOW, _TWO_MONTHS) if is_now else (_STALE, _A_YEAR)
    return 1.0 - loss * min((newest - published).days, span) / span
