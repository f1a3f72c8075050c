"""A process that asks a real server through the model path: `survivor.py FOLDER BASE_URL`.

It begins its run anew each time it is started, as a run does that nothing else remembers.
"""

import asyncio
import json
import sys
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

from rostra.events import EventLog
from rostra.models import ModelAnswer, ModelRequest
from rostra.steps import InlineStep
from rostra.store import open_store
from tests.models.asking import Desk, FakeGateway, question
from tests.waiting import scaled

RUN = "survivor"
AGENTS = 3
REQUESTS = 12


async def work(folder: Path, base_url: str) -> None:
    store = open_store(folder)
    now = datetime.now(UTC)
    events = EventLog(store, lambda: now)
    desk = Desk(store, events, lambda: now)

    def post(text: str) -> str:
        body = {"model": "scripted", "messages": [{"role": "user", "content": text}]}
        request = urllib.request.Request(f"{base_url}/chat/completions", json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=scaled(60)) as reply:
            said = json.load(reply)
        text = said["choices"][0]["message"]["content"]
        return str(text)

    async def answer(request: ModelRequest) -> ModelAnswer:
        text = await asyncio.to_thread(post, request.messages[-1].text)
        return ModelAnswer(text, tokens_in=10, tokens_out=5)

    async def agent(number: int) -> None:
        step = InlineStep(f"{RUN}/{number}", parent=RUN)
        path = desk.path(FakeGateway(answer))
        for asked in range(REQUESTS):
            await step("ask", path.ask, question(f"{number}.{asked}", max_tokens=20))

    await asyncio.gather(*(agent(number) for number in range(AGENTS)))
    await events.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(work(Path(sys.argv[1]), sys.argv[2]))
