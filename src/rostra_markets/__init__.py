"""Taiwanese markets, macro series and indicators: figures from services that answer in tables.

A plugin like anybody's, on unless the settings say otherwise: `register` is its entry point.
"""

from rostra_markets.desk import MarketDesk, Places
from rostra_markets.line import Line
from rostra_markets.plugin import market_tools, register

__all__ = ["Line", "MarketDesk", "Places", "market_tools", "register"]
