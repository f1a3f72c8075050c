"""Which companies, agencies and places a sentence is about.

Known names come from the alias table, the longest first: 統一超 is never 統一. A short name can
hide inside other words (聯電 in 關聯電子), and some names are words (統一, 世界): those count only
where a name must stand. A code is a code only there, too; 2330 elsewhere is a number. Names nobody
listed are found by `strangers`.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from rostra.text.aliases import Alias, AliasTable
from rostra.text.folding import Folded, clean, fold
from rostra.text.lexicon import words
from rostra.text.patterns import Pattern

_NAME_FOLLOWS = Pattern(
    r"\s?(?:[（(]\s?(?:股票)?(?:代[号码]:?)?\s?(?:twse:?|tpex:?|tpe:?|tw:?)?\s?\d{4}|公司|集团|控股|董事长|董座|总经理"
    r"|执行长|总裁|财务长|发言人|创办人|法说|股价|股东|股票|股利|股本|旗下|子公司|母公司|工厂|厂房|厂|门市|董事会|法人"
    r"|表示|宣布|公布|公告|指出|强调|说明|预估|预期|预计|估计|坦言|证实|否认|回应|发布|推出|收购|并购|投资|裁员|扩产"
    r"|开盘|收盘|涨停|跌停|大涨|大跌|上涨|下跌|受惠|获利|接单|出货|昨|今日|今天|今年|去年|明年|自结|财报|财测|目标价"
    r"|(?:20|19)\d\d|q[1-4]|[1-4]q|第[一二三四1-4]季|前[一二三四]季|[上下]半年|\d{1,2}月|[一二三四五六七八九十]{1,2}月"
    r"|'s\b|’s\b)"
)
_CODE_BEFORE = Pattern(
    r"(?:[（(]\s?(?:股票)?(?:代[号码])?:?\s?|代[号码]:?\s?|股票\s?|(?:twse|tpex|tpe|tse|otc|tw):?\s?)$"
)
_CODE_AFTER = Pattern(r"\s?(?:-tw|\.tw|\.two| tt)\b|\s?[)）]")
_CODE = Pattern(
    r"(?<![\d.,a-z$¥%/+-])(?P<code>\d{4,6}[a-z]?)(?P<suffix>(?:\.two?|-tw| tt)(?![a-z]))?"
    r"(?![\d%a-z]|[.,:/]\d)"
)
_BOUNDARY = frozenset("，。；、：:;,!?！？（）()「」『』《》【】[]\"'\n\t /|-—~·…“”‘’")
_PARTICLES = frozenset("与和及跟或对向由在从被让将把给替因为是的了而于至到含如但若据该")
_OWN_CLAUSE = frozenset('，。；、：:;,!?！？（(「『《【"\n\t 与和及跟或对由据')
_SINGLE_WORDS = _PARTICLES | frozenset("可能会将上下中大小新老全各每不未已再又也都更最较")
_LINKS = ("、", "和", "与", "及", "跟", ", ", " and ", "/")


@dataclass(frozen=True, slots=True)
class Entity:
    """Equal when `id` is: 台積電, TSMC and (2330) are one. Strangers have an id of `name:…`."""

    id: str
    kind: str = field(compare=False)
    name: str = field(compare=False)
    text: str = field(compare=False)
    start: int = field(compare=False)
    end: int = field(compare=False)

    @property
    def is_known(self) -> bool:
        return not self.id.startswith("name:")

    def __str__(self) -> str:
        return self.id


class Found(NamedTuple):
    """A known name in view positions; `sure` when it needs nothing around it."""

    start: int
    end: int
    alias: Alias
    sure: bool = True


class Marks:
    """Where metrics and periods are: what stands beside one of them is likely a name."""

    def __init__(
        self,
        length: int,
        places: list[tuple[int, int]],
        *,
        metrics: frozenset[int] = frozenset(),
        macro: frozenset[int] = frozenset(),
    ) -> None:
        self.starts = {start for start, _ in places}
        self.ends = {end for _, end in places}
        self.metrics = metrics
        self.macro = macro  # where an economy is measured, not a company
        self._covered = bytearray(length)
        for start, end in places:
            self.cover(start, end)

    def cover(self, start: int, end: int) -> None:
        self._covered[start:end] = b"\1" * (end - start)

    def covers(self, start: int, end: int) -> bool:
        return 1 in self._covered[start:end]

    def measured(self) -> list[int]:
        """Where a metric begins, or a period that a metric follows."""
        return [
            start
            for start in self.starts
            if any(place in self.metrics for place in range(start, start + 15))
        ]

    def near(self, at: int, reach: int) -> bool:
        return any(place in self.starts for place in range(at, at + reach + 1))


def known_entities(view: Folded, table: AliasTable, marks: Marks) -> list[Found]:
    """Names and codes of the table, in order."""
    names = _names(view, table, marks)
    taken = Marks(len(view.text), [(one.start, one.end) for one in names])
    found = names + _codes(view.text, table, marks, names, taken)
    found.sort(key=lambda one: one.start)
    return _of_their_country(view.text, _believed(view.text, found, marks))


def _of_their_country(text: str, found: list[Found]) -> list[Found]:
    """俄羅斯國防部 is not Taiwan's: a ministry right behind a country belongs to it."""
    placed = list(found)
    for at in range(1, len(found)):
        place, office = found[at - 1], found[at]
        home, abroad = office.alias.id.startswith("GOV:TW-"), place.alias.kind == "place"
        code = place.alias.id.removeprefix("PLACE:")
        if home and abroad and len(code) == 2 and code != "TW":
            gap = text[place.end : office.start]
            if gap in ("", "的", " ", "'s "):
                own = office.alias.id.replace("GOV:TW-", f"GOV:{code}-")
                name = place.alias.name + office.alias.name
                placed[at] = Found(place.start, office.end, Alias(own, "agency", name))
    return placed


def _names(view: Folded, table: AliasTable, marks: Marks) -> list[Found]:
    text = view.text
    found: list[Found] = []
    passed = 0
    for start in table.lexicon.starts(text):
        if start < passed or text.startswith("其中", max(0, start - 1)):
            continue
        for end, alias in table.lexicon.at(text, start):
            if alias.kind == "none":
                passed = end
                break
            if alias.exact and not _written_exactly(view, start, end, alias.exact):
                continue
            if _hides(text, start, end) and not (
                _stands_as_name(text, start, end, marks) or any(table.lexicon.at(text, end))
            ):
                continue
            found.append(Found(start, end, alias, sure=not alias.is_word))
            passed = end
            break
    return found


def _written_exactly(view: Folded, start: int, end: int, exact: str) -> bool:
    first, last = view.span(start, end)
    return fold(clean(view.original[first:last])) == exact


def _hides(text: str, start: int, end: int) -> bool:
    """Whether a short Chinese name may be the seam of two other words."""
    if end - start > 3 or not (_is_cjk(text[start]) and _is_cjk(text[end - 1])):
        return False
    ordinary = words()
    left = start > 0 and text[start - 1 : start + 1] in ordinary
    if left and start > 1 and text[start - 2 : start] in ordinary:
        left = False  # 其中|華碩: the character before already belongs elsewhere
    right = end < len(text) and text[end - 1 : end + 1] in ordinary
    if right and (start == 0 or text[start - 1] in _BOUNDARY):
        rest = text[start : end - 1]  # 農業|部門, 可|成長
        right = rest in ordinary or rest in _SINGLE_WORDS
    return left or right


def _stands_as_name(text: str, start: int, end: int, marks: Marks) -> bool:
    """A name is followed by what companies do, have or are measured by."""
    before = text[start - 1] if start else "\n"
    if _is_cjk(before) and before not in _PARTICLES and start not in marks.ends:
        return False
    if _NAME_FOLLOWS.match(text, end):
        return True
    after = end + 1 if text[end : end + 1] in ("的", " ") else end
    return after in marks.starts and after not in marks.macro


def _codes(
    text: str, table: AliasTable, marks: Marks, names: list[Found], taken: Marks
) -> list[Found]:
    neighbours = {one.end: one.alias.id for one in names}
    followers = {one.start: one.alias.id for one in names}
    found = []
    for match in _CODE.finditer(text):
        alias = table.codes.get(match["code"])
        start, end = match.span()
        if alias is None or taken.covers(start, end):
            continue
        own = any(neighbours.get(start - gap) == alias.id for gap in range(3)) or any(
            followers.get(end + gap) == alias.id for gap in range(3)
        )
        own = own or (text[start - 1 : start] in ("、", "/") and start - 1 in neighbours)
        fund = match["code"].startswith("00")  # no number is written like that
        if own or fund or match["suffix"] or _is_code(text, start, end, marks):
            found.append(Found(start, end, alias))
    return found


def _is_code(text: str, start: int, end: int, marks: Marks) -> bool:
    before = text[max(0, start - 10) : start]
    told = _CODE_BEFORE.search(before) is not None
    if told and before.rstrip()[-1:] not in "(（":
        return True
    if marks.covers(start, end):
        return False
    if told:
        return _CODE_AFTER.match(text, end) is not None
    year_like = end - start == 4 and text[start : start + 2] in ("19", "20")
    opens = not before or before[-1] in _OWN_CLAUSE or start in marks.ends
    if year_like or not opens:
        return False
    if marks.near(end + 1 if text[end : end + 1] in (" ", "的") else end, 1):
        return True
    return start == 0 and _NAME_FOLLOWS.match(text, end) is not None


def _believed(text: str, found: list[Found], marks: Marks) -> list[Found]:
    """Words that are names count only where a name must stand."""
    sure = {one.alias.id for one in found if one.sure}
    starts = {one.start for one in found if one.sure}
    ends = {one.end for one in found if one.sure}
    return [
        one
        for one in found
        if one.sure
        or one.alias.id in sure
        or _listed(text, one, starts, ends)
        or _stands_as_name(text, one.start, one.end, marks)
    ]


def _listed(text: str, one: Found, starts: set[int], ends: set[int]) -> bool:
    """統一、台積電: in a list of names a word is a name."""
    return any(
        (text.startswith(link, one.end) and one.end + len(link) in starts)
        or (text.endswith(link, 0, one.start) and one.start - len(link) in ends)
        for link in _LINKS
    )


def entities_in(view: Folded, found: list[Found], marks: Marks) -> list[Entity]:
    """Each entity once, at its first mention. A place is one only when nobody else acts."""
    actors = [one for one in found if one.alias.kind != "place"]
    chosen = actors or [one for one in found if _place_acts(view.text, one, marks)]
    entities: dict[str, Entity] = {}
    for one in chosen:
        start, end = view.span(one.start, one.end)
        entity = Entity(
            one.alias.id, one.alias.kind, one.alias.name, view.original[start:end], start, end
        )
        entities.setdefault(entity.id, entity)
    return list(entities.values())


def _place_acts(text: str, one: Found, marks: Marks) -> bool:
    if one.start == 0 or text[one.start - 1] in _BOUNDARY:
        return True
    return marks.near(one.end + 1 if text[one.end : one.end + 1] in ("的", " ") else one.end, 3)


def _is_cjk(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"
