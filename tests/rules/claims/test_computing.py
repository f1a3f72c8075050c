"""A computed figure comes out again, by the writer's formula or by one that code finds."""

import pytest

from rostra.rules.claims import Passage, hard_facts, recompute


def passages(*quotes: str) -> list[Passage]:
    return [Passage(str(n), one, one) for n, one in enumerate(quotes)]


@pytest.mark.parametrize(
    ("said", "quote", "formula"),
    [
        ("時速升了22.3%", "由14.8公里升到18.1公里", "(18.1 − 14.8) ÷ 14.8 = 22.3%"),
        ("差3.9個百分點", "減少3.1%，第二季為0.8%", "0.8 − (−3.1) = 3.9個百分點"),
        ("成立約1,540件", "6,840件，其中22.5%成立", "6,840 × 22.5% = 1,539，約1,540件"),
        ("占營收0.19%", "530萬元，營收28.36億元", "530萬 ÷ 28.36億 = 0.19%"),
        ("It fell 1.9 points.", "20.6% and 22.5%", "20.6 − 22.5 = −1.9 percentage points"),
        (
            "NT$181.2 million in all",
            "62,100\n60,200\n58,900",
            "62.1 + 60.2 + 58.9 = NT$181.2 million",
        ),
        ("減幅約2%", "減幅3.1%，墊高約一個百分點", "3.1 − 1 = 2.1，約2%"),
        ("相隔49天", "2026年12月18日表決，2027年2月5日公布", "2026年12月18日至2027年2月5日 = 49天"),
    ],
)
def test_a_formula_comes_out(said: str, quote: str, formula: str) -> None:
    assert recompute(said, passages(quote), formula) is not None
    found = hard_facts(said, passages(quote), formula=formula)
    assert [one for one in found if one.state == "conflict"] == []


@pytest.mark.parametrize(
    ("said", "formula"),
    [
        ("時速升了23.2%", "(18.1 − 14.8) ÷ 14.8 = 22.3%"),  # not what the formula gives
        ("時速升了23.2%", "(18.1 − 14.8) ÷ 14.8 = 23.2%"),  # it gives something else
        ("時速升了2.23%", "(18.1 − 14.8) ÷ 14.8 = 2.23%"),
        ("時速升了20.7%", "(18.1 − 15.0) ÷ 15.0 = 20.7%"),  # a figure nobody has
        ("時速升了5%", "__import__('os') = 5%"),
    ],
)
def test_a_formula_that_does_not_is_no_proof(said: str, formula: str) -> None:
    found = hard_facts(said, passages("由14.8公里升到18.1公里"), formula=formula)

    assert [one.said for one in found if one.state == "conflict"] == [said[4:]]


@pytest.mark.parametrize(
    ("operation", "said", "quote"),
    [
        ("change", "進入車輛減少14.24%", "由86,400輛減為74,100輛"),
        ("share", "回收17.53%", "會員2,350家，回收412家"),
        ("points", "相差5.0個百分點", "舊港區減少3.1%，全市增加1.9%"),
        ("difference", "少了12,300輛", "由86,400輛減為74,100輛"),
        ("sum", "合計160,500輛", "6月86,400輛，10月74,100輛"),
        ("days", "前後127天", "2026年7月1日試辦，2026年11月5日公布"),
    ],
)
def test_an_operation_is_found_where_none_is_named(operation: str, said: str, quote: str) -> None:
    made = recompute(said, passages(quote))

    assert made is not None
    assert made.operation == operation


def test_what_many_operations_would_hit_by_chance_is_no_proof() -> None:
    many = "、".join(f"{n}件" for n in range(11, 90, 7))

    assert recompute("增加31%", passages(many)) is None


@pytest.mark.parametrize(
    ("said", "told", "formula", "stands"),
    [
        ("快了3.3公里。", "時速18.1公里，高於6月的14.8公里。", "18.1 - 14.8 = 3.3", True),
        ("快了3.4公里。", "時速18.1公里，高於6月的14.8公里。", "18.1 - 14.8 = 3.3", False),
        ("快了3.3萬元。", "時速18.1公里，高於6月的14.8公里。", "18.1 - 14.8 = 3.3", False),
        ("4月到7月提高7.6個百分點。", "4月36.5%、7月44.1%。", "44.1 - 36.5 = 7.6", True),
        ("約0.79萬噸。", "每天1.52萬噸，其中48.3%再生。", "1.52 × (1 - 0.483) = 0.786", True),
    ],
)
def test_a_result_without_a_unit_has_one_of_its_sources(
    said: str, told: str, formula: str, stands: bool
) -> None:
    found = hard_facts(said, [Passage("A", told, told)], formula=formula)

    assert (not any(one.state == "conflict" for one in found)) is stands
