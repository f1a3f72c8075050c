"""The API on a real store: what is ordered, shown, refused and promised."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest

from rostra.events import to_ndjson, worded
from rostra.records import AnswerComing, NewEvent, Progress, Question, Report, RunEnded
from rostra.report.forms import FORMS, Form
from rostra.web.api_events import stream
from tests.web.conftest import NOW, TOKEN, Serve, Served, add_evidence

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

ORDERS: list[tuple[dict[str, Any], str]] = [
    ({"kind": "research", "question": "…"}, "no words"),
    ({"kind": "research", "question": "舊港區擁擠費的成效？", "mode": "loose"}, "mode"),
    ({"kind": "research", "question": "q", "since": "2026-02-30"}, "since"),
    ({"kind": "research", "question": "q", "since": "2026-02-03", "until": "2026-01-01"}, "before"),
    ({"kind": "research", "question": "q", "only_domains": ["no domain"]}, "not a domain"),
    ({"kind": "research", "question": "q", "library": ["nowhere"]}, "No folder"),
    ({"kind": "research", "question": "q", "continues": "nobody"}, "not there"),
    ({"kind": "research", "question": "q", "budget": 3}, "budget"),
    ({"kind": "research", "question": "q", "max_cost": -1}, "max_cost"),
    ({"kind": "debate", "question": "市府應延長擁擠費", "sides": ["pro"]}, "sides"),
    ({"kind": "debate", "question": "市府應延長擁擠費", "sides": ["pro", "x"]}, "no side"),
    ({"kind": "debate", "question": "市府應延長擁擠費", "rounds": 99}, "rounds"),
    ({"kind": "collect", "sites": ["nowhere"]}, "No site"),
    ({"kind": "revalidate", "artifacts": ["claim:x"]}, "claim:x"),
    ({"kind": "party"}, "kind"),
    ({}, "kind"),
]


async def test_an_order_that_cannot_be_meant_is_refused_and_says_what_is_wrong(
    served: Served,
) -> None:
    wrong: list[object] = []
    for order, blame in ORDERS:
        answer = await served.client.post("/api/runs", json=order)
        said = answer.json()["error"]["message"]
        if answer.status_code not in (400, 422) or blame not in said:
            wrong.append((order, answer.status_code, said))
    for body in (b"", b"{", b"[]", b'"x"', b"\xff", b'{"kind":"research","question":NaN}'):
        answer = await served.client.post("/api/runs", content=body)
        if answer.status_code not in (400, 422) or "error" not in answer.json():
            wrong.append((body, answer.status_code, answer.text))
    assert not wrong
    assert (await served.client.get("/api/runs")).json() == {"runs": []}


async def test_an_order_is_a_queued_run_that_never_may_spend_more_than_the_desk(
    served: Served,
) -> None:
    order = {
        "kind": "research",
        "question": "成效？",
        "sample": True,
        "max_cost": 99,
        "max_calls": 7,
    }
    answer = await served.client.post("/api/runs", json=order)
    run = answer.json()["run"]
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/runs/{run['id']}"
    assert len(run["id"]) == 32
    assert (run["status"], run["budget"]["max_cost"], run["budget"]["max_calls"]) == (
        "queued", 2.0, 7,
    )  # fmt: skip
    listed = (await served.client.get("/api/runs", params={"text": "成效"})).json()["runs"]
    assert listed == [run]
    shown = (await served.client.get(f"/api/runs/{run['id']}")).json()
    assert shown["run"] == run
    assert shown["report"] is None
    aborted = await served.client.post(f"/api/runs/{run['id']}/abort")
    assert aborted.json()["run"]["status"] == "aborted"
    again = await served.client.post(f"/api/runs/{run['id']}/resume")
    assert again.json()["run"]["status"] == "queued"


async def test_odd_values_are_answered_and_never_break_anything(served: Served) -> None:
    wrong = []
    for asked in (
        "runs?before=0001-01-01T00:00:00", "runs?before=9999-12-31T23:59:59", "runs?before=x",
        "runs?limit=0", "runs?limit=99999999999999999999", "runs?status=odd", "runs?kind=",
        "runs?text=%00%27%22*%20NEAR(", "items?since=0001-01-01", "items?type=odd", "items?site=",
        "artifacts?text=%22%20OR%201", "artifacts?text=%ed%a0%80", "artifacts", "sources?tier=9",
        "sources/classify?name=%00", "sources/classify?name=http://[", "metrics?run=x",
        "memory/stale?limit=-1",
    ):  # fmt: skip
        answer = await served.client.get(f"/api/{asked}")
        if answer.status_code >= 500 or answer.headers["content-type"] != "application/json":
            wrong.append((asked, answer.status_code, answer.text[:200]))
    pages = ("/?before=0001-01-01", "/?before=9999-12-31T23:59:59-23:00", "/?q=%00%ff")
    statuses = [(await served.client.get(asked)).status_code for asked in pages]
    assert max(statuses) < 500
    lone = rb'{"kind":"research","sample":true,"question":"\ud800 \u0000 \u7a05\u6536"}'
    made = await served.client.post("/api/runs", content=lone)
    if made.status_code >= 500:
        wrong.append(("lone surrogate", made.status_code, made.text))
    assert not wrong
    assert (await served.client.get("/")).status_code == 200
    assert (await served.client.get("/api/runs")).status_code == 200


async def test_what_is_unknown_is_a_clean_404(served: Served) -> None:
    wrong = []
    paths = "runs/x runs/x/events runs/x/export evidence/x evidence/x/raw artifacts/x nothing"
    for path in (*paths.split(), "runs/%00", "evidence/%ff%fe", "docs", "redoc"):
        answer = await served.client.get(f"/api/{path}")
        if answer.status_code != 404 or "error" not in answer.json():
            wrong.append((path, answer.status_code))
    for method, path in (("POST", "runs/x/stop"), ("POST", "runs/x/abort"), ("DELETE", "runs/x"),
                         ("POST", "runs/x/resume"), ("DELETE", "sites/x")):  # fmt: skip
        answer = await served.client.request(method, f"/api/{path}")
        if answer.status_code != 404:
            wrong.append((path, answer.status_code))
    assert not wrong
    assert (await served.client.get("/docs")).status_code == 404


async def test_a_run_is_stopped_once_and_deleted_only_when_it_has_ended(served: Served) -> None:
    await served.add_run()
    client = served.client
    assert (await client.delete("/api/runs/r1")).status_code == 409
    assert (await client.post("/api/runs/r1/resume")).status_code == 409
    assert (await client.post("/api/runs/r1/stop")).status_code == 200
    assert await served.house.store.stop_asked("r1") == "stop"
    await served.add_run("r2", status="done")
    assert (await client.post("/api/runs/r2/stop")).status_code == 409
    assert (await client.post("/api/runs/r2/abort")).status_code == 409
    assert (await client.delete("/api/runs/r2")).json() == {"run": "r2", "deleted": True}
    assert (await client.get("/api/runs/r2")).status_code == 404


async def test_the_first_answer_to_a_question_stands_and_says_who_gave_it(serve: Serve) -> None:
    async with serve(tokens={"amy": TOKEN, "bob": TOKEN + "2"}) as served:
        await served.house.workplace().remote().enqueue(await served.add_run(status="waiting"))
        asked = Question("r1:q", "r1", "哪一段？", ("今年", "去年"), asked_at=NOW)
        await served.house.store.put_question(asked)
        amy = {"Authorization": f"Bearer {TOKEN}"}
        bob = {"Authorization": f"Bearer {TOKEN}2"}
        inbox = (await served.client.get("/api/inbox", headers=amy)).json()
        assert [one["id"] for one in inbox["questions"]] == ["r1:q"]

        async def answer(text: str, who: dict[str, str]) -> Any:
            given = {"question": "r1:q", "answer": text}
            return await served.client.post("/api/inbox", headers=who, json=given)

        assert (await answer("明年", amy)).status_code == 400
        first, second = await answer("今年", amy), await answer("去年", bob)
        assert first.json()["question"]["answered_by"] == "amy"
        kept = await served.house.store.get_question("r1:q")
        assert kept is not None
        assert (kept.answer, kept.answered_by) == ("今年", "amy")
        assert second.json()["question"]["answer"] == "今年"


async def test_an_answer_to_a_run_that_has_ended_is_too_late(served: Served) -> None:
    await served.add_run(status="stopped")
    await served.house.store.put_question(Question("q", "r1", "?", ("a",), asked_at=NOW))
    answer = await served.client.post("/api/inbox", json={"question": "q", "answer": "a"})
    assert answer.status_code == 409
    kept = await served.house.store.get_question("q")
    assert kept is not None
    assert kept.answer is None


async def test_an_answer_that_wakes_nobody_says_so(served: Served) -> None:
    await served.add_run(status="waiting")
    await served.house.store.put_question(Question("q", "r1", "?", ("a",), asked_at=NOW))
    answer = await served.client.post("/api/inbox", json={"question": "q", "answer": "a"})
    assert answer.status_code == 503
    assert "nobody works on" in answer.json()["error"]["message"]


async def _log(served: Served, count: int, *, text: str = "讀") -> None:
    events = [NewEvent("r1", f"k{n}", NOW, Progress(text, n)) for n in range(count)]
    await served.house.store.append_events(events)
    await served.house.store.append_events([NewEvent("r1", "end", NOW, RunEnded("done"))])


@pytest.mark.parametrize(
    ("after", "numbers"), [("-1", [1, 2, 3]), ("0", [1, 2, 3]), ("2", [3]), ("9" * 40, [])]
)
async def test_any_number_says_where_to_go_on(
    served: Served, after: str, numbers: list[int]
) -> None:
    await served.add_run(status="done")
    await _log(served, 2)
    page = await served.client.get(f"/api/runs/r1/events?after={after}")
    assert page.status_code == 200
    assert [one["id"] for one in page.json()["events"]] == numbers


def _messages(body: str) -> list[dict[str, str]]:
    return [
        dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        for block in body.split("\n\n")
        if block
    ]


async def test_a_stream_sends_every_event_as_the_command_line_writes_it(served: Served) -> None:
    await served.add_run(status="done")
    await _log(served, 1_200)
    stream = {"Accept": "text/event-stream"}
    answer = await served.client.get("/api/runs/r1/events", headers=stream)
    *sent, end = _messages(answer.text)
    stored = await served.house.store.events_after("r1", limit=5_000)
    told = [to_ndjson(worded(event, "en")) for event in stored]
    assert [one["data"] for one in sent] == told
    assert [int(one["id"]) for one in sent] == list(range(1, 1_202))
    assert (end["event"], json.loads(end["data"])["status"]) == ("end", "done")

    late = await served.client.get(
        "/api/runs/r1/events", headers={**stream, "Last-Event-ID": "1199"}
    )
    assert [one.get("id") for one in _messages(late.text)] == ["1200", "1201", None]
    after = await served.client.get("/api/runs/r1/events?after=1200", headers=stream)
    assert [one.get("id") for one in _messages(after.text)] == ["1201", None]
    page = (await served.client.get("/api/runs/r1/events?after=3&limit=2")).json()
    assert [one["id"] for one in page["events"]] == [4, 5]
    assert page["has_ended"]


async def test_several_viewers_each_see_every_event_in_order_while_it_happens(
    served: Served,
) -> None:
    run = await served.add_run()
    stream = {"Accept": "text/event-stream"}
    viewers = [
        asyncio.create_task(served.client.get("/api/runs/r1/events", headers=stream))
        for _ in range(3)
    ]
    for start in range(0, 600, 10):
        fresh = [NewEvent("r1", f"k{n}", NOW, Progress("讀", n)) for n in range(start, start + 10)]
        await served.house.store.append_events(fresh)
        await asyncio.sleep(0)
    assert not any(viewer.done() for viewer in viewers)
    await served.house.store.append_events([NewEvent("r1", "end", NOW, RunEnded("done"))])
    await served.house.store.save_run(replace(run, status="done"))
    for answer in await asyncio.gather(*viewers):
        *sent, end = _messages(answer.text)
        assert [int(one["id"]) for one in sent] == list(range(1, 602))
        assert end["event"] == "end"


async def test_a_stream_tells_what_goes_on_just_now_beside_the_log(served: Served) -> None:
    """In the words of the reader, and without a number: nobody goes on after it."""
    run = await served.add_run()
    store = served.house.store
    coming = AnswerComing("ollama:q", "analyst", "thinking", 420, 7)
    await store.put_sign(NewEvent("r1", "r1:3", datetime.now(UTC), coming))
    told = stream(served.app.state.desk, "r1", 0, lambda: True, "zh-Hant")

    (now,) = _messages(await anext(told))
    await store.append_events([NewEvent("r1", "end", NOW, RunEnded("done"))])
    await store.save_run(replace(run, status="done"))
    rest = _messages("".join([piece async for piece in told]))

    assert (now["event"], "id" in now) == ("now", False)
    (sign,) = json.loads(now["data"])
    assert (sign["id"], sign["name"]) == (0, "AnswerComing")
    assert "思考中" in sign["text"]
    assert [one.get("event") for one in rest] == [None, "end"]


async def test_line_breaks_in_an_event_stay_inside_it(served: Served) -> None:
    await served.add_run(status="done")
    hostile = "a\r\n\r\nevent: end\ndata: {}\u2028\u2029\x85\x00b"
    await _log(served, 1, text=hostile)
    answer = await served.client.get("/api/runs/r1/events", headers={"Accept": "text/event-stream"})
    messages = _messages(answer.text)
    assert [one.get("event") for one in messages] == [None, None, "end"]
    assert "\r" not in answer.text
    assert "\u2028" not in answer.text
    assert json.loads(messages[0]["data"])["data"]["what"].endswith("b")


async def test_evidence_is_shown_whole_in_short_and_where_it_was_quoted(served: Served) -> None:
    text = "財政局公布年報。前三季稅收為 7,596 億元，年增 3%。其餘從略。"
    kept = await add_evidence(served.house, text, digest="稅收 7,596 億元")
    said = {"said": "前三季稅收為7,596億元，年增3%。"}
    shown = (await served.client.get(f"/api/evidence/{kept.id}", params=said)).json()
    start, end = shown["passage"]
    assert shown["text"][start:end] == "前三季稅收為 7,596 億元，年增 3%。"
    assert shown["digest"] == "稅收 7,596 億元"
    raw = await served.client.get(f"/api/evidence/{kept.id}/raw")
    assert raw.content == text.encode()
    assert raw.headers["content-disposition"].startswith("attachment")
    assert raw.headers["content-type"] == "application/octet-stream"
    found = (await served.client.get("/api/artifacts", params={"text": "稅收"})).json()
    assert [one["artifact"]["id"] for one in found["artifacts"]] == [kept.id]
    whole = (await served.client.get(f"/api/artifacts/{kept.id}")).json()
    assert whole["artifact"]["artifact"]["id"] == kept.id
    forgot = await served.client.post(f"/api/artifacts/{kept.id}/forget", json={"why": "誤植"})
    assert forgot.json()["forgotten"] == kept.id


async def test_a_form_from_outside_is_in_the_api_and_on_the_page(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Form("txt", "Shout", "text/plain", lambda one: one.report.title.upper().encode())
    monkeypatch.setitem(FORMS, "txt", row)
    await served.add_run(status="done")
    await served.house.store.put_report(Report("r1", "plums", "# plums", "", NOW))

    answer = await served.client.get("/api/runs/r1/export", params={"format": "txt"})
    assert answer.text != "PLUMS", "a report of which only the text is left has no other forms"
    monkeypatch.setitem(FORMS, "txt", replace(row, needs_document=False))
    answer = await served.client.get("/api/runs/r1/export", params={"format": "txt"})
    page = await served.client.get("/runs/r1/report")

    assert (answer.text, answer.headers["content-type"]) == ("PLUMS", "text/plain; charset=utf-8")
    assert "format=txt" in page.text
    assert ">Shout</a>" in page.text
    unknown = await served.client.get("/api/runs/r1/export", params={"format": "exe"})
    assert (unknown.status_code, "'atom', 'txt'" in unknown.text) == (422, True), unknown.text


async def test_an_export_is_a_file_whose_name_nobody_else_writes(served: Served) -> None:
    await served.add_run(status="done")
    title = '../../con\r\nSet-Cookie: x="<script>\u202e稅收'
    await served.house.store.put_report(Report("r1", title, "# 稅收\n", "", NOW))
    for form, status in (("md", 200), ("json", 200), ("html", 400), ("exe", 422), ("csv", 400)):
        answer = await served.client.get("/api/runs/r1/export", params={"format": form})
        assert answer.status_code == status, form
        if status == 200:
            name = answer.headers["content-disposition"]
            assert name.startswith("attachment; ")
            assert not set("/\\\r\n<>") & set(name)
            assert "set-cookie" not in answer.headers


async def test_sources_sites_items_and_metrics_are_there(served: Served) -> None:
    client = served.client
    publishers = (await client.get("/api/sources", params={"tier": 1})).json()["publishers"]
    assert {one["tier"] for one in publishers} == {1}
    unknown = await client.get("/api/sources/classify", params={"name": "http://nobody.example"})
    assert unknown.json()["source"]["tier"] == 4
    site = {"url": "https://www.example.org/", "name": "例", "sections": ["公告"], "tier": 2}
    assert (await client.post("/api/sites", json=site)).status_code == 201
    assert (await client.post("/api/sites", json={"url": "file:///etc/passwd"})).status_code == 400
    sites = (await client.get("/api/sites")).json()["sites"]
    assert [one["site"]["name"] for one in sites] == ["例"]
    watched = await client.get("/api/sources/classify", params={"name": "https://www.example.org"})
    assert watched.json()["source"]["tier"] == 2, "as its owner says"
    assert (await client.delete("/api/sites/例")).json() == {"removed": "例"}
    odd = "財政部/公告 100%?#"
    assert (await client.post("/api/sites", json=site | {"name": odd})).status_code == 201
    assert f'/api/sites/{quote(odd, safe="")}"' in (await client.get("/collect")).text
    removed = await client.delete(f"/api/sites/{quote(odd, safe='')}")
    assert removed.json() == {"removed": odd}
    assert (await client.get("/api/items")).json() == {"items": []}
    assert (await client.get("/api/metrics")).json()["metrics"]["asked"] == 0
    told = await client.get("/api/metrics/prometheus")
    assert "rostra_outside_calls_total 0" in told.text
    assert (await client.get("/api/memory/stale")).json() == {"stale": []}
    assert (await client.get("/api/memory")).status_code == 200


async def test_the_schema_is_whole_and_describes_what_is_sent(served: Served) -> None:
    import jsonschema
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    told = (await served.client.get("/api/openapi.json")).json()
    served_paths = {path for path in told["paths"] if path.startswith("/api/")}
    assert served_paths == set(told["paths"])
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            assert "default" not in operation["responses"], (method, path)
            assert all(one["content"] for one in operation["responses"].values()), (method, path)

    await served.add_run(status="done", ended_at=NOW + timedelta(seconds=3), options={"a": [1, {}]})
    await _log(served, 2)
    kept = await add_evidence(served.house, "稅收增加。")
    registry = Registry().with_resource("api", DRAFT202012.create_resource(told))
    checks = {
        "/api/runs": "/api/runs",
        "/api/runs/{run_id}": "/api/runs/r1",
        "/api/runs/{run_id}/events": "/api/runs/r1/events",
        "/api/evidence/{evidence_id}": f"/api/evidence/{kept.id}",
        "/api/artifacts/{artifact_id}": f"/api/artifacts/{kept.id}",
        "/api/sources": "/api/sources",
        "/api/metrics": "/api/metrics",
        "/api/library": "/api/library",
        "/api/memory": "/api/memory",
    }
    for path, asked in checks.items():
        answer = (await served.client.get(asked)).json()
        place = path.replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        pointer = f"api#/paths/{place}/get/responses/200/content/application~1json/schema"
        schema = {"$ref": pointer}
        jsonschema.Draft202012Validator(schema, registry=registry).validate(answer)


# What an operation that takes a body is sent to ask for something that is not there.
UNKNOWN: dict[str, dict[str, Any]] = {
    "/api/artifacts/{artifact_id}/forget": {"json": {"why": "誤植"}},
    "/api/inbox": {"json": {"question": "none", "answer": "a"}},
    "/api/library/{name}": {"json": {"tier": 2}},
    "/api/metrics": {"params": {"run": "none"}},
}


async def test_every_refusal_that_the_schema_promises_is_given(serve: Serve) -> None:
    """By every operation: by the gate to anybody, for what is unknown and for fields gone wrong."""
    wrong = []
    async with serve(tokens={"amy": TOKEN}) as served:
        amy = {"Authorization": f"Bearer {TOKEN}"}
        told = (await served.client.get("/api/openapi.json", headers=amy)).json()
        named = {one["name"] for path in told["paths"].values() for operation in path.values()
                 for one in operation.get("parameters", ()) if one["in"] == "path"}  # fmt: skip
        for path, method, operation in [
            (path, method, one)
            for path, all_ in told["paths"].items()
            for method, one in all_.items()
        ]:
            place = path.format(**dict.fromkeys(named, "none"))
            queries = [
                one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"
            ]
            asked: dict[int, dict[str, Any]] = {
                401: {},
                403: {"headers": amy | {"Sec-Fetch-Site": "cross-site"}},
                413: {"headers": amy | {"Content-Length": "999999999"}},
                421: {"headers": amy | {"Host": "evil.example"}},
            }
            if "404" in operation["responses"]:
                asked[404] = {"headers": amy, **UNKNOWN.get(path, {})}
            if "422" in operation["responses"]:
                asked[422] = {"headers": amy, "params": dict.fromkeys(queries, "x" * 11_000)}
            for status, given in asked.items():
                answer = await served.client.request(method, place, **given)
                promised = str(status) in operation["responses"]
                if answer.status_code != status or not promised or "error" not in answer.json():
                    wrong.append((method, path, status, answer.status_code, answer.text[:200]))
    assert not wrong
