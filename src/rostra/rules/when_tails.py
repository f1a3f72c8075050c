"""What may stand behind or before a head: narrower parts, turns, connectors, and false friends."""

from rostra.rules.when_festivals import NAMES as FESTIVALS
from rostra.rules.when_pieces import COUNT, OR_TO, D, Forms, M, Q
from rostra.text.patterns import Pattern

_JOIN = r"(?:\s|的|之)?"
_WEEK = "(?:周|星期|礼拜)"
_C = "一二三四五六七八九"

_END_UNITS = (
    rf"{_JOIN}(?:最后\s?(?P<n>{COUNT})|(?P<first>第一))\s?(?:个)?(?P<u>天|日|周|星期|礼拜"
    r"|月|季度|季)"
)
YEAR_TAILS = Forms(
    {
        "end units": _END_UNITS,
        "first quarters": rf"{_JOIN}前\s?(?P<cq>[1-4一二两三四])\s?(?:个)?季(?:度)?",
        "first months": rf"{_JOIN}前\s?(?P<cm>{M}|两)\s?(?:个)?月(?:份)?",
        "last months": rf"{_JOIN}[后末]\s?(?P<cm>{M}|两)\s?(?:个)?月",
        "last quarters": rf"{_JOIN}后\s?(?P<cq>[1-4一二两三四])\s?(?:个)?季(?:度)?",
        "nth month": rf"{_JOIN}(?:第\s?(?P<m>{M})\s?个月|(?P<m1>首)(?:个)?月)",
        "quarters": rf"{_JOIN}第?(?P<q>{Q})(?:季度?)?{OR_TO}第?(?P<q2>{Q})\s?季(?:度|报)?",
        "quarter": (
            rf"{_JOIN}(?:第?\s?(?P<q>{Q}|首|末)\s?(?:个)?季(?:度|报)?|q(?P<q2>[1-4])(?:季度?)?"
            r"(?![a-z0-9])|(?P<q3>[1-4])q(?![a-z0-9]))"
        ),
        "half": (
            rf"{_JOIN}(?:(?P<h>[上下前后])半年?(?:度)?(?!场|身)|h(?P<h2>[12])(?![a-z0-9])|"
            r"(?P<h3>[12])h(?![a-z0-9]))"
        ),
        "lunar": (
            rf"{_JOIN}(?:(?:农历|阴历|旧历)\s?(?P<m>闰?(?:{M}|正|腊|冬))\s?月|(?P<m2>正|腊|冬"
            rf"|闰{M}|{M}(?=月初[一二三四五六七八九十]))月)(?:\s?(?:初)?(?P<d>{D})(?:日|号)?)?"
            rf"|{_JOIN}大年初(?P<d2>{D})"
        ),
        "festival": rf"{_JOIN}(?P<name>{FESTIVALS})",
        "months": (
            rf"{_JOIN}(?P<m>{M})\s?月?份?{OR_TO}(?P<m2>{M})\s?月(?:份)?(?!\s?{D}\s?[日号])"
            r"(?!\s?\d)"
        ),
        "month": rf"{_JOIN}(?P<m>{M})\s?月(?:份)?",
        "month day": r"\s?(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/%])",
        "week": rf"{_JOIN}第\s?(?P<w>\d{{1,2}}|[{_C}十]{{1,4}})\s?(?:个)?{_WEEK}(?!年)",
        "season": rf"{_JOIN}(?P<season>[春夏秋冬])(?:天|季|日)?(?!节|装|奥|令|菜|酒|瓜|虫|茶|假)",
        "summer": rf"{_JOIN}(?:暑假|暑期)",
        "edge": (
            r"\s?(?:的)?(?:年)?(?P<edge>底|末|终(?!奖|于|止)|初|中(?!秋|元|国|央|华|东|油|钢|信"
            r"|租|型|的|，|美|欧|共|小|职|正|期|文|风|选|超|间|将|有|是)|伊始|关)"
        ),
        "same period": (
            r"(?:的)?(?P<same>同期|同一时期|同月|同季|同日|今天|今日|此时|这个时候|这时候)"
        ),
    }
)
MONTH_TAILS = Forms(
    {
        "end units": (
            rf"{_JOIN}(?:最后\s?(?P<n>{COUNT})|(?P<first>第一))\s?(?:个)?(?P<u>天|日|周|星期"
            r"|礼拜)(?![一二三四五六日天])"
        ),
        "day": (
            rf"\s?(?P<d>{D})\s?(?:[日号]|(?=$|\s|[，。,、;；!?)）]|[-~–—至到]))|\s?(?P<d2>3[01]"
            r"|[12]\d|[1-9])(?=[\u4e00-\u9fff])"
            r"(?![个多万亿千百元日号大场倍成项次年月%岁季周天点])"
        ),
        "week": rf"(?:的)?\s?第\s?(?P<w>[1-5{_C}])\s?(?:个)?(?:周|星期|礼拜)(?![一二三四五六日天])",
        "nth weekday": rf"(?:的)?\s?第(?P<n>[1-5{_C}])个?{_WEEK}(?P<wd>[一二三四五六日天])",
        "last weekday": rf"(?:的)?\s?最后一?个?{_WEEK}(?P<wd>[一二三四五六日天])",
        "first days": rf"(?:的)?\s?[前头](?P<n>{COUNT})[天日]",
        "last days": rf"(?:的)?\s?[后末](?P<n>{COUNT})[天日]",
        "edge": (
            r"(?:的)?(?:月)?(?P<edge>上半月|下半月|上旬|中旬|下旬|底|末|初"
            r"(?![一二三四五六七八九十])|中(?!秋|国|央|华|东"
            r"|油|钢|信|型|美|欧|共|小|职|正|期|文|风|选|超|间))"
        ),
        "same period": r"(?P<same>同期)",
    }
)
QUARTER_TAILS = Forms({"edge": r"(?:的)?(?:季)?(?P<edge>末|底|初)"})
WEEK_TAILS = Forms(
    {
        "weekday": (
            rf"(?:的)?\s?{_WEEK}(?P<wd>[一二三四五六日天])(?![个月年季天次])"
            r"|\s?(?P<wd2>[一二三四五六日天])(?![个月年季天次气候空])"
        ),
        "weekend": r"(?:的)?(?P<end>末|周末)",
    }
)
FESTIVAL_TAILS = Forms(
    {
        "break": (
            r"(?:的)?\s?(?:四天|五天|三天|六天|九天|七天|十天)?(?:连(?:续)?假(?:期)?|长假|假期"
            r"|黄金周|休市|连休|长周末)"
        ),
        "break period": r"(?:的)?(?:期间|档期|封关)",
        "eve": r"(?:的)?(?P<shift>前一[天日]|隔[天日]|翌日|前夕)",
        "day of": r"(?:当天|当日|当晚)",
    }
)

SUFFIXES = Forms(
    {
        "since": r"\s?(?:(?:起|开始|以来|后|之后)?(?:一直)?(?:至今(?![年天日晚早明])|迄今|到现在"
        r"|到今天|到今日|到目前|到如今|至目前|至现在|到当前)|以来|以降"
        r"|起(?!伏|诉|火|飞|来|点|薪|动|家|降|码|重|义|源|草|跳|至)|(?:就)?开始(?:至今)?|来"
        r"(?=首|最|新高|新低|累计|表现|走势|变化))",
        "before": (
            r"\s?或?(?:之前|以前|为止|止(?!损|跌|血|付|息|痛)|前(?!后|瞻|景|往|进"
            r"|\s?[一二两三四五六七八九十\d]|总统|任|董|首|线|端|述|夕|一|期|身|妻|夫|市长|院长"
            r"|部长|主席))"
        ),
        "around": (
            r"\s?(?:前后|左右|上下|附近|期间|之间|间|以内|之内|内(?!容|部|衣|地|政|阁|需|线|湖"
            r"|战|存)|当天|当日|前夕)"
        ),
        "after": (
            r"\s?或?(?:之后|以后|后(?!续|勤|天|面|来|盾|市|座|备|照|台|卫|期|半|年|遗|代|果|悔|端"
            r"|段|疫))"
        ),
    }
)
PREFIXES = Pattern(
    r"(?P<since>(?<![a-z])(?:ever\s)?since(?:\sthe)?\s|(?<![亲各来独])自(?:从)?\s?|"
    r"(?<![a-z])(?:starting|beginning)\s(?:from|in|on)\s)$"
    r"|(?P<start>(?<![a-z])from\s(?:the\s)?|[从由]\s?)$"
    r"|(?P<until>(?<![a-z])(?:until|till|up\sto|through|by|as\sof|up\suntil"
    r"|no\slater\sthan)(?:\sthe)?\s|截至|截止到?|直到|迄)\s?$"
    r"|(?P<before>(?<![a-z])(?:before|prior\sto|earlier\sthan)(?:\sthe)?\s)$"
    r"|(?P<after>(?<![a-z])(?:after|following|later\sthan)(?:\sthe)?\s)$"
    r"|(?P<between>(?<![a-z])between\s(?:the\s)?|介于)$"
)
CONNECTOR = Pattern(
    r"\s*(?:起|开始|号|日)?\s*(?:-{1,3}|~{1,2}|～|–{1,2}|—{1,3}|→|至|到|迄|一直到|to"
    r"|through|thru|until|till|up to)\s*(?:the\s|on\s|隔年|翌年|次年|同年)?"
)
BETWEEN_AND = Pattern(r"\s*(?:and|和|与|跟|及|至|到|-|–)\s*(?:the\s)?")
LIST_GAP = Pattern(
    r"\s*(?:[,，、;；/&+]|和|与|跟|及|以及|还有|或|或者|对比|对照|相比|比较|比|较|相较"
    r"|相对|vs\.?|versus|and|or|compared (?:to|with)|than)?\s*(?:on\s|in\s|the\s|于|是"
    r"|在)?"
)
TO_NOW = Pattern(
    r"\s*(?:-{1,2}|~|–|—|至|到|迄|to|through|until|till|up to)\s*(?:今(?:天|日)?|现在"
    r"|目前|当前|此刻|now|date|today|(?:the\s)?present)(?![a-z年明晚])"
)

# Words that look like time and are names of something else. They are read as nothing.
NAMES = Pattern(
    r"《[^》]{0,60}》|〈[^〉]{0,60}〉|『[^』]{0,60}』"
    r"|(?:五月天(?!气|数|灾)|四月天(?!气)|五月花|二月河|十月围城|十月怀胎|六月飞?[雪霜]"
    r"|七月流火|七月半|八月桂花|五月病|三月不知|一月一聘|九月九的|四月是你的谎言)"
    r"|(?:[一二三四五六七八九十]{1,2}月(?:革命|学运|学潮|政争|党人|起义|娘|女神|物语|行动|提纲|集团))"
    r"|1q84|今周刊|本周刊|上周刊|一周刊|壹周刊|今日(?:新闻网|头条|说法)|明日(?:之后|之星"
    r"|方舟|香|帝国)|昨日(?:重现|世界)|昨天今天明天"
    r"|(?:后天|先天)(?:性|免疫|努力|失调|不足)|今年轻"
    r"|一年四季|(?<![第前近单年连后去来])四季(?!度|报|财|营)|年年(?![初底末中])|月月"
    r"(?![初底末中])|周周(?![一二三四五六日末])|(?<![近去])百年(?!前|后|来)|千年|万年|周年"
    r"|每[年月周日季天]|逐[年月季日]|按[年月季]"
    r"|\d{1,3}\s?(?:年期|个月期|天期|年级|年制|月龄|岁)"
    r"|[一二三四五六七八九十两]{1,3}(?:年期|个月期|天期|年级|年制)"
    r"|(?:[6-9]0|00|10|[六七八九]零|零零)后(?!的|以|，)"
    r"|圣诞(?:老人|树|老公公)|中秋月饼|端午(?:粽|香包)|情人果"
    r"|(?:编号|单号|序号|统编|帐号|账号|卡号|案号|文号|号码)[:\s]?[a-z0-9-]{4,24}"
    r"|(?:电影|小说|专辑|游戏)(?:19|20)\d\d(?![\d年])"
    r"|九二共识|1992共识|五四运动|六四事件|八二三炮战|九一一|9/11(?=\s?(?:attack|terror"
    r"|恐攻|恐怖|事件))|911事件|二二八事件|228事件|三一八学运|318学运|七七事变"
    r"|九一八事变|九二一(?:大)?地震|921(?:大)?地震"
    r"|(?<![a-z])(?:windows|office|server|cyberpunk|autocad|sharepoint|exchange"
    r"|visual studio|project|blade runner|fifa|iso\s?\d{3,5}:?|rfc|sap|area|studio)\s?"
    r"(?:19|20)\d\d"
    r"|(?<![a-z])(?:iphone|ipad|galaxy|pixel|model|gpt|claude|gemini|llama|ps|xbox"
    r"|surface|redmi|mate|note|series|rtx|gtx|core|ryzen|boeing|airbus|mazda|version"
    r"|ver\.?|v|ios|android|python|java|chapter|section|level|season|episode|part|top"
    r"|no\.?|page|room|gate|route|bus|line|grade|class|type|level|phase|stage|round|game"
    r"|week(?=\s\d{1,2}\s(?!of)))[\s-]?\d{1,4}(?:[.-]\d{1,3})*(?!\d|/)"
    r"|\d{1,4}(?:\.\d{1,4}){2,4}(?![\d.])(?<!\d\d\d\d\.\d\.\d)(?<!\d\d\d\d\.\d\d\.\d\d)"
    r"(?<!\d\d\d\d\.\d\.\d\d)(?<!\d\d\d\d\.\d\d\.\d)(?<!1[0-4]\d\.[01]\d\.[0-3]\d)"
    r"|(?<!\d)0\d{1,3}[-\s]?\d{3,4}[-\s]?\d{3,4}(?!\d)|"
    r"(?<!\d)\+?\d{2,3}[-\s]\d{3,4}[-\s]\d{3,4}[-\s]?\d{0,4}(?!\d)"
    r"|\b\d{1,2}:\d{2}(?::\d{2})?\b"
)
# A series has seasons too: with one of these in the question, 第三季 is not a quarter.
SERIES = Pattern(
    r"影集|剧集|动画|动漫|netflix|disney\+|season \d|综艺|追剧|结局|剧情|开播|播出|播映"
    r"|定档|首播|完结|演员|片尾|漫画|电视剧|韩剧|美剧|日剧|真人秀|选秀|上架时间|男主角"
    r"|女主角|hbo"
)
STOCK_CODE = Pattern(
    r"(?:股票代号|股票代码|股号|代号|代码|证券代号|ticker|stock code)[:\s]?(?P<code>\d{4})"
    r"|(?P<code2>\d{4})(?:\.tw|\.two|-tw|\.hk|\.t)\b"
    r"|[\u4e00-\u9fff][（(]\s?(?P<code3>\d{4})\s?[)）]"
)
TARGET = Pattern(
    r"\s?(?:年)?\s?(?:净零|碳中和|永续|愿景|目标|agenda|net[\s-]zero|vision|减碳|双语|零碳)"
)

TIMELINE = Pattern(
    r"历史(?!新高|新低|高点|低点|最高|最低|性|纪录|记录|课|系|博物|学家|名城|建筑|街区"
    r"|悠久|共业|定位|小说|剧|文物|古迹|高位|低位|次高|天价|级|教科书|教育|老师|人物)"
    r"|回顾|历年|沿革|演变|演进|大事记|始末|来龙去脉|发展史|编年|历程|年表|时间轴|时间线"
    r"|从古至今|从头到尾|一路走来|脉络|来时路|前世今生|史(?:上|观)(?=发展|演)"
    r"|\bhistory of\b|\bhistor(?:y|ical(?:ly)?)\b|\btimelines?\b|\bchronolog\w+"
    r"|\bretrospective\b|\bevolution of\b|\bover the years\b|\blooking back\b"
    r"|\ball[\s-]time (?:timeline|history)\b"
)
FUZZY = Pattern(
    r"最近(?!的?(?:超商|捷运|医院|车站|加油|机场|门市|分店|距离|邻居|地铁|药局|餐厅|银行"
    r"|停车))|近期|最新(?!鲜)|近来|近日|近况|目前|当前|现况|现状|时下|如今|眼下|日前"
    r"|新近|即时(?!通)|刚刚|刚才|现阶段|当今|这阵子|前阵子|现时|近几|近年"
    r"|\b(?:recent(?:ly)?|latest|newest|lately|current(?:ly)?|up[\s-]to[\s-]date"
    r"|nowadays|these days|right now|at the moment|so far|breaking)\b"
)
NEAREST_PLACE = Pattern(
    r"(?:离|距离?|靠)[^，。？?]{0,12}最近|\bcurrent(?:ly)? (?:account|liabilities|assets"
    r"|ratio)\b|\bbreaking (?:point|bad|down)\b"
)
UNSETTLED = Pattern(
    r"当时|当年|那时候?|那年|那一年|那一?天|那段(?:时间|期间)|那阵子|某[年月日天]|改天"
    r"|有一天|哪天|疫情[前后]|(?<![挑精入当落候人海])选[前后](?!人|举)|大选前后|同期"
    r"|连(?:续)?假(?:期)?|长假|寒假|事[发件][前后]|事后|灾后|那(?:件事|次)之?[前后]|(?<!挑)战[前后时](?!略|斗)"
    r"|(?<!长期)(?<!一直)(?<!历来)(?<=[\u4e00-\u9fff])(?:以来|期间)|(?:上任|就任|就职)后"
    r"|\b(?:back then|at (?:that|the) time|the other day|some ?day|that (?:year|month"
    r"|week|day|summer|winter)|those days|during the (?:pandemic|war|election|crisis)"
    r"|before the (?:pandemic|war|election|crisis)|after the (?:pandemic|war|election"
    r"|crisis)|since then|(?:after|before) (?:that|it)|post-?pandemic|pre-?pandemic"
    r"|once upon a time|since (?:the |its |their )?"
    r"(?:launch|listing|inception|founding|ipo))\b"
    r"|\d{1,2}月\d{1,2}[日号]"
)
# Where these stand, it matters whose calendar is meant.
REGIONAL = Pattern("国庆|儿童节|教师节|父亲节|连(?:续)?假|长假|假期|黄金周|春节|过年|期间")
