"""A process that spends: `python spender.py FOLDER NAME` asks until the run's purse is empty.

It says when it is ready and waits for the word, so that all of them spend at the same time.
"""

import asyncio
import random
import sys
from datetime import UTC, datetime
from pathlib import Path

from rostra.errors import SpendingStopped
from rostra.events import EventLog
from rostra.models import ModelAnswer, ModelRequest
from rostra.steps import InlineStep
from rostra.store import open_store
from tests.models.asking import Desk, FakeGateway, question

RUN = "shared"


async def spend(folder: Path, name: str) -> None:
    store = open_store(folder)
    now = datetime.now(UTC)
    events = EventLog(store, lambda: now)
    desk = Desk(store, events, lambda: now)
    luck = random.Random(name)

    async def answer(request: ModelRequest) -> ModelAnswer:
        await asyncio.sleep(0.001)
        return ModelAnswer("x", tokens_in=5, tokens_out=luck.randrange(request.max_tokens))

    async def agent(number: int) -> None:
        step = InlineStep(f"{RUN}/{name}{number}", parent=RUN)
        path = desk.path(FakeGateway(answer))
        for _ in range(40):
            try:
                await step("ask", path.ask, question("q", max_tokens=luck.randrange(50, 400)))
            except SpendingStopped:
                return

    (folder / f"{name}.ready").touch()
    while not (folder / "go").exists():
        await asyncio.sleep(0.005)
    await asyncio.gather(*(agent(number) for number in range(4)))
    await events.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(spend(Path(sys.argv[1]), sys.argv[2]))
