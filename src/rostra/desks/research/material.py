"""What the analyst and the critic look at: read sources, their best sentences, what is missing."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import permutations

from rostra.desks.research.mode import Mode
from rostra.desks.research.series import Span, is_told
from rostra.desks.research.sifting import is_official, is_public, is_stranger
from rostra.records import Anchor, SourceText, Statement
from rostra.records.report import Contradiction, Note
from rostra.records.statements import SourceRead
from rostra.roles import Picked, passages
from rostra.roles.asking import Asked, words_shared
from rostra.roles.clashes import FigureClash, figure_clashes
from rostra.text import index_tokens, quantities, slots
from rostra.text.nearness import terms
from rostra.words import Language

_POOL, _POOL_OF_ONE = 60, 9
_OF_ONE = 4
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_HELD = 0.6
_MOST_CONTRADICTIONS = 6
# So much of a title, less its figures, makes a later page a newer version of it.
_OF_TITLE = 0.5


def _title(one: SourceText) -> frozenset[str]:
    return frozenset(word for word in terms(one.title) if not any(map(str.isdigit, word)))


@dataclass(frozen=True)
class Material:
    """Everything a run has read that may be used, with what can be said of it by counting."""

    asked: Asked
    mode: Mode
    sources: tuple[SourceText, ...]
    # Whether it is told in order of date: then every time gets its turn.
    is_order: bool = False
    # The periods of which each is asked for.
    spans: tuple[Span, ...] = ()
    # How much a draft may say; 0 where the whole report is one draft.
    words: int = 0
    # The question that a section is part of.
    about: str = ""
    # Which year is the last one.
    today: date | None = None
    # What was noted of the pages; none where they are shown whole.
    notes: tuple[Note, ...] = ()

    @property
    def language(self) -> Language:
        return self.asked.language

    @property
    def whole_question(self) -> str:
        """What is asked, with what it is part of."""
        return f"{self.about} {self.asked.text}".strip()

    @cached_property
    def by_id(self) -> Mapping[str, SourceText]:
        return {one.evidence: one for one in self.sources}

    @cached_property
    def texts(self) -> dict[str, str]:
        """What a citation may rest on. A headline is said by its source, too."""
        return {one.evidence: f"{one.title}\n{one.text}" for one in self.sources}

    @cached_property
    def read(self) -> dict[str, SourceRead]:
        """The sources as support reads them: with who says it, and of which day."""
        return {one.evidence: one.read for one in self.sources}

    @cached_property
    def pool(self) -> list[Picked]:
        """The sentences worth comparing: repeats included, because repeats are what is compared."""
        return passages(
            self.asked.text,
            self.sources,
            _POOL,
            each=_POOL_OF_ONE,
            distinct=False,
            today=self.today,
        )

    def picked(self, limit: int, *, of: Sequence[SourceText] | None = None) -> list[Picked]:
        chosen = self.sources
        if of is not None:
            wanted = {one.evidence for one in of}
            chosen = tuple(one for one in self.sources if one.evidence in wanted)
        # Where little was read, each source may say more.
        each = max(_OF_ONE * 2, math.ceil(limit / max(1, len(chosen))))
        return passages(
            self.asked.text, chosen, limit, each=each, about=self.about, today=self.today
        )

    @cached_property
    def official(self) -> list[SourceText]:
        return [one for one in self.sources if is_official(one.source)]

    @cached_property
    def public(self) -> list[SourceText]:
        return [one for one in self.sources if is_public(one.source)]

    @cached_property
    def other_side(self) -> list[SourceText]:
        """Who stands against the officials: known voices of the public, else unlisted ones."""
        return self.public or self.strangers

    @cached_property
    def strangers(self) -> list[SourceText]:
        """Publishers nobody listed."""
        return [one for one in self.sources if is_stranger(one.source)]

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """Which things the question asks for that no sentence here speaks of."""
        texts = [one.text for one in self.pool] + [one.title for one in self.sources]
        said = [(frozenset(index_tokens(text)), slots(text)) for text in texts]
        measured = {name.partition(".")[0] for _, read in said for name in read.metric_ids}
        lacking = [
            span.text
            for span in self.spans
            if not any(is_told(span, one.text, self.asked) for one in self.pool)
        ]
        lacking += [
            metric.text
            for metric in self.asked.slots.metrics
            if metric.id.partition(".")[0] not in measured
        ]
        named = {metric.text for metric in self.asked.slots.metrics}
        for aspect in self.asked.concrete_aspects:
            tokens = set(index_tokens(aspect))
            is_held = any(words_shared(tokens, have) >= _HELD * len(tokens) for have, _ in said)
            if aspect not in named and not any(n in aspect for n in named) and not is_held:
                lacking.append(aspect)
        return tuple(dict.fromkeys(lacking))

    @cached_property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """Each claim that stands against a better one, once, with the best that it contradicts."""
        return self._contradictions([one for one in self._clashes if self._is_asked_of(one)])

    @cached_property
    def _clashes(self) -> list[FigureClash]:
        return figure_clashes(self.pool, self.asked.subject_tokens)

    def _contradictions(self, clashes: Sequence[FigureClash]) -> tuple[Contradiction, ...]:
        pairs = sorted(
            (self._weighed(clash) for clash in clashes),
            key=lambda pair: (self._weight(pair[0]), self._weight(pair[1])),
        )
        found: dict[str, Contradiction] = {}
        for one, other in pairs:
            # What a better source contradicts weighs nothing against a third.
            if one.text not in found and other.text not in found:
                found[other.text] = Contradiction(one, other)
        return tuple(found.values())[:_MOST_CONTRADICTIONS]

    def _is_asked_of(self, clash: FigureClash) -> bool:
        """A question for certain measures is not answered by a quarrel about another one."""
        asked = {name.partition(".")[0] for name in self.asked.slots.metric_ids}
        if not asked or not clash.metrics:
            return True
        return any(name.partition(".")[0] in asked for name in clash.metrics)

    @cached_property
    def outweighed(self) -> frozenset[str]:
        """Sentences that a better source contradicts, in whatever they say: never findings."""
        return frozenset(one.other.text for one in self._contradictions(self._clashes))

    @cached_property
    def newer(self) -> Mapping[str, SourceText]:
        """By evidence, the page that the same publisher put in its place: later, under its title.

        A time that the question names, or a history, asks for what was said then.
        """
        if self.is_order or self.spans:
            return {}
        found: dict[str, SourceText] = {}
        titles = {one.evidence: _title(one) for one in self.sources}
        for one, later in permutations(self.sources, 2):
            if not one.published or not later.published or one.published >= later.published:
                continue
            mine, theirs = titles[one.evidence], titles[later.evidence]
            is_one = one.publisher == later.publisher and len(mine & theirs) >= _OF_TITLE * len(
                mine
            )
            held = found.get(one.evidence)
            is_newest = held is None or (held.published or date.min) < later.published
            if is_one and is_newest and not self._is_meant(one):
                found[one.evidence] = later
        return found

    def _is_meant(self, one: SourceText) -> bool:
        return bool(slots(one.title).period_ids & self.asked.slots.period_ids)

    def replaced_by(self, said: Statement) -> SourceText | None:
        """The page that has newer figures than the statement, where it rests on nothing newer."""
        ids = [e for e in said.evidence if e in self.by_id]
        if not ids or not _FIGURE.search(said.text) or any(e not in self.newer for e in ids):
            return None
        return self.newer[ids[0]]

    def is_no_answer(self, said: Statement) -> bool:
        """Whether a better source contradicts it, or a newer page took its place."""
        quotes = {said.text, *(one.quote for one in said.anchors if one.quote)}
        return bool(quotes & self.outweighed) or self.replaced_by(said) is not None

    def _weighed(self, clash: FigureClash) -> tuple[Statement, Statement]:
        pair = [
            self.cited(clash.one, (clash.one_evidence,)),
            self.cited(clash.other, (clash.other_evidence,)),
        ]
        one, other = sorted(pair, key=self._weight)
        return one, other

    def _weight(self, sentence: Statement) -> tuple[int, int, str]:
        """Better first: the tier, then how many others say so, then a fixed order."""
        tier = max(self.by_id[e].source.tier for e in sentence.evidence)
        return tier, -len(self.carriers(sentence.text)), sentence.text

    def carriers(self, text: str) -> set[str]:
        """Owners whose pages hold every figure of a sentence."""
        figures = {figure for one in quantities(text) for figure in _FIGURE.findall(one.text)}
        return {
            one.source.owner or one.source.name
            for one in self.sources
            if figures and figures <= self._figures[one.evidence]
        }

    @cached_property
    def _figures(self) -> dict[str, frozenset[str]]:
        return {one.evidence: frozenset(_FIGURE.findall(one.text)) for one in self.sources}

    def cited(self, text: str, evidence: Sequence[str], id_: str = "") -> Statement:
        """A quotation of these sources; one of a table gets its id when it is published."""
        anchors = (
            Anchor(e, text if e in self.by_id and text in self.by_id[e].text else "")
            for e in evidence
        )
        return Statement(id_, "quoted", text, tuple(anchors))
