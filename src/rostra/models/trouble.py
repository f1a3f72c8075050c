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
)

LONGEST_QUOTE: Final = 200
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


class StreamNeeded(ModelUnable):
    """The model answers piece by piece or not at all."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which model where, for messages; `secret` is what no message may repeat."""

    model: str
    address: str
    secret: str = ""

    def __str__(self) -> str:
        return f"{self.model} at {self.address}" if self.address else self.model

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
    quoted = place.quote(said)
    if _TOO_LONG.search(said):
        return ContextTooLong(
            f"{place}: the request is longer than the model can read ({quoted}). "
            "Shorten it, or choose a model with a larger context."
        )
    if status in {401, 403}:
        return ModelKeyRefused(f"{place} refused the key ({quoted}). Check the key in use.")
    if status == 402 or (status == 429 and "insufficient" in said and not _THROTTLED.search(said)):
        return ModelKeyRefused(f"{place}: the account has no credit left ({quoted}). Top it up.")
    if status in {429, 503, 529}:
        return ModelBusy(f"{place} is busy ({quoted}).", is_passing=True, retry_after=retry_after)
    if status in {404, 405}:
        return _not_there(place, said)
    if status in {408, 409, 425} or status >= 500:
        return ModelFailed(f"{place} failed with HTTP {status} ({quoted}).", is_passing=True)
    if _WITHHELD.search(said):
        return AnswerWithheld(f"{place}: the provider's filter refused this text ({quoted}).")
    if _STREAM_ONLY.search(said):
        return StreamNeeded(f"{place} only streams its answers ({quoted}).")
    if _UNABLE.search(said):
        return ModelUnable(f"{place} cannot be asked in this way ({quoted}).")
    return ModelFailed(f"{place} refused the request with HTTP {status} ({quoted}).")


def _not_there(place: Place, said: str) -> ModelFailed:
    name = place.model.partition(":")[2] or place.model
    if "model" in said.lower() or name.lower() in said.lower():
        return ModelUnknown(
            f"{place}: there is no such model ({place.quote(said)}). "
            "Check its name; a local model may have to be pulled first."
        )
    return misaddressed(place)


def misaddressed(place: Place) -> ModelMisaddressed:
    return ModelMisaddressed(
        f"{place.address or place.model} is not the address of a model server: a page came back, "
        "or nothing is at that path. Check the base address; most end in /v1."
    )
