"""`financial.technical_analysis`: indicators on prices this run already holds.

It fetches nothing. The result is an artifact that names its parameters, its seed and the originals
it was computed from, so it can be computed again from them (`recompute`) and gives the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from rostra.errors import UsageError
from rostra.records import Evidence, JsonValue, dumps
from rostra.records.artifacts import ModelResult, Origin, make_model_result
from rostra.steps import current_position
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message
from rostra_markets import indicators as ta
from rostra_markets.asking import Args, day_of, tidied, tidy_code
from rostra_markets.desk import TOPICS, MarketDesk
from rostra_markets.held import Series, held_series, series_of

TOOL = "financial.technical_analysis"
MODEL = "technical_analysis/1"
KINDS = ("ma", "kd", "macd", "rsi", "bollinger")
# Sessions after which a seed no longer shows in two decimals.
SETTLED = {"kd": 60, "rsi": 60, "macd": 150}
SHOWN = 5
KEPT = 60
# Digits kept of a value: beyond these it is noise of the machine.
DIGITS = 6

_PERIOD: JsonValue = {"type": "integer", "minimum": 1, "maximum": 250}
_PERIODS: JsonValue = {"type": "array", "items": _PERIOD, "minItems": 1, "maxItems": 8}
PARAMETERS: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "ma": _PERIODS,
        "rsi": _PERIODS,
        "rsi_form": {"enum": ["wilder", "mean"]},
        "kd": {"type": "array", "items": _PERIOD, "minItems": 3, "maxItems": 3},
        "macd": {"type": "array", "items": _PERIOD, "minItems": 3, "maxItems": 3},
        "macd_input": {"enum": ["close", "demand_index"]},
        "bollinger": {"type": "integer", "minimum": 2, "maximum": 250},
        "bollinger_width": {"type": "number", "exclusiveMinimum": 0, "maximum": 10},
    },
    "additionalProperties": False,
}
DEFAULTS: Mapping[str, JsonValue] = {
    "ma": [5, 10, 20, 60],
    "rsi": [6, 12],
    "rsi_form": "wilder",
    "kd": [9, 3, 3],
    "macd": [12, 26, 9],
    "macd_input": "close",
    "bollinger": 20,
    "bollinger_width": 2,
}
INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "minLength": 2, "maxLength": 20},
        "indicators": {"type": "array", "items": {"enum": list(KINDS)}, "uniqueItems": True},
        "until": {"type": "string", "maxLength": 20, "description": "Last day, like 2025-11-07."},
        "parameters": PARAMETERS,
    },
    "required": ["code"],
    "additionalProperties": False,
}
OUTPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "result": {"type": "string"},
        "parameters": {"type": "object"},
        "bars": {"type": "integer", "minimum": 1},
        "last_day": {"type": "string"},
        "price_basis": {"type": "string"},
        "ex_dividend_days": {"type": "array", "items": {"type": "string"}},
        "notes": {"type": "array", "items": {"type": "string"}},
        "values": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["code", "result", "parameters", "bars", "last_day", "price_basis", "values"],
}
_SMOOTHING: Mapping[str, JsonValue] = {
    "kd": "K and D each add 1/k (1/d) of the new value; both begin at 50; flat window gives 50",
    "macd": "exponential means with 2/(n+1), begun with the first value; bar not doubled",
    "rsi": "wilder: mean of the first n changes, then 1/n of each new one",
    "bollinger": "standard deviation of the whole window (divided by n)",
}


def technical_analysis_tool(desk: MarketDesk) -> Tool:
    return Tool(
        name=TOOL,
        description=(
            "MA, KD (9-3-3 as in Taiwan), MACD, RSI and Bollinger bands from prices fetched "
            "earlier in this run. Fetch about 8 months with twse.stock_day first."
        ),
        level="L2",
        # Another month may be fetched any moment: an answer is never taken from memory.
        ttl=timedelta(0),
        input_schema=INPUT,
        output_schema=OUTPUT,
        invoke=partial(_invoke, desk),
        attempts=1,
        tidy=lambda args: tidied(args, {"code": tidy_code, "until": day_of}),
        world=desk.world,
        topics=TOPICS,
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    code: str
    kinds: tuple[str, ...]
    parameters: Mapping[str, JsonValue]
    until: date | None


async def _invoke(desk: MarketDesk, args: Args) -> ToolOutput:
    asked = _asked(args)
    series = await held_series(desk, asked.code, asked.until)
    result = _result(desk, asked, series)
    kept = await desk.store.put_artifact(result)
    assert isinstance(kept.artifact, ModelResult)
    return _output(desk, series, kept.artifact)


async def recompute(desk: MarketDesk, result: ModelResult) -> ModelResult:
    """Compute a kept result again from the originals it names."""
    found = [await desk.store.get_evidence(one) for one in result.evidence]
    evidence = [one for one in found if one is not None]
    told = result.parameters
    asked = _asked({**told, "until": told["last_day"]})
    return _result(desk, asked, await series_of(desk, asked.code, evidence, asked.until))


def _asked(args: Mapping[str, JsonValue]) -> _Asked:
    given = args.get("parameters") or {}
    assert isinstance(given, Mapping)
    wanted = args.get("indicators") or list(KINDS)
    assert isinstance(wanted, list)
    merged = {**DEFAULTS, **given}
    fast, slow, _ = _numbers(merged["macd"])
    if fast >= slow:
        raise UsageError(message("markets.macd_order", fast=fast, slow=slow))
    until = day_of(args["until"]) if args.get("until") else None
    kinds = tuple(kind for kind in KINDS if kind in wanted)
    return _Asked(tidy_code(args["code"]), kinds, merged, until)


def _numbers(value: JsonValue) -> list[int]:
    assert isinstance(value, list)
    return [int(one) for one in value if isinstance(one, int | float)]


def _result(desk: MarketDesk, asked: _Asked, series: Series) -> ModelResult:
    columns = _columns(series, asked)
    days = [bar.day.isoformat() for bar in series.bars]
    rows = [
        {"day": day, "close": bar.close, **{name: _rounded(v[at]) for name, v in columns.items()}}
        for at, (day, bar) in enumerate(zip(days, series.bars, strict=True))
    ][-KEPT:]
    notes = _notes(desk, series, asked)
    where = current_position()
    return make_model_result(
        MODEL,
        {
            "code": asked.code,
            "indicators": list(asked.kinds),
            "parameters": {name: asked.parameters[name] for name in sorted(asked.parameters)},
            "smoothing": {kind: _SMOOTHING[kind] for kind in asked.kinds if kind in _SMOOTHING},
            "price_basis": series.basis,
            "last_day": days[-1],
        },
        _text(series, rows[-SHOWN:], asked, notes),
        series.evidence,
        Origin(where.root, TOOL, where.run if where.parent else None, world=desk.world),
        desk.clock(),
        output=[*rows],
        metrics={
            "bars": len(days),
            "first_day": days[0],
            "ex_dividend_days": [day.isoformat() for day in series.not_comparable],
            "notes": [*notes],
        },
    )


def _columns(series: Series, asked: _Asked) -> dict[str, ta.Values]:
    closes = [bar.close for bar in series.bars if bar.close is not None]
    pairs = list(zip(series.bars, closes, strict=True))
    highs = [close if bar.high is None else bar.high for bar, close in pairs]
    lows = [close if bar.low is None else bar.low for bar, close in pairs]
    given, made = asked.parameters, dict[str, ta.Values]()
    if "ma" in asked.kinds:
        made |= {f"ma{n}": ta.moving_average(closes, n) for n in _numbers(given["ma"])}
    if "kd" in asked.kinds:
        n, k, d = _numbers(given["kd"])
        kd = ta.stochastic(highs, lows, closes, n, k, d)
        made |= {f"rsv{n}": kd.rsv, "k": kd.k, "d": kd.d, "j": kd.j}
    if "macd" in asked.kinds:
        is_close = given["macd_input"] == "close"
        prices = closes if is_close else ta.demand_index(highs, lows, closes)
        lines = ta.macd(prices, *_numbers(given["macd"]))
        made |= {"dif": lines.dif, "dea": lines.dea, "osc": lines.osc}
    if "rsi" in asked.kinds:
        form = ta.rsi if given["rsi_form"] == "wilder" else ta.rsi_of_means
        made |= {f"rsi{n}": form(closes, n) for n in _numbers(given["rsi"])}
    if "bollinger" in asked.kinds:
        (n,), width = _numbers([given["bollinger"]]), given["bollinger_width"]
        assert isinstance(width, int | float)
        upper, lower = ta.bollinger(closes, n, width)
        made |= {"bb_mid": ta.moving_average(closes, n), "bb_up": upper, "bb_low": lower}
    return made


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _notes(desk: MarketDesk, series: Series, asked: _Asked) -> list[str]:
    many = len(series.bars)
    notes = [
        f"{kind.upper()} 僅依 {many} 個交易日計算，未達 {SETTLED[kind]} 日，起始值影響仍在"
        for kind in asked.kinds
        if many < SETTLED.get(kind, 0)
    ]
    if series.not_comparable:
        days = "、".join(day.isoformat() for day in series.not_comparable)
        notes.append(f"股價未還原權值，除權息日 {days} 的缺口會影響指標")
    notes += [
        f"{one.title}取自 {one.fetched_at:%Y-%m-%d %H:%M}，已逾時效，重新取得後再算"
        for one in series.evidence
        if not desk.is_fresh(one)
    ]
    return notes


_BASES = {"raw": "原始價，未還原權值", "adjusted": "Stooq 的價格，一般已還原"}
_NAMES = {"k": "K值", "d": "D值", "j": "J值（3K-2D）", "dif": "DIF", "dea": "MACD（DEA）"}
_NAMES |= {"osc": "OSC", "bb_mid": "布林中軌", "bb_up": "布林上軌", "bb_low": "布林下軌"}


def _text(
    series: Series, rows: Sequence[Mapping[str, JsonValue]], asked: _Asked, notes: Sequence[str]
) -> str:
    first, last = series.bars[0].day, series.bars[-1].day
    span = f"{first} 至 {last} 共 {len(series.bars)} 個交易日"
    how = f"{_told(asked)}；{_BASES[series.basis]}"
    lines = [f"{series.label} 技術指標，由 Rostra 依 {span}的價格計算（{how}）。"]
    for row in rows:
        values = [
            f"{_name(name)} {value:,.2f}"
            for name, value in row.items()
            if name != "day" and isinstance(value, float) and not name.startswith("rsv")
        ]
        lines.append(f"{row['day']} {series.label}：{'，'.join(values)}。")
    return "\n".join([*lines, *(f"注意：{note}。" for note in notes)])


def _name(column: str) -> str:
    if column == "close":
        return "收盤價"
    if column.startswith("ma"):
        return f"{column[2:]}日均線"
    return f"{column[3:]}日RSI" if column.startswith("rsi") else _NAMES[column]


def _told(asked: _Asked) -> str:
    names = {"kd": "KD", "macd": "MACD", "bollinger": "布林"}
    told = []
    for kind, name in names.items():
        if kind in asked.kinds:
            value = asked.parameters[kind]
            numbers = (
                value if isinstance(value, list) else [value, asked.parameters["bollinger_width"]]
            )
            told.append(f"{name}({','.join(str(one) for one in numbers)})")
    return "、".join(told) or "、".join(kind.upper() for kind in asked.kinds)


def _output(desk: MarketDesk, series: Series, result: ModelResult) -> ToolOutput:
    newest = series.evidence[-1]
    rows = result.output
    assert isinstance(rows, list)
    metrics = result.metrics
    document = Document(
        url=newest.url,
        title=f"{series.label} 技術指標（Rostra 依{newest.source.name}資料計算）",
        raw=dumps(result).encode(),
        media_type="application/json",
        text=result.text,
        # Computed from its figures, so no second source beside it.
        source=newest.source,
        published=series.bars[-1].day,
        key=f"{TOOL}:{result.id}",
        ttl=_left(desk, series.evidence),
    )
    return ToolOutput(
        text=result.text,
        data={
            "code": series.code,
            "result": result.id,
            "parameters": result.parameters,
            "bars": metrics["bars"],
            "last_day": series.bars[-1].day.isoformat(),
            "price_basis": series.basis,
            "ex_dividend_days": metrics["ex_dividend_days"],
            "notes": metrics["notes"],
            "values": rows[-SHOWN:],
        },
        documents=(document,),
    )


def _left(desk: MarketDesk, evidence: Sequence[Evidence]) -> timedelta:
    """A result holds no longer than the shortest-lived of what it was computed from."""
    now = desk.clock()
    left = min((one.expires_at - now for one in evidence if one.expires_at), default=timedelta(0))
    return max(left, timedelta(0))
