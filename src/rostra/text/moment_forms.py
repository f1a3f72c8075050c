"""The written forms of calendar time, as patterns over the canonical view.

Group names are a small language shared with `moments`: y (year as written), ry (ROC year), rel
(今, 去), q h w m d (quarter, half, week, month, day), q2 m2 d2 y2 m3 (the end of a range), cq cm
(the first so many quarters or months), ended (a span told by its last day), lone (a month name by
itself), fiscal, bare (nothing but four digits).
"""

import re

from rostra.text.patterns import Pattern

_COUNTED = re.split(" ", "one two three four five six seven eight nine ten eleven twelve")
MONTHS = {
    name: at for at, name in enumerate(re.findall("...", "janfebmaraprmayjunjulaugsepoctnovdec"), 1)
}
WORD_NUMBERS = {word: at for at, word in enumerate(_COUNTED, 1)}
WORD_NUMBERS |= {"first": 1, "second": 2, "third": 3, "fourth": 4, "final": 4, "closing": 4}
WORD_NUMBERS |= {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
WORD_NUMBERS |= {"quarter": 3, "half": 6, "half-year": 6, "year": 12}

_CN = "一二三四五六七八九"
_M = rf"(?:1[0-2]|0?[1-9]|十[一二]?|[{_CN}]|元)"
_D = rf"(?:3[01]|[12]\d|0?[1-9]|三十一?|二十[{_CN}]?|廿[{_CN}]?|卅一?|十[{_CN}]?|[{_CN}])"
_TO = r"\s?(?:-|~|–|—{1,2}|至|到|迄)\s?"
_Q = "[1-4一二三四]"
_Y4 = r"(?:19|20)\d\d"
_ALONE = r"(?<![\d.,$¥€£/a-z-])"
_NO_WORD = r"(?![a-z0-9])"
_NO_MORE = r"(?!\d|[.,]\d)"
# 2024億元, 2024人, 2024 units: a figure that only looks like a year.
_NOT_COUNTED = (
    r"(?!\s?(?:元|亿|万|千|百|兆|人|名|位|家|张|股|点|户|吨|度|台|辆|件|个|次|倍|坪|公|平方|米|美|日圆|欧|港|只|座|所|间"
    r"|项|种|票|席|天|瓦|分|%|mw|gw|kw|people|units|employees|shares|dollars|points|percent|million|billion"
    r"|trillion|thousand|tons|tonnes|jobs|workers|households|cases|barrels|vehicles|wafers|companies"
    r"|stores|basis|bn|mn))"
)
_NOT_A_LENGTH = "(?!来|间|以来|以上|以后|以前|历史|老|之久|内|后|金|终|资历|租约)"
_NOT_LENGTH_BEFORE = "(?<![满近逾约超达共历已第立成])"


_MONTH_DAY = rf"(?P<m>{_M})\s?月\s?(?P<d>{_D})\s?[日号]"
_DAY_RANGE = (
    rf"(?P<m>{_M})\s?月\s?(?P<d>{_D})\s?[日号]?{_TO}"
    rf"(?:(?:(?P<y2>{_Y4})\s?年)?(?P<m3>{_M})\s?月\s?)?(?P<d2>{_D})\s?[日号]"
)
_MONTH_RANGE = (
    rf"(?P<m>{_M})\s?月?份?{_TO}(?:(?P<y2>{_Y4})\s?年)?(?P<m2>{_M})\s?月份?(?!\s?{_D}[日号])"
)
_MONTH = rf"(?P<m>{_M})\s?月份?(?!\s?{_D}[日号])"
_QUARTERS = rf"第?(?P<q>{_Q})(?:季度?)?{_TO}第?(?P<q2>{_Q})季(?:度|报)?"
_FIRST_QUARTERS = r"前(?P<cq>[2-4二两三四])季度?"
_HALF = r"(?P<h>上|下)半年?度?"
_WEEK = r"第\s?(?P<w>\d{1,2})\s?周"

# Four or three digits before 年; two only when a month or a quarter stands behind them.
YEAR = Pattern(
    rf"(?:中华)?民国\s?(?P<ry>元|\d{{1,3}}|[{_CN}十百〇零○]{{1,6}})\s?年度?",
    rf"(?:西元|公元)?\s?(?<![\d.,])(?P<y>{_Y4})\s?(?P<fiscal>财年|会计年度|财政年度|财务年度)",
    rf"(?:西元|公元)?\s?(?<![\d.,])(?P<y>{_Y4}|[一二][〇零○{_CN}]{{3}})\s?年度?(?:全年)?",
    rf"(?<![\d.,]){_NOT_LENGTH_BEFORE}(?P<y>1[0-4]\d|一[〇零○一二三四][〇零○{_CN}]"
    rf"|一百(?:[零〇][{_CN}]|[一二三四]?十[{_CN}]?))\s?年度?{_NOT_A_LENGTH}",
    r"(?P<rel>今|去|前|明|后|本|上)年度?(?!同期|同季|同月|来|间|以来|初|底|金|终|轻|前(?![一二两三四五六七八九十\d])|后|产|线)",
    rf"{_ALONE}(?P<y>{_Y4}|1[0-4]\d)\s?(?=第\s?{_Q}\s?季|前[一二三四五六七八九1-9][季月个]|[上下]半|[首末]季|全年)",
    rf"(?<![\d.,{_CN}])(?P<y>\d\d|[〇零○{_CN}][〇零○{_CN}])(?P<short>年度?)",
)
AFTER_YEAR = Pattern(
    _DAY_RANGE,
    _MONTH_DAY,
    _FIRST_QUARTERS,
    rf"前(?P<cm>{_M})个?月份?",
    _MONTH_RANGE,
    _QUARTERS,
    rf"第?\s?(?P<q>{_Q}|首|末)\s?(?P<fiscal>财)?季(?:度|报)?",
    rf"(?:第?(?P<q>[1-4])q|q(?P<q2>[1-4])){_NO_WORD}".replace("q2", "qq"),
    rf"(?P<h>[12])h{_NO_WORD}",
    rf"h(?P<h>[12]){_NO_WORD}",
    _HALF,
    _WEEK,
    _MONTH,
)
OPEN = Pattern(
    _DAY_RANGE,
    _MONTH_DAY,
    _FIRST_QUARTERS,
    r"前(?P<cm>[2-9]|1[0-2]|[二两三四五六七八九]|十[一二]?)个?月(?!前|后|内|来)份?",
    _MONTH_RANGE,
    rf"第(?P<q>{_Q})(?:季度?)?{_TO}第?(?P<q2>{_Q})季(?:度|报)?",
    rf"第\s?(?P<q>{_Q})\s?(?P<fiscal>财)?季(?:度|报)?",
    rf"(?<![前连近第\d{_CN}])(?P<q>{_Q})季(?:度|报)(?!以来)",
    "(?P<q>首|末)季",
    "(?P<h>上|下)半年",
    _WEEK,
    rf"(?<![\d.,])(?=\d){_MONTH}",
    rf"(?<![\d{_CN}十每个])(?!\d){_MONTH}",
)
NUMERIC = Pattern(
    rf"{_ALONE}(?P<y>{_Y4})[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})起?{_TO}"
    rf"(?P<y2>{_Y4})[-/.](?P<m3>\d{{1,2}})[-/.](?P<d2>\d{{1,2}})(?!\d)",
    rf"{_ALONE}(?P<m>0?[1-9]|1[0-2])/(?P<y>20\d\d)(?![\d/])",
    rf"{_ALONE}(?P<y>{_Y4}|1[0-4]\d)(?P<sep>[-/.])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}})"
    r"(?:t\d\d:?\d\d(?::?\d\d)?(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)?)?(?!\d)(?!(?P=sep)\d)",
    rf"{_ALONE}(?P<m>\d{{1,2}})/(?P<d>\d{{1,2}})/(?P<y>{_Y4})(?![\d/])",
    rf"{_ALONE}(?P<d>\d{{1,2}})[.-](?P<m>0?[1-9]|1[0-2])[.-](?P<y>{_Y4})(?![\d.-])",
    rf"{_ALONE}(?P<y>{_Y4})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d){_NOT_COUNTED}",
    r"(?:民国|日期:?)\s?(?P<ry>1[0-4]\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)",
    r"(?:民国|日期:?)\s?(?P<ry>\d{2,3})[./-](?P<m>\d{1,2})[./-](?P<d>\d{1,2})(?!\d)",
    rf"{_ALONE}(?P<y>{_Y4})[-/.](?P<m>0[1-9]|1[0-2]){_TO}(?P<y2>{_Y4})[-/.]"
    r"(?P<m2>0[1-9]|1[0-2])(?![\d./-])",
    rf"{_ALONE}(?P<y>{_Y4})[-/.](?P<m>0[1-9]|1[0-2])(?![\d%]|[./,-]\d){_NOT_COUNTED}",
    rf"{_ALONE}(?P<y>1[01]\d)/(?P<m>0[1-9]|1[0-2])(?![\d/%])",
    rf"{_ALONE}(?P<y>{_Y4})\s?年?{_TO}(?P<y2>{_Y4})(?:\s?年)?(?![\d%./-]){_NOT_COUNTED}",
    rf"{_ALONE}(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/%])"
    r"(?=\s?(?:[（(][一二三四五六日]|[日起前止]|公布|公告|举行|召开|生效|上路|法说|除息|登场))",
    r"(?<=[（(于在自昨今])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?=[)）日，, ])",
)

_YY = r"(?:20\d\d|19\d\d|\d\d)"
CODES = Pattern(
    rf"(?<![a-z0-9.])(?P<q>[1-4])q?\s?[-~–至]\s?(?P<q2>[1-4])q\s?'?(?P<y>{_YY})(?![a-z0-9])",
    rf"(?<![a-z0-9])q(?P<q>[1-4])\s?[-~–至]\s?q?(?P<q2>[1-4])(?:\s?'?(?P<y>{_Y4}|\d\d))?(?![a-z0-9])",
    rf"(?<![a-z0-9.])f?(?P<q>[1-4])q\s?(?P<fiscal>fy)\s?'?(?P<y>{_YY})(?![a-z0-9])",
    rf"(?<![a-z0-9.])(?P<q>[1-4])q\s?(?:cy)?\s?[-/']?(?P<y>{_YY})(?:e|f|a)?(?![a-z0-9])",
    rf"(?<![a-z0-9])(?P<fiscal>fy)\s?'?(?P<y>{_YY})\s?-?q(?P<q>[1-4])(?![a-z0-9])",
    rf"(?<![a-z0-9])(?P<fiscal>f)q(?P<q>[1-4])(?:\s?'?(?P<y>{_YY}))?(?![a-z0-9])",
    rf"(?<![a-z0-9])(?P<fiscal>fiscal|fy)(?:\syear)?\sq(?P<q>[1-4])(?:,?\s(?:of\s)?'?(?P<y>{_YY}))?"
    r"(?![a-z0-9])",
    rf"(?<![a-z0-9])q(?P<q>[1-4])\s?(?:of\s|,\s)?(?P<fiscal>fy|fiscal(?:\syear)?)\s?'?(?P<y>{_YY})(?![a-z0-9])",
    rf"(?<![a-z0-9])q(?P<q>[1-4])\s?(?:of\s|in\s|,\s?)?(?:cy)?[-/']?\s?'?(?P<y>{_Y4})(?![a-z0-9])",
    r"(?<![a-z0-9])q(?P<q>[1-4])\s?[-/']?(?P<y>\d\d)(?![a-z0-9%.,]|\s?[%万亿元])",
    rf"(?<![a-z0-9.,])(?P<y>{_YY}|1[0-4]\d)\s?[-/]?\s?q(?P<q>[1-4])(?:e|f|a)?(?![a-z0-9])",
    rf"(?<![a-z0-9.,])(?P<y>{_YY}|1[0-4]\d)\s?[-/]?\s?(?P<q>[1-4])q(?![a-z0-9])",
    rf"(?<![a-z0-9.])(?P<h>[12])h\s?(?:of\s)?'?(?P<y>{_YY})(?:e|f|a)?(?![a-z0-9])",
    rf"(?<![a-z0-9])h(?P<h>[12])\s?(?:of\s|in\s)?'?(?P<y>{_Y4}|\d\d)(?![a-z0-9%.,])",
    rf"(?<![a-z0-9.,])(?P<y>{_YY}|1[0-4]\d)\s?-?h(?P<h>[12])(?:e|f|a)?(?![a-z0-9])",
    rf"(?<![a-z0-9.,])(?P<y>{_YY})\s?-?(?P<h>[12])h(?![a-z0-9])",
    rf"(?<![a-z0-9.])(?P<cm>[3-9]|1[0-2])m'?(?P<y>\d\d|{_Y4})(?![a-z0-9])",
    rf"(?<![a-z0-9])(?P<fiscal>fy)\s?'?(?P<y>{_YY})(?:e|f|a)?(?![a-z0-9])",
    rf"(?P<fiscal>fiscal)(?:[\s-]year)?\s(?P<y>{_Y4})(?![a-z0-9])",
    rf"(?<![a-z0-9.,])(?P<y>{_Y4})-?w(?P<w>\d\d)(?!\d)",
    r"(?<![a-z0-9])(?:f)?q(?P<q>[1-4])(?![a-z0-9])",
    r"(?<![a-z0-9.])(?P<q>[1-4])q(?![a-z0-9])",
    r"(?<![a-z0-9])(?:h(?P<h>[12]))(?![a-z0-9])(?=[\s，,]|[\u4e00-\u9fff])",
    r"(?<![a-z0-9.])(?P<h>[12])h(?![a-z0-9])",
)

_MON = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_ORD = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_DAY_OF = r"(?P<d>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_OF_YEAR = (
    rf"(?:,?\s?(?:of|in|for)?\s?(?:the\s)?(?:(?P<fiscal>fiscal(?:\syear)?|fy)\s?)?'?(?P<y>{_Y4})"
    rf"{_NO_MORE}|\s(?:of|in)\s(?P<rel>this|last|next)\syear)?"
)
_NTH = "(?P<q>first|second|third|fourth|final|1st|2nd|3rd|4th)"
_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|\d{1,2})"
ENGLISH = Pattern(
    rf"(?P<ended>{_COUNT}|quarter|year|half|half-year)(?:[\s-]months?)?(?:\speriod)?\s(?:ended|ending|to|through)"
    rf"\s(?:on\s)?(?P<m>{_MON})\s(?:{_DAY_OF},?\s)?(?P<y>{_Y4})",
    rf"(?<![a-z])(?P<m>{_MON})\s?{_DAY_OF}\s?[-–]\s?(?P<d2>{_ORD})(?:,?\s(?P<y>{_Y4}))?(?![\d%])",
    rf"(?<![a-z])(?P<m>{_MON})\s?{_DAY_OF}(?:,?\s(?P<y>{_Y4}))?(?![\d%:]|[.,]\d|\s?(?:%|percent|million|billion))",
    rf"(?<![\d.,a-z]){_DAY_OF}\s?(?:-|–|to|through|and)\s?(?P<d2>{_ORD})\s(?:of\s)?(?P<m>{_MON})"
    rf"(?:,?\s(?P<y>{_Y4}))?(?![a-z\d])",
    rf"(?<![\d.,a-z]){_DAY_OF}[\s-](?:of\s)?(?P<m>{_MON})(?:,?[\s-](?P<y>{_Y4}))?(?![a-z\d])",
    rf"(?<![a-z])(?P<m>{_MON})[\s-]?(?:-|–|to|through|and)[\s-]?(?P<m2>{_MON})(?:,?\s(?:of\s)?(?P<y>{_Y4}))?(?![a-z])",
    rf"(?<![a-z])(?P<m>{_MON}),?\s(?:of\s)?(?P<y>{_Y4}){_NO_MORE}",
    rf"(?<![a-z])(?P<m>{_MON})[-\s]'?(?P<y>\d\d)(?![\d%.,:])(?=\W|$)",
    rf"first\s(?P<cq>two|three|2|3)\squarters{_OF_YEAR}",
    rf"first\s(?P<cm>{_COUNT})\smonths{_OF_YEAR}",
    rf"(?P<y>{_Y4})\s{_NTH}[\s-]quarter",
    rf"(?P<fiscal>fiscal)[\s-]{_NTH}[\s-]quarter(?:,?\s(?:of\s)?(?P<y>{_Y4}))?",
    rf"{_NTH}\s(?P<fiscal>fiscal)\squarter(?:,?\s(?:of\s)?(?P<y>{_Y4}))?",
    rf"{_NTH}[\s-]quarter{_OF_YEAR}",
    rf"(?P<y>{_Y4})\s(?P<h>first|second)[\s-]half",
    rf"(?P<h>first|second|1st|2nd)[\s-]half{_OF_YEAR}",
    r"week\s(?P<w>\d{1,2})(?:\sof\s(?P<y>20\d\d))?",
    rf"(?<![a-z])(?P<lone>(?P<m>{_MON}))(?![a-z'])",
    r"(?<!period )(?<!quarter )(?<!month )(?<!from )(?<!than )(?<!over )(?<!with )(?<!to )"
    r"(?<!versus )(?<!vs )(?<!vs\. )(?<!half )(?<![a-z])"
    r"(?P<rel>this|last|next)\syear(?:'s)?(?![a-z-])",
)
# Where a mention can begin; everywhere else no form needs to be tried. A number is worth a try
# when it looks like a year or a packed date, or when what follows it belongs to a calendar.
_MONTH_HEAD = "jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec"
TRIGGER = Pattern(
    r"(?<!\d)\d(?:(?<=[12])(?=\d{3}(?!\d))|(?=\d{6,7}(?!\d))|(?=\d{0,3}\s?[年月季日号/~–—至到迄q-])"
    r"|(?=\d{0,3}[hmsnrtw'第前上下首末全个周财会])|(?=\d{0,3}\.\d{1,2}[.-])"
    rf"|(?=\d?(?:st|nd|rd|th)?[\s-](?:of\s)?(?:{_MONTH_HEAD}))"
    rf"|(?=\d?\s?(?:to|through|and|[-–])\s?\d{{1,2}}\s(?:{_MONTH_HEAD}))|(?=\d?[\s-]months?))"
    r"|第(?=\s?[\d一二三四])|前(?=[\d一二两三四五六七八九十])|[上下]半|[首末]季|(?:中华)?民国|[西公]元|日期"
    rf"|[今去前明后本上]年|元月|(?<![{_CN}十])[{_CN}十廿〇零○](?=[{_CN}十百〇零○廿]*\s?(?:[年月季]|{_TO}))"
    rf"|(?<![a-z])(?:{_MONTH_HEAD}|fi[rns]|fy|fq|f?q[1-4]|h[12]|sec|thi|fou|week|las|nex|year|qua|half"
    r"|two|thr|fiv|six|sev|eig|nin|ten|ele)"
)
# A month's name by itself is believed behind one of these.
MONTH_CUE = Pattern(
    r"\b(?:in|of|since|by|until|for|from|early|late|mid|during|to|through|last|this|next|and)[\s-]$"
)
BARE_YEAR = Pattern(
    rf"(?<![\d.,$¥€£/a-z+#-])(?P<y>{_Y4})(?P<bare>)(?![\d%‰a-z]|[.,:/]\d|-\d){_NOT_COUNTED}"
)
