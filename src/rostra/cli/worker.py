"""`rostra worker`: work on queued runs and schedules until told to stop."""

from rostra.cli.desk import Desk
from rostra.cli.shell import command, single

app = single()


@command(app, "worker")
async def worker(desk: Desk) -> None:
    """Hold the desk: work on queued runs, take over abandoned ones, keep schedules."""
    from rostra.assembly import open_house
    from rostra.cli.staying import until_told

    until = until_told()
    async with open_house(desk.settings) as house:
        from rostra.runs.conduct import work

        desk.note(f"Working in {desk.settings.data}. Ctrl-C ends it; unfinished runs go on later.")
        await work(house.workplace(), until)
