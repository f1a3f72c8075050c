"""The command line: parse, call, print. It decides nothing.

Each command group is a file of its own, imported when one of its commands is used, and each
command imports what it needs when it runs: `rostra --help` costs little more than typer itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Room:
    """Where a command or group of commands lives; the first module holds `app`."""

    help: str
    modules: tuple[str, ...]


ROOMS: dict[str, Room] = {
    "research": Room("Ask a question; get a report whose every sentence is cited.", ("research",)),
    "collect": Room(
        "Watch sites; get dated, summarised, ranked items.", ("collect", "collect_items")
    ),
    "debate": Room("Put a motion before debaters; get a verdict one can act on.", ("debate",)),
    "runs": Room("Look at runs, stop them, let them go on.", ("runs", "runs_acting", "runs_cost")),
    "worker": Room("Work on queued runs until told to stop.", ("worker",)),
    "serve": Room("Pages, API and live log, with a worker beside them.", ("serve",)),
    "gradio": Room("The live log and a form for runs as a Gradio page.", ("gradio",)),
    "mcp": Room("The desk as tools for other agents, over stdio or HTTP.", ("mcp",)),
    "evidence": Room("Look at what a report rests on.", ("evidence",)),
    "library": Room("Your own documents, found first and cited by page.", ("library",)),
    "tools": Room("What agents may call, and under which rules.", ("tools", "tools_approve")),
    "sources": Room("See and set who is believed, and how far.", ("sources",)),
    "sample": Room("The fictional city that needs no network.", ("sample",)),
    "memory": Room("What is known, what rests on what, what needs another look.", ("memory",)),
    "metrics": Room("What memory saved and what the outside cost.", ("metrics",)),
    "settings": Room("Show what is set, and where it was set.", ("settings",)),
    "doctor": Room("Check that everything this desk is set to use works.", ("doctor",)),
}


def main(args: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code."""
    from rostra.cli.shell import run

    raise SystemExit(run(args))
