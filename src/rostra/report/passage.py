"""Where in an original the words of a report come from."""

from rostra.rules.passages import squeezed
from rostra.text import index_tokens, sentences

_LONGEST = 200_000
_LEAST_SHARED = 0.34


def passage_for(said: str, original: str) -> tuple[int, int] | None:
    """The part of `original`, from and to, that carries what is `said`; None where none does.

    A sentence that was taken over as it stood is found as it stands; one that was put in other
    words by the words they share.
    """
    wanted, words = squeezed(said), set(index_tokens(said))
    if not wanted or not words:
        return None
    best: tuple[float, int, int] = (0.0, 0, 0)
    for one in sentences(original[:_LONGEST]):
        form = squeezed(one.text)
        if not form:
            continue
        start, end = one.start, one.end
        if form == wanted or (len(form) > 8 and form in wanted) or wanted in form:
            return start, end
        shared = len(words & set(index_tokens(one.text))) / len(words)
        if shared > best[0]:
            best = (shared, start, end)
    return best[1:] if best[0] >= _LEAST_SHARED else None
