"""Which side of a motion a sentence speaks for, by its words and by how its figures move.

This is weighing, not understanding: words of support and of objection are counted, and a figure
that falls counts for the motion where less of it is better (traffic, emissions, losses) and
against it where more is. A motion that wants something ended turns everything round.
"""

import re
from typing import Literal

from rostra.text import slots, to_simplified

Side = Literal["for", "against", "neutral"]

_FOR = re.compile(
    r"支持|赞成|同意|肯定|认同|成效|改善|提升|提高|受惠|有助|带动|节省|缩短|创新高|优于|达标|顺利|满意"
    r"|support|in favou?r|benefit|improv|success|better than|on track|welcom",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"反对|质疑|批评|抗议|冲击|亏损|下滑|恶化|投诉|申诉|错误|误扣|不公|负担|延后|延宕|缩水|违规|落后|不满"
    r"|疑虑|风险|oppos|critic|doubt|protest|complain|worse|loss|delay|burden|unfair|error|risk",
    re.IGNORECASE,
)
_LESS_IS_BETTER = re.compile(
    r"车流|车辆|壅塞|拥堵|污染|排放|氮|事故|伤亡|失业|成本|费用|等待|时间|亏损|投诉|申诉|漏水|耗电|债"
    r"|traffic|congest|pollut|emission|accident|unemploy|cost|waiting|complaint|debt",
    re.IGNORECASE,
)
_ENDS_SOMETHING = re.compile(
    r"取消|废除|停止|终止|撤销|撤回|反对|不应|不该|不宜|暂缓|abolish|scrap|end\b|stop|repeal"
    r"|should not|against",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:未|没有|没|不|并非|\bnot|\bno|n't|\bnever)[^，。,.]{0,2}$", re.IGNORECASE)
_ENOUGH = 0.75


def stance(sentence: str, motion: str) -> Side:
    """Tell for which side of the motion a sentence speaks; most sentences speak for neither."""
    weight = leaning(sentence)
    if _ENDS_SOMETHING.search(to_simplified(motion)):
        weight = -weight
    if weight >= _ENOUGH:
        return "for"
    return "against" if weight <= -_ENOUGH else "neutral"


def leaning(sentence: str) -> float:
    """Above zero for what speaks well of a thing, below it for what speaks ill."""
    text = to_simplified(sentence)
    words = _counted(_FOR, text) - _counted(_AGAINST, text)
    read = slots(sentence)
    moved = 0.0 if read.negated else {"up": 1.0, "down": -1.0}.get(read.direction, 0.0)
    if moved and _LESS_IS_BETTER.search(text):
        moved = -moved
    return words + 0.8 * moved


def _counted(cues: re.Pattern[str], text: str) -> int:
    """Cues, less those that are denied right before them: 並未改善, did not improve."""
    return sum(
        -1 if _DENIED.search(text, max(0, found.start() - 10), found.start()) else 1
        for found in cues.finditer(text)
    )
