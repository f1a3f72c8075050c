"""`rostra gradio`: the live log and a form for runs as a Gradio page, on a port of its own."""

from rostra.cli.desk import Desk
from rostra.cli.serve import Host, Port, Worker, stay_served
from rostra.cli.shell import command, single
from rostra.errors import MissingExtra
from rostra.words import message

app = single()


@command(app, "gradio")
async def gradio(
    desk: Desk, host: Host = "127.0.0.1", port: Port = 8767, worker: Worker = True
) -> None:
    try:
        from rostra.web.gradio_page import PLACE, create_gradio_app
    except ImportError as error:
        raise MissingExtra(
            message("cli.gradio.not_installed", name=error.name), "web,gradio"
        ) from error
    await stay_served(
        desk,
        lambda house: create_gradio_app(house, bind=host),
        host,
        port,
        worker=worker,
        place=f"{PLACE[1:]}/",
    )
