"""The notes of a section: what of the pages read bears on its questions, in the pages' own words.

A small model reads every page whole, window by window, and takes notes: a verbatim quote and a
clause on what it says. Code keeps a note only where its quote stands on that page, and adds what is
nearest in words and every sentence with a figure of a measure that is asked for. Recall comes
first: whoever writes chooses.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from rostra.records import SourceText, record
from rostra.records.report import Note
from rostra.roles import Role, Stage, passages
from rostra.roles.play import play_each
from rostra.roles.quotable import candidates
from rostra.steps import Step
from rostra.text import Slots, count_tokens, slots

WINDOW = 3_000
_ANSWER, _TOLD = 1_200, 1_000
_MOST_BY_CODE, _OF_A_PAGE = 60, 8
_SHORTEST, _LONGEST, _CLAUSE = 6, 400, 160
_OF_A_LINE = 6
_COPIED, _SHOWN_CLAUSE = 8, 80


@record
class TakenNote:
    """A quote of one page, word for word, and a clause on what it says."""

    evidence: str
    quote: str
    says: str = ""


@record
class TakenNotes:
    notes: tuple[TakenNote, ...] = ()


NOTES = Role(
    "notes",
    "research/notes_take",
    TakenNotes,
    ceiling=WINDOW + _TOLD + _ANSWER,
    max_tokens=_ANSWER,
    could_read=WINDOW + _TOLD + _ANSWER,
    patterns={"evidence": "^E[0-9]{1,3}$"},
)


async def take_notes(
    questions: str,
    sources: Sequence[SourceText],
    stage: Stage,
    step: Step,
    known: Iterable[Note] = (),
) -> tuple[Note, ...]:
    """Have every page read by whoever takes notes; a page noted before is not read again."""
    kept = tuple(known)
    noted = {one.evidence for one in kept}
    fresh = [one for one in sources if one.evidence not in noted]
    labels = {f"E{n}": one for n, one in enumerate(fresh, 1)}
    briefs = [{"question": questions, "pages": text} for text in windows(labels)]
    taken = await play_each(NOTES, briefs, stage, step)
    found = (note for one in taken if one for note in one.notes)
    return (*kept, *_standing(found, labels))


def windows(labels: Mapping[str, SourceText]) -> list[str]:
    """The pages, each under its label, in as few windows as hold them whole."""
    made: list[list[str]] = [[]]
    room = WINDOW
    for label, source in labels.items():
        head = f"{label} | {source.source.name} | {source.published or '?'} | {source.title}"
        size = count_tokens(source.text) + count_tokens(head)
        if size > room and made[-1]:
            made.append([])
            room = WINDOW
        made[-1].append(head)
        room -= count_tokens(head)
        for line in source.text.splitlines():
            size = count_tokens(line) + _OF_A_LINE
            if size > room and len(made[-1]) > 1:
                made.append([head])
                room = WINDOW - count_tokens(head)
            if line.strip():
                made[-1].append(f"[{label}] {line.strip()}")
                room -= size
    return ["\n".join(lines) for lines in made if lines]


def _standing(taken: Iterable[TakenNote], labels: Mapping[str, SourceText]) -> list[Note]:
    """The notes whose quote stands on the page they name, each once."""
    texts = {label: _plain(one.text) for label, one in labels.items()}
    found: dict[tuple[str, str], Note] = {}
    for one in taken:
        label = one.evidence.strip().strip("[]() ").upper()
        quote = " ".join(one.quote.split())
        if label not in labels or not _SHORTEST <= len(quote) <= _LONGEST:
            continue
        if _plain(quote) in texts[label]:
            evidence = labels[label].evidence
            says = " ".join(one.says.split())[:_CLAUSE]
            found.setdefault((evidence, _plain(quote)), Note(evidence, quote, says))
    return list(found.values())


def with_passages(
    notes: Sequence[Note],
    question: str,
    sources: Sequence[SourceText],
    *,
    about: str = "",
    today: date | None = None,
) -> tuple[Note, ...]:
    """The notes, and what code adds to them, best first; what was noted is not added again."""
    near = passages(
        question, sources, _MOST_BY_CODE, each=_OF_A_PAGE, distinct=False, about=about, today=today
    )
    told: defaultdict[str, list[str]] = defaultdict(list)
    for one in notes:
        told[one.evidence].append(_plain(one.quote))
    added = []
    for evidence, text in [*((p.evidence, p.text) for p in near), *_measured(question, sources)]:
        plain = _plain(text)
        if not any(plain in other for other in told[evidence]):
            told[evidence].append(plain)
            added.append(Note(evidence, text))
    return (*notes, *added)


def _measured(question: str, sources: Sequence[SourceText]) -> list[tuple[str, str]]:
    """Every sentence with a figure of a measure that is asked for."""
    wanted = _measures(slots(question))
    if not wanted:
        return []
    return [
        (source.evidence, one.text)
        for source in sources
        for one in candidates(source)
        if (read := slots(one.text)).quantities and wanted & _measures(read)
    ]


def _measures(read: Slots) -> set[str]:
    return {one.partition(".")[0] for one in read.metric_ids}


def _plain(text: str) -> str:
    return "".join(text.split())


def told(
    notes: Sequence[Note], sources: Sequence[SourceText], room: int
) -> list[tuple[SourceText, list[str]]]:
    """The notes as a writer reads them: by page, better and newer pages first, within the room.

    What is cut are the last ones, which are the farthest from the questions.
    """
    kept: defaultdict[str, list[Note]] = defaultdict(list)
    for one in notes:
        room -= count_tokens(one.quote) + count_tokens(one.says) + _OF_A_LINE
        if room < 0:
            break
        kept[one.evidence].append(one)
    ordered = sorted(
        (one for one in sources if one.evidence in kept),
        key=lambda one: (one.tier > 2, -(one.published or date.min).toordinal(), one.tier),
    )
    return [(one, _in_page_order(kept[one.evidence], one)) for one in ordered]


def _in_page_order(notes: Sequence[Note], source: SourceText) -> list[str]:
    text = _plain(source.text)
    placed = sorted(notes, key=lambda one: text.find(_plain(one.quote)))
    return [line for one in placed for line in (one.quote, *_clause(one))]


def _clause(one: Note) -> tuple[str, ...]:
    """What a note says besides its quote, where it is a clause and not the quote again."""
    says = _plain(one.says)
    is_copy = says[:_COPIED] in _plain(one.quote) or _plain(one.quote)[:_COPIED] in says
    return () if not says or is_copy or len(says) > _SHOWN_CLAUSE else (f"= {one.says}",)
