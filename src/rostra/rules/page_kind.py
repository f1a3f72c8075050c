"""Whether a page's text is content, or a wall, an error or nothing in its place.

A wall speaks to the visitor ("please log in", 请完成验证) in labels and short sentences, and says
little else. An article about walls reports: it names who said what and when, quotes the messages,
and goes on. So a cue counts only where the visitor is spoken to, quoted words count for nothing,
and what decides is how much narrative is left beside the cues.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rostra.rules import page_cues as cues
from rostra.text import fold, to_simplified

PageKind = Literal[
    "ok", "login_wall", "cookie_wall", "anti_bot", "error_page", "paywall_stub", "empty"
]

_READ = 12_000
_SHORT = 20
_LEAD, _TEASER = 450, 90
_ADVICE, _ABOUT = 45, 0.3  # a text that goes on about other things only mentions the wall
_LONGEST = 240
_NOTICE = 40
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORD = re.compile(r"(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W_])[\w'’.-]*")
_SPLIT = re.compile(r"(?<=[。！？!?；;])\s*|(?<=[a-z0-9)\"”]\.)\s+|\n+|\s[|｜•·]\s|\s{3,}")
_QUOTED = re.compile(
    r"「[^「」]{1,80}」|『[^『』]{1,80}』|“[^“”]{1,120}”|\"[^\"\n]{1,120}\"|《[^《》]{1,60}》"
)
_APART = re.compile("[\u3400-\u9fff] [\u3400-\u9fff]")
_ENDS = re.compile(r"[。！？!?;；.…:：]\W*$")


@dataclass(frozen=True, slots=True)
class _Piece:
    """One sentence or label; `kinds` are the walls it belongs to by its own words."""

    text: str
    units: int
    is_label: bool
    speaks: bool
    reports: bool
    kinds: frozenset[str]

    @property
    def is_narrative(self) -> bool:
        """A sentence that tells something, to nobody in particular."""
        if self.is_label or self.kinds:
            return False
        return self.reports or not self.speaks or self.units > 60


def page_kind(text: str) -> PageKind:
    """What kind of page this text is; only `ok` is content."""
    said = list(_pieces(text))
    if not said or all(cues.WAITING.match(piece.text) for piece in said):
        return "empty"
    narrative = sum(piece.units for piece in said if piece.is_narrative)
    mass = {kind: sum(p.units for p in said if kind in p.kinds) for kind in cues.STRONG}
    if _is_cookie_wall(said, mass["cookie_wall"], narrative):
        return "cookie_wall"
    if _is_stub(said, mass):
        return "paywall_stub"
    wall = _wall(said, mass, narrative)
    if wall is not None:
        return wall
    return "empty" if _is_bare(said) else "ok"


def _wall(said: list[_Piece], mass: dict[str, int], narrative: int) -> PageKind | None:
    talk = sum(piece.units for piece in said if not piece.is_label)
    labels = "\n".join(piece.text[:_LONGEST] for piece in said if piece.units <= 8)
    if not narrative and cues.FIELD_LABEL.search(labels) and cues.ENTER_LABEL.search(labels):
        mass["login_wall"] += 8
    order: tuple[PageKind, ...] = ("anti_bot", "login_wall", "error_page")
    best = max(order, key=lambda kind: mass[kind] * (2.0 if kind == "anti_bot" else 1.0))
    advice = talk > _ADVICE and mass[best] < _ABOUT * talk
    if mass[best] and narrative <= 25 + 0.6 * mass[best] and talk <= 170 and not advice:
        return best
    return _by_field(said) if narrative <= 8 and talk <= 70 else None


def _by_field(said: list[_Piece]) -> PageKind | None:
    """A page that only talks to its visitor is no content, whatever words it chose."""
    spoken = [piece for piece in said if piece.speaks or cues.WEAK_LOGIN.search(piece.text)]
    if not spoken or len(said) > 12:
        return None
    text = "\n".join(piece.text for piece in said)
    order: tuple[PageKind, ...] = ("anti_bot", "error_page", "login_wall", "paywall_stub")
    hits = {kind: len(set(cues.FIELDS[kind].findall(text))) for kind in order}
    best = max(order, key=lambda kind: hits[kind])
    return best if hits[best] else None


def _pieces(text: str) -> Iterator[_Piece]:
    plain = to_simplified(fold(text[:_READ])).lower().replace("’", "'")
    for raw in _SPLIT.split(plain):
        piece = raw.strip()
        if not piece or not (units := _units(piece)):
            continue
        bare = _QUOTED.sub("「」", piece)
        bare = (bare if _units(bare) >= 4 else piece)[:_LONGEST]
        is_label = units <= 40 and (_is_label(piece) or bool(cues.NOTICE.match(piece)))
        speaks = bool(cues.SPEAKS.search(bare))
        # A notice has its dates too: where a page speaks of itself only a reporter's verbs tell.
        told = cues.SAYS if speaks and units <= _NOTICE else cues.REPORTS
        reports = units > 6 and bool(told.search(bare))
        direct = bool(cues.DIRECT.search(bare))
        kinds: frozenset[str] = frozenset()
        direct = direct and not (reports and units > _SHORT)
        short = units <= (_SHORT - 4 if "," in piece else _SHORT)
        if cues.HEADING.search(bare):
            is_label = speaks = direct = False
        elif direct or (not reports and (is_label or speaks or short)):
            kinds = _kinds(bare, loosely=direct or is_label)
        yield _Piece(piece, units, is_label, speaks or direct, reports and not direct, kinds)


def _kinds(text: str, *, loosely: bool) -> frozenset[str]:
    kinds = {kind for kind, cue in cues.STRONG.items() if cue.search(text)}
    if "login_wall" in kinds and not cues.MONEY.search(text):
        kinds.discard("paywall_stub")
    if loosely and cues.LOOSE_PAYWALL.search(text):
        kinds.add("paywall_stub")
    if cues.TERMS.search(text) and not cues.USES_COOKIES.search(text):
        kinds.discard("cookie_wall")
    return frozenset(kinds)


def _is_label(piece: str) -> bool:
    """Words on a button or beside a field: no stops, or Chinese words set apart by blanks."""
    if re.search("[，,、。]", piece):
        return False
    return not _ENDS.search(piece) or len(_APART.findall(piece)) >= 3


def _units(text: str) -> int:
    """Length as a reader feels it: a Chinese character is one, an English word one and a half."""
    return len(_CJK.findall(text)) + len(_WORD.findall(text)) * 3 // 2


def _is_stub(said: list[_Piece], mass: dict[str, int]) -> bool:
    """A lead, then a till: the blocking words come last and no story follows them."""
    places = [at for at, piece in enumerate(said) if "paywall_stub" in piece.kinds]
    if not places or mass["login_wall"] > mass["paywall_stub"]:
        return False
    before = sum(piece.units for piece in said[: places[0]] if piece.is_narrative)
    after = sum(piece.units for piece in said[places[0] + 1 :] if piece.is_narrative)
    held = any(cues.HOLDS_BACK.search(said[at].text) for at in places)
    return before <= (_LEAD if held else _TEASER) and after <= 30


def _is_cookie_wall(said: list[_Piece], mass: int, narrative: int) -> bool:
    named = any(cues.COOKIE_SUBJECT.search(p.text) for p in said if "cookie_wall" in p.kinds)
    pressed = any(cues.BUTTON.search(p.text) for p in said if not p.reports)
    return named and pressed and narrative <= 0.6 * mass


def _is_bare(said: list[_Piece]) -> bool:
    """Only scraps of navigation, no sentence and no headline."""
    total = sum(piece.units for piece in said)
    if total < 4:
        return True
    if total >= 30 or not all(piece.is_label for piece in said):
        return False
    # Chinese words stand apart only in menus; English ones always do.
    parts = (p.text.split() if _CJK.search(p.text) else [p.text] for p in said)
    words = [word for part in parts for word in part]
    return len(words) > 1 and all(_units(word) <= 6 and not word[0].isdigit() for word in words)
