"""Search: one tool, and behind it engines that are a row each (`engine.py` is the port)."""

from rostra.tools.search import (
    arxiv,
    bing_news,
    bocha,
    brave,
    ddgs,
    exa,
    firecrawl,
    gdelt,
    openalex,
    searxng,
    serper,
    tavily,
    wikipedia,
    you,
)
from rostra.tools.search.engine import (
    AUTO,
    MOST_HITS,
    Access,
    Engine,
    EngineFailed,
    EngineRow,
    OpenEngine,
    Query,
    chosen,
    distinct,
    hit_of,
    open_engines,
    origin,
    origins,
)
from rostra.tools.search.tool import (
    FORMER_NAME,
    INPUT,
    SEARCH,
    Domains,
    Rests,
    fused,
    search_tool,
    words_of,
)

# Every engine that `search` can name. A new one is its file beside these and a row here.
ENGINES: dict[str, EngineRow] = {
    one.ROW.name: one.ROW
    for one in (
        searxng, tavily, you, firecrawl, wikipedia, arxiv, bing_news, brave, serper, exa, bocha,
        openalex, gdelt, ddgs,
    )
}  # fmt: skip

__all__ = [
    "AUTO",
    "ENGINES",
    "FORMER_NAME",
    "INPUT",
    "MOST_HITS",
    "SEARCH",
    "Access",
    "Domains",
    "Engine",
    "EngineFailed",
    "EngineRow",
    "OpenEngine",
    "Query",
    "Rests",
    "chosen",
    "distinct",
    "fused",
    "hit_of",
    "open_engines",
    "origin",
    "origins",
    "search_tool",
    "words_of",
]
