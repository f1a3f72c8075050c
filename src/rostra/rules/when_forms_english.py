"""How time is written in English; group names are read in `when_english`."""

from rostra.rules.when_pieces import (
    COUNT_EN,
    DAY_EN,
    FEW_EN,
    MON,
    NOT_LONGER,
    REL_EN,
    UNIT_EN,
    WEEKDAY_EN,
    Y4,
)

ENGLISH = {
    "day rel en": (
        r"(?<![a-z])(?P<rel>day before yesterday|yesterday|today|tonight|tomorrow"
        r"|day after tomorrow)(?:'s)?(?![a-z'])"
    ),
    "en week of": (
        r"(?<![a-z])week\s(?:of|starting|beginning|commencing)\s(?:on\s)?(?:the\s)?"
        rf"(?:(?P<mon>{MON})\s?(?P<d>{DAY_EN})|(?P<d2>{DAY_EN})\s(?:of\s)?(?P<mon2>{MON}))"
        rf"(?:,?\s(?P<y>{Y4}))?(?![\d%])"
    ),
    "en days": (
        rf"(?<![a-z])(?P<mon>{MON})\s?(?P<d>{DAY_EN})\s?(?:-|–|to|through)\s?(?:the\s)?"
        rf"(?P<d2>{DAY_EN})(?:,?\s(?P<y>{Y4}))?(?![\d%])"
    ),
    "en days 2": (
        rf"(?<![\d.,a-z])(?:from\s|between\s)?(?:the\s)?(?P<d>{DAY_EN})\s?(?:-|–|to|through"
        rf"|and)\s?(?:the\s)?(?P<d2>{DAY_EN})\s(?:of\s)?(?P<mon>{MON})(?:,?\s(?P<y>{Y4}))?"
        r"(?![\d%])"
    ),
    "en date": (
        rf"(?<![a-z])(?P<mon>{MON})\s?(?:the\s)?(?P<d>{DAY_EN})(?:,?\s(?P<y>{Y4})(?!\d))?"
        r"(?![\d%:]|[.,]\d|\s?(?:%|percent|million|billion))"
    ),
    "en date 2": (
        rf"(?<![\d.,a-z])(?:the\s)?(?P<d>{DAY_EN})[\s-](?:of\s)?(?P<mon>{MON})(?:,?[\s-]"
        rf"(?P<y>{Y4}))?(?![a-z\d])"
    ),
    "en months": (
        rf"(?<![a-z])(?P<mon>{MON})\s?(?:-|–|to|through|and)\s?(?P<mon2>{MON}),?\s(?:of\s)?"
        rf"(?P<y>{Y4}){NOT_LONGER}"
    ),
    "en month": (
        rf"(?<![a-z])(?P<mon>{MON}),?\s(?:of\s)?(?:(?P<y>{Y4}){NOT_LONGER}|(?P<rel>this|last"
        r"|next)\syear)"
    ),
    "en month short": (
        rf"(?<![a-z])(?P<mon>{MON})[-\s]?'(?P<y>\d\d)(?!\d)|(?<![a-z])(?P<mon2>{MON})-"
        r"(?P<y2>\d\d)(?!\d)"
    ),
    "en rel month": rf"(?<![a-z])(?P<rel>last|this|next)\s(?P<mon>{MON})",
    "en first quarters": (
        rf"(?:the\s)?first\s(?P<cq>two|three|2|3)\squarters(?:\s(?:of|in)\s(?:(?P<y>{Y4})|"
        r"(?P<rel>this|last)\syear))?"
    ),
    "en first months": (
        rf"(?:the\s)?first\s(?P<cm>{COUNT_EN})\smonths(?:\s(?:of|in)\s(?:(?P<y>{Y4})|"
        r"(?P<rel>this|last)\syear))?"
    ),
    "en quarter": (
        rf"(?:(?P<ya>{Y4})\s)?(?P<q>first|second|third|fourth|final|1st|2nd|3rd|4th)[\s-]"
        r"(?:fiscal\s)?(?:quarter|qtr)(?!-)(?:,?\s(?:(?:of|in)\s)?(?:(?:fiscal\s|fy\s?)?"
        rf"(?P<y>{Y4}){NOT_LONGER}|(?P<rel>this|last|next)\syear))?"
    ),
    "en half": (
        rf"(?:(?P<ya>{Y4})\s)?(?P<h>first|second|1st|2nd|latter)[\s-]half(?!-)(?:\s(?:of"
        rf"|in)\s(?:(?P<y>{Y4}){NOT_LONGER}|(?P<rel>this|last|next|the)\syear)|"
        rf"(?=\sof\sthe\syear)|(?:,?\s(?P<y3>{Y4})){NOT_LONGER})"
    ),
    "en edge": (
        r"(?:the\s)?(?P<edge>end|beginning|start|close|middle)\sof\s(?:"
        rf"(?P<y>{Y4}){NOT_LONGER}|(?P<rel>this|last|next|the|coming|previous)\s(?P<u>week"
        rf"|month|quarter|year)|(?P<u2>year|month)|(?P<mon>{MON})(?:,?\s(?P<y2>{Y4}))?)"
        r"(?![a-z])"
    ),
    "en edge 2": (
        rf"(?<![a-z])(?P<edge>early|mid|late|year-end|end)[\s-](?:(?P<y>{Y4}){NOT_LONGER}|"
        rf"(?P<mon>{MON})(?:,?\s(?P<y2>{Y4}))?|(?P<rel>this|last|next)\s(?P<u>week|month"
        r"|year))(?![a-z0-9])"
    ),
    "en year end": rf"(?<![a-z])(?P<edge>year[\s-]end|end of year)(?:\s(?P<y>{Y4}))?(?![a-z])",
    "en nth weekday": (
        rf"(?:the\s)?(?P<nth>first|second|third|fourth|last)\s(?P<wd>{WEEKDAY_EN})\s(?:of"
        rf"|in)\s(?:(?P<mon>{MON})(?:,?\s(?P<y>{Y4}))?|(?P<rel>this|last|next)\smonth)"
    ),
    "en last weekday": (
        rf"(?<![a-z])(?P<rel>last|past|this|next|coming|previous)\s(?P<wd>{WEEKDAY_EN})\.?"
        r"(?![a-z])"
    ),
    "en past few": (
        rf"(?<![a-z])(?:the\s)?(?:last|past|recent)\s{FEW_EN}\s{UNIT_EN}(?![a-z])"
        r"|over the years recently|in recent (?:years|months|weeks|days)"
    ),
    "en past": (
        r"(?<![a-z])(?:the\s|over\sthe\s|in\sthe\s)?(?:last|past|previous|trailing|latest)\s"
        rf"(?P<n>{COUNT_EN})[\s-](?P<u>{UNIT_EN})(?![a-z])"
    ),
    "en past one": (
        r"(?<![a-z])(?:the\s|over\sthe\s)?(?:past)\s(?P<u>day|week|month|quarter|year|decade"
        r"|hour)(?![a-z])"
    ),
    "en future": (
        rf"(?<![a-z])(?:the\s)?(?:next|coming|upcoming|following)\s(?P<n>{COUNT_EN})\s"
        rf"(?P<u>{UNIT_EN})(?![a-z])"
    ),
    "en future few": rf"(?<![a-z])(?:the\s)?(?:next|coming)\s{FEW_EN}\s{UNIT_EN}(?![a-z])",
    "en ago": (
        rf"(?<![a-z])(?P<n>{COUNT_EN})\s(?P<u>{UNIT_EN})\s(?P<way>ago|from now|hence|back)"
        r"(?![a-z])"
    ),
    "en unit": (
        rf"(?<![a-z])(?P<rel>{REL_EN})\s(?:calendar\s|fiscal\s)?(?P<u>week|month|quarter|qtr"
        r"|year|yr)(?:'s)?(?![a-z-])"
    ),
    "en weekend": r"(?<![a-z])(?P<rel>last|this|next|past)\sweekend",
    "en season": (
        r"(?<![a-z])(?:(?P<rel>last|this|next)\s)(?P<season>spring|summer|autumn|fall"
        r"|winter)(?![a-z])|(?<![a-z])(?P<season2>spring|summer|autumn|winter)\s(?:of\s)?"
        rf"(?P<y>{Y4})"
    ),
    "en week number": r"(?<![a-z])week\s(?P<w>\d{1,2})\s(?:of\s)?(?P<y>20\d\d)",
    "en weekday": r"(?<![a-z])(?:on\s)(?P<wd>mon|tues|wednes|thurs|fri|satur|sun)day(?![a-z])",
    "en lone month": rf"(?<![a-z])(?P<mon>{MON})(?![a-z'])",
}
