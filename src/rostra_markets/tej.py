"""`tej.table`: rows of a TEJ table, the backup when nothing better answers (L4).

The service is asked over its REST path: its own client sets no time limit. The key goes into a
header and nowhere else. Errors carry a code whose first letter says what kind it is.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from rostra.errors import OutsideError, UsageError
from rostra.pages import Fetched
from rostra.records import JsonValue
from rostra.settings.secret import mask_secrets
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import Message, message
from rostra_markets.asking import Args, day_of, tidied, tidy_code
from rostra_markets.desk import TOPICS, MarketDesk
from rostra_markets.exchange import object_of
from rostra_markets.failures import (
    Blocked,
    KeyNeeded,
    NoData,
    NotWhatWasAsked,
    Throttled,
)

TOOL = "tej.table"
_TABLE = re.compile(r"[A-Z]{3,8}/[A-Z0-9]{3,12}")
_NAME = re.compile(r"[A-Za-z0-9_]{1,40}")
MOST_PAGES = 5
_SHOWN = 20
# The first letter of an error's code, and what it means for whoever asked.
_KINDS: Mapping[str, tuple[type[OutsideError], Message]] = {
    "L": (Throttled, message("markets.tej_limit")),
    "M": (OutsideError, message("markets.tej_failed")),
    "A": (KeyNeeded, message("markets.tej_key")),
    "P": (KeyNeeded, message("markets.tej_uncovered")),
    "S": (NotWhatWasAsked, message("markets.tej_misunderstood")),
    "C": (NoData, message("markets.tej_unknown_table")),
    "X": (OutsideError, message("markets.tej_closed")),
}

INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "table": {
            "type": "string",
            "maxLength": 24,
            "description": "Like TWN/APRCD (prices), TWN/AFINA (financials), TRAIL/TAPRCD (trial).",
        },
        "code": {"type": "string", "minLength": 4, "maxLength": 20},
        "start": {"type": "string", "maxLength": 20},
        "end": {"type": "string", "maxLength": 20},
        "columns": {
            "type": "array",
            "items": {"type": "string", "maxLength": 40},
            "maxItems": 20,
        },
    },
    "required": ["table", "code"],
    "additionalProperties": False,
}
OUTPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "table": {"type": "string"},
        "columns": {"type": "array", "items": {"type": "string"}},
        "rows": {"type": "array", "minItems": 1, "items": {"type": "array"}},
        "is_whole": {"type": "boolean"},
    },
    "required": ["table", "columns", "rows", "is_whole"],
}


@dataclass(frozen=True, slots=True)
class _Page:
    names: list[str]
    labels: list[str]
    rows: list[list[JsonValue]]
    next: str
    raw: bytes


def tej_tools(desk: MarketDesk) -> tuple[Tool, ...]:
    if not desk.places.tej:
        return ()
    return (
        Tool(
            name=TOOL,
            description=(
                "Rows of a TEJ table for one company (backup; needs a key). Delayed in trials; "
                "never the only evidence of a claim."
            ),
            level="L4",
            ttl=timedelta(hours=12),
            input_schema=INPUT,
            output_schema=OUTPUT,
            invoke=partial(_invoke, desk),
            timeout=120.0,
            attempts=1,  # the line has tried again already
            subject=lambda args: f"{args.get('table')} {args.get('code')}",
            tidy=lambda args: tidied(args, {"code": tidy_code, "start": day_of, "end": day_of}),
            world=desk.world,
            topics=TOPICS,
        ),
    )


async def _invoke(desk: MarketDesk, args: Args) -> ToolOutput:
    if not desk.tej_key:
        raise KeyNeeded(message("markets.tej_wants_key"))
    table = str(args["table"]).strip().upper()
    if not _TABLE.fullmatch(table):
        raise UsageError(message("markets.no_tej_table", given=repr(table[:40])))
    base = f"{desk.places.tej}/datatables/{table}"
    query = _query(args)
    pages: list[_Page] = []
    while len(pages) < MOST_PAGES:
        more = [("opts.cursor_id", pages[-1].next)] if pages else []
        pages.append(await _page(desk, f"{base}?{urlencode([*query, *more])}"))
        if not pages[-1].next:
            break
    if not any(page.rows for page in pages):
        raise NoData(message("markets.tej_no_rows", table=table, code=tidy_code(args["code"])))
    return _output(desk, table, f"{base}?{urlencode(query)}", pages)


def _query(args: Args) -> list[tuple[str, str]]:
    query = [("coid", tidy_code(args["code"]))]
    query += [
        (f"mdate.{bound}", day_of(args[name]).isoformat())
        for name, bound in (("start", "gte"), ("end", "lte"))
        if args.get(name)
    ]
    columns = args.get("columns")
    wanted = [str(one) for one in columns] if isinstance(columns, list) else []
    if bad := next((one for one in wanted if not _NAME.fullmatch(one)), None):
        raise UsageError(message("markets.no_tej_column", given=repr(bad[:40])))
    if wanted:
        wanted = list(dict.fromkeys(["coid", "mdate", *wanted]))
    return [*query, *(("opts.columns[]", one) for one in wanted)]


async def _page(desk: MarketDesk, url: str) -> _Page:
    headers = {"x-api-token": desk.tej_key.reveal(), "accept": "application/json"}
    reply = await desk.line.fetch(url, headers=headers, secret=desk.tej_key, may_refuse=True)
    if reply.status != 200:
        raise _refusal(desk, reply)
    answer = object_of(reply.body, "TEJ")
    if "error" in answer:
        raise _refusal(desk, reply)
    try:
        return _read(answer, reply.body)
    except (KeyError, TypeError, AttributeError) as error:
        raise NotWhatWasAsked(message("markets.tej_undocumented")) from error


def _refusal(desk: MarketDesk, reply: Fetched) -> OutsideError:
    try:
        error: Any = json.loads(reply.body)["error"]
        code, said = str(error["code"]), str(error.get("message", ""))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        if reply.status in (301, 302, 307, 403):
            return Blocked(message("markets.tej_answered", status=reply.status))
        return NotWhatWasAsked(message("markets.tej_silent", status=reply.status))
    kind, meaning = _KINDS.get(code[:1].upper(), (NotWhatWasAsked, message("markets.tej_no")))
    told = mask_secrets(f"{code} {said}".strip(), desk.tej_key.parts())
    return kind(message("markets.tej_refused", meaning=meaning, told=told[:120]))


def _read(answer: Mapping[str, Any], raw: bytes) -> _Page:
    table = answer["datatable"]
    names = [str(column["name"]) for column in table["columns"]]
    labels = [str(column.get("cname") or column["name"]) for column in table["columns"]]
    rows = [list(row) for row in table["data"]]
    if any(len(row) != len(names) for row in rows):
        raise NotWhatWasAsked(message("markets.tej_row"))
    following = (answer.get("meta") or {}).get("next_cursor_id")
    return _Page(names, labels, rows, str(following or ""), raw)


def _output(desk: MarketDesk, table: str, url: str, pages: list[_Page]) -> ToolOutput:
    first = pages[0]
    rows = [row for page in pages for row in page.rows]
    lines = [_line(first.labels, row) for row in rows]
    document = Document(
        url=url,
        title=f"TEJ {table} {rows[0][0]}",
        raw=b"\n".join(page.raw for page in pages),
        media_type="application/json",
        text="\n".join([f"TEJ {table}", *lines]),
        source=desk.source(url),
        key=f"{TOOL}:{url}",
    )
    is_whole = not pages[-1].next
    shown = lines[-_SHOWN:]
    notes = [] if is_whole else [f"（只取前 {MOST_PAGES} 頁，請縮小期間）"]
    return ToolOutput(
        text="\n".join([f"TEJ {table}（備援資料，不得作為唯一證據）", *shown, *notes]),
        data={
            "table": table,
            "columns": [*first.names],
            "rows": [*rows[-1000:]],
            "is_whole": is_whole,
        },
        documents=(document,),
    )


def _line(labels: list[str], row: list[JsonValue]) -> str:
    parts = []
    for label, value in zip(labels, row, strict=True):
        if value is None:
            continue
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        parts.append(f"{label} {value:,.10g}" if is_number else f"{label} {value}")
    return "，".join(parts) + "。"
