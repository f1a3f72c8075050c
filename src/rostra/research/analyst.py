"""The extractive analyst: which quotations answer the question, under the mode's headings."""

from collections.abc import Sequence

from rostra.records.report import CitedSentence, Draft, Mode, Section
from rostra.report.wording import WORDING
from rostra.research.headings import HEADINGS
from rostra.roles import Passage, Picked, pick_sentences
from rostra.text.script import Language

_LEADING = 3
_SUPPORTING = 12


class ExtractiveAnalyst:
    """Selects and quotes; every sentence of the draft stands word for word in its evidence."""

    def draft(
        self, question: str, mode: Mode, passages: Sequence[Passage], language: Language
    ) -> Draft:
        picked = pick_sentences(question, passages, limit=_LEADING + _SUPPORTING)
        first, second, third = HEADINGS[language][mode]
        leading, rest = picked[:_LEADING], picked[_LEADING:]
        if mode == "strict":
            groups = [(first, leading), (second, rest)]
        else:
            official = [p for p in rest if p.tier <= 2]
            public = [p for p in rest if p.tier > 2]
            groups = [(first, leading), (second, official), (third, public)]
        sections = [
            Section(heading, tuple(self._quoted(p, language) for p in group))
            for heading, group in groups
            if group
        ]
        return Draft(tuple(sections))

    @staticmethod
    def _quoted(picked: Picked, language: Language) -> CitedSentence:
        words = WORDING[language]
        warning = ""
        if picked.tier == 5:
            warning = words["warning_social"]
        elif picked.tier >= 3:
            warning = words["warning_tier"].format(tier=picked.tier)
        return CitedSentence(picked.text, (picked.evidence,), warning)
