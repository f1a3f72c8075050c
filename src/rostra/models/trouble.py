"""From what a provider said went wrong to an error of ours, in one line with the fix.

Judged in the order of `wire/06`: the status, then the provider's code, then its words. A request
that is too long is never sent again unchanged, so it must not be taken for anything else.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from rostra.errors import (
    AnswerWithheld,
    ContextTooLong,
    ModelBusy,
    ModelFailed,
    ModelKeyRefused,
    ModelMisaddressed,
    ModelUnable,
    ModelUnknown,
    RostraError,
)
from rostra.words import Said, message

LONGEST_QUOTE: Final = 200
LONGEST_SAID: Final = 1_000
_TOO_LONG: Final = re.compile(
    r"maximum context length|context_length_exceeded|exceed_context_size|exceeds?.{0,40}context"
    r"|context (?:window|size|length).{0,40}exceed|range of input length should be"
    r"|prompt is too long|input is too long|too many (?:input )?tokens|no user query found"
    r"|input token count.{0,40}exceeds|input.{0,40}too large to process",
    re.IGNORECASE | re.DOTALL,
)
_WITHHELD: Final = re.compile(
    r"data_inspection_failed|content_filter|content management policy|inappropriate content",
    re.IGNORECASE,
)
_UNABLE: Final = re.compile(
    r"response_format|json_schema|json_object|tool_choice|\btools?\b|structured output|grammar"
    r"|function.?call",
    re.IGNORECASE,
)
_STREAM_ONLY: Final = re.compile(
    r"only supports? stream|stream(?:ing)? mode|enable (?:the )?stream"
    r"|stream.{0,20}must be (?:set|true)",
    re.IGNORECASE,
)
_THROTTLED: Final = re.compile(
    r"allocated quota exceeded|exceeded your current quota, please check|limit_burst_rate"
    r"|limit_requests|rate limit|too many requests|throttl",
    re.IGNORECASE,
)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


# A part of a request that a server will not have, by how its refusal names it. Asked in order: a
# refusal of `max_tokens` often names `max_completion_tokens` as the way to say it.
_PARTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (part, re.compile(pattern, re.IGNORECASE))
    for part, pattern in (
        ("max_tokens", r"\bmax_tokens\b"),
        ("max_completion_tokens", r"\bmax_completion_tokens\b|\bmax_output_tokens\b"),
        ("temperature", r"\btemperature\b"),
        ("effort", r"reasoning_effort|\breasoning\b|\bthinking\b|enable_thinking"),
        ("tool_choice", r"\btool_choice\b"),
        ("stream", r"\bstream(?:ing|_options)?\b"),
    )
)


class StreamNeeded(ModelUnable):
    """The model answers piece by piece or not at all."""


class PartRefused(ModelUnable):
    """The server will not have one part of the request; `parts` are those its refusal names."""

    def __init__(
        self,
        message: Said,
        is_passing: bool = False,
        retry_after: float | None = None,
        parts: tuple[str, ...] = (),
        said: str = "",
    ) -> None:
        RostraError.__init__(self, message, is_passing, retry_after, parts, said)
        self.is_passing = is_passing
        self.retry_after = retry_after
        self.parts = parts
        self.said = said


@dataclass(frozen=True, slots=True)
class Place:
    """Which model where, for messages; `secret` is what no message may repeat."""

    model: str
    address: str
    secret: str = ""

    @property
    def told(self) -> Said:
        if not self.address:
            return self.model
        return message("models.at", model=self.model, address=self.address)

    def quote(self, said: str) -> str:
        """What the provider said, on one line, without our key."""
        line = _CONTROL.sub(" ", said).encode("utf-8", "replace").decode("utf-8")
        if len(self.secret) >= 4:
            line = line.replace(self.secret, "***")
        line = " ".join(line.split())
        return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


def said_in(body: object) -> str:
    """The words of an error body: flat, nested, or JSON once more inside its message."""
    if isinstance(body, str):
        try:
            inner = json.loads(body)
        except (ValueError, RecursionError):
            return body
        return said_in(inner) if isinstance(inner, dict) else body
    if not isinstance(body, dict):
        return "" if body is None else str(body)
    error: Any = body.get("error", body)
    if not isinstance(error, dict):
        return said_in(error)
    parts = [error.get(name) for name in ("code", "type", "message")]
    return " ".join(said_in(part) if isinstance(part, str) else str(part) for part in parts if part)


def http_trouble(
    place: Place, status: int, body: object, retry_after: float | None = None
) -> ModelFailed:
    """The error of an answer with this status and body."""
    said = said_in(body)
    quoted, told = place.quote(said), place.told
    if _TOO_LONG.search(said):
        return ContextTooLong(message("models.too_long", place=told, said=quoted))
    if status in {401, 403}:
        return ModelKeyRefused(message("models.key_refused", place=told, said=quoted))
    if status == 402 or (status == 429 and "insufficient" in said and not _THROTTLED.search(said)):
        return ModelKeyRefused(message("models.no_credit", place=told, said=quoted))
    if status in {429, 503, 529}:
        busy = message("models.busy", place=told, said=quoted)
        return ModelBusy(busy, is_passing=True, retry_after=retry_after)
    if status in {404, 405}:
        return _not_there(place, said)
    if status in {408, 409, 425} or status >= 500:
        failed = message("models.http", place=told, status=status, said=quoted)
        return ModelFailed(failed, is_passing=True)
    if _WITHHELD.search(said):
        return AnswerWithheld(message("models.filtered", place=told, said=quoted))
    if _STREAM_ONLY.search(said):
        return StreamNeeded(message("models.stream_only", place=told, said=quoted))
    if parts := tuple(part for part, named in _PARTS if named.search(said)):
        what = message("models.unable", place=told, said=quoted)
        return PartRefused(what, parts=parts, said=said[:LONGEST_SAID])
    if _UNABLE.search(said):
        return ModelUnable(message("models.unable", place=told, said=quoted))
    return ModelFailed(message("models.refused", place=told, status=status, said=quoted))


def _not_there(place: Place, said: str) -> ModelFailed:
    name = place.model.partition(":")[2] or place.model
    if "model" in said.lower() or name.lower() in said.lower():
        return ModelUnknown(message("models.unknown", place=place.told, said=place.quote(said)))
    return misaddressed(place)


def misaddressed(place: Place) -> ModelMisaddressed:
    return ModelMisaddressed(message("models.misaddressed", address=place.address or place.model))
