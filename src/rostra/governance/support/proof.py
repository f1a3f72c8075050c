"""What code alone can say of a statement: it is proved, it is vetoed, or somebody has to read it.

A quotation stands in its source; a computation comes out again; hard facts (figures, dates, units,
names) are in the passages or they are not. Only what plainly conflicts is vetoed. The rest is open:
wording is for the judge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rostra.governance.support.anchors import Resting, elsewhere, resting
from rostra.governance.support.rules import says_the_same
from rostra.records.statements import (
    Anchor,
    Level,
    Sources,
    Statement,
    source_read,
)
from rostra.rules.claims import Doubt, Passage, hard_facts, quotation, recompute, unframed
from rostra.words import Said, message

# Which sources a statement whose anchors do not carry it is tried on.
_TRIED = 6
# Passages of a source named without its words, where fewer lack a fact of the statement.
_WIDER = (6, 12, 24)


@dataclass(frozen=True, slots=True)
class Proof:
    """`level` is set where code decided; without one the passages and doubts go to the judge."""

    level: Level | None
    anchors: tuple[Anchor, ...] = ()
    passages: tuple[Passage, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    reasons: tuple[Said, ...] = field(default=())
    # What its premises rest on, where it has any: not shown to the judge again.
    under: tuple[Passage, ...] = ()

    @property
    def behind(self) -> tuple[Passage, ...]:
        """Everything it rests on, for whatever rests on it."""
        return (*self.passages, *self.under)

    @property
    def is_open(self) -> bool:
        return self.level is None


def prove(said: Statement, sources: Sources, premises: Mapping[str, Sequence[Passage]]) -> Proof:
    """Decide what code can; `premises` are statements it may rest on, each with its passages."""
    if said.rests_on:
        return _following(said, sources, premises)
    unread = [one for one in said.evidence if one not in sources]
    if unread and len(unread) == len(said.evidence):
        return _vetoed(message("claims.never_read", evidence=unread[0]))
    if said.kind == "absent":
        return _absent(said, sources)
    if not said.anchors:
        return _vetoed(message("claims.uncited"))
    # Whatever its writer calls it: a sentence of the source is a quotation.
    if said.kind != "compared" and (found := _verbatim(said, sources)) is not None:
        return found
    return _on_passages(said, sources)


def _verbatim(said: Statement, sources: Sources) -> Proof | None:
    """A quotation, with those of its other sources that plainly say the same."""
    read = {one: source_read(sources[one]) for one in said.evidence if one in sources}
    text = unframed(said.text)
    for id_, source in read.items():
        if quotation(text, source.text) or quotation(text, source.title):
            others = [
                Anchor(other)
                for other, it in read.items()
                if other != id_ and says_the_same(text, f"{it.title}\n{it.text}")
            ]
            return Proof("quoted", (Anchor(id_, text), *others))
    return None


def _on_passages(said: Statement, sources: Sources) -> Proof:
    rests = resting(said.text, said.anchors, sources)
    if not rests.passages:
        return _vetoed(message("claims.no_passage"))
    doubts = hard_facts(
        said.text,
        rests.passages,
        whole=_whole(rests.passages, sources),
        formula=said.formula,
    )
    if said.kind == "computed":
        return _computed(said, rests, doubts, sources)
    if said.kind == "compared" and len({one.source for one in rests.passages}) < 2:
        return _vetoed(message("claims.one_source"))
    if not _conflicts(doubts):
        return Proof(None, rests.anchors, rests.passages, tuple(doubts))
    for room in _WIDER:
        wider = resting(said.text, said.anchors, sources, room)
        again = hard_facts(said.text, wider.passages, whole=_whole(wider.passages, sources))
        if not _conflicts(again):
            return Proof(None, wider.anchors, wider.passages, tuple(again))
    for other in elsewhere(said.text, said.evidence, sources)[:_TRIED]:
        together = replace(
            rests,
            passages=(*rests.passages, *other.passages),
            anchors=(*rests.anchors, *other.anchors),
        )
        again = hard_facts(said.text, together.passages)
        if not _conflicts(again):
            return Proof(None, together.anchors, together.passages, tuple(again))
    return _conflicting(doubts, rests)


def _computed(said: Statement, rests: Resting, doubts: Sequence[Doubt], sources: Sources) -> Proof:
    """A figure that comes out again is proved; the words around it are for the judge."""
    if _conflicts(doubts):
        return _conflicting(doubts, rests)
    whole = _whole(rests.passages, sources)
    if recompute(said.text, rests.passages, said.formula, whole=whole) is None:
        return _vetoed(message("claims.not_recomputed"), rests)
    return Proof(None, rests.anchors, rests.passages, tuple(doubts))


def _whole(passages: Sequence[Passage], sources: Sources) -> dict[str, str]:
    """The sources of passages: what a table counts in stands at its head."""
    return {
        one.source: source_read(sources[one.source]).text
        for one in passages
        if one.source in sources
    }


def _following(
    said: Statement, sources: Sources, premises: Mapping[str, Sequence[Passage]]
) -> Proof:
    """An inference: no figure, date or name that its premises and their passages lack."""
    found: list[Passage] = []
    behind: list[Passage] = []
    for id_ in said.rests_on:
        if id_ in premises:
            # The judge is shown the statement itself; what it stands on counts for hard facts.
            found.append(premises[id_][0])
            behind += premises[id_][1:]
        elif id_ in sources:
            text = source_read(sources[id_]).text
            found.append(Passage(id_, text, text))
        else:
            return _vetoed(message("claims.no_premise", premise=id_))
    if any(quotation(unframed(said.text), one.quote) for one in found):
        return Proof(said.kind, said.anchors)
    found += resting(said.text, said.anchors, sources).passages
    passages = tuple(dict.fromkeys(found))
    every = tuple(dict.fromkeys((*found, *behind)))
    doubts = hard_facts(said.text, every, whole=_whole(every, sources), formula=said.formula)
    if said.kind == "computed":
        made = _computed(said, Resting(every, said.anchors), doubts, sources)
        return replace(made, passages=passages, under=tuple(behind))
    if _conflicts(doubts):
        return _conflicting(doubts, Resting(passages, said.anchors))
    return Proof(None, said.anchors, passages, tuple(doubts), under=tuple(behind))


def _absent(said: Statement, sources: Sources) -> Proof:
    """What was looked for and not found: the judge sees the nearest that any page read says."""
    near = elsewhere(said.text, (), sources)
    passages = tuple(one for rests in near for one in rests.passages[:1])
    return Proof(None, said.anchors, passages)


def _conflicts(doubts: Sequence[Doubt]) -> list[Doubt]:
    return [one for one in doubts if one.state == "conflict"]


def _conflicting(doubts: Sequence[Doubt], rests: Resting) -> Proof:
    reasons: list[Said] = [one.why for one in _conflicts(doubts)]
    return Proof("refused", rests.anchors, rests.passages, tuple(doubts), tuple(reasons))


def _vetoed(reason: Said, rests: Resting | None = None) -> Proof:
    held = rests or Resting()
    return Proof("refused", held.anchors, held.passages, reasons=(reason,))
