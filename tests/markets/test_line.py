"""Paced before they ban, and quiet once they do."""

import asyncio
import ssl
from datetime import date
from typing import Any

import pytest

from rostra.errors import AddressRefused, OutsideError
from rostra.pages import Client, pace
from rostra_markets import Line
from rostra_markets.cells import count, number, roc_day
from rostra_markets.failures import Blocked, NotWhatWasAsked
from rostra_testing import LocalSite, Page
from tests.waiting import WaitedTime

from .conftest import STOCK_DAY, Open, as_json

pytestmark = pytest.mark.slow

URL = f"https://{STOCK_DAY}?date=20251101&stockNo=2330"
SPACING = 0.25


class Ticks:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> WaitedTime:
    made = WaitedTime(monkeypatch)
    monkeypatch.setattr(pace, "_now", made)
    return made


async def test_requests_to_one_host_keep_their_distance_whoever_asks(
    client: Client, site: LocalSite, waited: WaitedTime
) -> None:
    site[STOCK_DAY] = as_json("twse_stock_day_ok_10col.json")
    site["www.tpex.org.tw/other"] = Page.json({})
    line = Line(client, spacing=SPACING)

    began = waited.now
    await asyncio.gather(*(line.fetch(URL) for _ in range(4)))

    assert waited.now - began >= 3 * SPACING
    assert len(site.requests) == 4
    await line.fetch("https://www.tpex.org.tw/other")


async def test_one_process_has_one_pace_over_all_its_tools(
    open_outside: Open, client: Client, waited: WaitedTime
) -> None:
    line = Line(client, spacing=SPACING)
    first, second = open_outside(line=line), open_outside(line=line)
    first.site[STOCK_DAY] = as_json("twse_stock_day_ok_10col.json")

    began = waited.now
    await asyncio.gather(
        first.ask("twse.stock_day", code="2330", month="2025-11"),
        second.ask("twse.stock_day", code="2330", month="2025-10"),
    )

    assert len(first.targets) == 2
    assert waited.now - began >= SPACING


@pytest.mark.parametrize(
    "page",
    [Page("<html>FOR SECURITY REASONS"), Page.redirect("/x", 307), Page("", status=403)],
    ids=["page", "redirect", "forbidden"],
)
async def test_a_host_that_keeps_us_out_is_left_alone_and_then_tried_again(
    client: Client, site: LocalSite, page: Page
) -> None:
    ticks = Ticks()
    line = Line(client, spacing=0.0, ticks=ticks)
    site[STOCK_DAY] = page
    with pytest.raises(Blocked, match="15 minutes"):
        await line.fetch(URL)
    site[STOCK_DAY] = as_json("twse_stock_day_ok_10col.json")

    ticks.now += 600
    with pytest.raises(Blocked, match="5 minutes"):
        await line.fetch(URL)
    assert len(site.requests) == 1
    ticks.now += 301

    assert (await line.fetch(URL)).status == 200


async def test_those_who_wait_for_their_turn_do_not_ask_a_host_that_banned_us(
    client: Client, site: LocalSite
) -> None:
    site[STOCK_DAY] = Page("", status=403)
    line = Line(client, spacing=0.0)

    failures = await asyncio.gather(*(line.fetch(URL) for _ in range(5)), return_exceptions=True)

    assert {type(failure) for failure in failures} == {Blocked}
    assert len(site.requests) == 1


async def test_resets_are_a_ban_after_three_tries(client: Client, site: LocalSite) -> None:
    site[STOCK_DAY] = Page.silent(0.0)
    line = Line(client, spacing=0.0)

    for _ in range(2):
        with pytest.raises(Blocked):
            await line.fetch(URL)

    assert len(site.requests) == 3


async def test_too_many_requests_is_waited_out_and_then_given_up(
    client: Client, site: LocalSite
) -> None:
    line = Line(client, spacing=0.0)
    site[STOCK_DAY] = [Page("", status=429), as_json("twse_stock_day_ok_10col.json")]
    assert (await line.fetch(URL)).status == 200

    site[STOCK_DAY] = Page("", status=429)
    with pytest.raises(OutsideError) as given_up:
        await line.fetch(URL)
    assert given_up.value.code == "throttled"


async def test_our_own_guards_refusal_is_no_ban(client: Client) -> None:
    line = Line(client, spacing=0.0)
    for _ in range(2):
        with pytest.raises(AddressRefused):
            await line.fetch("http://10.0.0.1/exchangeReport/STOCK_DAY")


def test_certificates_without_a_key_identifier_are_taken_and_others_checked() -> None:
    """Python 3.13 refuses the chains of these exchanges by a flag our client must not set."""
    from rostra.pages.guard import Guard
    from rostra.pages.wire import Wire

    context: Any = Wire(Guard())._pool("https")._ssl_context

    assert isinstance(context, ssl.SSLContext)
    assert not context.verify_flags & ssl.VERIFY_X509_STRICT
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


def test_cells_are_read_exactly_or_refused() -> None:
    good: dict[Any, float | None] = {
        "1,505.00": 1505.0, " 0.00": 0.0, "+5.00": 5.0, "-20.00": -20.0, "−3.5": -3.5,
        "１，２３４": 1234.0, 113: 113.0, 1.5: 1.5, "--": None, "---": None, "-": None, "": None,
        None: None, "N/A": None,
    }  # fmt: skip
    bad = ["1,50", "12,34,567", "X0.00", "1.2.3", "12a", "1e5", "NaN0", True, "9" * 30, "1 元"]
    assert {value: number(value) for value in good} == good
    taken = []
    for value in bad:
        try:
            taken.append((value, number(value)))
        except NotWhatWasAsked:
            continue
    assert taken == []
    assert count("1,985", 1000) == 1_985_000
    with pytest.raises(NotWhatWasAsked):
        count("-1")


def test_days_of_the_republic_are_read_or_refused() -> None:
    good = ["113/09/30", "1130930", "113/09/30*", "＊113/09/30", "113年9月30日", "113.09.30"]
    assert {roc_day(text) for text in good} == {date(2024, 9, 30)}
    assert roc_day("99/01/04") == date(2010, 1, 4)
    for text in ("113/13/01", "113/02/30", "", "--", "2024", "abc", "113/09"):
        with pytest.raises(NotWhatWasAsked):
            roc_day(text)
