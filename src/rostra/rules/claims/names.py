"""Latin-script names: each word of one must stand in a passage, its title or its publisher.

A name may be shortened to its initials, inflected or known under another name. In a sentence that
is wholly told in another script a name cannot be looked for; there it stays open.
"""

from collections.abc import Iterable, Iterator, Sequence

from rostra.rules.claims.marks import Marks
from rostra.rules.claims.records import Doubt, State
from rostra.text import slots
from rostra.text.patterns import Pattern
from rostra.words import message

_TOKEN = Pattern(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:[.&'’-][A-Za-zÀ-ɏ0-9]+)*")
_BEGINS = Pattern(r"(?:^|[.!?:;。！？：；\n|]|[-–—•*])[\s\"'“‘「『(（\[]*$")
_CJK = Pattern("[\u3400-\u9fff]")
_CAPITALS = Pattern(r"\b[A-ZÀ-Þ]")
_LONG = 4  # letters: shorter words are small in a headline too, and no stem
_MOST = 7


def name_doubts(said: Marks, sources: Sequence[Marks]) -> Iterable[Doubt]:
    """One doubt for each word of a name in Latin script."""
    for name in dict.fromkeys(_names(said)):
        state = _state(name, said, sources)
        why = message("claims.no_name", said=name) if state == "conflict" else ""
        yield Doubt("names", state, name, why=why)


def _names(said: Marks) -> Iterator[str]:
    text = said.view.original
    is_chinese = _CJK.search(text) is not None
    if not is_chinese and _is_headline(text):
        return
    held = [said.view.span(one.start, one.end) for one in said.moments]
    held += [(one.start, one.end) for one in said.figures]
    for match in _TOKEN.finditer(text):
        token = match[0]
        if len(token) < 2 or token == token.lower():
            continue
        if any(start <= match.start() < end for start, end in held):
            continue
        begins = not is_chinese and _BEGINS.search(text[max(0, match.start() - 6) : match.start()])
        if begins and token[1:] == token[1:].lower():
            continue
        if text[match.end() : match.end() + 1] == "." and len(token) <= 3 and token[1:].islower():
            continue  # Mr., Dr., St.
        yield token


def _is_headline(text: str) -> bool:
    """Where every longer word has a capital, a capital names nobody."""
    words = [one for one in _TOKEN.findall(text) if len(one) >= _LONG]
    return len(words) > 2 and all(one[0].isupper() for one in words)


def _state(name: str, said: Marks, sources: Sequence[Marks]) -> State:
    plain = name.lower().replace("’", "'").removesuffix("'s")
    forms = {plain, plain.replace(".", ""), plain.removesuffix("s"), plain + "s"}
    if any(forms & marks.words for marks in sources):
        return "proved"
    parts = [one for one in Pattern("[^.&'-]+").findall(plain) if len(one) > 1]
    if len(parts) > 1 and any(set(parts) <= marks.words for marks in sources):
        return "proved"
    if any(_is_short_for(name, marks) for marks in sources) or _is_long_for(name, said, sources):
        return "proved"
    if not any(_has_names(marks) for marks in sources):
        return "open" if _CJK.search(said.view.original) is None else _known(name, sources)
    if len(plain) >= _LONG and any(
        word.startswith(plain[:_LONG]) for marks in sources for word in marks.words
    ):
        return "open"
    return _known(name, sources)


def _is_short_for(name: str, marks: Marks) -> bool:
    """NFL, National Football League."""
    letters = name.replace(".", "")
    if not letters.isupper() or not 2 <= len(letters) <= _MOST:
        return False
    initials = "".join(one[0] for one in _TOKEN.findall(marks.view.original) if one[0].isupper())
    return letters in initials


def _is_long_for(name: str, said: Marks, sources: Sequence[Marks]) -> bool:
    """National Football League, where the source has NFL: the words around spell it."""
    words = [one for one in _TOKEN.findall(said.view.original) if one[0].isupper()]
    at = words.index(name) if name in words else -1
    for first in range(max(0, at - 4), at + 1):
        for last in range(max(at + 1, first + 2), min(first + 6, len(words)) + 1):
            short = "".join(one[0] for one in words[first:last]).lower()
            if any(short in marks.words for marks in sources):
                return True
    return False


def _has_names(marks: Marks) -> bool:
    return _CJK.search(marks.view.original) is None or bool(_CAPITALS.search(marks.view.original))


def _known(name: str, sources: Sequence[Marks]) -> State:
    """台積電 is TSMC: the table of aliases knows one name by another."""
    known = {one.id for one in slots(name).entities}
    if known:
        for marks in sources:
            if known & {one.id for one in slots(marks.view.original).entities}:
                return "proved"
    return "conflict"
