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
    r"支持|赞成|同意|肯定|认同|成效|改善|提升|提高|提速|受惠|有助|带动|节省|缩短|创新高|新高|优于|达标|顺利|满意"
    r"|好转|成长|回升|稳定|有效|奏效|获益|利多|便利|安全了|变好|变快"
    r"|support|in favou?r|benefit|improv|success|better than|on track|welcom|effective|gain|faster",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"反对|质疑|批评|抗议|陈情|冲击|亏损|下滑|恶化|投诉|申诉|错误|误扣|重复扣款|不公|负担|延后|延宕|缩水|违规"
    r"|落后|不满|疑虑|风险|变差|变冷|流失|短缺|不合格|缺失|超支|瑕疵|故障|伤亡|受害|损失|未达|跳票|担心|担忧|排挤|争议|高估|灌水|差距|只有|不如"
    r"|生意.{0,4}[冷差少]|没准备好|还没准备"
    r"|oppos|critic|doubt|protest|complain|worse|loss|delay|burden|unfair|error|risk|fail|harm"
    r"|shortage|overrun|concern|worr",
    re.IGNORECASE,
)
_LESS_IS_BETTER = re.compile(
    r"车流|车辆|壅塞|拥堵|污染|排放|氮|事故|伤亡|失业|成本|费用|等待|时间|亏损|投诉|申诉|漏水|耗电|债"
    r"|不合格|违规|死亡|火灾|赤字|缺口|空屋|房价|负担"
    r"|traffic|congest|pollut|emission|accident|unemploy|cost|waiting|complaint|debt|deficit",
    re.IGNORECASE,
)
# A figure set beside another thing or time tells less than the one the sentence is about.
_BESIDE = re.compile(
    r"同期|相较|全市|全国|全年|去年|其他|整体|而.{0,6}则|meanwhile|overall|compared"
)
# What is planned or would follow shows nothing yet.
_NOT_YET = re.compile(
    r"(?:^|，)(?:若|如果|一旦|假如|倘若)|将于|将自|预定|拟|排定|希望|期望|期盼|力拼|目标|\bif\b|\bwould\b|\bwill\b|scheduled",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\s*(?:较|比|与|减|增|降|升|约|达|共|年[增减]|月[增减]|down|up|less|more)")
_CLAUSE = re.compile(r"[，；。！？;!?]|,\s")
_ENDS_SOMETHING = re.compile(
    r"取消|废除|停止|终止|撤销|撤回|反对|不应|不该|不宜|暂缓|abolish|scrap|end\b|stop|repeal"
    r"|should not|against",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:未|没有|没|不|并非|待|亟需|\bnot|\bno|n't|\bnever)[^，。,.]{0,2}$"
    r"|(?:没有|并未|未见|不见|无)[^，。,.]{0,8}$",
    re.IGNORECASE,
)
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
    if _NOT_YET.search(text):
        return float(words) if abs(words) > 1 else 0.0
    return words + 0.8 * _movement(sentence)


def _movement(sentence: str) -> float:
    """Where its figures go, clause by clause: the first counts whole, what is beside it half."""
    whole = 0.0
    subject_is_burden = False
    for clause in (part for part in _CLAUSE.split(sentence) if part.strip()):
        text = to_simplified(clause)
        read = slots(clause)
        # A clause without a subject of its own goes on about the one before.
        is_burden = bool(_LESS_IS_BETTER.search(text)) or (
            subject_is_burden and _GOES_ON.match(text) is not None
        )
        subject_is_burden = is_burden
        moved = 0.0 if read.negated else {"up": 1.0, "down": -1.0}.get(read.direction, 0.0)
        moved = -moved if is_burden else moved
        if whole and moved * whole < 0 and _BESIDE.search(text):
            continue  # others moved the other way: that sets it off and takes nothing away
        whole += moved * (0.4 if whole else 1.0)
    return whole


def _counted(cues: re.Pattern[str], text: str) -> int:
    """Cues, less those that are denied right before them: 並未改善, did not improve."""
    return sum(
        -1 if _DENIED.search(text, max(0, found.start() - 10), found.start()) else 1
        for found in cues.finditer(text)
    )
