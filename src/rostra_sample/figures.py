"""The three listed companies of the sample world: every figure they ever published.

Quarters are written down; months, profits, margins and growth are computed from them, so that a
page can never state a month that does not add up to its quarter.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

TAX = Decimal("0.2")
THOUSAND = 1_000
MILLION = 1_000_000


@dataclass(frozen=True)
class Quarter:
    """One quarter as filed; money in whole dollars, margins in percent."""

    period: str
    revenue: int
    gross_margin: Decimal
    operating_margin: Decimal
    net_income: int
    eps: Decimal


@dataclass(frozen=True)
class Company:
    key: str
    code: str
    name: str
    short: str
    english: str
    industry: str
    shares: int
    book_value: Decimal
    dividend: Decimal
    quarters: tuple[Quarter, ...]
    months: dict[str, int]

    def quarter(self, period: str) -> Quarter:
        for quarter in self.quarters:
            if quarter.period == period:
                return quarter
        raise KeyError(f"{self.key}.{period}")


# period, revenue (millions), gross margin %, operating expenses as % of revenue, other (millions)
Row = tuple[str, int, str, str, int]

_LANWAVE: tuple[Row, ...] = (
    ("2023Q4", 4012, "29.6", "15.1", 21),
    ("2024Q1", 3874, "28.9", "15.4", 18),
    ("2024Q2", 4126, "30.2", "14.9", 24),
    ("2024Q3", 4388, "31.0", "14.6", 30),
    ("2024Q4", 4570, "31.4", "14.4", 27),
    ("2025Q1", 4291, "30.1", "15.0", 12),
    ("2025Q2", 4655, "31.8", "14.5", -35),
    ("2025Q3", 5012, "32.6", "14.1", 33),
    ("2025Q4", 5247, "33.1", "13.9", 29),
    ("2026Q1", 5108, "32.4", "14.2", 16),
    ("2026Q2", 5690, "33.9", "13.6", 41),
    ("2026Q3", 6138, "34.8", "13.3", 52),
)
_DIKON: tuple[Row, ...] = (
    ("2023Q4", 1386, "18.2", "10.9", 4),
    ("2024Q1", 1204, "17.6", "11.8", 3),
    ("2024Q2", 1452, "18.4", "10.7", 5),
    ("2024Q3", 1618, "19.1", "10.2", 6),
    ("2024Q4", 1733, "19.3", "10.0", 4),
    ("2025Q1", 1490, "18.0", "11.1", 2),
    ("2025Q2", 1671, "18.7", "10.6", 5),
    ("2025Q3", 1802, "19.0", "10.3", 7),
    ("2025Q4", 1265, "11.2", "14.6", -132),
    ("2026Q1", 1088, "12.4", "15.2", -18),
    ("2026Q2", 1347, "15.1", "13.0", 6),
    ("2026Q3", 1560, "16.9", "11.9", 9),
)
_ISLELINE: tuple[Row, ...] = (
    ("2023Q4", 2718, "21.4", "12.2", 15),
    ("2024Q1", 2590, "20.8", "12.5", 12),
    ("2024Q2", 2684, "21.1", "12.3", 17),
    ("2024Q3", 2801, "21.9", "12.0", 19),
    ("2024Q4", 2866, "22.3", "11.9", 20),
    ("2025Q1", 2702, "21.5", "12.4", 11),
    ("2025Q2", 2779, "21.8", "12.2", 14),
    ("2025Q3", 2910, "22.5", "11.8", 22),
    ("2025Q4", 2954, "22.7", "11.8", 18),
    ("2026Q1", 2811, "21.9", "12.1", 13),
    ("2026Q2", 2892, "22.2", "12.0", 16),
    ("2026Q3", 2836, "20.6", "12.6", 14),
)

# How a quarter's revenue falls on its months, taken in turn quarter after quarter.
_SPLITS: dict[str, tuple[tuple[str, str], ...]] = {
    "lan": (("0.326", "0.331"), ("0.318", "0.325"), ("0.329", "0.334"), ("0.321", "0.336")),
    "dik": (("0.297", "0.338"), ("0.341", "0.287"), ("0.312", "0.329"), ("0.334", "0.318")),
    "isle": (("0.337", "0.330"), ("0.342", "0.309"), ("0.331", "0.334"), ("0.336", "0.327")),
}
_OCTOBER_2026 = {"lan": 2_104_380_000, "dik": 548_215_000, "isle": 931_670_000}


def rounded(value: Decimal, places: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


def _quarter(row: Row, shares: int) -> Quarter:
    period, millions, gross, expenses, other = row
    revenue = millions * MILLION
    margin = Decimal(gross) - Decimal(expenses)
    operating = Decimal(revenue) * margin / 100
    before_tax = operating + other * MILLION
    tax = max(before_tax, Decimal(0)) * TAX
    income = int(rounded((before_tax - tax) / THOUSAND, 0)) * THOUSAND
    eps = rounded(Decimal(income) / shares, 2)
    return Quarter(period, revenue, Decimal(gross), margin, income, eps)


def months_of(period: str) -> tuple[str, str, str]:
    """The months of `2026Q3`: `2026-07`, `2026-08`, `2026-09`."""
    year, number = period.split("Q")
    first = 3 * int(number) - 2
    return (f"{year}-{first:02d}", f"{year}-{first + 1:02d}", f"{year}-{first + 2:02d}")


def _months(key: str, quarters: tuple[Quarter, ...]) -> dict[str, int]:
    months: dict[str, int] = {}
    splits = _SPLITS[key]
    for index, quarter in enumerate(quarters):
        first, second, third = months_of(quarter.period)
        shares = splits[index % len(splits)]
        parts = [
            int(rounded(Decimal(quarter.revenue) * Decimal(share) / THOUSAND, 0)) * THOUSAND
            for share in shares
        ]
        months[first], months[second] = parts
        months[third] = quarter.revenue - sum(parts)
    months["2026-10"] = _OCTOBER_2026[key]
    return months


def _company(
    key: str,
    code: str,
    names: tuple[str, str, str, str],
    shares: int,
    per_share: tuple[str, str],
    rows: tuple[Row, ...],
) -> Company:
    name, short, english, industry = names
    quarters = tuple(_quarter(row, shares) for row in rows)
    book_value, dividend = (Decimal(value) for value in per_share)
    return Company(
        key=key,
        code=code,
        name=name,
        short=short,
        english=english,
        industry=industry,
        shares=shares,
        book_value=book_value,
        dividend=dividend,
        quarters=quarters,
        months=_months(key, quarters),
    )


@cache
def companies() -> dict[str, Company]:
    """The companies by their short key."""
    rows = (
        _company(
            "lan",
            "9973",
            ("瀾電半導體股份有限公司", "瀾電", "Lanwave Semiconductor", "半導體業"),
            620_000_000,
            ("31.40", "3.20"),
            _LANWAVE,
        ),
        _company(
            "dik",
            "9985",
            ("堤能科技股份有限公司", "堤能", "Dikon Energy", "電機機械"),
            310_000_000,
            ("17.85", "0.40"),
            _DIKON,
        ),
        _company(
            "isle",
            "9991",
            ("嶼航物流股份有限公司", "嶼航", "Isle Line Logistics", "航運業"),
            420_000_000,
            ("24.10", "1.80"),
            _ISLELINE,
        ),
    )
    return {company.key: company for company in rows}


def previous_quarter(period: str) -> str:
    year, number = (int(part) for part in period.split("Q"))
    return f"{year - 1}Q4" if number == 1 else f"{year}Q{number - 1}"


def year_before(period: str) -> str:
    return f"{int(period[:4]) - 1}{period[4:]}"


def previous_month(month: str) -> str:
    year, number = (int(part) for part in month.split("-"))
    return f"{year - 1}-12" if number == 1 else f"{year}-{number - 1:02d}"


def year_to_date(company: Company, month: str) -> int:
    """Revenue from January to `month`, both included."""
    return sum(
        value for name, value in company.months.items() if name[:4] == month[:4] and name <= month
    )
