"""Run the application on an address, with a worker beside it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.types import ASGIApp

from rostra.assembly import House
from rostra.errors import SetupError
from rostra.web.access import Gate, Keys, Names, Throttle, check_bind
from rostra.web.app import create_app
from rostra.words import message

_GOODBYE_SECONDS = 3


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes one that is free."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        made = socket.socket(family, kind, protocol)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SetupError(
            message("errors_web.cannot_served", host=host, port=port, reason=reason)
        ) from error
    return made


def _tokens(house: House) -> dict[str, str]:
    return {name: one.reveal() for name, one in house.settings.serve_tokens.items()}


async def gated(house: House, app: ASGIApp, *, bind: str) -> ASGIApp:
    """Another application behind the gate of the pages: same names, same tokens, no login."""
    _, seal = await house.store.desk_identity()
    keys = Keys(_tokens(house), seal)
    names = Names(bind, house.settings.serve_names)
    return Gate(app, names=names, keys=lambda: keys, throttle=Throttle(), has_login=False)


@contextlib.asynccontextmanager
async def serving(
    house: House, host: str, port: int, *, app: ASGIApp | None = None
) -> AsyncIterator[str]:
    """Serve until the block ends; the address is given once it answers.

    The desk's pages and API, unless another application that has the gate is to stand there.
    """
    check_bind(host, _tokens(house))
    place = open_socket(host, port)
    config = uvicorn.Config(
        app or create_app(house, bind=host),
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
        lifespan="on",
        h11_max_incomplete_event_size=2**20,  # what is too long is refused by us, in our words
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server._serve([place]))  # noqa: SLF001 - signals are the door's
    try:
        while not server.started:
            if running.done():
                raise SetupError(
                    message("errors_web.pages_could_not_opened")
                ) from running.exception()
            await asyncio.sleep(0.02)
        shown = f"[{host}]" if ":" in host else host
        yield f"http://{shown}:{place.getsockname()[1]}/"
    finally:
        server.should_exit = True
        await asyncio.gather(running, return_exceptions=True)
        place.close()
