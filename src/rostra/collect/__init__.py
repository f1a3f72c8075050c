"""Watch sites, bring home dated items, each once, summarised and ranked."""

from rostra.collect.desk import CollectDesk

__all__ = ["CollectDesk"]
