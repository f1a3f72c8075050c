"""Read JSON as models write it, without guessing what they meant.

Forgiven, because only one reading is left: prose around a value, comments, trailing commas, single
and typographic quotes, full-width punctuation between values, bare keys, Python's literals, raw
line breaks in strings, invisible characters between values. What stands inside quotes is never
changed. Not forgiven, because there would be two readings: quotes inside quotes, missing commas,
bare words as values, unknown escapes, numbers that are not JSON numbers, one key with two values.

A text that ends between two values gives a value marked open; whether that is enough is for the
type it is read as to prove. Work is bounded: a hostile text costs a small multiple of its length.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NoReturn, TypeAlias

DEEPEST: Final = 64
LONGEST_NUMBER: Final = 400
READINGS: Final = 4  # how many times its own length a text may cost, beside the first pages
FIRST_PAGES: Final = 200_000
COST_OF_TRYING: Final = 64
COST_OF_NESTING: Final = 16

Node: TypeAlias = "Obj | Arr | str | int | float | bool | None"


class Obj(dict[str, Node]):
    """An object; `is_open` when the text ended before its bracket."""

    is_open = False


class Arr(list[Node]):
    """An array; `is_open` when the text ended before its bracket."""

    is_open = False


class Broken(Exception):
    """Not JSON, however kindly read, from `at` on."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why, at)
        self.why = why
        self.at = at


class Refused(Exception):
    """Readable, but no value may be taken from a text like this."""


_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_BLANKS: Final = re.compile(rf"[\s{_INVISIBLE}]*")
_UNSEEN: Final = re.compile(rf"[{_INVISIBLE}]")
_JOINT: Final = re.compile(r"(?<=[^\W_])[\s_-]+(?=[^\W_])")
_OPENER: Final = re.compile(r"[\[{｛［]")
_OBJECT_OPEN, _OBJECT_CLOSE = "{｛", "}｝"
_ARRAY_OPEN, _ARRAY_CLOSE = "[［", "]］"
_COMMA, _COLON = ",，、", ":：﹕"
_CLOSING: Final = {
    '"': '"',
    "'": "'",
    "“": "”",
    "”": "”",
    "‘": "’",
    "’": "’",
    "「": "」",
    "『": "』",
    "＂": "＂",
    "＇": "＇",
}
_CURLY: Final = frozenset("“”")
_INNER_QUOTE: Final = re.compile(r"[\"“”]")
_APOSTROPHES: Final = "'’"
_STOPS: Final = {close: re.compile(rf"[{close}\\]") for close in set(_CLOSING.values())}
_ESCAPES: Final = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "'": "'", "”": "”", "’": "’", "」": "」", "』": "』", "＂": "＂", "＇": "＇",
}  # fmt: skip
_HEX: Final = {"u": 4, "x": 2, "U": 8}
_WORD: Final = re.compile(r"[^\W\d][\w$-]*")
_LITERALS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "None", "NULL"), None),
}
_NO_NUMBERS: Final = {"nan", "inf", "infinity"}
_NUMBER: Final = re.compile(
    r"(?P<sign>[-+－＋]?)(?P<whole>[0-9０-９]+)?(?P<part>[.．][0-9０-９]+)?(?P<power>[eE][-+]?[0-9]+)?"
)
_WIDE: Final = str.maketrans("０１２３４５６７８９－＋．", "0123456789-+.")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# What follows a value when its object was closed too early, or precedes it when never opened.
_GOES_ON: Final = re.compile(
    r"[\s}\]｝］]*[,，]\s*(?:[\"'“「][^\"'”」\n]{1,80}[\"'”」]\s*[:：]"
    r"|[A-Za-z_]\w{0,80}\s*[:：][^{}\[\]\n]{0,400}[}\]])"
)
_CAME_FROM: Final = re.compile(r"[\"'”」]\s*[:：]\s*\Z")


def strip_unseen(text: str) -> str:
    """The text without characters nobody sees."""
    return _UNSEEN.sub("", text)


def fold_key(key: str) -> str:
    """Equal for keys that differ in case, width, blanks around and joints within alone.

    Any other sign stays: "!approved" is not "approved".
    """
    seen = strip_unseen(unicodedata.normalize("NFKC", key)).strip().casefold()
    return _JOINT.sub("", seen)


def same(one: Node, other: Node) -> bool:
    """Equal as JSON: true is not 1, and 1 is not 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Obj) and isinstance(other, Obj):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, Arr) and isinstance(other, Arr):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def read_whole(text: str) -> Node:
    """The one value that the whole text is."""
    reader = _Reader(text, 0, _Work(text))
    value = reader.value()
    reader.skip_blanks()
    if not reader.has_ended:
        reader.fail("There is text after the value.")
    return value


def find_structures(text: str) -> list[Obj | Arr]:
    """Every object and array that stands in the prose, outermost ones only.

    Brackets that only look like prose are passed over. What begins as JSON and breaks off raises
    Broken: a part of it would be a value that nobody gave.
    """
    work = _Work(text)
    found: list[Obj | Arr] = []
    at = 0
    while opener := _OPENER.search(text, at):
        work.spend(COST_OF_TRYING)
        reader = _Reader(text, opener.start(), work)
        try:
            value = reader.structure()
        except Broken:
            if reader.has_content:
                raise
            at = opener.start() + 1
            continue
        if value.is_open and not reader.has_content:
            at = opener.start() + 1
            continue
        before = text[max(0, opener.start() - 40) : opener.start()]
        if _GOES_ON.match(text, reader.at) or _CAME_FROM.search(before):
            raise Broken("The brackets do not match: a value stands outside its object.", at)
        found.append(value)
        at = reader.at
    return found


class _Work:
    """What may still be spent on a text."""

    def __init__(self, text: str) -> None:
        self._left = READINGS * len(text) + FIRST_PAGES

    def spend(self, cost: int) -> None:
        self._left -= cost
        if self._left < 0:
            raise Refused("The text is too tangled to read.")


class _Reader:
    """Reads one value from `at` on. `has_content` once it can no longer be mere prose."""

    def __init__(self, text: str, at: int, work: _Work) -> None:
        self.at = at
        self.has_content = False
        self._text = text
        self._work = work
        self._depth = 0
        self._quotes: set[str] = set()
        self._has_inner_quotes = False

    @property
    def has_ended(self) -> bool:
        return self.at >= len(self._text)

    def fail(self, why: str) -> NoReturn:
        raise Broken(why, self.at)

    def skip_blanks(self) -> None:
        """Pass over white space, invisible characters and comments."""
        while True:
            began = self.at
            blank = _BLANKS.match(self._text, self.at)
            self.at = blank.end() if blank else self.at
            if self._text.startswith(("//", "#"), self.at):
                end = self._text.find("\n", self.at)
                self.at = len(self._text) if end < 0 else end + 1
            elif self._text.startswith("/*", self.at):
                end = self._text.find("*/", self.at + 2)
                self.at = len(self._text) if end < 0 else end + 2
            if self.at == began:
                return
            self._work.spend(self.at - began)

    def value(self) -> Node:
        self.skip_blanks()
        if self.has_ended:
            self.fail("The text ends where a value should stand.")
        char = self._text[self.at]
        if char in _OBJECT_OPEN or char in _ARRAY_OPEN:
            return self.structure()
        if char in _CLOSING:
            return self._string()
        if char.isalpha():
            return self._literal()
        return self._number()

    def structure(self) -> Obj | Arr:
        self._depth += 1
        self._work.spend(COST_OF_NESTING)
        if self._depth > DEEPEST:
            raise Refused(f"The value is nested more than {DEEPEST} levels deep.")
        made = self._object() if self._text[self.at] in _OBJECT_OPEN else self._array()
        self._depth -= 1
        if not self._depth:
            self._check_quotes()
        return made

    def _check_quotes(self) -> None:
        """Where both straight and curly quotes stand around texts, one inside may be an end."""
        is_mixed = '"' in self._quotes and not self._quotes.isdisjoint(_CURLY)
        if is_mixed and self._has_inner_quotes:
            raise Refused("Straight and curly quotes are mixed; use straight quotes alone.")

    def _object(self) -> Obj:
        made = Obj()
        for _ in self._places(_OBJECT_CLOSE, made):
            key = self._key()
            self.skip_blanks()
            if not self._takes(_COLON):
                self.fail("A key is not followed by a colon.")
            self.has_content = True
            value = self.value()
            if key in made and not same(made[key], value):
                raise Refused(f"The key {_shown(key)} appears twice with different values.")
            made[key] = value
        return made

    def _array(self) -> Arr:
        made = Arr()
        for _ in self._places(_ARRAY_CLOSE, made):
            if made:
                self.has_content = True
            made.append(self.value())
        return made

    def _places(self, closing: str, made: Obj | Arr) -> Iterator[None]:
        """Once for each place where a member may stand, up to the bracket or the text's end."""
        self.at += 1
        is_free = True
        while True:
            self.skip_blanks()
            if self.has_ended:
                made.is_open = True
                return
            if self._takes(closing):
                return
            if not is_free:
                self.fail("Two values are not separated by a comma.")
            yield
            self.skip_blanks()
            is_free = self._takes(_COMMA)

    def _takes(self, chars: str) -> bool:
        if not self.has_ended and self._text[self.at] in chars:
            self.at += 1
            return True
        return False

    def _key(self) -> str:
        if self._text[self.at] in _CLOSING:
            return self._string()
        bare = _WORD.match(self._text, self.at) or re.compile(r"\d+").match(self._text, self.at)
        if not bare:
            self.fail("A key is missing.")
        self.at = bare.end()
        self._work.spend(len(bare[0]))
        return bare[0]

    def _literal(self) -> bool | None:
        word = _WORD.match(self._text, self.at)
        spelled = word[0] if word else self._text[self.at]
        self._work.spend(len(spelled))
        if spelled.casefold() in _NO_NUMBERS:
            raise Refused(f"{spelled} is not a number that can be used.")
        if spelled not in _LITERALS:
            self.fail(f"{_shown(spelled)} is neither in quotes nor true, false, null or a number.")
        self.at += len(spelled)
        return _LITERALS[spelled]

    def _number(self) -> int | float:
        found = _NUMBER.match(self._text, self.at)
        sign, whole, part, power = found.groups(default="") if found else ("", "", "", "")
        if not whole and not part:
            if sign and _WORD.match(self._text, self.at + 1):
                self.at += 1
                self._literal()
            self.fail(f"{_shown(self._text[self.at])} does not begin a value.")
        spelled = f"{sign}{whole}{part}{power}".translate(_WIDE)
        self._work.spend(len(spelled))
        if len(spelled) > LONGEST_NUMBER:
            raise Refused("A number has too many digits.")
        if len(whole) > 1 and whole[0] in "0０":
            self.fail("A number begins with a zero; write it as text or without the zero.")
        self.at += len(spelled)
        if self.has_ended and self._depth:
            self.fail("The text ends within a number.")
        if not part and not power:
            return int(spelled)
        value = float(spelled)
        if value in {float("inf"), float("-inf")}:
            raise Refused(f"{spelled} is too large a number.")
        return value

    def _string(self) -> str:
        opening = self._text[self.at]
        if self._text.startswith('"""', self.at):
            return self._plain_until('"""')
        close = _CLOSING[opening]
        self.at += 1
        pieces = []
        while True:
            stop = _STOPS[close].search(self._text, self.at)
            end = stop.start() if stop else len(self._text)
            self._work.spend(end - self.at + 1)
            pieces.append(self._text[self.at : end])
            self.at = end
            if not stop:
                self.fail("The text ends within quotes.")
            if stop[0] == "\\":
                pieces.append(self._escape())
            elif close in _APOSTROPHES and self._is_apostrophe():
                pieces.append(close)
                self.at += 1
            else:
                self.at += 1
                self._quotes.add(opening)
                return self._noted(_joined("".join(pieces)))

    def _noted(self, said: str) -> str:
        if not self._has_inner_quotes and _INNER_QUOTE.search(said):
            self._has_inner_quotes = True
        return said

    def _plain_until(self, close: str) -> str:
        end = self._text.find(close, self.at + len(close))
        self._work.spend((len(self._text) if end < 0 else end) - self.at)
        said = self._text[self.at + len(close) : end]
        if end < 0 or "\\" in said:
            self.fail("A text in triple quotes does not end, or holds a backslash.")
        self.at = end + len(close)
        return _joined(said)

    def _is_apostrophe(self) -> bool:
        """Between two letters it cannot end a string: nothing may follow one so closely."""
        around = self._text[self.at - 1] + self._text[self.at + 1 : self.at + 2]
        return len(around) == 2 and around.isalpha()

    def _escape(self) -> str:
        kind = self._text[self.at + 1 : self.at + 2]
        if kind in _HEX:
            digits = self._text[self.at + 2 : self.at + 2 + _HEX[kind]]
            if not re.fullmatch(rf"[0-9a-fA-F]{{{_HEX[kind]}}}", digits):
                self.fail("An escape in a text is not complete.")
            if int(digits, 16) > 0x10FFFF:
                self.fail("An escape in a text names no character.")
            self.at += 2 + _HEX[kind]
            return chr(int(digits, 16))
        if not kind or kind not in _ESCAPES:
            self.fail(f"\\{kind} in a text is not an escape of JSON; write \\\\ for a backslash.")
        self.at += 2
        return _ESCAPES[kind]


def _joined(text: str) -> str:
    """Escaped halves of one character put together; half a character is no text."""
    if not _SURROGATE.search(text):
        return text
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError as error:
        raise Refused("A text holds half a character.") from error


def _shown(text: str) -> str:
    return ascii(text[:40]) if _SURROGATE.search(text) else repr(text[:40])
