"""What one turn of a debate is given, and who the sides of an order are."""

import re
from collections.abc import Sequence

from rostra.desks.debate.order import STANCES, stance_of
from rostra.records import Statement, anchored, record
from rostra.records.debate import ChairKind, Handcard, Party, Rebuttal, Speech, StatedClaim
from rostra.words import Language, tell

_KEY = re.compile(r"[a-z][a-z0-9_-]{0,19}")


@record
class TurnJob:
    """Exactly what one debater may see: its brief, not the others' tool traffic.

    `known` is what may be cited without looking further; `recalled` is the part of it that memory
    held before the run. `attempt` is 0 for a statement, 1 when claims come back with what they
    lack (`checks`).
    """

    run: str
    motion: str
    language: Language
    party: Party
    round: int
    goal: str
    handcard: Handcard
    others: tuple[Speech, ...] = ()
    own: tuple[Speech, ...] = ()
    known: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    # How each claim stands by now, and the rebuttals of its own that it has to answer.
    board: tuple[str, ...] = ()
    answering: tuple[Rebuttal, ...] = ()
    chair: ChairKind = "auto"
    is_sample: bool = False
    has_library: bool = False
    attempt: int = 0
    allowance: int = 5

    def concession(
        self, n: int, text: str, granted: StatedClaim | None, evidence: Sequence[str] = ()
    ) -> Statement:
        """The nth concession of the turn: it rests on what it grants, and on what carries that."""
        carried = anchored(evidence) or (granted.anchors if granted else ())
        id_ = f"{self.party.key}-{self.round}.k{n}"
        return Statement(id_, "concluded", text, carried, rests_on=(granted.id,) if granted else ())


def parties_of(sides: tuple[str, ...], language: Language) -> tuple[Party, ...]:
    """A side is `pro`, `con` or `neutral`, or a name of one's own with a stance: 環團=against."""
    found = []
    for n, side in enumerate(sides, 1):
        name, _, stance = side.partition("=")
        if not stance:
            found.append(Party(name, tell(f"debate.side.{name}", language), STANCES[name]))
            continue
        key = name if _KEY.fullmatch(name) else f"side{n}"
        found.append(Party(key, name, stance_of(stance)))
    return tuple(found)
