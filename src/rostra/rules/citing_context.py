"""Whether the names, times and measures of a clause are in the neighbourhood at all."""

import re

from rostra.rules.agreeing import period_fits
from rostra.rules.citing_words import left_over
from rostra.rules.facts import Clause
from rostra.rules.mentions import Mention
from rostra.rules.passages import Passage, squeezed
from rostra.rules.wording import Words, words_of
from rostra.text.folding import canon
from rostra.text.patterns import Pattern

_PLAIN_CHARACTERS = frozenset(
    "居占达的了是在要看仍再也都将会已可有就才还又更最从到由对向为把让使等不未没起后内则与及并被获"
)
_SPEAKER = Pattern(
    r"(?:根据|根據|依据|依據|据|據)?([^，。；,;\d]{2,24}?)"
    r"(?:表示|指出|强调|強調|透露|认为|認為|估计|估計|预估|預估|预测|預測|统计|統計)"
    r"|((?:[Tt]he |An? )?(?:[\w'’.-]+ ){1,5}?)"
    r"(?:said|says|reported|announced|expects|forecasts?|estimates?|predicts?)\b"
)


def context_faults(clause: Clause, passage: Passage) -> list[str]:
    """Names and times of the clause, wherever they stand in the neighbourhood."""
    faults = [
        f"{clause.text[one.start : one.end]} is not named there"
        for one in clause.mentions
        if not one.id.startswith("group:") and not _is_named(one, clause, passage)
    ]
    faults += [
        f"{word} is not there" for word in clause.uncommon if not _is_written(word, clause, passage)
    ]
    named = {name.partition("/")[0] for name, _, _ in clause.metrics} - {"change"}
    faults += [f"{name} is not measured there" for name in sorted(named - passage.metrics)]
    if not _speaker_is_there(clause, passage):
        faults.append("whoever is said to say it is not there")
    faults += [
        f"the period {period} is not there"
        for period in clause.periods
        if period not in {fact.period for fact in clause.facts}  # those are held to their figures
        and not any(period_fits(period, told, passage.years) for told in passage.periods)
    ]
    return faults


def _is_written(word: str, clause: Clause, passage: Passage) -> bool:
    if word.isdigit():
        return re.search(rf"(?<!\d){word}(?!\d)", passage.view) is not None
    if passage.is_chinese == word.isascii() or word in passage.view:
        return True
    if word.isascii():
        return False
    around = canon(clause.text).text
    at = around.find(word)
    wider = around[max(0, at - 1) : at + len(word) + 1] if at >= 0 else word
    return (left_over(wider, passage.view) & set(word)) <= _PLAIN_CHARACTERS


def _speaker_is_there(clause: Clause, passage: Passage) -> bool:
    """A speaker who is no listed name ("the central bank said") must be there by every word."""
    head = _SPEAKER.match(clause.text)
    if head is None:
        return True
    named = clause.text[: head.end(1) if head[1] else head.end(2)]
    spans = [(one.start, one.end) for one in clause.mentions]
    words = words_of(named, [span for span in spans if span[1] <= len(named)])
    if passage.is_chinese != bool(words.pairs):
        words = Words(words.concepts, frozenset(), frozenset())
    return not words.without(passage.words) or squeezed(named) in squeezed(passage.view)


def _is_named(one: Mention, clause: Clause, passage: Passage) -> bool:
    if one.id in passage.entities:
        return True
    written = canon(clause.text[one.start : one.end]).text
    return one.id.startswith("name:") and written in passage.view
