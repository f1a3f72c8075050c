"""`rostra tools approve`: look at what foreign servers offer, and let it in."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command
from rostra.cli.tools import app

if TYPE_CHECKING:
    from datetime import datetime

    from rostra.store import Store
    from rostra.tools.adapters.definitions import Standing
    from rostra.tools.adapters.mcp import McpAdapter

_LINES_SHOWN = 40


@command(app, "approve")
async def approve(
    desk: Desk,
    servers: Annotated[
        list[str] | None, typer.Argument(metavar="SERVER...", help="By prefix; else all.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Approve without asking.")] = False,
) -> int:
    """Look at the tools of MCP servers and approve them as they are now.

    An approved tool is pinned: when its server describes it otherwise, it is held until you have
    looked at it again. Exit code 4 says that something waits for you.
    """
    from rostra.assembly import open_house
    from rostra.errors import RostraError

    failed = waiting = 0
    told: list[dict[str, object]] = []
    async with open_house(desk.settings) as house:
        for adapter in _chosen(house.tools.foreign().servers, servers or []):
            prefix = adapter.server.prefix
            try:
                standings = await adapter.standings()
            except RostraError as error:
                failed += 1
                _tell_failure(desk, adapter, str(error))
                told.append({"server": prefix, "error": str(error)})
                continue
            finally:
                await adapter.close()
            _show(desk, prefix, standings)
            done = _is_wanted(desk, prefix, standings, yes=yes)
            if done:
                await _keep(house.store, prefix, standings, house.clock())
            waiting += 0 if done else sum(_is_open(one) for one in standings)
            told.append({"server": prefix, "tools": [_plain(one, done=done) for one in standings]})
    if desk.json:
        desk.give({"servers": told})
    return 1 if failed else 4 if waiting else 0


def _chosen(known: "tuple[McpAdapter, ...]", wanted: list[str]) -> "list[McpAdapter]":
    from rostra.errors import UsageError

    by_prefix = {one.server.prefix: one for one in known}
    if not known:
        raise UsageError("No MCP server is set. Write one under [[mcp]] in rostra.toml.")
    for name in wanted:
        if name not in by_prefix:
            raise UsageError(f"No server is called {name!r}. Set: {', '.join(by_prefix)}.")
    return [by_prefix[name] for name in wanted or by_prefix]


def _is_open(one: "Standing") -> bool:
    return one.state in ("new", "changed", "gone")


def _is_wanted(desk: Desk, prefix: str, standings: "list[Standing]", *, yes: bool) -> bool:
    """Whether the person says yes to what is open; nothing to decide is no question."""
    still_open = [one for one in standings if _is_open(one)]
    if not still_open:
        return False
    if yes or desk.json:
        return yes
    word = "tool" if len(still_open) == 1 else "tools"
    return desk.confirm(f"Approve {len(still_open)} {word} of {prefix} as shown?", flag="--yes")


async def _keep(store: "Store", prefix: str, standings: "list[Standing]", now: "datetime") -> None:
    from rostra.records import Approval

    for one in standings:
        if one.state == "gone":
            await store.remove_approval(prefix, one.name)
        elif one.now is not None and _is_open(one):
            told = one.now
            await store.put_approval(Approval(prefix, one.name, told.fingerprint, told.told, now))


def _show(desk: Desk, prefix: str, standings: "list[Standing]") -> None:
    if desk.json:
        return
    colours = {"approved": "green", "new": "yellow", "changed": "red", "unusable": "red"}
    rows = [(one.state, f"{prefix}.{one.name}", one.reason) for one in standings]
    tints = [colours.get(one.state, "dim") for one in standings]
    desk.table(("STATE", "TOOL", "WHY"), rows, tints)
    for one in standings:
        if one.state == "new" and one.now is not None:
            desk.say(f"\n{prefix}.{one.name}")
            desk.say(_indented(_summary(one.now.told)))
        elif one.state == "changed" and one.now is not None and one.approved is not None:
            desk.say(f"\n{prefix}.{one.name}: - as approved, + as it is now")
            desk.say(_indented(_difference(one.approved.told, one.now.told)))
    desk.say()


def _summary(definition: str) -> str:
    """What an agent would be shown, all of it: nobody can approve what is hidden in a schema."""
    import json

    told = json.loads(definition)
    given = told.get("inputSchema", {})
    properties = given.get("properties", {})
    words = str(told.get("description") or told.get("title") or "(no description)")
    # Set in further than our own lines, which it could otherwise pretend to be.
    lines = ["\n    ".join(words.splitlines())]
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        lines.append(_argument(str(name), schema, is_required=name in given.get("required", [])))
    rest = {key: given[key] for key in given if key not in _PLAIN}
    if rest:
        lines.append(f"its arguments further: {json.dumps(rest, ensure_ascii=False)}")
    answer = told.get("outputSchema", {}).get("properties", {})
    lines.append(f"it answers with {', '.join(answer) if answer else 'words, in no fixed form'}")
    if hints := told.get("annotations"):
        lines.append(f"it says of itself: {json.dumps(hints, ensure_ascii=False)}")
    return "\n".join(lines)


_PLAIN = frozenset({"properties", "required", "type", "title", "$schema"})


def _argument(name: str, schema: object, *, is_required: bool) -> str:
    import json

    told = schema if isinstance(schema, dict) else {"schema": schema}
    kind = json.dumps(told.get("type", "anything"), ensure_ascii=False).strip('"')
    rest = {key: told[key] for key in told if key not in ("type", "title", "description")}
    more = f" {json.dumps(rest, ensure_ascii=False)}" if rest else ""
    needed = ", required" if is_required else ""
    return f"- {name} ({kind}{needed}): {told.get('description', '')}{more}"


def _told(definition: str) -> str:
    """All that a server says of a tool, line by line, to be compared."""
    import json

    return json.dumps(json.loads(definition), ensure_ascii=False, indent=2)


def _difference(before: str, after: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(_told(before).splitlines(), _told(after).splitlines(), lineterm="", n=1)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def _indented(text: str) -> str:
    lines = text.splitlines()
    more = len(lines) - _LINES_SHOWN
    shown = [f"  {line}" for line in lines[:_LINES_SHOWN]]
    if more > 0:
        shown.append(f"  ... {more} more lines; --json shows all of it")
    return "\n".join(shown)


def _tell_failure(desk: Desk, adapter: "McpAdapter", reason: str) -> None:
    desk.note(f"{adapter.server.prefix}: {reason}")
    for line in adapter.last_words():
        desk.note(f"  it wrote: {desk.settings.mask(line)}")


def _plain(one: "Standing", *, done: bool) -> dict[str, object]:
    import json

    definition = json.loads(one.now.told) if one.now and not one.now.fault else None
    return {
        "tool": one.name,
        "state": "approved" if done and one.state in ("new", "changed") else one.state,
        "reason": "" if done else one.reason,
        "definition": definition,
    }
