"""Decoys an honest reader must refuse and controls it must pass, where nobody can tell them."""

from rostra.governance.support.path import _open
from rostra.governance.support.proof import prove
from rostra.governance.support.watch import Batch, Open, batched
from rostra.records.statements import Case, CaseAnchor, Finding
from tests.governance.support.bench import DRAFT, OWN, SOURCES

STOCK = (Case("x", "A foreign thing.", "reported", (CaseAnchor("Z", "q", "Something else."),)),)


def opened() -> list[Open]:
    return [_open(one, prove(one, SOURCES, {})) for one in DRAFT]


def decoys_of(batch: Batch) -> list[Case]:
    return [one for one in batch.cases if one.id in batch.decoys]


def test_every_batch_has_decoys_of_which_half_are_foreign_and_a_control() -> None:
    for seed in range(40):
        batch = batched(opened(), [], STOCK, seed)
        decoys = decoys_of(batch)
        foreign = [one for one in decoys if one.statement in OWN]

        assert len(decoys) >= 2
        assert len(foreign) * 2 >= len(decoys)
        assert batch.controls
        assert len(batch.real) == len(DRAFT)


def test_a_foreign_decoy_is_never_the_statement_on_its_own_passage() -> None:
    for seed in range(40):
        for one in decoys_of(batched(opened(), [], STOCK, seed)):
            own = OWN.get(one.statement)
            assert own is None or not {a.source for a in one.anchors} & set(own)


def test_an_altered_decoy_is_no_sentence_of_the_passage_and_not_the_statement() -> None:
    for seed in range(40):
        for one in decoys_of(batched(opened(), [], STOCK, seed)):
            assert not any(one.statement in anchor.context for anchor in one.anchors)


def test_a_control_is_a_whole_sentence_of_its_passage() -> None:
    for seed in range(40):
        batch = batched(opened(), [], STOCK, seed)
        for one in batch.cases:
            if one.id in batch.controls:
                assert one.statement in one.anchors[0].context


def test_places_differ_from_batch_to_batch_and_names_say_nothing() -> None:
    made = [batched(opened(), [], STOCK, seed) for seed in range(12)]

    assert len({tuple(sorted(one.decoys)) for one in made}) > 1
    for one in made:
        assert [case.id for case in one.cases] == [str(n + 1) for n in range(len(one.cases))]


def test_the_same_draw_makes_the_same_batch() -> None:
    assert batched(opened(), [], STOCK, 7) == batched(opened(), [], STOCK, 7)


def test_a_draft_of_one_statement_is_watched_with_the_exams_own_decoys() -> None:
    batch = batched(opened()[:1], [], STOCK, 1)

    assert batch.decoys
    assert "A foreign thing." in {one.statement for one in decoys_of(batch)}


def test_passing_a_decoy_or_failing_a_control_is_a_fault() -> None:
    batch = batched(opened(), [], STOCK, 3)
    honest = [
        Finding(one.id, "not_carried" if one.id in batch.decoys else "carried")
        for one in batch.cases
    ]

    assert batch.fault(honest) == ""
    assert batch.fault([Finding(one.id, "carried") for one in batch.cases]) == "decoy"
    assert batch.fault([Finding(one.id, "not_carried") for one in batch.cases]) == "control"
    assert batch.fault([]) == "control"
