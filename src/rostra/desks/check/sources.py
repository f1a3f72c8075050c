"""What a report cites, read: our own evidence, the documents given with it, and pages.

Pages are read on the one path of outside calls, with its guard, memory and budget; the addresses a
report cites are those its check may read. Offline only memory and the store are asked.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from rostra.desks.check.records import CitedSource, SourceFound, Taken
from rostra.records import (
    LibraryFile,
    LibraryPart,
    Ruling,
    SourceText,
    ToolCall,
    ToolResult,
    record,
)
from rostra.records.statements import SourceRead
from rostra.steps import Step, current_position
from rostra.store import Store
from rostra.text import fold, index_tokens
from rostra.tools import Tool, ToolPath
from rostra.tools.keys import tool_key
from rostra.tools.library import part_url
from rostra.tools.pages import PAGES_READ
from rostra.words import Said, message

_MOST_PARTS = 40
_MOST_SOURCES = 200
_ALIKE = 0.8
_OPENERS = (PAGES_READ, "browser.browse", "browser.page_source")


class NothingOutside:
    """A gate for checks that are made offline: what memory does not have is not fetched."""

    async def consider(self, tool: Tool, call: ToolCall) -> Ruling | None:
        if tool.name != PAGES_READ:
            return None
        return Ruling.refuse("offline", message("checks.offline"))


@record
class Held:
    """What is there of a source before anything is fetched."""

    key: str
    evidence: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceRoom:
    """Finds and reads what a report cites."""

    store: Store
    tools: ToolPath
    world: str
    folders: tuple[str, ...] = ()
    is_offline: bool = False

    async def read(
        self, taken: Taken, step: Step
    ) -> tuple[list[SourceFound], dict[str, SourceRead]]:
        """Every source of a report with what became of it, and the texts of those read, by key."""
        cited = taken.sources[:_MOST_SOURCES]
        held: list[Held] = await step("look at what is held", self._held, taken)
        by_key = {one.key: one for one in held}
        calls = [
            call
            for n, one in enumerate(cited, 1)
            for call in _calls(n, one, by_key.get(one.key, Held(one.key)))
        ]
        results = await self.tools.call(calls, step) if calls else []
        told = {call.id: result for call, result in zip(calls, results, strict=True)}
        found, texts = [], {}
        for n, one in enumerate(taken.sources, 1):
            mine = [result for id_, result in told.items() if id_.split("-")[1] == str(n)]
            ids = _evidence(mine) or (by_key[one.key].evidence,) if one.key in by_key else ()
            read = await self.store.read([id_ for id_ in ids if id_])
            if read:
                texts[one.key] = _text(read)
            times = sum(one.key in said.cites for said in taken.said)
            found.append(_found(n, one, read, mine, times))
        return found, texts

    async def _held(self, taken: Taken) -> list[Held]:
        """Our own evidence by its id, documents of the folders, and offline what the store has."""
        await self.store.note_discovered(
            current_position().root, [one.url for one in taken.sources if one.url]
        )
        files = [file for name in self.folders for file in await self.store.library_files(name)]
        held = []
        for one in taken.sources[:_MOST_SOURCES]:
            file = _matching(one, files)
            parts: tuple[str, ...] = ()
            if file is not None:
                said = " ".join(s.text for s in taken.said if one.key in s.cites)
                parts = _best(file, await self.store.library_parts(file.folder, file.path), said)
            held.append(Held(one.key, "" if parts else await self._stored(one), parts))
        return held

    async def _stored(self, one: CitedSource) -> str:
        if one.evidence and await self.store.get_evidence(one.evidence) is not None:
            return one.evidence
        if not (self.is_offline and one.url):
            return ""
        names = set(self.tools.registry.names())
        keys = [
            tool_key(self.tools.registry.get(name), {"url": one.url})
            for name in _OPENERS
            if name in names
        ]
        return await self.store.latest_evidence(self.world, keys, one.url) or ""


def _calls(n: int, one: CitedSource, held: Held) -> list[ToolCall]:
    if held.parts:
        return [
            ToolCall(f"source-{n}-{at}", "library.read", {"url": url}, "", url)
            for at, url in enumerate(held.parts, 1)
        ]
    if held.evidence or not one.url:
        return []
    return [ToolCall(f"source-{n}-1", PAGES_READ, {"url": one.url}, "", one.url)]


def _evidence(results: Sequence[ToolResult]) -> tuple[str, ...]:
    return tuple(id_ for result in results if result.ok for id_ in result.evidence)


def _text(read: Sequence[SourceText]) -> SourceRead:
    first = read[0].read
    text = "\n\n".join(one.text for one in read)
    return SourceRead(text, first.title, first.publisher, first.url, first.date)


def _found(
    n: int, one: CitedSource, read: Sequence[SourceText], told: Sequence[ToolResult], times: int
) -> SourceFound:
    why: Said = ""
    if not read:
        why = next((result.reason for result in told if not result.ok), "")
        why = why or message("checks.no_address" if not one.url else "checks.not_read")
    title = one.title or (read[0].title if read else "") or one.url or one.key
    url = one.url or (read[0].url if read else "")
    publisher = read[0].publisher if read else ""
    ids = tuple(piece.evidence for piece in read)
    return SourceFound(n, title, url, ids, publisher, why, times)


# -- documents given with a report ----------------------------------------------------------------


def _matching(one: CitedSource, files: Sequence[LibraryFile]) -> LibraryFile | None:
    """The document a source means: by its file's name, by its title, or by its number."""
    said = _letters(f"{one.title} {unquote(PurePosixPath(urlsplit(one.url).path).name)}")
    words = set(index_tokens(one.title))
    scores: Mapping[str, float] = {
        file.path: max(_named(file, said), _titled(file, words)) for file in files
    }
    best = max(files, key=lambda file: scores[file.path], default=None)
    if best is not None and scores[best.path] > 0:
        return best
    number = re.sub(r"\D", "", one.key) if not one.url else ""
    for file in files:
        found = re.match(r"\D?0*(\d+)", PurePosixPath(file.path).name)
        if number and found and found[1] == number:
            return file
    return None


def _named(file: LibraryFile, said: str) -> float:
    stem = _letters(PurePosixPath(file.path).stem)
    return float(len(stem)) if len(stem) >= 3 and not stem.isdigit() and stem in said else 0.0


def _titled(file: LibraryFile, words: set[str]) -> float:
    own = set(index_tokens(file.title or PurePosixPath(file.path).stem))
    shared = len(own & words)
    is_alike = shared >= 2 and shared >= _ALIKE * min(len(own), len(words))
    return 1.0 + shared if is_alike else 0.0


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, fold(text)))


def _best(file: LibraryFile, parts: Sequence[LibraryPart], said: str) -> tuple[str, ...]:
    """The parts that speak most of what cites the document, in their order."""
    wanted = set(index_tokens(said))
    order = range(len(parts))
    if len(parts) > _MOST_PARTS:
        weight = [len(wanted & set(index_tokens(part.text))) for part in parts]
        order = sorted(sorted(order, key=lambda n: -weight[n])[:_MOST_PARTS])  # type: ignore[assignment]
    return tuple(part_url(file, parts[n]) for n in order)
