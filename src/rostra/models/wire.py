"""What a model server sends, made safe before anybody reads it.

A body is read whole and never beyond a limit. A web page in place of an answer is named as such.
Small departures from the protocol that have one meaning are put right: a finish reason nobody
knows, a tool call without an id, arguments sent as an object. The rest is left for its reader.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Protocol

LARGEST_BODY: Final = 8_000_000
# Each token of a stream travels in a parcel of its own.
LARGEST_STREAM: Final = 4 * LARGEST_BODY
_FINISHES: Final = {"stop", "length", "tool_calls", "content_filter", "function_call"}


class Response(Protocol):
    """The part of an HTTP response that is looked at here."""

    status_code: int

    @property
    def headers(self) -> Mapping[str, str]: ...
    def aiter_bytes(self) -> AsyncIterator[bytes]: ...
    async def aclose(self) -> None: ...


class BodyTooLarge(Exception):
    """The answer was cut off at `LARGEST_BODY`."""


class NotAModelServer(Exception):
    """A web page came back where an answer should be."""


_heard: ContextVar[Callable[[], None] | None] = ContextVar("rostra_model_heard", default=None)


@contextmanager
def streaming(heard: Callable[[], None]) -> Iterator[None]:
    """Within it an answer may come piece by piece; `heard` is told of every byte, also of those
    that only keep the line open.
    """
    token = _heard.set(heard)
    try:
        yield
    finally:
        _heard.reset(token)


def _listen(response: Any, heard: Callable[[], None]) -> None:
    """Tell of every piece of a stream as it is read, and end it where nobody would read on."""
    raw = response.aiter_raw

    async def listened(chunk_size: int | None = None) -> AsyncIterator[bytes]:
        size = 0
        async for piece in raw(chunk_size):
            heard()
            size += len(piece)
            if size > LARGEST_STREAM:
                raise BodyTooLarge
            yield piece

    response.aiter_raw = listened


async def tame(response: Any) -> None:
    """Read the body of a response in our way, so that the client library finds it read."""
    heard = _heard.get()
    if heard is not None and "event-stream" in response.headers.get("content-type", ""):
        heard()
        _listen(response, heard)
        return
    body = await read_within(response, LARGEST_BODY)
    if is_page(response, body):
        raise NotAModelServer
    if response.status_code == 200:
        body = mend(body)
        if heard is not None:
            body = as_pieces(body)
    response._content = body  # noqa: SLF001 - where the client looks first; it has no other door


async def read_within(response: Response, limit: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    async for piece in response.aiter_bytes():
        size += len(piece)
        if size > limit:
            await response.aclose()
            raise BodyTooLarge
        pieces.append(piece)
    return b"".join(pieces)


def is_page(response: Response, body: bytes) -> bool:
    """An error page of a proxy keeps its status, which says more than the page does."""
    if response.status_code not in {200, 301, 302, 303, 307, 308, 404, 405}:
        return False
    kind = response.headers.get("content-type", "")
    return "html" in kind.lower() or body.lstrip()[:1] == b"<"


def mend(body: bytes) -> bytes:
    """A chat completion or vectors with small faults put right; anything else as it came."""
    try:
        said = json.loads(body)
        if said.get("object") == "list" and "data" in said:
            return _in_order(said, body)
        choices = said["choices"]
        changed = [_mend_choice(choice) for choice in choices]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return body
    return json.dumps(said).encode() if any(changed) else body


def as_pieces(body: bytes) -> bytes:
    """A whole chat completion as a stream of one piece: some servers do not care how we ask."""
    try:
        said = json.loads(body)
        if not said["choices"]:
            return body
        for choice in said["choices"]:
            choice["delta"] = choice.pop("message")
            for number, call in enumerate(choice["delta"].get("tool_calls") or ()):
                call["index"] = number
        piece = json.dumps({**said, "object": "chat.completion.chunk"})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return body
    return f"data: {piece}\n\ndata: [DONE]\n\n".encode()


def _in_order(said: dict[str, Any], body: bytes) -> bytes:
    """Vectors in the order of what was sent: a server may answer in another, and number them."""
    places = [one["index"] for one in said["data"]]
    if sorted(places) != list(range(len(places))) or places == sorted(places):
        return body
    return json.dumps({**said, "data": sorted(said["data"], key=lambda one: one["index"])}).encode()


def _mend_choice(choice: dict[str, Any]) -> bool:
    changed = False
    message = choice["message"]
    calls = message.get("tool_calls") or []
    if choice.get("finish_reason") not in _FINISHES:
        choice["finish_reason"] = "tool_calls" if calls else "stop"
        changed = True
    if message.get("role") != "assistant":
        message["role"] = "assistant"
        changed = True
    taken: set[str] = set()
    for number, call in enumerate(calls, 1):
        changed = _mend_call(call, number, taken) or changed
    return changed


def _mend_call(call: dict[str, Any], number: int, taken: set[str]) -> bool:
    function = call["function"]
    good = isinstance(call.get("id"), str) and call["id"] and call["id"] not in taken
    changed = not good
    if not good:
        call["id"] = f"call_{number}"
    taken.add(call["id"])
    if call.get("type") != "function":
        call["type"] = "function"
        changed = True
    arguments = function.get("arguments")
    if not isinstance(arguments, str):
        function["arguments"] = "" if arguments is None else json.dumps(arguments)
        changed = True
    return changed
