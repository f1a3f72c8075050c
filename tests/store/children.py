"""What the store's tests do in other processes: `python -m tests.store.children NAME ARGS...`."""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from rostra.store import Store, open_store
from tests.store.samples import event, evidence


def opened(folder: str, url: str) -> Store:
    return open_store(Path(folder), url or None)


async def write_events(folder: str, url: str, writer: str, count: str) -> None:
    """Events of one run shared by all writers, and evidence that all of them keep."""
    store = opened(folder, url)
    for at in range(0, int(count), 5):
        batch = [event(f"{writer}-{number}", what=writer) for number in range(at, at + 5)]
        await asyncio.gather(
            store.append_events(batch),
            store.append_events([event(f"shared-{at}")]),
            store.put_evidence(evidence(f"shared-{at}", run_id=writer), searchable_text="營收"),
            store.put_evidence(evidence(f"{writer}-{at}", run_id=writer)),
            store.reserve("r1", "calls", f"{writer}-{at}", 10),
        )
    await store.close()


async def write_for_ever(folder: str, url: str) -> None:
    """Tell each write once it is acknowledged; somebody will kill us."""
    store = opened(folder, url)
    number = 0
    while True:
        keys = [f"{number}-{lane}" for lane in range(4)]
        await asyncio.gather(
            *(store.append_events([event(key, what=key)]) for key in keys[:2]),
            *(store.put_evidence(evidence(key), searchable_text=key) for key in keys[2:]),
        )
        print(number, flush=True)
        number += 1


async def open_and_die(folder: str, url: str, moment: str) -> None:
    """Open, and be killed just before the n-th statement of the start."""
    import rostra.store.sqlite as room

    real = room._open
    left = int(moment)

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def traced(path: Path) -> sqlite3.Connection:
        connection = real(path)
        connection.set_trace_callback(count)
        return connection

    room._open = traced
    store = opened(folder, url)
    await store.append_events([event("alive")])
    await store.close()
    print("lived")


async def open_and_close(folder: str, url: str) -> None:
    store = opened(folder, url)
    await store.append_events([event(f"from {os.getpid()}")])
    await store.close()


async def fill_the_disk(folder: str, url: str) -> None:
    """Write until it fails; tell how many were acknowledged and what the failure says."""
    store = opened(folder, url)
    for number in range(10_000):
        try:
            await store.put_content(os.urandom(20_000), "x/y")
            await store.append_events([event(str(number))])
        except Exception as error:  # noqa: BLE001 - its class is what the test asks
            print(number, type(error).__name__, error, sep="\t", flush=True)
            break
    print(len(await store.events_after("r1", limit=20_000)))
    await store.close()


COMMANDS: dict[str, Callable[..., Awaitable[None]]] = {
    made.__name__: made
    for made in (
        write_events,
        write_for_ever,
        open_and_die,
        open_and_close,
        fill_the_disk,
    )
}

if __name__ == "__main__":
    asyncio.run(COMMANDS[sys.argv[1]](*sys.argv[2:]))  # type: ignore[arg-type]
