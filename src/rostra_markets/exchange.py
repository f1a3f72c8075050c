"""Month replies of the two Taiwanese exchanges, read strictly.

Both say everything with status 200. A reply counts as data only when it says so, names the stock
and the month that were asked for, and every cell can be read; TPEx answers a misspelt question
with the current month, and TWSE answers too many questions with a lie about the date.
"""

import json
import re
from datetime import date
from typing import Any

from rostra.errors import UsageError
from rostra.words import Said, message
from rostra_markets.asking import Month
from rostra_markets.bars import Bar, Trading, in_order
from rostra_markets.cells import cell, count, number, placed, roc_day, squeezed, words
from rostra_markets.failures import NoData, NotWhatWasAsked, Throttled

_TITLE = re.compile(r"\s*(\d{2,3})年(\d{1,2})月\s+(\S+)\s+(.+?)\s*各日成交資訊\s*")
_NOT_COMPARED = re.compile(r"X|除權|除息|除權息")

TWSE_COLUMNS: dict[str, tuple[str, ...]] = {
    "day": ("日期",),
    "volume": ("成交股數",),
    "value": ("成交金額",),
    "open": ("開盤價",),
    "high": ("最高價",),
    "low": ("最低價",),
    "close": ("收盤價",),
    "change": ("漲跌價差",),
    "trades": ("成交筆數",),
    "note": ("註記",),
}
# Since when a column is there under which name, and how many shares or dollars its unit holds.
TPEX_COLUMNS: dict[str, tuple[str, ...]] = {
    "day": ("日期",),
    "volume": ("成交張數", "成交仟股", "成交千股", "成交股數"),
    "value": ("成交仟元", "成交千元", "成交金額", "成交金額(元)"),
    "open": ("開盤", "開盤價"),
    "high": ("最高", "最高價"),
    "low": ("最低", "最低價"),
    "close": ("收盤", "收盤價"),
    "change": ("漲跌", "漲跌價差"),
    "trades": ("筆數", "成交筆數"),
    "note": ("註記",),
}
_IN_THOUSANDS = frozenset({"成交張數", "成交仟股", "成交千股", "成交仟元", "成交千元"})
_NEEDED = frozenset(TWSE_COLUMNS) - {"note"}


def answer_of(body: bytes, who: str) -> Any:
    """The JSON of a reply; anything else is not what was asked for."""
    try:
        return json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise NotWhatWasAsked(message("markets.no_json", who=who)) from error


def object_of(body: bytes, who: str) -> dict[str, Any]:
    answer = answer_of(body, who)
    if not isinstance(answer, dict):
        raise NotWhatWasAsked(message("markets.list_not_object", who=who))
    return answer


def read_twse_month(body: bytes, code: str, month: Month, today: date) -> Trading:
    answer = object_of(body, "TWSE")
    check_stat(
        answer.get("stat"),
        message("markets.code_in_month", code=code, month=str(month)),
        is_past=month <= Month.of(today),
    )
    title = _TITLE.fullmatch(str(answer.get("title", "")))
    if title is None:
        raise NotWhatWasAsked(message("markets.no_title"))
    told = Month(int(title[1]) + 1911, int(title[2]))
    _check_same(code, month, squeezed(title[3]), told, answer.get("date"), "TWSE")
    bars = _bars(answer.get("fields"), answer.get("data"), month, TWSE_COLUMNS)
    if not bars:
        raise no_data(message("markets.code_in_month", code=code, month=str(month)))
    return Trading(code, words(title[4]), month, bars)


def read_tpex_month(body: bytes, code: str, month: Month) -> Trading:
    answer = object_of(body, "TPEx")
    stat = str(answer.get("stat", ""))
    if stat.casefold() != "ok":
        raise NotWhatWasAsked(message("markets.answered", who="TPEx", said=stat[:80]))
    tables = answer.get("tables")
    if not isinstance(tables, list) or not tables or not isinstance(tables[0], dict):
        raise NotWhatWasAsked(message("markets.tpex_no_table"))
    day = str(answer.get("date") or tables[0].get("date") or "")
    told = Month(int(day[:4]), int(day[4:6])) if re.fullmatch(r"\d{8}", day) else None
    _check_same(code, month, squeezed(answer.get("code")), told, day, "TPEx")
    rows = _bars(tables[0].get("fields"), tables[0].get("data"), month, TPEX_COLUMNS)
    if not rows:
        raise NoData(message("markets.tpex_no_trades", code=code, month=str(month)))
    return Trading(code, words(answer.get("name")), month, rows)


def is_parameter_error(body: bytes) -> bool:
    """Some TPEx servers refuse `response=json` with these words, and answer JSON without it."""
    return "參數輸入錯誤".encode() in body[:400]


def check_stat(stat: object, asked: Said, *, is_past: bool) -> None:
    """Raise what a TWSE status means; the mark at its end comes in two widths."""
    text = squeezed(stat)
    if text.upper() == "OK":
        return
    if text.startswith("很抱歉"):
        raise no_data(asked)
    if text.startswith("查詢日期大於今日"):
        if is_past:
            raise Throttled(
                message("markets.called_future", asked=asked),
                True,
            )
        raise UsageError(message("markets.in_future", asked=asked))
    if text.startswith("查詢日期小於"):
        raise UsageError(message("markets.so_old", told=text[:60]))
    raise NotWhatWasAsked(message("markets.answered", who="TWSE", said=text[:80]))


def no_data(asked: Said) -> NoData:
    return NoData(message("markets.twse_no_trades", asked=asked))


def _check_same(
    code: str, month: Month, told_code: str, told: Month | None, day: object, who: str
) -> None:
    """A wrong month or stock comes with status OK: compare before believing a number."""
    if told_code.upper() != code:
        raise NotWhatWasAsked(
            message("markets.asked_other", market=who, asked=str(code), told=repr(told_code[:20]))
        )
    wanted = f"{month.year:04d}{month.month:02d}"
    if told != month or (day and not str(day).startswith(wanted)):
        shown = str(told) if told != month else str(day)[:8]
        raise NotWhatWasAsked(
            message("markets.asked_other", market=who, asked=str(month), told=shown)
        )


def _bars(
    fields: object, data: object, month: Month, columns: dict[str, tuple[str, ...]]
) -> tuple[Bar, ...]:
    places = placed(fields, columns)
    if lacking := _NEEDED - set(places):
        names = ", ".join(columns[key][0] for key in sorted(lacking))
        raise NotWhatWasAsked(message("markets.table_lacks", names=names))
    if not isinstance(data, list):
        raise NotWhatWasAsked(message("markets.no_rows"))
    return in_order([_bar(row, places, month) for row in data])


def _bar(row: object, places: dict[str, tuple[int, str]], month: Month) -> Bar:
    def get(key: str) -> object:
        return cell(row, places.get(key))

    day = roc_day(get("day"))
    if not month.holds(day):
        raise NotWhatWasAsked(message("markets.foreign_row", month=str(month), day=str(day)))
    times = {key: 1000 if places[key][1] in _IN_THOUSANDS else 1 for key in ("volume", "value")}
    change = squeezed(get("change"))
    is_comparable = not _NOT_COMPARED.match(change)
    close = number(get("close"))
    return Bar(
        day=day,
        open=number(get("open")),
        high=number(get("high")),
        low=number(get("low")),
        close=close,
        volume=count(get("volume"), times["volume"]),
        value=count(get("value"), times["value"]),
        trades=count(get("trades")),
        change=number(change) if is_comparable and close is not None else None,
        is_comparable=is_comparable,
        note=words(get("note"), 80),
    )
