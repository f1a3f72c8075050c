"""Names nobody listed: a run of characters that stands where a name stands.

In Chinese such a run ends in a word for an organisation (霧港海運公司), carries a code in brackets,
or opens its clause right before a period, a metric or a verb of saying. In English it is a run of
capitals. Ordinary words are no names; when a known name already acts in the sentence, position
alone is not enough.
"""

import re

from rostra.text.cues import cue_words
from rostra.text.entities import Entity, Marks
from rostra.text.folding import Folded
from rostra.text.lexicon import words
from rostra.text.patterns import Pattern

_SUFFIX = (
    "股份有限公司|有限公司|控股公司|公司|集团|企业|银行|金控|控股|证券|投信|投顾|人寿|产险|保险|科技|电子|半导体|光电"
    "|电机|电力|能源|航空|航运|海运|汽车|制药|药厂|生技|生医|建设|营造|实业|工业|钢铁|化学|食品|纺织|电信|媒体|报社|日报"
    "|大学|医院|基金会|协会|公会|工会|学会|联盟|委员会|交易所|研究院|研究所|研究中心|市政府|县政府|市议会|议会"
    "|电厂|港务局|水利署|能源署|环保局|卫生局|教育局|交通局|都发局|财政局|工务局|劳工局|社会局|警察局|消防局|捷运局"
)
_ORGANISATION = Pattern(_SUFFIX)
_CODED = Pattern(
    r"([\u4e00-\u9fff]{2,8}(?:-ky)?)\s?[（(]\s?(?:代[号码]:?\s?)?(\d{4,6})(?:[.-]?two?)?\s?[)）]"
)
_SAYS = (
    "表示|宣布|公布|公告|指出|强调|说明|预估|预期|预计|估计|坦言|证实|否认|回应|发布|推出|收购|并购|董事长|总经理|执行长"
    "|发言人|财务长|法说|今日|昨日|今天|昨天|股价|财报|去年|今年|明年|自结|旗下|的(?=营收|毛利|获利|股价|每股)"
)
_SUBJECT = Pattern(rf"(?:^|(?<=[，。；！？\n「]))[\u4e00-\u9fff]{{2,6}}?(?=(?:{_SAYS}))")
_RUN = Pattern(r"[\u4e00-\u9fff]{2,6}")
_NOT_IN_NAMES = frozenset(
    "的了是将已被与和及或为因但而且并增减涨跌降率较比受预估期累单本今去昨每各该这那其后前内不未没无再又也都"
)
_CUT_BEFORE = Pattern(
    "(?:.*(?:根据|依据|依照|按照|由于|对于|关于|至于|以及|并且|而且|但是|不过|因此|所以|如果|其中|包括|例如|委托|收购"
    "|并购|投资|入股|指控|控告|要求|通知|来自|位于|旗下|任职|加入|成立|创立|前往|参访|导入|携手|支持|反对|批评|质疑"
    "|须经|已经|公布|协调|尊重|厂商|业者|龙头|大厂|运商|系统商|供应商|制造商|(?:半导体|面板|晶圆|封测|代工|设备)厂"
    "|[市县部局署院处]长|董事长|总经理|执行长|发言人|教授|主任|总裁|总召|议员|立委|记者|历任"
    "|[与和及跟或对向由在从被让将把给替是的了而于至到含据该此各某这那其每为须送供待占约已仍但以并请]))"
)
_TRAILING = frozenset("自则仍以也并均曾亦更已将于在从至占说写今昨的同")
_NOT_IN_ORGANISATIONS = frozenset("的了是将会可能已被或因但而且较比受不未没无再又也都仍须")
_GOES_ON = Pattern("零组件|零件|产品|业(?!者)|设备|材料|商务|支付|化(?!学)|书(?!局)|类|用品|指数")
_TRIM = Pattern("(?:股份有限公司|有限公司|控股公司|公司)$")
_OWNED = re.compile("['’]s ")
_LATIN = Pattern("[a-z]")
_CAPITALS = Pattern(
    r"(?<![A-Za-z0-9&])[A-Z][A-Za-z0-9&’'.-]*(?:\s(?:(?:of|and|the|for|de)\s)?[A-Z&][A-Za-z0-9&’'.-]*){0,5}"
)
_COMPANY_WORD = Pattern(
    r"\b(?:Inc|Corp|Corporation|Co|Ltd|Limited|LLC|PLC|plc|AG|SA|NV|Group|Holdings?|Bank|Technolog(?:y|ies)"
    r"|Electronics|Semiconductor|Motors?|Airlines?|Energy|Capital|Partners|Securities|Insurance"
    r"|Pharma(?:ceuticals?)?|University|Institute|Ministry|Department|Commission|Council|Agency|Bureau"
    r"|Authority|Association|Foundation|Exchange|Shipping|Marine|Steel|Power|Systems|Industries)\b\.?"
)
_NAME_VERB = Pattern(
    r"(?:['’]s\b|\s?\(|,? (?:said|says|reported|reports|posted|announced|expects|expected|forecast"
    r"|plans|raised|cut|sees|beat|missed|aims|targets|denied|revenue|net|gross|operating|shares|stock|sales"
    r"|profit|earnings|sold|shipped|delivered|launched|recalled|acquired"
    r"|EPS|Q[1-4]|[1-4]Q|first|second|third|fourth)\b| (?:19|20)\d\d)"
)


def strangers(view: Folded, marks: Marks, *, known: bool) -> list[Entity]:
    """Unlisted names in order; `known` says that a listed one already acts here."""
    found = _coded(view, marks) + _organisations(view, marks)
    if not known and not found:
        found = _subjects(view, marks)
    found += _capitals(view, marks, alone=not known)
    found.sort(key=lambda entity: entity.start)
    unique: dict[str, Entity] = {}
    for entity in found:
        unique.setdefault(entity.id, entity)
    return list(unique.values())


def _coded(view: Folded, marks: Marks) -> list[Entity]:
    found = []
    for match in _CODED.finditer(view.text):
        start = match.start(1) + _lead(match[1])
        if match.end(1) - start >= 2 and not marks.covers(start, match.end(1)):
            found.append(_entity(view, start, match.end(1), marks))
    return found


def _organisations(view: Folded, marks: Marks) -> list[Entity]:
    found = []
    passed = 0
    for match in _ORGANISATION.finditer(view.text):
        start = max(_run_start(view.text, match.start()), passed)
        start += _lead(view.text[start : match.start()])
        passed = match.end()
        if _GOES_ON.match(view.text, match.end()):
            continue
        name = view.text[start : match.end()]
        core = _TRIM.sub("", name)
        if (
            marks.covers(start, match.end())
            or name in cue_words("generic")
            or core in cue_words("generic")
        ):
            continue
        head = view.text[start : match.start()]
        if len(core) < 2 or not head or head in cue_words("plain_head"):
            continue
        if not _NOT_IN_ORGANISATIONS.intersection(core) and not _is_words(core):
            found.append(_entity(view, start, match.end(), marks))
    return found


def _subjects(view: Folded, marks: Marks) -> list[Entity]:
    """What opens a clause right before a verb of saying, a metric, or a metric's period."""
    places = [(match.start(), match.end()) for match in _SUBJECT.finditer(view.text)]
    places += [(_run_start(view.text, end), end) for end in sorted(marks.measured())[:50]]
    found = []
    for opened, closed in places:
        start = opened + _lead(view.text[opened:closed])
        end = closed
        while end > start and view.text[end - 1] in _TRAILING:
            end -= 1
        free = start == 0 or start in marks.ends or not _is_cjk(view.text[start - 1])
        if free and _may_be_name(view.text[start:end]) and not marks.covers(start, end):
            found.append(_entity(view, start, end, marks))
    return found


def _may_be_name(run: str) -> bool:
    if not _RUN.fullmatch(run) or run in cue_words("generic") or run[:2] in cue_words("plain_head"):
        return False
    if _NOT_IN_NAMES.intersection(run):
        return False
    return not _is_words(run)


def _run_start(text: str, end: int) -> int:
    """Back over the Chinese characters before a place, eight at most."""
    start = end
    while start > 0 and end - start < 8 and _is_cjk(text[start - 1]):
        start -= 1
    return start


def _lead(run: str) -> int:
    """How many characters before the name belong to the sentence, not to it."""
    match = _CUT_BEFORE.match(run)
    return match.end() if match else 0


def _is_words(name: str) -> bool:
    """Whether a run is made of ordinary words only."""
    ordinary = words()
    reach = {0}
    for end in range(1, len(name) + 1):
        if any(end - size in reach and name[end - size : end] in ordinary for size in (2, 3, 4)):
            reach.add(end)
    return len(name) in reach


def _entity(view: Folded, start: int, end: int, marks: Marks) -> Entity:
    marks.cover(start, end)
    first, last = view.span(start, end)
    name = _TRIM.sub("", view.text[start:end])
    return Entity(
        f"name:{name}", "unknown", view.original[first:last], view.original[first:last], first, last
    )


def _capitals(view: Folded, marks: Marks, *, alone: bool) -> list[Entity]:
    """English names; a single capitalised word at a sentence's start needs a verb behind it."""
    if not _LATIN.search(view.text):
        return []
    text = view.cased()
    found = []
    for match in _CAPITALS.finditer(text):
        start, end = _trimmed(match[0], match.start())
        end = min(end, start + len(_OWNED.split(text[start:end])[0]))
        name = text[start:end]
        if len(name) < 2 or name.lower() in cue_words("not_a_name") or marks.covers(start, end):
            continue
        if name.endswith(("-listed", "-based", "-headquartered")):
            continue  # where it sits, not who it is
        if name.isupper() and len(name) < 3:
            continue
        if _COMPANY_WORD.search(name) or (alone and _reads_as_name(text, start, end)):
            trimmed = _COMPANY_WORD.sub("", name).strip(" ,.") or name
            first, last = view.span(start, end)
            written = view.original[first:last]
            found.append(Entity(f"name:{trimmed.lower()}", "unknown", name, written, first, last))
    return found


def _trimmed(run: str, start: int) -> tuple[int, int]:
    """Without the words of the sentence at either end."""
    words_ = run.split(" ")
    end = start + len(run)
    while words_ and words_[0].strip(".,'’").lower() in cue_words("not_a_name"):
        start += len(words_.pop(0)) + 1
    while words_ and words_[-1].strip(".,'’").lower() in cue_words("not_a_name") | {"of", "and"}:
        end -= len(words_.pop()) + 1
    name = " ".join(words_)
    for tail in ("'s", "’s", ".", "-", "'"):
        if name.endswith(tail) and len(name) > len(tail):
            name = name[: -len(tail)]
            end -= len(tail)
    return start, max(start, min(end, start + len(name)))


def _reads_as_name(text: str, start: int, end: int) -> bool:
    if " " in text[start:end]:
        return True
    if _NAME_VERB.match(text, end):
        return True
    return start > 1 and text[start - 2] not in ".!?\n:" and not text[start:end].isupper()


def _is_cjk(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"
