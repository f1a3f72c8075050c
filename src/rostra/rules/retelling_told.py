"""A text clause by clause: who speaks in each, whom it begins with, what stands before it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rostra.rules.retelling_tokens import Piece, Unit, pieces_of
from rostra.text import sentences
from rostra.text.lexicon import all_words
from rostra.text.patterns import Pattern

_MAX_TEXT = 200_000
_MAX_SENTENCE = 1_500  # longer than any sentence
_BACK = 3  # sentences a name may be carried on


@dataclass(frozen=True, slots=True)
class Telling:
    """One clause of a text and where it stands."""

    piece: Piece
    sentence: int
    place: int  # in its sentence
    content: int  # the first atom behind "X said"
    speaker: str
    pairs: frozenset[str]
    years: frozenset[str]


@dataclass(frozen=True, slots=True)
class Told:
    """A text clause by clause."""

    sentences: tuple[tuple[Piece, ...], ...]
    tellings: tuple[Telling, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """X說: who says it, and the first atom of what is said."""

    speaker: str
    content: int


@lru_cache(maxsize=256)
def told_in(text: str) -> Told:
    rows = tuple(pieces_of(one.text[:_MAX_SENTENCE]) for one in sentences(text[:_MAX_TEXT]))
    found: list[Telling] = []
    years = frozenset(
        atom.key[:4]
        for row in rows
        for piece in row
        for atom in piece.atoms
        if atom.kind == "period" and atom.key[:4].isdigit()
    )
    for index, row in enumerate(rows):
        speaker = ""
        for place, piece in enumerate(row):
            frame = frame_of(piece)
            if frame is not None:
                speaker = frame.speaker or _head_before(row, place) or speaker
            content = frame.content if frame is not None else 0
            found.append(Telling(piece, index, place, content, speaker, pairs_in(piece), years))
    return Told(rows, tuple(found))


def pairs_in(piece: Piece) -> frozenset[str]:
    """By what a clause is looked up: its pairs of characters, words and figures."""
    chars = {piece.text[at : at + 2] for at in range(len(piece.text) - 1)}
    found = {pair for pair in chars if pair[0] >= "\u3400"}
    found |= {atom.key for atom in piece.atoms if atom.kind in ("word", "number")}
    return frozenset(found | {piece.text[a.start : a.end] for a in piece.atoms if a.value})


def frame_of(piece: Piece) -> Frame | None:
    """The words of saying a clause opens with, if it does."""
    at = next((n for n, unit in enumerate(piece.units) if _is_saying(piece, n)), -1)
    if at < 0:
        return None
    head = [u for u in piece.units[:at] if u.kind not in ("light", "period")]
    if not head:
        return _cited(piece, at)
    if any(u.kind in ("figure", "act", "turn") for u in head):
        return None  # what is done before it is said
    return Frame(written(piece, piece.units[:at]), piece.units[at].last + 1)


def _is_saying(piece: Piece, at: int) -> bool:
    """法院判決 says something; 廢棄原判決 does not."""
    unit = piece.units[at]
    if unit.kind == "say":
        return True
    if unit.form not in ("判决", "裁定", "认定"):
        return False
    return at == 0 or piece.units[at - 1].form[-1] not in "原该此本前审"


def _cited(piece: Piece, at: int) -> Frame:
    """據X報道, according to X; or only 稱, whoever it is."""
    again = [n for n, u in enumerate(piece.units) if u.kind == "say" and n > at]
    if again:
        speaker = written(piece, piece.units[at + 1 : again[0]])
        return Frame(speaker, piece.units[again[0]].last + 1)
    if piece.units[at].form.startswith(("据", "根据", "依据", "according")):
        return Frame(written(piece, piece.units[at + 1 :]), len(piece.atoms))
    return Frame("", piece.units[at].last + 1)


def written(piece: Piece, units: Sequence[Unit]) -> str:
    """From the first of the units to the last, as it stands."""
    if not units:
        return ""
    return piece.text[piece.atoms[units[0].first].start : piece.atoms[units[-1].last].end]


def _head_before(row: Sequence[Piece], place: int) -> str:
    """…, 稱…: whoever the clause before begins with."""
    for piece in reversed(row[:place]):
        frame = frame_of(piece)
        if frame is not None and frame.speaker:
            return frame.speaker
        if piece.cased[:1].isupper() or head_of(piece):
            return piece.text
    return ""


def speaker_behind(said: Sequence[Piece]) -> str:
    """…, the bureau said."""
    frame = frame_of(said[-1]) if len(said) > 1 else None
    if frame is not None and frame.content >= len(said[-1].atoms):
        return frame.speaker
    return ""


@cache
def _common() -> frozenset[str]:
    """The characters that make the most words; a name has at least one that is none of them."""
    made = Counter(char for word in all_words() for char in word)
    return frozenset(char for char, _ in made.most_common(_MANY))


_MANY = 1000


def is_name(piece: Piece, units: Sequence[Unit]) -> bool:
    """A listed name, a run of characters that make no word, or English with a capital."""
    if any(u.kind == "name" for u in units):
        return True
    run: list[str] = []
    for unit in units:
        atom = piece.atoms[unit.first]
        if atom.kind == "word" and piece.cased[atom.start].isupper():
            return True
        if atom.kind == "number" and not unit.form.isdigit() and unit.kind == "plain":
            return True  # QL-12, H200
        is_single = unit.kind == "plain" and len(unit.form) == 1 and atom.kind == "char"
        run = [*run, unit.form] if is_single else []
        if len(run) > 1 and not _common().issuperset(run):
            return True
    return False


_ACTOR = Pattern(r"(?:[方会府局者员长团院部署队党厂厅司处校]|公司|集团|协会|媒体|法人|外资|民众)$")


_SUBJECT_ENDS = Pattern("(?:则|也|亦|却|是|将|已|仍|不|未)")
_HEAD = 6


def head_of(piece: Piece) -> str:
    """The one a clause begins with, if it begins with one: 在野議員, 前港務局長周維德, 環團(則)."""
    units = list(piece.units)
    while units and units[0].kind in ("light", "period", "figure", "he"):
        units.pop(0)
    run: list[Unit] = []
    is_one = False
    for unit in units:
        if unit.kind not in ("plain", "name", "thing") or (run and unit.first != run[-1].last + 1):
            break
        is_actor = len(unit.form) > 1 and _ACTOR.search(unit.form) is not None
        if is_one and len(unit.form) > 1 and not is_actor and not unit.form.isascii():
            break
        run.append(unit)
        is_one = is_one or is_actor or is_name(piece, run)
    text = written(piece, run)
    if is_one or not run or text.isascii():
        return text if is_one else ""
    end = piece.atoms[run[-1].last].end
    follows = next((u for u in piece.units if u.first == run[-1].last + 1), None)
    is_led = _SUBJECT_ENDS.match(piece.text, end) or (
        follows is not None and follows.key == "made_to"
    )
    return text if is_led and 1 < len(text) <= _HEAD else ""


_PREDICATES = frozenset("为是较比并且占达居约共逾近由从至") | {"则为", "is", "was", "were", "and"}


def is_subjectless(piece: Piece) -> bool:
    """A clause that begins with what is done or how much, not with whom it is told of."""
    first = next((u for u in piece.units if u.kind not in ("period", "he")), piece.units[0])
    return first.kind in ("act", "turn", "move", "figure") or first.form in _PREDICATES


def _opening(piece: Piece) -> str:
    """The thing a clause begins with, whatever it is; 為…, 較… begin with nothing."""
    if piece.units[0].form in _PREDICATES:
        return ""
    for unit in piece.units:
        if unit.kind in ("plain", "thing", "metric", "name"):
            return unit.form
        if unit.kind not in ("light", "period", "figure", "he"):
            break
    return ""


def _holds(piece: Piece, asked: Piece, run: Sequence[Unit]) -> bool:
    """Whether a clause has these words, or the same listed name in another spelling."""
    text = written(asked, run)
    if text in piece.text:
        return True
    names = {u.key for u in run if u.kind in ("name", "metric")}
    return len(names) == len(run) and names <= {u.key for u in piece.units}


def is_near(asked: Piece, run: Sequence[Unit], telling: Telling, told: Told) -> bool:
    """What a clause leaves out stands in one of the two clauses before it."""
    row = told.sentences[telling.sentence]
    near = list(row[max(0, telling.place - 2) : telling.place])
    if not telling.place and telling.sentence:
        near += told.sentences[telling.sentence - 1][-2:]
    return any(_holds(one, asked, run) for one in near)


def is_written(asked: Piece, units: Sequence[Unit], telling: Telling, told: Told) -> bool:
    """Whether every word of it is somewhere in the neighbourhood."""
    first, last = max(0, telling.sentence - 1), telling.sentence + 2
    near = [*told.sentences[0], *(one for row in told.sentences[first:last] for one in row)]
    return all(any(_holds(one, asked, [unit]) for one in near) for unit in units)


PARTS = frozenset({"其中", "当中", "including", "of which"})


def stands_before(
    asked: Piece, run: Sequence[Unit], telling: Telling, told: Told, stand_ins: Sequence[str]
) -> bool:
    """Whether a clause that names nobody goes on about the one named before it.

    The nearest clause that begins with somebody decides; a company is not its spokesman.
    """
    text = written(asked, run)
    if text in telling.speaker:
        return True
    is_firm = any(form not in _PRONOUNS for form in stand_ins)
    is_named = is_name(asked, run)
    for piece in reversed(_before(telling, told)):
        head = head_of(piece) if is_named else head_of(piece) or _opening(piece)
        if _holds(piece, asked, run):
            at = piece.text.find(text)
            return not head or text in head or head in text or at <= piece.text.find(head)
        if piece.units[0].form in PARTS:
            return False
        if head and not (is_firm and frame_of(piece) is not None):
            return False
    title = told.sentences[0] if telling.sentence > _BACK and stand_ins else ()
    return any(_holds(one, asked, run) for one in title)


def _before(telling: Telling, told: Told) -> list[Piece]:
    """The clauses before this one, as far back as a name is carried on."""
    first = max(0, telling.sentence - _BACK)
    before = [one for row in told.sentences[first : telling.sentence] for one in row]
    return [*before, *told.sentences[telling.sentence][: telling.place]]


_NOT_FOR = Pattern("(?:前|离职|员工|律师|家属|友人|邻居|对手|竞争|'s|’s|的|之)")
_PRONOUNS = frozenset({"他", "她", "它", "he", "she", "it", "they", "他们", "其"})


def says_it(speaker: str, telling: Telling, told: Told) -> bool:
    """Whether this one says it there: named in full or cut short, not as somebody's owner."""
    name = _bare(speaker).removeprefix("the ")
    there = _bare(telling.speaker) or _said_behind(telling, told)
    if not name:
        return True
    if not there and not head_of(telling.piece):
        there = _bare(_last_speaker(telling, told))
    units = [unit for piece in pieces_of(there) for unit in piece.units]
    if units and all(unit.kind == "he" for unit in units):
        there = _bare(_nearest_head(there, telling, told))
    at = there.find(name)
    if there and name.endswith(there) and at < 0:
        return _is_introduced(name.removesuffix(there).strip(), telling, told)
    if at < 0:
        return name.isascii() and set(name.split()) <= set(there.split())
    return not _NOT_FOR.match(there[at + len(name) :])


def _last_speaker(telling: Telling, told: Told) -> str:
    """A sentence in which nobody speaks goes on with the one who spoke in the sentence before."""
    if not telling.sentence or any(frame_of(one) for one in told.sentences[telling.sentence]):
        return ""
    frames = [frame_of(one) for one in told.sentences[telling.sentence - 1]]
    speakers = {frame.speaker for frame in frames if frame is not None and frame.speaker}
    return speakers.pop() if len(speakers) == 1 else ""


def _nearest_head(stand_in: str, telling: Telling, told: Told) -> str:
    """Whom 他 or 公司 stands for; a company is not its spokesman."""
    is_firm = stand_in not in _PRONOUNS
    for piece in reversed(_before(telling, told)):
        frame = frame_of(piece)
        if frame is not None and frame.speaker and not is_firm:
            return frame.speaker
        if head_of(piece):
            return piece.text
    return ""


def _is_introduced(title: str, telling: Telling, told: Told) -> bool:
    """葛昱辰 of the text is 嵐星航太執行長葛昱辰 where the text begins with 嵐星航太."""
    first = max(0, telling.sentence - 1)
    near = [one for row in told.sentences[first : telling.sentence + 1] for one in row]
    return any(title in _bare(one.text) for one in near)


def _said_behind(telling: Telling, told: Told) -> str:
    return _bare(speaker_behind(told.sentences[telling.sentence]))


def _bare(speaker: str) -> str:
    """A speaker without titles of courtesy, times and light words."""
    kept = [
        unit.form
        for piece in pieces_of(speaker)
        for unit in piece.units
        if unit.kind not in ("light", "period")
    ]
    return (" " if speaker.isascii() else "").join(kept)
