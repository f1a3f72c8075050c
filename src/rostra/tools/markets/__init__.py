"""Taiwanese markets, macro series and indicators: figures from services that answer in tables."""

from rostra.tools.markets.desk import MarketDesk, Places
from rostra.tools.markets.line import Line
from rostra.tools.markets.shelf import market_tools

__all__ = ["Line", "MarketDesk", "Places", "market_tools"]
