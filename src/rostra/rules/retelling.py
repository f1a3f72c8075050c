"""Whether a sentence only retells what a text says: no word put for another, none that turns it.

Each clause of the sentence is held against one clause of the text. What the text's clause has and
the sentence leaves out may go, unless it turns the meaning (not, if, part of). What the sentence
has and the clause lacks must be what the clause itself leaves to the words before it: the one it
goes on about, the thing it goes on measuring. A word that stands where the text has another is a
different claim, however near.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rostra.rules.retelling_align import Alignment, Gap, align, is_content, same_unit
from rostra.rules.retelling_tokens import Piece, Unit, pieces_of, turns
from rostra.rules.retelling_told import (
    PARTS,
    Telling,
    Told,
    frame_of,
    head_of,
    is_name,
    is_near,
    is_subjectless,
    is_written,
    pairs_in,
    says_it,
    speaker_behind,
    stands_before,
    told_in,
    written,
)
from rostra.text import Quantity
from rostra.text.patterns import Pattern

_TRIED = 8  # clauses of the text that are looked at closely
_LONGEST = 300  # atoms of a clause
_PLACE = Pattern(r"[\u4e00-\u9fff]{2,3}[区區市县縣镇鎮乡鄉村里站港湾灣]")
_ABSENT = 9  # faults of a clause that is nowhere


@dataclass(frozen=True, slots=True)
class Fault:
    """`is_firm` when the text says otherwise, not only less."""

    kind: str  # turned, swapped, twin, figure, brought, stranger, dropped, speaker, owner, absent
    why: str
    about: str = ""  # the class of a word that turns


@dataclass(frozen=True, slots=True)
class Retold:
    """The faults of one clause of a sentence, and whether it tells figures."""

    has_figures: bool
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    said: tuple[Piece, ...]
    index: int
    piece: Piece
    first: int
    speaker: str
    last: Telling | None  # where the clause before was found


def retold(sentence: str, texts: Sequence[str]) -> list[Retold]:
    """What keeps each clause of the sentence from being a retelling of the texts."""
    said = pieces_of(sentence)
    told = [told_in(text) for text in texts]
    found: list[Retold] = []
    last: Telling | None = None
    speaker = speaker_behind(said)
    for index, piece in enumerate(said):
        frame = frame_of(piece)
        first = 0
        if frame is not None:
            speaker, first = frame.speaker or speaker, frame.content
        units = [u for u in piece.units if u.first >= first]
        if any(is_content(u) for u in units):
            asked = _Asked(said, index, piece, first, speaker, last)
            has_figures = any(u.kind == "figure" for u in units)
            faults, last = _clause_faults(asked, told)
            found.append(Retold(has_figures, tuple(faults)))
    return found


def _clause_faults(asked: _Asked, told: Sequence[Told]) -> tuple[list[Fault], Telling | None]:
    """The faults of the clause of the text that comes nearest, and that clause."""
    mine = pairs_in(asked.piece)
    rated = [(len(mine & one.pairs), text, one) for text in told for one in text.tellings]
    rated.sort(key=lambda row: -row[0])
    best = [Fault("absent", "it is not said there")] * _ABSENT
    where: Telling | None = None
    for shared, text, telling in rated[:_TRIED]:
        if not shared or not best:
            break
        faults = _telling_faults(asked, telling, text)
        if len(faults) < len(best):
            best, where = faults, telling
    return best, where


def _telling_faults(asked: _Asked, telling: Telling, told: Told) -> list[Fault]:
    if max(len(asked.piece.atoms), len(telling.piece.atoms)) > _LONGEST:
        return [Fault("absent", "it is too long to be one clause")] * 5
    laid = align(asked.piece, telling.piece, asked.first, telling.content, telling.years)
    if not laid.kept:
        return [Fault("absent", "it is not said there")] * 5
    faults = _turn_faults(asked, laid, telling, told)
    for gap in laid.gaps:
        faults += _gap_faults(asked, gap, telling, told)
    if asked.speaker and not says_it(asked.speaker, telling, told):
        faults.append(Fault("speaker", f"{asked.speaker} does not say it there"))
    return faults + _going_on_faults(asked, laid, telling)


# --- words that turn the meaning -----------------------------------------------------------------

_NOT_YET = frozenset({"to_come", "aim", "weigh", "if", "maybe", "must", "made_to", "not"})
_VERBS = frozenset({"deny", "refuse", "made_to", "fail", "try"})  # they keep their place
_FORESEES = frozenset(
    {"预估", "预测", "预期", "估计", "expects", "expect", "forecasts", "forecast", "predicts"}
)
_AHEAD = Pattern(
    "订于|定于|延后|延至|延到|推迟|提前|明年|后年|下个月|下月|下季|下周|明天|明日|下半年"
    "|scheduled|due |next "
)


def _turn_faults(asked: _Asked, laid: Alignment, telling: Telling, told: Told) -> list[Fault]:
    said: list[Unit] = []
    there: list[Unit] = []
    for gap in laid.gaps:
        mine = [u for u in gap.said if u.kind == "turn"]
        theirs = [u for u in gap.told if u.kind == "turn"]
        _pair_off(mine, theirs)
        said += mine
        there += theirs
    verbs = [u for u in said if u.key in _VERBS or u.form in _FORESEES]
    said = [u for u in said if u not in verbs]
    _pair_off(said, there)
    said += verbs
    governing = _governing(telling, told)
    own = {u.key for u in telling.piece.units if u.kind == "turn"} | governing
    faults = [
        Fault("turned", f"{one.form} is not said there", one.key)
        for one in said
        if not _may_be_added(one, own, telling.piece)
    ]
    faults += [
        Fault("turned", f"{one.form} is left out", one.key)
        for one in there
        if turns()[one.key].fault == "both"
    ]
    kept = {u.key for piece in asked.said for u in piece.units if u.kind == "turn"}
    return faults + [Fault("turned", "it hangs on a condition", key) for key in governing - kept]


def _may_be_added(one: Unit, own: set[str] | frozenset[str], there: Piece) -> bool:
    is_ahead = _AHEAD.search(there.text) is not None
    if one.key == "done":
        return not own & _NOT_YET and not is_ahead
    if one.form in ("any", "任何"):
        return bool(own & {"not", "deny", "refuse"})
    is_alike = turns()[one.key].alike and one.key != "not"
    return (is_alike and one.key in own) or (one.key == "to_come" and is_ahead)


def _pair_off(said: list[Unit], there: list[Unit]) -> None:
    """Take out what both sides have, though written differently."""
    for one in list(said):
        twin = next((u for u in there if same_unit(one, u) or _is_cut(one, u)), None)
        if twin is not None:
            said.remove(one)
            there.remove(twin)


def _is_cut(one: Unit, other: Unit) -> bool:
    """提告, 提起: a verb of two characters cut to its first, or drawn out from it."""
    if {one.kind, other.kind} - {"plain", "act"} or one.form.isascii() or other.form.isascii():
        return False
    short, long = sorted((one.form, other.form), key=len)
    return len(short) == 1 and len(long) == 2 and long.startswith(short)


def _governing(telling: Telling, told: Told) -> frozenset[str]:
    """若…，…: a condition in the clause before governs this one."""
    if not telling.place:
        return frozenset()
    before = told.sentences[telling.sentence][telling.place - 1]
    if before.mark in ("；", ";", "。"):
        return frozenset()
    head = [u for u in before.units if u.kind != "light"][:1]
    return frozenset(u.key for u in head if u.kind == "turn" and u.key == "if")


# --- what stands between the words both have ------------------------------------------------------


def _gap_faults(asked: _Asked, gap: Gap, telling: Telling, told: Told) -> list[Fault]:
    there = [u for u in gap.told if is_content(u)]
    is_firm = any(u.kind not in ("figure", "period") for u in there)
    said = [u for u in gap.said if is_content(u) or (u.kind == "soft" and is_firm)]
    _pair_off(said, there)
    if _is_share_dropped(gap, there, telling.piece):
        return [Fault("swapped", "the number of a part stands there")]
    faults = [
        Fault("swapped", f"another {kind} stands there")
        for kind in ("figure", "period")
        if any(u.kind == kind for u in said) and any(u.kind == kind for u in there)
    ]
    faults += [
        Fault("figure", f"{u.form} is not told of it there")
        for u in said
        if u.kind == "figure" and not faults
    ]
    said = [u for u in said if u.kind not in ("figure", "period")]
    there = [u for u in there if u.kind not in ("figure", "period")]
    if said and there:
        mine, theirs = written(asked.piece, said), written(telling.piece, there)
        kind = "swapped"
        if mine not in theirs and is_name(asked.piece, said) and is_name(telling.piece, there):
            kind = "rival"
        elif _is_inside_a_name(asked.piece.text, mine, telling.piece.text) or (
            _are_twins(mine, theirs) and not is_written(asked.piece, said, telling, told)
        ):
            kind = "twin"
        return [*faults, Fault(kind, f"where it says {mine}, the text says {theirs}")]
    if said:
        faults += _brought_in_faults(asked, said, gap, telling, told)
    elif there:
        faults += _dropped_faults(gap, there, telling)
    return faults + _narrowing_faults(gap, telling.piece)


def _narrowing_faults(gap: Gap, piece: Piece) -> list[Fault]:
    """What a kept word hangs on may not go: 今年最低, 完成八成, 國小44.7%、國中72.3%."""
    dropped = [u for u in gap.told if is_content(u)]
    if not dropped or any(is_content(u) for u in gap.said):
        return []
    if _MOST.search(gap.between) and any(u.kind != "figure" for u in dropped):
        return [Fault("dropped", "it is the most of less than that")]
    first, last = gap.told[0], dropped[-1]
    if gap.is_tail and first.kind == "figure" and first.first == gap.after + 1:
        before = next((u for u in piece.units if u.last == gap.after), None)
        if before is not None and before.key in _WHOLLY and _is_share(piece, first):
            return [Fault("dropped", f"{first.form} is left out")]
    is_to_figure = gap.before < len(piece.atoms) and piece.atoms[gap.before].kind == "figure"
    figures = [u for u in dropped if u.kind == "figure"]
    is_anothers = bool(figures) and last.first > figures[0].last
    if is_to_figure and is_anothers and not gap.is_lead and last.kind not in ("figure", "period"):
        return [Fault("dropped", f"it is told of {last.form}")]
    return []


def _is_inside_a_name(said: str, letter: str, told: str) -> bool:
    """內港區 for 舊港區: one letter was changed in what the text names as a place."""
    found = _PLACE.search(said, max(0, said.find(letter))) if len(letter) == 1 else None
    return found is not None and found[0].startswith(letter) and found[0] not in told


def _are_twins(one: str, other: str) -> bool:
    """國小, 國中; 20日, 21日: one of a pair put for the other, and nothing else changed."""
    if len(one) != len(other) or len(one) > _SHORT:
        return False
    if one.isdigit() and other.isdigit():
        return True
    return not one.isascii() and (len(one) == 1 or bool(set(one) & set(other)))


_SHORT = 4
_MOST = Pattern(r"[最首]|\b(?:\w+est|most|first)\b")
_WHOLLY = frozenset({"complete", "approve", "sell_off", "deliver", "close_down", "replace"})


def _is_share(piece: Piece, unit: Unit) -> bool:
    value = piece.atoms[unit.first].value
    return isinstance(value, Quantity) and value.kind == "ratio"


def _is_share_dropped(gap: Gap, there: Sequence[Unit], piece: Piece) -> bool:
    """Two of the nine, 9人中有2人: neither figure can go without the other."""
    figures = [u for u in there if u.kind == "figure" or u.form in _NUMBERS]
    if not figures or gap.said:
        return False
    start = piece.atoms[figures[0].first].start
    end = piece.atoms[figures[-1].last].end
    return bool(_OUT_OF.match(piece.text, end) or _AMONG.search(piece.text[:start]))


_NUMBERS = frozenset(
    {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
)
_OUT_OF = Pattern(r"\s?(?:out )?of (?:the |its |their )?(?=\S)")
_AMONG = Pattern(r"[中里](?:有|仅|只|共)?$")
_OF_IT = Pattern(r"(?:的|之(?!一)|'s\b|’s\b|中(?:有|的)?|\s?of\b)")
_PIVOT = Pattern(r"\b(?:that|which|who|whom|whose|if|whether)\b")
_JOINS = Pattern(r"[并且和及与、]|\band\b|\bor\b")
_TO = Pattern(r"\bto\s*$")
_RANK = frozenset("前副代准非原")
# Acts that may go unsaid, since what they are told of happened: 通過配發股利 pays out.
_SILENT = frozenset(
    {"approve", "decide", "start", "complete", "publish", "convene", "confirm", "increase",
     "decrease", "hold", "pay_out", "begin_work", "promote", "open_up", "revise_up", "revise_down"}
)  # fmt: skip


def _dropped_faults(gap: Gap, there: Sequence[Unit], telling: Telling) -> list[Fault]:
    piece = telling.piece
    start = piece.atoms[gap.after].end if gap.after >= 0 else 0
    end = piece.atoms[gap.before].start if gap.before < len(piece.atoms) else len(piece.text)
    text = piece.text[start:end].strip()
    is_coded = gap.before < len(piece.atoms) and piece.atoms[gap.before].kind in ("word", "number")
    is_own = _OF_IT.match(text) and not text.endswith("的") and not (is_coded and "的" in text)
    if gap.after >= telling.content and is_own:
        return [Fault("dropped", "it is told of something that belongs to it")]
    if gap.is_tail:
        return []
    if gap.is_lead and telling.piece.units[0].form in PARTS:
        return [Fault("dropped", "it is told of a part only")]
    pivots = len(_PIVOT.findall(text)) > len(_PIVOT.findall(gap.between))
    led = _TO.search(text) and not _TO.search(gap.between)
    if not gap.is_lead and (pivots or led):
        return [Fault("dropped", "it is told of somebody else")]
    if text in _RANK:
        return [Fault("turned", f"{text} is left out", "former")]
    acts = [u for u in there if u.kind == "act" and u.key not in _SILENT]
    if not gap.is_lead and acts and not _JOINS.search(text) and not text.endswith("的"):
        return [Fault("dropped", f"{acts[0].form} is left out")]
    return []


def _brought_in_faults(
    asked: _Asked, said: Sequence[Unit], gap: Gap, telling: Telling, told: Told
) -> list[Fault]:
    faults = []
    stand_ins = [u.form for u in gap.told if u.kind == "he"]
    for run in _runs(said):
        if gap.is_lead or stand_ins:
            fine = stands_before(asked.piece, run, telling, told, stand_ins)
        else:
            fine = _leads_to_figure(asked.piece, run) and is_near(asked.piece, run, telling, told)
        if not fine:
            text = written(asked.piece, run)
            kind = "brought" if gap.is_lead and not is_name(asked.piece, run) else "stranger"
            if kind == "stranger" and gap.is_lead and _is_patched(asked.piece, run, told):
                kind = "patched"
            faults.append(Fault(kind, f"{text} is not told of it there"))
    return faults


def _is_patched(piece: Piece, run: Sequence[Unit], told: Told) -> bool:
    """林業局局長 of 林業局原局長: every word is there, and yet not that name."""
    text = written(piece, run)
    if text.isascii() or any(u.kind == "name" for u in run):
        return False
    near = [one.text for row in told.sentences for one in row]
    return not any(text in one for one in near) and any(
        all(unit.form in one for unit in run) for one in near
    )


def _leads_to_figure(piece: Piece, run: Sequence[Unit]) -> bool:
    """新生5,107人: only the thing counted is left to be understood, never what is done."""
    if is_name(piece, run) or any(u.kind == "act" for u in run):
        return False
    behind = [u for u in piece.units if u.first > run[-1].last and u.kind != "light"]
    return bool(behind) and behind[0].kind == "figure"


def _runs(units: Sequence[Unit]) -> list[list[Unit]]:
    runs: list[list[Unit]] = []
    for unit in units:
        if runs and runs[-1][-1].last + 1 == unit.first and unit.kind == runs[-1][-1].kind:
            runs[-1].append(unit)
        else:
            runs.append([unit])
    return runs


def _going_on_faults(asked: _Asked, laid: Alignment, telling: Telling) -> list[Fault]:
    """A clause that names nobody goes on about the one the sentence named."""
    lead = [
        u for u in laid.gaps[0].told if is_content(u) and u.kind not in ("figure", "period", "act")
    ]
    if asked.index == 0 or any(is_content(u) for u in laid.gaps[0].said) or not lead:
        return []
    whole = "".join(one.text for one in asked.said)
    if any(u.form in whole for u in lead):
        return []
    if not is_subjectless(asked.piece) and not is_name(telling.piece, lead):
        return []
    if asked.piece.text.lstrip().startswith("the ") or (
        _follows(telling, asked.last) and not head_of(telling.piece)
    ):
        return []
    return [Fault("owner", f"it is told of {written(telling.piece, lead)}")]


def _follows(telling: Telling, last: Telling | None) -> bool:
    return last is not None and last.sentence == telling.sentence and last.place < telling.place
