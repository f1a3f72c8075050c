"""Documents on the web: a PDF, DOCX or sheet behind an address is read as the library reads one."""

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rostra.documents import READERS, DocumentUnreadable, Limits, Readers
from rostra.errors import OutsideError
from rostra.pages import Page
from rostra.words import message

_OFFICE: Final = "application/vnd.openxmlformats-officedocument"
_ENDINGS: Final[Mapping[str, str]] = {
    "application/pdf": ".pdf",
    f"{_OFFICE}.wordprocessingml.document": ".docx",
    f"{_OFFICE}.spreadsheetml.sheet": ".xlsx",
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
}
# What servers call a file they know nothing of: then its name decides.
_UNNAMED: Final = frozenset({"application/octet-stream", "application/zip", "binary/octet-stream"})
_LIMITS: Final = Limits(file_bytes=16 << 20, seconds=30.0)


async def as_article(page: Page) -> Page:
    """The page with the text of the document that it is; any other page as it was."""
    ending = _ending(page)
    if page.status != 200 or not ending:
        return page
    with tempfile.TemporaryDirectory(prefix="rostra-paper-") as folder:
        path = Path(folder) / f"paper{ending}"
        path.write_bytes(page.raw)
        try:
            # In a process of its own: the file is a stranger's.
            async with Readers(_LIMITS, count=1) as readers:
                read = await readers.read(path)
        except DocumentUnreadable as error:
            raise OutsideError(message("tools.no_article", kind=error.message)) from error
    told = [f"{one.heading}\n{one.text}" if one.heading else one.text for one in read.parts]
    title = page.title or (read.title if read.title != path.stem else "") or _name(page)
    return replace(page, text="\n\n".join(told), title=title, kind="ok")


def _ending(page: Page) -> str:
    if page.media_type in _UNNAMED:
        ending = Path(_name(page)).suffix.lower()
        return ending if ending in READERS else ""
    return _ENDINGS.get(page.media_type, "")


def _name(page: Page) -> str:
    return urlsplit(page.final_url).path.rpartition("/")[2]
