"""`rostra tools list|show|call|policy`: what agents may call, under which rules; and call it."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import Message, has, message

if TYPE_CHECKING:
    from datetime import datetime

    from rostra.records import JsonValue, Run, ToolCall, ToolResult
    from rostra.store import Store
    from rostra.tools import Registry, Tool

app = group("tools")

Sample = Annotated[bool, typer.Option("--sample", help="cli.tools.options.sample")]
Name = Annotated[str, typer.Argument(metavar="TOOL", help="cli.tools.options.name")]


@command(app, "list")
async def list_(
    desk: Desk,
    topic: Annotated[
        str | None, typer.Option(metavar="TEXT", help="cli.tools.options.topic")
    ] = None,
    sample: Sample = False,
) -> None:
    from rostra.assembly import open_house

    async with open_house(desk.settings) as house:
        registry = await house.tools.registry_of(is_sample=sample)
    tools = registry.tools() if topic is None else registry.offered(topic)
    if desk.json:
        desk.give({"tools": [_facts(tool) for tool in tools], "withheld": registry.withheld()})
        return
    rows = [
        (
            tool.name,
            tool.level,
            desk.word("tools.approval", _asked_of(tool)),
            desk.said(_life(tool)),
            _about(desk, tool),
        )
        for tool in tools
    ]
    desk.table(("tool", "level", "approval", "holds", "what_it_does"), rows, [""] * len(rows))
    if registry.withheld():
        desk.note(message("cli.tools.withheld_desk", withheld=", ".join(registry.withheld())))


@command(app, "show")
async def show(desk: Desk, name: Name, sample: Sample = False) -> None:
    import json

    from rostra.assembly import open_house
    from rostra.tools.fencing import spec_of

    async with open_house(desk.settings) as house:
        tool = (await house.tools.registry_of(is_sample=sample)).get(name)
    if desk.json:
        schemas = {"input": tool.input_schema, "output": tool.output_schema}
        desk.give({"tool": {**_facts(tool), **schemas}})
        return
    facts: list[tuple[str, Message | str]] = [
        ("name", tool.name),
        ("trust", tool.level),
        ("approval", desk.word("tools.approval", _asked_of(tool))),
        ("answers_hold", _life(tool)),
        ("gives_up_after", message("cli.tools.life.s", length=tool.timeout)),
        (
            "shown",
            ", ".join(() if tool.is_core else tool.topics) or message("cli.tools.every_topic"),
        ),
        ("comes_from", tool.origin or "Rostra"),
    ]
    desk.facts(facts)
    desk.say(message("cli.tools.agents_see", description=spec_of(tool).description))
    for title, schema in (("takes", tool.input_schema), ("gives", tool.output_schema)):
        if schema:
            desk.say(f"\n{desk.word('label', title)}:")
            desk.say(json.dumps(schema, ensure_ascii=False, indent=2))


@command(app, "call")
async def call(
    desk: Desk,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="cli.tools.options.text")] = "",
    arg: Annotated[
        list[str] | None,
        typer.Option("--arg", metavar="NAME=VALUE", help="cli.tools.options.arg"),
    ] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="cli.tools.options.why")] = "",
    run_id: Annotated[
        str | None,
        typer.Option("--run", metavar="RUN", help="cli.tools.options.run_id"),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="cli.tools.options.yes")] = False,
    engines: Annotated[str, typer.Option(metavar="LIST", help="cli.tools.options.engines")] = "",
    explain: Annotated[bool, typer.Option("--explain", help="cli.tools.options.explain")] = False,
    sample: Sample = False,
) -> int:
    from rostra.assembly import open_house
    from rostra.assembly.orders import place_call
    from rostra.cli.lookup import the_run
    from rostra.steps import InlineStep

    written = _pairs(arg or [])
    chair = _Chair(desk, yes=yes)
    async with open_house(desk.settings) as house:
        path = await house.tools.path_for_a_person(
            " ".join([text, *written.values(), why]), is_sample=sample, approve=chair.approves
        )
        written |= {"engines": engines} if engines else {}
        given = _arguments(written | _first(text, path.registry, name), why, path.registry, name)
        parent = await the_run(house.store, run_id) if run_id else None
        run = place_call(house, name, parent, is_sample=sample)
        await house.store.create_run(run)
        step = InlineStep(run.id, parent=run.parent)
        (result,) = await path.call([_call(name, given, why)], step)
        await _end(house.store, run, result, house.clock())
    if desk.json:
        desk.give({"run": run.parent or run.id, "result": result})
    else:
        _tell(desk, run, result)
        if explain:
            _explain(desk, result)
    return 4 if chair.is_waiting else _exit_code(result)


@command(app, "policy")
def policy(desk: Desk) -> None:
    from rostra.assembly.tools import policy_of
    from rostra.cli.text import columns
    from rostra.settings.trust import LEVELS

    said = policy_of(desk.settings)
    if desk.json:
        desk.give({"policy": said, "levels": {one: desk.word("tools.rule", one) for one in LEVELS}})
        return
    desk.say("\n".join(columns([(one, desk.word("tools.rule", one)) for one in LEVELS])))
    seconds = said.chair_seconds if said.chair == "person" else None
    none = message("cli.tools.none")
    budget, turns = desk.settings.budget, desk.settings.turns
    rows: list[tuple[str, Message | str]] = [
        ("in_the_chair", message("cli.tools.chair", chair=said.chair, seconds=seconds)),
        ("a_search_earns", message("cli.tools.pages", count=said.browses_per_search)),
        (
            "a_turn_calls",
            message("cli.tools.steps", steps=turns.max_tool_steps, more=turns.extension_steps),
        ),
        ("pleas_a_turn", str(turns.max_extensions)),
        (
            "a_run_calls",
            message("cli.tools.uncapped") if budget.max_calls is None else str(budget.max_calls),
        ),
        ("other_levels", ", ".join(f"{name}={lv}" for name, lv in said.levels.items()) or none),
        ("approval_also_for", ", ".join(said.approval) or none),
        ("withheld", ", ".join(said.withheld) or none),
        ("search_only", ", ".join(said.search_allow) or message("cli.tools.any_domain")),
        ("search_never", ", ".join(said.search_deny) or none),
    ]
    desk.say()
    desk.facts(rows)
    desk.note(message("cli.tools.set_these_under_governance"))


def _facts(tool: "Tool") -> dict[str, object]:
    return {
        "name": tool.name,
        "level": tool.level,
        "requires_approval": tool.requires_approval,
        "ttl_seconds": tool.ttl.total_seconds(),
        "is_core": tool.is_core,
        "topics": tool.topics,
        "origin": tool.origin,
        "description": tool.description,
    }


def _asked_of(tool: "Tool") -> str:
    from rostra.tools.pages import PAGES_READ

    if tool.name == PAGES_READ:
        return "desks_only"
    return "chair" if tool.requires_approval else "none"


def _life(tool: "Tool") -> Message:
    seconds = tool.ttl.total_seconds()
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return message(f"cli.tools.life.{unit}", length=seconds / length)
    return message("cli.tools.life.s", length=seconds)


def _about(desk: Desk, tool: "Tool") -> str:
    """What a tool of ours does, in the reader's words; others say it themselves."""
    return (
        desk.word("does", tool.name)
        if has(f"cli.does.{tool.name}")
        else _one_line(tool.description)
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())[:80]


def _pairs(written: list[str]) -> dict[str, str]:
    from rostra.errors import UsageError

    given = {}
    for pair in written:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError(message("cli.tools.arg_not_name_value", pair=repr(pair)))
        given[name] = value
    return given


def _first(text: str, registry: "Registry", tool: str) -> dict[str, str]:
    """What was typed without a name is the first thing that the tool must be given."""
    if not text:
        return {}
    schema = registry.get(tool).input_schema if tool in registry.names() else {}
    required = schema.get("required")
    return {str(required[0]): text} if isinstance(required, list) and required else {"query": text}


def _explain(desk: Desk, result: "ToolResult") -> None:
    """Who found what and in which place, who found nothing, and who did not answer."""
    rows = [
        one
        for one in (result.data if isinstance(result.data, list) else [])
        if isinstance(one, dict)
    ]
    found: dict[str, int] = dict.fromkeys(result.via, 0)
    desk.say()
    for nth, row in enumerate(rows, 1):
        extra = row.get("extra")
        ranks = extra.get("ranks") if isinstance(extra, dict) else None
        places = ranks if isinstance(ranks, dict) else {}
        for engine in places:
            found[engine] = found.get(engine, 0) + 1
        told = ", ".join(f"{engine} {rank}" for engine, rank in places.items())
        desk.say(f"{nth}. {row.get('url')}  ({told})")
    for engine, count in found.items():
        desk.say(message("cli.tools.engine_found", engine=engine, count=count))
    for why in result.failed:
        desk.say(message("cli.tools.engine_failed", why=why))
    desk.say(message("cli.tools.from_rung", rung=result.rung))


def _arguments(
    written: dict[str, str], why: str, registry: "Registry", tool: str
) -> "dict[str, JsonValue]":
    """What was typed, as the tool takes it; one that is not there is refused on its path."""
    from rostra.tools.arguments import read_argument

    schema = registry.get(tool).input_schema if tool in registry.names() else {}
    given = {name: read_argument(name, value, schema) for name, value in written.items()}
    return {**given, "justification": why} if why else given


def _call(name: str, given: "dict[str, JsonValue]", why: str) -> "ToolCall":
    from uuid import uuid4

    from rostra.records import ToolCall

    shown = " ".join(str(value) for key, value in given.items() if key != "justification")
    return ToolCall(uuid4().hex[:12], name, given, "person", shown[:200], justification=why)


class _Chair:
    """The person at the terminal; where there is none the answer is no, and that is told."""

    def __init__(self, desk: Desk, *, yes: bool) -> None:
        self._desk = desk
        self._yes = yes
        self.is_waiting = False

    async def approves(self, asked: "ToolCall") -> bool:
        from rostra.errors import WaitingForPerson

        if self._yes:
            return True
        try:
            question = message("cli.tools.really", tool=asked.tool, subject=asked.subject)
            return self._desk.confirm(question, flag="--yes")
        except WaitingForPerson as waiting:
            self.is_waiting = True
            self._desk.note(waiting.message)
            return False


async def _end(store: "Store", run: "Run", result: "ToolResult", now: "datetime") -> None:
    from dataclasses import replace

    ended = replace(run, status="done", ended_at=now)
    if not result.ok:
        ended = replace(ended, status="failed", error=result.reason, error_code=result.code)
    await store.save_run(ended)


def _tell(desk: Desk, run: "Run", result: "ToolResult") -> None:
    if not result.ok:
        desk.note(f"{result.code}: {desk.said(result.reason)}")
    else:
        desk.say(result.text or message("cli.tools.nothing_found"))
        if result.evidence:
            desk.note(
                message(
                    "cli.tools.kept_whole_from",
                    evidence=", ".join(result.evidence),
                    rung=result.rung,
                )
            )
    desk.note(message("cli.tools.run", parent=run.parent or run.id))


def _exit_code(result: "ToolResult") -> int:
    if result.ok:
        return 0
    return 5 if result.outcome.ends_work else 1
