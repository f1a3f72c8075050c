"""`rostra mcp`: the desk as tools for other agents, over stdio or HTTP."""

from typing import TYPE_CHECKING, Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.serve import Host, Port, Worker
from rostra.cli.shell import command, single
from rostra.words import message

if TYPE_CHECKING:
    import asyncio

    from rostra.assembly import House
    from rostra.mcp.server import Server

app = single()


@command(app, "mcp")
async def mcp(
    desk: Desk,
    http: Annotated[bool, typer.Option("--http", help="cli.mcp.options.http")] = False,
    host: Host = "127.0.0.1",
    port: Port = 8766,
    worker: Worker = True,
) -> None:
    import asyncio

    from rostra.assembly import open_house
    from rostra.cli.staying import first_to_end, until_told
    from rostra.errors import MissingExtra

    try:
        from rostra.mcp.desk import CallerDesk
        from rostra.mcp.server import build_server
    except ImportError as error:
        raise MissingExtra(message("cli.mcp.not_installed", name=error.name), "mcp") from error
    until = until_told()
    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import work

        remote = house.workplace().remote()
        server = build_server(CallerDesk(house, remote))
        offer = _over_http(desk, house, server, host, port, until) if http else _over_pipes(server)
        jobs = [asyncio.create_task(offer), asyncio.create_task(_told(until))]
        if worker:
            jobs.append(asyncio.create_task(work(house.workplace(), until)))
        try:
            await first_to_end(*jobs)
        finally:
            await remote.close()


async def _told(until: "asyncio.Event") -> None:
    await until.wait()


async def _over_pipes(server: "Server") -> None:
    await server.run_stdio_async()


async def _over_http(
    desk: Desk,
    house: "House",
    server: "Server",
    host: str,
    port: int,
    until: "asyncio.Event",
) -> None:
    import sys

    from rostra.errors import MissingExtra
    from rostra.mcp.server import http_app

    try:
        from rostra.web.serving import gated, serving
    except ImportError as error:
        raise MissingExtra(message("cli.mcp.not_installed_2", name=error.name), "web") from error
    app = await gated(house, http_app(server), bind=host)
    async with serving(house, host, port, app=app) as address:
        if desk.json:
            desk.give({"address": f"{address}mcp"})
        else:
            desk.say(f"{address}mcp")
        sys.stdout.flush()
        await until.wait()
