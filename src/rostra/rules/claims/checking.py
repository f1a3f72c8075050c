"""The table of checks: each reads a statement beside its passages and names its doubts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rostra.rules.claims.arithmetic import equations
from rostra.rules.claims.binding import binding_doubts
from rostra.rules.claims.codes import code_doubts
from rostra.rules.claims.computing import Result, computed
from rostra.rules.claims.dates import date_doubts
from rostra.rules.claims.figures import figure_doubts
from rostra.rules.claims.frame import unframed
from rostra.rules.claims.marks import Marks, marks, read_passage
from rostra.rules.claims.names import name_doubts
from rostra.rules.claims.quotes import quote_doubts
from rostra.rules.claims.quoting import quotation
from rostra.rules.claims.records import Doubt, Passage, SentenceCheck
from rostra.text.script import language_of
from rostra.words import message

_COMPUTABLE = frozenset({"figures", "units", "owner"})
# Checks whose words are written otherwise in another language. A name in Latin script within a
# Chinese statement is written on an English page as it is.
_COUNTED = frozenset({"units"})
_SPELLED = frozenset({"names", "codes", "units"})
_APART = r"[^\d.]{0,2}"
_SURE = 3  # digits that do not stand side by side by chance
_NONE: Mapping[str, str] = MappingProxyType({})


def hard_facts(
    text: str,
    passages: Sequence[Passage],
    *,
    whole: Mapping[str, str] = _NONE,
    formula: str = "",
) -> list[Doubt]:
    """Every hard fact of a statement: proved, in conflict or open. Only a conflict vetoes.

    `whole` are the texts of the sources; what a table counts in is read from there, and what a
    formula begins with. `formula` is how the writer computed what no passage says.
    """
    said = marks(unframed(text))
    sources = [read_passage(one) for one in passages]
    scales = frozenset().union(*(marks(one).scales for one in whole.values()))
    if scales:
        sources = [replace(one, scales=one.scales | scales) for one in sources]
    days = [one.date for one in passages if one.date]
    chosen = [marks(one.quote) for one in passages if one.quote != one.context]
    chosen += [marks(one) for one in days]
    doubts = [
        *figure_doubts(said, sources),
        *date_doubts(said, sources, days),
        *code_doubts(said, sources),
        *name_doubts(said, sources),
        *quote_doubts(said, sources),
        *binding_doubts(said, sources, chosen),
    ]
    if passages and all(_is_crossed(text, one) for one in passages):
        spelled = _SPELLED if language_of(text) == "en" else _COUNTED
        doubts = [_across(one, spelled, sources) for one in doubts]
    if not any(one.state == "conflict" and one.check in _COMPUTABLE for one in doubts):
        return doubts
    pool = [*sources, *map(marks, whole.values())] if formula else sources
    made = computed(said, pool, [marks(one.quote) for one in passages], formula)
    return [_with(one, made) for one in doubts]


def _is_crossed(text: str, passage: Passage) -> bool:
    """Whether one is in Chinese and the other is not."""
    return (language_of(text) == "en") != (language_of(passage.context or passage.quote) == "en")


def _across(doubt: Doubt, spelled: frozenset[str], sources: Sequence[Marks]) -> Doubt:
    """What is spelled otherwise in the other language cannot be looked for: somebody must read.

    So is a number in words (half, 十年), and one whose digits stand there around a unit: 45秒61.
    """
    if doubt.state != "conflict":
        return doubt
    digits = "".join(filter(str.isdigit, doubt.said))
    apart = _APART.join(digits) if len(digits) >= _SURE else ""
    is_open = doubt.check in spelled or (
        doubt.check == "figures"
        and (not digits or any(apart and re.search(apart, one.view.text) for one in sources))
    )
    return replace(doubt, state="open") if is_open else doubt


def _with(doubt: Doubt, made: Mapping[str, Result]) -> Doubt:
    """A figure that no passage has may follow from those it has."""
    if doubt.state != "conflict" or doubt.check not in _COMPUTABLE or doubt.said not in made:
        return doubt
    return Doubt("computed", "proved", doubt.said, made[doubt.said].formula)


def check_sentence(sentence: str, evidence_texts: Sequence[str]) -> SentenceCheck:
    """What code alone can say of a sentence and the whole texts it cites.

    It is `ok` where it stands there whole, or is nothing but a computation that comes out. Else
    its `vetoes` are what conflicts, and `open` is what somebody has to read.
    """
    texts = [one for one in evidence_texts if one.strip()]
    if not texts:
        return SentenceCheck(ok=False, reasons=(message("claims.uncited"),))
    bare = unframed(sentence)
    if any(quotation(bare, one) for one in texts) or _is_worked_out(bare, texts):
        return SentenceCheck(ok=True)
    doubts = hard_facts(sentence, [Passage(str(n), one, one) for n, one in enumerate(texts, 1)])
    vetoes = tuple(one for one in doubts if one.state == "conflict")
    opened = tuple(one for one in doubts if one.state == "open")
    reasons = tuple(one.why for one in vetoes) or (message("claims.not_decided"),)
    return SentenceCheck(ok=False, vetoes=vetoes, open=opened, reasons=reasons)


def _is_worked_out(text: str, texts: Sequence[str]) -> bool:
    """An equation and nothing else, on figures of the texts."""
    said = marks(text)
    spans = [(one.start, one.end) for one in said.figures]
    rest = "".join(char for at, char in enumerate(text) if not any(a <= at < b for a, b in spans))
    if "=" not in rest or any(char.isalpha() for char in rest):
        return False
    return equations(text, [marks(one) for one in texts]) is not None
