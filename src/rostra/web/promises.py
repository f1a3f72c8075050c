"""What each operation promises to answer, as OpenAPI writes it."""

from typing import Any

from rostra.web.schema import SchemaBook

BOOK = SchemaBook()

_ERROR = {
    "description": "Why it was not done.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}


def gives(what: Any, said: str, *, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """A JSON answer of this shape: a record, or names with their types."""
    content = {"application/json": {"schema": BOOK.of(what)}}
    return {status: {"description": said, "content": content}, "default": _ERROR}


def gives_files(said: str, files: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """A file: its media type, and what is in it where a program reads it (None: bytes)."""
    content = {
        media: {"schema": {"contentMediaType": media} if inside is None else BOOK.of(inside)}
        for media, inside in files.items()
    }
    return {200: {"description": said, "content": content}, "default": _ERROR}


def gives_text(said: str, *media_types: str) -> dict[int | str, dict[str, Any]]:
    content = {media: {"schema": {"type": "string"}} for media in media_types}
    return {200: {"description": said, "content": content}, "default": _ERROR}
