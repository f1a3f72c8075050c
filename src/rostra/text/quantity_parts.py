"""What surrounds a number: currency, sign, hedge, direction, and what it is counted per."""

import re

from rostra.text.patterns import Pattern

CURRENCY_BEFORE = Pattern(
    r"(?:(?P<twd>nt\$|nt(?=\d|$)|新台币|台币|ntd|twd)|(?P<usd>us\$|u\.s\.\$|usd\$?|美金|美元)"
    r"|(?P<hkd>hk\$|hkd\$?|港币)|(?P<cny>rmb¥?|cny¥?|cn¥|人民币)|(?P<sgd>s\$|sgd)|(?P<aud>au?\$|aud)"
    r"|(?P<cad>ca?\$|cad)|(?P<jpy>jp¥|jpy|日币|日圆)|(?P<eur>€|eur|欧元)|(?P<gbp>£|gbp|英镑)"
    r"|(?P<krw>₩|krw|韩币)|(?P<yen>¥)|(?P<dollar>\$))\s?$"
)
SIGN_BEFORE = Pattern(
    r"(?:(?P<minus>(?<![a-z0-9%~$)-])-|负|▼|▽|minus |negative )"
    r"|(?P<plus>(?<![a-z0-9%])\+|▲|△|正(?=$)))\s?$"
)
HEDGE_BEFORE = Pattern(
    r"(?:(?P<at_least>至少|最少|起码|不少于|不低于|不小于|(?:at least|no less than|not less than"
    r"|no fewer than|(?:a )?minimum of)\s)"
    r"|(?P<at_most>至多|最多|不超过|不高于|不多于|不逾|上限|(?:up to|at most|no more than"
    r"|not more than|as much as|as many as|(?:a )?maximum of)\s)"
    r"|(?P<under>不到|未满|不足|低于|少于|小于|未达|不及|(?:under|below|less than|fewer than"
    r"|lower than|just short of)\s)"
    r"|(?P<over>超过|超逾|逾|突破|冲破|破|站上|越过|高于|大于|多于|超"
    r"|(?:over|more than|above|exceeding"
    r"|exceeds|exceeded|surpassing|surpassed|topped|topping|upwards of|in excess of)\s)"
    r"|(?P<nearly>将近|接近|近|逼近|直逼|(?:nearly|almost|close to|just under|approaching)\s)"
    r"|(?P<about>大约|约莫|约|大概|估约|(?:about|around|approximately|approx\.?|roughly|some|circa"
    r"|an estimated|in the region of)\s|~))(?:达|为|有|在|是|a |an |the )?\s?$"
)
HEDGE_AFTER = Pattern(
    r"\s?(?:(?P<about>左右|上下|许|前后|or so|or thereabouts)"
    r"|(?P<at_least>以上|起跳|or more|or higher"
    r"|and above|\+(?!\d))"
    r"|(?P<at_most>以下|以内|之内|or less|or lower|or fewer)|(?P<over>之多|有余))"
)

_UP = (
    "增加|增长|增|正?成长|上升|上涨|上扬|上调|上修|攀升|走升|走扬|升值|提高|提升|调升|调高|扩大|扩增|跃升|跃增|激增"
    "|暴增|大增|劲扬|劲增|飙升|飙涨|大涨|小涨|收涨|调涨|涨价|涨|升息|加息|升|加薪|调薪|反弹|回升|多出|高出|溢价|狂飙"
)
_DOWN = (
    "负成长|负增长|减少|减产|减息|减|衰退|下滑|下降|下跌|下挫|下修|下调|降低|调降|调低|降息|降价|缩减|萎缩|贬值|缩小"
    "|回落|滑落|锐减|骤减|暴跌|大跌|小跌|收跌|大减|重挫|急跌|急挫|回跌|跌|降|裁减|短少|削减|收敛|折价|挫"
)
_FILL = (
    r"(?:了|幅度|幅|率|比率|额|达到|达|(?<=[率幅度额])[为是]|:|，|的|\s|合计|共|又|再"
    r"|(?<=[率幅度])(?:约|仅|只有))*"
)
_ENGLISH_UP = (
    "rose|rises?|risen|rising|grew|grows?|grown|growing|increase[sd]?|increasing|gain(?:s|ed|ing)?"
    "|jump(?:s|ed|ing)?|surge[sd]?|surging|climb(?:s|ed|ing)?|advance[sd]?|soar(?:s|ed|ing)?|up"
    "|higher|added|expand(?:s|ed|ing)|expansion|rall(?:y|ied)|growth|improved|hike[sd]?|hiking"
    "|raise[sd]?|raising|appreciated"
)
_ENGLISH_DOWN = (
    "fell|falls?|fallen|falling|drop(?:s|ped|ping)?|decline[sd]?|declining|decrease[sd]?"
    "|decreasing|down|lower(?:ed|ing)?|slid|slip(?:s|ped)|sank|plunge[sd]?|plunging|tumble[sd]?"
    "|lost|loses|losing|shed|shrank|shrunk|contract(?:s|ed|ing)|contraction|cut|cuts|cutting"
    "|reduce[sd]?|reducing|reduction|slump(?:s|ed)?|ease[sd]?|retreat(?:s|ed)|depreciated"
    "|trimmed|slash(?:ed|es)"
)
_ENGLISH_FILL = (
    r"(?:\s(?:by|of|a|an|the|sharply|slightly|further|another|sequentially|yoy|qoq|mom|y/y|q/q|m/m"
    r"|year-on-year|year-over-year|quarter-on-quarter|month-on-month|modestly|steeply|only|just))*"
)
DIRECTION_BEFORE = Pattern(
    rf"(?:(?P<down>{_DOWN}){_FILL}|(?P<up>{_UP}){_FILL}"
    rf"|\b(?P<edown>{_ENGLISH_DOWN})\b{_ENGLISH_FILL}\s|\b(?P<eup>{_ENGLISH_UP})\b{_ENGLISH_FILL}\s)$"
)
VERB_THEN_BY = Pattern(
    rf"\b(?:(?P<down>{_ENGLISH_DOWN})|(?P<up>{_ENGLISH_UP}))\b(?:\s[\w'-]+){{0,6}}?\sby\s$"
)
DIRECTION_AFTER = Pattern(
    r"(?:\s?的?(?:(?P<down>跌幅|降幅|减幅|衰退|下滑|负成长|减少)|(?P<up>涨幅|增幅|升幅|成长|增长))"
    r"|[\s-](?:yoy\s|qoq\s|mom\s|y/y\s|q/q\s|year-on-year\s|year-over-year\s|annual\s|quarterly\s"
    r"|sequential\s|monthly\s|rate\s)?(?:(?P<edown>declines?|decreases?|drops?|falls?|lower|down|less"
    r"|reductions?|cuts?|plunge|slump|contraction|dip|slide)|(?P<eup>increases?|rises?|gains?|growth"
    r"|higher|up|more|jump|surge|hikes?|expansion|improvement))\b(?!\s(?:to|of)\b))"
)

_PER_UNITS = {
    "股": "share",
    "张": "share1000",
    "度": "kWh",
    "千瓦时": "kWh",
    "吨": "t",
    "公吨": "t",
    "桶": "bbl",
    "坪": "ping",
    "人": "person",
    "户": "household",
    "公斤": "kg",
    "盎司": "oz",
    "平方公尺": "m2",
    "平方米": "m2",
    "台": "unit",
    "辆": "vehicle",
    "片": "wafer",
    "月": "month",
    "年": "year",
    "日": "day",
    "天": "day",
    "小时": "hour",
    "公升": "L",
    "share": "share",
    "kwh": "kWh",
    "kilowatt-hour": "kWh",
    "ton": "t",
    "tonne": "t",
    "barrel": "bbl",
    "person": "person",
    "household": "household",
    "ounce": "oz",
    "kg": "kg",
    "month": "month",
    "year": "year",
    "day": "day",
    "hour": "hour",
    "wafer": "wafer",
    "unit": "unit",
    "litre": "L",
    "liter": "L",
    "gallon": "gal",
}
_PER_WORDS = "|".join(sorted(_PER_UNITS, key=len, reverse=True))
PER_BEFORE = Pattern(
    rf"每一?(?P<per>{_PER_WORDS})[^\d，。；,;]{{0,8}}$|(?P<eps>\beps|每股)[^\d，。；,;]{{0,12}}$"
)
PER_AFTER = Pattern(rf"\s?(?:/\s?|per |an? |each )(?:每)?(?P<per>{_PER_WORDS})(?![a-z])")


def per_unit(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    per = match.groupdict().get("per")
    return _PER_UNITS[per] if per else "share"


def direction(before: str) -> str:
    """up, down or nothing: the move the words right before a number tell of."""
    match = DIRECTION_BEFORE.search(before)
    if match is None and before.endswith("by "):
        match = VERB_THEN_BY.search(before)
    return _way(match)


def direction_after(text: str, at: int) -> str:
    return _way(DIRECTION_AFTER.match(text, at))


def _way(match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    names = match.groupdict()
    return "down" if names.get("down") or names.get("edown") else "up"


def currency(match: re.Match[str] | None, *, chinese: bool) -> str:
    if match is None or match.lastgroup is None:
        return ""
    if match.lastgroup == "yen":
        return "CNY" if chinese else "JPY"
    return "USD" if match.lastgroup == "dollar" else match.lastgroup.upper()


def named(match: re.Match[str] | None) -> str:
    return match.lastgroup or "" if match else ""
