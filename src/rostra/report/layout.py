"""What forms need: what is a link, text as it can be set, widths of columns, who cites first."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote, urlsplit, urlunsplit

from rostra.report.blocks import Paper, Piece, Table
from rostra.text import clean
from rostra.text.script import language_of
from rostra.words import Language

_UNBROKEN = re.compile(r"[!-~\u00a1-\u02ff]{24,}")
_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]+")
_IN_LINKS = "%/:=&?~+!$,;'@()*-._|"
_LONGEST_LINK = 2_000
_AFTER = re.compile(r"([/?&=.,;:_+%-]+|[^/?&=.,;:_+%-]{8})")
# Columns, in ems: what is short stands on one line, what is not gets between least and most.
_SHORT, _LEAST, _MOST, _LONGEST, _SLACK = 10.0, 5.0, 30.0, 200, 0.4
_WIDE_END = re.compile(r"[\u3000-\u9fff\uff00-\uffef\u201d]\s*$")
_NARROW = frozenset(" -.,:;'|/()ijl")


def one_line(text: str) -> str:
    """A stranger's words as a line of plain text: nothing unseen, nothing a file cannot hold."""
    return " ".join(clean(text).split())


def breakable(text: str, joint: str) -> str:
    """The text with a `joint` wherever an address or a hash may go on in the next line."""
    return _UNBROKEN.sub(lambda found: _AFTER.sub(rf"\1{joint}", found[0]), text)


def is_web_address(url: str) -> bool:
    """Whether a link to it is a link: nothing but http(s) is one."""
    return url.startswith(("http://", "https://"))


def web_address(url: str) -> str:
    """The address as a link in a file may hold it (plain ASCII, a host, no more than any reader
    takes), or nothing.
    """
    address = "".join(clean(url).split())
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode()
        port = f":{parts.port}" if parts.port else ""
    except (UnicodeError, ValueError):
        return ""
    if not is_web_address(address) or not host:
        return ""
    place = f"[{host}]" if ":" in host else host
    kept = [quote(one, safe=_IN_LINKS) for one in (parts.path, parts.query, parts.fragment)]
    whole = urlunsplit((parts.scheme, place + port, *kept))
    return whole if len(whole) <= _LONGEST_LINK else ""


def han_language(paper: Paper) -> Language:
    """Whose shapes the Chinese characters of a paper are to have."""
    if paper.language.startswith("zh"):
        return paper.language
    said = "".join(map(said_of, islice(paper.pieces(), 500)))
    return language_of("".join(_HAN.findall(said + paper.title)))


def said_of(piece: Piece) -> str:
    names = [name for name, _ in piece.links]
    return " ".join(
        one for one in (piece.lead, piece.warning, piece.text, *names, piece.soft) if one
    )


def column_widths(grid: Table, *, room: float, em: float, padding: float) -> tuple[float, ...]:
    """The columns of a table that fills `room`: short ones as they need, the rest by content."""
    needs, wants = [], []
    for nth, name in enumerate(grid.head):
        cells = [[_ems(said_of(one)) for one in row[nth]] for row in grid.rows]
        longest = max((line for lines in cells for line in lines), default=0.0)
        usual = sum(map(sum, cells)) / max(1, len(cells))
        is_short = longest <= _SHORT
        needs.append(max(longest if is_short else _LEAST, min(_ems(name), _SHORT)))
        wants.append(0.0 if is_short else min(max(usual, _SHORT), _MOST))
    needed = [(one + _SLACK) * em + 2 * padding for one in needs]
    spare = room - sum(needed)
    if spare < 0:
        return tuple(one * room / sum(needed) for one in needed)
    if not any(wants):
        wants = needs
    return tuple(need + spare * want / sum(wants) for need, want in zip(needed, wants, strict=True))


def _ems(text: str) -> float:
    return sum(map(_em_of, text[:_LONGEST]))


def _em_of(char: str) -> float:
    if ord(char) >= 0x1100:
        return 1.0
    return 0.36 if char in _NARROW else 0.6


@dataclass(frozen=True, slots=True)
class Reference:
    """A number or a run of them as a citation shows it, and which are cited here first."""

    text: str
    number: int
    firsts: tuple[int, ...] = ()


def before_stop(text: str) -> tuple[str, str]:
    """A sentence without its full stop, and that: a citation stands between them."""
    return (text[:-1], text[-1]) if text.endswith(tuple("。！？.!?")) else (text, "")


def gap(text: str) -> str:
    """What parts a text from what is read on after it: after Chinese nothing."""
    return "" if not text or _WIDE_END.search(text) else " "


def read_on(said: Iterable[Piece], render: Callable[[Piece], str]) -> str:
    """Statements of one paragraph as running text."""
    told = [(piece.soft or piece.text, render(piece)) for piece in said]
    return "".join(f"{shown}{gap(text)}" for text, shown in told).rstrip()


class Citations:
    """Which sources a paper lists, and where each of them is cited first."""

    def __init__(self, paper: Paper) -> None:
        marks = [one for piece in paper.pieces() for one in piece.marks]
        self.listed = frozenset(-one for one in marks if one < 0)
        self.cited = frozenset(one for one in marks if one > 0)
        self._met: set[int] = set()

    def meet(self, marks: Iterable[int]) -> list["Reference"]:
        """The citations among `marks`, three and more that follow each other as one."""
        known = sorted({one for one in marks if one in self.listed})
        runs: list[list[int]] = []
        for number in known:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts = [part for run in runs for part in ([run] if len(run) > 2 else [[n] for n in run])]
        found = []
        for part in parts:
            told = str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}"
            found.append(Reference(told, part[0], tuple(n for n in part if n not in self._met)))
            self._met.update(part)
        return found

    @staticmethod
    def row_of(marks: Sequence[int]) -> int | None:
        """The source whose row this is."""
        return next((-one for one in marks if one < 0), None)
