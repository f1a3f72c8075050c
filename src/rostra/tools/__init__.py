"""What an agent can call, and the one path every call takes (`call.py`)."""

from rostra.tools.call import ToolPath
from rostra.tools.registry import Registry
from rostra.tools.tool import Tool, ToolOutput

__all__ = ["Registry", "Tool", "ToolOutput", "ToolPath"]
