"""Every figure a page states is the generator's, recomputed here by reading the page back."""

import re
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest

from rostra_sample import Page, load
from rostra_sample.content import Stated, without_references
from rostra_sample.facts import lookup
from rostra_sample.figures import companies, months_of, year_to_date
from rostra_sample.quotes import quotes, sessions

SCALES = {"億": 10**8, "亿": 10**8, "萬": 10**4, "万": 10**4, " billion": 10**9, " million": 10**6}
DOWN = re.compile(r"減|减|下降|下跌|虧|损|fell|down")
NUMBER = re.compile(r"-?\d[\d,]*(?:\.(\d+))?")

# A figure is digits (or a Chinese tenth) with something measured behind them.
LOOSE_FIGURE = re.compile(
    r"\d[\d,.]*\s*(?:%|％|億|亿|萬|万|兆|元|噸|吨|公頃|輛|人次|家|件|處|ppb|公里|MW|個百分點|"
    r"billion|million|percent|per cent|tonnes|hectares|vehicles)|NT\$\s*\d|"
    r"[一二兩三四五六七八九]成(?!功|立|本|長|為|員)"
)


def read_back(stated: Stated) -> tuple[Decimal, int, int]:
    """Value, scale and decimals of a figure as written on the page."""
    match = NUMBER.search(stated.text)
    assert match, stated
    value = Decimal(match[0].replace(",", ""))
    scale = next((size for word, size in SCALES.items() if word in stated.text), 1)
    if stated.style.startswith("千"):
        scale = 1000
    return value, scale, len(match[1] or "")


def true_figures() -> list[tuple[Page, Stated]]:
    pages = load().pages.values()
    return [(page, stated) for page in pages for stated in page.stated if stated.kind == "true"]


def test_every_true_figure_on_a_page_is_the_generators_to_the_last_digit_shown() -> None:
    for page, stated in true_figures():
        value, scale, decimals = read_back(stated)
        expected = lookup(stated.reference).value
        signed = value
        if DOWN.search(stated.text) or stated.style.startswith("|"):
            signed = -value if expected < 0 else value
        half_a_digit = Decimal(scale) / 2 / 10**decimals
        assert abs(signed * scale - expected) <= half_a_digit, (page.id, stated)


def test_direction_words_follow_the_sign() -> None:
    for page, stated in true_figures():
        value = lookup(stated.reference).value
        if re.search(r"年增|季增|月增|增加|上升|上漲|增长|rose|\bup ", stated.text):
            assert value >= 0, (page.id, stated)
        if re.search(r"年減|季減|月減|減少|下降|下跌|fell|down ", stated.text):
            assert value < 0, (page.id, stated)


def test_no_page_contains_a_figure_that_is_not_a_reference() -> None:
    loose = {
        page.id: found
        for page in load().pages.values()
        if page.source and (found := LOOSE_FIGURE.findall(without_references(page.source)))
    }
    assert loose == {}


def test_figures_marked_untrue_really_differ_from_the_generator() -> None:
    world = load()
    assert world.contradictions
    for page, stated in world.contradictions:
        if stated.reference:
            value, scale, _ = read_back(stated)
            assert abs(value * scale - abs(lookup(stated.reference).value)) > 0, page.id


@pytest.mark.parametrize("key", ["lan", "dik", "isle"])
def test_months_add_up_to_their_quarter(key: str) -> None:
    company = companies()[key]
    assert len(company.quarters) >= 8
    for quarter in company.quarters:
        assert sum(company.months[month] for month in months_of(quarter.period)) == quarter.revenue
    assert year_to_date(company, "2026-10") == sum(
        company.months[f"2026-{month:02d}"] for month in range(1, 11)
    )


@pytest.mark.parametrize("key", ["lan", "dik", "isle"])
def test_two_years_of_quotes_stay_inside_their_day(key: str) -> None:
    rows = quotes(key)
    assert [row.day for row in rows] == list(sessions())
    assert (rows[-1].day - rows[0].day).days >= 720
    for row in rows:
        if row.close is None:
            assert row.volume == 0
            continue
        assert row.open is not None
        assert row.high is not None
        assert row.low is not None
        assert row.low <= min(row.open, row.close) <= max(row.open, row.close) <= row.high
        assert row.day.weekday() < 5
        assert row.value > 0


def test_a_closing_price_never_moves_more_than_a_tenth_against_its_reference() -> None:
    for key in companies():
        closes = [row for row in quotes(key) if row.close is not None]
        for before, after in pairwise(closes):
            assert before.close
            assert after.close
            if not after.ex_dividend:
                assert abs(after.close / before.close - 1) < Decimal("0.101"), after


def test_city_totals_add_up() -> None:
    months = ("2026-07", "2026-08", "2026-09", "2026-10")
    collected = sum(lookup(f"charge.revenue_{month}").value for month in months)
    assert collected == lookup("charge.revenue_total").value
    net = lookup("charge.revenue_total").value - lookup("charge.cost_total").value
    assert net == lookup("charge.net_total").value
    paid = lookup("fallow.2026").value * lookup("fallow_pay.per_hectare").value
    assert paid == lookup("fallow_pay.total").value
    assert (
        lookup("double_billed.all").value * lookup("charge.car").value
        == lookup("charge.refund").value
    )
    shares = sum(lookup(f"poll.{name}").value for name in ("support", "oppose", "undecided"))
    assert shares == 100


DATED = re.compile(r"(\d{4})(?:Q([1-4])|-(\d{2})(?:-(\d{2}))?)")


def known_from(reference: str) -> date | None:
    """The first day on which somebody could know every figure of a reference."""
    ends = []
    for year, quarter, month, day in DATED.findall(reference):
        last = int(quarter) * 3 if quarter else int(month)
        after = date(int(year) + last // 12, last % 12 + 1, 1)
        ends.append(date(int(year), int(month), int(day)) if day else after)
    return max(ends, default=None)


def test_no_page_knows_a_closing_price_before_the_close() -> None:
    for page, stated in true_figures():
        if stated.reference.endswith(".close") and page.published:
            day = date.fromisoformat(stated.reference.split(".")[1])
            moment = page.published
            assert (moment.date(), moment.hour) >= (day, 14), (page.id, stated.reference)


def test_no_page_knows_a_figure_before_its_period_is_over() -> None:
    early = [
        (page.id, stated.reference)
        for page, stated in true_figures()
        if page.published
        and (known := known_from(stated.reference))
        and page.published.date() < known
    ]
    assert early == []
