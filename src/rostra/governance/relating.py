"""Whether a text is about the matter at hand, judged by the words themselves.

A page can make an agent ask for anything, so what an agent wants to look up is held against what
the run is about. Names and measures are compared across languages and scripts (slots); the rest by
words and pairs of Chinese characters. Words that fit any question count neither way.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rostra.governance.matter import Matter
from rostra.store.secrets import mask_secrets
from rostra.text import canon, slots
from rostra.words import Message, message

# How much of a query must be about the matter; the rest is what is looked for. A name that both
# know, under whatever alias, says more than words that both use.
LEAST_SHARE = 1 / 3
LEAST_SHARE_WITH_NAME = 1 / 5
_LONGEST = 4_000
_WORD_WEIGHT = 2
_RUN = re.compile(r"[\u3400-\u9fff]+|[a-z0-9][a-z0-9'’&+._-]*")
_FIGURE = re.compile(r"[\d.,%年月日季度号第q]+")
_NEUTRAL_ENGLISH = (
    "a about after all also an and any are as at be been before between by can could data detail"
    " details did do does figure figures find for from get give has have how i if in information"
    " into is it its latest like look may me more most much my need new news not now number numbers"
    " of official on or other our out over page please policy possible question read recent report"
    " reports research result results say says search should show since site so some source sources"
    " statistics still study such than that the their them then there these they this to today"
    " total under up update us use used using want was we web what when where whether which who why"
    " will with would year years yes you your"
)
_NEUTRAL_WORDS = frozenset(_NEUTRAL_ENGLISH.split())
_NEUTRAL_CHINESE = re.compile(
    r"是否|应该|应当|如何|怎么|怎样|什么|为何|为什么|哪些|哪个|哪里|多少|最新|最近|目前|现在|今年|去年|今天"
    r"|新闻|消息|资料|资讯|信息|数据|统计|报告|报导|报道|官方|公布|发布|说明|相关|关于|有关|问题|情况|情形"
    r"|内容|网页|页面|网站|网址|浏览|查询|搜寻|搜索|查看|看看|需要|想要|请问|请|以及|或者|还是|可以|能否|有没有"
    r"|的|了|和|与|及|或|在|对|为|吗|呢|把|被|将|会|要|就|都|也|而|其|之"
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}:/{1,2}|www\.|[\w.+-]+@[\w-]+\.[a-z]", re.IGNORECASE)
_PRIVATE = re.compile(
    r"passwords?|passcodes?|credentials?|(?:api|secret|private|access) (?:keys?|tokens?)"
    r"|system prompts?|密码|口令|凭证|金钥|密钥|私钥|系统提示|提示词|身分证字号|身份证号|信用卡号"
)
_OPAQUE = re.compile(
    r"(?=[A-Za-z0-9+/=_-]*[0-9])(?=[A-Za-z0-9+/=_-]*[A-Za-z])[A-Za-z0-9+/=_-]{20,}"
)


class _Mark(NamedTuple):
    """A character or word that counts: its place, its weight, and the words it is part of."""

    start: int
    end: int
    weight: int
    words: frozenset[str]


class _Compared(NamedTuple):
    """`by_name` when a name that is known by its aliases stands in both."""

    share: float
    by_name: bool


@dataclass(frozen=True, slots=True)
class _Known:
    """What texts name: pairs and words, and names and measures by their identity."""

    words: frozenset[str]
    names: frozenset[str]


def carries_out(query: str, matter: Matter) -> Message | None:
    """Why a query is no question but a way to carry something out; None when it is none."""
    if mask_secrets(query) != query:
        return message("rulings.carried.key")
    if _ADDRESS.search(query):
        return message("rulings.carried.address")
    if _OPAQUE.search(query):
        return message("rulings.carried.opaque")
    asked = set(_PRIVATE.findall(canon(query).text))
    if asked - set(_PRIVATE.findall(canon("\n".join(_own(matter))).text)):
        return message("rulings.carried.private")
    return None


def is_the_question(query: str, matter: Matter) -> bool:
    """Whether it is what the user asked, or a piece of it: their own words need no judging."""
    asked, whole = ("".join(canon(text).text.split()) for text in (query, matter.question))
    return bool(asked) and asked in whole


def is_about(query: str, matter: Matter) -> bool:
    """Whether enough of the query is named by the matter."""
    return _is_named_by(query, _anchors(matter))


def share(text: str, anchors: Iterable[str]) -> float:
    """How much of a text others name, from 0 to 1; a text that says nothing in particular is 0."""
    return _compare(text, tuple(anchors)).share


def _is_named_by(text: str, anchors: tuple[str, ...]) -> bool:
    found = _compare(text, anchors)
    return found.share >= (LEAST_SHARE_WITH_NAME if found.by_name else LEAST_SHARE)


def _compare(text: str, anchors: tuple[str, ...]) -> _Compared:
    known = _known(anchors)
    view = canon(text[:_LONGEST]).text
    read = slots(view)
    names = [one for one in read.entities if one.id in known.names]
    spans = [(one.start, one.end) for one in names]
    spans += [(one.start, one.end) for one in read.metrics if one.id in known.names]
    marks = _marks(view)
    # A name written as a bare code has no words; it counts as one word.
    codes = [(a, b) for a, b in spans if not any(a <= m.start and m.end <= b for m in marks)]
    covered = counted = _WORD_WEIGHT * len(codes)
    for mark in marks:
        counted += mark.weight
        if mark.words & known.words or any(a <= mark.start and mark.end <= b for a, b in spans):
            covered += mark.weight
    return _Compared(covered / counted if counted else 0.0, any(one.is_known for one in names))


def _own(matter: Matter) -> tuple[str, ...]:
    return tuple(text for text in (matter.question, matter.handcard, *matter.actions) if text)


def _anchors(matter: Matter) -> tuple[str, ...]:
    own = _own(matter)
    return own + tuple(lack for lack in matter.lacks if _is_named_by(lack, own))


@lru_cache(maxsize=128)
def _known(anchors: tuple[str, ...]) -> _Known:
    words: set[str] = set()
    names: set[str] = set()
    for line in (line for anchor in anchors for line in anchor[: 4 * _LONGEST].splitlines()):
        view = canon(line).text
        words.update(*(mark.words for mark in _marks(view)))
        read = slots(view)
        names |= read.entity_ids | {metric.id for metric in read.metrics}
    return _Known(frozenset(words), frozenset(names))


def _marks(view: str) -> list[_Mark]:
    neutral = [match.span() for match in _NEUTRAL_CHINESE.finditer(view)]
    marks: list[_Mark] = []
    for run in _RUN.finditer(view):
        start, end = run.span()
        if run[0][0] < "\u3400":
            if run[0] not in _NEUTRAL_WORDS and not _FIGURE.fullmatch(run[0]):
                marks.append(_Mark(start, end, _WORD_WEIGHT, frozenset({_stem(run[0])})))
            continue
        for at in range(start, end):
            if not (any(a <= at < b for a, b in neutral) or _FIGURE.fullmatch(view[at])):
                pairs = {view[i : i + 2] for i in (at - 1, at) if start <= i < end - 1}
                marks.append(_Mark(at, at + 1, 1, frozenset(pairs or {view[at]})))
    return marks


def _stem(word: str) -> str:
    """One form for the plural and the possessive; no more is needed to compare topics."""
    word = re.sub(r"['’]s?$", "", word)
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
