"""`rostra serve`: the desk as pages and an API, with a worker beside them."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single
from rostra.errors import MissingExtra
from rostra.words import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from rostra.assembly import House
    from rostra.web import ASGIApp

app = single()

Host = Annotated[str, typer.Option(metavar="ADDRESS", help="cli.serve.options.host")]
Port = Annotated[int, typer.Option(min=0, max=65_535, help="cli.serve.options.port")]
Worker = Annotated[bool, typer.Option("--worker/--no-worker", help="cli.serve.options.worker")]


@command(app, "serve")
async def serve(
    desk: Desk,
    host: Host = "127.0.0.1",
    port: Port = 8765,
    worker: Worker = True,
) -> None:
    try:
        from rostra.web.app import create_app
    except ImportError as error:
        raise MissingExtra(message("cli.serve.not_installed", name=error.name), "web") from error
    await stay_served(desk, lambda house: create_app(house, bind=host), host, port, worker=worker)


async def stay_served(
    desk: Desk,
    app_of: "Callable[[House], ASGIApp]",
    host: str,
    port: int,
    *,
    worker: bool,
    place: str = "",
) -> None:
    """Serve an application of the desk until told to end; `place` is where its page is."""
    import sys

    from rostra.assembly import open_house
    from rostra.cli.staying import until_told
    from rostra.web.serving import serving

    until = until_told()
    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import work

        async with serving(house, host, port, app=app_of(house)) as address:
            if desk.json:
                desk.give({"address": address + place, "worker": worker})
            else:
                desk.say(address + place)
            sys.stdout.flush()
            desk.note(message("cli.serve.serving_ctrl_c_ends", data=str(desk.settings.data)))
            if worker:
                await work(house.workplace(), until)
            else:
                await until.wait()
