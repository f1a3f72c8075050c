"""What is quoted together: a sentence, the one it leans on, and the one that goes on from it.

「若通過，將自三月一日起實施」 says nothing alone: what would have to pass stands before it. And
whoever is told of a vote wants to hear what follows from it. Both are quoted as they stand, one
after the other, and only from within one paragraph. A rumour brings along what puts it right.
"""

import re
from collections.abc import Container
from functools import lru_cache

from rostra.roles.quotable import quotable
from rostra.text import dates, quantities, sentences

# A condition or a time that names nothing: what it means was said just before.
_IF_SO = (
    r"(?:若|倘若|如果|假如|一旦|如)(?![一二三四五六七八九十何今此同期])[^，,。]{0,6}[，,]"
    r"|(?:屆時|届时|到時|到时|其後|其后|此後|此后|隨後|随后)"
    r"|(?:If|Once|Should|When) (?:it|they|this|that|so|approved|passed|adopted|confirmed)\b"
    r"|(?:If so|By then|Then|After that|Thereafter)\b"
)
_IT = (
    r"(?:他|她|它|該|该|此舉|此举|這[項個些次]|这[项个些次]|對此|对此|兩者|两者|雙方|双方|前者|后者|後者)"
    r"|(?:He|She|It|They|This|That|These|Those|Both|Neither)\b"
)
_LEANS = re.compile(f"^(?:{_IF_SO}|{_IT})")
_GOES_ON = re.compile(f"^(?:{_IF_SO})")
_RUMOUR = re.compile(
    r"網傳|网传|轉傳|转传|流傳|流传|謠傳|谣传|傳言|传言|謊稱|谎称|聽說|听说|爆料|據傳|据传|傳出|传出|內行人|内行人"
    r"|\brumou?r|\bviral\b|\bcirculat",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"並非事實|并非事实|不是事實|不是事实|不實|不实|從未|从未|否認|否认|駁斥|驳斥|沒有這|没有这"
    r"|未(?:獲|获|經|经)?(?:證實|证实|回應|回应)"
    r"|\bfalse\b|\bden(?:y|ies|ied)\b|\bnot true\b|\bnever\b|\bhoax|\bunconfirmed\b"
    r"|\bdeclined to comment\b|\bno comment\b",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3400-\u9fff]")
_LONGEST = 300
_SHORT = 26


def with_its_context(quotation: str, text: str, refused: Container[str] = ()) -> str:
    """The quotation with what it cannot be understood without, as it stands in the text.

    Nothing that is `refused` is brought along.
    """
    before, after = _neighbours(text).get(quotation, ("", ""))
    parts = [quotation]
    if _LEANS.match(quotation) and before and before not in refused:
        parts.insert(0, before)
    goes_on = _GOES_ON.match(after) or _measures_the_same(after, quotation)
    is_more = goes_on and _tells_more(after, "".join(parts))
    if (is_more or _puts_right(after, quotation)) and after not in refused:
        parts.append(after)
    whole = ("" if _CJK.search(quotation) else " ").join(parts)
    return whole if len(whole) <= _LONGEST else quotation


def _puts_right(after: str, quoted: str) -> bool:
    """A rumour is not quoted without the word against it."""
    is_denied = _DENIED.search(after) and not _DENIED.search(quoted)
    return bool(_RUMOUR.search(quoted) and is_denied)


def _measures_the_same(after: str, quoted: str) -> bool:
    """In so few words a figure of the same unit has its subject in the sentence before."""
    units = {one.unit for one in quantities(quoted)}
    return 0 < len(after) <= _SHORT and any(one.unit in units for one in quantities(after))


def _tells_more(after: str, quoted: str) -> bool:
    """Whether it brings a figure or a day, and one that was not told yet."""
    return bool(_told(after) - _told(quoted))


def _told(text: str) -> set[str]:
    return {one.text for one in quantities(text)} | {one.text for one in dates(text)}


@lru_cache(maxsize=256)
def _neighbours(text: str) -> dict[str, tuple[str, str]]:
    """Of each sentence that can be quoted: those before and after it in its paragraph."""
    told = [(quotable(one.text), one) for one in sentences(text)]
    found: dict[str, tuple[str, str]] = {}
    for n, (one, span) in enumerate(told):
        before = after = ""
        if n and "\n" not in text[told[n - 1][1].end : span.start]:
            before = told[n - 1][0]
        if n + 1 < len(told) and "\n" not in text[span.end : told[n + 1][1].start]:
            after = told[n + 1][0]
        found.setdefault(one, (before, after))
    return found
