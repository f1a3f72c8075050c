"""The passages of what was read that bear on a question: the only way to have them chosen."""

from collections.abc import Sequence

from rostra.records import SourceText
from rostra.roles.extractive import pick_sentences
from rostra.roles.quotable import Picked


def passages(
    question: str,
    sources: Sequence[SourceText],
    room: int,
    *,
    each: int = 4,
    distinct: bool = True,
    reach: float = 1.0,
) -> list[Picked]:
    """Choose at most `room` sentences, of one source at most `each`, best first.

    None is a near repeat, unless they are wanted for comparing: then `distinct` is false. A `reach`
    below one lets in what is worth less, for who chooses among them by something else.
    """
    return pick_sentences(
        question, sources, limit=room, per_passage=each, distinct=distinct, reach=reach
    )
