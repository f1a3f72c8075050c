"""Finding the mentions of time in the view of a question, from left to right.

Names that only look like time are blanked first; then the leftmost head is read, narrowed by its
tails, turned by its suffix or prefix, and the search goes on behind it.
"""

from rostra.rules.when_english import is_month_meant, read_english
from rostra.rules.when_forms import GROUP_OF, HEADS
from rostra.rules.when_narrow import narrow
from rostra.rules.when_open import read_open
from rostra.rules.when_pieces import Y4, Hit
from rostra.rules.when_reading import (
    WHOLE,
    Frame,
    Mention,
    read_code,
    read_decade,
    read_numeric,
    read_year,
    year_mention,
)
from rostra.rules.when_spans import read_relative, read_span
from rostra.rules.when_tails import (
    NAMES,
    PREFIXES,
    SERIES,
    STOCK_CODE,
    SUFFIXES,
    TARGET,
    TO_NOW,
)
from rostra.text import known_aliases
from rostra.text.folding import Folded, canon
from rostra.text.patterns import Pattern

BLANK = "□"
_LOOSE = ("counted few", "past few", "future few", "en past few", "en future few")
_DECADES = ("decade", "decade en", "decade roc", "century")
_NEAR = 3
_WHICH_BREAK = "Several long weekends may be meant."
# 1999.08-2002.02 is a range, 25-12-2024 is a day: only the first dash is worth a 至.
_DASH_BEFORE_YEAR = Pattern(
    r"(?<=\d)(?<![^\d-]\d-\d)(?<![^\d-]\d\d-\d)(?<![^\d-]\d-\d\d)(?<![^\d-]\d\d-\d\d)(?<!^\d-\d)"
    rf"(?<!^\d\d-\d)(?<!^\d-\d\d)(?<!^\d\d-\d\d)-(?={Y4}(?:\d{{4}})?(?!\d))|(?<=/\d)-(?=\d{{1,2}}/\d)|(?<=/\d\d)-(?=\d{{1,2}}/\d)"
)
_RANGES = ("years", "years short", "years cn", "months", "quarters", "years pair")


def without_names(text: str) -> str:
    """The view with what only looks like time blanked out, position for position."""
    for pattern in (NAMES, STOCK_CODE):
        text = pattern.sub(lambda match: BLANK * len(match[0]), text)
    return _DASH_BEFORE_YEAR.sub("~", text)


def mentions(view: Folded, text: str, frame: Frame) -> tuple[list[Mention], list[Hit]]:
    """Every mention in order, and what was said too loosely to be one."""
    found: list[Mention] = []
    loose: list[Hit] = []
    at = 0
    while (hit := HEADS.search(text, at)) is not None:
        at = max(hit.end, at + 1)
        if hit.kind in _LOOSE:
            loose.append(hit)
        elif _is_meant(hit, text, view, frame) and (mention := _read(hit, text, frame)):
            mention = _turned(text, narrow(text, mention, frame), at=hit.start)
            at = max(at, mention.end)
            found.append(mention)
    return found, loose


def _read(hit: Hit, text: str, frame: Frame) -> Mention | None:
    group = GROUP_OF[hit.kind]
    if hit.kind in _DECADES:
        return read_decade(hit, frame)
    if hit.kind == "break":
        return Mention(
            hit.start, hit.end, lambda _y, _m: None, "", kind="any break", asks=_WHICH_BREAK
        )
    if group == "english" or hit.kind == "day rel en":
        return read_english(hit, frame)
    if group == "code":
        return read_code(hit, frame)
    if group == "numeric":
        return read_numeric(hit, frame)
    if group == "span":
        return read_span(hit, frame)
    if group == "relative":
        return read_relative(hit, frame)
    if group == "year":
        return read_year(hit, frame)
    if group == "bare":
        return year_mention(int(hit.part["y"]), WHOLE, hit)
    return read_open(text, hit, frame)


def _is_meant(hit: Hit, text: str, view: Folded, frame: Frame) -> bool:
    """Whether the form is time here, or a code, a season of a series, a verb."""
    if hit.kind == "bare year":
        return not _is_code_or_target(hit, text, frame)
    if hit.kind == "en lone month":
        start, end = view.span(hit.start, hit.end)
        return is_month_meant(text, view.original[start:end], hit.start)
    if hit.kind in ("quarter", "quarters"):
        return SERIES.search(text) is None
    if hit.kind == "year three" and int_or_zero(hit.part["y"]) % 10 == 0:
        return not text.startswith(("前", "后", "来", "以", "内", "的历史"), hit.end)
    return True


def int_or_zero(text: str) -> int:
    return int(text) if text.isdigit() else 1


def _is_code_or_target(hit: Hit, text: str, frame: Frame) -> bool:
    """2002 beside 中鋼 is its stock code; 2050 before 淨零 is the name of a goal."""
    year = int(hit.part["y"])
    if year > frame.today.year + 1 and TARGET.match(text, hit.end):
        return True
    company = known_aliases().codes.get(hit.part["y"])
    if company is None:
        return False
    name = canon(company.name).text
    reach = len(name) + _NEAR
    return (
        name in text[max(0, hit.start - reach) : hit.start]
        or name in text[hit.end : hit.end + reach]
    )


def _turned(text: str, mention: Mention, *, at: int) -> Mention:
    """Since, until, before and after, wherever they stand."""
    if now := TO_NOW.match(text, mention.end):
        mention.turn, mention.end = "since", now.end()
    elif suffix := SUFFIXES.match(text, mention.end):
        mention.turn = "" if suffix.kind == "around" else suffix.kind
        if suffix.kind == "before" and mention.kind in _RANGES:
            mention.turn = ""
        if text[suffix.end - 1] == "前" and suffix.end == mention.end + 1:
            mention.is_deadline = True
        mention.end = suffix.end
    if prefix := PREFIXES.search(text[max(0, at - 20) : at]):
        name = prefix.lastgroup or ""
        mention.led_by = name
        if name in ("since", "until", "before", "after") and not mention.turn:
            mention.turn = name if name != "after" else "later"
            if name == "before":
                mention.turn = "earlier"
        mention.start = max(0, at - 20) + prefix.start()
    return mention
