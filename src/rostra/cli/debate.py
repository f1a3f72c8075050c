"""`rostra debate`: put a motion before debaters and a chairman, get a verdict one can act on."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from rostra.cli.desk import Desk
from rostra.cli.limits import MaxCalls, MaxCost, MaxSeconds, MaxTokens, limit_spending
from rostra.cli.shell import command, single

app = single()


@command(app, "debate")
async def debate(
    desk: Desk,
    motion: Annotated[
        str, typer.Argument(metavar="[MOTION]", help="What is to be argued, in a sentence.")
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, max=5, help="The most rounds there may be.")] = 2,
    sides: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Who debates: pro, con, neutral, or names with a stance (residents=against).",
        ),
    ] = "pro,con,neutral",
    chair: Annotated[
        Literal["auto", "model", "human"],
        typer.Option(help="Who approves: a model if there is one, always a model, or a person."),
    ] = "auto",
    start_from: Annotated[
        str, typer.Option("--from", metavar="RUN", help="Start from a research run's evidence.")
    ] = "",
    compare: Annotated[
        bool,
        typer.Option(
            "--compare", help="Also answer alone and by a vote of three, and say what differs."
        ),
    ] = False,
    sample: Annotated[
        bool, typer.Option("--sample", help="Debate in the fictional city: no network, no key.")
    ] = False,
    library: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="Also look into this folder of documents; repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write the report: .md .html .pdf .docx .json"),
    ] = None,
    events: Annotated[
        bool, typer.Option("--events", help="Write each event as a line of JSON instead.")
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    max_calls: MaxCalls = None,
    max_seconds: MaxSeconds = None,
) -> int:
    """Debate a motion: investigate under rules, verify every claim, and decide."""
    from rostra.cli.debate_live import live_view
    from rostra.cli.working import conduct_here
    from rostra.debate.job import check_motion, sides_of
    from rostra.records import JsonValue

    limit_spending(desk, max_cost, max_tokens, max_calls, max_seconds)
    options: dict[str, JsonValue] = {
        "rounds": rounds,
        "sides": [one.strip() for one in sides.split(",") if one.strip()],
        "chair": chair,
    }
    if start_from:
        from rostra.cli.lookup import the_run

        async with desk.store() as store:
            found = await the_run(store, start_from)
        options["from"] = found.id
        motion = motion or found.question
    if compare:
        options["compare"] = True
    if sample:
        options["sample"] = True
        motion = motion or _sample_motion()
    motion = check_motion(motion)
    sides_of(options["sides"])
    if library:
        from rostra.cli.library import open_for_run

        options["library"] = [*await open_for_run(desk, library)]
    # A person in the chair is asked in plain lines, below what was said.
    view = None if chair == "human" else live_view
    return await conduct_here(desk, "debate", motion, options, out=out, events=events, view=view)


def _sample_motion() -> str:
    from rostra.sample import default_motion

    return default_motion().text
