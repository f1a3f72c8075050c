"""What a motion takes for granted, held against what was read.

A motion may rest on something that is not so ("since sales fell by 30 %, …"). Its clauses that
state rather than demand are compared with the evidence of believed sources; what contradicts one
is quoted in the report before anything is argued from it.
"""

import re
from collections.abc import Sequence

from rostra.desks.debate.objecting import denial_in, objection_in
from rostra.desks.debate.quoting import carries, figures
from rostra.records import SourceText, Statement, Support, anchored

_BELIEVED = 2
_SEAM = re.compile(r"[，；,;。]")
_GROUND = re.compile(
    r"既然|因為|因为|由於|由于|有?鑑於|有?鉴于|隨著|随着"
    r"|\b(?:since|because|given that|as)\b",
    re.IGNORECASE,
)
_DEMAND = re.compile(
    r"應|应|須|须|宜|必須|必须|不該|不该|值得|是否|將會|将会|\b(?:should|must|ought|will|shall|would)\b",
    re.IGNORECASE,
)


def premises(motion: str) -> tuple[str, ...]:
    """The clauses that state something: with a figure or given as a ground, and no demand."""
    clauses = [one.strip() for one in _SEAM.split(motion) if one.strip()]
    stated = [one for one in clauses if not _DEMAND.search(_GROUND.sub("", one))]
    return tuple(
        _GROUND.sub("", one).strip()
        for one in stated
        if figures(one) or (_GROUND.search(one) and len(clauses) > 1)
    )


async def false_premises(
    motion: str, known: Sequence[SourceText], support: Support
) -> dict[str, tuple[Statement, ...]]:
    """What believed sources say against each premise; nothing where one of them carries it."""
    found: dict[str, tuple[Statement, ...]] = {}
    believed = [one for one in known if one.tier <= _BELIEVED]
    for premise in premises(motion):
        if any([await carries(one, premise, support) for one in believed]):
            continue
        against = (
            (objection_in(premise, one.text) or denial_in(premise, one.text), one.evidence)
            for one in sorted(believed, key=lambda one: (one.tier, one.evidence))
        )
        told = {
            sentence: Statement("", "quoted", sentence, anchored((id_,), sentence))
            for sentence, id_ in against
            if sentence
        }
        if told:
            found[premise] = tuple(told.values())
    return found
