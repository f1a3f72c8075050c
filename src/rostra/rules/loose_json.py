"""Read JSON as models write it, without guessing what they meant.

Forgiven, because only one reading is left: prose around a value, comments, trailing and doubled
commas, other quotes, other signs for colon and comma, full-width punctuation between values, bare
keys, a comma missing before a key, Python's literals, tuples and calls, raw line breaks in texts,
quotations nobody escaped (`cursor.py`), invisible characters between values. A bracket of the wrong
kind may have been meant to close its own value or a larger one: both are read, and must agree. Not
forgiven, because there would be two readings: bare words as values, numbers that are not JSON
numbers, one key with two values, and a value that looks like a part of a larger one that broke.

A text that ends between two values gives a value marked open; whether that is enough is for the
type it is read as to prove. Work is bounded: a hostile text costs a small multiple of its length.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from rostra.rules.cursor import CLOSING, Broken, Cursor, Place, Refused, Work, shown, strip_unseen
from rostra.words import message

DEEPEST: Final = 64
LONGEST_NUMBER: Final = 400
COST_OF_TRYING: Final = 64
COST_OF_NESTING: Final = 16

Node: TypeAlias = "Obj | Arr | str | int | float | bool | None"


class Obj(dict[str, Node]):
    """An object; `is_open` when the text ended before its bracket.

    `called` is the name of the class in a call of Python's; an element of XML `is_element`.
    """

    is_open = False
    called = ""
    is_element = False


class Arr(list[Node]):
    """An array; `is_open` when the text ended before its bracket."""

    is_open = False


class Plain(str):
    """A value without quotes, from a notation that needs none: what it is, its type decides."""

    __slots__ = ()


# Which value a bracket of the wrong kind closes: none, its own, or the larger one of that kind.
Closing = Literal["none", "own", "larger"]

_PLAIN_KEY: Final = re.compile(r"\w[\w .$-]{0,80}")
_DIGIT: Final = re.compile(r"[-+.−]?[0-9０-９]")
_AROUND_KEYS: Final = " \t\r\n\"'`“”‘’「」『』"
_JOINT: Final = re.compile(r"(?<=[^\W_])[\s_-]+(?=[^\W_])")
_CALL: Final = re.compile(r"([A-Za-z_]\w{0,80})\(\s*(?=[A-Za-z_]\w{0,80}\s*=[^=])")
_OPENER: Final = re.compile(rf"[\[{{｛［]|(?<!\w){_CALL.pattern}")
_OBJECT_OPEN, _OBJECT_CLOSE = "{｛", "}｝"
_ARRAY_OPEN, _ARRAY_CLOSE = "[［", "]］"
_TUPLE_OPEN, _TUPLE_CLOSE = "(", ")"
_CLOSERS = _OBJECT_CLOSE + _ARRAY_CLOSE + _TUPLE_CLOSE
_COMMA, _COLON = ",，、;；", ":：﹕"
_STRUCTURAL: Final = re.compile(r"[\"'{}\[\]｛｝［］“”]")
_BARE: Final = re.compile(r"[\w%$€£¥+.-][^\"'“”‘’「」『』`{}\[\]｛｝［］()=,，;；:：\n]{0,300}")
_BARE_WORD: Final = re.compile(r"\w[\w.-]{0,80}(?=\s*[],，])")
_ARROW: Final = re.compile(r"=>|->|=(?!=)")
_WORD: Final = re.compile(r"[^\W\d][\w$-]*")
_LITERALS: Final = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "None", "NULL", "undefined"), None),
}
_NO_NUMBERS: Final = {"nan", "inf", "infinity"}
_NUMBER: Final = re.compile(
    r"(?P<sign>[-+－＋−]?)(?P<whole>[0-9０-９]+(?:_[0-9]{3})*)?(?P<part>(?<=[0-9０-９])[.．](?![\w.])|[.．][0-9０-９]+)?(?P<power>[eE][-+]?[0-9]+)?"
)
_WIDE: Final = str.maketrans("０１２３４５６７８９－＋．−", "0123456789-+.-")
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
    return found_whole(text).value


def found_whole(text: str) -> "Found":
    """The same, with the comments in it."""

    def read(reader: _Reader) -> Node:
        value = reader.value("whole")
        reader.skip_blanks()
        if not reader.has_ended:
            reader.fail(message("answers.text_after"))
        return value

    value, reader = _agreed(text, 0, Work(text), read)
    return Found(value, 0, len(text), text, " ".join(reader.comments.values()), reader.has_bare)


def _agreed(
    text: str, at: int, work: Work, read: "Callable[[_Reader], Node]"
) -> tuple[Node, "_Reader"]:
    """What the text says however its brackets are taken, and the reader that has read it."""
    first = _Reader(text, at, work)
    try:
        return read(first), first
    except Broken as broken:
        if not first.has_wrong_bracket:
            broken.is_prose = not first.has_content
            raise
        fault = broken
    found: list[tuple[Node, _Reader]] = []
    for closing in ("own", "larger"):
        reader = _Reader(text, at, work, closing)
        try:
            value = read(reader)
        except Broken:
            continue
        if _STRUCTURAL.search(text, reader.at):  # the bracket may have been meant for a comma
            raise fault
        found.append((value, reader))
    if not found or any(not same(found[0][0], value) for value, _ in found):
        fault.is_prose = not first.has_content
        raise fault
    return min(found, key=lambda one: getattr(one[0], "is_open", False))


class Found(NamedTuple):
    """A value in a text, and where it stands."""

    value: Node
    start: int
    end: int
    text: str
    comments: str = ""
    has_bare: bool = False  # a text without quotes, which may go on behind a comma

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
        try:
            value, reader = _agreed(text, opener.start(), work, _Reader.structure)
        except Broken as broken:
            if not broken.is_prose:
                raise
            at = opener.start() + 1
            continue
        is_open = isinstance(value, Obj | Arr) and value.is_open
        if is_open and not reader.has_content:
            at = opener.start() + 1
            continue
        comments = " ".join(reader.comments.values())
        found.append(Found(value, opener.start(), reader.at, text, comments, reader.has_bare))
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

    def __init__(self, text: str, at: int, work: Work, closing: Closing = "none") -> None:
        super().__init__(text, at, work)
        self.has_content = False
        self.has_wrong_bracket = False
        self.has_bare = False
        self._closing = closing
        self._open: list[str] = []

    def value(self, place: Place) -> Node:
        self.skip_blanks()
        if self.has_ended:
            self.fail(message("answers.ends_early"))
        char = self._text[self.at]
        if char in _OBJECT_OPEN + _ARRAY_OPEN + _TUPLE_OPEN:
            return self.structure()
        if char in CLOSING:
            return self.quoted(place)
        if _CALL.match(self._text, self.at):
            return self.structure()
        if (bare := self._bare(place)) is not None:
            return bare
        return self._literal() if char.isalpha() or char == "_" else self._number()

    def _bare(self, place: Place) -> Plain | None:
        """A text without quotes, up to a comma or bracket: in a list within an object, one word."""
        found = (_BARE if place == "member" else _BARE_WORD).match(self._text, self.at)
        if not found or place == "whole" or (place == "item" and len(self._open) < 2):
            return None
        said = found[0].rstrip()
        if said in _LITERALS or said.casefold() in _NO_NUMBERS or _NUMBER.fullmatch(said):
            return None
        began, self.at = self.at, self.at + len(said)
        self._work.spend(len(said))
        if not self.may_end(place) or self._is_at_end():
            self.at = began
            return None
        self.has_bare = True
        return Plain(said)

    def _is_at_end(self) -> bool:
        """Whether nothing but blanks follows: a text without quotes may have been cut."""
        return not self._text[self.at :].strip()

    def structure(self) -> Obj | Arr:
        self._work.spend(COST_OF_NESTING)
        if len(self._open) >= DEEPEST:
            raise Refused(message("answers.too_deep", most=DEEPEST))
        char = self._text[self.at]
        if call := _CALL.match(self._text, self.at):
            self.at = call.end() - 1
            made: Obj | Arr = self._object(_TUPLE_CLOSE, call[1])
        elif char in _OBJECT_OPEN:
            made = self._object(_OBJECT_CLOSE)
        else:
            made = self._array(_TUPLE_CLOSE if char in _TUPLE_OPEN else _ARRAY_CLOSE)
        if not self._open:
            self.check_quotes()
        return made

    def _object(self, closing: str, called: str = "") -> Obj:
        made = Obj()
        made.called = called
        for _ in self._places(closing, made):
            if self._text[self.at] in CLOSING:
                self.has_content = True
            key = self._key()
            self.skip_blanks()
            if not self._takes_colon():
                self.fail(message("answers.no_colon"))
            self.has_content = True
            value = self.value("member")
            if key in made and not same(made[key], value):
                raise Refused(message("answers.key_twice", key=shown(key)))
            made[key] = value
        return made

    def _array(self, closing: str) -> Arr:
        made = Arr()
        began = self.at
        for _ in self._places(closing, made):
            if made or self._text[self.at] in CLOSING or self._text[self.at] in _OBJECT_OPEN:
                self.has_content = True
            made.append(self.value("item"))
        if (
            closing == _TUPLE_CLOSE
            and len(made) == 1
            and self._text[began : self.at].count(",") < 1
        ):
            self.fail(message("answers.no_comma"))  # in Python one in brackets is no tuple
        return made

    def _places(self, closing: str, made: Obj | Arr) -> Iterator[None]:
        """Once for each place where a member may stand, up to the bracket or the text's end."""
        self.at += 1
        self._open.append(closing)
        is_free = True
        ended = self.at
        while True:
            self.skip_blanks()
            if self.has_ended:
                made.is_open = True
                break
            if self.takes(closing) or self._takes_wrong_bracket():
                break
            if not is_free and not self._needs_no_comma(made, ended):
                self.fail(message("answers.no_comma"))
            yield
            ended = self.at
            self.skip_blanks()
            is_free = self.takes(_COMMA)
            while is_free and (isinstance(made, Obj) or isinstance(made[-1], Obj | str)):
                self.skip_blanks()
                if not self.takes(_COMMA):
                    break
        self._open.pop()

    def _takes_wrong_bracket(self) -> bool:
        """Whether a bracket of another kind ends this value; a larger one's is left standing."""
        if self._text[self.at] not in _CLOSERS:
            return False
        self.has_wrong_bracket = True
        if self._closing == "none":
            return False
        if self._closing == "own" or all(self._text[self.at] not in one for one in self._open):
            self.at += 1
        return True

    def _needs_no_comma(self, made: Obj | Arr, ended: int) -> bool:
        """A quoted key, a key on a new line, or an object after one can only be the next member."""
        if isinstance(made, Arr):
            is_next_line = "\n" in self._text[ended : self.at] and isinstance(made[-1], str)
            is_object = isinstance(made[-1], Obj) and self._text[self.at] in _OBJECT_OPEN
            return is_object or (is_next_line and self._text[self.at] in CLOSING)
        is_apart = self._text[self.at] in CLOSING or "\n" in self._text[ended : self.at]
        return is_apart and self._has_key_here(is_plain=True)

    def _takes_colon(self) -> bool:
        if self.takes(_COLON):
            return True
        if arrow := _ARROW.match(self._text, self.at):
            self.at = arrow.end()
        return bool(arrow)

    def may_end(self, place: Place) -> bool:
        began, comments = self.at, len(self.comments)
        self.skip_blanks()
        found = self._goes_on_after(place, is_new_line="\n" in self._text[began : self.at])
        self.at = began
        while len(self.comments) > comments:
            self.comments.popitem()
        return found

    def _goes_on_after(self, place: Place, *, is_new_line: bool) -> bool:
        if place == "key":
            return self._takes_colon()
        if self.has_ended:
            return True
        if place == "whole":
            return False
        closing = self._open[-1] if self._closing == "none" else _CLOSERS
        if self.takes(closing):
            return True
        if self._text[self.at] in _CLOSERS:
            self.has_wrong_bracket = True
        if not self.takes(_COMMA):
            is_quote = self._text[self.at] in CLOSING
            if place == "item":
                return is_new_line and is_quote
            return (
                place == "member"
                and (is_new_line or is_quote)
                and self._has_key_here(is_plain=True)
            )
        self.skip_blanks()
        while self.takes(_COMMA):
            self.skip_blanks()
        if self.has_ended or self.takes(closing):
            return True
        return self._has_key_here() if place == "member" else self._has_value_here()

    def _has_key_here(self, *, is_plain: bool = False) -> bool:
        began = self.at
        try:
            key = self._key()
            self.skip_blanks()
            return self._takes_colon() and (not is_plain or bool(_PLAIN_KEY.fullmatch(key)))
        except Broken:
            return False
        finally:
            self.at = began

    def _has_value_here(self) -> bool:
        char = self._text[self.at]
        if char in CLOSING or char in _OBJECT_OPEN + _ARRAY_OPEN + _TUPLE_OPEN:
            return True
        if _CALL.match(self._text, self.at):
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
        given = len(spelled)
        spelled = spelled.replace("_", "")
        self._work.spend(len(spelled))
        if len(spelled) > LONGEST_NUMBER:
            raise Refused(message("answers.many_digits"))
        if len(whole) > 1 and whole[0] in "0０":
            self.fail(message("answers.leading_zero"))
        self.at += given
        if self.has_ended and self._open:
            self.fail(message("answers.ends_in_number"))
        if not part and not power:
            return int(spelled)
        value = float(spelled)
        if value in {float("inf"), float("-inf")}:
            raise Refused(message("answers.large_number", spelled=spelled))
        return value
