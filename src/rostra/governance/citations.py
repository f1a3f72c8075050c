"""The citation gate: no sentence is published as fact unless its evidence carries it.

For sentences that are quotations the check is exact: the sentence stands, word for word, in the
text of the evidence it cites. What fails is not published as fact; it is listed with the reason.
"""

from collections.abc import Mapping

from rostra.records.report import CitedSentence, Draft, Rejected, Section
from rostra.text import fold


class CitationGate:
    """`texts` are the cited originals by evidence id: what is not in them was not seen."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {evidence: _squeezed(text) for evidence, text in texts.items()}

    def check(self, draft: Draft) -> Draft:
        rejected = list(draft.rejected)
        sections = []
        for section in draft.sections:
            kept = []
            for sentence in section.sentences:
                if (fault := self._fault(sentence)) is None:
                    kept.append(sentence)
                else:
                    rejected.append(Rejected(sentence.text, fault))
            sections.append(Section(section.heading, tuple(kept)))
        return Draft(tuple(sections), tuple(rejected))

    def _fault(self, sentence: CitedSentence) -> str | None:
        quoted = _squeezed(sentence.text)
        for evidence in sentence.evidence:
            text = self._texts.get(evidence)
            if text is None:
                return f"cites {evidence}, which this run never read"
            if quoted not in text:
                return f"does not stand in {evidence}"
        return None


def _squeezed(text: str) -> str:
    return "".join(fold(text).split())
