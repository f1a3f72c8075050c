"""`rostra serve`: the desk as pages and an API, with a worker beside them."""

from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single

app = single()


@command(app, "serve")
async def serve(
    desk: Desk,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; beyond this machine a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Which port; 0 takes a free one.")
    ] = 8765,
    worker: Annotated[
        bool, typer.Option("--worker/--no-worker", help="Whether to work on runs here as well.")
    ] = True,
) -> None:
    """Serve pages, API and live log; work on runs and schedules in the same process."""
    import sys

    from rostra.assembly import open_house
    from rostra.cli.staying import until_told
    from rostra.errors import MissingExtra

    try:
        from rostra.web.serving import serving
    except ImportError as error:
        raise MissingExtra(
            f"{error.name} is not installed. Install rostra[web] to serve pages.", "web"
        ) from error
    until = until_told()
    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import work

        async with serving(house, host, port) as address:
            if desk.json:
                desk.give({"address": address, "worker": worker})
            else:
                desk.say(address)
            sys.stdout.flush()
            desk.note(f"Serving {desk.settings.data}. Ctrl-C ends it; unfinished runs go on later.")
            if worker:
                await work(house.workplace(), until)
            else:
                await until.wait()
