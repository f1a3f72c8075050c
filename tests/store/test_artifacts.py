"""Artifacts, links and doubt: the same on both databases."""

import asyncio
import dataclasses
from typing import Any

import pytest

from rostra.errors import Forgotten, UsageError
from rostra.records import Evidence, Report, dumps
from rostra.records.artifacts import (
    AnyArtifact,
    Artifact,
    Claim,
    Kept,
    Link,
    Origin,
    Side,
    artifact_id,
    make_claim,
    make_counterclaim,
    make_decision,
    make_model_result,
    make_summary,
    report_id,
)
from rostra.records.report import ReportDocument, SourceRow
from rostra.store import Store
from tests.store.samples import NASTY, NOON, evidence, joined, minutes, run

ORIGIN = Origin("r1", "analyst")


def page(name: str, *, ends: float | None = 60, **changes: Any) -> Evidence:
    """Evidence of an address of its own, over after so many minutes."""
    facts = {"expires_at": None if ends is None else minutes(ends)}
    return evidence(name, **{"url": f"https://daily.example/{name}", **facts, **changes})


async def keep(store: Store, *pieces: Evidence) -> None:
    for piece in pieces:
        await store.put_evidence(piece, searchable_text=f"{piece.title} {piece.id}")


async def kept(store: Store, artifact: AnyArtifact | str) -> Kept:
    found = await store.get_artifact(artifact if isinstance(artifact, str) else artifact.id)
    assert found is not None
    return found


async def in_doubt(store: Store) -> set[str]:
    return {one.id for one in await store.doubts()}


@dataclasses.dataclass
class Pile:
    """A claim on two pages, a summary on the claim, a decision on both, a report on one page."""

    first: Evidence
    second: Evidence
    claim: Claim
    summary: AnyArtifact
    decision: AnyArtifact

    @property
    def above(self) -> set[str]:
        return {self.claim.id, self.summary.id, self.decision.id}


async def pile(store: Store) -> Pile:
    first, second = page("a", ends=60), page("b", ends=30)
    await keep(store, first, second)
    claim = make_claim("河城半導體第三季營收七十億元。", [first, second], ORIGIN, NOON, is_key=True)
    summary = make_summary("河城半導體", "營收成長。", [claim], ORIGIN, NOON)
    decision = make_decision("加碼?", "加碼。", [claim], ORIGIN, NOON, evidence=[first])
    for artifact in (claim, summary, decision):
        await store.put_artifact(artifact)
    return Pile(first, second, claim, summary, decision)


def report_on(run_id: str, cited: list[Evidence], read: list[Evidence]) -> Report:
    rows = [
        SourceRow(
            number=n,
            evidence=one.id,
            title=one.title,
            url=one.url,
            publisher=one.source.name,
            tier=one.source.tier,
            type=one.source.type,
            published=None,
            fetched_at=one.fetched_at,
            expires_at=one.expires_at,
            cited=int(one in cited),
        )
        for n, one in enumerate([*cited, *read], 1)
    ]
    document = ReportDocument(
        run=run_id,
        title="t",
        question="q",
        language="en",
        mode="strict",
        engine="extractive",
        is_sample=False,
        made_at=NOON,
        sections=(),
        sources=tuple(rows),
        dropped=(),
        rejected=(),
        outside_calls=1,
        pages_read=2,
    )
    return Report(run_id, "t", "# t", dumps(document), NOON)


async def test_the_reason_for_a_doubt_may_be_any_text(store: Store) -> None:
    first = page("a")
    await keep(store, first)
    await store.mark_recheck([first.id], NASTY, at=NOON)
    (doubt,) = await store.doubts()
    assert "台積電" in str(doubt.mark.why)


async def test_every_type_comes_back_as_it_was_put(store: Store) -> None:
    first = page("a")
    await keep(store, first)
    claim = make_claim(joined(NASTY), [first], ORIGIN, NOON, caveats=["初值"])
    made: list[Artifact] = [
        claim,
        make_counterclaim([Side("七十億", (first.id,)), Side("六十億")], "different figures",
                          [first], ORIGIN, NOON, claim=claim.id),
        make_model_result("sma", {"days": 20}, "20 日均線 101.5", [first], ORIGIN, NOON,
                          output=[101.5], metrics={"rmse": 0.2}),
        make_summary("主題", "摘要", [claim], ORIGIN, NOON, evidence=[first]),
        make_decision("動議", "通過", [claim], ORIGIN, NOON, dissent=["反方"], actions=["再查"]),
    ]  # fmt: skip
    for artifact in made:
        put = await store.put_artifact(artifact)
        assert put.artifact == artifact
        assert (await kept(store, artifact)).artifact == artifact
        assert artifact.expires_at == first.expires_at, "nothing outlives what it rests on"
    assert [one.artifact for one in await store.get_artifacts([m.id for m in reversed(made)])] == [
        *reversed(made)
    ]


async def test_the_same_inputs_are_the_same_artifact_and_the_first_is_kept(store: Store) -> None:
    first = page("a")
    await keep(store, first)
    origin = dataclasses.replace(ORIGIN, turn="r1/pro")
    made = [
        make_summary("主題", f"摘要 {n}", [], origin, minutes(n), evidence=[first])
        for n in range(8)
    ]
    assert len({one.id for one in made}) == 1

    put = await asyncio.gather(*(store.put_artifact(one) for one in made))

    assert len({one.artifact for one in put}) == 1, "two writers end with one artifact"


async def test_an_id_is_the_type_and_a_uuid_of_the_inputs() -> None:
    claim = make_claim("一", [page("a"), page("b")], ORIGIN, NOON)
    again = make_claim("一", [page("b"), page("a")], Origin("r2", "critic"), minutes(5))

    assert claim.id == again.id == artifact_id("claim", claim.inputs_hash)
    assert claim.id.startswith("claim:")


async def test_nothing_is_kept_that_rests_on_what_is_not_here(store: Store) -> None:
    claim = make_claim("一", [page("nowhere")], ORIGIN, NOON)

    with pytest.raises(UsageError, match="evidence:nowhere"):
        await store.put_artifact(claim)

    assert await store.get_artifact(claim.id) is None
    assert await store.search_artifacts("一") == []


async def test_links_are_read_from_the_record_and_known_from_both_ends(store: Store) -> None:
    one = await pile(store)

    assert Link(one.first.id, "supports", one.claim.id) in await store.links_of(one.first.id)
    assert Link(one.summary.id, "derived_from", one.claim.id) in await store.links_of(one.claim.id)
    assert set(await store.resting_on(one.second.id)) == one.above
    assert await store.resting_on(one.decision.id) == []


async def test_artifacts_are_found_by_text_and_by_the_start_of_their_id(store: Store) -> None:
    one = await pile(store)

    found = await store.search_artifacts("第三季營收", types=("claim", "summary"))
    assert found[0].artifact == one.claim
    short = one.claim.id.removeprefix("claim:")[:8]
    assert [k.artifact.id for k in await store.find_artifacts(short)] == [one.claim.id]
    assert await store.find_artifacts("") == []


async def test_what_is_over_puts_all_that_rests_on_it_in_doubt(store: Store) -> None:
    one = await pile(store)
    assert await store.mark_expired(minutes(29)) == []

    marked = await store.mark_expired(minutes(31))

    assert set(marked) == {one.second.id, *one.above}
    assert await in_doubt(store) == {one.second.id, *one.above}
    state = await kept(store, one.claim)
    assert state.recheck is not None
    assert one.second.id in str(state.recheck.why)
    assert not state.is_usable(minutes(1))
    assert await store.mark_expired(minutes(32)) == [], "a doubt is raised once"


async def test_what_nothing_rests_on_may_end_quietly(store: Store) -> None:
    await keep(store, page("alone", ends=1))

    assert await store.mark_expired(minutes(5)) == []


async def test_a_sample_world_has_a_clock_of_its_own(store: Store) -> None:
    fiction = page("a", ends=1)
    made = dataclasses.replace(fiction.provenance, world="sample")
    fiction = dataclasses.replace(fiction, provenance=made)
    await keep(store, fiction)
    await store.put_artifact(make_claim("一", [fiction], Origin("r1", "x", world="sample"), NOON))

    assert await store.mark_expired(minutes(5)) == []
    assert len(await store.mark_expired(minutes(5), world="sample")) == 2


async def test_a_source_that_says_the_same_again_lifts_the_doubt(store: Store) -> None:
    one = await pile(store)
    await store.mark_expired(minutes(31))

    again = dataclasses.replace(one.second, fetched_at=minutes(40), expires_at=minutes(70))
    put = await store.put_evidence(again)

    assert put.id == one.second.id
    assert put.fetched_at == NOON, "what was kept first stays as it is"
    assert put.expires_at == minutes(70)
    assert await in_doubt(store) == set()
    assert (await kept(store, one.claim)).expires_at == minutes(60), "its shortest evidence now"
    assert (await kept(store, one.summary)).expires_at == minutes(60)
    assert (await kept(store, one.second)).verified_at == minutes(40)


async def test_doubt_stays_while_another_leg_is_over(store: Store) -> None:
    one = await pile(store)
    await store.mark_expired(minutes(61))

    await store.confirm([one.second.id], verified_at=minutes(62), expires_at=minutes(99))

    assert await in_doubt(store) == {one.first.id, *one.above}


async def test_reading_refreshes_nothing(store: Store) -> None:
    one = await pile(store)
    before = [await kept(store, a) for a in (one.first, one.claim, one.summary)]

    for _ in range(3):
        await store.get_evidence(one.first.id)
        await store.search_artifacts("河城半導體營收")
        await store.put_evidence(one.first)

    assert [await kept(store, a) for a in (one.first, one.claim, one.summary)] == before


async def test_a_changed_page_supersedes_the_old_and_its_history_is_kept(store: Store) -> None:
    one = await pile(store)

    newer = page("b", id="evidence:b2", inputs_hash="b2", fetched_at=minutes(10))
    put = await store.put_evidence(newer)

    assert put.supersedes == one.second.id
    old = await kept(store, one.second)
    assert old.superseded_by == newer.id
    assert old.artifact == one.second
    assert Link(newer.id, "supersedes", one.second.id) in await store.links_of(newer.id)
    assert await in_doubt(store) == one.above, "the old page is history, what rests on it is not"
    again = await kept(store, newer)
    assert isinstance(again.artifact, Evidence)
    assert again.artifact.supersedes == one.second.id


async def test_a_page_that_goes_back_to_its_old_words_is_the_old_evidence(store: Store) -> None:
    one = await pile(store)
    await store.put_evidence(page("b", id="evidence:b2", inputs_hash="b2", fetched_at=minutes(5)))

    back = dataclasses.replace(one.second, fetched_at=minutes(20), expires_at=minutes(50))
    await store.put_evidence(back)

    assert (await kept(store, one.second)).superseded_by is None
    assert (await kept(store, "evidence:b2")).superseded_by == one.second.id
    assert not one.above & await in_doubt(store)


async def test_a_clock_set_back_makes_nothing_older(store: Store) -> None:
    one = await pile(store)

    early = page("b", id="evidence:b2", inputs_hash="b2", fetched_at=minutes(-600))
    await store.put_evidence(early)
    await store.confirm([one.first.id], verified_at=minutes(-90), expires_at=minutes(-60))

    assert (await kept(store, one.second)).superseded_by == early.id
    assert (await kept(store, one.first)).expires_at == one.first.expires_at


async def test_other_documents_of_one_answer_replace_nothing(store: Store) -> None:
    await keep(store, page("a"), page("b"))

    assert (await kept(store, "evidence:a")).superseded_by is None


async def test_what_is_forgotten_is_not_used_and_stays_forgotten(store: Store) -> None:
    one = await pile(store)
    await store.note_in_round("r1", "answer", "k", [one.first.id], at=NOON, evidence=[one.first.id])

    marked = await store.forget(one.first.id, "被竄改", at=minutes(5))

    assert set(marked or ()) == one.above
    assert await in_doubt(store) == one.above
    assert await store.get_evidence(one.first.id) is None
    assert one.first.id not in [k.artifact.id for k in await store.search_artifacts("上修財測")]
    assert await store.round_note("r1", "answer", "k") is None
    assert not await store.note_in_round("r1", "answer", "k", "v", at=NOON, evidence=[one.first.id])
    state = await kept(store, one.first)
    assert state.forgotten is not None
    assert state.forgotten.why == "被竄改"
    with pytest.raises(Forgotten, match="被竄改"):
        await store.put_evidence(dataclasses.replace(one.first, fetched_at=minutes(9)))
    with pytest.raises(UsageError):
        await store.put_artifact(make_claim("新說法", [one.first], ORIGIN, NOON))
    assert await store.forget("evidence:none", "x", at=NOON) is None


async def test_a_forgetting_can_be_taken_back(store: Store) -> None:
    one = await pile(store)
    await store.forget(one.first.id, "by mistake", at=minutes(5))

    assert await store.remember(one.first.id, text="上修財測", at=minutes(6))

    assert not await store.remember(one.first.id, text="上修財測", at=minutes(7))
    assert not await store.remember("evidence:none", text="", at=minutes(7))
    assert await store.get_evidence(one.first.id) == one.first
    assert await in_doubt(store) == set()
    assert one.first.id in [k.artifact.id for k in await store.search_artifacts("上修財測")]


async def test_a_report_rests_on_what_it_cites(store: Store) -> None:
    first, second = page("a", ends=30), page("b", ends=None)
    await keep(store, first, second)
    await store.create_run(run("r1"))

    await store.put_report(report_on("r1", [first], read=[second]))

    assert await store.resting_on(first.id) == [report_id("r1")]
    assert await store.resting_on(second.id) == [], "read and not cited"
    await store.mark_expired(minutes(31))
    assert report_id("r1") in await store.marks([report_id("r1")])
    await store.delete_run("r1")
    assert await store.resting_on(first.id) == []
    assert await store.marks([report_id("r1")]) == {}


async def test_counts_tell_how_much_is_in_which_state(store: Store) -> None:
    one = await pile(store)
    await store.mark_expired(minutes(31))
    await store.forget(one.first.id, "x", at=minutes(32))

    told = {count.type: count for count in await store.memory_counts(minutes(31))}

    assert (told["evidence"].kept, told["evidence"].expired) == (2, 1)
    assert told["evidence"].forgotten == 1
    assert told["claim"].in_doubt == 1


async def test_doubt_climbs_over_long_chains_and_round_trips(store: Store) -> None:
    """Also where links run in a circle, as no record of ours makes them."""
    first = page("a", ends=5)
    await keep(store, first)
    below: list[Claim] = [make_claim("0", [first], ORIGIN, NOON)]
    await store.put_artifact(below[0])
    chain = [below[0].id]
    for n in range(1, 9):
        claim = make_claim(str(n), [first], ORIGIN, NOON)
        await store.put_artifact(claim, links=[Link(claim.id, "derived_from", chain[-1])])
        chain.append(claim.id)
    await store.add_links([Link(chain[0], "derived_from", chain[-1])])

    assert set(await store.mark_expired(minutes(6))) == {first.id, *chain}
