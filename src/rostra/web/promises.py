"""What each operation promises to answer, as OpenAPI writes it: the good, and every refusal.

An operation names the refusals of its own. What the gate may say to anybody, and that a field is
wrong where there are fields, is added to all of them when the schema is told.
"""

from collections.abc import Collection
from typing import Any

from rostra.web.schema import SchemaBook

BOOK = SchemaBook()
Answers = dict[int | str, dict[str, Any]]

_REFUSALS = {
    400: "It cannot be meant.",
    404: "It is not there.",
    409: "Too late or too early, as things stand.",
    415: "Files of this kind are not read.",
    422: "A field is missing or wrong.",
    501: "A part of the install is needed for it.",
    507: "There is no room for it.",
}
_TO_ANYBODY = {
    401: "No token, or one that is not known here.",
    403: "Asked by another site.",
    413: "The request is too large.",
    421: "Asked under a name that is not this desk's.",
    429: "Too many wrong tokens from this address.",
    500: "A fault of ours; the server's log has it.",
    503: "The desk cannot work right now: it opens, or a part that it is set to use fails.",
}
_ERROR = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
_WAIT = {"description": "Seconds.", "required": True, "schema": {"type": "integer", "minimum": 1}}


def gives(what: Any, said: str, *, status: int = 200, refuses: Collection[int] = ()) -> Answers:
    """A JSON answer of this shape: a record, or names with their types."""
    content = {"application/json": {"schema": BOOK.of(what)}}
    return {status: {"description": said, "content": content}, **_refused(refuses)}


def gives_files(said: str, files: dict[str, Any], *, refuses: Collection[int] = ()) -> Answers:
    """A file: its media type, and what is in it where a program reads it (None: bytes)."""
    content = {
        media: {"schema": {"contentMediaType": media} if inside is None else BOOK.of(inside)}
        for media, inside in files.items()
    }
    return {200: {"description": said, "content": content}, **_refused(refuses)}


def gives_text(said: str, *media_types: str, refuses: Collection[int] = ()) -> Answers:
    content = {media: {"schema": {"type": "string"}} for media in media_types}
    return {200: {"description": said, "content": content}, **_refused(refuses)}


def _refused(statuses: Collection[int]) -> Answers:
    return {one: {"description": _REFUSALS[one], "content": _ERROR} for one in statuses}


def complete(operation: dict[str, Any]) -> None:
    """Add what every operation may answer, and that fields can be wrong where there are some."""
    answers = operation["responses"]
    answers.pop("422", None)
    has_body = "requestBody" in operation
    if has_body or any(one["in"] != "path" for one in operation.get("parameters", ())):
        answers["422"] = {"description": _REFUSALS[422], "content": _ERROR}
    if has_body:
        answers.setdefault("400", {"description": _REFUSALS[400], "content": _ERROR})
    for status, said in _TO_ANYBODY.items():
        answers[str(status)] = {"description": said, "content": _ERROR}
    answers["429"]["headers"] = {"Retry-After": _WAIT}
    operation["responses"] = dict(sorted(answers.items()))
