"""Which tool to call next, and with what: search first, open what was found, keep it, conclude.

Tools are known by what they ask for, not by their names: an address makes a reader, a search term
a searcher, a list of objects a keeper. Only tools that end the work are recognised by name.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rostra_testing.scripted import words
from rostra_testing.scripted.filling import Filler, Voice, shorten
from rostra_testing.scripted.reading import Reading
from rostra_testing.scripted.replies import Call
from rostra_testing.scripted.request import ChatRequest, Tool
from rostra_testing.scripted.shapes import kind_of, plain
from rostra_testing.scripted.voices import TrueVoice

AT_ONCE = 2


class Caller:
    """Chooses tool calls for one request. `voice` speaks in the calls that end the work."""

    def __init__(self, request: ChatRequest, reading: Reading, voice: Voice) -> None:
        self._request = request
        self._reading = reading
        self._voice = voice
        self._made = {(call.name, _canonical(call.arguments)) for call in request.past_calls}

    def calls(self, most: int) -> tuple[Call, ...]:
        """The calls to make now; none means: answer in words. `most` bounds a conversation."""
        request = self._request
        if not request.tools or request.tool_choice == "none":
            return ()
        named = [tool for tool in request.tools if tool.name == request.tool_choice]
        if named:
            return (self._call(named[0]),)
        working = [tool for tool in request.tools if not _ends(tool) and not _pleads(tool)]
        fresh = self._fresh(working) if len(request.past_calls) < most else []
        if fresh:
            together = AT_ONCE if request.body.get("parallel_tool_calls") is not False else 1
            return tuple(fresh[: 1 if request.past_calls else together])
        ending = [tool for tool in request.tools if _ends(tool)]
        if ending:
            return (self._call(ending[0]),)
        if request.tool_choice == "required":
            return (self._call((working or list(request.tools))[0]),)
        return ()

    def _fresh(self, tools: list[Tool]) -> list[Call]:
        """Calls not made before, at most one a tool, the most useful first."""
        ranked = sorted(tools, key=self._use, reverse=True)
        found = []
        for tool in ranked:
            if self._use(tool) == 0:
                continue
            for call in self._variants(tool):
                if (call.name, _canonical(call.written)) not in self._made:
                    found.append(call)
                    break
        return found

    def _use(self, tool: Tool) -> int:
        """How useful a tool is now: keeping what was found, then reading, then searching."""
        parts = _parts(tool)
        if any(_is_list_of_objects(part, tool) for part in parts.values()):
            return 3 if self._reading.records and self._request.past_calls else 0
        if any(words.suggests(name, words.ADDRESSES) for name in parts):
            return 2 if self._reading.urls else 0
        return 1

    def _variants(self, tool: Tool) -> Iterator[Call]:
        """The same call for each address or each search that comes to mind."""
        base = self._arguments(tool)
        address = next((name for name in base if words.suggests(name, words.ADDRESSES)), None)
        search = next((name for name in base if words.suggests(name, words.SEARCHES)), None)
        if address is not None and isinstance(base[address], str):
            for url in self._reading.urls:
                yield Call(tool.name, {**base, address: url})
            return
        yield Call(tool.name, base)
        if search is not None and isinstance(base[search], str):
            for passage in self._reading.passages[:AT_ONCE]:
                yield Call(tool.name, {**base, search: shorten(passage.text)})

    def _call(self, tool: Tool) -> Call:
        return Call(tool.name, self._arguments(tool))

    def _arguments(self, tool: Tool) -> dict[str, Any]:
        voice = self._voice if _ends(tool) or self._is_only(tool) else TrueVoice()
        return arguments(tool, Filler(self._reading, voice), self._reading)

    def _is_only(self, tool: Tool) -> bool:
        """A single tool that must be called is how many clients ask for a structured answer."""
        choice = self._request.tool_choice
        return choice == tool.name or (choice == "required" and len(self._request.tools) == 1)


def arguments(tool: Tool, filler: Filler, reading: Reading) -> dict[str, Any]:
    """Arguments that fit the tool's schema; lists of objects are copied from records seen."""
    filled = filler.fill({"type": "object", **tool.parameters})
    result: dict[str, Any] = filled if isinstance(filled, dict) else {}
    for name, part in _parts(tool).items():
        if _is_list_of_objects(part, tool):
            copied = _copied(
                plain(plain(part, tool.parameters).get("items"), tool.parameters), reading
            )
            result[name] = copied or result.get(name, [])
    return result


def _copied(shape: Mapping[str, Any], reading: Reading) -> list[dict[str, Any]]:
    """Records seen that have every field the shape requires, cut to the fields it knows."""
    properties = shape.get("properties") or {}
    required = set(shape.get("required") or properties)
    return [
        {name: value for name, value in record.items() if name in properties}
        for record in reading.records
        if required and required <= set(record)
    ]


def _parts(tool: Tool) -> Mapping[str, Any]:
    properties = plain(tool.parameters, tool.parameters).get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _is_list_of_objects(part: object, tool: Tool) -> bool:
    schema = plain(part, tool.parameters)
    items = plain(schema.get("items"), tool.parameters)
    return kind_of(schema) == "array" and kind_of(items) == "object"


def _ends(tool: Tool) -> bool:
    return words.suggests(tool.name, words.ENDS)


def _pleads(tool: Tool) -> bool:
    return words.suggests(tool.name, words.PLEAS)


def _canonical(arguments_text: str) -> str:
    try:
        return json.dumps(json.loads(arguments_text), sort_keys=True)
    except (ValueError, RecursionError):
        return arguments_text
