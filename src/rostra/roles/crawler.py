"""The crawler: an agent that reads one section's list and saves what is in range.

It has four tools, fifteen requests and a clean context. What it says about an item is checked
against what was seen: it may find rows that code missed, it cannot invent one or move its day.
"""

from collections.abc import Sequence
from datetime import date
from typing import get_args

from rostra.models.call import ModelPath
from rostra.models.messages import Effort, Message, ToolSpec
from rostra.prompts import load
from rostra.records import ItemType, JsonValue
from rostra.roles.loop import Agent, CallTools, TurnLimits
from rostra.text import count_tokens

ROLE, PROMPT = "crawler", "collect/crawler_section"
SAVE_MANY, SAVE_ONE, FINISH = "save_results_batch", "save_result", "finish"
# The last of the fifteen is the one that ends a turn which does not end itself.
LIMITS = TurnLimits(tool_steps=15, ceiling=19_000, answer_tokens=4_000, requests=14)
_KNOWN_TOKENS = 2_500

_ITEM: dict[str, JsonValue] = {
    "title": {"type": "string"},
    "url": {"type": "string"},
    "date": {"type": "string", "description": "YYYY-MM-DD"},
    "type": {"type": "string", "enum": list(get_args(ItemType))},
}


def _object(properties: dict[str, JsonValue], required: list[str]) -> dict[str, JsonValue]:
    return {"type": "object", "properties": properties, "required": list[JsonValue](required)}


def tool_specs(browse: ToolSpec) -> tuple[ToolSpec, ...]:
    """The four tools as the agent sees them."""
    one = _object(_ITEM, ["title", "url"])
    many = _object({"items": {"type": "array", "items": one}}, ["items"])
    return (
        browse,
        ToolSpec(SAVE_MANY, "Save several items of the page that was opened last.", many),
        ToolSpec(SAVE_ONE, "Save one item.", one),
        ToolSpec(FINISH, "End: everything in range is saved.", _object({}, [])),
    )


def crawler(
    path: ModelPath,
    language: str,
    browse: ToolSpec,
    call_tools: CallTools,
    limits: TurnLimits,
    effort: Effort = "low",
) -> Agent:
    return Agent(
        role=ROLE,
        language=language,
        tools=tool_specs(browse),
        ask=path.ask,
        call_tools=call_tools,
        limits=limits,
        ends=frozenset({FINISH}),
        effort=effort,
        prompt=load(PROMPT, language).origin,
    )


def opening(
    language: str,
    name: str,
    url: str,
    since: date,
    until: date,
    max_items: int,
    known: Sequence[str],
) -> tuple[Message, ...]:
    """What the agent is told before its first request."""
    filled = load(PROMPT, language).fill(
        {"section": name, "url": url, "known": _within(known) or "-"},
        since=since.isoformat(),
        until=until.isoformat(),
        max_items=max_items,
    )
    return Message("system", filled.system), Message("user", filled.task)


def _within(known: Sequence[str]) -> str:
    """As many addresses as fit, the latest first; code drops the others when they come again."""
    lines: list[str] = []
    room = _KNOWN_TOKENS
    for url in reversed(known):
        room -= count_tokens(url) + 1
        if room < 0:
            break
        lines.append(url)
    return "\n".join(lines)
