"""Real clients on pipes and over HTTP, in both eras of the protocol."""

from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.mcp.conftest import ask, on_pipes, over_http

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

TOKEN = "a-token-of-some-length"


async def follow_to_the_end(client: Client, run_id: str) -> tuple[dict[str, Any], list[str]]:
    told: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append(message or "")

    after = 0
    while True:
        answer = await client.call_tool(
            "follow_run", {"run_id": run_id, "after": after}, progress_callback=note
        )
        step = dict(answer.structured_content or {})
        after = step["next_after"]
        if step["run"]["has_ended"]:
            return step["run"], told


async def test_research_is_started_followed_and_read_over_pipes(tmp_path: Path) -> None:
    async with Client(on_pipes(tmp_path)) as client:
        run = await ask(client, "start_research", question="舊港區擁擠費的成效？", sample=True)
        ended, told = await follow_to_the_end(client, run["run_id"])
        report = await ask(client, "read_report", run_id=run["run_id"], format="json")
        text = (await ask(client, "read_report", run_id=run["run_id"]))["text"]
        resource = await client.read_resource(f"rostra://runs/{run['run_id']}/report")

    assert ended["status"] == "done"
    assert any("search.web" in one for one in told)
    assert report["has_passed"]
    assert "[1](#s1)" in text
    assert getattr(resource.contents[0], "text", "") == text


async def test_over_http_a_token_is_needed_and_a_debate_is_followed(tmp_path: Path) -> None:
    environ = {"ROSTRA_SERVE_TOKENS": f"amy={TOKEN}", "ROSTRA_LANGUAGE": "zh-Hant"}
    async with over_http(tmp_path, **environ) as address:
        async with httpx2.AsyncClient() as stranger:
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            refused = await stranger.post(address, json=body)
            rebound = await stranger.post(address, json=body, headers={"Host": "evil.example"})
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(address, http_client=http), mode="legacy") as client,
        ):
            run = await ask(client, "start_debate", sample=True, rounds=1)
            ended, told = await follow_to_the_end(client, run["run_id"])
            report = await ask(client, "read_report", run_id=run["run_id"])

    assert (refused.status_code, rebound.status_code) == (401, 421)
    assert ended["status"] == "done"
    assert told
    assert "裁決" in report["text"]
