"""What rests on what, both ways from any artifact."""

from dataclasses import replace
from datetime import timedelta

from rostra.memory.chain import Chain, chain_both_ways
from rostra.records.artifacts import (
    Link,
    Origin,
    Side,
    make_claim,
    make_counterclaim,
    make_decision,
)
from rostra.store import Store
from tests.memory.samples import NOW, evidence

ORIGIN = Origin("r1", "verifier")


async def _chain(store: Store, artifact_id: str) -> Chain:
    kept = await store.get_artifact(artifact_id)
    assert kept is not None
    return await chain_both_ways(store, kept, NOW)


def _levels(chain: Chain) -> dict[int, set[str]]:
    levels: dict[int, set[str]] = {}
    for node in chain.nodes:
        levels.setdefault(node.level, set()).add(node.type)
    return levels


async def test_from_any_artifact_the_whole_building_is_seen_up_and_down(both: Store) -> None:
    one = await both.put_evidence(evidence("a"))
    other = await both.put_evidence(
        replace(evidence("b"), url="http://b.example/", expires_at=NOW - timedelta(days=1))
    )
    claim = make_claim("營收12.5", [one, other], ORIGIN, NOW)
    await both.put_artifact(claim)
    foe = make_counterclaim(
        [Side("營收9.8", (other.id,))], "figures differ", [other], ORIGIN, NOW, claim=claim.id
    )
    await both.put_artifact(foe)
    decision = make_decision("題", "通過", [claim], ORIGIN, NOW)
    await both.put_artifact(decision)
    await both.add_links([Link("report:r9", "cites", one.id)])

    from_the_claim = await _chain(both, claim.id)
    assert _levels(from_the_claim) == {
        -1: {"evidence"}, 0: {"claim"}, 1: {"counterclaim", "decision"},
    }  # fmt: skip
    states = {node.id: node.is_usable for node in from_the_claim.nodes}
    assert (states[one.id], states[other.id]) == (True, False)

    from_below = await _chain(both, one.id)
    assert _levels(from_below)[1] == {"claim", "report"}
    assert _levels(from_below)[2] == {"counterclaim", "decision"}

    from_above = await _chain(both, decision.id)
    assert _levels(from_above) == {0: {"decision"}, -1: {"claim"}, -2: {"evidence"}}
    for chain in (from_the_claim, from_below, from_above):
        ids = [node.id for node in chain.nodes]
        assert len(ids) == len(set(ids))
        assert {end for link in chain.links for end in (link.source, link.target)} <= set(ids)


async def test_a_building_without_end_is_cut_and_says_so(store: Store) -> None:
    ground = await store.put_evidence(evidence("a"))
    for number in range(220):
        await store.put_artifact(make_claim(f"第{number}項", [ground], ORIGIN, NOW))

    chain = await _chain(store, ground.id)

    assert chain.is_cut
    assert len(chain.nodes) == 200
