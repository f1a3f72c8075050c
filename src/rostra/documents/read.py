"""One function reads any document: by its name's ending, into parts that can be cited."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from rostra.documents.document import Allowance, Document, DocumentUnreadable, Limits
from rostra.words import joined, message

# Modules load when the first file of their kind comes.
READERS: Mapping[str, tuple[str, str]] = {
    ".pdf": ("pdf", "read_pdf"),
    ".docx": ("word", "read_docx"),
    ".docm": ("word", "read_docx"),
    ".xlsx": ("sheets", "read_xlsx"),
    ".xlsm": ("sheets", "read_xlsx"),
    ".html": ("web", "read_html"),
    ".htm": ("web", "read_html"),
    ".xhtml": ("web", "read_html"),
    ".md": ("plain", "read_markdown"),
    ".markdown": ("plain", "read_markdown"),
    ".txt": ("plain", "read_text"),
    ".text": ("plain", "read_text"),
    ".csv": ("plain", "read_csv"),
    ".tsv": ("plain", "read_csv"),
}


def is_document(path: Path) -> bool:
    """Whether files of this name are read at all; locks and drafts of editors are not."""
    return path.suffix.lower() in READERS and not path.name.startswith(("~$", ".~lock", "."))


def read_document(path: Path, limits: Limits | None = None) -> Document:
    """Read a file here and now, or raise `DocumentUnreadable` with the word for why not."""
    allowance = Allowance(limits or Limits())
    try:
        size = path.stat().st_size
        if size > allowance.limits.file_bytes:
            raise DocumentUnreadable(message("errors_documents.file_bytes", size=size), "too_large")
        document = _reader(path)(path, allowance)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise DocumentUnreadable(
            message("errors_documents.file_cannot_opened", why=why), "unreachable"
        ) from error
    except MemoryError as error:
        raise DocumentUnreadable(
            message("errors_documents.reading_file_takes_too"), "too_large"
        ) from error
    if not document.parts:
        raise DocumentUnreadable(
            document.note or message("errors_documents.file_no_text"), "no_text"
        )
    if allowance.cut:
        left_out = message("errors_documents.only_first_read", most=allowance.cut)
        note = joined(filter(None, (left_out, document.note)))
        document = replace(document, note=note, is_cut=True)
    return document


def _reader(path: Path) -> Callable[[Path, Allowance], Document]:
    try:
        module, name = READERS[path.suffix.lower()]
    except KeyError:
        raise DocumentUnreadable(
            message("errors_documents.files_like_not_read", suffix=path.suffix or path.name),
            "corrupt",
        ) from None
    found: Callable[[Path, Allowance], Document] = getattr(
        importlib.import_module(f"rostra.documents.{module}"), name
    )
    return found
