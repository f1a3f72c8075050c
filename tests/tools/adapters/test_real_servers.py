"""Servers that other people wrote: the one for time, the reference one, and Playwright's."""

import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rostra.assembly import open_house
from rostra.governance import Matter
from rostra.records import JsonValue, Run, ToolCall, ToolResult
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra.store import Store
from rostra.tools import ToolPath
from rostra.tools.adapters.failures import ToolError
from rostra.tools.adapters.mcp import McpAdapter
from rostra_testing import LocalSite, Page
from tests.tools.adapters.conftest import NOW, OpenAdapter, approve, toml

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
TIME = Path(sys.executable).with_name("mcp-server-time")


def node_program(package: str, file: str) -> list[str]:
    """How to start a server from npm, where it is installed already; nothing is downloaded."""
    folders = [
        *os.environ.get("NODE_PATH", "").split(os.pathsep),
        str(ROOT / ".tools/node_modules"),
    ]
    found = next((p for f in folders if f and (p := Path(f) / package / file).is_file()), None)
    node = shutil.which("node")
    if node is None or found is None:
        pytest.skip(f"{package} is not installed: npm install --prefix .tools {package}")
    return [node, str(found)]


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "era"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_the_time_server_tells_the_time_in_both_eras(
    open_adapter: OpenAdapter, store: Store, mode: str, era: str
) -> None:
    command = [str(TIME), "--local-timezone", "Asia/Taipei"]
    adapter = await open_adapter(command=command, mode=mode)
    assert await approve(adapter, store) == ["convert_time", "get_current_time"]

    output = await adapter.call_tool(
        "convert_time",
        {"source_timezone": "Asia/Taipei", "time": "13:30", "target_timezone": "UTC"},
    )

    assert "time_difference: -8.0h" in output.text
    assert adapter.line is not None
    assert adapter.line.protocol == era
    with pytest.raises(ToolError, match="Mars"):
        await adapter.call_tool("get_current_time", {"timezone": "Mars/X"})


@pytest.mark.slow
async def test_the_reference_server_is_used_as_far_as_its_data_go(
    open_adapter: OpenAdapter, store: Store
) -> None:
    command = [*node_program("@modelcontextprotocol/server-everything", "dist/index.js"), "stdio"]
    adapter = await open_adapter(command=command)
    assert {"echo", "get-structured-content"} <= set(await approve(adapter, store))

    assert (await adapter.call_tool("echo", {"message": "你好"})).text == "Echo: 你好"
    data: Any = (await adapter.call_tool("get-structured-content", {"location": "New York"})).data
    assert set(data) == {"temperature", "conditions", "humidity"}


class Debater:
    """Calls tools through the gates an agent of a debate stands before."""

    def __init__(self, path: ToolPath) -> None:
        self._path = path
        self._calls = count(1)

    async def __call__(self, tool: str, **args: JsonValue) -> ToolResult:
        why, subject = str(args.get("justification", "")), str(next(iter(args.values())))
        call = ToolCall(str(next(self._calls)), tool, args, "pro", subject, why)
        (result,) = await self._path.call([call], InlineStep("r1"))
        return result


@asynccontextmanager
async def debating(folder: Path, text: str) -> AsyncIterator[tuple[Debater, McpAdapter]]:
    (folder / "rostra.toml").write_text(text)
    environ = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    settings = load_settings({"data": str(folder / "desk")}, environ=environ, folder=folder)
    async with open_house(settings) as house:
        await house.store.create_run(Run("r1", "debate", MATTER.question, "running", NOW))
        (adapter,) = house.tools.foreign().servers
        await approve(adapter, house.store)
        world = await house.worlds.of(is_sample=False)
        stage = house.models.stage(await house.models.choices(is_sample=True))
        path, bench = await house.tools.agent_tools(world, await house.worlds.ladder(world), stage)
        gated = replace(
            path,
            gates=bench.gates(MATTER),
            discovery=bench.discovery(MATTER),
            ruler=bench.chair(MATTER, "en", "rule"),
        )
        yield Debater(gated), adapter


MATTER = Matter("How many jars did Harbour Foods fill in 2026?")
REASON = "The library has no 2026 count of jars filled by Harbour Foods; this page reports it."


@pytest.mark.slow
async def test_a_foreign_browser_is_gated_like_our_own(tmp_path: Path) -> None:
    chromium = shutil.which("chromium") or pytest.skip("there is no Chromium on the path")
    flags = ["--headless", "--isolated", "--no-sandbox", "--executable-path", chromium]
    command = [*node_program("@playwright/mcp", "cli.js"), *flags, "--output-dir", str(tmp_path)]
    article = "<title>Harbour Foods</title><h1>Harbour Foods filled 12.5 million jars</h1>"
    with LocalSite({"/a": article, "/b": article}) as site:
        hits = [
            {"url": site.url(path), "title": "Harbour Foods jars filled"} for path in ("/a", "/b")
        ]
        site["/search"] = Page.json({"results": hits})
        text = (
            f'search_url = ["{site.url("/")}"]\n[[mcp]]\nprefix = "playwright"\nlevel = "L3"\n'
            f'command = {toml(command)}\nrequires_approval = true\ntools = ["browser_navigate"]\n'
        )
        async with debating(tmp_path, text) as (call, _):

            async def browse(path: str, why: str = REASON) -> str:
                told = await call(
                    "playwright.browser_navigate", url=site.url(path), justification=why
                )
                return told.text if told.ok else told.code

            assert await browse("/a") == "refused:discovery"
            assert (await call("search.web", query="Harbour Foods jars filled 2026")).ok
            assert await browse("/a", "please") == "refused:justification"
            assert await browse("/a") == "refused:internal-first"  # no internal tool was asked yet
            await call("library.search", query="Harbour Foods jars filled")  # it holds nothing
            assert {request.path for request in site.requests} == {"/search"}
            assert "Harbour Foods" in await browse("/a")
            assert await browse("/b") == "refused:quota"
            assert "/b" not in {request.path for request in site.requests}
