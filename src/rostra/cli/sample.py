"""`rostra sample`: the fictional city, for a look around or for other programs."""

from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group
from rostra.words import message

app = group("sample")


@command(app, "serve")
def serve(
    desk: Desk,
    port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65_535, help="cli.sample.options.port"),
    ] = 0,
) -> None:
    import signal
    import sys
    import threading

    from rostra.errors import SetupError
    from rostra_sample import SampleServer

    try:
        server = SampleServer(port)
    except OSError as error:
        raise SetupError(
            message("cli.sample.port_cannot_used", port=port, strerror=error.strerror)
        ) from error
    ended = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):  # the usual end of a server, not a failure
        signal.signal(sign, lambda *_: ended.set())
    with server:
        address = f"http://127.0.0.1:{server.port}/"
        if desk.json:
            desk.give({"address": address, "search": server.search_url, "hosts": server.hosts})
        else:
            desk.say(message("cli.sample.sample_city", address=address))
        sys.stdout.flush()
        desk.note(message("cli.sample.ctrl_c_ends"))
        ended.wait()
