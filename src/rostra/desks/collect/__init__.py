"""Watch sites, bring home dated items, each once, summarised and ranked."""
