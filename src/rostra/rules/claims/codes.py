"""Codes: whatever holds a digit and is neither figure nor date stands in a passage as written."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from rostra.rules.claims.marks import Code, Marks
from rostra.rules.claims.records import Doubt
from rostra.text.patterns import Pattern
from rostra.words import message

_COUNTED = Pattern(r"(\d+(?:\.\d+)?)(?:st|nd|rd|th|s)?")
_MEASURED = Pattern(r"(\d+(?:[.,]\d+)*)-?([a-z]+)")
_CLOCK = Pattern(r"(\d{1,2}):(\d\d)")
_PAIR = Pattern(r"(?<![\w.,/$-])(\d{1,4})[-–](\d{1,4})(?![\w.,%/-])(?! ?(?:[a-z]+|[年月日%]))")
_NOON = 12


def code_doubts(said: Marks, sources: Sequence[Marks]) -> Iterable[Doubt]:
    """One doubt for each code of the statement."""
    for pair in _PAIR.finditer(said.view.text):
        stands = any(_stands_as_pair(pair[1], pair[2], marks) for marks in sources)
        why = "" if stands else message("claims.no_code", said=pair[0])
        yield Doubt("codes", "proved" if stands else "conflict", pair[0], why=why)
    for code in said.codes:
        stands = any(_stands(code, marks) for marks in sources)
        why = "" if stands else message("claims.no_code", said=code.text)
        yield Doubt("codes", "proved" if stands else "conflict", code.text, why=why)


def _stands_as_pair(one: str, other: str, marks: Marks) -> bool:
    """14-6: as two numbers with next to nothing between them, in either order."""
    return any(
        Pattern(rf"(?<![\d.,]){a}(?!\d)[^\d。;；]{{1,6}}(?<![\d.,]){b}(?!\d)").search(
            marks.view.text
        )
        for a, b in ((one, other), (other, one))
    )


def _stands(code: Code, marks: Marks) -> bool:
    text = code.text
    if text in marks.words or text in marks.view.text.split():
        return True
    if counted := _COUNTED.fullmatch(text):
        return Decimal(counted[1]) in marks.values or counted[1] in marks.words
    if clock := _CLOCK.fullmatch(text):
        hours = {Decimal(int(clock[1])), Decimal(int(clock[1]) % _NOON)}
        return bool(hours & marks.values) and (
            clock[2] == "00" or Decimal(int(clock[2])) in marks.values
        )
    if measured := _MEASURED.fullmatch(text):
        number = Decimal(measured[1].replace(",", ""))
        return number in marks.values and measured[2] in marks.words
    parts = Pattern("[^:/_-]+").findall(text)
    return len(parts) > 1 and all(one in marks.words or _is_value(one, marks) for one in parts)


def _is_value(text: str, marks: Marks) -> bool:
    return text.isdigit() and Decimal(text) in marks.values
