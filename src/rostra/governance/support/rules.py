"""Support by rules alone: what code can prove from the text of the sources.

A quotation passes when it stands, word for word, in what it cites. Anything else is read and
compared: every figure, period, name, forecast and negation must be carried by the cited text
(`rules.check_sentence`). An anchor that carries nothing is taken off a statement that others carry;
a statement nobody carries is refused with the reason.
"""

from collections.abc import Sequence
from functools import lru_cache

from rostra.records.statements import Sources, Statement, Supported, source_read
from rostra.rules import SentenceCheck, check_sentence
from rostra.rules.claims import quotation
from rostra.steps import Step
from rostra.text import fold, index_tokens
from rostra.words import Message, Said, message

# A bare figure states nothing, even where it stands in the evidence.
_LEAST_WORDS = 3
_LEAST_TOKENS = 2


class RuleSupport:
    async def check(
        self, statements: Sequence[Statement], sources: Sources, step: Step
    ) -> list[Supported]:
        """Judge each statement on the sources; `step` is for a judge that has to be asked."""
        del step
        return [_judged(one, sources) for one in statements]


def _judged(said: Statement, sources: Sources) -> Supported:
    if said.rests_on:
        return _following(said, sources)
    for evidence in said.evidence:
        if evidence not in sources:
            return _refused(said, [message("claims.never_read", evidence=evidence)])
    fault_in = _fault if said.kind != "compared" else _fault_of_another
    faults = {one: fault_in(said.text, _text(sources, one)) for one in said.evidence}
    carrying = tuple(one for one in said.anchors if faults[one.evidence] is None)
    if carrying:
        return Supported(said.id, said.kind, anchors=carrying)
    if len(faults) > 1 and said.kind != "compared" and _proved_by(said, tuple(faults), sources).ok:
        return Supported(said.id, said.kind, anchors=said.anchors)
    return _refused(said, [one for one in faults.values() if one] or [message("claims.uncited")])


def _following(said: Statement, sources: Sources) -> Supported:
    """A conclusion is held to all it rests on together: no figure or name that none of it has."""
    check = _proved_by(said, said.rests_on, sources)
    return (
        Supported(said.id, said.kind)
        if check.ok
        else _refused(said, [message("claims.not_carried", why="; ".join(check.reasons))])
    )


def _fault(text: str, source: str) -> Message | None:
    if sum(char.isalpha() for char in text) < _LEAST_WORDS:
        return message("claims.says_nothing")
    if _squeezed(text) in _squeezed(source) or quotation(text, source):
        return None
    if len(set(index_tokens(text))) < _LEAST_TOKENS:
        return message("claims.one_word")
    return _fault_of_another(text, source)


def _fault_of_another(text: str, source: str) -> Message | None:
    """Why a source does not say the same as another one, whose words these are."""
    check = _proved(text, (source,))
    return None if check.ok else message("claims.not_carried", why="; ".join(check.reasons))


def _proved_by(said: Statement, ids: Sequence[str], sources: Sources) -> SentenceCheck:
    return _proved(said.text, tuple(_text(sources, one) for one in ids))


@lru_cache(maxsize=8_192)
def _proved(text: str, sources: tuple[str, ...]) -> SentenceCheck:
    """Reading closely is slow, and several sides of a debate ask the same."""
    return check_sentence(text, sources)


def _text(sources: Sources, id_: str) -> str:
    """All a source says: a headline is said by it, too."""
    read = source_read(sources[id_])
    return f"{read.title}\n{read.text}" if read.title else read.text


def _refused(said: Statement, reasons: Sequence[Said]) -> Supported:
    return Supported(said.id, "refused", tuple(reasons))


@lru_cache(maxsize=256)
def _squeezed(text: str) -> str:
    return "".join(fold(text).split())
