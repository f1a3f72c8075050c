"""How a sentence that was seen is said: as it stands, or with a lie in it.

Every kind of lie is made with means of its own, not with those of the rules that must find it.
"""

import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from rostra_testing.scripted.diary import Diary, LieKind, Said
from rostra_testing.scripted.reading import Passage, Reading


class TrueVoice:
    """Says what it saw, with the ids that stood with it."""

    def __init__(self, diary: Diary | None = None, request: int = 0) -> None:
        self._diary = diary
        self._request = request

    def say(self, passage: Passage) -> Said:
        ids = passage.ids
        said = Said(passage.text, passage.text, ids, ids, None, self._request)
        if self._diary is not None:
            self._diary.note(said)
        return said


TURNED: tuple[LieKind, ...] = ("number", "entity", "period", "negation")
LIES: tuple[LieKind, ...] = ("citation", *TURNED, "attribution")


class LyingVoice:
    """Lies about a share of the sentences; the kinds take turns where they can be applied."""

    def __init__(
        self,
        reading: Reading,
        luck: random.Random,
        rate: float,
        diary: Diary,
        request: int,
        kinds: Sequence[LieKind] = LIES,
    ) -> None:
        self._kinds = kinds
        self._reading = reading
        self._luck = luck
        self._rate = rate
        self._diary = diary
        self._request = request

    def say(self, passage: Passage) -> Said:
        said = Said(passage.text, passage.text, passage.ids, passage.ids, None, self._request)
        if self._luck.random() < self._rate:
            said = self._lie(passage) or said
        self._diary.note(said)
        return said

    def _lie(self, passage: Passage) -> Said | None:
        kinds = list(self._kinds)
        self._luck.shuffle(kinds)
        for kind in kinds:
            text, ids = self._told(kind, passage)
            if ids != passage.ids or (text != passage.text and text not in self._reading.content):
                return Said(passage.text, text, passage.ids, ids, kind, self._request)
        return None

    def _told(self, kind: LieKind, passage: Passage) -> tuple[str, tuple[str, ...]]:
        text, ids = passage.text, passage.ids
        if kind == "citation":
            return text, self._invented(ids)
        if kind == "attribution":
            return text, self._foreign(passage)
        others = [other.text for other in self._reading.passages if other.text != text]
        change: Callable[[str, Sequence[str], random.Random], str] = {
            "number": alter_number,
            "entity": swap_entity,
            "period": swap_period,
            "negation": negate,
        }[kind]
        return change(text, others, self._luck), ids

    def _invented(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """An id of the right look that nobody ever saw."""
        if not ids:
            return ids
        known = {anchor.id for anchor in self._reading.anchors}
        for _ in range(100):
            made = "".join(_another(character, self._luck) for character in ids[0])
            if made not in known:
                return (made,)
        return (f"{ids[0]}{self._luck.randrange(10, 99)}",)

    def _foreign(self, passage: Passage) -> tuple[str, ...]:
        """A real id, of evidence that does not hold this sentence."""
        texts: dict[str, str] = {}
        for other in self._reading.passages:
            for name in other.ids:
                texts[name] = f"{texts.get(name, '')}\n{other.text}"
        figures = _FIGURE.findall(passage.text)
        strange = [
            name
            for name, text in texts.items()
            if passage.text not in text and not (figures and all(f in text for f in figures))
        ]
        return (self._luck.choice(strange),) if strange and passage.ids else passage.ids


_FIGURE = re.compile(r"(?<![0-9A-Za-z.,])\d[\d,]*(?:\.\d+)?")
_PERIOD = re.compile(
    r"(?:19|20)\d\d\s*年(?:第?[一二三四1-4]季|上半年|下半年|\d{1,2}月)?|民國\d{2,3}年|(?:19|20)\d\d\s*Q[1-4]"
    r"|Q[1-4]\s*(?:19|20)\d\d|\b[1-4]Q\d\d\b|第[一二三四1-4]季|上半年|下半年|(?<!\d)1?\d月(?!\d)"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|\b(?:first|second|third|fourth) quarter\b|(?<![\d,.])(?:19|20)\d\d(?![\d,.%])"
    r"|今年|去年|上季|本季"
)
_NAME = re.compile(
    r"[\u3400-\u9fff]{1,6}(?:公司|集團|集团|銀行|银行|金控|科技|電子|电子|電力|电力|能源|航運|航运|市政府|縣政府"
    r"|政府|委員會|委员会|大學|大学|協會|协会|部|局|署|院|港|廠|厂)"
    r"|(?:[A-Z][a-z]+|[A-Z]{2,})(?:\s+(?:[A-Z][a-z]+|[A-Z]{2,}))*"
)
_LEADING_NAME = re.compile(
    r"^[\u3400-\u9fff]{2,6}?(?=(?:表示|宣布|宣佈|指出|今年|去年|於|在|將|将|的|第|公告|公布|營收|营收|股價|股价"
    r"|獲利|获利|已|也|\d|（|\())"
)
_COMMON = {"The", "This", "That", "These", "It", "In", "On", "At", "A", "An", "But", "And", "Its"}
_POSITIVE = re.compile(
    r"(?<![不未無无沒没非])(?=[是會会將将能可應应有])|(?<![不未])(?=同意|支持|通過|通过|增|成長|核准)"
)
_DENIAL = re.compile(r"不會|不会|不是|並未|并未|尚未|沒有|没有|未能|無法|无法|未|不")
_VERB = re.compile(
    r"\b(is|are|was|were|has|have|had|will|can|could|should|would|may|must)\b(?! not)"
)
_OPPOSITES = [
    ("成長", "衰退"), ("增加", "減少"), ("上升", "下降"), ("增长", "下降"), ("上漲", "下跌"),
    ("高於", "低於"), ("通過", "否決"), ("支持", "反對"), ("同意", "反對"), ("擴大", "縮小"),
    ("increased", "decreased"), ("rose", "fell"), ("grew", "shrank"), ("approved", "rejected"),
    ("higher", "lower"), ("above", "below"), ("more than", "less than"), ("gain", "loss"),
    ("up ", "down "),
]  # fmt: skip


def alter_number(text: str, others: Sequence[str], luck: random.Random) -> str:
    """Change one figure, keeping its look; years are left to `swap_period`."""
    del others
    periods = [match.span() for match in _PERIOD.finditer(text)]
    figures = [
        match
        for match in _FIGURE.finditer(text)
        if not any(start <= match.start() < end for start, end in periods)
    ]
    if not figures:
        return text
    chosen = luck.choice(figures)
    old = chosen[0].rstrip(",")
    digits = [at for at, character in enumerate(old) if character.isdigit()]
    # The leading digits carry the weight; a change in the last decimal may pass for rounding.
    at = digits[0] if len(digits) < 3 else luck.choice(digits[:2])
    fresh = luck.choice([c for c in "123456789" if c != old[at]])
    new = old[:at] + fresh + old[at + 1 :]
    return text[: chosen.start()] + new + text[chosen.start() + len(old) :]


def swap_period(text: str, others: Sequence[str], luck: random.Random) -> str:
    """Put another time of the same kind in the place of one that is there."""
    found = list(_PERIOD.finditer(text))
    if not found:
        return text
    chosen = luck.choice(found)
    seen = {match for other in others for match in _PERIOD.findall(other)} - {chosen[0]}
    alike = sorted(other for other in seen if _look(other) == _look(chosen[0]))
    new = luck.choice(alike) if alike else _shifted(chosen[0], luck)
    return text[: chosen.start()] + new + text[chosen.end() :]


def swap_entity(text: str, others: Sequence[str], luck: random.Random) -> str:
    """Put another name seen in this request in the place of one that is there."""
    own = [name for name in _names(text) if text.count(name) == 1]
    theirs = sorted({name for other in others for name in _names(other)})
    for name in own:
        foreign = [
            other
            for other in theirs
            if other not in text and name not in other and other[0].isascii() == name[0].isascii()
        ]
        if foreign:
            return text.replace(name, luck.choice(foreign))
    return text


def negate(text: str, others: Sequence[str], luck: random.Random) -> str:
    """Turn the sentence round: an opposite word, a "not" put in or taken out."""
    del others
    for one, other in luck.sample(_OPPOSITES, len(_OPPOSITES)):
        if one in text:
            return text.replace(one, other, 1)
        if other in text:
            return text.replace(other, one, 1)
    if _DENIAL.search(text):
        return _DENIAL.sub("", text, count=1)
    if " not " in text:
        return text.replace(" not ", " ", 1)
    if _VERB.search(text):
        return _VERB.sub(r"\1 not", text, count=1)
    return _POSITIVE.sub("不", text, count=1)


def _names(text: str) -> list[str]:
    leading = _LEADING_NAME.match(text)
    found = [leading[0]] if leading else []
    found += [name for name in _NAME.findall(text) if name not in _COMMON]
    return [name for name in dict.fromkeys(found) if len(name) > 1 and not _PERIOD.search(name)]


def _look(period: str) -> str:
    return re.sub(r"[一二三四1-4](?=季)", "n", re.sub(r"\d", "9", period))


_STEPS = {
    one: other
    for row in (
        "一 二 三 四 一",
        "上半年 下半年 上半年",
        "今年 去年 今年",
        "上季 本季 上季",
        "first second third fourth first",
        "January February March April May June July August September October November",
        "November December January",
    )
    for one, other in pairwise(row.split())
}


def _shifted(period: str, luck: random.Random) -> str:
    for one, other in _STEPS.items():
        if one in period:
            return period.replace(one, other, 1)
    digits = [at for at, character in enumerate(period) if character.isdigit()]
    if not digits:
        return period
    if len(digits) >= 3:
        at = next((at for at in digits[2:] if period[at] not in "Qq"), digits[-1])
        at = digits[3] if len(digits) > 3 else at
    else:
        at = digits[-1]
    choices = "1234" if "Q" in period or "季" in period else "123456789"
    fresh = luck.choice([c for c in choices if c != period[at]])
    return period[:at] + fresh + period[at + 1 :]


def _another(character: str, luck: random.Random) -> str:
    """A character of the same kind, so that an invented id looks like a real one."""
    if character in "0123456789":
        return luck.choice("0123456789")
    if character in "abcdef":
        return luck.choice("abcdef")
    return character
