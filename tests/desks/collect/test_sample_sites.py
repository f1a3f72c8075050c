"""The sample world's two sites, collected whole: every item in range once, with its day."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import pytest

from rostra.assembly import House, open_house
from rostra.desks.collect.records import Digest
from rostra.records import Budget, Item, JsonValue, Outcome, Run, loads
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra_testing import Flaky, ScriptedServer
from tests.walks.collecting import FIRST, expected

pytestmark = pytest.mark.slow

PROFILES = ["honest", "fabricator", "broken", "flaky", "obedient"]
LATE = date(2026, 11, 6)  # a model is asked for each: half of the range will do
CEILINGS = {"navigator": 17_000, "crawler": 20_000, "summariser": 3_000, "ranker": 6_000}


@asynccontextmanager
async def sample_house(
    folder: Path, monkeypatch: pytest.MonkeyPatch, model: ScriptedServer | None = None
) -> AsyncIterator[House]:
    monkeypatch.setenv("ROSTRA_DATA", str(folder))
    monkeypatch.setenv("ROSTRA_LANGUAGE", "zh-Hant")
    if model is not None:
        monkeypatch.setenv("ROSTRA_MODEL", "openai-compatible:scripted")
        monkeypatch.setenv("ROSTRA_MODEL_URL", model.base_url)
    async with open_house(load_settings({})) as house:
        yield house


async def collect(
    house: House, run_id: str = "r1", since: date = FIRST
) -> tuple[Outcome, list[Item], Digest]:
    caps = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)
    options: dict[str, JsonValue] = {"sample": True, "since": since.isoformat()}
    run = Run(run_id, "collect", "sample", "running", house.clock(), options, caps)
    await house.store.create_run(run)
    flows = house.flows()
    outcome = await flows["collect"](run, InlineStep(run.id, flows))
    report = await house.store.get_report(run_id)
    assert report is not None
    digest = loads(report.data)
    assert isinstance(digest, Digest)
    return outcome, await house.store.list_items(world="sample"), digest


def check(items: list[Item], since: date = FIRST) -> None:
    assert {item.url: item.published for item in items} == expected(since)
    assert len(items) == len(expected(since)), "each once"
    assert {item.date_from for item in items} == {"displayed"}
    assert all(item.evidence and item.why and len(item.summary) > 20 for item in items)
    assert sorted(item.rank or 0 for item in items) == list(range(1, len(items) + 1))


async def test_by_code_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with sample_house(tmp_path, monkeypatch) as house:
        outcome, items, digest = await collect(house)

        assert outcome.status == "done"
        check(items)
        assert digest.phases == ()
        found = await house.store.search("擁擠費自治條例草案二三讀", kinds=["evidence"])
        best = await house.store.get_evidence(found[0].id)
        assert best is not None
        assert best.url in expected(), "research finds what was collected"
        assert (best.source.tier, best.expires_at is not None) == (1, True)

        _, again, second = await collect(house, "r2")
        assert again == items, "a second run changes nothing"
        assert (second.new, len(second.known)) == ((), len(items))


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
async def test_whatever_the_model_is_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    played = Flaky(hang=0.05, retry_after="0") if profile == "flaky" else profile
    with ScriptedServer(profile=played) as model:
        async with sample_house(tmp_path, monkeypatch, model) as house:
            outcome, items, digest = await collect(house, since=LATE)
            asked = model.calls
            _, again, _ = await collect(house, "r2", since=LATE)

            assert model.calls == asked, "an unchanged site asks no model"
    assert outcome.status == "done"
    check(items, LATE)
    assert again == items
    assert digest.engine == "openai-compatible:scripted"
    measured = {phase.role: phase.peak for phase in digest.phases}
    assert {"crawler", "summariser", "ranker"} <= measured.keys()
    assert {role: peak for role, peak in measured.items() if peak > CEILINGS[role]} == {}
