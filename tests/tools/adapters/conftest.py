"""Adapters over real servers, approvals in a real store."""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rostra.records import Approval, Source
from rostra.settings import Settings, load_settings
from rostra.store import Store, open_store
from rostra.tools.adapters.child import ChildLimits
from rostra.tools.adapters.mcp import McpAdapter

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
RAW = Path(__file__).with_name("raw_server.py")
SOURCE = Source("Team", 3, "digital", "Team")
ENVIRON = {"HOME": "/nowhere", "PATH": "/usr/bin:/bin", "TEAM_TOKEN": "s3cret-t0ken"}

OpenAdapter = Callable[..., Awaitable[McpAdapter]]


def settings_of(folder: Path, text: str) -> Settings:
    (folder / "rostra.toml").write_text(text, "utf-8")
    return load_settings(environ=ENVIRON, folder=folder)


def raw_command(*words: str) -> list[str]:
    return [sys.executable, "-I", "-S", str(RAW), *words]


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(one)}' for key, one in value.items())} }}"
    return f"'{value}'" if isinstance(value, str | Path) else str(value)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path / "desk")
    yield opened
    await opened.close()


@pytest.fixture
async def open_adapter(tmp_path: Path, store: Store) -> AsyncIterator[OpenAdapter]:
    """Make adapters from settings; `behaviour` names one of the raw server's."""
    made: list[McpAdapter] = []

    async def open_one(
        behaviour: str = "", *, limits: ChildLimits | None = None, notes: str = "", **more: Any
    ) -> McpAdapter:
        given = {"prefix": "team", "level": "L2", **more}
        if behaviour:
            given["command"] = raw_command(behaviour, notes)
        lines = "\n".join(f"{name} = {toml(value)}" for name, value in given.items())
        (server,) = settings_of(tmp_path, f"[[mcp]]\n{lines}").mcp
        adapter = McpAdapter(server, store.approvals, SOURCE, limits=limits)
        made.append(adapter)
        return adapter

    yield open_one
    for adapter in made:
        await adapter.close()


async def approve(adapter: McpAdapter, store: Store) -> list[str]:
    """Approve everything the server offers now, as `rostra tools approve --yes` does."""
    approved = []
    for one in await adapter.standings():
        if one.now is not None and not one.now.fault:
            prefix, told = adapter.server.prefix, one.now
            await store.put_approval(Approval(prefix, one.name, told.fingerprint, told.told, NOW))
            approved.append(one.name)
    await adapter.load()
    return approved
