"""Data first: tools that measure what a question asks for are asked before the web is searched.

A tool is asked where its answer has a field for a measure that is asked for and it takes the code
of a company. No tool is named here: exchanges, REST and MCP tools are found by their schemas.
"""

import re
from collections.abc import Mapping

from rostra.desks.research.scope import Scope
from rostra.records import JsonValue, ToolCall
from rostra.roles.asking import Asked
from rostra.text import known_aliases
from rostra.tools.registry import Registry
from rostra.tools.tool import Tool

_MOST, _LONGEST_NAME = 6, 20
_OF_COMPANY, _OF_MONTH = "code", "month"
_LEVELS = ("L1", "L2")
# Four digits that are no year; who is known by name has his code from there.
_LISTED = re.compile(r"(?<!\d)(?!19|20)[1-9]\d{3}(?!\d|[-/.]\d)")


def data_calls(asked: Asked, scope: Scope, registry: Registry) -> list[ToolCall]:
    """What is asked of which tool: each measure of each company that the question names."""
    measures = {one.partition(".")[0] for one in asked.slots.metric_ids}
    named = [asked.subject, *(one.text for one in asked.slots.entities)]
    companies = [_code(one) for one in named if 1 < len(one) <= _LONGEST_NAME]
    companies += _LISTED.findall(asked.text)
    found: list[ToolCall] = []
    for tool in map(registry.get, registry.names()):
        if not _measures(tool) & measures or not _takes_company(tool):
            continue
        for company in dict.fromkeys(companies):
            args: dict[str, JsonValue] = {_OF_COMPANY: company}
            if (month := _month(scope)) and _OF_MONTH in _fields(tool.input_schema):
                args[_OF_MONTH] = month
            found.append(ToolCall(f"data-{len(found) + 1}", tool.name, args, "", company))
    return found[:_MOST]


def _code(name: str) -> str:
    """The code a company is listed under, or its name: exchanges know their own."""
    for code, alias in known_aliases().codes.items():
        if name in (alias.name, code):
            return code
    return name


def _fields(schema: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    fields = schema.get("properties")
    return fields if isinstance(fields, Mapping) else {}


def _measures(tool: Tool) -> set[str]:
    return set(_fields(tool.output_schema))


def _takes_company(tool: Tool) -> bool:
    is_free = tool.level in _LEVELS and not tool.requires_approval
    return is_free and tool.input_schema.get("required") == [_OF_COMPANY]


def _month(scope: Scope) -> str:
    """The month that is asked about, where it is one."""
    first, last = scope.start, scope.end
    is_one = first and last and (first.year, first.month) == (last.year, last.month)
    return f"{first:%Y-%m}" if is_one and first else ""
