"""The written forms of time in a question, as patterns over the canonical view.

A mention is a head (去年, Q3, 近三個月), then tails that narrow it (第三季, 15號), then at most one
suffix that turns it (以來, 之前). `when_reading` and its neighbours say what each form means.
The view is simplified and lower case, so one form serves both scripts.
"""

import re

from rostra.rules.when_festivals import NAMES as FESTIVALS
from rostra.rules.when_forms_english import ENGLISH
from rostra.rules.when_pieces import (
    ALONE,
    CN,
    COUNT,
    DAY_OF_WEEK,
    FEW,
    FREE,
    LENGTH,
    LENGTH_BEFORE,
    NOT_WORD,
    OPEN,
    OR_TO,
    TO,
    UNIT,
    WEEK,
    Y4,
    YEAR_WRITTEN,
    D,
    Forms,
    M,
    Q,
)

_YY = r"(?:20\d\d|19\d\d|\d\d|1[0-4]\d)"
_CODES = {
    "code q range": (
        rf"(?<![a-z0-9.])(?:(?P<ya>{Y4})\s?)?q(?P<q>[1-4])\s?[-~–至到]\s?q?(?P<q2>[1-4])"
        rf"(?:\s?'?(?P<y>{Y4}|\d\d))?{NOT_WORD}"
    ),
    "code nq range": (
        r"(?<![a-z0-9.])(?P<q>[1-4])q?\s?[-~–至到]\s?(?P<q2>[1-4])q\s?'?"
        rf"(?P<y>{_YY}){NOT_WORD}"
    ),
    "code q": (
        rf"{FREE}(?:fy|cy)?(?P<y>{_YY})\s?(?:年)?\s?[-/]?\s?q(?P<q>[1-4])(?:季度|季)?"
        rf"(?:[efa]\b)?{NOT_WORD}"
    ),
    "code q2": (
        rf"(?<![a-z0-9.])(?:fy)?(?P<q>[1-4])q\s?(?:cy|fy)?\s?[-/']?(?!84\b)(?P<y>{_YY})"
        rf"(?:[efa]\b)?{NOT_WORD}"
    ),
    "code q3": (
        r"(?<![a-z0-9])q(?P<q>[1-4])\s?(?:of\s|in\s|,\s?)?(?:cy|fy)?\s?[-/']?\s?"
        rf"(?P<y>{Y4}){NOT_WORD}"
    ),
    "code q4": (
        r"(?<![a-z0-9])q(?P<q>[1-4])\s?(?:fy\s?)?[-/']?(?P<y>\d\d)(?![a-z0-9%.,]"
        r"|\s?[%万亿元])"
    ),
    "code q5": rf"{FREE}(?P<y>{_YY})\s?[-/]?\s?(?P<q>[1-4])q{NOT_WORD}",
    "code h": rf"(?<![a-z0-9.])(?P<h>[12])h\s?(?:of\s)?'?(?P<y>{_YY})(?:[efa]\b)?{NOT_WORD}",
    "code h2": (
        rf"(?<![a-z0-9])h(?P<h>[12])(?:\s(?:of\s|in\s)?'?|'|/|-)(?P<y>{Y4}|\d\d)"
        r"(?![a-z0-9%.,])"
    ),
    "code h3": rf"{FREE}(?P<y>{_YY})\s?年?-?\s?(?:h(?P<h>[12])|(?P<h2>[12])h){NOT_WORD}",
    "code m": rf"(?<![a-z0-9.])(?P<cm>[3-9]|1[0-2])m'?(?P<y>\d\d|{Y4}){NOT_WORD}",
    "code fy": (
        rf"(?<![a-z0-9])(?:fy|fiscal(?:[\s-]year)?\s|cy)\s?'?(?P<fy>{Y4}|\d\d)"
        rf"(?:[efa]\b)?{NOT_WORD}"
    ),
    "code w": rf"{FREE}(?P<y>{Y4})-?w(?P<w>\d\d)(?!\d)",
    "code lone q": (
        r"(?<![a-z0-9'.])(?:q(?P<q>[1-4])|(?P<q2>[1-4])q)(?:季度|季)?(?![a-z0-9'])(?!\s?\d)"
    ),
    "code lone h": (
        r"(?<![a-z0-9'.])(?:h(?P<h>[12])|(?P<h2>[12])h)(?![a-z0-9'])(?=[\s，,]"
        r"|[\u4e00-\u9fff]|$)"
    ),
}
_NUMERIC = {
    "date": rf"{ALONE}(?:民国\s?|日期:?\s?)?(?P<y>{Y4}|1[0-4]\d)\s?(?:[-/.]\s?|\s|年)"
    rf"(?P<m>\d{{1,2}})\s?(?:[-/.]\s?|\s)"
    r"(?P<d>\d{1,2})(?:t\d\d[\d:.+z-]{0,20})?(?![\d%]|[./]\d|\s?(?:万|亿|元|月))",
    "date roc": r"民国\s?(?P<ry>\d{2,3})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
    "date mdy": rf"{ALONE}(?P<m>\d{{1,2}})/(?P<d>\d{{1,2}})/(?P<y>{Y4})(?![\d/])",
    "date mdy short": rf"{ALONE}(?P<m>\d{{1,2}})/(?P<d>\d{{1,2}})/(?P<y>\d\d)(?![\d/])",
    "date dmy": rf"{ALONE}(?P<d>\d{{1,2}})[.-](?P<m>0?[1-9]|1[0-2])[.-](?P<y>{Y4})(?![\d.-])",
    "date packed": rf"{ALONE}(?P<y>{Y4})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)",
    "date roc packed": r"民国(?P<ry>1[0-4]\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)",
    "years": (
        rf"{ALONE}(?P<y>{Y4})(?:\s?年?{TO}|/)(?P<y2>{Y4})(?:\s?年度?)?(?![\d%]|[./-]\d|\s?{M}\s?月"
        r"|第)"
    ),
    "years short": (rf"{ALONE}(?P<y>{Y4})[-–~/](?P<yy>\d\d)(?![\d/.%-])\s?(?:年|season|赛季|财年)"),
    "year month": (
        rf"{ALONE}(?P<y>{Y4})[-/.](?P<m>0[1-9]|1[0-2]|[1-9](?=\s|$|[~–—至到]))(?![\d%]"
        r"|[./]\d|-\d\d?(?!\d))"
    ),
    "year month roc": rf"{ALONE}(?P<y>1[01]\d)/(?P<m>0[1-9]|1[0-2])(?![\d/%])",
    "month year": rf"{ALONE}(?P<m>0?[1-9]|1[0-2])/(?P<y>20\d\d|19\d\d)(?![\d/])",
    "month day": (
        rf"{ALONE}(?<![约占达逾近超过有])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])"
        r"(?![\d/%a-z.]|\s?(?:的[人股]|以上|多数|门槛|席|强))"
    ),
    "month day dash": rf"{ALONE}(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?![\d%-]|[./]\d)",
    "month day dot": (
        r"(?<![\d·.])(?P<m>1[0-2]|0?[1-9])·(?P<d>3[01]|[12]\d|0?[1-9])(?![\d·%]|\s?"
        r"(?:大?地震|事件|惨案|学运|运动|恐攻|空难))"
    ),
}
_YEARS = {
    "school year": (
        rf"{OPEN}(?P<y>1[0-4]\d|{Y4})\s?学年度?(?:第?\s?(?P<term>[12一二上下])\s?学期)?"
    ),
    "year roc": (
        rf"(?:中华)?民国\s?(?P<ry>元|\d{{1,3}}|[{CN}十百零〇○]{{1,6}})\s?年(?!代)(?:度|间)?"
    ),
    "decade roc": rf"民国\s?(?P<dec>\d0|[{CN}]十)\s?年代",
    "fiscal year": rf"{OPEN}(?P<fy>{Y4}|1[0-4]\d)\s?(?:财年|会计年度|财政年度|财务年度)",
    "years cn": (
        rf"{OPEN}(?P<y>{YEAR_WRITTEN}|\d\d|1[0-4]\d)\s?年?{TO}(?P<y2>{YEAR_WRITTEN}"
        rf"|\d\d|1[0-4]\d)\s?年度?(?!来|间|期|\s?{M}\s?月|第|[上下]半|[初底末])"
    ),
    "year": (
        rf"(?:西元|公元)?\s?{OPEN}(?P<y>{YEAR_WRITTEN})\s?年(?!代|期|来|历史|老店"
        r"|份历史)(?:度|全年|整年|一整年|间|份)?"
    ),
    "year far": r"(?:西元|公元)\s?(?P<y>\d{1,4})\s?年",
    "year three": rf"{OPEN}{LENGTH_BEFORE}(?P<y>1[0-4]\d|一[〇零○一二三四][〇零○{CN}]|一百"
    rf"(?:[零〇][{CN}]|[一二三四]?十[{CN}]))"
    rf"\s?年(?!代|期|间|历史|老|之久|资历|公债|国债|房贷)(?:度|全年)?",
    "year two": rf"{OPEN}{LENGTH_BEFORE}(?P<y>\d\d|[零〇○{CN}][零〇○{CN}])\s?年(?P<tail>度)?"
    rf"(?=\s?(?:的)?\s?(?:{M}\s?月|第?\s?{Q}\s?季|[上下]半|q[1-4]|h[12]|[初底末中](?!期)"
    rf"|年[初底末中]|首季|首月|前[{CN}两\d]{{1,2}}个?[月季]"
    rf"|第\s?[{CN}十\d]{{1,3}}\s?个?[周月星礼]|{FESTIVALS}|夏|春[天季节]|秋|冬|暑|"
    r"(?<=[6-9]\d年)[以之][前后来]))",
    "year two alone": (
        rf"{OPEN}{LENGTH_BEFORE}(?P<y>\d\d|[零〇○{CN}][零〇○{CN}])\s?年"
        rf"(?P<tail>度)?{LENGTH}(?!代|级|期)"
    ),
    "year rel": (
        r"(?P<rel>大前|大后|前一|今|去|前|明|后|本|上一?|下一?|这一|当(?=年度)|旧|昨|"
        r"(?<![至到])次|来)"
        r"(?:个)?年(?:度)?(?:全年|一整年|整年)?(?!轻|龄|糕|货|夜|菜|兽|画|味|资|金|终奖|关"
        r"|级|长|产|线|薪|会|华|月|头|假|息|纪|份|来(?!自))"
    ),
    "years pair": r"(?P<pair>今明|明后|去今|前去|今去|去前)(?:两|二)?年",
    "century": (
        rf"(?:(?P<c>\d{{1,2}}|[{CN}十]{{1,3}})|(?P<rel>上个?|本|这个?|上一个))世纪(?!帝国"
        rf"|大饭店)(?:(?P<dec>\d0|[{CN}]十)年代)?(?P<edge>初期?|早期|前期|中期|中叶|末期?"
        r"|晚期|后期)?"
    ),
    "decade": (
        rf"{OPEN}(?P<dec>(?:19|20)?\d0|[四五六七八]?[{CN}]十)年代(?P<edge>初期?|早期|前期|中期|末期?"
        r"|晚期|后期)?"
    ),
    "decade en": (
        r"(?<![\d.,a-z])(?:the\s)?(?P<edge>early|mid|late)?[\s-]?(?P<dec>(?:19|20)?\d0)'?s"
        r"(?![a-z0-9])"
    ),
}
_SPANS = {
    "past few": (
        rf"(?:最近|过去|近|这|前|过往)(?:这)?\s?{FEW}\s?(?:十)?{UNIT}(?:内|以来|来|间)?"
        r"|近[年月周日]来?|近些年来?|这些年来?|这阵子|前阵子|前些[天日]子?"
        r"|近[一二两三四五六七八九][二三四五六七八九两][天日周年]"
        r"|近[一二两三四五][二三四五六两]个月"
    ),
    "year to date": (
        r"今年来(?!自|到|说)|(?:今年|本年度?|年)(?:初)?(?:以来|至今|迄今|到现在|到目前"
        r"|到今天|到今日)|(?:year[\s-]to[\s-]date|\bytd\b)|so far this year"
    ),
    "month to date": (
        r"(?:(?:本|这个?|当)月|月初)(?:初)?(?:以来|至今|迄今|到现在|到今天)"
        r"|month[\s-]to[\s-]date|\bmtd\b|so far this month"
    ),
    "week to date": (
        r"(?:本|这个?)(?:周|星期|礼拜)(?:以来|至今|迄今|到现在|到今天)|week[\s-]to[\s-]date"
        r"|so far this week"
    ),
    "quarter to date": (
        r"(?:本|这个?)季(?:度)?(?:以来|至今|迄今)|quarter[\s-]to[\s-]date|\bqtd\b"
        r"|so far this quarter"
    ),
    "first quarters": r"前(?P<cq>[2-4二两三四])\s?(?:个)?季(?:度)?(?!节)",
    "first months": r"前(?P<cm>[2-9]|1[0-2]|[二两三四五六七八九]|十[一二]?)\s?月(?:份)?(?!球|亮)",
    "whole units back": (
        r"上(?P<n>[二两三四五六\d])\s?(?:个)?(?P<u>周|星期|礼拜|月|季度?)(?!刊|末"
        r"|[一二三四五六日天])"
    ),
    "past": (
        r"(?!这一(?:个)?(?:年|周|月|季|星期|礼拜)(?!来|多|内|半|以)|前一(?:个)?(?:年|周|月"
        r"|季|星期|礼拜)(?!来|内)|前半年)(?:最近|过去|过往"
        r"|近|这|前|往前|回顾过去)(?:这|的)?\s?"
        rf"(?P<n>{COUNT}|半)\s?(?P<half>个?半)?(?P<u>{UNIT})(?P<more>半|多)?(?!级|新高|新低"
        r"|薪(?!资|水)|期)(?:内|之内|以内|以来|来|间)?"
    ),
    "past half month": r"(?:最近|过去|近|这)半个月",
    "past day": r"(?:最近|过去|近)(?P<n>)(?P<u>一?[天日周年季月])(?=新闻|消息|大事|走势)",
    "future": (
        rf"(?:未来|今后|接下来|往后|此后|将来)(?:的|这)?\s?(?P<n>{COUNT}|半)\s?"
        rf"(?P<half>个?半)?(?P<u>{UNIT})(?P<more>半|多)?(?:内|之内|以内|间)?"
    ),
    "future few": (
        rf"(?:未来|今后|接下来|往后)(?:的|这)?\s?{FEW}\s?{UNIT}(?:内)?|未来(?=走势|展望|发展"
        r"|趋势|$)"
    ),
    "in some time": (
        rf"(?<![第每满\d.,{CN}])过\s?(?P<n>{COUNT})\s?(?P<u>个?(?:天|日|周|星期|礼拜|月|年))"
        r"(?!来|多)"
    ),
    "counted few": (
        rf"(?:(?:{COUNT})?{FEW}(?:十)?|一两|两三|三四|四五|五六|六七|七八|八九|三五)(?:个)?"
        r"(?:天|日|周|星期|礼拜|月|季度|年)(?:以前|之前|前|以后|之后|后|以来|来)"
    ),
    "counted": (
        rf"(?<![\d.,第每几数{CN}十])(?!{Y4}\s?年|[6-9]\d年[以之]|{M}月)(?P<n>{COUNT}|半)\s?(?:"
        r"(?P<half>个半)|(?P<many>多)?(?:个)?(?P<many2>多)?)(?P<u>个?(?:天|日|周|星期|礼拜"
        r"|月|季度|季|年|交易日|工作日|营业日|小时))(?P<more>半|多)?(?P<way>以前|之前|前"
        r"(?![一二三四五六七八九十两\d])|以后|之后|后|以来|来(?![自到]|的(?:人|客|车|信))|(?:以内|之内|内"
        r"(?!容|部|衣|地))(?P<told>的|曾|已|新闻"
        r"|消息|报道|报导|发生|资料|数据|资讯|成交|走势|涨|跌|文章|讨论|事件|股价|价格|营收"
        r"|表现|变化|最)?)"
    ),
    "counted to": r"(?P<n>\d{1,3})\s?(?P<u>小时)内",
}
_RELATIVE = {
    "day rel": (
        r"(?P<rel>大大前|大前|前|昨|今|明(?!日之|日香|日方舟|日报|天过后)|大大后|大后|后"
        r"(?!天性|天免|天努|天培|天教|天失|日谈))(?:天|日)(?:晚上?|早上?|下午|上午|凌晨"
        r"|中午)?(?!本|语|圆|元|币|才|性)|(?P<rel2>昨|今|明)(?:晚|早|夜)(?!报|餐|安|会)|"
        r"(?P<rel3>听|寻|(?<![提钢口古])琴)日|(?P<now>现在|此刻|本日|当日(?=股|收|盘)|即日)"
        r"(?!式|代)"
    ),
    "days pair": r"(?P<pair>今明|明后|昨今|前昨)(?:两|二)[天日]",
    "week rel": (
        rf"(?P<rel>上上|下下|前一|上|本|这|下|今|当|前)(?:一)?(?:个)?{WEEK}(?!刊|年|边|期刊|报|转"
        r"|全|杰|末|[一二三四五六日天](?!开|到|至|气|候|空))(?:内|间|期间)?"
    ),
    "weekday rel": (
        rf"(?P<rel>上上|下下|上|本|这|下|今)(?:一)?(?:个)?{WEEK}(?:(?:的)?(?:周|星期|礼拜))?"
        rf"(?P<wd>{DAY_OF_WEEK})(?![气候空])(?:日|天)?"
    ),
    "weekend rel": r"(?P<rel>上|本|这|下)(?:个)?周末",
    "month rel": (
        r"(?P<rel>上上|下下|前一|上|本|这|下|当|今|前)(?:一)?(?:个)?月(?:份)?(?!球|亮|光|影|薪"
        r"|饼|票|租|经|老|嫂|色|儿|历|活|子)(?:内|间)?"
    ),
    "quarter rel": r"(?P<rel>上上|上|本|这|下|当|前一)(?:一)?(?:个)?季(?:度)?(?!节|后赛|风|军)",
    "half rel": r"(?P<rel>上一?个|这个|本|下个)半年(?:度)?",
}
_OPEN = {
    "festival": rf"(?<![上])(?P<name>{FESTIVALS})",
    "lunar": (
        rf"(?:(?P<y>{YEAR_WRITTEN}|\d\d)\s?年\s?)?(?:(?:农历|阴历|旧历)\s?(?:"
        rf"(?P<y2>{YEAR_WRITTEN}|\d\d)\s?年\s?)?(?P<m>闰?(?:{M}|正|腊|冬))\s?月|(?P<m2>正|腊"
        rf"|冬|闰{M}|{M}(?=月初[一二三四五六七八九十]))月)(?:\s?(?:初)?(?P<d>{D})(?:日|号)?)?"
        rf"|大年初(?P<d2>{D})"
    ),
    "months": (
        rf"(?<![\d.,{CN}])(?P<m>{M})\s?月?份?{OR_TO}(?P<m2>{M})\s?月(?:份)?"
        rf"(?!\s?{D}\s?[日号])(?!\s?\d)"
    ),
    "bad date": rf"{OPEN}(?P<m>\d{1, 2})\s?月\s?(?P<d>\d{1, 2})\s?[日号]",
    "month": rf"(?<![\d.,{CN}十每])(?<!(?<!整)个)(?P<m>{M})\s?月(?:份)?",
    "quarters": rf"第?(?P<q>{Q})(?:季度?)?{OR_TO}第?(?P<q2>{Q})\s?季(?:度|报)?",
    "quarter": (
        rf"第\s?(?P<q>{Q})\s?(?:个)?季(?:度|报)?(?!后赛)|(?<![前连近第\d{CN}每年])"
        rf"(?P<q2>{Q})季(?:度|报)(?!以来)|(?P<q3>首|末)季(?!赛)|单(?P<q4>{Q})季"
    ),
    "half": r"(?P<h>[上下]|(?<!年)[前后])半年(?:度)?",
    "week number": r"第\s?(?P<w>\d{1,2})\s?周(?!年|岁|目)",
    "break": r"(?P<name>(?<!节)(?<![a-z\u4e00-\u9fff])连(?:续)?假(?:期)?)",
    "summer holiday": r"(?P<summer>暑假|暑期)(?!作业|打工|班|营)",
    "edge of year": (
        r"(?<![\d今去明前后])(?P<edge>年底|年末|年终(?!奖|红)|岁末|年初|年中|年关|伊始)"
        r"(?!酒会|大会|庆)"
    ),
    "edge of month": (
        r"(?<![\d一二三四五六七八九十本上下这个])(?P<edge>月底|月末|月初|月中|上半月|下半月)"
    ),
    "edge of quarter": r"(?<![\d一二三四Qq本上下这])(?P<edge>季末|季底|季初)",
    "edge of week": r"(?<![上下本这])(?P<edge>周末)(?!版|派)",
    "weekday": (
        rf"(?<![每逢上下本这个圣色])(?:{WEEK})(?P<wd>[一二三四五六日])(?!福|刊|本|语|良|鸣"
        r"|元|年)|(?<![每逢上下本这个])(?:星期|礼拜)(?P<wd2>天)"
    ),
    "day of month": (
        rf"(?<![\d.,/:a-z第月前近后十{CN}])(?P<d>3[01]|[12]\d|0?[1-9]|十[{CN}]|二十[{CN}]?"
        r"|三十一?)日"
        r"(?!均|线|内|移|圆|元|币|本|游|夜|间|后|前|报|薪|以|之|K|k)"
    ),
    "day number": (
        rf"(?<![\d.,/:a-z第月])(?P<d>{D})[号](?!线|店|机|馆|楼|房|门|球|公|道|码|电|院|作|井"
        r"|隧|候|厅|坑|桥|船|出|令)"
    ),
}
_BARE = {
    "bare year": (
        rf"(?<![\d.,$¥€£/a-z+#-])(?P<y>{Y4})(?![\d‰%a-z+]|[.,:/]\d|-\d|\.tw|\s?(?:元(?!旦|月"
        r"|宵)|亿|万|千|百|兆|人|名|位|家|张|股(?!价|市|东|利|息)|点|户|吨|台(?!湾|积|北|中"
        r"|南|股|大|电|铁|达|塑|泥|师|灣)|辆|件|个|次|倍|坪|公[里斤尺克顷吨]|平方|米|美元"
        r"|日圆|欧元|港币|只|座|所|间|项|种|票|席|天|瓦|度|号|岁|mw|gw|kw|people|units"
        r"|employees|shares|dollars|points|percent|million|billion|thousand|tons|tonnes|jobs"
        r"|workers|households|cases|barrels|vehicles|wafers|companies|stores|basis))"
    ),
}
_GROUPS = {
    "code": _CODES,
    "numeric": _NUMERIC,
    "span": _SPANS,
    "relative": _RELATIVE,
    "year": _YEARS,
    "open": _OPEN,
    "english": ENGLISH,
    "bare": _BARE,
}
_FORMS = {kind: form for forms in _GROUPS.values() for kind, form in forms.items()}
GROUP_OF = {kind: group for group, forms in _GROUPS.items() for kind in forms}

# What each form can begin with: a digit, a letter, a Chinese character.
_LETTER_TOO = {"decade en", "day rel en", "festival"}
_LETTER_TOO |= {"year to date", "month to date", "week to date", "quarter to date"}
_ONLY_CHINESE = {"year roc", "decade roc", "year far", "year rel", "years pair", "half"}
_ONLY_CHINESE |= {
    "week number",
    "break",
    "summer holiday",
    "weekday",
    "date roc",
    "date roc packed",
}
_DIGIT_TOO = {"counted", "counted few", "counted to"}
_DIGIT_TOO |= {"en days 2", "en date 2", "en quarter", "en half", "en ago"}
_BEGINS = (
    "听寻琴零〇○一二两俩仨三四五六七八九十百千廿卅半几数好若民中西公日今去前明后本上这当旧昨次来大最过近往回未接"
    "此将下现即农阴闰正腊冬第首末单连暑年月季周星礼岁伊"
) + "".join(sorted({name[0] for name in re.findall("[\u4e00-\u9fff]+", FESTIVALS)}))


def _begins_with_digit(kind: str) -> bool:
    if kind in _ONLY_CHINESE or kind.startswith("edge of"):
        return False
    return GROUP_OF[kind] in ("code", "numeric", "year", "open", "bare") or kind in _DIGIT_TOO


def _begins_with_letter(kind: str) -> bool:
    return GROUP_OF[kind] in ("code", "english") or kind in _LETTER_TOO


def _begins_in_chinese(kind: str) -> bool:
    if GROUP_OF[kind] == "numeric":
        return kind.startswith("date")
    return GROUP_OF[kind] in ("span", "relative", "year", "open")


HEADS = Forms(
    _FORMS,
    {
        r"(?<!\d)(?=\d)": tuple(filter(_begins_with_digit, _FORMS)),
        "(?<![a-z])(?=[a-z])": tuple(filter(_begins_with_letter, _FORMS)),
        f"(?=[{_BEGINS}])": tuple(filter(_begins_in_chinese, _FORMS)),
    },
)
