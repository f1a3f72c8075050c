"""What surrounds a number: currency, sign, hedge, direction, and what it is counted per."""

import re

from rostra.text.cues import cue_words, endings, english_endings
from rostra.text.patterns import Pattern

CURRENCY_BEFORE = Pattern(
    r"(?:(?P<twd>nt\$|nt(?=\d|$)|新台币|台币|ntd|twd)|(?P<usd>us\$|u\.s\.\$|usd\$?|美金|美元)"
    r"|(?P<hkd>hk\$|hkd\$?|港币)|(?P<cny>rmb¥?|cny¥?|cn¥|人民币)|(?P<sgd>s\$|sgd)|(?P<aud>au?\$|aud)"
    r"|(?P<cad>ca?\$|cad)|(?P<jpy>jp¥|jpy|日币|日圆)|(?P<eur>€|eur|欧元)|(?P<gbp>£|gbp|英镑)"
    r"|(?P<krw>₩|krw|韩币)|(?P<yen>¥)|(?P<dollar>\$))\s?$"
)
_CURRENCY_LAST = frozenset("$¥€£₩币元金圆镑tdybprkwu")
_MINUS, _PLUS = frozenset("-负▼▽"), frozenset("+▲△")
_SIGN_WORDS = ("minus ", "negative ")
_NO_SIGN_AFTER = frozenset("%~$)-+")
HEDGE_AFTER = Pattern(
    r"\s?(?:(?P<about>左右|上下|许|前后|or so|or thereabouts)"
    r"|(?P<at_least>以上|起跳|or more|or higher"
    r"|and above|\+(?!\d))"
    r"|(?P<at_most>以下|以内|之内|or less|or lower|or fewer)|(?P<over>之多|有余|(?<=成)多))"
)

DIRECTION_AFTER = Pattern(
    r"(?:\s?的?(?:(?P<down>跌幅|降幅|减幅|衰退|下滑|负成长|减少)|(?P<up>涨幅|增幅|升幅|成长|增长))"
    r"|[\s-](?:yoy\s|qoq\s|mom\s|y/y\s|q/q\s|year-on-year\s|year-over-year\s|annual\s|quarterly\s"
    r"|sequential\s|monthly\s|rate\s)?(?:(?P<edown>declines?|decreases?|drops?|falls?|lower|down|less|fewer"
    r"|reductions?|cuts?|plunge|slump|contraction|dip|slide)|(?P<eup>increases?|rises?|gains?|growth"
    r"|higher|up|more|jump|surge|hikes?|expansion|improvement))\b(?!\s(?:to|of)\b))"
)

_PER_UNITS = {
    "股": "share",
    "张": "share1000",
    "度": "kWh",
    "千瓦时": "kWh",
    "吨": "t",
    "公吨": "t",
    "桶": "bbl",
    "坪": "ping",
    "人": "person",
    "户": "household",
    "公斤": "kg",
    "盎司": "oz",
    "平方公尺": "m2",
    "平方米": "m2",
    "台": "unit",
    "辆": "vehicle",
    "片": "wafer",
    "月": "month",
    "年": "year",
    "日": "day",
    "天": "day",
    "小时": "hour",
    "公升": "L",
    "升": "L",
    "公里": "km",
    "次": "time",
    "件": "piece",
    "瓶": "bottle",
    "share": "share",
    "kwh": "kWh",
    "kilowatt-hour": "kWh",
    "ton": "t",
    "tonne": "t",
    "barrel": "bbl",
    "person": "person",
    "household": "household",
    "ounce": "oz",
    "kg": "kg",
    "month": "month",
    "year": "year",
    "day": "day",
    "hour": "hour",
    "wafer": "wafer",
    "unit": "unit",
    "litre": "L",
    "liter": "L",
    "gallon": "gal",
}
_PER_WORDS = "|".join(sorted(_PER_UNITS, key=len, reverse=True))
PER_BEFORE = Pattern(
    rf"每一?(?P<per>{_PER_WORDS})[^\d，。；,;]{{0,8}}$|(?P<eps>(?<![a-z])eps|每股)[^\d，。；,;]{{0,12}}$"
)
PER_AFTER = Pattern(rf"\s?(?:/\s?|per |an? |each )(?:每)?(?P<per>{_PER_WORDS})(?![a-z])")


_NO_MOVE = ("公升", "毫升", "新增")  # a measure, and what is new: neither is a rise
_COMPARED = Pattern("[较比][^，。；,;]{1,14}(?<![最至不])([多少高低])出?$")  # 比上月底少6.3個百分點
_HEDGE_FILL = ("达", "为", "有", "在", "是", " a", " an", " the", " ")
_FILL = ("幅度", "平均", "比率", "达到", "合计", "仅有", "只有")
_FILL_CHARACTERS = frozenset("了幅率额达:，的共又再 \t仅约")
_RATE_CHARACTERS = frozenset("率幅度额均")
_ENGLISH_FILL = frozenset(
    re.split(
        " ",
        "by of a an the sharply slightly further another sequentially yoy qoq mom y/y q/q m/m"
        " year-on-year year-over-year quarter-on-quarter month-on-month modestly steeply only just"
        " some roughly about",
    )
)


def currency_before(before: str) -> re.Match[str] | None:
    tail = before.removesuffix(" ")
    return CURRENCY_BEFORE.search(before) if tail[-1:] in _CURRENCY_LAST and tail else None


def sign_before(before: str) -> str:
    """The sign as written right before a number; a dash after a letter or a figure is none."""
    for word in _SIGN_WORDS:
        if before.endswith(word):
            return word
    mark = before[-1:]
    if mark not in _MINUS and mark not in _PLUS:
        return ""
    previous = before[-2:-1]
    joined = previous.isascii() and (previous.isalnum() or previous in _NO_SIGN_AFTER)
    return "" if mark in "-+" and previous and joined else mark


def is_minus(sign: str) -> bool:
    return sign in _MINUS or sign in _SIGN_WORDS


def hedge_before(before: str) -> tuple[str, int]:
    """The hedge right before a number and where it begins; its length when there is none."""
    text = before.rstrip()
    for fill in _HEDGE_FILL[:5]:
        text = text.removesuffix(fill)
    for form, hedge in endings("hedge_").get(text[-1:], ()):
        if text.endswith(form):
            return hedge, len(text) - len(form)
    if text.endswith("~"):
        return "about", len(text) - 1
    if text[-1:].isascii() and text[-1:].isalpha():
        for fill in _HEDGE_FILL[5:8]:
            text = text.removesuffix(fill)
        for form, hedge in english_endings("hedge_"):
            if text.endswith(form) and not text[-len(form) - 1 : -len(form)].isalnum():
                return hedge, len(text) - len(form)
    return "", len(before)


def direction(before: str) -> str:
    """up, down or nothing: the move the words right before a number tell of."""
    if before[-1:] in (" ", "-") and before[-2:-1].isascii():
        way = _english_direction(before)
        if way:
            return way
    text = _unfilled(before)
    if text.endswith(_NO_MOVE):
        return ""
    if compared := _COMPARED.search(text):
        return "up" if compared[1] in "多高" else "down"
    for form, way in endings("fall").get(text[-1:], ()):
        if text.endswith(form):
            return "down" if way == "" else ""
    return (
        "up" if any(text.endswith(form) for form, _ in endings("rise").get(text[-1:], ())) else ""
    )


def _unfilled(text: str) -> str:
    """Without the words that may stand between a move and its size."""
    while text:
        last = text[-1]
        if last in _FILL_CHARACTERS or (last in "为是" and text[-2:-1] in _RATE_CHARACTERS):
            text = text[:-1]
        elif text.endswith(_FILL):
            text = text[:-2]
        else:
            break
    return text


def _english_direction(before: str) -> str:
    words = before.split()[-8:]
    by = "by" in words[-2:]
    while words and words[-1] in _ENGLISH_FILL:
        words.pop()
    if not words:
        return ""
    for word in reversed(words[-7:] if by else words[-1:]):
        plain = word.strip(",.;:")
        if plain in cue_words("fall"):
            return "down"
        if plain in cue_words("rise"):
            return "up"
    return ""


def per_before(before: str) -> str:
    if "每" in before or "eps" in before:
        return per_unit(PER_BEFORE.search(before))
    return ""


def per_unit(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    per = match.groupdict().get("per")
    return _PER_UNITS[per] if per else "share"


def direction_after(text: str, at: int) -> str:
    match = DIRECTION_AFTER.match(text, at)
    if match is None:
        return ""
    return "down" if match["down"] or match["edown"] else "up"


def currency(match: re.Match[str] | None, *, chinese: bool) -> str:
    if match is None or match.lastgroup is None:
        return ""
    if match.lastgroup == "yen":
        return "CNY" if chinese else "JPY"
    return "USD" if match.lastgroup == "dollar" else match.lastgroup.upper()


def named(match: re.Match[str] | None) -> str:
    return match.lastgroup or "" if match else ""
