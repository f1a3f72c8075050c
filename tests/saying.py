"""Statements for tests: their id is what they say."""

from collections.abc import Iterable

from rostra.records import Statement, anchored
from rostra.records.debate import Rebuttal, StatedClaim


def cited(text: str, evidence: Iterable[str] = ()) -> Statement:
    return Statement(text, "reported", text, anchored(evidence))


def claimed(
    label: str, text: str, evidence: Iterable[str] = (), point: int = 0, *, is_key: bool = False
) -> StatedClaim:
    return StatedClaim(label, "reported", text, anchored(evidence), point=point, is_key=is_key)


def rebutted(attacks: str, text: str, evidence: Iterable[str] = ()) -> Rebuttal:
    return Rebuttal(f"against {attacks}", "reported", text, anchored(evidence), attacks=attacks)
