"""A desk process that asks one question: `python -m tests.memory.children FOLDER REDIS RUN`.

It waits for the file `go`, appends a line to `calls` whenever it goes outside, where nobody answers
while there is a file `hold`, and prints where its answer came from.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from rostra.records import JsonValue
from rostra.store import open_store
from rostra.tools import ToolOutput
from tests.memory.desk import Desk, shared_rung
from tests.memory.samples import Outside, tool

LEASE = 3.0


class Counted(Outside):
    def __init__(self, folder: Path, seconds: float) -> None:
        super().__init__(ToolOutput("snippets", ["hit"]), seconds)
        self._folder = folder
        self.answers_when = lambda: not (folder / "hold").exists()

    async def __call__(self, args: Mapping[str, JsonValue]) -> ToolOutput:
        with (self._folder / "calls").open("a") as calls:
            calls.write(f"{os.getpid()}\n")
        return await super().__call__(args)


async def main(folder: Path, url: str, run: str, seconds: float) -> None:
    store = open_store(folder)
    shared = await shared_rung(store, url, LEASE, wait=2.0)  # eight on two cores are slow
    outside = Counted(folder, seconds)
    desk = Desk(store, lambda: datetime.now(UTC), tool(outside), shared=shared)
    print("ready", flush=True)
    while not (folder / "go").exists():
        await asyncio.sleep(0.005)
    result = await desk.ask(run)
    print(result.rung, result.text, flush=True)
    await desk.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])))
