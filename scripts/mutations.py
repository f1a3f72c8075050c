"""Edits that make a true sentence false, one at a time, by code: what a check must not let pass.

Each kind is a function of a sentence, its evidence and a source of chance; it returns the edited
sentence, or None where the sentence has nothing of the kind.
"""

import re
from collections.abc import Callable, Sequence
from random import Random

from rostra.rules.claims import unframed
from rostra.text import canon, quantities
from rostra.text.moments import scan

Edit = Callable[[str, str, Random], str | None]

_NUMBER = re.compile(r"(?<![\dA-Za-z.,])\d[\d,]*(?:\.\d+)?(?![\dA-Za-z])")
_CJK = re.compile("[\u3400-\u9fff]")
_UNITS = (
    ("個百分點", "%"), ("个百分点", "%"), (" percentage points", "%"), ("%", "個百分點"),
    ("億", "萬"), ("亿", "万"), ("萬", "億"), ("万", "亿"), (" million", " billion"),
    (" billion", " million"), ("公里", "公尺"), ("公尺", "公里"), (" years", " months"),
    (" months", " years"), (" days", " weeks"), ("美元", "日圓"), ("元", "美元"), ("輛", "人"),
    ("人", "輛"), ("歲", "公斤"), ("小時", "天"), ("天", "小時"), ("個月", "年"), ("年", "個月"),
)  # fmt: skip
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-zA-Z]+(?: [A-Z][a-zA-Z]+)*")
_SAID = re.compile(
    r"^[^，,。]{2,24}(?:表示|指出|認為|说|說|称|稱)[，：,:]|^[^.,]{3,40} (?:said|says) (?:that )?"
)
_FORECAST = re.compile(
    r"預計將?|预计将?|預估|预估|可望|有望"
    r"|(?<= )(?:is|are) expected to|(?<= )(?:may|might|could|will)(?= )"
)
_MONTHS = "January February March April May June July August September October November December"
_NOT = re.compile(r"並未|并未|沒有|没有|不(?=[會会是能])| not(?= )|n't\b")


def is_chinese(text: str) -> bool:
    return _CJK.search(text) is not None


def _numbers(sentence: str) -> list[re.Match[str]]:
    """Numbers that are no part of a date."""
    view = canon(sentence)
    held = [view.span(one.start, one.end) for one in scan(view)]
    return [
        one
        for one in _NUMBER.finditer(sentence)
        if not any(start < one.end() and one.start() < end for start, end in held)
    ]


def _put(sentence: str, at: re.Match[str], new: str) -> str:
    return sentence[: at.start()] + new + sentence[at.end() :]


def number(sentence: str, evidence: str, chance: Random) -> str | None:
    found = _numbers(sentence)
    if not found:
        return None
    one = chance.choice(found)
    for _ in range(20):
        new = re.sub(r"\d", lambda _: str(chance.randint(1, 9)), one[0])
        if new not in evidence and new.replace(",", "") not in evidence:
            return _put(sentence, one, new)
    return None


def digits(sentence: str, evidence: str, chance: Random) -> str | None:
    found = [one for one in _numbers(sentence) if len(set(re.sub(r"\D", "", one[0]))) > 1]
    chance.shuffle(found)
    for one in found:
        for at in range(len(one[0]) - 1):
            a, b = one[0][at], one[0][at + 1]
            new = one[0][:at] + b + a + one[0][at + 2 :]
            if a != b and (a + b).isdigit() and new[0] != "0" and new not in evidence:
                return _put(sentence, one, new)
    return None


def point(sentence: str, evidence: str, chance: Random) -> str | None:
    found = [one for one in _numbers(sentence) if len(re.sub(r"\D", "", one[0])) > 1]
    if not found:
        return None
    one = chance.choice(found)
    whole, _, part = one[0].replace(",", "").partition(".")
    new = f"{whole[:-1]}.{whole[-1]}{part}" if len(whole) > 1 else f"{whole}{part}"
    return None if new in evidence else _put(sentence, one, new)


def sign(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence
    signed = re.search(r"(?<![\d\w])[-−+](?=\d)", sentence)
    if signed:
        return sentence[: signed.start()] + sentence[signed.end() :]
    found = [one for one in _numbers(sentence) if sentence[one.end() : one.end() + 1] == "%"]
    if not found or _falls(sentence):
        return None
    one = chance.choice(found)
    return _put(sentence, one, "-" + one[0])


def _falls(sentence: str) -> bool:
    return any(one.change == "down" or one.low < 0 for one in quantities(sentence))


def unit(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    for one in _numbers(sentence):
        rest = sentence[one.end() :]
        for old, new in _UNITS:
            if rest.startswith((old, " " + old)):
                other = (
                    new if is_chinese(sentence) else new.replace("個百分點", " percentage points")
                )
                return sentence[: one.end()] + rest.replace(old, other, 1)
    return None


def _new_day(evidence: str, chance: Random, *, chinese: bool) -> str:
    months = re.findall(r"\w+", _MONTHS)
    while True:
        year, month, day = chance.randint(1971, 2019), chance.randint(1, 12), chance.randint(1, 28)
        if str(year) not in evidence:
            return f"{year}年{month}月{day}日" if chinese else f"{day} {months[month - 1]} {year}"


def date_invented(sentence: str, evidence: str, chance: Random) -> str | None:
    if is_chinese(sentence):
        return f"{_new_day(evidence, chance, chinese=True)}，{sentence}"
    return f"On {_new_day(evidence, chance, chinese=False)}, {sentence}"


def date_changed(sentence: str, evidence: str, chance: Random) -> str | None:
    view = canon(sentence)
    found = [view.span(one.start, one.end) for one in scan(view) if one.relative is None]
    spots = [
        (start + at.start(), at)
        for start, end in found
        for at in re.finditer(r"\d+", sentence[start:end])
    ]
    if not spots:
        return None
    start, at = chance.choice(spots)
    top = 12 if len(at[0]) < 3 else 2019
    for _ in range(30):
        new = str(chance.randint(1 if top == 12 else 1950, top))
        if new != at[0].lstrip("0") and not re.search(rf"(?<!\d){new}(?!\d)", evidence):
            return sentence[:start] + new + sentence[start + len(at[0]) :]
    return None


def date_moved(sentence: str, evidence: str, chance: Random) -> str | None:
    own, other = canon(sentence), canon(evidence)
    here = [one for one in scan(own) if one.relative is None]
    for one in here:
        written = sentence[slice(*own.span(one.start, one.end))]
        there = [
            evidence[slice(*other.span(two.start, two.end))]
            for two in scan(other)
            if two.kind == one.kind
            and (two.year, two.month, two.day, two.number)
            != (one.year, one.month, one.day, one.number)
        ]
        there = [two for two in there if two not in sentence]
        if there:
            return sentence.replace(written, chance.choice(there), 1)
    return None


def names_exchanged(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    found = list(dict.fromkeys(one[0] for one in _NAME.finditer(sentence)))
    if len(found) < 2:
        return None
    a, b = found[:2]
    return re.sub(f"{re.escape(a)}|{re.escape(b)}", lambda one: b if one[0] == a else a, sentence)


def name_changed(sentence: str, evidence: str, chance: Random) -> str | None:
    found = list(_NAME.finditer(sentence))
    new = chance.choice(["Brackwater", "Quillon", "Vandermoor", "Tessaly"])
    return _put(sentence, chance.choice(found), new) if found and new not in evidence else None


def parts_exchanged(sentence: str, evidence: str, chance: Random) -> str | None:
    """Who did it and to whom, around the verb."""
    del evidence, chance
    match = re.match(
        r"^([\u3400-\u9fff]{2,6})(對|向|把|被|控告|收購|起訴)([\u3400-\u9fff]{2,6})(?=[，。])",
        sentence,
    )
    if match:
        return match[3] + match[2] + match[1] + sentence[match.end() :]
    match = re.match(
        r"^([A-Z]\w+(?: [A-Z]\w+)*) (\w+ed) (?:the )?([A-Z]\w+(?: [A-Z]\w+)*)", sentence
    )
    return f"{match[3]} {match[2]} {match[1]}{sentence[match.end() :]}" if match else None


def negation(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    if _NOT.search(sentence):
        return _NOT.sub("", sentence, count=1)
    if is_chinese(sentence):
        match = re.search("是|有|會|会|能|將|将", sentence)
        return sentence[: match.start()] + "不" + sentence[match.start() :] if match else None
    match = re.search(r"\b(?:is|was|are|were|will|can|has|have|had)\b", sentence)
    return sentence[: match.end()] + " not" + sentence[match.end() :] if match else None


def frame_cut(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    match = _SAID.match(sentence)
    return sentence[match.end() :] if match and len(sentence) - match.end() > 8 else None


def forecast_as_fact(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    return _FORECAST.sub("", sentence, count=1) if _FORECAST.search(sentence) else None


def scope_widened(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    wide = "在全國各地，" if is_chinese(sentence) else "In every country of the world, "
    return wide + sentence


def cause_added(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    bare = sentence.rstrip("。. ")
    return (
        f"{bare}，原因是內部管理失當。"
        if is_chinese(sentence)
        else f"{bare} because of poor management."
    )


def label_planted(sentence: str, evidence: str, chance: Random) -> str | None:
    labels = (
        ("1 奈米", "10 年期", "95 無鉛", "5G")
        if is_chinese(sentence)
        else ("10-year", "1-nanometer", "95-octane")
    )
    fresh = [one for one in labels if one not in evidence and one.replace(" ", "") not in evidence]
    if not fresh:
        return None
    label = chance.choice(fresh)
    return (
        f"{label}方面，{sentence}"
        if is_chinese(sentence)
        else f"In the {label} segment, {sentence}"
    )


def speaker_alone(sentence: str, evidence: str, chance: Random) -> str | None:
    del evidence, chance
    return (
        f"市長王大明表示：{sentence}"
        if is_chinese(sentence)
        else f"Mayor Wendell Ostrom said: {sentence}"
    )


# The first are for code to refuse; the others are wording, and the judge's.
HARD: tuple[Edit, ...] = (
    number,
    digits,
    point,
    sign,
    unit,
    date_invented,
    date_changed,
    label_planted,
)
SOFT: tuple[Edit, ...] = (
    date_moved, name_changed, names_exchanged, parts_exchanged, negation, frame_cut,
    forecast_as_fact, scope_widened, cause_added, speaker_alone,
)  # fmt: skip


def edits(sentence: str, evidence: Sequence[str], seed: str) -> list[tuple[str, str]]:
    """Every edit the sentence allows, with its kind; what its writer put around it is not its."""
    sentence = unframed(sentence)
    whole = "\n".join(evidence)
    found = (
        (one.__name__, one(sentence, whole, Random(f"{seed}{one.__name__}")))
        for one in (*HARD, *SOFT)
    )
    return [(kind, text) for kind, text in found if text is not None and text != sentence]
