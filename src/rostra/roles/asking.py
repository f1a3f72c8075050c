"""What a question asks for: whom or what it is about, which things about it, and in which way.

Read by rules, so that planning, choosing sentences and finding what is missing agree. The subject
is the longest run of words before the first thing asked of it; everything else that carries
meaning is an aspect.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Literal

from rostra.rules import parse_time
from rostra.rules.when import TimeIntent
from rostra.text import Slots, index_tokens, slots
from rostra.words import Language

Wish = Literal["reason", "time", "amount", "now", "verdict", "effect", "gap", "series", "manner"]

_PLAIN_WISHES: frozenset[Wish] = frozenset(("time", "amount", "verdict"))
_OPEN_WISHES: frozenset[Wish] = frozenset(("reason", "manner"))
_WISHES: tuple[tuple[Wish, re.Pattern[str]], ...] = (
    (
        "reason",
        re.compile(
            r"為什麼|为什么|為何|为何|原因|何以|怎麼會|怎么会|\bwhy\b|\breasons?\b", re.IGNORECASE
        ),
    ),
    (
        "time",
        re.compile(
            r"什麼時候|什么时候|何時|何时|幾時|几时|哪一?天|日期|時程|歷程|历程|經過|经过|始末|timeline|history|\bwhen\b|\bdates?\b",
            re.IGNORECASE,
        ),
    ),
    (
        "amount",
        re.compile(
            r"多少|幾成|几成|幾|几[個个家元億亿]|比率|how (?:much|many)|what were", re.IGNORECASE
        ),
    ),
    (
        "now",
        re.compile(
            r"現在|现在|目前|如今|最新|\bnow\b|\bcurrent(?:ly)?\b|\blatest\b", re.IGNORECASE
        ),
    ),
    (
        "effect",
        re.compile(
            r"影響|影响|衝擊|冲击|成效|效果|效應|效应|後果|后果|成果|\bimpact|\beffects?\b|\bachiev|\bconsequence",
            re.IGNORECASE,
        ),
    ),
    (
        "series",
        re.compile(
            r"每一?個?个?(?:[季月年]|季度|年度)|逐[季月年]|各[季月年]|歷[季年]|历[季年]"
            r"|\b(?:each|every|by|per) (?:quarter|month|year)\b|\bquarterly\b|\bmonthly\b",
            re.IGNORECASE,
        ),
    ),
    (
        "manner",
        re.compile(
            r"(?:如何|怎麼|怎么|怎樣|怎样)(?=[\u4e00-\u9fff])"
            r"|\bhow (?:to|does|do|is|are|will|can)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "gap",
        re.compile(
            r"落差|差距|差異|差异|出入|不符|不一致|不同調|不同调"
            r"|\bdiscrepanc|\bdiffer|\bgaps?\b|\bat odds\b",
            re.IGNORECASE,
        ),
    ),
    (
        "verdict",
        re.compile(
            r"是不是|是否|了嗎|了吗|嗎[？?]|吗[？?]|達到|^(?:did|is|was|has|does)\b", re.IGNORECASE
        ),
    ),
)
# Words that join or ask and name nothing: what is between them are the parts of a question.
_SEAMS = re.compile(
    r"[\s，。？！、；：,.?!;:()（）「」『』“”\"]+"
    r"|是什[麼么]|什[麼么]時候|什么时候|為什[麼么]|为什么|為何|为何|何時|何时|幾時|如何|怎[麼么]樣?|怎样|有哪些|有什[麼么]|有何|哪些|哪個|哪个|什[麼么]|每一?[季月年週周天日]"
    r"|多[高大久遠远長长快深廣广重強强低嚴严]重?"
    r"|多少(?:[輛辆家人件戶户名個个元噸吨席次處处座棟栋隻只張张份位筆笔]|車輛|车辆|店家|民眾|民众)?|誰|谁|哪位|哪家|是不是|是否|嗎|吗|呢|關於|关于|對於|对于|請問|请问|請|现在|現在|目前|以來|以来|至今|之間|之间|之後|之后|以及|還有|还有"
    r"|的|與|与|和|及|或|對|对|讓|让|從|从|到|在|了|有|把|被|將|将|都|也|就|是"
)
_ENGLISH_SEAMS = re.compile(
    r"\b(?:what|which|who|whom|whose|when|where|why|how|much|many|has|have|had|did|does|do|is|are|"
    r"was|were|will|would|can|could|should|the|a|an|of|for|in|on|at|to|from|by|with|about|and|or|"
    r"so|far|say|says|said|mean|means|meant|give|gives|show|shows|tell|tells|compare|compared|"
    r"than|been|be|it|its|their|there|this|that|between|during|after|before|as)\b"
    r"|[\s,.?!;:()\"]+",
    re.IGNORECASE,
)
# Asked in every other question and no part of any answer.
_IDLE = re.compile(
    r"^(?:(?:情況|情况|狀況|状况|內容|内容|說法|说法|消息|新聞|新闻|問題|问题|事|比|何|哪|回顧|回顾|歷程|历程"
    r"|官方|民間|民间|地方|民眾|民众|反應|反应|落差|差距|差異|差异|不符|不同|出入"
    r"|網路|网络|網上|网上|傳言|传言|謠言|谣言|流言|傳聞|传闻)+"
    r"|rumou?rs?|news|information|update|updates|situation)$",
    re.IGNORECASE,
)
# Asked of anything; an answer seldom repeats them.
_ABSTRACT = re.compile(
    r"成效|效果|影響|影响|爭議|争议|內容|内容|原因|理由|展望|反應|反应|進展|进展|看法|後續|后续|始末|來龍去脈|来龙去脉|背景|細節|细节|近況|近况|現況|现况|規定|规定|評價|评价|後果|后果|結果|结果|關係|关系|差別|差别"
    r"|意義|意义|重點|重点|變化|变化|走勢|走势|趨勢|趋势|比較|比较|時間軸|时间轴|時間線|时间线|經過|经过|achiev|impact|effect|result|controvers|outlook|reaction|aftermath|background",
    re.IGNORECASE,
)
# As a part of something they tell which; alone they can be asked of anything, too.
_ALONE = re.compile(
    r"使用|運用|运用|用途|表現|表现|情形|比例|比率|截止|截止日期|期限|申請|申请|辦理|办理|處理|处理|因應|因应|理由"
)
_ABSTRACT_WORD = re.compile(
    r"\b(?:achiev|impact|effect|result|controvers|outlook|reaction|chang|happen|aftermath|background)[a-z]*\b",
    re.IGNORECASE,
)
_JOINS = re.compile(r"\s?(?:與|与|和|跟|及|以及|、|&|vs\.?|versus|and)\s?", re.IGNORECASE)
_CJK = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[a-z]{4,}")
_ENDING = re.compile(r"(?:ies|es|s|ed|ing|e|y)$")
_SHORTEST_STEM = 4
_ANY_DAY = date(2000, 6, 15)  # only where the words stand is wanted, not what they mean


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that is asked of the subject: its words, and the measures it names."""

    tokens: frozenset[str]
    metrics: frozenset[str] = frozenset()
    is_concrete: bool = True


@dataclass(frozen=True)
class Asked:
    """A question read once. `subject` is whom or what it is about, as it was written."""

    text: str
    language: Language
    slots: Slots
    subject: str
    aspects: tuple[str, ...]
    wishes: frozenset[Wish]
    # Who else it is about, by the same breath: 瀾電與堤能, Lanwave and Dineng.
    beside: tuple[str, ...] = ()

    @property
    def tokens(self) -> frozenset[str]:
        return frozenset(index_tokens(" ".join((self.subject, *self.aspects))))

    @cached_property
    def subject_tokens(self) -> frozenset[str]:
        return frozenset(one for one in index_tokens(self.subject) if len(one) > 1)

    @cached_property
    def concrete_tokens(self) -> tuple[frozenset[str], ...]:
        """The words of those aspects that an answer has to name."""
        named = (_ABSTRACT.sub("", one) for one in self.concrete_aspects)
        return tuple(_telling(one) for one in named)

    @cached_property
    def concrete_aspects(self) -> tuple[str, ...]:
        """Aspects that name something, once what can be asked of anything is taken away."""
        return tuple(
            one
            for one in self.aspects
            if _says_something(_ABSTRACT.sub("", one).strip()) and not _ALONE.fullmatch(one)
        )

    @cached_property
    def parts(self) -> tuple[Point, ...]:
        """Everything that is asked of the subject."""
        named = self.slots.metrics
        concrete = set(self.concrete_aspects)
        return tuple(
            Point(
                _telling(one),
                frozenset(m.id for m in named if m.text in one),
                is_concrete=one in concrete,
            )
            for one in self.aspects
        )

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """What is asked of the subject and can be named; all of it where nothing can."""
        return tuple(one for one in self.parts if one.is_concrete) or self.parts

    @property
    def is_open(self) -> bool:
        """Asks why or in what way: the answer may name nothing that the question names."""
        return bool(self.wishes & _OPEN_WISHES)

    @property
    def is_narrow(self) -> bool:
        """Asks when, how much or whether, of a thing it names: what speaks of another is no answer.

        A reason or a way may lie in what the question does not name.
        """
        is_plain = bool(self.wishes & _PLAIN_WISHES) and not self.is_open
        return bool(self.concrete_tokens) and is_plain

    @cached_property
    def all_subject_tokens(self) -> tuple[frozenset[str], ...]:
        """The words of each whom or what it is about."""
        found = (index_tokens(one) for one in (self.subject, *self.beside))
        return tuple(frozenset(one for one in tokens if len(one) > 1) for tokens in found)


def asks_only(part: str) -> bool:
    """Whether a short part is nothing but the asking itself: how many days."""
    return len(part) <= _SHORTEST_STEM and any(cue.search(part) for _, cue in _WISHES)


def words_shared(wanted: Iterable[str], said: frozenset[str]) -> int:
    """How many of the wanted words were said, an English one in another of its forms, too."""
    return sum(1 for word in wanted if word in said or _is_akin_to_any(word, said))


def _is_akin_to_any(word: str, said: frozenset[str]) -> bool:
    """Shopkeepers and shops, achieved and achievement: what they begin with is one word."""
    if not _LATIN.fullmatch(word):
        return False
    return any(_LATIN.fullmatch(one) and _akin(*sorted((word, one), key=len)) for one in said)


def _akin(short: str, long: str) -> bool:
    stem = _ENDING.sub("", short)
    return len(stem) >= _SHORTEST_STEM and long.startswith(stem)


@lru_cache(maxsize=64)
def read_question(text: str, language: Language) -> Asked:
    read = slots(text)
    parts = _parts(_without_time(text), language)
    subject = _subject(parts, read)
    # A measure that stands between two times went with them.
    measures = [one.text for one in read.metrics if not any(one.text in p for p in parts)]
    aspects = tuple(dict.fromkeys(p for p in (*parts, *measures) if p != subject))
    wishes = frozenset(name for name, cue in _WISHES if cue.search(text))
    beside = tuple(one for one in parts if one != subject and _is_beside(one, subject, text))
    return Asked(text, language, read, subject, aspects, wishes, beside)


def _is_beside(part: str, subject: str, text: str) -> bool:
    """Whether it stands by the subject with nothing but a word that joins the two."""
    at = text.find(subject)
    after = text[at + len(subject) :] if subject and at >= 0 else ""
    joint = _JOINS.match(after)
    return joint is not None and after.startswith(part, joint.end())


def _telling(text: str) -> frozenset[str]:
    tokens = index_tokens(text)
    return frozenset(one for one in tokens if len(one) > 1) or frozenset(tokens)


def _without_time(text: str) -> str:
    """The question without the words that say when; their answer is the period."""
    spans = [(one.start, one.end) for one in slots(text).periods]
    intent: TimeIntent = parse_time(text, _ANY_DAY)
    if intent.span:
        spans.append(intent.span)
    return "".join(
        "," if any(start <= at < end for start, end in spans) else char
        for at, char in enumerate(text)
    )


def _parts(text: str, language: Language) -> list[str]:
    seams = _ENGLISH_SEAMS if language == "en" else _SEAMS
    pieces = [piece.strip() for piece in seams.split(text) if piece]
    if language == "en":
        pieces = _phrases(text)
    return [p for p in pieces if _says_something(p)]


def _phrases(text: str) -> list[str]:
    """English parts: words that stand together with nothing but a space between them."""
    # What can be asked of anything is no part of its name: the charge, and what it achieved.
    alone = _ABSTRACT_WORD.sub(r" | \g<0> | ", text)
    marked = _ENGLISH_SEAMS.sub(lambda m: " " if m[0].isspace() else " | ", alone)
    pieces = [" ".join(piece.split()) for piece in marked.split("|")]
    return [piece.removesuffix("'s").removesuffix("’s") for piece in pieces]


def _says_something(part: str) -> bool:
    if _IDLE.match(part):
        return False
    return len(part) >= 2 if _CJK.search(part) else len(part) >= 3


def _subject(parts: list[str], read: Slots) -> str:
    named = [entity.text for entity in read.entities]
    for part in parts:
        if any(name in part for name in named):
            return part
    return next(iter(parts), "")
