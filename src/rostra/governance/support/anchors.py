"""Where in the sources a statement rests: its quotes, and where it names none the best passages.

A quote stands in a source when its characters do, whatever the width, the script, the spaces and
the quotation marks; digits, points and signs are never folded away. A quote that stands in another
source than the one named is anchored there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rostra.records.statements import Anchor, SourceRead, Sources, source_read
from rostra.rules.claims import Passage, best_passages
from rostra.text import canon, sentences

# Passages taken of a source where its writer named no words of it.
PASSAGES = 3
# Sentences shown on either side of a quote.
_BESIDE = 1
_MARKS = str.maketrans(dict.fromkeys("\"'“”‘’「」『』«»‹›"))
# Between two figures a space or the bar of a table keeps them apart; elsewhere both are nothing.
_APART = re.compile(r"(?<=\d)[\s|]+(?=\d)")
_NOTHING = re.compile(r"[\s|]+")


@dataclass(frozen=True, slots=True)
class Resting:
    """The passages a statement rests on, and the anchors that lead to them."""

    passages: tuple[Passage, ...] = ()
    anchors: tuple[Anchor, ...] = ()


def squeezed(text: str) -> str:
    """A text as quotes are compared: one width and script; no spaces, bars, quotation marks."""
    return _NOTHING.sub("", _APART.sub("¦", canon(text).text.translate(_MARKS)))


def quoted_passage(id_: str, source: SourceRead, quote: str) -> Passage | None:
    """The quote with the sentences beside it, or None where it does not stand in the source."""
    wanted = squeezed(quote)
    texts, whole = _split(source.text)
    at = whole.find(wanted) if wanted else -1
    if at < 0:
        if wanted and wanted in squeezed(source.title):
            return _passage(id_, source, quote, source.title)
        return None
    first = last = 0
    begin = 0
    for n, text in enumerate(texts):
        end = begin + len(squeezed(text))
        first = n if begin <= at < end else first
        last = n if begin < at + len(wanted) <= end else last
        begin = end
    context = texts[max(0, first - _BESIDE) : last + _BESIDE + 1]
    return _passage(id_, source, quote, "\n".join(context))


def resting(
    text: str, anchors: Sequence[Anchor], sources: Sources, room: int = PASSAGES
) -> Resting:
    """Find what a statement rests on; anchors whose quote stands nowhere give way to passages."""
    passages: list[Passage] = []
    kept: list[Anchor] = []
    for anchor in anchors:
        found = _of_anchor(text, anchor, sources, room)
        passages += found
        kept += [Anchor(one.source, one.quote) for one in found]
    return Resting(tuple(dict.fromkeys(passages)), tuple(dict.fromkeys(kept)))


def elsewhere(text: str, cited: Sequence[str], sources: Sources) -> list[Resting]:
    """What other sources hold nearest to a statement, one candidate a source."""
    found = []
    for id_ in sources:
        if id_ in cited:
            continue
        passages = passages_of(text, id_, sources)
        if passages:
            anchors = tuple(Anchor(one.source, one.quote) for one in passages)
            found.append(Resting(tuple(passages), anchors))
    return found


def passages_of(text: str, id_: str, sources: Sources, room: int = PASSAGES) -> list[Passage]:
    """The passages of a source nearest to a text, with what the source says of itself."""
    source = source_read(sources[id_])
    near = best_passages(text, source.text, room)
    return [_passage(id_, source, one.quote, one.context) for one in near]


def merged(passages: Sequence[Passage]) -> list[Passage]:
    """The passages with those of one source that overlap told once, in the order they came."""
    kept: list[Passage] = []
    for one in passages:
        at = next((n for n, other in enumerate(kept) if _overlap(one, other)), None)
        if at is None:
            kept.append(one)
        else:
            kept[at] = replace(kept[at], context=_joined(kept[at].context, one.context))
    return kept


def headed(passage: Passage) -> str:
    """A passage as it is read: who says it, of which day, under which title, and the words."""
    head = " | ".join(p for p in (passage.publisher, passage.date, passage.title) if p)
    return f"[{head}]\n{passage.context}" if head else passage.context


def _overlap(one: Passage, other: Passage) -> bool:
    if one.source != other.source:
        return False
    lines = {squeezed(s.text) for s in sentences(one.context)}
    return any(squeezed(s.text) in lines for s in sentences(other.context))


def _joined(first: str, second: str) -> str:
    """Two contexts that share sentences, with each sentence once and in its place."""
    if squeezed(second) in squeezed(first):
        return first
    if squeezed(first) in squeezed(second):
        return second
    known = {squeezed(one.text) for one in sentences(first)}
    parts = [one.text for one in sentences(second)]
    shared = [n for n, text in enumerate(parts) if squeezed(text) in known]
    before, after = parts[: shared[0]], parts[shared[-1] + 1 :]
    return "\n".join([*before, first, *after])


def _of_anchor(text: str, anchor: Anchor, sources: Sources, room: int) -> list[Passage]:
    if anchor.quote:
        own = (anchor.evidence,) if anchor.evidence in sources else ()
        for id_ in (*own, *(one for one in sources if one != anchor.evidence)):
            found = quoted_passage(id_, source_read(sources[id_]), anchor.quote)
            if found is not None:
                return [found]
    known = anchor.evidence in sources
    return passages_of(text, anchor.evidence, sources, room) if known else []


def _passage(id_: str, source: SourceRead, quote: str, context: str) -> Passage:
    return Passage(
        source=id_,
        quote=quote,
        context=context,
        title=source.title,
        publisher=source.publisher,
        date=source.date,
        url=source.url,
    )


@lru_cache(maxsize=256)
def _split(text: str) -> tuple[tuple[str, ...], str]:
    parts = tuple(one.text for one in sentences(text))
    return parts, "".join(squeezed(one) for one in parts)
