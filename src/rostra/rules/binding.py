"""What a figure belongs to: whose it is, when it was, what it measures, and what it stands for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rostra.rules.agreeing import WHOLE_YEAR
from rostra.rules.mentions import Mention, is_office
from rostra.rules.wording import MOVES, NO_WORDS, Words, words_of
from rostra.text import Metric, Period, Quantity, Slots
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_WHERE = Pattern(
    r"(?:在|于|於|赴|至|到|往|对|對|向|来自|來自|\b(?:in|to|at|from|into|near|for)\s(?:the\s)?)$"
)
_ALL_YEAR = Pattern(r"全年|整年|\b(?:full[- ]year|whole year)\b")
_EACH = Pattern(r"分别|分別|各为|各為|依序|respectively")
_JOINS_TIME = Pattern(
    r"\s?[(（]?\s?(?:(?:in|for|during|of|at|as of|on|by|through)\s)?(?:the\s|its\s|fiscal\s)?$"
)
_JOINS_METRIC = Pattern(
    r"(?:的|之|\s|-|\sin\s|\sof\s|\sin its\s|\sin total\s)?(?:合并|合併|net\s|total\s)?$"
)
_EXPECTED = Pattern(
    r"(?:优于|優於|高于|高於|低于|低於|超过|超過|超越|不如|不及|逊于|遜於|较|較|比|胜过|勝過)[^，。；\d]{0,10}"
    r"(?:预期|預期|预估|預估|财测|財測|共识|共識|预测|預測|目标|目標)"
    r"(?:值|中位数|中位數|均值|高标|高標|低标|低標)?(?:的|为|為|之)?\s?$"
    r"|(?:above|below|beat(?:ing)?|than|versus|vs\.?|compared (?:with|to)|against|miss(?:ed|ing)"
    r"|topp(?:ed|ing))[^.,;\d]{0,50}(?:expect\w*|forecast\w*|estimate\w*|consensus|guidance)"
    r"(?: of)?[^\d,;]{0,6}$"
    r"|(?:estimate|forecast|consensus) of[^\d,;]{0,6}$"
)
_MEASURED = Pattern(
    r"(?:beat(?:s|ing)?|miss(?:ed|ing)?|topp(?:ed|ing)|exceed(?:ed|ing)|above|below|than|versus"
    r"|vs\.?|against|compared (?:with|to))\s(?:the |an |a )?(?:average |median |market )?$"
)
_ESTIMATE = Pattern(
    r"[^.,;\d]{0,30}?\b\w*(?:[Ee]stimate|[Ee]xpected|[Ff]orecast|[Cc]onsensus|[Ee]xpectation)"
)
_PRIOR = Pattern(
    r"(?:上季|上一季|前季|前一季|上月|上个月|上個月|前月|前次|前一次|先前|原先|原本|原估|原预估|原預估|前值|上次|旧|舊)"
    r"(?:预估|預估|预测|預測)?(?:的|为|為|之|约|約|仅|僅|是)*\s?$"
    r"|(?:从|從|由|自)(?:每[\u4e00-\u9fff]{1,3}|原[订訂本先]的?)?\s?$"
    r"|(?:from|compared with|compared to|versus|vs\.?|against)\s"
    r"(?:about |a |the |around )?(?:[A-Z]{0,3}\$)?$"
)
_THEN = Pattern(
    r"(?:较|較|比)[^，。；,;\d]{0,8}(?:去年|上年|前年|今年|\d{1,4}年|\d{1,2}月|第[一二三四]季|[上下]半年)"
    r"[^，。；,;\d]{0,6}(?:的|之)(?:约|約|仅|僅)?\s?$"
)


_KINDS = (
    ("trade_balance", "deficit", Pattern("入超|逆差|赤字|deficit")),
    ("trade_balance", "surplus", Pattern("出超|顺差|盈余|surplus")),
    ("share_price", "open", Pattern("开盘")),
    ("share_price", "close", Pattern("收盘|closing")),
    ("output", "value", Pattern("产值|value")),
    ("inventory", "days", Pattern("天数|days")),
    ("gdp", "per_person", Pattern("人均|平均每人|per capita")),
    ("wage minimum_wage", "hour", Pattern("时薪|每小时|hourly")),
    ("wage minimum_wage", "month", Pattern("月薪|每月|monthly")),
    ("unemployment", "people", Pattern("人数")),
    ("wage", "regular", Pattern("经常性|regular")),
    ("wage", "total", Pattern("总薪|total")),
    ("wage", "real", Pattern(r"实质[^，。]{0,4}薪|real wage")),
    ("loans", "new", Pattern("新增|new")),
    ("loans", "mortgage", Pattern("房贷|mortgage")),
    ("approval", "against", Pattern("不满意|不支持|disapprov")),
)


_OFFICES = ("GOV:", "ORG:", "group:")
# What is counted in heads, pieces or households can only be one of these.
_COUNTED = frozenset(
    ("population", "births", "employees", "users", "shipments", "sales_volume", "cases", "deaths",
     "visitors", "passengers", "output", "capacity", "housing_sales", "crime", "orders",
     "jobless_claims", "payrolls", "unemployment", "volume", "net_buy", "net_sell", "turnout",
     "inventory", "exports", "imports")
)  # fmt: skip


def subject_of(
    piece: str,
    at: int,
    names: Sequence[Mention],
    carried: frozenset[str],
    figures: Sequence[Quantity] = (),
    index: int = 0,
) -> frozenset[str]:
    """The name, or the list of names, told last before a place; one of them under 分別."""
    actors = [one for one in names if not one.is_source and not one.is_place]
    if figures and _EACH.search(piece):
        listed = _listed(actors, len(figures))
        if listed:
            return frozenset({listed[index].id})
    before = [one for one in actors if one.start < at and not one.is_object]
    if before:
        return _group(before)
    own = [one for one in names if one.is_place and one.start < at]
    if carried and own and all(name.startswith("PLACE:") for name in carried):
        return frozenset({own[-1].id})  # 台中市3,980棟，新北市3,912棟
    if carried:
        return carried
    actors = [one for one in actors if not one.is_object] or actors
    if actors:
        return frozenset({actors[0].id})
    if any(one.is_source and not one.id.startswith(_OFFICES) for one in names):
        return frozenset()  # a company that speaks is the one spoken of, not the dateline's town
    lands = [one for one in names if one.is_place and not _WHERE.search(piece[: one.start])]
    ahead = [one for one in lands if one.start < at]
    return frozenset({(ahead or lands)[-1 if ahead else 0].id}) if lands else frozenset()


def _group(names: Sequence[Mention]) -> frozenset[str]:
    group = {names[-1].id}
    for one, following in zip(reversed(names[:-1]), reversed(names[1:]), strict=True):
        if not following.joined:
            break
        group.add(one.id)
    return frozenset(group)


def _listed(actors: Sequence[Mention], count: int) -> list[Mention]:
    """As many names in a list as there are figures."""
    if count < 2 or len(actors) < count:
        return []
    last = list(actors[-count:])
    return last if all(one.joined for one in last[1:]) else []


def period_of(
    text: str,
    offset: int,
    figure: Quantity,
    when: Sequence[Period],
    figures: Sequence[Quantity],
    carried: Period | None,
) -> Period | None:
    """A stretch of time goes before a day: 10月17日公布第三季營收 is told of the quarter."""
    start, end = figure.start + offset, figure.end + offset
    if len(figures) == len(when) > 1 and _EACH.search(text, offset):
        return when[list(figures).index(figure)]
    spans = [time for time in when if time.kind != "day"] or list(when)
    behind = [time for time in spans if time.start >= end]
    joined = behind and _JOINS_TIME.match(text, end, behind[0].start)
    if joined and behind[0].start - end <= 16:
        return behind[0]
    before = [time for time in spans if time.end <= start]
    if before:
        return before[-1]
    if spans and spans[0].kind != "day":
        return spans[0]
    if not spans and _ALL_YEAR.search(text, offset, start):
        year = carried.id[:4] if carried and carried.id[:4].isdigit() else WHOLE_YEAR
        return Period(year, "year", "", figure.start + offset, figure.start + offset)
    return carried or (spans[0] if spans else None)


def narrowed(name: str, written: str) -> str:
    """The metric with the kind its words name: a reserve ratio is no discount rate."""
    view = canon(written).text
    kinds = [
        (match.end(), kind)
        for base, kind, form in _KINDS
        if name in base.split()
        for match in form.finditer(view)
    ]
    return f"{name}/{max(kinds)[1]}" if kinds else name


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric with what narrows it: 服務營收 is no 營收.

    `counted` is the last one of things that are counted: 用戶1,126萬戶，占37.6%，增加98萬戶.
    """

    id: str = ""
    scope: str = ""
    qualifier: Words = NO_WORDS
    counted: str = ""


NOTHING = Measure()


def metric_of(
    piece: str, figure: Quantity, own: Slots, names: Sequence[Mention], index: int, carried: Measure
) -> tuple[Measure, str]:
    """What a figure is told of, and the basis of its growth."""
    measure, basis = _metric_of(piece, figure, own, names, index, carried)
    counted = measure.id if measure.id in _COUNTED else carried.counted
    return replace(measure, counted=counted), basis


def _metric_of(
    piece: str, figure: Quantity, own: Slots, names: Sequence[Mention], index: int, carried: Measure
) -> tuple[Measure, str]:
    levels = [one for one in own.metrics if not one.basis]
    start = own.quantities[index - 1].end if index else 0
    if figure.kind == "count" and figure.unit != "share":
        levels = [_in_pieces(one) for one in levels]
        levels = [one for one in levels if one.id in _COUNTED]
        carried = carried if carried.id in _COUNTED else Measure(carried.counted)
    share = _share(piece, figure, start, names)
    if share is not None:
        return share, ""
    metric = _level(piece, figure, levels, own.quantities, index)
    basis = _basis(figure, own, index)
    if metric is not None:
        written = piece[min(start, metric.start) : max(figure.start, metric.end)]
        name = narrowed(metric.id, written)
        return Measure(name, metric.scope, _qualifier(piece, metric, own, names)), basis
    is_part = IS_PART.search(piece) is not None and figure.kind == "count"
    if figure.kind not in ("ratio", "points", "multiple") and not figure.change and not is_part:
        spans = [(one.start - start, one.end - start) for one in names if one.start >= start]
        if words_of(piece[start : figure.start], spans).less(MOVES).size > _FEW:
            return Measure(), basis  # 行政院撥補1,000億 is no loss, whatever was lost before
    part = _part(piece, start, figure, names)
    told = [one.id for one in own.metrics if one.basis and one.id != "change"]
    base = told[0] if told and not carried.id else carried.id
    name = narrowed(base.partition("/")[0], piece[start : figure.start])
    return Measure(name if "/" in name else base, "", part or carried.qualifier), basis


def _in_pieces(metric: Metric) -> Metric:
    """Headset sales of 3.4 million units are no revenue."""
    return replace(metric, id="sales_volume") if is_sales(metric) else metric


def is_sales(metric: Metric) -> bool:
    """Sales may be told in money or in pieces; revenue only in money."""
    return metric.id == "revenue" and canon(metric.text).text in ("sales", "net sales", "销售")


_SHARE = Pattern(
    r"(?<!市)[占佔](?![率比有])[^，。；,;\d]{0,12}$"
    r"|\b(?:account(?:s|ed|ing)? for|made up|represent(?:s|ed|ing)?)\s"
    r"(?:about |around |nearly |roughly |some |more than )?$"
)
IS_PART = Pattern(r"^\s?(?:其中|包括|包含|当中|當中|including\s|of which\s)")


def _share(piece: str, figure: Quantity, start: int, names: Sequence[Mention]) -> Measure | None:
    """水泥事業占65%: a share, of the part named before 占."""
    if figure.kind != "ratio" or figure.change:
        return None
    before = piece[start : figure.start]
    found = _SHARE.search(before)
    if found is None or "占比" in before or "佔比" in before:
        return None
    spans = [(one.start - start, one.end - start) for one in names if one.start >= start]
    return Measure("share_of", "", words_of(IS_PART.sub("", before[: found.start()]), spans))


def _part(piece: str, start: int, figure: Quantity, names: Sequence[Mention]) -> Words:
    """其中純電動176萬輛: the part that takes over the measure of the whole."""
    if not IS_PART.search(piece):
        return NO_WORDS
    spans = [(one.start - start, one.end - start) for one in names if one.start >= start]
    return words_of(IS_PART.sub("", piece[start : figure.start]), spans).less(_PRAISE)


def _qualifier(piece: str, metric: Metric, own: Slots, names: Sequence[Mention]) -> Words:
    """The words right before a metric: iPhone, 貨運, data center."""
    ends = [one.end for one in names if one.end <= metric.start]
    ends += [one.end for one in own.quantities if one.end <= metric.start]
    ends += [one.end for one in own.periods if one.end <= metric.start]
    ends += [one.end for one in own.metrics if one.end <= metric.start and one is not metric]
    before = piece[max(ends, default=0) : metric.start]
    before = _PARTICLE.sub("", before)
    if len(before) > (_LONG if before.isascii() else _LONG // 3):
        return NO_WORDS
    return words_of(before).less(_PRAISE)


_PARTICLE = Pattern(
    r"^\s?(?:其中|当中|當中)",
    r"^.*(?:表示|指出|公布|公告|宣布|发布|發布|预估|預估|预期|預期|预计|預計|预测|預測|决议|決議|决定|決定|通过|通過|拍板|编列|編列"
    r"|配发|配發|徵得|征得|徵收|征收|维持|維持|调升|調升|调降|調降|上修|下修|推升|带动|帶動|缴出|繳出|创下|創下|显示|顯示|规划|規劃"
    r"|\b(?:reported|posted|expects?|forecasts?|said|says|raised|cut|sees|recorded|kept|keeps|held|holds|left"
    r"|lowered|maintained|projects?|predicts?|estimates?|puts?|set|showed|has|had|saw|that)\s)",
    r"^.*(?:该|該|此|这|這|其|本(?![土国國地业業益]))(?:[\u4e00-\u9fff]{0,2}(?:公司|集团|集團|平台|银行|銀行|企业|企業|业者|業者|机构|機構|厂|廠|案|国|國))?",
    r"^.*(?:[的了是在与與和及将將达達受因:：、，]|\b(?:the|of|in|a|its|for|and|to|on|with)\s)",
)
_LONG = 28
_FEW = 2
_PRAISE = MOVES | {"record_high", "record_low", "strong", "weak", "guidance", "filing"}


def _level(
    piece: str,
    figure: Quantity,
    levels: Sequence[Metric],
    figures: Sequence[Quantity],
    index: int,
) -> Metric | None:
    if len(levels) == len(figures) > 1 and _EACH.search(piece):
        return levels[index]
    behind = [one for one in levels if one.start >= figure.end]
    if behind and _JOINS_METRIC.sub("", piece[figure.end : behind[0].start]) == "":
        return behind[0]
    before = [one for one in levels if one.end <= figure.start]
    if before:
        return _head(piece, before)
    if behind and not any(figure.end <= other.start < behind[0].start for other in figures):
        return behind[0]
    return None


def _head(piece: str, before: Sequence[Metric]) -> Metric:
    """最低工資月薪: of two metrics in one breath the first is what the second details."""
    last = before[-1]
    joined = len(before) > 1 and piece[before[-2].end : last.start] in ("", "的", "之")
    details = joined and "/" in narrowed(before[-2].id, last.text)
    return before[-2] if details else last


def _basis(figure: Quantity, own: Slots, index: int) -> str:
    """年增 before the figure, or "year on year" behind it; a level of money has none."""
    if figure.kind not in ("ratio", "points", "multiple") and not figure.change:
        return ""
    figures = own.quantities
    start = figures[index - 1].end if index else 0
    end = figures[index + 1].start if index + 1 < len(figures) else 1 << 30
    told = [one for one in own.metrics if one.basis]
    before = [one for one in told if start <= one.start < figure.start]
    behind = [one for one in told if figure.end <= one.start < end]
    if before:
        return before[-1].basis
    if behind:
        return behind[0].basis
    earlier = [one for one in told if one.start < figure.start]
    return earlier[-1].basis if earlier and figure.change and len(told) == 1 else ""


def role_of(piece: str, figure: Quantity) -> str:
    """Answer "expected", "prior" or, with a period of its own, "then" for a figure that another one
    is measured against.
    """
    before = piece[max(0, figure.start - 70) : figure.start]
    if _EXPECTED.search(before):
        return "expected"
    if _MEASURED.search(before) and _ESTIMATE.match(piece, figure.end):
        return "expected"
    if _THEN.search(before):
        return "then"
    return "prior" if _PRIOR.search(before) else ""


_MATCHED = Pattern(
    r"(?:比|较|較|优于|優於|高于|高於|低于|低於|不到|超越|超过|超過|胜过|勝過|\b(?:than|over|versus|vs\.?))\s?$"
)


def topic_of(
    piece: str, names: Sequence[Mention], carried: frozenset[str] = frozenset()
) -> frozenset[str]:
    """What a clause is about, for the clauses after it: the first name, with its list.

    Whom it is only done to becomes the topic where there was none.
    """
    actors = [one for one in names if not one.is_source and not one.is_place]
    acting = [one for one in actors if not one.is_object]
    if actors and not acting and carried:
        return carried
    actors = acting or actors
    actors = [one for one in actors if not _MATCHED.search(piece[: one.start])]
    if not actors:
        others = [one for one in names if one.is_place or (one.is_source and not is_office(one.id))]
        return subject_of(piece, len(piece), others, frozenset())
    group = {actors[0].id}
    for one in actors[1:]:
        if not one.joined:
            break
        group.add(one.id)
    return frozenset(group)
