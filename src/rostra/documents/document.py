"""What a file was read into, what one file may take, and the one error when it cannot be read."""

import time
from dataclasses import dataclass, field

from rostra.errors import RostraError
from rostra.records import FileOutcome, LibraryPart
from rostra.words import Said, message

# A part much longer than this is cut where it may be: a citation should open a place, not a book.
LONG_PART = 3_000
# What a reading process says first.
READY = bytes(8)


class DocumentUnreadable(RostraError):
    """A file that cannot be read; `outcome` is the word for why."""

    code = "document-unreadable"

    def __init__(self, message: Said, outcome: FileOutcome) -> None:
        super().__init__(message, outcome)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Document:
    """A file's title and its parts in order; `note` says what of it was left out or unreadable."""

    title: str
    parts: tuple[LibraryPart, ...]
    note: Said = ""
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """The most one file may take. What is beyond is left out and said, never silently.

    `with_links` keeps headings, list items, footnotes and where links lead, as Markdown has them.
    """

    file_bytes: int = 200_000_000
    unpacked_bytes: int = 300_000_000
    characters: int = 20_000_000
    pages: int = 5_000
    cells: int = 2_000_000
    seconds: float = 60.0
    memory_bytes: int = 1_000_000_000
    with_links: bool = False


@dataclass(slots=True)
class Allowance:
    """What is left of the limits while one file is read; `cut` says which one it reached."""

    limits: Limits
    cut: Said = ""
    characters: int = 0
    cells: int = 0
    _began: float = field(default_factory=time.monotonic)

    def take(self, text: str) -> bool:
        """Count a text in; false when reading should end here."""
        self.characters += len(text)
        if self.characters > self.limits.characters:
            self.cut = message("errors_documents.of_characters", n=self.limits.characters)
        # The reader's own end of time comes well before the one at which it is killed.
        elif time.monotonic() - self._began > 0.7 * self.limits.seconds:
            self.cut = message("errors_documents.of_seconds", n=0.7 * self.limits.seconds)
        return not self.cut

    def take_cells(self, count: int) -> bool:
        self.cells += count
        if self.cells > self.limits.cells:
            self.cut = message("errors_documents.of_cells", n=self.limits.cells)
        return not self.cut
