"""`rostra research`: ask one question, get a report in which every sentence has its evidence."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rostra.cli.desk import Desk
from rostra.cli.limits import MaxCalls, MaxCost, MaxSeconds, MaxTokens, limit_spending
from rostra.cli.shell import command, single

if TYPE_CHECKING:
    from rostra.records import JsonValue

app = single()

Since = Annotated[
    datetime | None, typer.Option(metavar="DAY", help="Use only what was published since then.")
]
Until = Annotated[
    datetime | None, typer.Option(metavar="DAY", help="Use only what was published until then.")
]
Only = Annotated[
    list[str] | None, typer.Option("--only-domain", metavar="DOMAIN", help="Read nothing else.")
]
Not = Annotated[
    list[str] | None, typer.Option("--not-domain", metavar="DOMAIN", help="Never read this one.")
]


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
    since: Since = None,
    until: Until = None,
    only_domain: Only = None,
    not_domain: Not = None,
    library: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="Also look into this folder of documents; repeatable."),
    ] = None,
    continues: Annotated[
        str, typer.Option("--continue", metavar="RUN", help="Follow up on a run: its evidence.")
    ] = "",
    sample: Annotated[
        bool, typer.Option("--sample", help="Ask the fictional city: no network, no key.")
    ] = False,
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
    """Research a question: search, read, draft, review, and check every citation."""
    from rostra.cli.asking import can_ask
    from rostra.cli.working import conduct_here

    limit_spending(desk, max_cost, max_tokens, max_calls, max_seconds)
    options = _options(mode, since, until, only_domain or [], not_domain or [])
    if continues:
        sample = await _go_on_from(desk, continues, options) or sample
    if sample:
        options["sample"] = True
        question = question or _sample_question(mode)
    if library:
        from rostra.cli.library import open_for_run

        options["library"] = [*await open_for_run(desk, library)]
    if can_ask(desk) and not events:
        options["ask"] = True
    return await conduct_here(desk, "research", question, options, out=out, events=events)


def _options(
    mode: str,
    since: datetime | None,
    until: datetime | None,
    only_domains: list[str],
    not_domains: list[str],
) -> "dict[str, JsonValue]":
    """What was asked for, checked before anything is opened or spent."""
    from rostra.errors import UsageError
    from rostra.research.job import check_domain

    options: dict[str, JsonValue] = {"mode": mode}
    if since and until and until < since:
        raise UsageError(
            f"--until ({until:%Y-%m-%d}) is before --since ({since:%Y-%m-%d}); "
            "nothing lies between them."
        )
    for name, day in (("since", since), ("until", until)):
        if day is not None:
            options[name] = day.date().isoformat()
    for name, domains in (("only_domains", only_domains), ("not_domains", not_domains)):
        if domains:
            options[name] = [check_domain(one) for one in domains]
    return options


async def _go_on_from(desk: Desk, run_id: str, options: "dict[str, JsonValue]") -> bool:
    """Name the run to continue from; whether it asked the sample world."""
    from rostra.cli.lookup import the_run
    from rostra.errors import UsageError

    async with desk.store() as store:
        earlier = await the_run(store, run_id)
    if not earlier.has_ended:
        raise UsageError(f"Run {earlier.id} is {earlier.status}; follow up when it has ended.")
    options["continue"] = earlier.id
    return earlier.options.get("sample") is True


def _sample_question(mode: str) -> str:
    from rostra.sample import default_question, questions

    fitting = [one.text for one in questions() if one.mode == mode]
    default = default_question()
    return default.text if default.mode == mode or not fitting else fitting[0]
