"""From what a server answered to a tool's output: text to read, data to check, bytes to keep."""

from collections.abc import Iterable, Mapping
from typing import Any

import mcp_types

from rostra.records import JsonValue, Source
from rostra.text import clean
from rostra.tools.adapters.definitions import Definition
from rostra.tools.adapters.failures import BrokenPromise, ToolError
from rostra.tools.adapters.telling import MOST_TEXT, complaint, day_of, readable
from rostra.tools.schema import schema_fault
from rostra.tools.tool import Document, ToolOutput
from rostra.words import message


def output_of(
    result: mcp_types.CallToolResult,
    definition: Definition,
    *,
    tool: str,
    source: Source,
    address: str,
    secrets: Iterable[str] = (),
) -> ToolOutput:
    """Check and read one answer; a failure that the tool tells of is an error of ours."""
    told = "\n".join(_block(block) for block in result.content)[:MOST_TEXT]
    if result.is_error:
        raise ToolError(
            message(
                "errors_tools.failed_here",
                tool=tool,
                complaint=complaint(told, secrets) or message("adapters.silent"),
            )
        )
    data = _structured(result, definition, tool)
    text = readable(data) if data is not None else clean(told)
    if not text.strip():
        raise BrokenPromise(message("errors_tools.answered_nothing_read", tool=tool))
    document = Document(
        url=address,
        title=tool,
        raw=_kept(result),
        media_type="application/json",
        text=text,
        source=source,
        published=day_of(data, tool),
    )
    return ToolOutput(text, data, (document,))


def _kept(result: mcp_types.CallToolResult) -> bytes:
    """The answer as it came, without the envelope, which differs from one time to the next."""
    told = result.model_dump_json(by_alias=True, exclude_none=True, exclude={"meta"})
    return told.encode("utf-8", "replace")


def _structured(result: mcp_types.CallToolResult, definition: Definition, tool: str) -> JsonValue:
    promised = definition.output_schema
    data: Any = result.structured_content
    if not promised:
        return data if isinstance(data, Mapping | list) else None
    if data is None:
        raise BrokenPromise(message("errors_tools.promises_data_answered_words", tool=tool))
    if fault := schema_fault(promised, data):
        raise BrokenPromise(message("errors_tools.answered_shape_did_not", tool=tool, fault=fault))
    return data  # type: ignore[no-any-return]


def _block(block: Any) -> str:
    """What a block says. Links are named and never opened; pictures and sounds are counted."""
    if isinstance(block, mcp_types.TextContent):
        return block.text
    if isinstance(block, mcp_types.ResourceLink):
        return f"(a link that was not opened: {block.title or block.name})"
    if isinstance(block, mcp_types.EmbeddedResource):
        return str(getattr(block.resource, "text", "(a file that was not opened)"))
    return f"(a {block.type} of {len(block.data):,} characters that was not opened)"
