"""The short form of a long text, made of its own sentences.

Nothing is rephrased, so no figure can change: sentences are chosen, kept whole and left in their
order. Those that carry figures, dates and prices are chosen first, navigation and notices last.
"""

import re
from dataclasses import dataclass

from rostra.text import Sentence, sentences

_FIGURE = re.compile(
    r"[0-9０-９]+(?:[.,，．:/-][0-9０-９]+)*|[一二三四五六七八九十百千萬億兆]{2,}"
    r"|[%％]|[$＄€£¥]"
)
_NAME = re.compile(r"[A-Z][A-Za-z]+|「[^」]{2,20}」|《[^》]{2,30}》")
_ENDS_LIKE_PROSE = re.compile(r"[。！？!?.…」』”\"）)]$")
_FURNITURE = re.compile(
    r"版權所有|版权所有|著作權|保留一切權利|All rights reserved|Copyright|©|隱私權|隐私|Privacy"
    r"|Cookie|cookies|訂閱|订阅|Subscribe|登入|登录|Log ?in|Sign ?up|分享至|分享到|Share this"
    r"|延伸閱讀|延伸阅读|相關新聞|相关新闻|Related|回首頁|回上頁|上一篇|下一篇|Read more|廣告|广告"
    r"|Advertisement|追蹤我們|关注我们|Follow us|下載APP|熱門|热门|排行榜|網站導覽|网站地图",
    re.IGNORECASE,
)
_WHOLE_FIGURE = re.compile(
    r"[-+]?[$＄€£¥]?[0-9０-９一二三四五六七八九十百千][0-9０-９.,，．:/一二三四五六七八九十百千萬万億亿兆-]*"
    r"\s?(?:個?百分點|个?百分点|[%％‰]|[年月日季]|[a-zA-Z]+)?(?:美元|日圓|日元|歐元|元|人|萬|億)?"
)
_LONGEST_FIGURE = 40
_LEAD = 3
_JOIN = "\n"


@dataclass(frozen=True, slots=True)
class _Candidate:
    order: int
    sentence: Sentence
    worth: float


def condense(text: str, limit: int = 800) -> str:
    """Return at most `limit` characters of `text`, whole sentences where they fit."""
    stripped = text.strip()
    if limit <= 0:
        return ""
    if len(stripped) <= limit:
        return stripped
    candidates = _candidates(stripped)
    chosen: list[_Candidate] = []
    left = limit
    for candidate in sorted(candidates, key=lambda c: (-c.worth, c.order)):
        cost = len(candidate.sentence.text) + len(_JOIN)
        if cost <= left:
            chosen.append(candidate)
            left -= cost
    if not chosen:
        # One sentence longer than everything allowed: its beginning is all that can be kept.
        return _cut(stripped, limit)
    return _JOIN.join(c.sentence.text for c in sorted(chosen, key=lambda c: c.order))


def _cut(text: str, limit: int) -> str:
    """The beginning of a text; a figure is kept with its unit or not at all."""
    window = text[max(0, limit - _LONGEST_FIGURE) : limit + _LONGEST_FIGURE]
    offset = max(0, limit - _LONGEST_FIGURE)
    for figure in _WHOLE_FIGURE.finditer(window):
        if figure.start() + offset < limit < figure.end() + offset:
            return text[: figure.start() + offset].rstrip()
    return text[:limit].rstrip()


def _candidates(text: str) -> list[_Candidate]:
    seen: set[str] = set()
    found: list[_Candidate] = []
    for order, sentence in enumerate(sentences(text)):
        if sentence.text in seen:
            continue
        seen.add(sentence.text)
        found.append(_Candidate(order, sentence, _worth(sentence.text, order)))
    return found


def _worth(sentence: str, order: int) -> float:
    """Facts before adjectives: figures count most, then names, then standing at the beginning."""
    figures = min(len(_FIGURE.findall(sentence)), 6)
    names = min(len(_NAME.findall(sentence)), 3)
    worth = 1.0 + 1.5 * figures + 0.5 * names + (2.0 if order < _LEAD else 0.0)
    if not _ENDS_LIKE_PROSE.search(sentence):
        worth -= 2.0
    if _FURNITURE.search(sentence):
        worth -= 6.0
    # Worth by room: a long sentence must say more to push out two short ones.
    return worth / (1.0 + len(sentence) / 160)
