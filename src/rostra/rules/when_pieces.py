"""The pieces that written forms of time are made of, and the class that holds forms by name."""

import re
from dataclasses import dataclass, field

CN_DIGITS = "零〇○一二三四五六七八九"
CN = "一二三四五六七八九"
# A count: 3, 三, 十五, 二十, 两, 半, with "and more" or "and a half" said behind the unit.
COUNT = rf"(?:\d{{1,4}}|[{CN}两俩仨十百千廿卅]{{1,6}})"
FEW = "(?:几|数|余|好几|若干)"
M = rf"(?:1[0-2]|0?[1-9]|十[一二]?|[{CN}])"
D = rf"(?:3[01]|[12]\d|0?[1-9]|三十一?|二十[{CN}]?|廿[{CN}]?|卅一?|十[{CN}]?|[{CN}])"
Q = "[1-4一二三四]"
TO = r"\s?(?:-{1,2}|~|–{1,2}|—{1,2}|至|到|迄|to|through)\s?"
# Quarters and months are also listed: 第1、2季, 3、4月.
OR_TO = r"\s?(?:-{1,2}|~|–{1,2}|—{1,2}|至|到|迄|to|through|[、,，/和与及跟])\s?"
Y4 = r"(?:1[5-9]|20|21)\d\d"
# 2024, 二〇二四, 24, 113: how a year is typed when 年 stands behind it
YEAR_WRITTEN = rf"(?:[12]\d{{3}}|[一二][{CN_DIGITS}]{{3}})"
UNIT = (
    r"(?:个)?(?:天|日|周|星期|礼拜|月|季度|季|会计年度|财年|年度|年|交易日|工作日|营业日"
    r"|小时|世纪)"
)
UNIT_EN = r"(?:days?|weeks?|months?|quarters?|years?|yrs?|qtrs?|hours?|trading days?|decades?)"
COUNT_EN = (
    r"(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|couple of"
    r"|a couple of|half a)"
)
FEW_EN = r"(?:few|several|many|some)"
MON = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
DAY_EN = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b"
WEEKDAY_EN = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)\b"
)
REL_EN = r"(?:last|past|previous|prior|this|current|next|coming|upcoming|following)"
WEEK = "(?:周|星期|礼拜)"
DAY_OF_WEEK = "[一二三四五六日天末]"
# No part of a longer number; a comma before it may be one between words.
OPEN = r"(?<![\d.])(?<!\d,)"
FREE = r"(?<![a-z0-9.])(?<!\d,)"
ALONE = r"(?<![\d.$¥€£/a-z+#-])(?<!\d,)"
NOT_WORD = r"(?![a-z0-9])"
NOT_LONGER = r"(?!\d|[.,]\d)"
# Behind "24年" these show a length of time, or something named after one.
LENGTH = (
    r"(?!期|来|间|以|前|后|内|经|历|老|公债|国债|债|房贷|贷|定存|美债|租|国库|资|计划"
    r"|计画|规划|保固|合|约|寿|新高|新低"
    r"|最|高点|低点|首|之|磨|里|中(?!秋)|多|半|级|河|史|的历史|的经验|工|功|份|纪|周年"
    r"|生|长|未|没|不)"
)
LENGTH_BEFORE = "(?<![满近逾约超达共历已第立成过去前来每长隔这几数整等用花了])"


@dataclass(slots=True)
class Forms:
    """Named forms tried in order at one place; compiled when first used.

    `doors` may sort them by what a mention can begin with, so that most places of a text are
    passed by at one glance.
    """

    forms: dict[str, str]
    doors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _compiled: re.Pattern[str] | None = None
    _kinds: list[str] = field(default_factory=list)
    _parts: list[dict[str, str]] = field(default_factory=list)

    def _pattern(self) -> re.Pattern[str]:
        if self._compiled is None:
            doors = self.doors or {"": tuple(self.forms)}
            unions = [door + f"(?:{self._union(kinds)})" for door, kinds in doors.items()]
            self._compiled = re.compile("|".join(unions))
        return self._compiled

    def _union(self, kinds: tuple[str, ...]) -> str:
        whole = []
        for kind in kinds:
            at, form = len(self._kinds), self.forms[kind]
            names = re.findall(r"\(\?P<(\w+)>", form)
            named = re.sub(r"\(\?P<(\w+)>", rf"(?P<\1_{at}>", form)
            named = re.sub(r"\(\?P=(\w+)\)", rf"(?P=\1_{at})", named)
            whole.append(f"(?P<k{at}>{named})")
            self._kinds.append(kind)
            self._parts.append({name: f"{name}_{at}" for name in names})
        return "|".join(whole)

    def match(self, text: str, at: int) -> "Hit | None":
        return self._hit(self._pattern().match(text, at))

    def search(self, text: str, at: int) -> "Hit | None":
        return self._hit(self._pattern().search(text, at))

    def _hit(self, match: re.Match[str] | None) -> "Hit | None":
        if match is None:
            return None
        index = int((match.lastgroup or "k0")[1:])
        parts = {
            name: value
            for name, group in self._parts[index].items()
            if (value := match[group]) is not None
        }
        return Hit(self._kinds[index], match.start(), match.end(), parts)


@dataclass(frozen=True, slots=True)
class Hit:
    kind: str
    start: int
    end: int
    part: dict[str, str]
