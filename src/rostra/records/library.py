"""The user's own documents: folders, the files in them, and the parts that can be cited."""

from datetime import datetime
from typing import Literal

from rostra.records.codec import record
from rostra.records.evidence import SourceTier
from rostra.words import Said

FileOutcome = Literal[
    "read",  # all of it
    "cut",  # the beginning; `detail` says how much
    "no_text",  # nothing to read: empty, or pictures of pages
    "encrypted",
    "corrupt",
    "too_large",  # more bytes, cells or memory than one file may take; also a packed bomb
    "took_too_long",
    "crashed",  # its reader died of it
    "unreachable",  # vanished, or may not be opened
]


@record
class LibraryFolder:
    """A folder and what the user says of it; one that is not `standing` serves named runs only."""

    name: str
    path: str
    publisher: str
    tier: SourceTier
    added_at: datetime
    is_authoritative: bool = False
    is_standing: bool = True
    indexed_at: datetime | None = None
    added_by: str = ""  # the login that brought it; nobody's where it came by the command line


@record
class LibraryFile:
    """A file as it was when it was read; `path` is within its folder, with forward slashes."""

    folder: str
    path: str
    sha256: str
    size: int
    modified_ns: int
    outcome: FileOutcome
    read_at: datetime
    detail: Said = ""
    title: str = ""
    parts: int = 0
    edition: int = 1  # of our readers


@record
class LibraryPart:
    """What a citation opens: `place` is like page=3, sheet=2, lines=41-80 or section=4."""

    place: str
    text: str
    heading: str = ""


@record
class LibraryHit:
    file: LibraryFile
    part: LibraryPart
    score: float
