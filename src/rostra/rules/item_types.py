"""What kind of item a row is, told by its title, else by the section it stands in.

| type | what it is |
| --- | --- |
| policy | laws, regulations, measures, plans, opinions, standards |
| interpretation | explanations of a policy: 解讀, 問答, 一圖讀懂, Q&A |
| notice | notices, announcements, public consultations, hearings |
| statistics | figures, indices, reports and surveys |
| tender | procurement, bids and their results |
| personnel | appointments, removals, examinations, recruitment |
| news | what happened: meetings, visits, events, press releases |
| other | none of these |
"""

import re
from typing import Final, TypeGuard, get_args

from rostra.records import ItemType
from rostra.text import to_simplified

TYPES: Final[tuple[ItemType, ...]] = get_args(ItemType)

_RULES: tuple[tuple[ItemType, str], ...] = (
    (
        "tender",
        r"招标|投标|中标|采购|竞价|磋商公告|成交公告|比选|决标|标案|\btender|\bbids?\b|procurement",
    ),
    (
        "interpretation",
        r"解读|图解|一图|读懂|问答|答记者问|懒人包|释义|\bq ?& ?a\b|\bfaq\b|explain(?:ed|er)",
    ),
    (
        "personnel",
        r"任免|任命|免职|人事|干部|招聘|招考|录用|遴选|甄选|公务员|面试|拟录|简章|appoint|recruit|vacanc",
    ),
    (
        "statistics",
        (
            r"统计|数据|指数|月报|季报|年报|公报|调查|普查|景气|物价|失业率|营收|同比|年增|月增|[0-9]+月份?.{0,12}(?:量|额|值|率)"
            r"|statistic|survey|index\b|census|quarterly|monthly report|figures"
        ),
    ),
    (
        "policy",
        (
            r"条例|办法|规定|规则|规章|法规|意见|方案|规划|计划|纲要|细则|标准|规范|准则|决定|法律|修法|修正|草案|政策"
            r"|要点|措施|批复|施行|三读|国务院令|主席令|部令|regulation|directive|\bact\b|\bbill\b|policy|\bplan\b|standard"
        ),
    ),
    (
        "notice",
        r"通知|公告|通告|公示|启事|通报|征求意见|听证|停水|停电|管制|预告|告示|函$|notice|announcement|consultation",
    ),
)
_TITLES = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _RULES)
_SECTIONS: tuple[tuple[ItemType, re.Pattern[str]], ...] = (
    *_TITLES,
    (
        "news",
        re.compile(
            r"新闻|动态|要闻|快讯|资讯|头条|活动|报道|市政|社会|财经|环境|专题|文章|news|press|media|blog|story",
            re.IGNORECASE,
        ),
    ),
)
_NEWSY = re.compile(
    r"召开|举行|出席|会见|调研|考察|参访|拜会|座谈|启动|揭牌|签署|表示|宣布|指出|坦言|盼|喊|吁|批|曝",
)


def type_of(title: str, section: str = "") -> ItemType:
    """The type of an item. A section that is named for one kind says it for all its rows."""
    told = to_simplified(title)
    place = to_simplified(section)
    of_section = next((kind for kind, cues in _SECTIONS if cues.search(place)), None)
    if _NEWSY.search(told) and of_section in (None, "news"):
        return "news"
    of_title = next((kind for kind, cues in _TITLES if cues.search(told)), None)
    if of_section == "news":
        # A paper writes about laws and figures; that does not make its story one.
        return of_title if of_title in ("interpretation", "tender", "statistics") else "news"
    return of_title or of_section or "other"


def is_type(value: object) -> TypeGuard[ItemType]:
    return value in TYPES
