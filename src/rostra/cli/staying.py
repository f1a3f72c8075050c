"""For commands that stay until they are told to end."""

import asyncio
import signal


def until_told() -> asyncio.Event:
    """Set by Ctrl-C and by SIGTERM, so that what is open can be closed in order."""
    until = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, until.set)
    return until


async def first_to_end(*jobs: asyncio.Task[None]) -> None:
    """Wait until one of them ends, put the others down, and raise what went wrong."""
    done, pending = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
    for job in pending:
        job.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for job in done:
        job.result()
