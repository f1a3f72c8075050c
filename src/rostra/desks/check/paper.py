"""What a check tells, in order, before it has a form: the counts, each sentence, the sources.

On a screen the report follows as it was written: a sentence opens on a click and shows the
passages that carry it or come nearest.
"""

from collections.abc import Iterable
from itertools import groupby

from rostra.desks.check.records import CheckDocument, Checked, SourceFound
from rostra.report.blocks import (
    Annotated,
    Block,
    Cell,
    Facts,
    Opening,
    Paper,
    Piece,
    facts,
    gridded,
    warnings,
)
from rostra.report.forms import PAPERS
from rostra.words import Phrases, say

_SHOWN = 240


def check_paper(made: CheckDocument) -> Paper:
    words = Phrases("checks", made.language)
    notes = [say(one, made.language) for one in made.notes]
    if not made.judge and made.undecided:
        notes.append(words["no_judge"])
    return Paper(
        made.language,
        made.made_at,
        made.run,
        words.say("title", title=made.title),
        words["sample"] if made.is_sample else "",
        (*warnings(notes), _facts(made, words)),
        tuple(_blocks(made, words)),
        words["open_evidence"],
        Annotated(words["annotated"], tuple(_annotated(made, words))),
        tuple(_record(made)),
    )


def _facts(made: CheckDocument, words: Phrases) -> Facts:
    share = words["nothing_decided"] if made.accuracy is None else f"{made.accuracy:.1%}"
    told = words.say("accuracy_of", share=share, least=f"{made.fail_under:.0%}")
    return facts(
        (words["statements"], str(made.statements)),
        (words["citations"], str(made.citations)),
        (words["accuracy"], told),
        (words["effective"], str(made.effective)),
        (words["uncited_claims"], str(made.uncited)),
        (words["left_open"], str(made.undecided)),
        (words["read_by"], made.judge or words["by_code"]),
        (words["checked"], made.checked),
    )


def _blocks(made: CheckDocument, words: Phrases) -> Iterable[Block]:
    head = (words[one] for one in ("number", "verdict", "sentence", "finding"))
    rows = (_row(n, one, made, words) for n, one in enumerate(made.rows, 1))
    yield from gridded(words["sentences"], head, rows, look="checked")
    head = (words[one] for one in ("number", "source", "read", "cited"))
    found = (_source(one, made, words) for one in made.cited)
    yield from gridded(words["sources"], head, found, look="checked")


def _record(made: CheckDocument) -> Iterable[Block]:
    yield facts((Phrases("report", made.language)["run"], made.run))
    kept = [(one.number, id_) for one in made.cited for id_ in one.read]
    rows = (((Piece(str(number)),), (Piece(code=id_),)) for number, id_ in kept)
    common = Phrases("report", made.language)
    yield from gridded(common["kept"], (common["number"], common["kept_as"]), rows)


def _row(n: int, one: Checked, made: CheckDocument, words: Phrases) -> tuple[Cell, ...]:
    return (
        (Piece(str(n)),),
        (Piece(words[one.verdict], look=f"held {one.verdict}"),),
        (Piece(one.text, marks=one.cites),),
        tuple(Piece(line) for line in _lines(one, made)) or (Piece("–"),),
    )


def _lines(one: Checked, made: CheckDocument) -> list[str]:
    """Why, and for what does not stand the nearest words of its source."""
    told = [say(why, made.language) for why in one.reasons] if one.verdict != "undecided" else []
    if one.verdict in ("not_supported", "contradicted"):
        told += [f"[{p.source}] {_short(p.text)}" for p in one.passages[:1]]
    return told


def _annotated(made: CheckDocument, words: Phrases) -> Iterable[Opening]:
    heading = ""
    for (above, _), rows in groupby(made.rows, key=lambda one: (one.heading, one.place)):
        said = []
        for one in rows:
            behind = [words[one.verdict], *(say(why, made.language) for why in one.reasons)]
            behind += [f"[{p.source}] {p.text}" for p in one.passages]
            said.append((Piece(one.text, marks=one.cites, look=one.verdict), tuple(behind)))
        yield Opening(above if above != heading else "", tuple(said))
        heading = above


def _source(one: SourceFound, made: CheckDocument, words: Phrases) -> tuple[Cell, ...]:
    read = [Piece(one.publisher or words["was_read"])]
    why = (Piece(say(one.why, made.language) or words["unreadable"], look="held unreadable"),)
    return (
        (Piece(str(one.number), marks=(-one.number,)),),
        (Piece(links=((one.title, one.url),)) if one.url else Piece(one.title),),
        tuple(read) if one.read else why,
        (Piece(str(one.cited)),),
    )


def _short(text: str) -> str:
    tidy = " ".join(text.split())
    return tidy if len(tidy) <= _SHOWN else f"{tidy[:_SHOWN]}…"


PAPERS[CheckDocument] = check_paper
