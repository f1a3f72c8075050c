"""A place in a text, and how far it may be read from there: blanks, quotes, escapes.

What stands inside quotes is never changed. A quote inside a text that nobody escaped is understood
only where one reading is left: it stands like a quotation within a sentence, it has its partner,
and nothing that follows it could go on after the end of the text. A text with a backslash before a
letter that is no escape was written as it is read, backslashes and all; before a sign it may be
either, and `Doubt` holds both.
"""

import re
from typing import Final, Literal, NoReturn

from rostra.words import Message, message

READINGS: Final = 4  # how many times its own length a text may cost, beside the first pages
FIRST_PAGES: Final = 200_000

Place = Literal["key", "member", "item", "whole"]


class Broken(Exception):
    """Not JSON, however kindly read, from `at` on."""

    def __init__(self, why: Message, at: int) -> None:
        super().__init__(why, at)
        self.why = why
        self.at = at
        self.is_prose = False  # brackets that hold nothing a value could begin with


class Refused(Exception):
    """Readable, but no value may be taken from a text like this."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


class Doubt(str):  # noqa: SLOT000 - it carries the other reading
    """A text with a backslash before a sign: without it, or, as `other`, with it."""

    other = ""


_INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
# Between values an escaped line break is one, as where a text was escaped as a whole.
_BLANKS: Final = re.compile(rf"(?:[\s{_INVISIBLE}]|\\[nrt])*")
_UNSEEN: Final = re.compile(rf"[{_INVISIBLE}]")
CLOSING: Final = {
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
    "`": "`",
    "„": "“”",
    "«": "»",
}
_CURLY: Final = frozenset("“”")
_INNER_QUOTE: Final = re.compile(r"[\"“”]")
_ENDS_OF_TEXTS: Final = frozenset("".join(CLOSING.values()))
_APOSTROPHES: Final = "'’"
_STOPS: Final = {close: re.compile(rf"[{close}\\]") for close in set(CLOSING.values())}
_ESCAPES: Final = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "'": "'", "”": "”", "’": "’", "」": "」", "』": "』", "＂": "＂", "＇": "＇",
}  # fmt: skip
_RARE: Final = "bftr"  # escapes that a text hardly means, and other notations begin words with
_HEX: Final = {"u": 4, "x": 2, "U": 8}
# Signs of other notations that stand between values: line breaks of HTML, its comments.
_MARKUP: Final = re.compile(r"<br ?/?>|<!--.*?-->", re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def strip_unseen(text: str) -> str:
    """The text without characters nobody sees."""
    return _UNSEEN.sub("", text)


def shown(text: str) -> str:
    return ascii(text[:40]) if _SURROGATE.search(text) else repr(text[:40])


class Work:
    """What may still be spent on a text."""

    def __init__(self, text: str) -> None:
        self._left = READINGS * len(text) + FIRST_PAGES

    def spend(self, cost: int) -> None:
        self._left -= cost
        if self._left < 0:
            raise Refused(message("answers.tangled"))


class Cursor:
    """Moves through a text; where a quoted text may end is for its heirs to say."""

    def __init__(self, text: str, at: int, work: Work) -> None:
        self.at = at
        self._text = text
        self._work = work
        self.comments: dict[int, str] = {}
        self._quotes: set[str] = set()
        self._has_inner_quotes = False

    @property
    def has_ended(self) -> bool:
        return self.at >= len(self._text)

    def fail(self, why: Message) -> NoReturn:
        raise Broken(why, self.at)

    def may_end(self, place: Place) -> bool:
        """Whether a quoted text may end just before here, by what follows."""
        raise NotImplementedError

    def takes(self, chars: str) -> bool:
        if not self.has_ended and self._text[self.at] in chars:
            self.at += 1
            return True
        return False

    def skip_blanks(self) -> None:
        """Pass over white space, invisible characters and comments."""
        while True:
            began = self.at
            blank = _BLANKS.match(self._text, self.at)
            self.at = blank.end() if blank else self.at
            blanks_end = self.at
            if self._begins_comment():
                end = self._text.find("\n", self.at)
                self.at = len(self._text) if end < 0 else end + 1
            elif self._text.startswith("/*", self.at):
                end = self._text.find("*/", self.at + 2)
                self.at = len(self._text) if end < 0 else end + 2
            elif markup := _MARKUP.match(self._text, self.at):
                self.at = markup.end()
            if self.at > blanks_end:
                self.comments[blanks_end] = self._text[blanks_end : self.at]
            if self.at == began:
                return
            self._work.spend(self.at - began)

    def _begins_comment(self) -> bool:
        """A comment stands by itself and is whole: it must not hide where a text begins or ends."""
        if not self._text.startswith(("//", "#"), self.at):
            return False
        end = self._text.find("\n", self.at)
        quotes = self._text.count('"', self.at, len(self._text) if end < 0 else end)
        follows_text = self.at > 0 and self._text[self.at - 1] in _ENDS_OF_TEXTS
        return not follows_text and quotes % 2 == 0

    def check_quotes(self) -> None:
        """Where both straight and curly quotes stand around texts, one inside may be an end."""
        is_mixed = '"' in self._quotes and not self._quotes.isdisjoint(_CURLY)
        if is_mixed and self._has_inner_quotes:
            raise Refused(message("answers.mixed_quotes"))

    def quoted(self, place: Place) -> str:
        """The text in quotes that begins here."""
        opening = self._text[self.at]
        if self._text.startswith('"""', self.at):
            return self._plain_until('"""')
        close = CLOSING[opening]
        self.at += 1
        text = _Quoted()
        inner = 0
        while True:
            char = self._next_stop(close, text)
            if char == "\\":
                self._escape(text)
            elif close in _APOSTROPHES and self._is_apostrophe():
                text.add(char)
                self.at += 1
            elif close == '"' and not self._is_end(place, inner):
                inner += 1
                text.add(char)
                self.at += 1
            else:
                self.at += 1
                self._quotes.add(opening)
                return self._noted(self._whole(text, place))

    def _whole(self, text: "_Quoted", place: Place) -> str:
        said = _joined("".join(text.said))
        if not text.strays:
            return said
        if any(char.isalpha() for char in text.strays):
            if text.escapes:
                self.fail(message("answers.no_escape", kind=text.strays[0]))
            return _joined("".join(text.raw))
        if place == "key":
            return said
        doubt = Doubt(said)
        doubt.other = _joined("".join(text.raw))
        return doubt

    def _next_stop(self, close: str, text: "_Quoted") -> str:
        stop = _STOPS[close].search(self._text, self.at)
        end = stop.start() if stop else len(self._text)
        self._work.spend(end - self.at + 1)
        text.add(self._text[self.at : end])
        self.at = end
        if not stop:
            self.fail(message("answers.ends_in_quotes"))
        return stop[0]

    def _is_end(self, place: Place, inner: int) -> bool:
        """Whether the quote here ends the text; else it is a quotation mark within it."""
        began = self.at
        self.at += 1
        may_end = self.may_end(place)
        self.at = began
        if may_end and inner % 2 == 0:
            return True
        if may_end or place == "key" or not self._is_quotation(place, is_opening=inner % 2 == 0):
            self.fail(message("answers.unescaped_quote"))
        return False

    def _is_quotation(self, place: Place, *, is_opening: bool) -> bool:
        before, after = self._text[self.at - 1], self._text[self.at + 1 : self.at + 2]
        if not after or before in '"{[' or after in ":：{}[]":
            return False
        if is_opening:
            return before not in ",:" and after not in '",，' and not after.isspace()
        return not before.isspace() and (after != '"' or self._ends_after_next(place))

    def _ends_after_next(self, place: Place) -> bool:
        """Whether the text ends with the quotation: two quotes, the second of them its end."""
        began = self.at
        self.at += 2
        may_end = self.may_end(place)
        self.at = began
        return may_end

    def _noted(self, said: str) -> str:
        if not self._has_inner_quotes and _INNER_QUOTE.search(said):
            self._has_inner_quotes = True
        return said

    def _plain_until(self, close: str) -> str:
        end = self._text.find(close, self.at + len(close))
        self._work.spend((len(self._text) if end < 0 else end) - self.at)
        said = self._text[self.at + len(close) : end]
        if end < 0 or "\\" in said:
            self.fail(message("answers.triple_quotes"))
        self.at = end + len(close)
        return _joined(said)

    def _is_apostrophe(self) -> bool:
        """Between two letters it cannot end a string: nothing may follow one so closely."""
        around = self._text[self.at - 1] + self._text[self.at + 1 : self.at + 2]
        return len(around) == 2 and around.isalpha()

    def _escape(self, text: "_Quoted") -> None:
        kind = self._text[self.at + 1 : self.at + 2]
        if kind in _HEX and kind:
            digits = self._text[self.at + 2 : self.at + 2 + _HEX[kind]]
            if not re.fullmatch(rf"[0-9a-fA-F]{{{_HEX[kind]}}}", digits):
                self.fail(message("answers.open_escape"))
            if int(digits, 16) > 0x10FFFF:
                self.fail(message("answers.empty_escape"))
            self.at += 2 + _HEX[kind]
            text.add(chr(int(digits, 16)), f"\\{kind}{digits}", is_escape=True)
            return
        if not kind:
            self.fail(message("answers.no_escape", kind=kind))
        if kind in _RARE and self._is_command():
            self.fail(message("answers.no_escape", kind=kind))
        self.at += 2
        if kind in _ESCAPES:
            is_quote = kind in _ENDS_OF_TEXTS
            text.add(_ESCAPES[kind], kind if is_quote else f"\\{kind}", is_escape=not is_quote)
        else:
            text.strays += kind
            text.add(kind, f"\\{kind}")

    def _is_command(self) -> bool:
        """Whether a rare escape looks like the beginning of a word, as in TeX."""
        before, after = self._text[self.at - 1], self._text[self.at + 2 : self.at + 3]
        is_word = after.isascii() and after.isalpha()
        return is_word and (self._text[self.at + 1] in "bf" or before in " $({:\\")


class _Quoted:
    """A text while it is read: as its escapes say, as it stands, and what is not an escape."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.raw: list[str] = []
        self.strays = ""
        self.escapes = 0

    def add(self, said: str, raw: str | None = None, *, is_escape: bool = False) -> None:
        self.said.append(said)
        self.raw.append(said if raw is None else raw)
        self.escapes += is_escape


def _joined(text: str) -> str:
    """Escaped halves of one character put together; half a character is no text."""
    if not _SURROGATE.search(text):
        return text
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError as error:
        raise Refused(message("answers.half_character")) from error
