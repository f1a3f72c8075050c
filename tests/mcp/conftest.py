"""A desk offered to other agents: in this process, as a child on pipes, and over HTTP."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from rostra.assembly import House, open_house
from rostra.mcp.desk import CallerDesk
from rostra.mcp.server import build_server
from rostra.settings import load_settings


@dataclass(frozen=True)
class Offered:
    house: House
    client: Client

    async def ask(self, tool: str, **given: Any) -> dict[str, Any]:
        return await ask(self.client, tool, **given)

    async def refusal(self, tool: str, **given: Any) -> str:
        answer = await self.client.call_tool(tool, given)
        assert answer.is_error, answer.structured_content
        return str(getattr(answer.content[0], "text", ""))


async def ask(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    answer = await client.call_tool(tool, given)
    assert not answer.is_error, answer.content
    return dict(answer.structured_content or {})


@contextlib.asynccontextmanager
async def offered_at(folder: Path, **settings: Any) -> AsyncIterator[Offered]:
    async with open_house(load_settings({"data": str(folder), **settings})) as house:
        remote = house.workplace().remote()
        async with Client(build_server(CallerDesk(house, remote))) as client:
            yield Offered(house, client)
        await remote.close()


def on_pipes(folder: Path) -> StdioServerParameters:
    words = ["-m", "rostra", "mcp", "--data", str(folder)]
    return StdioServerParameters(command=sys.executable, args=words)


@contextlib.asynccontextmanager
async def over_http(folder: Path, **environ: str) -> AsyncIterator[str]:
    """The address of a child that serves, ended by its id."""
    words = ["-m", "rostra", "mcp", "--http", "--port", "0", "--data", str(folder)]
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, **environ},
    )
    try:
        assert child.stdout is not None
        yield (await child.stdout.readline()).decode().strip()
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        await child.wait()
