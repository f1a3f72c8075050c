"""`rostra sample`: the fictional city, for a look around or for other programs."""

from typing import Annotated

import typer

from rostra.cli.desk import Desk
from rostra.cli.shell import command, group

app = group("sample")


@command(app, "serve")
def serve(
    desk: Desk,
    port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65_535, help="Port on loopback; 0 takes a free one."),
    ] = 0,
) -> None:
    """Serve the sample city on this machine until interrupted."""
    import signal
    import sys
    import threading

    from rostra.errors import SetupError
    from rostra.sample import SampleServer

    try:
        server = SampleServer(port)
    except OSError as error:
        raise SetupError(
            f"Port {port} cannot be used: {error.strerror}. Choose another with --port."
        ) from error
    ended = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):  # the usual end of a server, not a failure
        signal.signal(sign, lambda *_: ended.set())
    with server:
        address = f"http://127.0.0.1:{server.port}/"
        if desk.json:
            desk.give({"address": address, "search": server.search_url, "hosts": server.hosts})
        else:
            desk.say(f"The sample city is at {address}")
        sys.stdout.flush()
        desk.note("Ctrl-C ends it.")
        ended.wait()
