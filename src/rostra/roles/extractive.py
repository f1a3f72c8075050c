"""The engine that needs no model: it selects and quotes, and never writes a sentence.

What can be quoted is told by `quotable`, what it is worth to the question by `scoring`, and what
is new in it by `choosing`. Here is how far down the list it goes: a question for one figure is
answered by it, and a broad one is not answered by two sentences.
"""

from collections.abc import Sequence

from rostra.records import SourceText
from rostra.roles.asking import Asked, words_shared
from rostra.roles.choosing import Chosen, holds, measured
from rostra.roles.coverage import Wanted
from rostra.roles.quotable import Candidate, Picked, candidates
from rostra.roles.scoring import FIGURE, Ranked, ranked
from rostra.text import index_tokens, slots

_FEWEST, _FLOOR = 7, 0.5
# Of a good sentence (the best may only echo the question) and of the best: below them one shares
# words and answers nothing, or cannot even be compared.
_GOOD, _WORTH, _WORTH_OF_BEST, _WORTH_COMPARING = 5, 0.45, 0.2, 0.1
_OF_TITLE, _OF_THE_BEST = 0.5, 0.5
_ON_THEIR_PAGES = 3


def pick_sentences(
    question: str,
    passages: Sequence[SourceText],
    *,
    limit: int,
    per_passage: int = 4,
    distinct: bool = True,
    reach: float = 1.0,
) -> list[Picked]:
    """Choose the sentences that answer best, best first.

    None of them is a near repeat, unless they are wanted for comparing: then `distinct` is false.
    A `reach` below one lets in what is worth less, for who chooses among them by something else.
    """
    found = ranked(question, [c for passage in passages for c in candidates(passage)])
    wanted = Wanted.by(question)
    asked = wanted.asked
    least = _least(found, distinct=distinct) * reach
    floor = least if asked.slots.metrics or not distinct else least * _FLOOR
    left = _worthwhile(_to_the_point(found, asked) if distinct else found, floor, asked)
    chosen = Chosen(asked, distinct=distinct, per_passage=per_passage)
    while left and len(chosen.picked) < limit:
        best = max(range(len(left)), key=lambda at: (chosen.worth(left[at]), -at))
        one = left.pop(best)
        if one.score >= least or not distinct or _is_more(one.candidate, wanted, chosen):
            chosen.take(one)
    return chosen.picked


def _is_more(candidate: Candidate, wanted: Wanted, chosen: Chosen) -> bool:
    """Whether a sentence worth little is wanted all the same."""
    if wanted.is_effect(candidate.text) or chosen.tells_open(candidate):
        return True
    if len(chosen.picked) >= _FEWEST and not chosen.is_open:
        return False
    return _tells(candidate, wanted.asked) or chosen.explains(candidate)


def _tells(candidate: Candidate, asked: Asked) -> bool:
    """Whether it says at least something: what was asked, or a figure."""
    if asked.points:
        return any(holds(candidate, point) for point in asked.points)
    return FIGURE.search(candidate.text) is not None


def _to_the_point(found: list[Ranked], asked: Asked) -> list[Ranked]:
    """What answers in the words or measures of the question, where anything good does.

    Whoever asks when a plant is finished may be told when it is tried out: then nothing is left
    out, and the report says which word of the question it did not find.
    """
    if _asks_for_figures_alone(asked):
        wanted = {one.partition(".")[0] for one in asked.slots.metric_ids}
        fitting = [one for one in found if wanted & measured(one.candidate.text)]
        fitting = _results_first(fitting, asked)
    elif asked.is_narrow:
        fitting = [one for one in found if _is_to_the_point(one.candidate, asked)]
    else:
        return _of_their_pages(found, asked)
    is_answer = fitting and fitting[0].score >= _OF_THE_BEST * found[0].score
    return fitting if is_answer else found


def _results_first(found: list[Ranked], asked: Asked) -> list[Ranked]:
    """Where a result is told nobody wants what was expected of it."""
    told = [one for one in found if slots(one.candidate.text).modality == asked.slots.modality]
    return told or found


def _of_their_pages(found: list[Ranked], asked: Asked) -> list[Ranked]:
    """Where pages speak of what is asked of the subject, other pages are left aside."""
    if not asked.concrete_tokens or asked.is_open:
        return found
    wanted = Wanted(asked)
    pages = {one.candidate.passage for one in found}
    speaking = {
        page.evidence
        for page in pages
        if wanted.is_to_a_point(frozenset(index_tokens(f"{page.title}\n{page.text}")))
    }
    fitting = [one for one in found if one.candidate.passage.evidence in speaking]
    is_answer = (
        len(fitting) >= _ON_THEIR_PAGES and fitting[0].score >= _OF_THE_BEST * found[0].score
    )
    return fitting if is_answer else found


def _asks_for_figures_alone(asked: Asked) -> bool:
    """Whether all it asks for are measures we have names for, and not why they are so."""
    named = [one.text for one in asked.slots.metrics]
    others = [
        one
        for one in asked.concrete_aspects
        if one not in asked.beside and not any(name in one for name in named)
    ]
    return bool(named) and not others and not asked.is_open


def _is_to_the_point(candidate: Candidate, asked: Asked) -> bool:
    """Names what is asked of the subject, or stands on a page whose title does."""
    over = frozenset(index_tokens(candidate.passage.title))
    return any(
        holds(candidate, point) or words_shared(point.tokens, over) >= _OF_TITLE * len(point.tokens)
        for point in asked.points
    )


def _least(found: Sequence[Ranked], *, distinct: bool) -> float:
    if not found:
        return 0.0
    good = found[min(_GOOD, len(found)) - 1].score
    if not distinct:
        return good * _WORTH_COMPARING
    return max(good * _WORTH, found[0].score * _WORTH_OF_BEST)


def _worthwhile(found: Sequence[Ranked], least: float, asked: Asked) -> list[Ranked]:
    """What is worth picking, and the best of each thing asked for, however little it is worth."""
    worth = [one for one in found if one.score >= least]
    for point in asked.parts:
        if not any(holds(one.candidate, point) for one in worth):
            worth += [one for one in found if holds(one.candidate, point)][:1]
    return worth
