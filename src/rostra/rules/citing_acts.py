"""Who does what to whom, where, and whether it is done or to come: kept as the text has it."""

import re

from rostra.rules.facts import Clause
from rostra.rules.passages import Passage
from rostra.rules.wording import acts_in
from rostra.text.folding import canon
from rostra.text.lexicon import words
from rostra.text.patterns import Pattern

_MARKS_OBJECT = r"(?:对|被|将|把|向|让|(?:^|[，。；,;])与)[^，。；,;]{0,12}"
_HEAD = 8
_WHERE = Pattern(r"(?:在|于|赴|前往)([\u3400-\u9fff]{2})")
_DONE = Pattern(r"已(?!知)|\b(?:has|have|had|already)\b")
_COMING = Pattern(
    r"将(?!近)|即将|预定|预计|拟|计划|可望|有望|力争|争取"
    r"|\b(?:will|would|going to|due to|plans? to|expects? to|expected to|scheduled to|set to)\b"
)
_PASSIVE = Pattern(r"被|遭|获(?!利)|獲(?!利)|\b(?:was|were|been|is|are)\s\w+ed\sby\b|\bby\b")

_WAS_DONE_BY = Pattern(r"\b(?:was|were|been|being|is|are)\s(?:\w+\s)?\w+(?:ed|en|t|d)\sby\b")
_LEAD = Pattern(r"[A-Z][\w&.-]+(?: [A-Z][\w&.-]+)*(?= [a-z])")


def is_done_to(said: Clause, passage: Passage) -> bool:
    """完成對康澤的收購: the one it is done to did not do it."""
    text = canon(said.text).text.lstrip()
    names = [canon(said.text[one.start : one.end]).text for one in said.mentions]
    agents = [one for one in (*said.uncommon, *names) if one and text.startswith(one)]
    view = canon(passage.reading.text).text
    agents += _written_head(text, view)
    return any(
        re.search(_MARKS_OBJECT + re.escape(one), view) is not None
        and not re.search(rf"(?:^|[，。；,;]\s?){re.escape(one)}", view)
        for one in agents
    )


def _written_head(text: str, view: str) -> list[str]:
    """The beginning of a sentence as far as the text has it: a name no table lists may be there."""
    size = next((n for n in range(_HEAD, 2, -1) if text[:n] in view), 0)
    head = text[:size]
    return [head] if size and head[0] >= "\u3400" else []


def same_place(said: Clause, passage: Passage) -> bool:
    """在上海上市 is not carried by 在香港上市, whether a table lists the place or not."""
    if not passage.is_chinese:
        return True
    places = [match[1] for match in _WHERE.finditer(canon(said.text).text)]
    return all(one in passage.view for one in places if one in words())


def same_tense(said: Clause, told: Clause) -> bool:
    """Hearsay and forecasts too tell of things done or things to come."""
    one, other = canon(said.text).text, canon(told.text).text
    done = bool(_DONE.search(one)), bool(_DONE.search(other))
    coming = bool(_COMING.search(one)), bool(_COMING.search(other))
    return not (
        (done[0] and not done[1] and coming[1]) or (coming[0] and not coming[1] and done[1])
    )


def same_order(said: Clause, told: Clause) -> bool:
    """A buys B is not B buys A: names keep their side of the verb, unless one side is passive."""
    verbs = {name: start for start, _, name in acts_in(told.text)}
    turned = bool(_PASSIVE.search(said.text)) != bool(_PASSIVE.search(told.text))
    sides = {one.id: one.start for one in told.mentions}
    for start, _, verb in acts_in(said.text):
        for one in said.mentions:
            if verb in verbs and one.id in sides and not one.is_place and not one.joined:
                kept = (one.start < start) == (sides[one.id] < verbs[verb])
                if kept == turned:
                    return False
    return not _is_led_by_object(said, told)


def _is_led_by_object(said: Clause, told: Clause) -> bool:
    """B opened an inquiry into A, where A is told to do something to B."""
    lead = _LEAD.match(said.text)
    if lead is None or _WAS_DONE_BY.search(said.text) or _WAS_DONE_BY.search(told.text):
        return False
    at = told.text.find(lead[0])
    others = [said.text[one.start : one.end] for one in said.mentions if one.start >= lead.end()]
    return at >= 0 and any(0 <= told.text.find(name) < at for name in others)
