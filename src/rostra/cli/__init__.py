"""The command line: parse, call, print. It decides nothing.

Each command group is a file of its own, imported when one of its commands is used, and each
command imports what it needs when it runs: `rostra --help` costs little more than typer itself.
"""

from collections.abc import Sequence

# Where each command or group of commands lives; the first module holds `app`.
ROOMS: dict[str, tuple[str, ...]] = {
    "research": ("research",),
    "collect": ("collect", "collect_items"),
    "debate": ("debate",),
    "check": ("check",),
    "verify": ("verify",),
    "runs": ("runs", "runs_acting", "runs_cost"),
    "worker": ("worker",),
    "serve": ("serve",),
    "gradio": ("gradio",),
    "mcp": ("mcp",),
    "evidence": ("evidence",),
    "library": ("library",),
    "tools": ("tools", "tools_approve"),
    "sources": ("sources",),
    "sample": ("sample",),
    "memory": ("memory",),
    "metrics": ("metrics",),
    "models": ("models",),
    "settings": ("settings",),
    "setup": ("setup",),
    "doctor": ("doctor",),
}


def main(args: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code."""
    from rostra.cli.shell import run

    raise SystemExit(run(args))
