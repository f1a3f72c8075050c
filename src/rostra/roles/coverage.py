"""How well a sentence fits what a question asks about: the same company, period and measure.

A sentence that names somebody else, or another quarter, is an answer to another question, however
many words it shares. One that names nobody speaks of whom its page is about.
"""

from dataclasses import dataclass

from rostra.text import Entity, Slots, slots

_SAME, _SILENT, _OTHER = 1.3, 1.0, 0.35
_OTHER_ON_PAGE = 0.5
_PERIOD_FITS, _PERIOD_OTHER = 1.25, 0.6
_METRIC_FITS, _METRIC_OTHER = 1.3, 0.8
_NOT_ASKED_FOR = 0.8


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question as its slots, read once."""

    slots: Slots

    @classmethod
    def by(cls, question: str) -> "Wanted":
        return cls(slots(question))

    def fit(self, sentence: str, page: Slots) -> float:
        """A factor around one: above it for what was asked for, below it for something else."""
        said = slots(sentence)
        return (
            self._names(said, page) * self._periods(said) * self._metrics(said) * self._told(said)
        )

    def _names(self, said: Slots, page: Slots) -> float:
        if not self.slots.entities:
            return 1.0
        if said.entities:
            return _SAME if _share(self.slots.entities, said.entities) else _OTHER
        if page.entities:
            return _SILENT if _share(self.slots.entities, page.entities) else _OTHER_ON_PAGE
        return _SILENT

    def _periods(self, said: Slots) -> float:
        if not self.slots.periods or not said.periods:
            return 1.0
        asked, told = set(self.slots.period_ids), set(said.period_ids)
        # Q3 without its year may be the one that is meant; 2025Q3 for 2026Q3 is not.
        loose = {one[-2:] for one in asked if "Q" in one} & {one for one in told if len(one) == 2}
        return _PERIOD_FITS if asked & told or loose else _PERIOD_OTHER

    def _metrics(self, said: Slots) -> float:
        if not self.slots.metrics or not said.metrics:
            return 1.0
        asked = {one.partition(".")[0] for one in self.slots.metric_ids}
        told = {one.partition(".")[0] for one in said.metric_ids}
        return _METRIC_FITS if asked & told else _METRIC_OTHER

    def _told(self, said: Slots) -> float:
        """A forecast is no answer to what happened, nor a result to what is expected."""
        return 1.0 if said.modality == self.slots.modality else _NOT_ASKED_FOR


def _share(one: tuple[Entity, ...], other: tuple[Entity, ...]) -> bool:
    names = {entity.id for entity in other}
    if any(entity.id in names for entity in one):
        return True
    # Names found by their place may be longer or shorter by a word: 嶼航 and 嶼航公司.
    strangers = [entity.id for entity in one if entity.id.startswith("name:")]
    return any(
        a.removeprefix("name:") in b or b.removeprefix("name:") in a
        for a in strangers
        for b in names
        if b.startswith("name:") and min(len(a), len(b)) >= 7
    )
