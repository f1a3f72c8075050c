"""All market tools of a world, those whose services are there."""

from rostra.tools.markets.analysis import technical_analysis_tool
from rostra.tools.markets.desk import MarketDesk
from rostra.tools.markets.pdr_reader import pdr_reader_tool
from rostra.tools.markets.revenue import revenue_tools
from rostra.tools.markets.stock_day import stock_day_tools
from rostra.tools.markets.tej import tej_tools
from rostra.tools.markets.valuation import valuation_tools
from rostra.tools.tool import Tool


def market_tools(desk: MarketDesk) -> tuple[Tool, ...]:
    return (
        *stock_day_tools(desk),
        *revenue_tools(desk),
        *valuation_tools(desk),
        technical_analysis_tool(desk),
        *([pdr_reader_tool(desk)] if desk.places.has_macro else []),
        *tej_tools(desk),
    )
