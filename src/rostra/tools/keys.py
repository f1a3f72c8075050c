"""The key under which a question is known: the same question always gives the same key."""

import hashlib
import json
from collections.abc import Mapping

from rostra.records import JsonValue
from rostra.tools.tool import Tool


def canonical_args(tool: Tool, args: Mapping[str, JsonValue]) -> str:
    """Arguments sorted and tidied, without the fields that do not change the answer."""
    asked = tool.tidy(args) if tool.tidy else args
    kept = {name: _tidy(value) for name, value in asked.items() if name not in tool.noise}
    without_empty = {name: value for name, value in kept.items() if value not in (None, "", [])}
    return json.dumps(without_empty, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def tool_key(tool: Tool, args: Mapping[str, JsonValue]) -> str:
    digest = hashlib.sha256(canonical_args(tool, args).encode("utf-8", "surrogatepass"))
    return f"tool:{tool.name}:{digest.hexdigest()}"


def _tidy(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return [_tidy(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _tidy(item) for name, item in value.items()}
    return value
