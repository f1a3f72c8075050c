"""What the drawn pages show, over the API: promised shapes, clean refusals, empty desks."""

from datetime import timedelta

import pytest

from rostra.records import Event, Item, NewEvent, Report, SectionMark, SiteState, ToolCalled, dumps
from rostra.records.artifacts import Origin, make_claim
from rostra.records.report import ReportDocument, Section, SourceRow
from tests.saying import cited
from tests.web.conftest import NOW, Served, add_evidence

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


async def _published(served: Served) -> str:
    store = served.house.store
    run = await served.add_run("r1", "done", started_at=NOW, ended_at=NOW + timedelta(seconds=9))
    kept = await add_evidence(served.house, "減少14.2%")
    source = SourceRow(1, kept.id, "公報", kept.url, "財政局", 1, "government", None, NOW, None, 1)
    document = ReportDocument(
        run=run.id, title="題", question="問？", language="zh-Hant", mode="strict", engine="x",
        is_sample=False, made_at=NOW,
        sections=(Section("查核結果", (cited("減少14.2%", (kept.id,)),)),),
        sources=(source,), dropped=(), rejected=(), outside_calls=0, pages_read=0,
    )  # fmt: skip
    await store.put_report(Report(run.id, "題", "# 題", dumps(document), NOW))
    told = ToolCalled("pages.read", kept.url, "tool", kept.id, 250.0)
    await store.append_events([NewEvent(run.id, "k", NOW + timedelta(seconds=3), told)])
    return kept.id


async def test_a_run_is_told_as_graph_timeline_and_evidence(served: Served) -> None:
    kept = await _published(served)

    graph = (await served.client.get("/api/runs/r1/graph")).json()["graph"]
    timeline = (await served.client.get("/api/runs/r1/timeline")).json()["timeline"]
    evidence = (await served.client.get("/api/runs/r1/evidence")).json()

    kinds = {node["kind"]: node for node in graph["nodes"]}
    assert set(kinds) == {"publisher", "evidence", "claim", "answer"}
    assert (kinds["evidence"]["evidence"], kinds["evidence"]["event"]) == (kept, 1)
    assert kinds["claim"]["signs"] == ["decisive", "single_source"]
    call = next(span for span in timeline["spans"] if span["kind"] == "tool")
    assert (call["event"], call["answered_by"], call["lane"]) == (1, "tool", "pages")
    assert call["start"] < call["end"]
    assert [one["id"] for one in evidence["evidence"]] == [kept]


async def test_what_is_not_there_is_a_clean_404_and_an_empty_desk_is_told_as_empty(
    served: Served,
) -> None:
    await served.add_run("r2", "running")
    for path in ("runs/none/graph", "runs/none/timeline", "runs/r2/graph", "artifacts/no/chain"):
        answer = await served.client.get(f"/api/{path}")
        assert (answer.status_code, "error" in answer.json()) == (404, True), path
    assert (await served.client.get("/api/items/trend?days=0")).status_code == 422
    assert (await served.client.get("/api/metrics/figures?days=999")).status_code == 422

    timeline = (await served.client.get("/api/runs/r2/timeline")).json()["timeline"]
    figures = (await served.client.get("/api/metrics/figures?days=3")).json()
    trend = (await served.client.get("/api/items/trend?days=3")).json()

    assert (timeline["is_live"], [span["kind"] for span in timeline["spans"]]) == (True, ["queue"])
    assert len(figures["days"]) == 3
    assert figures["figures"]["hit_rate"] is None
    assert (trend["trend"]["total"], trend["new"], len(trend["trend"]["days"])) == (0, [], 3)


async def test_collected_items_are_told_by_day_with_what_is_new_and_what_looks_rebuilt(
    served: Served,
) -> None:
    store, now = served.house.store, served.house.clock()

    def item(name: str, run: str) -> Item:
        return Item(name, "甲", "新聞", f"https://a.example/{name}", "題", "news", run, now)

    await store.put_items([item("one", "old"), item("two", "last")])
    mark = SectionMark("新聞", "https://a.example/", (20, 21, 20, 1))
    await store.put_site_state(SiteState("甲", "last", now, sections=(mark,)))

    told = (await served.client.get("/api/items/trend?days=2")).json()

    assert told["trend"]["sections"][0]["counts"] == [0, 2]
    assert [one["id"] for one in told["new"]] == ["two"]
    assert [(one["section"], one["usual"]) for one in told["rebuilt"]] == [("新聞", 20)]


async def test_what_a_fact_rests_on_is_told_level_by_level(served: Served) -> None:
    ground = await add_evidence(served.house, "減少14.2%")
    claim = make_claim("減少", [ground], Origin("r1", "verifier"), NOW)
    await served.house.store.put_artifact(claim)

    chain = (await served.client.get(f"/api/artifacts/{claim.id}/chain")).json()["chain"]

    assert [(node["type"], node["level"]) for node in chain["nodes"]] == [
        ("evidence", -1), ("claim", 0),
    ]  # fmt: skip
    assert chain["links"] == [{"source": ground.id, "kind": "supports", "target": claim.id}]


async def test_an_old_line_without_a_time_is_still_drawn(served: Served) -> None:
    """Logs written before calls were timed."""
    await served.add_run("r3", "done", ended_at=NOW)
    found = await served.house.store.append_events(
        [NewEvent("r3", "k", NOW, ToolCalled("pages.read", "x", "round"))]
    )
    assert isinstance(found[0], Event)

    timeline = (await served.client.get("/api/runs/r3/timeline")).json()["timeline"]

    assert [one["start"] == one["end"] for one in timeline["spans"] if one["kind"] == "tool"] == [
        True
    ]
