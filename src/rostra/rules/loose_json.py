"""Read JSON as models write it, without guessing what they meant.

Forgiven, because only one reading is left: prose around a value, comments, trailing commas, single
and typographic quotes, full-width punctuation between values, bare keys, a comma missing before a
quoted key, Python's literals, raw line breaks in texts, quotations nobody escaped (`cursor.py`),
invisible characters between values. Not forgiven, because there would be two readings: bare words
as values, unknown escapes, numbers that are not JSON numbers, one key with two values, and a value
that looks like a part of a larger one that broke.

A text that ends between two values gives a value marked open; whether that is enough is for the
type it is read as to prove. Work is bounded: a hostile text costs a small multiple of its length.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from rostra.rules.cursor import CLOSING, Broken, Cursor, Place, Refused, Work, shown, strip_unseen
from rostra.words import message

DEEPEST: Final = 64
LONGEST_NUMBER: Final = 400
COST_OF_TRYING: Final = 64
COST_OF_NESTING: Final = 16

Node: TypeAlias = "Obj | Arr | str | int | float | bool | None"


class Obj(dict[str, Node]):
    """An object; `is_open` when the text ended before its bracket."""

    is_open = False


class Arr(list[Node]):
    """An array; `is_open` when the text ended before its bracket."""

    is_open = False


_PLAIN_KEY: Final = re.compile(r"\w[\w .$-]{0,80}")
_DIGIT: Final = re.compile(r"[-+.]?[0-9０-９]")
_AROUND_KEYS: Final = " \t\r\n\"'`“”‘’「」『』"
_JOINT: Final = re.compile(r"(?<=[^\W_])[\s_-]+(?=[^\W_])")
_OPENER: Final = re.compile(r"[\[{｛［]")
_OBJECT_OPEN, _OBJECT_CLOSE = "{｛", "}｝"
_ARRAY_OPEN, _ARRAY_CLOSE = "[［", "]］"
_COMMA, _COLON = ",，、", ":：﹕"
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
# What follows a value when its object was closed too early, or precedes it when never opened.
_GOES_ON: Final = re.compile(
    r"[\s}\]｝］]*(?:[,，]?\s*[\"'“「][^\"'”」\n]{1,80}[\"'”」]\s*[:：]"
    r"|[,，]\s*[A-Za-z_]\w{0,80}\s*[:：][^{}\[\]\n]{0,400}[}\]])"
)
_KEY_END: Final = re.compile(r"[\"'”」]\s*[:：]")
_BRACKET: Final = re.compile(r"[{}\[\]｛｝［］]")
_CAME_FROM: Final = re.compile(r"[\"'”」]\s*[:：]\s*\Z")


def fold_key(key: str) -> str:
    """Equal for keys that differ in case, width, joints within, blanks and quotes around alone.

    Any other sign stays: "!approved" is not "approved".
    """
    seen = strip_unseen(unicodedata.normalize("NFKC", key)).strip(_AROUND_KEYS).casefold()
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
    reader = _Reader(text, 0, Work(text))
    value = reader.value("whole")
    reader.skip_blanks()
    if not reader.has_ended:
        reader.fail(message("answers.text_after"))
    return value


class Found(NamedTuple):
    """A value in a text, and where it stands."""

    value: Node
    start: int
    end: int
    text: str

    @property
    def is_open(self) -> bool:
        return isinstance(self.value, Obj | Arr) and self.value.is_open


def find_structures(text: str) -> list[Found]:
    """Every object and array that stands in the prose, outermost ones only.

    Brackets that only look like prose are passed over. What begins as JSON and breaks off raises
    Broken: a part of it would be a value that nobody gave.
    """
    work = Work(text)
    found: list[Found] = []
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
        found.append(Found(value, opener.start(), reader.at, text))
        at = reader.at
    return found


def check_surroundings(found: Found) -> None:
    """Broken when what stands around a value is the rest of a larger one.

    That happens when a quote nobody escaped, or a bracket too many, closed the larger one early:
    then the value is a part that nobody gave as the answer.
    """
    before = found.text[max(0, found.start - 40) : found.start]
    if found.value == {} and _KEY_END.search(found.text):
        raise Broken(message("answers.empty_object"), found.end)
    goes_on = _GOES_ON.match(found.text, found.end)
    if goes_on or _CAME_FROM.search(before) or _has_left_over(found.text[found.end :]):
        raise Broken(message("answers.brackets"), found.end)


def check_given(found: Found) -> None:
    """Refused when a value is a part of a sentence: then it is spoken of, and not given.

    A value that is given stands on lines of its own, or after a colon, or ends its line.
    """
    before = found.text[: found.start].rpartition("\n")[2].rstrip()
    after = found.text[found.end :].partition("\n")[0]
    is_led_up_to = not _WORD.search(before) or before.endswith((*_COLON, ">", "`"))
    if not is_led_up_to and _WORD.search(after.strip(" `.。")):
        raise Refused(message("answers.spoken_of"))


def _has_left_over(rest: str) -> bool:
    """Whether a key is followed by a closing bracket that nothing in the rest has opened."""
    key = _KEY_END.search(rest)
    if not key:
        return False
    balance = lowest = 0
    for bracket in _BRACKET.finditer(rest):
        balance += 1 if bracket[0] in _OBJECT_OPEN + _ARRAY_OPEN else -1
        if balance < lowest and bracket.start() > key.start():
            return True
        lowest = min(lowest, balance)
    return False


class _Reader(Cursor):
    """Reads one value from `at` on. `has_content` once it can no longer be mere prose."""

    def __init__(self, text: str, at: int, work: Work) -> None:
        super().__init__(text, at, work)
        self.has_content = False
        self._depth = 0

    def value(self, place: Place) -> Node:
        self.skip_blanks()
        if self.has_ended:
            self.fail(message("answers.ends_early"))
        char = self._text[self.at]
        if char in _OBJECT_OPEN or char in _ARRAY_OPEN:
            return self.structure()
        if char in CLOSING:
            return self.quoted(place)
        if char.isalpha():
            return self._literal()
        return self._number()

    def structure(self) -> Obj | Arr:
        self._depth += 1
        self._work.spend(COST_OF_NESTING)
        if self._depth > DEEPEST:
            raise Refused(message("answers.too_deep", most=DEEPEST))
        made = self._object() if self._text[self.at] in _OBJECT_OPEN else self._array()
        self._depth -= 1
        if not self._depth:
            self.check_quotes()
        return made

    def _object(self) -> Obj:
        made = Obj()
        for _ in self._places(_OBJECT_CLOSE, made):
            if self._text[self.at] in CLOSING:
                self.has_content = True
            key = self._key()
            self.skip_blanks()
            if not self.takes(_COLON):
                self.fail(message("answers.no_colon"))
            self.has_content = True
            value = self.value("member")
            if key in made and not same(made[key], value):
                raise Refused(message("answers.key_twice", key=shown(key)))
            made[key] = value
        return made

    def _array(self) -> Arr:
        made = Arr()
        for _ in self._places(_ARRAY_CLOSE, made):
            if made or self._text[self.at] in CLOSING or self._text[self.at] in _OBJECT_OPEN:
                self.has_content = True
            made.append(self.value("item"))
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
            if self.takes(closing):
                return
            if not is_free and not self._needs_no_comma(made):
                self.fail(message("answers.no_comma"))
            yield
            self.skip_blanks()
            is_free = self.takes(_COMMA)

    def _needs_no_comma(self, made: Obj | Arr) -> bool:
        """A quoted key, or an object after an object, can only be the next member."""
        if isinstance(made, Obj):
            return self._text[self.at] in CLOSING and self._has_key_here(is_plain=True)
        return isinstance(made[-1], Obj) and self._text[self.at] in _OBJECT_OPEN

    def may_end(self, place: Place) -> bool:
        began = self.at
        self.skip_blanks()
        found = self._goes_on_after(place)
        self.at = began
        return found

    def _goes_on_after(self, place: Place) -> bool:
        if place == "key":
            return self.takes(_COLON)
        if self.has_ended:
            return True
        if place == "whole":
            return False
        closing = _OBJECT_CLOSE if place == "member" else _ARRAY_CLOSE
        if self.takes(closing):
            return True
        if not self.takes(_COMMA):
            is_quote = place == "member" and self._text[self.at] in CLOSING
            return is_quote and self._has_key_here(is_plain=True)
        self.skip_blanks()
        if self.has_ended or self.takes(closing):
            return True
        return self._has_key_here() if place == "member" else self._has_value_here()

    def _has_key_here(self, *, is_plain: bool = False) -> bool:
        began = self.at
        try:
            key = self._key()
            self.skip_blanks()
            return self.takes(_COLON) and (not is_plain or bool(_PLAIN_KEY.fullmatch(key)))
        except Broken:
            return False
        finally:
            self.at = began

    def _has_value_here(self) -> bool:
        char = self._text[self.at]
        if char in CLOSING or char in _OBJECT_OPEN or char in _ARRAY_OPEN:
            return True
        word = _WORD.match(self._text, self.at)
        return word[0] in _LITERALS if word else bool(_DIGIT.match(self._text, self.at))

    def _key(self) -> str:
        if self._text[self.at] in CLOSING:
            return self.quoted("key")
        bare = _WORD.match(self._text, self.at) or re.compile(r"\d+").match(self._text, self.at)
        if not bare:
            self.fail(message("answers.no_key"))
        self.at = bare.end()
        self._work.spend(len(bare[0]))
        return bare[0]

    def _literal(self) -> bool | None:
        word = _WORD.match(self._text, self.at)
        spelled = word[0] if word else self._text[self.at]
        self._work.spend(len(spelled))
        if spelled.casefold() in _NO_NUMBERS:
            raise Refused(message("answers.no_number", spelled=spelled))
        if spelled not in _LITERALS:
            self.fail(message("answers.no_literal", spelled=shown(spelled)))
        self.at += len(spelled)
        return _LITERALS[spelled]

    def _number(self) -> int | float:
        found = _NUMBER.match(self._text, self.at)
        sign, whole, part, power = found.groups(default="") if found else ("", "", "", "")
        if not whole and not part:
            if sign and _WORD.match(self._text, self.at + 1):
                self.at += 1
                self._literal()
            self.fail(message("answers.no_beginning", spelled=shown(self._text[self.at])))
        spelled = f"{sign}{whole}{part}{power}".translate(_WIDE)
        self._work.spend(len(spelled))
        if len(spelled) > LONGEST_NUMBER:
            raise Refused(message("answers.many_digits"))
        if len(whole) > 1 and whole[0] in "0０":
            self.fail(message("answers.leading_zero"))
        self.at += len(spelled)
        if self.has_ended and self._depth:
            self.fail(message("answers.ends_in_number"))
        if not part and not power:
            return int(spelled)
        value = float(spelled)
        if value in {float("inf"), float("-inf")}:
            raise Refused(message("answers.large_number", spelled=spelled))
        return value
