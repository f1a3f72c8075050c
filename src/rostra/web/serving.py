"""Run the application on an address, with a worker beside it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from rostra.assembly import House
from rostra.errors import SetupError
from rostra.web.access import Gate, Keys, Names, Throttle, check_bind
from rostra.web.app import create_app
from rostra.words import message

_GOODBYE_SECONDS = 3
HALF_OPEN_SECONDS = 10.0


class ImpatientConnection(H11Protocol):
    """Closes what has begun a request and does not go on: nobody keeps a place by saying nothing.

    The head has to be there in time as a whole; a body, which may be large, has to go on coming.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_head_whole = self.cycle is not None and not self.cycle.response_complete
        if is_head_whole:
            self._stop_waiting()
        if not is_head_whole or self.cycle.more_body:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HALF_OPEN_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.flow.read_paused:  # we are the ones who are slow
            self._wait()
        else:
            self.transport.close()


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
        http=ImpatientConnection,
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
