"""A report handed over by a browser or a program: kept, ordered, shown with its verdicts."""

import pytest
from mcp import Client

from rostra.desks.check.order import CheckOrder
from rostra.mcp.desk import CallerDesk
from rostra.mcp.server import build_server
from rostra.runs.lifecycle import carry_out
from rostra.steps import InlineStep
from tests.desks.check.reports import P
from tests.web.conftest import Served

REPORT = f"The city council is due to vote on 28 December. [1]\n\n[1] Post, {P}\n"


@pytest.mark.slow
async def test_a_report_sent_as_the_body_is_checked_and_its_page_opens_passages(
    served: Served,
) -> None:
    given = {"name": "mine.md", "sample": "true", "fail_under": "0.5"}
    answer = await served.client.post("/api/checks", params=given, content=REPORT.encode())
    assert answer.status_code == 201, answer.text
    run = answer.json()["run"]
    flow = served.house.flows()["check"]
    ended = await carry_out(run["id"], flow, InlineStep(run["id"]), served.house.office, "test")
    shown = (await served.client.get(f"/runs/{run['id']}/report")).text
    listed = (await served.client.get("/check")).text

    assert (run["kind"], run["question"], run["options"]["fail_under"]) == ("check", "mine.md", 0.5)
    assert ended.exit_code == 6
    assert '<details class="held contradicted">' in shown
    assert f'href="/runs/{run["id"]}"' in listed
    assert 'href="/check" aria-current="page"' in listed


async def test_an_address_or_a_text_is_ordered_as_well(served: Served) -> None:
    url = await served.client.post("/api/checks", json={"url": P, "sample": True})
    odd = await served.client.post("/api/checks", json={"url": 5, "report": "/etc/passwd"})
    text = await served.client.post("/api/runs", json={"kind": "check", "text": REPORT})
    nothing = await served.client.post("/api/checks")
    beside = await served.client.post("/api/runs", json={"kind": "check", "report": "/etc/passwd"})

    assert (url.status_code, text.status_code, nothing.status_code) == (201, 201, 400)
    assert odd.status_code == 422
    assert beside.status_code == 422, "a path of this machine is nobody's to name over HTTP"
    assert "content" in text.json()["run"]["options"]
    assert "text" not in text.json()["run"]["options"], "a run is no place for a whole report"


async def test_mcp_has_a_tool_for_it(served: Served) -> None:
    remote = served.house.workplace().remote()
    async with Client(build_server(CallerDesk(served.house, remote))) as client:
        await client.call_tool("start_check", {"text": REPORT, "sample": True})
        tools = {one.name: one for one in (await client.list_tools()).tools}
    await remote.close()
    (run,) = await served.house.store.list_runs(kind=CheckOrder.kind)

    assert run.question.startswith("The city council is due")
    assert not {"report", "content"} & set(tools["start_check"].input_schema["properties"])
