"""`rostra runs cost`: what a run spent, on whom, and which prices nobody knows."""

from collections import defaultdict
from dataclasses import dataclass

from rostra.cli.desk import Desk
from rostra.cli.runs import RunId, app
from rostra.cli.shell import command
from rostra.records import LedgerEntry


@dataclass
class Spent:
    """The sum of some calls; `is_known` is False as soon as one of them has no known price."""

    calls: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    is_known: bool = True
    seconds: float = 0.0

    def add(self, entry: LedgerEntry) -> None:
        self.calls += 1
        self.failed += entry.outcome != "ok"
        self.tokens_in += entry.tokens_in
        self.tokens_out += entry.tokens_out
        self.seconds += entry.latency_ms / 1_000
        if entry.kind == "model" and entry.cost is None:
            self.is_known = False
        self.cost += entry.cost or 0.0

    @property
    def shown_cost(self) -> str:
        return f"US${self.cost:.4f}" + ("" if self.is_known else " + unknown")


@command(app, "cost")
async def cost(desk: Desk, run_id: RunId) -> None:
    """Show the outside calls, tokens and money of a run, by role and by tool."""
    from rostra.cli.lookup import the_run

    async with desk.store() as store:
        run = await the_run(store, run_id)
        entries = await store.ledger_of_run(run.id)
    by_whom: dict[tuple[str, str], Spent] = defaultdict(Spent)
    total = Spent()
    for entry in entries:
        by_whom[_who(entry), entry.name].add(entry)
        total.add(entry)
    if desk.json:
        by = [{"who": who, "name": name, **vars(s)} for (who, name), s in by_whom.items()]
        desk.give({"run": run.id, "total": vars(total), "by": by})
        return
    head = ("who", "what", "calls", "failed", "tokens in", "tokens out", "cost", "seconds")
    rows = [_row(who, name, s) for (who, name), s in sorted(by_whom.items())]
    rows.append(_row("total", "", total))
    desk.table(head, rows, [""] * len(rows))
    if not total.is_known:
        desk.note("A price is unknown: those tokens count, their money is not in the sum.")


def _row(who: str, name: str, spent: Spent) -> list[str]:
    return [
        who,
        name,
        str(spent.calls),
        str(spent.failed),
        f"{spent.tokens_in:,}",
        f"{spent.tokens_out:,}",
        spent.shown_cost,
        f"{spent.seconds:.1f}",
    ]


def _who(entry: LedgerEntry) -> str:
    """The role that asked a model, as its request says; a tool is called by the desk."""
    if entry.kind == "tool":
        return "tool"
    import json

    try:
        return str(json.loads(entry.request).get("role") or "model")
    except (ValueError, AttributeError):
        return "model"
