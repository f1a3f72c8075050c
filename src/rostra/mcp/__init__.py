"""Our jobs as MCP tools for other agents. It decides nothing."""
