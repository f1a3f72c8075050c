"""Tools that are not ours: MCP servers, REST services and plugins, behind the one tool path.

Nothing here is imported or started before a setting asks for it. How far such a tool is trusted
is the operator's word; what it says of itself is material.
"""
