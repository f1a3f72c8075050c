"""Which side of a motion a sentence speaks for, by its words and by how its figures move.

This is weighing, not understanding: words of support and of objection are counted, and a figure
that falls counts for the motion where less of it is better (traffic, emissions, losses) and
against it where more is. A motion that wants something ended, put off or kept on trial turns
everything round.
"""

import re
from functools import lru_cache
from typing import Literal

from rostra.text import slots, to_simplified

Side = Literal["for", "against", "neutral"]

_SUPPORTS = r"支持|赞成|同意|认同|support|in favou?r|welcom"
_OPPOSES = r"反对|不支持|抗议|oppos|\bagainst\b|protest"
_FOR = re.compile(
    rf"{_SUPPORTS}|肯定|成效|改善|提速|受惠|有助|带动|节省|缩短|创新高|新高|优于|达标|顺利|满意"
    r"|好转|成长|回升|复苏|转盈|获利|稳定|有效|奏效|获益|利多|便利|安全了|变好|变快|准时|减轻|超前|提前完成"
    r"|benefit|improv|success|better than|on track|effective|\bgain|faster|recover|profitable"
    r"|record high|on time|punctual",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    rf"{_OPPOSES}|质疑|批评|陈情|冲击|亏损|下滑|恶化|投诉|申诉|错误|误扣|重复扣款|不公|负担(?:沉重|过重|加重)|延后|延宕|延误|缩水|违规"
    r"|落后|不满|疑虑|风险|变差|变冷|流失|短缺|不足|不合格|缺失|超支|瑕疵|故障|伤亡|受害|损失|未达|跳票|担心|担忧"
    r"|排挤|争议|高估|灌水|差距|只有|不如|低于预期|裁员|停灌|倒闭|爆量|瘫痪|外泄|受损|塞车|壅塞|拥堵"
    r"|(?:加重|增加).{0,6}负担|生意.{0,4}[冷差少]|没准备好|还没准备"
    r"|critici|doubt|complain|worse|\bloss|delay|burden|unfair|\berror|\brisk|\bfail|harm"
    r"|shortage|shortfall|overrun|concern|worr|behind schedule|struggl|backlash|teething",
    re.IGNORECASE,
)
_LESS_IS_BETTER = re.compile(
    r"车流|车辆|车次|壅塞|拥堵|塞车|污染|排放|氮|悬浮微粒|噪音|事故|伤亡|失业|成本|费用|(?<!资本)支出|等待|时间|亏损|投诉|申诉"
    r"|漏水|耗电|用水量|耗水|债|不合格|违规|死亡|火灾|赤字|缺口|空屋|房价|租金|负担|短缺|误点|延误|犯罪|窃案|感染"
    r"|加班|超时|缺额|旷课|离婚|自杀|返工|召回|贫穷|库存|逾期|离职|裁员|退费|停灌|流标|物价|通膨"
    r"|traffic|vehicle|congest|pollut|emission|noise|accident|casualt|unemploy|\bcosts?\b|waiting"
    r"|travel time|complaint|appeals|debt|deficit|crime|\brents?\b|inflation|vacanc|overtime",
    re.IGNORECASE,
)
# What a rule sets (what a thing costs, how far off it stands) is an input, and no effect.
_SET_BY_RULE = re.compile(
    r"费率|票价|收费标准|税率|距|门槛|上限|下限|标准|罚则|名额|\b(?:fee|fare|rate|limit|threshold)s?\b"
    r"|minimum distance",
    re.IGNORECASE,
)
# A figure set beside another thing or time tells less than the one the sentence is about.
_BESIDE = re.compile(
    r"同期|相较|全市|全国|全年|去年|其他|整体|而.{0,6}则|meanwhile|overall|compared|across the"
    r"|while\b|city-?wide",
    re.IGNORECASE,
)
# What is planned or would follow shows nothing yet.
_NOT_YET = re.compile(
    r"若(?!干|非)|如果|一旦|假如|倘若|将于|将自|将会|预定|预计|拟|排定|希望|期望|期盼|力拼|目标|\bif\b|\bwould\b|\bwill\b"
    r"|scheduled|\bdue to\b|expected|planned",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\s*(?:较|比|与|减|增|降|升|约|达|共|高于|低于|优于|年[增减]|月[增减]|down|up|less|more|above|below)"
)
# A level set against an earlier one moved, though no word says so.
_ABOVE = re.compile(r"高于|多于|快于|超越|优于|higher than|above|faster than", re.IGNORECASE)
_BELOW = re.compile(r"低于|少于|慢于|不及|lower than|below|slower than", re.IGNORECASE)
_AGAINST_EACH_OTHER = re.compile(r"compared (?:with|to)|\bversus\b|相较于|相较|相比", re.IGNORECASE)
_CLAUSE = re.compile(r"[，；。！？;!?]|,\s")
_ENDS_SOMETHING = re.compile(
    r"取消|废除|停止|终止|撤销|撤回|反对|不应|不该|不宜|不得|暂缓|暂停|缓议|缓办|延后|推迟|搁置|延长试办|延长试行|再试办"
    r"|停办|abolish|scrap|\bend\b|\bstop|repeal|should not|shouldn't|must not|against|suspend|halt"
    r"|postpone|\bdelay|\bpause|withdraw|instead of (?:making|keeping|extending|building)"
    r"|extend(?:ing)? the [\w -]{0,30}(?:trial|pilot)",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"应|须|宜|必须|该|不得|反对|取消|废除|停止|暂缓|\b(?:should|must|ought|shall)\b", re.IGNORECASE
)
_DOES_HARM = re.compile(
    r"伤害|冲击|拖累|损害|重创|危害|恶化|失败|无效|没有(?:成效|效果|改善)|未见(?:成效|改善)|拖垮|害惨|劣于|不如|低于|将减"
    r"|\b(?:hurts?|harm(?:s|ed|ful)?|damag(?:e|es|ed)|fail(?:s|ed|ure)?|worsen(?:s|ed)?|worse)\b"
    r"|ineffective|not work",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:未|没有|没|不|并非|待|亟需|\bnot|\bno|n't|\bnever)[^，。,.]{0,2}$"
    r"|(?:没有|并未|未见|不见|无)[^，。,.]{0,8}$",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"(?:须|应|限期|限.{0,4}日|要求|需|必须|尽速|以利|为了|must|should|needs? to|required to)"
    r"[^，。,.]{0,16}$",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"须|应(?!收|付|用|对)|限期|要求|必须|\b(?:must|should|needs? to|required to)\b", re.IGNORECASE
)
_PAID_BY = re.compile(
    r"由.{1,24}(?:负担|支付|补贴|承担|出资|吸收|买单)|(?:负担|分摊|补贴).{0,6}(?:一半|比例|几成)"
    r"|(?:paid|borne|funded|covered|subsidi[sz]ed) by|should (?:pay|bear|fund|cover|subsidi[sz]e)",
    re.IGNORECASE,
)
_SHARES = re.compile(
    r"([0-9]+(?:\.[0-9]+)?)\s?(?:%|percent|per cent)[^，；。,;.]{0,24}?"
    rf"(?:({_SUPPORTS})|({_OPPOSES}))",
    re.IGNORECASE,
)
# Whoever denies or sets right repeats what was said, and means the opposite.
_SETS_RIGHT = re.compile(
    r"澄清|否认|驳斥|更正|不实|谣|以讹传讹|\bden(?:y|ies|ied)\b|clarif|refut|\bhoax\b|rumou?r",
    re.IGNORECASE,
)
_TAKES_SIDE = re.compile(
    rf"{_SUPPORTS}|{_OPPOSES}|质疑|批评|主张|肯定|不满|critici|call(?:s|ed) for|urge", re.IGNORECASE
)
_ENOUGH = 0.75


def stance(sentence: str, motion: str) -> Side:
    """Tell for which side of the motion a sentence speaks; most sentences speak for neither."""
    if _PAID_BY.search(to_simplified(motion)) and not takes_side(sentence):
        return "neutral"  # that a thing goes well or ill does not say who should pay for it
    weight = leaning(sentence)
    if turns_round(motion):
        weight = -weight
    if weight >= _ENOUGH:
        return "for"
    return "against" if weight <= -_ENOUGH else "neutral"


def turns_round(motion: str) -> bool:
    """Whether a motion wants less of its subject, so that what speaks well of it speaks against.

    One that only states that a thing does harm is borne out by what speaks ill of it, too.
    """
    text = to_simplified(motion)
    if _DEMANDS.search(text) is None:
        return _DOES_HARM.search(text) is not None
    return _ENDS_SOMETHING.search(text) is not None


def leaning(sentence: str) -> float:
    """Above zero for what speaks well of a thing, below it for what speaks ill."""
    text = to_simplified(sentence)
    if (polled := _polled(text)) is not None:
        return polled
    if _SETS_RIGHT.search(text):
        return 0.0
    words = _counted(_FOR, text) - _counted(_AGAINST, text)
    if _NOT_YET.search(text):
        return float(words) if abs(words) > 1 else 0.0
    return words + 0.8 * movement(sentence)


def is_plan(sentence: str) -> bool:
    """Whether it tells what is wanted, planned or would follow, and nothing that happened."""
    return _NOT_YET.search(to_simplified(sentence)) is not None


def takes_side(sentence: str) -> bool:
    """Whether somebody in it is for or against something, in so many words."""
    return _TAKES_SIDE.search(to_simplified(sentence)) is not None


def is_set_by_rule(name: str) -> bool:
    """Whether a thing measured is what somebody sets: a price, a limit, a distance to keep."""
    return _SET_BY_RULE.search(to_simplified(name)) is not None


def _polled(text: str) -> float | None:
    found = _SHARES.findall(text)
    sides = {bool(for_it): float(share) for share, for_it, _ in found}
    if len(sides) < 2:
        return None
    return 1.0 if sides[True] > sides[False] else -1.0 if sides[True] < sides[False] else 0.0


def movement(sentence: str) -> float:
    """Where its figures go, clause by clause: the first counts whole, what is beside it half."""
    whole = 0.0
    subject_is_burden = False
    for clause in (part for part in _CLAUSE.split(sentence) if part.strip()):
        text = to_simplified(clause)
        if _SET_BY_RULE.search(text):
            continue
        # A clause without a subject of its own goes on about the one before.
        is_burden = bool(_LESS_IS_BETTER.search(text)) or (
            subject_is_burden and _GOES_ON.match(text) is not None
        )
        subject_is_burden = is_burden
        moved = -_moved(clause, text) if is_burden else _moved(clause, text)
        if whole and moved * whole < 0 and _BESIDE.search(text):
            continue  # others moved the other way: that sets it off and takes nothing away
        whole += moved * (0.4 if whole else 1.0)
    return whole or _set_against(sentence)


def _set_against(sentence: str) -> float:
    """Where a figure is set against another of its kind, and no word says which way it went."""
    text = to_simplified(sentence)
    figures = slots(sentence).quantities
    if len(figures) != 2 or not _AGAINST_EACH_OTHER.search(text):
        return 0.0
    now, then = figures
    if now.unit != then.unit or now.value == then.value or is_plan(sentence):
        return 0.0
    moved = 1.0 if now.value > then.value else -1.0
    return -moved if _LESS_IS_BETTER.search(text) else moved


def moves_burden(sentence: str) -> bool:
    """Whether something of which less is better grew or shrank in it."""
    if slots(sentence).direction == "mixed":
        return False
    clauses = ((part, to_simplified(part)) for part in _CLAUSE.split(sentence))
    return any(_LESS_IS_BETTER.search(text) and _moved(part, text) for part, text in clauses)


@lru_cache(maxsize=8_192)
def _moved(clause: str, text: str) -> float:
    read = slots(clause)
    if read.negated or read.modality != "actual" or _WANTS.search(text):
        return 0.0
    if any(one.change and not one.value for one in read.quantities):
        return 0.0
    told = {"up": 1.0, "down": -1.0}.get(read.direction, 0.0)
    if not told and read.quantities:
        told = 1.0 if _ABOVE.search(text) else -1.0 if _BELOW.search(text) else 0.0
    return told


def _counted(cues: re.Pattern[str], text: str) -> int:
    """Cues, less those that are denied right before them: 並未改善, did not improve.

    What has to improve has not done so yet, and counts for nothing.
    """
    count = 0
    for found in cues.finditer(text):
        if _DENIED.search(text, max(0, found.start() - 10), found.start()):
            count -= 1
        elif not _WANTED.search(text, max(0, found.start() - 24), found.start()):
            count += 1
    return count
