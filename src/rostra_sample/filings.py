"""What the three companies filed with the exchange: quarterly results and monthly revenue.

The text is written here, the figures are references like on any other page.
"""

from collections.abc import Iterator
from datetime import datetime

from rostra_sample.content import resolve
from rostra_sample.figures import Company, companies
from rostra_sample.places import TAIPEI, Page, Site, article_path

_NUMERALS = "一二三四"
_FILED = {1: (5, 13), 2: (8, 12), 3: (11, 11), 4: (3, 12)}

_RESULTS = """
{name}（證券代號 {code}）依規定公告{year}年第{ordinal}季合併財務報告，本季財報業經會計師核閱。

{short}{year}年第{ordinal}季合併營收{{{{{q}.revenue|億.2}}}}，{{{{{q}.revenue.qoq|季.1}}}}，{{{{{q}.revenue.yoy|年.1}}}}。{short}{year}年第{ordinal}季毛利率{{{{{q}.gross_margin|%.1}}}}，較前一季{{{{{q}.gross_margin.qoq|升.1}}}}；營業利益率{{{{{q}.operating_margin|%.1}}}}。

{short}{year}年第{ordinal}季{income}{{{{{q}.net_income|{absolute}億.2}}}}，{per_share}{{{{{q}.eps|{eps_style}}}}}。

| 項目 | {roc}年第{ordinal}季 | {last_roc}年第{ordinal}季 |
| 營業收入（千元） | {{{{{q}.revenue|千.0}}}} | {{{{{p}.revenue|千.0}}}} |
| 毛利率（%） | {{{{{q}.gross_margin|bare.1}}}} | {{{{{p}.gross_margin|bare.1}}}} |
| 營業利益率（%） | {{{{{q}.operating_margin|bare.1}}}} | {{{{{p}.operating_margin|bare.1}}}} |
| 本期淨利（千元） | {{{{{q}.net_income|千.0}}}} | {{{{{p}.net_income|千.0}}}} |
| 基本每股盈餘（元） | {{{{{q}.eps|bare.2}}}} | {{{{{p}.eps|bare.2}}}} |

公司發言人聲明：以上資料如有變動，將依重大訊息處理程序另行公告。
"""

_REVENUE = """
{name}（證券代號 {code}）公告民國{roc}年{month}月份營業收入。

{short}{year}年{month}月合併營收{{{{{m}.revenue|億.2}}}}，{{{{{m}.revenue.mom|月.1}}}}，{{{{{m}.revenue.yoy|年.1}}}}；{year}年1至{month}月累計營收{{{{{m}.ytd|億.2}}}}，{{{{{m}.ytd.yoy|年.1}}}}。

| 項目 | 本月（千元） | 去年同月（千元） |
| 當月營收 | {{{{{m}.revenue|千.0}}}} | {{{{{l}.revenue|千.0}}}} |
| 累計營收 | {{{{{m}.ytd|千.0}}}} | {{{{{l}.ytd|千.0}}}} |

備註：本月營收資料為公司自結數，未經會計師查核。
"""


def _results(company: Company, period: str) -> tuple[str, str, datetime]:
    year, number = int(period[:4]), int(period[-1])
    month, day = _FILED[number]
    loss = company.quarter(period).net_income < 0
    body = _RESULTS.format(
        name=company.name,
        code=company.code,
        short=company.short,
        year=year,
        roc=year - 1911,
        last_roc=year - 1912,
        ordinal=_NUMERALS[number - 1],
        q=f"{company.key}.{period}",
        p=f"{company.key}.{year - 1}Q{number}",
        income="歸屬母公司淨損" if loss else "歸屬母公司淨利",
        absolute="|" if loss else "",
        per_share="每股虧損" if loss else "每股盈餘",
        eps_style="|n.2" if loss else "n.2",
    )
    title = f"{company.short}（{company.code}）{year}年第{_NUMERALS[number - 1]}季財務報告"
    filed = datetime(year + (number == 4), month, day, 15, 30, tzinfo=TAIPEI)
    return title, body, filed


def _revenue(company: Company, month: str) -> tuple[str, str, datetime]:
    year, number = (int(part) for part in month.split("-"))
    body = _REVENUE.format(
        name=company.name,
        code=company.code,
        short=company.short,
        year=year,
        roc=year - 1911,
        month=number,
        m=f"{company.key}.{month}",
        l=f"{company.key}.{year - 1}-{number:02d}",
    )
    filed = datetime(year + number // 12, number % 12 + 1, 9, 14, 0, tzinfo=TAIPEI)
    return f"{company.short}（{company.code}）{year}年{number}月營業收入", body, filed


def _page(site: Site, slug: str, section: str, made: tuple[str, str, datetime]) -> Page:
    title, source, filed = made
    body, stated = resolve(source)
    return Page(
        id=f"exchange/{slug}",
        site=site,
        path=article_path(site, slug, section, filed.date()),
        title=title,
        body=body,
        published=filed,
        section=section,
        author="公開資訊揭露中心",
        stated=stated,
        source=source,
    )


def filings(site: Site) -> Iterator[Page]:
    """Eight quarters and six months of each company."""
    for company in companies().values():
        for quarter in company.quarters[-8:]:
            slug = f"{company.code}-{quarter.period.lower()}"
            yield _page(site, slug, "results", _results(company, quarter.period))
        for month in list(company.months)[-6:]:
            slug = f"{company.code}-{month}"
            yield _page(site, slug, "revenue", _revenue(company, month))
