"""What a sentence states, in a form that can be compared across scripts and languages.

Later rules (recall, claims, citations) never compare words. They compare slots: who, when, what,
how much, and whether it happened. Every part has a canonical identity and points to its words.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rostra.text.aliases import AliasTable, known_aliases
from rostra.text.cues import cue_words, cues_in
from rostra.text.entities import Entity, Marks, entities_in, known_entities
from rostra.text.folding import canon
from rostra.text.metrics import Metric, metric_places, metrics_in
from rostra.text.moments import scan
from rostra.text.periods import Period, periods_in
from rostra.text.quantities import Quantity, quantities_in
from rostra.text.stance import stance_in
from rostra.text.strangers import strangers


@dataclass(frozen=True, slots=True)
class Slots:
    """The parts are in order of mention; equal parts compare equal wherever they were written."""

    entities: tuple[Entity, ...]
    periods: tuple[Period, ...]
    metrics: tuple[Metric, ...]
    quantities: tuple[Quantity, ...]
    modality: str = "actual"
    direction: str = ""
    negated: bool = False
    polarity: str = "neutral"

    @property
    def entity_ids(self) -> frozenset[str]:
        return _ids(self.entities)

    @property
    def period_ids(self) -> frozenset[str]:
        return _ids(self.periods)

    @property
    def metric_ids(self) -> frozenset[str]:
        return _ids(self.metrics)


def slots(text: str, *, aliases: AliasTable | None = None) -> Slots:
    """Read one sentence, or a short passage, into its slots."""
    view = canon(text)
    moments = scan(view)
    named = metric_places(view)
    times = [(moment.start, moment.end) for moment in moments]
    economy = cue_words("macro")  # measures of which no company is the subject
    marks = Marks(
        len(view.text),
        times + [(start, end) for start, end, _ in named],
        metrics=frozenset(start for start, _, _ in named),
        macro=frozenset(start for start, _, name in named if name in economy),
    )
    found = known_entities(view, aliases or known_aliases(), marks)
    for one in found:
        marks.cover(one.start, one.end)
    entities = entities_in(view, found, marks)
    entities += strangers(view, marks, known=bool(entities))
    taken = sorted(times + [(one.start, one.end) for one in found])
    amounts = quantities_in(view, taken, bare=_currency(entities))
    hits = cues_in(view.text)
    stance = stance_in(view, named, amounts, hits)
    return Slots(
        tuple(sorted(entities, key=lambda entity: entity.start)),
        periods_in(view, moments),
        metrics_in(view, named, moments, hits),
        amounts,
        stance.modality,
        stance.direction,
        stance.negated,
        stance.polarity,
    )


def _currency(entities: list[Entity]) -> str:
    """What a bare 元 means: where everyone named is in mainland China, the money is too."""
    mainland = ("CN:", "GOV:CN", "PLACE:CN", "ORG:CN")
    if entities and all(entity.id.startswith(mainland) for entity in entities):
        return "CNY"
    return "TWD"


def _ids(parts: Iterable[object]) -> frozenset[str]:
    return frozenset(str(part) for part in parts)
