"""Units of measure and currencies: which word means which unit, and where a word is not a unit."""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from rostra.text.lexicon import data_lines


class Unit(NamedTuple):
    id: str
    kind: str
    factor: Decimal


# One character is a unit only when it does not begin another word.
_NOT_BEFORE = {
    "元": "件素",
    "圆": "形满桌顶",
    "块": "状",
    "股": "东票价市息利权本",
    "张": "力贴",
    "人": "民力士工口事均",
    "名": "单称义额列次目誉",
    "位": "于元居数置列",
    "户": "口外籍",
    "票": "价面据券房",
    "席": "次位间",
    "个": "股人资案别性体",
    "家": "用电长庭具乐族",
    "件": "",
    "例": "如外行假",
    "种": "植子类族",
    "条": "例件款文",
    "座": "谈位",
    "所": "得有以谓属在需",
    "间": "接隔谍",
    "台": "湾积北中南电股币塑泥化商大",
    "部": "分门长会队位署",
    "架": "构设",
    "片": "面",
    "支": "出付持援撑应",
    "套": "利房现",
    "份": "额",
    "批": "准评发",
    "次": "级要数日月年贷季长高",
    "场": "所地景域",
    "头": "条寸号",
    "只": "有是要能会",
    "档": "案次",
    "起": "来点诉草源伏降跌",
    "年": "轻金终报",
    "天": "然气候",
    "周": "年刊转边期一二三四五六日末",
    "点": "名出评子燃原五整钟半心数",
    "倍": "增",
    "吨": "位",
    "度": "过假",
    "米": "粉兰其",
    "瓦": "斯解",
    "寸": "土",
    "桶": "装",
    "成": "长立本为功果员分交熟品就型绩形都群",
    "码": "头",
    "分": "钟之别析行类公店红子布享期批摊散成",
    "日": "前本圆元币报期常",
    "处": "理分于罚置方长",
    "宗": "教旨",
    "笔": "电记",
    "坪": "林数",
    "趴": "在",
    "支持": "",
    "颗": "粒",
    "栋": "梁",
    "项": "目",
}


@cache
def _units() -> dict[str, tuple[tuple[str, Unit], ...]]:
    table: dict[str, list[tuple[str, Unit]]] = {}
    for form, unit in _rows():
        table.setdefault(form[0], []).append((form, unit))
    return {
        first: tuple(sorted(forms, key=lambda pair: -len(pair[0])))
        for first, forms in table.items()
    }


def _rows() -> Iterator[tuple[str, Unit]]:
    for line in data_lines("units.tsv"):
        name, kind, factor, forms = line.split("\t")
        unit = Unit(name, kind, Decimal(factor))
        for form in forms.split(" "):
            yield form.replace("_", " "), unit
    yield "成", Unit("%", "ratio", Decimal(10))


def unit_at(text: str, at: int) -> tuple[str, Unit] | None:
    """The longest unit written at this place, with the form it was written in."""
    for form, unit in _units().get(text[at : at + 1], ()):
        if text.startswith(form, at) and _ends(text, at + len(form), form):
            return form, unit
    return None


def _ends(text: str, end: int, form: str) -> bool:
    following = text[end : end + 1]
    if not following:
        return True
    if form[-1].isascii():
        return not (following.isascii() and following.isalnum() and form[-1].isalpha())
    return following not in _NOT_BEFORE.get(form, "")
