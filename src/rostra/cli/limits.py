"""The caps of one run as options, the same for every command that makes a run."""

from typing import Annotated

import typer

from rostra.cli.desk import Desk

MaxCost = Annotated[
    float | None, typer.Option(min=0, metavar="USD", help="Spend at most this on models.")
]
MaxTokens = Annotated[int | None, typer.Option(min=0, help="Send and receive at most so many.")]
MaxCalls = Annotated[int | None, typer.Option(min=0, help="Make at most so many outside calls.")]
MaxSeconds = Annotated[float | None, typer.Option(min=1, help="Take at most so long.")]


def limit_spending(
    desk: Desk,
    max_cost: float | None,
    max_tokens: int | None,
    max_calls: int | None,
    max_seconds: float | None,
) -> None:
    """Let the options of this command win over the settings, before these are read."""
    desk.flags = {
        **desk.flags,
        "budget.max_cost": max_cost,
        "budget.max_tokens": max_tokens,
        "budget.max_calls": max_calls,
        "budget.max_seconds": max_seconds,
    }
