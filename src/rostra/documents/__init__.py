"""Files in: PDF, DOCX, XLSX, CSV, HTML, Markdown and text, read into parts that can be cited."""

from rostra.documents.document import Document, DocumentUnreadable, Limits
from rostra.documents.indexing import Refreshed, bring_up, refresh
from rostra.documents.read import READERS, is_document, read_document
from rostra.documents.readers import Readers
from rostra.documents.uploads import Uploads

__all__ = [
    "READERS",
    "Document",
    "DocumentUnreadable",
    "Limits",
    "Readers",
    "Refreshed",
    "Uploads",
    "bring_up",
    "is_document",
    "read_document",
    "refresh",
]
