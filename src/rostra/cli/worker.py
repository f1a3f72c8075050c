"""`rostra worker`: work on queued runs and schedules until told to stop."""

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single
from rostra.words import message

app = single()


@command(app, "worker")
async def worker(desk: Desk) -> None:
    from rostra.assembly import open_house
    from rostra.cli.staying import until_told

    until = until_told()
    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import work

        desk.note(message("cli.worker.working_ctrl_c_ends", data=str(desk.settings.data)))
        await work(house.workplace(), until)
