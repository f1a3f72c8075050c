"""`library.search` and `library.read`: the user's own documents, cited by page.

A hit is evidence at once, under the page's own key: two searches that meet one page make one piece
of evidence. Answers are never kept, because looking is cheap and the folders change; evidence of a
page holds for a quarter. What the text of a page says of itself changes nothing: publisher and tier
are what the user said of its folder.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol
from urllib.parse import quote, unquote

from rostra.errors import OutsideError
from rostra.records import (
    JsonValue,
    LibraryFile,
    LibraryFolder,
    LibraryHit,
    LibraryPart,
    Run,
    SearchHit,
    Source,
    encode,
)
from rostra.steps import current_position
from rostra.text import clean, query_tokens, sentences
from rostra.text.folding import canon
from rostra.tools.tool import Document, Tool, ToolOutput
from rostra.words import message

SCHEME = "library://"
LIBRARY_TOOLS = ("library.search", "library.read")
MOST_HITS = 20
USUAL_HITS = 5
EVIDENCE_LIFE = timedelta(days=90)
_SNIPPET = 300
_OUTLINE = 40

SEARCH_INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 1, "maxLength": 400},
        "folder": {"type": "string", "minLength": 1, "maxLength": 80},
        "limit": {"type": "integer", "minimum": 1, "maximum": MOST_HITS},
    },
    "required": ["query"],
    "additionalProperties": False,
}
READ_INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {"url": {"type": "string", "pattern": "^library://", "maxLength": 4_000}},
    "required": ["url"],
    "additionalProperties": False,
}


class Shelf(Protocol):
    """What these tools want of the store."""

    async def get_run(self, run_id: str) -> Run | None: ...
    async def library_folders(self) -> list[LibraryFolder]: ...
    async def library_file(self, folder: str, path: str) -> LibraryFile | None: ...
    async def library_parts(self, folder: str, path: str) -> list[LibraryPart]: ...
    async def search_library(
        self, query: str, folders: Sequence[str], limit: int = 10
    ) -> list[LibraryHit]: ...


def library_tools(store: Shelf, *, has_standing: bool = True) -> tuple[Tool, ...]:
    """The two tools; without `has_standing` a run sees only the folders it was started with."""

    async def search(args: Mapping[str, JsonValue]) -> ToolOutput:
        folders = await _open_folders(store, has_standing=has_standing)
        if (named := args.get("folder")) is not None:
            folders = {str(named): _the_folder(folders, str(named))}
        limit = int(str(args.get("limit", USUAL_HITS)))
        hits = await store.search_library(str(args["query"]), list(folders), limit)
        shown = [shown_hit(str(args["query"]), hit, folders[hit.file.folder]) for hit in hits]
        lines = [f"{one.title}\n{one.url}\n{one.snippet}" for one in shown]
        return ToolOutput(
            text="\n\n".join(lines) or f"Nothing in {_listed(folders)} matches.",
            data=[encode(one) for one in shown],
            documents=tuple(_document(h.file, h.part, folders[h.file.folder]) for h in hits),
        )

    async def read(args: Mapping[str, JsonValue]) -> ToolOutput:
        name, _, place = split_url(str(args["url"]))
        folder = _the_folder(await _open_folders(store, has_standing=has_standing), name)
        file, parts, at = await _opened(store, str(args["url"]))
        places = [part_url(file, part) for part in parts]
        return ToolOutput(
            text=parts[at].text,
            data={
                "title": part_title(file, parts[at]),
                "parts": len(parts),
                "previous": places[at - 1] if at else None,
                "next": places[at + 1] if at + 1 < len(parts) else None,
                "outline": [] if place else [*places[:_OUTLINE]],
            },
            documents=(_document(file, parts[at], folder),),
        )

    return (
        Tool(
            name="library.search",
            description=(
                "Search the user's own documents first: they are trusted most. Returns pages with "
                "their address (library://folder/file#page=3) and the passage that fits."
            ),
            level="L1",
            ttl=timedelta(0),
            input_schema=SEARCH_INPUT,
            invoke=search,
            is_listing=True,
            is_core=True,
        ),
        Tool(
            name="library.read",
            description=(
                "Read one page, sheet or section of the user's own documents by its address, and "
                "learn the addresses before and after it."
            ),
            level="L1",
            ttl=timedelta(0),
            input_schema=READ_INPUT,
            invoke=read,
            opens_held=True,
            is_core=True,
        ),
    )


async def folders_of_run(
    store: Shelf, run_id: str, *, has_standing: bool = True
) -> list[LibraryFolder]:
    """Which folders a run may look into: the standing ones, and those it was started with."""
    run = await store.get_run(run_id)
    given = run.options.get("library") if run else None
    named = given if isinstance(given, list) else []
    return [
        folder
        for folder in await store.library_folders()
        if folder.name in named or (has_standing and folder.is_standing)
    ]


async def _open_folders(store: Shelf, *, has_standing: bool) -> dict[str, LibraryFolder]:
    root = current_position().root
    found = await folders_of_run(store, root, has_standing=has_standing)
    if not found:
        raise OutsideError(message("tools.no_folder"))
    return {folder.name: folder for folder in found}


def _the_folder(folders: Mapping[str, LibraryFolder], name: str) -> LibraryFolder:
    if name not in folders:
        raise OutsideError(message("tools.no_such_folder", name=repr(name), known=sorted(folders)))
    return folders[name]


def _listed(folders: Mapping[str, LibraryFolder]) -> str:
    return ", ".join(sorted(folders))


def part_url(file: LibraryFile, part: LibraryPart) -> str:
    """The address of a part: what a citation shows and `library.read` opens."""
    return f"{SCHEME}{_quoted(file.folder)}/{_quoted(file.path)}#{part.place}"


def _quoted(name: str) -> str:
    """Letters of any script stay readable; whatever means something in an address is escaped."""
    return "".join(
        char if char.isalnum() else quote(char, safe="/-._~", errors="surrogatepass")
        for char in name
    )


def split_url(url: str) -> tuple[str, str, str]:
    """(folder, path, place) of an address; no place means the whole file."""
    address, _, place = url.removeprefix(SCHEME).partition("#")
    folder, _, path = address.partition("/")
    return unquote(folder), unquote(path, errors="surrogatepass"), place


def part_title(file: LibraryFile, part: LibraryPart) -> str:
    """How a person would name the place: the file, and where to open it."""
    kind, _, number = part.place.partition("=")
    heading = f" {part.heading}" if part.heading else ""
    where = {"page": f"p. {number}", "section": f"§ {number}{heading}"}.get(kind)
    return clean(f"{file.path}, {where or part.place.replace('=', ' ') + heading}")[:300]


def folder_source(folder: LibraryFolder) -> Source:
    """Who speaks in a folder's documents, as the user told it."""
    return Source(
        name=folder.publisher,
        tier=folder.tier,
        type="library",
        owner=folder.publisher,
        is_authoritative=folder.is_authoritative,
    )


def _document(file: LibraryFile, part: LibraryPart, folder: LibraryFolder) -> Document:
    url = part_url(file, part)
    # The address and the file's hash are part of the original: two pages may say the same words.
    raw = f"{url}\nsha256 {file.sha256}\n\n{part.text}"
    return Document(
        url=url,
        title=part_title(file, part),
        raw=raw.encode("utf-8", "replace"),
        media_type="text/plain",
        text=part.text,
        source=folder_source(folder),
        key=f"library:{url}",
        ttl=EVIDENCE_LIFE,
    )


def shown_hit(query: str, hit: LibraryHit, folder: LibraryFolder) -> SearchHit:
    """A hit as a search shows it: where to open it, and the passage that fits."""
    return SearchHit(
        url=part_url(hit.file, hit.part),
        title=part_title(hit.file, hit.part),
        snippet=passage(query, hit.part.text),
        engine="library",
        extra={
            "publisher": folder.publisher,
            "tier": folder.tier,
            "is_authoritative": folder.is_authoritative,
        },
    )


def passage(query: str, text: str) -> str:
    """The sentences with most of what was asked for, and what follows them."""
    asked = set(query_tokens(query))
    said = [one.text for one in sentences(text)] or [text]
    weights = [_weight(asked, one) for one in said]
    best = weights.index(max(weights))
    return clean(" ".join(said[best : best + 4]))[:_SNIPPET]


def _weight(asked: set[str], sentence: str) -> int:
    return len(asked & set(query_tokens(canon(sentence).text[:2_000])))


async def open_part(store: Shelf, url: str) -> tuple[LibraryFile, LibraryPart]:
    """What an address points at, in whichever folder."""
    file, parts, at = await _opened(store, url)
    return file, parts[at]


async def _opened(store: Shelf, url: str) -> tuple[LibraryFile, list[LibraryPart], int]:
    name, path, place = split_url(url)
    file = await store.library_file(name, path)
    if file is None:
        raise OutsideError(message("tools.no_such_file", path=repr(path), folder=repr(name)))
    parts = await store.library_parts(name, path)
    return file, parts, _position(file, parts, place)


def _position(file: LibraryFile, parts: Sequence[LibraryPart], place: str) -> int:
    if not parts:
        why = file.detail or file.outcome
        raise OutsideError(message("tools.no_text", path=file.path, why=why))
    known = [part.place for part in parts]
    if place and place not in known:
        first, last = known[0], known[-1]
        raise OutsideError(
            message("tools.no_place", path=file.path, place=place, first=first, last=last)
        )
    return known.index(place) if place else 0
