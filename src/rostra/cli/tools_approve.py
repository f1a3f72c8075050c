"""`rostra tools approve`: look at what foreign servers offer, and let it in."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command
from rostra.cli.tools import app
from rostra.words import Message, Said, message

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
        list[str] | None,
        typer.Argument(metavar="SERVER...", help="cli.tools_approve.options.servers"),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="cli.tools_approve.options.yes")] = False,
) -> int:
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
                _tell_failure(desk, adapter, error.message)
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
        raise UsageError(message("cli.tools_approve.no_mcp_server_set"))
    for name in wanted:
        if name not in by_prefix:
            raise UsageError(
                message(
                    "cli.tools_approve.no_server_called",
                    name=repr(name),
                    by_prefix=", ".join(by_prefix),
                )
            )
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
    return desk.confirm(
        message("cli.tools_approve.approve_shown", count=len(still_open), prefix=prefix),
        flag="--yes",
    )


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
    rows = [
        (desk.word("standing", one.state), f"{prefix}.{one.name}", desk.said(one.reason))
        for one in standings
    ]
    tints = [colours.get(one.state, "dim") for one in standings]
    desk.table(("state", "tool", "why"), rows, tints)
    for one in standings:
        if one.state == "new" and one.now is not None:
            desk.say(f"\n{prefix}.{one.name}")
            desk.say(_indented(desk, _summary(desk, one.now.told)))
        elif one.state == "changed" and one.now is not None and one.approved is not None:
            desk.say(message("cli.tools_approve.approved_now", prefix=prefix, name=one.name))
            desk.say(_indented(desk, _difference(one.approved.told, one.now.told)))
    desk.say()


def _summary(desk: Desk, definition: str) -> str:
    """What an agent would be shown, all of it: nobody can approve what is hidden in a schema."""
    import json

    told = json.loads(definition)
    given = told.get("inputSchema", {})
    properties = given.get("properties", {})
    words = str(
        told.get("description") or told.get("title") or desk.word("tools_approve", "undescribed")
    )
    # Set in further than our own lines, which it could otherwise pretend to be.
    lines = ["\n    ".join(words.splitlines())]
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        is_required = name in given.get("required", [])
        lines.append(desk.said(_argument(str(name), schema, is_required=is_required)))
    rest = {key: given[key] for key in given if key not in _PLAIN}
    if rest:
        more = message("cli.tools_approve.further", rest=json.dumps(rest, ensure_ascii=False))
        lines.append(desk.said(more))
    answer = told.get("outputSchema", {}).get("properties", {})
    lines.append(
        desk.said(
            message("cli.tools_approve.answers", answer=", ".join(answer))
            if answer
            else message("cli.tools_approve.answers_freely")
        )
    )
    if hints := told.get("annotations"):
        own = message("cli.tools_approve.of_itself", hints=json.dumps(hints, ensure_ascii=False))
        lines.append(desk.said(own))
    return "\n".join(lines)


_PLAIN = frozenset({"properties", "required", "type", "title", "$schema"})


def _argument(name: str, schema: object, *, is_required: bool) -> Message:
    import json

    told = schema if isinstance(schema, dict) else {"schema": schema}
    kind = json.dumps(told.get("type", "anything"), ensure_ascii=False).strip('"')
    rest = {key: told[key] for key in told if key not in ("type", "title", "description")}
    more = f" {json.dumps(rest, ensure_ascii=False)}" if rest else ""
    return message(
        "cli.tools_approve.argument_needed" if is_required else "cli.tools_approve.argument",
        name=name,
        kind=kind,
        about=str(told.get("description", "")),
        more=more,
    )


def _told(definition: str) -> str:
    """All that a server says of a tool, line by line, to be compared."""
    import json

    return json.dumps(json.loads(definition), ensure_ascii=False, indent=2)


def _difference(before: str, after: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(_told(before).splitlines(), _told(after).splitlines(), lineterm="", n=1)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def _indented(desk: Desk, text: str) -> str:
    lines = text.splitlines()
    more = len(lines) - _LINES_SHOWN
    shown = [f"  {line}" for line in lines[:_LINES_SHOWN]]
    if more > 0:
        shown.append(desk.said(message("cli.tools_approve.more_lines", more=more)))
    return "\n".join(shown)


def _tell_failure(desk: Desk, adapter: "McpAdapter", reason: Said) -> None:
    desk.note(f"{adapter.server.prefix}: {desk.said(reason)}")
    for line in adapter.last_words():
        desk.note(message("cli.tools_approve.wrote", mask=desk.settings.mask(line)))


def _plain(one: "Standing", *, done: bool) -> dict[str, object]:
    import json

    definition = json.loads(one.now.told) if one.now and not one.now.fault else None
    return {
        "tool": one.name,
        "state": "approved" if done and one.state in ("new", "changed") else one.state,
        "reason": "" if done else str(one.reason),
        "definition": definition,
    }
