"""Where a sentence ends, in Chinese and in English.

The stop is the easy part. The work is in what only looks like one: decimals, abbreviations,
initials, list numbers, addresses, a full stop inside a bracket, a quotation that goes on with
"he said". Spans point into the text as given and leave out the white space around it.
"""

import re
from dataclasses import dataclass

from rostra.text.patterns import Pattern

_MAX_ASIDE = 240
_OPENERS = dict(zip("(（[【「『《〈“‹«", ")）]】」』》〉”›»", strict=True))
_CLOSERS = ")）]】」』》〉”›»\"'’"
_CJK = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"

_CANDIDATE = Pattern(r"[。！？｡!?]+|[.．]+|…+|[\r\n]\s*")
_ASIDE_MARK = Pattern("[" + re.escape("".join(_OPENERS) + "".join(_OPENERS.values())) + "\n]")
_SPACE = Pattern(r"\s*")
_GOES_ON = Pattern(
    rf"\s*(?:[，、,；;：:)）」』的]|[{_CJK}A-Za-z .]{{0,14}}?"
    r"(?:說|说|表示|指出|強調|强调|認為|认为|坦言|直言|稱|称|補充|补充|透露|said|says|told|added))"
)
_WORD_BEFORE = Pattern(r"[A-Za-z][A-Za-z.]*$")
_LIST_MARK = Pattern(
    r"[ \t]*(?:[-*•‧·●○■□◆▪–—►>#]+\s"
    r"|[(（]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4}|[一二三四五六七八九十]{1,3})"
    r"(?:[)）、]|[.．](?!\d)))"
)


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


# A title is never the end; a label is not the end before a figure; the rest end a sentence as
# often as not, and the next word decides.
_TITLES = _words("mr mrs ms dr prof st rev hon gov sen rep gen col lt capt sgt vs v cf")
_LABELS = _words(
    "no nos vol fig figs eq sec ch pp p art jan feb mar apr jun jul aug sep sept oct nov dec"
)
_SHORTENED = _words(
    "ltd inc co corp plc llc u.s u.k u.n e.u u.s.a d.c etc ph.d a.m p.m am pm jr sr al eds ed ca"
    " approx est dept univ assn bros e.g i.e eg ie mon tue tues wed thu thur thurs fri sat sun"
    " yahoo resp incl excl intl natl mt ft sq ext tel bn mn tn"
)
_STARTS_A_SENTENCE = Pattern(
    r"[\"'“‘(]?(?:The|This|That|These|Those|It|Its|He|She|They|We|I|In|On|At|A|An|As|But|And|"
    r"However|Meanwhile|For|From|By|After|Before|When|While|If|Although|Since|There|His|Her|"
    r"Their|Our|Analysts|Shares|Revenue|Last|Net|Sales|Profit|Also|Both|Some|Many|Most)\b"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is the original's own words from `start` to `end`."""

    text: str
    start: int
    end: int


def sentences(text: str) -> list[Sentence]:
    found: list[Sentence] = []
    asides = _asides(text)
    start = passed = 0
    for match in _CANDIDATE.finditer(text):
        if match.start() < start:
            continue
        while passed < len(asides) and asides[passed][1] <= match.start():
            passed += 1
        inside = passed < len(asides) and asides[passed][0] <= match.start()
        end = _end_of_sentence(text, match, start, aside=asides[passed] if inside else None)
        if end is not None:
            _keep(found, text, start, end)
            start = end
    _keep(found, text, start, len(text))
    return found


def _keep(found: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        found.append(Sentence(text[start:end], start, end))


def _asides(text: str) -> list[tuple[int, int]]:
    """Outermost brackets and quotations that close within their paragraph, if not too long."""
    asides: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    for match in _ASIDE_MARK.finditer(text):
        mark = match[0]
        if mark == "\n":
            stack.clear()
        elif mark in _OPENERS:
            if len(stack) < 8:
                stack.append((_OPENERS[mark], match.start()))
        elif stack and stack[-1][0] == mark:
            _, opened = stack.pop()
            if not stack and match.end() - opened <= _MAX_ASIDE:
                asides.append((opened, match.end()))
        elif stack:
            stack.clear()
    return asides


def _end_of_sentence(
    text: str, match: re.Match[str], start: int, *, aside: tuple[int, int] | None
) -> int | None:
    """The end of the sentence this mark closes, or None when it only looks like one."""
    mark = match[0]
    if mark[0] in "\r\n":
        return match.start() if _breaks_line(text, match, start) else None
    end = _tail(text, match.end())
    if aside is not None:
        led_in = text[max(start, aside[0] - 40) : aside[0]].strip()
        if end < aside[1] or (led_in and text[aside[0]] in "(（"):
            return None
        if _GOES_ON.match(text, end, end + 40) or (mark.isascii() and not _at_pause(text, end)):
            return None
        return end
    if mark[0] in "。！？｡":
        return None if end > match.end() and _GOES_ON.match(text, end, end + 40) else end
    if mark[0] == "…" or (len(mark) > 1 and mark[0] in ".．"):
        return end if _at_pause(text, end) else None
    if mark[0] in ".．":
        return end if _full_stop(text, match.start(), end, start) else None
    return end if _at_pause(text, end) or _is_cjk(text, match.start() - 1) else None


def _tail(text: str, at: int) -> int:
    """Past the closing quotes and brackets that belong to the sentence just ended."""
    end = at
    while end < len(text) and text[end] in _CLOSERS:
        # A straight quote that opens the next sentence stays with it.
        if text[end] in "\"'" and end + 1 < len(text) and text[end + 1].isalnum():
            break
        end += 1
    return end


def _at_pause(text: str, at: int) -> bool:
    """White space and then something a sentence can begin with."""
    if at >= len(text):
        return True
    following = _following(text, at)
    if following == at:
        return False
    if following >= len(text):
        return True
    return not text[following].islower()


def _following(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _full_stop(text: str, at: int, end: int, start: int) -> bool:
    if _is_cjk(text, at - 1) and (end >= len(text) or not text[end].isdigit()):
        return True
    if not _at_pause(text, end) or _is_list_number(text, at, start):
        return False
    word = _WORD_BEFORE.search(text[max(start, at - 24) : at])
    name = word[0].lower() if word else ""
    if name in _TITLES:
        return False
    if name in _LABELS:
        following = _following(text, end)
        return following >= len(text) or not text[following].isdigit()
    if name in _SHORTENED or (word is not None and len(name) == 1 and word[0].isupper()):
        return _starts_sentence(text, end)
    return True


def _is_list_number(text: str, at: int, start: int) -> bool:
    line = text.rfind("\n", max(start, at - 9), at) + 1
    if line == 0:
        line = start
    return at - line <= 8 and _LIST_MARK.fullmatch(text, line, at + 1) is not None


def _starts_sentence(text: str, at: int) -> bool:
    following = _following(text, at)
    return following >= len(text) or bool(_STARTS_A_SENTENCE.match(text, following))


def _breaks_line(text: str, match: re.Match[str], start: int) -> bool:
    """A blank line always ends a sentence; a single break does unless the text runs on."""
    following = match.end()
    if match[0].count("\n") > 1 or match[0].count("\r") > 1:
        return True
    if following >= len(text) or _LIST_MARK.match(text, following):
        return True
    last = text[max(start, match.start() - 80) : match.start()].rstrip()[-1:]
    if last in "，、,；;—-" and last:
        return False
    return not text[following].islower()


def _is_cjk(text: str, at: int) -> bool:
    return at >= 0 and "\u3041" <= text[at] <= "\u9fff"
