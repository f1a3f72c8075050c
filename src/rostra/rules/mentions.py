"""Who is named in a clause, and whether as the one spoken of or as the one who says it."""

import itertools
from dataclasses import dataclass

from rostra.rules.wording import words_of
from rostra.text import Entity, Slots, known_aliases
from rostra.text.cues import cue_words
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_SAYS = (
    r"表示|指出|公布|公告|发布|發布|宣布|强调|強調|说明|說明|透露|坦言|认为|認為|估计|估計|预估|預估|预测|預測|预期|預期|预计|預計"
    r"|估(?=\d|台|今|明|第|全)|统计|統計|调查|調查|报告|報告|资料|資料|数据|數據|研究|称|稱|说|說|看好|看坏|看壞|喊|给予|給予"
    r"|重申|证实|證實|否认|否認|回应|回應|直言|警告|呼吁|呼籲|主张|主張|批评|批評|建议|建議"
)
_SAYS_EN = (
    r"said|says|reported|reports|announced|announces|expects?|expected|forecasts?|estimates?|estimated"
    r"|predicts?|predicted|projects|projected|told|warned|warns|believes?|data|figures|statistics|denied"
    r"|confirmed|raised|lowered|cut|sees|reiterated|maintained|noted|added|stated|guided"
)
_SAYS_AFTER = Pattern(
    rf"(?:\s?[(（][^)）]{{0,20}}[)）])?[^\d，。；,;]{{0,8}}?(?:{_SAYS})"
    rf"|(?:['’]s?)?(?:\s[\w-]+){{0,2}}?\s(?:{_SAYS_EN})\b"
    rf"|[^，。；,;]{{0,14}}\d{{1,2}}[)）]?日[^，。；,;\d]{{0,4}}?(?:{_SAYS})"
    r"|\s?(?:：|:(?!\d))"
    r"|[也则則再将將]?(?:上修|下修|上调|上調|下调|下調|调升|調升|调降|調降)"
)
_CITED_BEFORE = Pattern(
    r"(?:根据|根據|依据|依據|依照|按照|按|据|據|援引|引述|引用)\s?$"
    r"|(?:[Aa]ccording to|[Cc]iting|[Dd]ata from|[Pp]er|,\s?said|,\s?says)\s(?:the\s|a\s)?$"
)
_GROUPS = (
    ("group:analysts", Pattern(
        r"(?P<who>法人|外资|外資|分析师|分析師|券商|投行|市场|市場|研调机构|研調機構|机构|機構|业界|業界|学者|學者|专家|專家|经济学家|經濟學家)"
        r"(?:普遍|则|則|也|多|均|均值|[\u4e00-\u9fff]{2,4}?)?(?=预|預|估|看|认为|認為|指出|表示|分析|共识|共識|料)"
        r"|\b(?P<whom>analysts?|economists?|brokers?|the market|investors|brokerages?)\b"
        r"(?=\s(?:\w+\s)?"
        r"(?:expect|forecast|estimat|predict|project|said|say|see|polled|believ))"
    )),
    ("group:company", Pattern(
        r"(?P<who>公司|管理层|管理層|管理阶层|管理階層|经营团队|經營團隊|董事长|董事長|总经理|總經理|执行长|執行長|财务长|財務長|发言人|發言人|总裁|總裁)"
        r"[^，。；,;]{0,6}?(?=预|預|估|认为|認為|指出|表示|强调|強調|透露|说|說)"
        r"|\b(?P<whom>the company|management|its ceo|the ceo|its cfo|the chairman)\b(?=\s(?:\w+\s)?"
        r"(?:expect|forecast|estimat|predict|project|said|say|see|believ|guid))"
    )),
    ("group:media", Pattern(
        r"(?P<who>媒体|媒體|外媒|消息人士|知情人士)"
        r"|\b(?P<whom>media reports?|sources familiar|people familiar)\b"
    )),
)  # fmt: skip
_BRANCH = Pattern(
    r"(?:的)?(?:旗下)?(?:子公司|孙公司|孫公司|关系企业|關係企業|转投资|轉投資|海外厂|海外廠|分公司)|旗下"
    r"|['’]s? (?:\w+ )?(?:subsidiary|unit|affiliate)\b|\s(?:subsidiary|unit|affiliate)\b"
)
_OBJECT = Pattern(
    r"(?:受惠于?|受惠於|受到|受|因为?|因為|由于|由於|随着|隨著|拜|对|對|向|给|給|供应|供應|来自|來自|打入|搭上)\s?$"
    r"|^\s?(?:与|與|和|同|跟)[\u4e00-\u9fff]{0,4}$"
    r"|\b(?:for|from|thanks to|due to|by|to|with|amid|on|into)\s(?:the\s)?$"
)
_RATES = Pattern("目标价|目標價|评等|評等|评级|評級|看法|财测|財測|预估|預估|预测|預測")
_LINKS = (
    "、",
    "和",
    "与",
    "與",
    "及",
    "跟",
    "以及",
    ", ",
    " and ",
    " & ",
    "/",
    "，",
    ",",
    ", and ",
)


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity where it stands in its clause. `joined` continues a list: 台積電、聯電."""

    id: str
    start: int
    end: int
    is_place: bool = False
    is_source: bool = False
    joined: bool = False
    is_object: bool = False


def mentions_in(piece: str, own: Slots, whole: Slots) -> tuple[Mention, ...]:
    """Names in order; a stranger counts only if the whole sentence also reads as naming it."""
    found = []
    for entity in own.entities:
        if _SEATED.match(piece, entity.end):
            continue  # Oslo-listed, 台北總部: where it sits, not who it is
        if entity.is_known:
            name, start = entity.id, entity.start
        elif entity.id in whole.entity_ids:
            name, start = _stranger(entity)
        else:
            continue
        if name:
            name += _branch(piece, entity.end)
            found.append(Mention(name, start, entity.end, is_place=entity.kind == "place"))
    found += _strangers_again(piece, whole, found)
    found += _places(piece, found)
    found += _groups(piece)
    found.sort(key=lambda one: one.start)
    return tuple(_marked(piece, found))


_SEATED = Pattern(r"-(?:listed|based|headquartered|born)\b")
_ASKING = Pattern(
    r"(?:需要|需补|需補|需|請|请|想要|想|要|查詢|查询|查證|查证|查核|查|找|確認|确认|缺少|缺|取得|比對|比对|核對|核对)+"
)
_LEGAL = Pattern(r"(?:['’]s|,? (?:inc|corp|co|ltd|limited|plc|llc|ag|sa|nv)\.?)$")


def _stranger(entity: Entity) -> tuple[str, int]:
    """The name without the words of asking before it, and where it begins; "" for no name.

    Energy and Shipping stay: two companies may share all but that.
    """
    asked = _ASKING.match(entity.text)
    text = entity.text[asked.end() :] if asked else entity.text
    said = words_of(text, asked=True)
    is_thing = not text.isascii() and not (said.pairs or said.stems)  # 離岸風電
    if len(text) < 2 or not said or is_thing:
        return "", entity.start
    if text.isascii():
        return f"name:{_LEGAL.sub('', canon(text).text)}", entity.end - len(text)
    name = canon(text).text if asked else entity.id.removeprefix("name:")
    for end, alias in known_aliases().lexicon.at(name, 0):
        if end == len(name) and alias.kind != "none":
            return alias.id, entity.end - len(text)
    return f"name:{name}", entity.end - len(text)


def _branch(piece: str, end: int) -> str:
    return "#branch" if _BRANCH.match(piece, end) else ""


def _strangers_again(piece: str, whole: Slots, found: list[Mention]) -> list[Mention]:
    """A stranger known from the sentence may be named again where it could not be told alone."""
    again = []
    for entity in whole.entities:
        name, _ = ("", 0) if entity.is_known else _stranger(entity)
        if not name.startswith("name:") or any(one.id == name for one in found):
            continue
        written = entity.text[-len(name.removeprefix("name:")) :]
        at = piece.find(written)
        if at >= 0 and not _overlaps(found, at, at + len(written)):
            again.append(Mention(name, at, at + len(written)))
    return again


def _places(piece: str, found: list[Mention]) -> list[Mention]:
    view = canon(piece)
    places = []
    for start, end, alias in known_aliases().lexicon.find(view.text.replace("其中", "其\n")):
        first, last = view.span(start, end)
        exact = not alias.exact or piece[first:last] == alias.exact
        is_place = alias.kind == "place" and not alias.is_word and exact
        is_place = is_place and not _SEATED.match(piece, last)
        if is_place and not _overlaps(found, first, last):
            places.append(Mention(alias.id, first, last, is_place=True))
    return places


def _groups(piece: str) -> list[Mention]:
    lowered = piece.lower()
    text = lowered if len(lowered) == len(piece) else piece
    return [
        Mention(name, match.start(), match.end(match.lastgroup or 0), is_source=True)
        for name, pattern in _GROUPS
        if (match := pattern.search(text)) is not None
    ]


def _overlaps(found: list[Mention], start: int, end: int) -> bool:
    return any(one.start < end and start < one.end for one in found)


def _marked(piece: str, found: list[Mention]) -> list[Mention]:
    """Tell the sources from the subjects, and lists from single names."""
    marked: list[Mention] = []
    whole = [one for one, after in itertools.pairwise(found) if one.end == after.start]
    for index, one in enumerate(found):
        limit = found[index + 1].start if index + 1 < len(found) else len(piece)
        says = _SAYS_AFTER.match(piece, one.end)
        cited = _CITED_BEFORE.search(piece[max(0, one.start - 24) : one.start])
        rates = limit < len(piece) and (
            piece[one.end : limit] in ("将", "將", "把")
            or (piece[one.end : limit] in ("对", "對") and _RATES.search(piece) is not None)
        )
        if one in whole and is_office(one.id):
            limit = len(piece)  # 經濟部能源署指出: the ministry speaks through its office
        spoken = says is not None and says.end() <= limit
        source = one.is_source or bool(cited) or spoken or rates
        joined = index > 0 and piece[found[index - 1].end : one.start] in _LINKS
        acted_on = _OBJECT.search(piece[max(0, one.start - 14) : one.start]) is not None
        marked.append(
            Mention(
                one.id,
                one.start,
                one.end,
                one.is_place,
                source and not one.is_place,
                joined,
                acted_on or (joined and marked[-1].is_object),
            )
        )
    return marked


# What the one who speaks also decides: the country is not the subject of it.
_SET_BY_SPEAKER = frozenset({"policy_rate", "reserve_ratio", "loan_prime_rate", "exchange_rate"})
_AGENCY = Pattern(r"GOV:(TW|US|CN|JP|GB|KR|HK)-")


def speaker_as_subject(source: str, metric: str) -> frozenset[str]:
    """Who is meant when only a speaker is named: its country where an economy is measured."""
    if not source or source.startswith(("group:", "said:")):
        return frozenset()
    if is_office(source) and metric not in cue_words("macro"):
        return frozenset()  # who reports on others is not the one told of
    if metric in cue_words("macro") and metric not in _SET_BY_SPEAKER:
        land = country_of(source)
        return frozenset({land}) if land else frozenset()
    return frozenset({source})


_OFFICE = Pattern(
    r"(?:市|县|省|州|区|地方|中央|联邦)?政府$|[市县省区]府$|[局部署厅处司]$|(?:委员|议|审议|协|公|工|学)会$|法院$|检察署$|警方$|研究院$|研究所$"
    r"|\b(?:ministry|bureau|agency|department|commission|council|authority|office|institute)\b"
)


def is_office(name: str) -> bool:
    """Whether a name is one that speaks of others: a ministry, a bureau, an association."""
    if name.startswith(("GOV:", "ORG:")):
        return True
    return name.startswith("name:") and _OFFICE.search(name) is not None


def country_of(entity: str) -> str:
    """The country an agency speaks for."""
    agency = _AGENCY.match(entity)
    return f"PLACE:{agency[1]}" if agency else ""


_SPEAKS = Pattern(
    r"([\u4e00-\u9fff]{2,10}?)(?:表示|指出|强调|強調|透露|认为|認為|估计|估計|预估|預估|预测|預測|主张|主張|批评|批評"
    r"|建议|建議|呼吁|呼籲|要求|警告|回应|回應|直言|坦言)"
)


def unlisted_speaker(piece: str, names: tuple[Mention, ...], own: Slots) -> str:
    """Somebody no table lists who opens a clause by saying something: 環團主張."""
    head = _SPEAKS.match(piece)
    if head is None or any(one.start < head.end(1) for one in names):
        return ""
    spans = [(one.start, one.end) for one in own.metrics]
    spans += [(one.start, one.end) for one in own.periods]
    if any(start < head.end(1) for start, _ in spans) or not words_of(head[1]):
        return ""
    return f"said:{canon(head[1]).text}"
