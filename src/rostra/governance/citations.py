"""The citation gate: no sentence is published as fact unless its evidence carries it.

A quotation passes when it stands, word for word, in what it cites. Anything else is read and
compared: every figure, period, name, forecast and negation must be carried by the cited text
(`rules.check_sentence`). A citation that carries nothing is taken off a sentence that others carry;
a sentence nobody carries is not published as fact but listed with the reason.
"""

from collections.abc import Mapping

from rostra.records.report import CitedSentence, Draft, Rejected, Section
from rostra.rules import check_sentence
from rostra.text import fold, index_tokens

# A bare figure states nothing, even where it stands in the evidence.
_LEAST_WORDS = 3
_LEAST_TOKENS = 2


class CitationGate:
    """`texts` are the cited originals by evidence id: what is not in them was not seen."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._squeezed = {evidence: _squeezed(text) for evidence, text in texts.items()}

    def check(self, draft: Draft) -> Draft:
        rejected = list(draft.rejected)
        sections = []
        for section in draft.sections:
            kept = []
            for sentence in section.sentences:
                judged = self._judge(sentence)
                if isinstance(judged, CitedSentence):
                    kept.append(judged)
                else:
                    rejected.append(judged)
            sections.append(Section(section.heading, tuple(kept)))
        return Draft(tuple(sections), tuple(rejected))

    def _judge(self, sentence: CitedSentence) -> CitedSentence | Rejected:
        unknown = [evidence for evidence in sentence.evidence if evidence not in self._texts]
        if unknown:
            reason = f"cites {unknown[0]}, which this run never read"
            return Rejected(sentence.text, reason)
        faults: list[str] = []
        carrying = []
        for evidence in sentence.evidence:
            if (fault := self._fault(sentence.text, evidence)) is None:
                carrying.append(evidence)
            else:
                faults.append(fault)
        if carrying:
            return CitedSentence(sentence.text, tuple(carrying), sentence.warning)
        if len(sentence.evidence) > 1 and self._carried_together(sentence):
            return sentence
        return Rejected(sentence.text, faults[0] if faults else "cites no evidence")

    def _fault(self, text: str, evidence: str) -> str | None:
        if sum(char.isalpha() for char in text) < _LEAST_WORDS:
            return "says nothing that evidence could carry"
        if _squeezed(text) in self._squeezed[evidence]:
            return None
        if len(set(index_tokens(text))) < _LEAST_TOKENS:
            return "a single word states nothing"
        check = check_sentence(text, [self._texts[evidence]])
        return None if check.ok else f"{evidence}: {'; '.join(check.reasons)}"

    def _carried_together(self, sentence: CitedSentence) -> bool:
        texts = [self._texts[evidence] for evidence in sentence.evidence]
        return check_sentence(sentence.text, texts).ok


def _squeezed(text: str) -> str:
    return "".join(fold(text).split())
