"""What goes out: strict JSON, and every refusal in one shape."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from rostra.errors import (
    Forgotten,
    MissingExtra,
    RostraError,
    SetupError,
    SpendingStopped,
    UnknownQuestion,
    UnknownRun,
    UsageError,
    WrongState,
)
from rostra.records.plain import to_json
from rostra.words import ENGLISH, Language, Said, message, say

_STATUS: tuple[tuple[type[RostraError], int], ...] = (
    (UnknownRun, 404),
    (UnknownQuestion, 404),
    (WrongState, 409),
    (UsageError, 400),
    (Forgotten, 410),
    (SpendingStopped, 409),
    (MissingExtra, 501),
    (SetupError, 503),
)


class Refused(UsageError):
    """A request that is turned away, with the HTTP status that says so."""

    def __init__(self, message: Said, status: int, code: str = "refused", wait: int = 0) -> None:
        super().__init__(message, status, code, wait)
        self.status = status
        self.code = code
        self.wait = wait


def missing(what: str, name: str) -> Refused:
    return Refused(message("errors_web.no", what=what, name=repr(name[:80])), 404, "unknown")


class Json(JSONResponse):
    """Records and plain values as strict JSON; messages in them are said in a language."""

    def __init__(self, content: object, *, language: Language = ENGLISH, **rest: Any) -> None:
        self._language = language
        super().__init__(content, **rest)

    def render(self, content: object) -> bytes:
        told = to_json(content, indent=None, language=self._language)
        return told.encode("utf-8", "backslashreplace")


def refusal(error: RostraError, language: Language) -> Response:
    status = error.status if isinstance(error, Refused) else _status_of(error)
    headers: Mapping[str, str] = {}
    if isinstance(error, Refused) and error.wait:
        headers = {"Retry-After": str(error.wait)}
    told = {"error": {"code": error.code, "message": say(error.message, language)}}
    return Json(told, status_code=status, headers=headers)


def _status_of(error: RostraError) -> int:
    return next((status for cls, status in _STATUS if isinstance(error, cls)), 500)
