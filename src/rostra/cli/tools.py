"""`rostra tools list|show|call|policy`: what agents may call, under which rules; and call it."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

if TYPE_CHECKING:
    from datetime import datetime

    from rostra.records import JsonValue, Run, ToolCall, ToolResult
    from rostra.store import Store
    from rostra.tools import Tool

app = group("tools")

Sample = Annotated[bool, typer.Option("--sample", help="The tools of the sample city.")]
Name = Annotated[str, typer.Argument(metavar="TOOL", help="Its dotted name.")]


@command(app, "list")
async def list_(
    desk: Desk,
    topic: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only what an agent is shown for this topic.")
    ] = None,
    sample: Sample = False,
) -> None:
    """List every tool: how far it is trusted, who approves it, how long its answers hold."""
    from rostra.assembly import open_house

    async with open_house(desk.settings) as house:
        registry = await house.tools.registry_of(is_sample=sample)
    tools = registry.tools() if topic is None else registry.offered(topic)
    if desk.json:
        desk.give({"tools": [_facts(tool) for tool in tools], "withheld": registry.withheld()})
        return
    rows = [
        (tool.name, tool.level, _asked_of(tool), _life(tool), _one_line(tool.description))
        for tool in tools
    ]
    desk.table(("TOOL", "LEVEL", "APPROVAL", "HOLDS", "WHAT IT DOES"), rows, [""] * len(rows))
    if registry.withheld():
        desk.note(f"Withheld on this desk: {', '.join(registry.withheld())}.")


@command(app, "show")
async def show(desk: Desk, name: Name, sample: Sample = False) -> None:
    """Show one tool: its rules, what it takes and what it gives."""
    import json

    from rostra.assembly import open_house
    from rostra.cli.text import columns
    from rostra.tools.fencing import spec_of

    async with open_house(desk.settings) as house:
        tool = (await house.tools.registry_of(is_sample=sample)).get(name)
    if desk.json:
        schemas = {"input": tool.input_schema, "output": tool.output_schema}
        desk.give({"tool": {**_facts(tool), **schemas}})
        return
    facts = [
        ("Name", tool.name),
        ("Trust", tool.level),
        ("Approval", _asked_of(tool)),
        ("Answers hold", _life(tool)),
        ("Gives up after", f"{tool.timeout:g} s"),
        ("Shown", "for every topic" if tool.is_core or not tool.topics else ", ".join(tool.topics)),
        ("Comes from", tool.origin or "Rostra"),
    ]
    desk.say("\n".join(columns(facts)))
    desk.say(f"\nAs agents see it:\n{spec_of(tool).description}")
    for title, schema in (("Takes", tool.input_schema), ("Gives", tool.output_schema)):
        if schema:
            desk.say(f"\n{title}:\n{json.dumps(schema, ensure_ascii=False, indent=2)}")


@command(app, "call")
async def call(
    desk: Desk,
    name: Name,
    arg: Annotated[
        list[str] | None,
        typer.Option("--arg", metavar="NAME=VALUE", help="An argument; repeatable. JSON or text."),
    ] = None,
    why: Annotated[
        str, typer.Option(metavar="TEXT", help="The justification, where approval is needed.")
    ] = "",
    run_id: Annotated[
        str | None,
        typer.Option("--run", metavar="RUN", help="Call as part of a run: with what it found."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Approve the call without asking.")] = False,
    sample: Sample = False,
) -> int:
    """Call one tool by the path every agent takes: gates, budget, evidence and all.

    You are the one who approves. A page can be opened when the run has found it: name the run in
    which you searched with --run. Exit code 4 says that nobody could be asked.
    """
    from rostra.assembly import open_house
    from rostra.steps import InlineStep

    given = _arguments(arg or [], why)
    chair = _Chair(desk, yes=yes)
    async with open_house(desk.settings) as house:
        path = await house.tools.path_for_a_person(
            _question(given), is_sample=sample, approve=chair.approves
        )
        run = await _begin(house.store, name, run_id, house.clock(), is_sample=sample)
        step = InlineStep(run.id, parent=run.parent)
        (result,) = await path.call([_call(name, given, why)], step)
        await _end(house.store, run, result, house.clock())
    if desk.json:
        desk.give({"run": run.parent or run.id, "result": result})
    else:
        _tell(desk, run, result)
    return 4 if chair.is_waiting else _exit_code(result)


@command(app, "policy")
def policy(desk: Desk) -> None:
    """Show the rules that hold for tools on this desk, and what they are set to."""
    from rostra.assembly.tools import policy_of
    from rostra.cli.text import columns

    said = policy_of(desk.settings)
    if desk.json:
        desk.give({"policy": said, "levels": dict(_LEVELS)})
        return
    desk.say("\n".join(columns([(level, rule) for level, rule in _LEVELS])))
    seconds = f"; waits {said.chair_seconds:g} s" if said.chair == "person" else ""
    budget, turns = desk.settings.budget, desk.settings.turns
    rows = [
        ("In the chair", said.chair + seconds),
        ("A search earns", _pages(said.browses_per_search)),
        ("A turn calls", f"{turns.max_tool_steps}, and {turns.extension_steps} more per extension"),
        ("Pleas a turn", str(turns.max_extensions)),
        ("A run calls", "without a cap" if budget.max_calls is None else f"{budget.max_calls}"),
        ("Other levels", ", ".join(f"{name}={lv}" for name, lv in said.levels.items()) or "none"),
        ("Approval also for", ", ".join(said.approval) or "none"),
        ("Withheld", ", ".join(said.withheld) or "none"),
        ("Search only", ", ".join(said.search_allow) or "any domain"),
        ("Search never", ", ".join(said.search_deny) or "none"),
    ]
    desk.say("\n" + "\n".join(columns(rows)))
    desk.note("Set these under [governance], [turns] and [budget] in rostra.toml.")


_LEVELS = (
    ("L1", "internal data: no approval, asked first; its facts anchor"),
    ("L2", "official and professional data, and search: no approval; queries are judged"),
    ("L3", "web pages: found by a search of the run, earned by it, justified, approved"),
    ("L4", "backup data: after L1 and L2 failed for the same need; never primary evidence"),
)


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
        return "desks only"
    return "chair" if tool.requires_approval else "none"


def _life(tool: "Tool") -> str:
    seconds = tool.ttl.total_seconds()
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count} pages"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:80]


def _arguments(written: list[str], why: str) -> "dict[str, JsonValue]":
    import json

    from rostra.errors import UsageError

    given: dict[str, JsonValue] = {}
    for pair in written:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"--arg {pair!r} is not NAME=VALUE.")
        try:
            given[name] = json.loads(value)
        except (ValueError, RecursionError):
            given[name] = value
    return {**given, "justification": why} if why else given


def _question(given: "dict[str, JsonValue]") -> str:
    """What a person at the desk asks is what the call is about."""
    return " ".join(str(value) for value in given.values())


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
            question = f"Let {asked.tool} go out for {asked.subject}?"
            return self._desk.confirm(question, flag="--yes")
        except WaitingForPerson as waiting:
            self.is_waiting = True
            self._desk.note(str(waiting))
            return False


async def _begin(
    store: "Store", name: str, run_id: str | None, now: "datetime", *, is_sample: bool
) -> "Run":
    """A run of its own for the call, or a turn of the run that was named."""
    from uuid import uuid4

    from rostra.cli.lookup import the_run
    from rostra.records import Run

    parent = await the_run(store, run_id) if run_id else None
    fresh = uuid4().hex
    run = Run(
        id=f"{parent.id}/call-{fresh[:8]}" if parent else fresh,
        kind=parent.kind if parent else "research",
        question=f"tools call {name}",
        status="running",
        created_at=now,
        started_at=now,
        options={"sample": True} if is_sample else {},
        parent=parent.id if parent else None,
    )
    await store.create_run(run)
    return run


async def _end(store: "Store", run: "Run", result: "ToolResult", now: "datetime") -> None:
    from dataclasses import replace

    ended = replace(run, status="done", ended_at=now)
    if not result.ok:
        ended = replace(ended, status="failed", error=result.reason, error_code=result.code)
    await store.save_run(ended)


def _tell(desk: Desk, run: "Run", result: "ToolResult") -> None:
    if not result.ok:
        desk.note(f"{result.code}: {result.reason}")
    else:
        desk.say(result.text or "(nothing was found)")
        if result.evidence:
            desk.note(f"Kept whole as {', '.join(result.evidence)} (from: {result.rung}).")
    desk.note(f"Run {run.parent or run.id}.")


def _exit_code(result: "ToolResult") -> int:
    if result.ok:
        return 0
    return 5 if result.code in {"refused:budget", "refused:turn", "refused:breaker"} else 1
