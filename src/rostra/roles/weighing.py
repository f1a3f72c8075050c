"""Strategic weight without a model: what kind of news it is, then how new it is.

The order is that of a policy adviser: national plans and laws, then sector policy and regulation,
then statistics, then local notices, then routine. A word of a heavier kind outweighs one of a
lighter kind in the same title, except that routine words mark the event itself: a minister who
visits a plant that a law will touch has visited a plant.
"""

import re
from collections.abc import Sequence
from datetime import date

from rostra.records import Item, record
from rostra.text import to_simplified

NATIONAL, SECTOR, FIGURES, LOCAL, ROUTINE, OTHER = 1, 2, 3, 4, 6, 5

_CUES: tuple[tuple[int, str, str], ...] = (
    (
        ROUTINE,
        "routine",
        (
            r"调研|考察|会见|接见|来访|参访|拜会|走访|慰问|座谈会|致词|致辞|揭牌|剪彩|就职|任命|任免|免职"
            r"|人事|园游会|研习|志工|表扬|颁奖|招募|甄选|congratulat|courtesy call|visits?\b|ribbon"
            r"|appoint(?:s|ed|ment)|sworn in|award ceremony|recruit"
        ),
    ),
    (
        NATIONAL,
        "national plan, law or reform",
        (
            r"五年规划|十四五|十五五|中长期规划|国家战略|国务院|行政院院会|立法院|三读|修正草案|法案|条例草案"
            r"|法律|修法|宪法|改革方案|全国统一|总体方案|白皮书|施政方针|国家层级|国家级计划|基本法"
            r"|national (?:plan|strategy|policy)|white paper|\bact\b|\bbill\b|legislat|reform"
        ),
    ),
    (
        SECTOR,
        "sector policy, regulation or standard",
        (
            r"指导意见|实施意见|管理办法|暂行办法|办法|条例|规定|准则|标准|规范|监管|许可|补助|奖励|费率|税率"
            r"|关税|制裁|裁罚|罚款|禁令|产业政策|政策|要点|作业须知|公告修正|预告"
            r"|regulat|standard|guideline|directive|tariff|licen[cs]e|subsid|sanction|fine[ds]?\b|ban\b"
        ),
    ),
    (
        FIGURES,
        "statistics or report",
        (
            r"统计|年增|月增|季增|同比|环比|指数|出口|进口|产值|营收|报告|调查|普查|年报|月报|季报|景气|失业率"
            r"|物价|成长率|增长率|statistic|report|survey|index|quarter|census|exports?|revenue|growth"
        ),
    ),
    (
        LOCAL,
        "local or implementing notice",
        (
            r"通知|公告|通告|公示|招标|采购|停水|停电|施工|交通管制|试点|实施计划|执行|市府|县府|区公所|里民"
            r"|notice|tender|procurement|closure|works\b|pilot|district|municipal"
        ),
    ),
)
_KINDS = tuple((weight, label, re.compile(cues, re.IGNORECASE)) for weight, label, cues in _CUES)


@record
class Weighed:
    """Where an item stands and why."""

    index: int
    weight: int
    why: str


def weigh(item: Item) -> tuple[int, str]:
    """Return the weight of an item, 1 heaviest, and the kind that gave it."""
    title = to_simplified(item.title)
    for text in (title, to_simplified(f"{item.type} {item.summary}")):
        for weight, label, cues in _KINDS:
            if cues.search(text):
                return weight, label
    return OTHER, "no kind recognised"


def rank(items: Sequence[Item]) -> list[Weighed]:
    """Order items by weight, the newer first among equals, the given order among those."""
    weighed = [Weighed(n, *weigh(item)) for n, item in enumerate(items)]
    oldest = date.min

    def order(one: Weighed) -> tuple[int, int, int]:
        published = items[one.index].published or oldest
        return one.weight, -published.toordinal(), one.index

    return sorted(weighed, key=order)
