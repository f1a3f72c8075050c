"""TEJ: the backup, asked over its plain path with the key in a header and nowhere else."""

from typing import Any

from rostra_testing import Page, Request

from .conftest import TEJ_KEY, Open, Outside, as_json, sample_json

TOOL = "tej.table"
PRICES = "api.tej.com.tw/datatables/TWN/APRCD"


def error(code: str, status: int = 400) -> Page:
    return Page.json({"error": {"code": code, "message": f"sample {TEJ_KEY}"}}, status=status)


async def test_rows_come_with_their_chinese_names_and_missing_values_stay_missing(
    outside: Outside,
) -> None:
    outside.site[PRICES] = as_json("tej_datatable.json")

    result = await outside.ask(
        TOOL, table="twn/aprcd", code="2330.TW", start="2026-11-01", columns=["close_d", "volume"]
    )

    data: Any = result.data
    assert data["columns"] == ["coid", "mdate", "close_d", "volume"]
    assert data["rows"][0] == ["2330", "2026-11-12", 1500.0, None]
    assert "收盤價(元) 1,500" in result.text
    assert "成交量" not in result.text.split("\n")[1]
    (request,) = outside.site.requests
    assert request.headers["x-api-token"] == TEJ_KEY
    assert "coid=2330&mdate.gte=2026-11-01" in request.target
    assert request.target.count("opts.columns%5B%5D=") == 4
    evidence = await outside.store.get_evidence(result.evidence[0])
    ledger = await outside.store.ledger_of_run("r1")
    assert TEJ_KEY not in f"{result} {evidence} {ledger} {request.target}"


def test_it_is_a_backup_and_says_so(outside: Outside) -> None:
    assert outside.path.registry.get(TOOL).level == "L4"


async def test_pages_are_followed_by_their_cursor_and_not_for_ever(outside: Outside) -> None:
    def answer(request: Request) -> Page:
        page = sample_json("tej_datatable.json")
        page["meta"]["next_cursor_id"] = "abc"
        return Page.json(page)

    outside.site[PRICES] = answer

    result = await outside.ask(TOOL, table="TWN/APRCD", code="2330")

    data: Any = result.data
    assert (len(data["rows"]), data["is_whole"]) == (10, False)
    assert [("cursor_id=abc" in target) for target in outside.targets] == [False] + [True] * 4
    assert "縮小期間" in result.text


async def test_errors_are_known_by_the_first_letter_of_their_code(open_outside: Open) -> None:
    odd = sample_json("tej_datatable.json")
    odd["datatable"]["data"][0].pop()
    empty = sample_json("tej_datatable.json")
    empty["datatable"]["data"] = []
    expected = {
        "limit": (as_json("tej_error_limit.json"), "throttled"),
        "LMT001": (error("LMT001", 429), "throttled"),
        "AUT002": (error("AUT002", 401), "key-needed"),
        "PER003": (error("PER003", 403), "key-needed"),
        "COD004": (error("COD004", 404), "no-data"),
        "SYN005": (error("SYN005"), "not-what-was-asked"),
        "XSV006": (error("XSV006", 503), "outside"),
        "007": (error("007"), "not-what-was-asked"),
        "no words": (Page("gone", status=418), "not-what-was-asked"),
        "page": (Page("<html>login</html>"), "blocked"),
        "odd row": (Page.json(odd), "not-what-was-asked"),
        "other shape": (Page.json({"datatable": []}), "not-what-was-asked"),
        "no rows": (Page.json(empty), "no-data"),
    }
    found = {}
    for name, (page, _code) in expected.items():
        outside = open_outside()
        outside.site[PRICES] = page
        result = await outside.ask(TOOL, table="TWN/APRCD", code="2330")
        found[name] = result.code
        assert TEJ_KEY not in str(result.reason)
    assert found == {name: code for name, (_page, code) in expected.items()}


async def test_without_a_key_or_with_nonsense_nothing_is_sent(open_outside: Open) -> None:
    keyless = open_outside(keys=("", ""))
    result = await keyless.ask(TOOL, table="TWN/APRCD", code="2330")
    assert (result.code, "TEJ_API_KEY" in str(result.reason)) == ("key-needed", True)
    outside = open_outside()
    for asked in (
        {"table": "../apiKeyInfo/x", "code": "2330"},
        {"table": "TWN/APRCD", "code": "2330", "columns": ["a&b"]},
        {"table": "TWN/APRCD", "code": "2330", "start": "yesterday"},
    ):
        assert (await outside.ask(TOOL, **asked)).code == "usage"
    assert outside.targets == []
