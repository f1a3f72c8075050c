"""What a script may answer: words, tool calls, JSON, or a failure of the line or the server."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from rostra_testing.scripted.request import ChatRequest


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call. `arguments` as text goes out as it is, also when it is not JSON."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    id: str = ""

    @property
    def written(self) -> str:
        if isinstance(self.arguments, str):
            return self.arguments
        return json.dumps(self.arguments, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that arrives, at least in part.

    `finish` is worked out unless given. `cut` resets the connection after that many bytes of the
    answer's body. `endless` says the text again and again until the client leaves. `uncounted`
    leaves out what it used. A stream `lasts` so many seconds, falls silent after so many bytes when
    it `stops`, in its middle when it `halves`, and for so many seconds after it `opens` the line.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    reasoning: str = ""
    delay: float = 0.0
    finish: str = ""
    cut: int | None = None
    endless: bool = False
    uncounted: bool = False
    stops: int | None = None
    lasts: float = 0.0
    halves: bool = False
    opens: float = 0.0

    @classmethod
    def json(cls, value: object, **more: Any) -> Self:
        return cls(json.dumps(value, ensure_ascii=False), **more)


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer that does not: an HTTP error, a page, silence, or a reset.

    `hang` seconds of silence come first; then the connection is reset if `drop`, else `status`
    and `body` are sent (text as HTML, anything else as JSON).
    """

    status: int = 500
    body: object = None
    retry_after: str = ""
    hang: float = 0.0
    drop: bool = False

    @property
    def kind(self) -> str:
        if self.hang and self.drop:
            return "hang"
        return "drop" if self.drop else str(self.status)


Answer = Reply | Fault
Answerable = Answer | str | Mapping[str, Any] | Sequence[Any]


@dataclass(frozen=True, slots=True)
class When:
    """An answer for the first request that fits the predicate, wherever it stands in the script.

    With `always`, for every request that fits.
    """

    fits: Callable[[ChatRequest], bool]
    answer: Answerable
    always: bool = False


# A list of lines of different kinds is a `list[object]` to a type checker; each may be an
# `Answerable` or a `When`.
Script = Sequence[object] | Callable[[ChatRequest], Answerable | None]


def as_answer(given: object) -> Answer:
    """Text is said, a mapping or list is said as JSON, answers stay as they are."""
    if isinstance(given, Reply | Fault):
        return given
    return Reply(given) if isinstance(given, str) else Reply.json(given)


class Prompter:
    """Hands out a script line by line, to one request at a time."""

    def __init__(self, script: Script) -> None:
        self._lock = threading.Lock()
        self._function = script if callable(script) else None
        self._lines: list[object] = [] if callable(script) else list(script)

    def next(self, request: ChatRequest) -> Answer | None:
        """The answer the script has for this request, or None when it has none."""
        if self._function is not None:
            given = self._function(request)
            return None if given is None else as_answer(given)
        with self._lock:
            for at, line in enumerate(self._lines):
                if not isinstance(line, When):
                    return as_answer(self._lines.pop(at))
                if line.fits(request):
                    if not line.always:
                        self._lines.pop(at)
                    return as_answer(line.answer)
        return None
