"""`rostra runs cost`: what a run spent, on whom, and which prices nobody knows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rostra.cli.desk import Desk
from rostra.cli.runs import RunId, app
from rostra.cli.shell import command
from rostra.records import LedgerEntry
from rostra.words import message

if TYPE_CHECKING:
    from rostra.models import Account


@command(app, "cost")
async def cost(desk: Desk, run_id: RunId) -> None:
    from rostra.cli.lookup import the_run
    from rostra.models import accounts

    async with desk.store() as store:
        run = await the_run(store, run_id)
        entries = await store.ledger_of_run(run.id)
    rows = [*accounts(entries), *_tools(entries)]
    if desk.json:
        desk.give({"run": run.id, "accounts": rows})
        return
    head = ("who", "what", "calls", "failed", "tokens_in", "tokens_out", "cost", "seconds")
    desk.table(head, [_row(desk, one) for one in rows], [""] * len(rows))
    known = sum(one.cost for one in rows)
    desk.say(message("cli.runs_cost.calls_us", sum=sum(one.calls for one in rows), known=known))
    if unpriced := sum(one.unpriced for one in rows):
        desk.note(message("cli.runs_cost.price_calls_unknown_their", unpriced=unpriced))


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
        f"{one.tokens_out:,}",
        desk.said(message("cli.runs_cost.money", cost=one.cost, unpriced=one.unpriced or None)),
        f"{one.latency_ms / 1_000:.1f}",
    ]
