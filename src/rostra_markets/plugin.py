"""What the plugin hands in: all market tools of a world, those whose services are there."""

from dataclasses import asdict

from rostra.settings import SecretUrl
from rostra.settings.fields import Markets
from rostra.tools.adapters.plugins import Plugin, PluginWorld
from rostra.tools.tool import Tool
from rostra_markets.analysis import technical_analysis_tool
from rostra_markets.desk import SAMPLE_PLACES, MarketDesk, Places
from rostra_markets.line import Line
from rostra_markets.pdr_reader import pdr_reader_tool
from rostra_markets.revenue import revenue_tools
from rostra_markets.stock_day import stock_day_tools
from rostra_markets.tej import tej_tools
from rostra_markets.valuation import valuation_tools


def register(plugin: Plugin) -> None:
    """Bring in the tools; the sample city has an exchange of its own."""
    settings = plugin.settings
    lines: dict[str, Line] = {}  # one pace for the whole desk, whoever asks

    async def tools(world: PluginWorld) -> tuple[Tool, ...]:
        places = SAMPLE_PLACES if world.name else places_of(settings.markets)
        if world.name not in lines:
            # The line itself tries again, in its own time: a ban begins with quick repeats.
            client = await world.open_client(allow=mirrors(places), tries=1)
            lines[world.name] = Line(client, spacing=0 if world.name else settings.markets.spacing)
        return market_tools(
            MarketDesk(
                line=lines[world.name],
                store=world.store,
                book=world.book,
                clock=world.clock,
                places=places,
                stooq_key=settings.keys.stooq,
                tej_key=settings.keys.tej,
                world=world.name,
            )
        )

    plugin.add_prefixes("twse", "tpex", "financial", "tej")
    plugin.add_tools(tools, in_sample=True)


def market_tools(desk: MarketDesk) -> tuple[Tool, ...]:
    return (
        *stock_day_tools(desk),
        *revenue_tools(desk),
        *valuation_tools(desk),
        technical_analysis_tool(desk),
        *([pdr_reader_tool(desk)] if desk.places.has_macro else []),
        *tej_tools(desk),
    )


def places_of(markets: Markets) -> Places:
    def base(url: SecretUrl) -> str:
        return url.reveal().rstrip("/")

    return Places(
        twse=base(markets.twse_url),
        twse_open=base(markets.twse_open_url),
        tpex=base(markets.tpex_url),
        mops=base(markets.mops_url),
        stooq=base(markets.stooq_url),
        tej=base(markets.tej_url),
    )


def mirrors(places: Places) -> list[str]:
    """A mirror of one's own is often on a private address; naming it allows it."""
    named, usual = asdict(places), asdict(Places())
    urls = [url for name, url in named.items() if isinstance(url, str) and url != usual[name]]
    return [url for url in urls if url]
