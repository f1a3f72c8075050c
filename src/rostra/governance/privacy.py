"""The user's own documents do not leave this machine unless the user said that they may.

Whoever puts a request together, the request is compared before it is sent with every page of the
library that may be in it: those the run came upon, those of the run it goes on from, and those it
names by their id because memory brought them. A stretch of words of such a page holds it back. The
same comparison tells the report which model read which page.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from rostra.errors import LibraryWithheld
from rostra.models.call import ModelPath
from rostra.models.messages import ModelRequest
from rostra.records import Evidence, LedgerEntry, Run, loads, record
from rostra.text import canon
from rostra.words import message

SETTING = "allow_library_to_remote_models"
# So many characters in a row are a quotation: Chinese says in a dozen what English says in forty.
_WIDE, _NARROW = 12, 40
_MOSTLY_WIDE = 8
_MOST_PAGES_NAMED = 12
_NAMED = re.compile(r"evidence:[0-9a-f-]{36}")


class Shelf(Protocol):
    async def get_run(self, run_id: str) -> Run | None: ...
    async def get_evidence(self, evidence_id: str) -> Evidence | None: ...
    async def evidence_of_run(self, run_id: str) -> list[Evidence]: ...
    async def text_of(self, evidence: Evidence) -> str: ...
    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]: ...


@record
class Reading:
    """A model and the pages of the library that it was sent words of."""

    model: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryKeeper:
    """Asked before every request to a model that is not on this machine."""

    store: Shelf
    is_allowed: bool

    async def check(self, run_id: str, model: str, texts: Iterable[str]) -> None:
        """Raise `LibraryWithheld` if the texts hold words of the user's own documents."""
        if self.is_allowed:
            return
        texts = tuple(texts)
        pages = await _pages(self.store, run_id, _NAMED.findall("\n".join(texts)))
        if not pages:
            return
        run = await self.store.get_run(run_id)
        asked = stretches(run.question) if run else frozenset()
        sent = frozenset().union(*map(stretches, texts)) - asked
        for title, text in pages:
            if not sent.isdisjoint(stretches(text)):
                raise LibraryWithheld(
                    message("models.withheld", model=model, title=title, setting=SETTING)
                )


async def library_readings(store: Shelf, run_id: str) -> list[Reading]:
    """Which model read which pages of the library in a run, from what was really sent."""
    pages = await _pages(store, run_id)
    if not pages:
        return []
    read: dict[str, dict[str, None]] = {}
    for entry in await store.ledger_of_run(run_id):
        if entry.kind != "model":
            continue
        sent = stretches(_sent(entry))
        titles = [title for title, text in pages if not sent.isdisjoint(stretches(text))]
        read.setdefault(entry.name, {}).update(dict.fromkeys(titles))
    return [Reading(model, tuple(titles)) for model, titles in sorted(read.items()) if titles]


def _sent(entry: LedgerEntry) -> str:
    request = loads(entry.request)
    texts = [m.text for m in request.messages] if isinstance(request, ModelRequest) else []
    return "\n".join(texts)


def listed(pages: Sequence[str]) -> str:
    """Pages as a report names them."""
    more = len(pages) - _MOST_PAGES_NAMED
    return "; ".join(pages[:_MOST_PAGES_NAMED]) + (f"; +{more}" if more > 0 else "")


def is_of_library(evidence: Evidence) -> bool:
    """Whether it is a page of the user's own documents."""
    return evidence.provenance.is_users_own


def is_withheld(path: ModelPath | None, evidence: Iterable[Evidence]) -> bool:
    """Whether a model may not read some of the evidence because it is the user's own."""
    if path is None or not isinstance(keeper := path.keeper, LibraryKeeper):
        return False
    is_closed = path.gateway.endpoint.is_remote and not keeper.is_allowed
    return is_closed and any(map(is_of_library, evidence))


async def _pages(store: Shelf, run_id: str, named: Iterable[str] = ()) -> list[tuple[str, str]]:
    """(title, text) of every page of the library that a request of the run may hold."""
    met = {one.id: one for one in await _met(store, run_id)}
    for one in set(named) - set(met):
        if (evidence := await store.get_evidence(one)) is not None:
            met[one] = evidence
    return [(one.title, await store.text_of(one)) for one in met.values() if is_of_library(one)]


async def _met(store: Shelf, run_id: str) -> list[Evidence]:
    """What the run came upon, and what those did that it goes on from."""
    found: list[Evidence] = []
    seen: set[str] = set()
    while run_id and run_id not in seen:
        seen.add(run_id)
        found += await store.evidence_of_run(run_id)
        run = await store.get_run(run_id)
        options = run.options if run else {}
        run_id = str(options.get("continues") or options.get("continue") or "")
    return found


@lru_cache(maxsize=256)
def stretches(text: str) -> frozenset[int]:
    """Every stretch of words long enough to be a quotation; signs and spaces do not count."""
    squeezed = "".join(filter(str.isalnum, canon(text).text))
    wide = [char > "\u2e7f" for char in squeezed]
    found = {hash(squeezed[at : at + _NARROW]) for at in range(max(0, len(squeezed) - _NARROW + 1))}
    held = sum(wide[: _WIDE - 1])
    for at in range(len(squeezed) - _WIDE + 1):
        held += wide[at + _WIDE - 1]
        if held >= _MOSTLY_WIDE:
            found.add(hash(squeezed[at : at + _WIDE]))
        held -= wide[at]
    return frozenset(found)
