"""Data first: a listed company's revenue is asked of the exchange, search or no search."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rostra_testing import LocalSite, Page
from tests.desks.research.house import sample_house

ROW = {
    "資料年月": "11510",
    "公司代號": "9973",
    "公司名稱": "瀾電",
    "營業收入-當月營收": "2104380",
    "營業收入-上月營收": "2105334",
    "營業收入-去年當月營收": "1710522",
    "營業收入-上月比較增減(%)": "-0.05",
    "營業收入-去年同月增減(%)": "23.03",
    "累計營業收入-當月累計營收": "19040380",
    "累計營業收入-去年累計營收": "15668522",
    "累計營業收入-前期比較增減(%)": "21.52",
}


async def test_the_october_revenue_of_a_listed_company_is_cited_from_the_exchange(
    tmp_path: Path,
) -> None:
    async with sample_house(tmp_path) as desk:
        ended = await desk.ask("瀾電10月營收是多少？", "strict")
        calls = await desk.house.store.ledger_of_run(ended.run.id)

    assert "twse.monthly_revenue" in {one.name for one in calls}
    opens = ended.document.sections[0].sentences
    assert any("2026年10月營收 2,104,380,000 元" in one.text for one in opens)


@pytest.mark.slow
def test_without_a_search_engine_an_exchange_on_loopback_answers(tmp_path: Path) -> None:
    latest = Page(json.dumps([ROW], ensure_ascii=False), content_type="application/json")
    with LocalSite(
        {"/v1/opendata/t187ap05_L": latest, "/search": Page("down", status=503)}
    ) as site:
        told = {
            "ROSTRA_SEARCH_URL": site.url("/"),
            "ROSTRA_MODEL": "extractive",
            "ROSTRA_TWSE_OPEN_URL": site.url("").rstrip("/"),
            "ROSTRA_TPEX_URL": "",
        }
        ended = subprocess.run(
            [
                *(sys.executable, "-m", "rostra", "research", "瀾電每月營收是多少？"),
                *("--data", str(tmp_path), "--no-input"),
            ],
            env={**os.environ, **told},
            capture_output=True,
            text=True,
            check=False,
        )

    assert ended.returncode == 0, ended.stderr[-1500:]
    assert "2026年10月營收 2,104,380,000 元" in ended.stdout
    assert "[1](#s1)" in ended.stdout
