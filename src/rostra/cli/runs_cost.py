"""`rostra runs cost`: what a run spent, on whom, and which prices nobody knows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.runs import RunId, app
from rostra.cli.shell import command
from rostra.records import LedgerEntry
from rostra.words import message

if TYPE_CHECKING:
    from rostra.models import Account

Each = Annotated[bool, typer.Option("--each", help="cli.runs_cost.options.each")]


@command(app, "cost")
async def cost(desk: Desk, run_id: RunId, each: Each = False) -> None:
    from rostra.cli.lookup import the_run
    from rostra.models import accounts
    from rostra.models.accounts import accounts_by_part

    async with desk.store() as store:
        run = await the_run(store, run_id)
        entries = await store.ledger_of_run(run.id)
    if desk.json:
        rows = [*accounts(entries), *_tools(entries)]
        requests = [_call(one) for one in entries if one.kind == "model"]
        parts = accounts_by_part(entries)
        desk.give({"run": run.id, "accounts": rows, "parts": parts, "requests": requests})
        return
    if each:
        _show_each(desk, [one for one in entries if one.kind == "model"])
        return
    show_cost(desk, entries)


def show_cost(desk: Desk, entries: Sequence[LedgerEntry]) -> None:
    """By whom what was spent, and the sum."""
    from rostra.models import accounts

    rows = [*accounts(entries), *_tools(entries)]
    head = (
        "who", "what", "calls", "failed", "tokens_in", "cached", "tokens_out", "thinking",
        "cost", "seconds",
    )  # fmt: skip
    desk.table(head, [_row(desk, one) for one in rows], [""] * len(rows))
    _show_parts(desk, entries)
    known = sum(one.cost for one in rows)
    desk.say(message("cli.runs_cost.calls_us", sum=sum(one.calls for one in rows), known=known))
    if unpriced := sum(one.unpriced for one in rows):
        desk.note(message("cli.runs_cost.price_calls_unknown_their", unpriced=unpriced))


def _show_parts(desk: Desk, entries: Sequence[LedgerEntry]) -> None:
    """What each section spent on which role, where a run has any."""
    from rostra.models.accounts import accounts_by_part

    parts = accounts_by_part(entries)
    if len({one.part for one in parts}) < 2:
        return
    head = ("where", "calls", "tokens_in", "tokens_out", "cost")
    rows = [
        [
            f"{one.part}/{one.role}",
            str(one.calls),
            f"{one.tokens_in:,}",
            f"{one.tokens_out:,}",
            desk.said(message("cli.runs_cost.money", cost=one.cost, unpriced=one.unpriced or None)),
        ]
        for one in parts
    ]
    desk.table(head, rows, [""] * len(rows))


def _show_each(desk: Desk, entries: Sequence[LedgerEntry]) -> None:
    """Every request: where it was asked, of whom, with which prompt, and what it came to."""
    head = ("where", "what", "prompt", "tokens_in", "cached", "tokens_out", "thinking", "cost")
    rows = [
        [
            _where(one),
            one.name,
            one.prompt,
            f"{one.tokens_in:,}",
            f"{one.cached:,}",
            f"{one.tokens_out:,}",
            f"{one.thinking:,}",
            _money(desk, one),
        ]
        for one in entries
    ]
    desk.table(head, rows, ["" if one.outcome == "ok" else "red" for one in entries])


def _where(entry: LedgerEntry) -> str:
    from rostra.models.accounts import role_of

    asked = f"{entry.part}/{role_of(entry)}#{entry.ordinal}"
    return asked if entry.ordinal else role_of(entry)


def _money(desk: Desk, entry: LedgerEntry) -> str:
    unpriced = 1 if entry.cost is None else None
    return desk.said(message("cli.runs_cost.money", cost=entry.cost or 0.0, unpriced=unpriced))


def _call(entry: LedgerEntry) -> dict[str, object]:
    """A row of the ledger for programs, without what was said."""
    names = (
        "part", "role", "ordinal", "name", "prompt", "outcome", "at", "tokens_in", "cached",
        "tokens_out", "thinking", "cost", "price", "latency_ms",
    )  # fmt: skip
    return {"model" if name == "name" else name: getattr(entry, name) for name in names}


def _tools(entries: Sequence[LedgerEntry]) -> list["Account"]:
    """Calls of tools, by tool: they cost time, not money."""
    from dataclasses import replace

    from rostra.models import Account

    found: dict[str, Account] = {}
    for entry in entries:
        if entry.kind == "tool":
            before = found.get(entry.name, Account("tool", entry.name))
            found[entry.name] = before.plus(replace(entry, cost=0.0))
    return sorted(found.values(), key=lambda one: one.model)


def _row(desk: Desk, one: "Account") -> list[str]:
    return [
        desk.word("who", one.role or "model"),
        one.model,
        str(one.calls),
        str(one.failures),
        f"{one.tokens_in:,}",
        f"{one.cached:,}",
        f"{one.tokens_out:,}",
        f"{one.thinking:,}",
        desk.said(message("cli.runs_cost.money", cost=one.cost, unpriced=one.unpriced or None)),
        f"{one.latency_ms / 1_000:.1f}",
    ]
