"""`rostra research`: ask one question, get a report in which every sentence has its evidence."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from rostra.cli.desk import Desk
from rostra.cli.limits import MaxCalls, MaxCost, MaxSeconds, MaxTokens, limit_spending
from rostra.cli.shell import command, single

app = single()


@command(app, "research")
async def research(
    desk: Desk,
    question: Annotated[
        str, typer.Argument(metavar="[QUESTION]", help="What you want to know, in a sentence.")
    ] = "",
    mode: Annotated[
        Literal["strict", "discovery", "monitor"],
        typer.Option(help="Which sources may speak: only tier 1-2, all, or both sides apart."),
    ] = "strict",
    sample: Annotated[
        bool, typer.Option("--sample", help="Ask the fictional city: no network, no key.")
    ] = False,
    library: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="Also look into this folder of documents; repeatable."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the report here (.md or .html).")
    ] = None,
    events: Annotated[
        bool, typer.Option("--events", help="Write each event as a line of JSON instead.")
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    max_calls: MaxCalls = None,
    max_seconds: MaxSeconds = None,
) -> int:
    """Research a question: search, read, quote, and check every citation."""
    from rostra.cli.working import conduct_here
    from rostra.records import JsonValue

    limit_spending(desk, max_cost, max_tokens, max_calls, max_seconds)
    options: dict[str, JsonValue] = {"mode": mode}
    if sample:
        options["sample"] = True
        question = question or _sample_question(mode)
    if library:
        from rostra.cli.library import open_for_run

        options["library"] = [*await open_for_run(desk, library)]
    return await conduct_here(desk, "research", question, options, out=out, events=events)


def _sample_question(mode: str) -> str:
    from rostra.sample import default_question, questions

    fitting = [one.text for one in questions() if one.mode == mode]
    default = default_question()
    return default.text if default.mode == mode or not fitting else fitting[0]
