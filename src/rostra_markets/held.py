"""Prices this run already holds, read again from the originals that were kept.

Nothing is fetched here. A month that is missing in the middle would bend every smoothed line, so
only what hangs together up to the last day is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rostra.records import Evidence
from rostra.words import message
from rostra_markets import stooq
from rostra_markets.asking import Month, month_of, tidy_code
from rostra_markets.bars import Bar
from rostra_markets.desk import MarketDesk
from rostra_markets.failures import NotHeld
from rostra_markets.stock_day import TPEX, TWSE

_MARKETS = {market.tool: market for market in (TWSE, TPEX)}


@dataclass(frozen=True, slots=True)
class Series:
    """Sessions with a close, oldest first, and the originals they were read from."""

    code: str
    name: str
    basis: str
    bars: tuple[Bar, ...]
    evidence: tuple[Evidence, ...]

    @property
    def label(self) -> str:
        return f"{self.name}（{self.code}）" if self.name else self.code

    @property
    def not_comparable(self) -> tuple[date, ...]:
        return tuple(bar.day for bar in self.bars if not bar.is_comparable)


@dataclass(frozen=True, slots=True)
class _Piece:
    name: str
    bars: Sequence[Bar]
    evidence: Evidence
    month: Month | None = None


async def held_series(desk: MarketDesk, symbol: str, until: date | None) -> Series:
    """The prices of a stock in this run; NotHeld says what to fetch first."""
    met = await desk.held([*_MARKETS, stooq.TOOL])
    return await series_of(desk, symbol, list(met.values()), until)


async def series_of(
    desk: MarketDesk, symbol: str, evidence: Sequence[Evidence], until: date | None
) -> Series:
    code = tidy_code(symbol)
    local = [one for one in evidence if _is_of(one, code)]
    pieces = [await _local(desk, one) for one in local]
    basis = "raw"
    if not pieces:
        wanted = f"{stooq.TOOL}:stooq:{stooq.symbol_of(symbol)}:"
        found = [one for one in evidence if one.provenance.tool_key.startswith(wanted)]
        pieces = [await _foreign(desk, one) for one in found]
        basis = "adjusted"
    pieces = _hanging_together(pieces, until)
    days: dict[date, Bar] = {}
    for piece in pieces:  # the later fetched account of a day is the truer one
        days |= {bar.day: bar for bar in piece.bars if bar.close is not None}
    bars = tuple(days[day] for day in sorted(days) if until is None or day <= until)
    if not bars:
        raise NotHeld(message("markets.none_held", symbol=symbol[:40]))
    used = tuple(piece.evidence for piece in pieces)
    return Series(code if basis == "raw" else symbol, pieces[-1].name, basis, bars, used)


def _is_of(evidence: Evidence, code: str) -> bool:
    market = _MARKETS.get(evidence.provenance.tool)
    return market is not None and evidence.provenance.tool_key.startswith(f"{market.tool}:{code}:")


async def _local(desk: MarketDesk, evidence: Evidence) -> _Piece:
    market = _MARKETS[evidence.provenance.tool]
    _, code, told = evidence.provenance.tool_key.split(":")
    month = month_of(told)
    trading = market.read(desk, await _raw(desk, evidence), code, month)
    return _Piece(trading.name, trading.bars, evidence, month)


async def _foreign(desk: MarketDesk, evidence: Evidence) -> _Piece:
    return _Piece("", stooq.read_bars(await _raw(desk, evidence)), evidence)


async def _raw(desk: MarketDesk, evidence: Evidence) -> bytes:
    raw = await desk.raw(evidence)
    if raw is None:
        raise NotHeld(message("markets.original_gone", title=evidence.title))
    return raw


def _hanging_together(pieces: list[_Piece], until: date | None) -> list[_Piece]:
    """Back from the last month as long as no month is missing."""
    last_wanted = Month.of(until) if until is not None else None
    dated = [p for p in pieces if p.month is None or last_wanted is None or p.month <= last_wanted]
    months = {piece.month for piece in dated if piece.month is not None}
    if not months:
        return dated
    first = max(months)
    while first.back(1) in months:
        first = first.back(1)
    return sorted(
        (p for p in dated if p.month is not None and p.month >= first),
        key=lambda p: (p.month or first, p.evidence.fetched_at),
    )
