"""What a rebuttal does to the claim it attacks, and what a reply does to the rebuttal."""

from itertools import product

import pytest

from rostra.desks.debate.clash import after_rebuttals, unanswered
from rostra.records.debate import Answering, CheckedClaim, ClaimStatus, Rebuttal, Reply
from tests.saying import claimed

STATES: tuple[ClaimStatus, ...] = ("verified", "primary", "single_source", "unverified")


def claim(
    status: ClaimStatus = "verified", label: str = "pro-1.1", text: str = "x"
) -> CheckedClaim:
    return CheckedClaim("pro", 1, claimed(label, text, ()), status)


def rebuttal(status: ClaimStatus = "verified", id_: str = "con-1.r1") -> Rebuttal:
    return Rebuttal(id_, "reported", "not so", attacks="pro-1.1", status=status)


def reply(how: Answering, status: ClaimStatus = "verified") -> Reply:
    return Reply("pro-1.a1", "reported", "it is", answers="con-1.r1", how=how, status=status)


@pytest.mark.parametrize(("ours", "theirs"), [*product(STATES[:2], STATES)])
def test_a_rebuttal_on_evidence_no_worse_takes_a_claim_out_until_it_is_defended(
    ours: ClaimStatus, theirs: ClaimStatus
) -> None:
    (rebutted,) = after_rebuttals([claim(ours)], [rebuttal(theirs)], [])
    (defended,) = after_rebuttals([claim(ours)], [rebuttal(theirs)], [reply("defend", theirs)])

    holds = theirs == "verified" or (theirs, ours) == ("primary", "primary")
    assert rebutted.stands is not holds
    assert defended.stands


def test_a_defence_on_worse_evidence_is_none() -> None:
    (one,) = after_rebuttals([claim("primary")], [rebuttal()], [reply("defend", "primary")])

    assert not one.stands


@pytest.mark.parametrize("how", ["narrow", "concede"])
def test_who_narrows_or_concedes_has_given_the_claim_up(how: Answering) -> None:
    (one,) = after_rebuttals([claim()], [rebuttal()], [reply(how)])

    assert not one.stands


def test_removing_the_only_rebuttal_brings_the_claim_back_and_one_of_two_does_not() -> None:
    two = [rebuttal(), rebuttal(id_="con-1.r2")]

    assert after_rebuttals([claim()], [], [])[0].stands
    assert not after_rebuttals([claim()], two[:1], [])[0].stands
    assert not after_rebuttals([claim()], two, [])[0].stands


def test_a_sentence_repeated_counts_once() -> None:
    first, again = after_rebuttals([claim(), claim(label="pro-2.1")], [], [])

    assert first.stands
    assert not again.stands


def test_only_rebuttals_that_stand_against_a_claim_that_counts_have_to_be_answered() -> None:
    weak = rebuttal("single_source", "con-1.r2")

    assert unanswered("pro", [claim()], [rebuttal(), weak], []) == [rebuttal()]
    assert unanswered("pro", [claim("unverified")], [rebuttal()], []) == []
    assert unanswered("pro", [claim()], [rebuttal()], [reply("concede")]) == []
    assert unanswered("con", [claim()], [rebuttal()], []) == []
