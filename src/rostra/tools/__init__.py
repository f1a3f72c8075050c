"""What an agent can call, and the one path every call takes (`call.py`)."""

from rostra.tools.call import ToolPath
from rostra.tools.registry import Registry
from rostra.tools.tool import Adapter, AdapterTool, Document, Tool, ToolOutput

__all__ = ["Adapter", "AdapterTool", "Document", "Registry", "Tool", "ToolOutput", "ToolPath"]
