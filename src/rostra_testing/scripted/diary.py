"""What a profile did on purpose, so that a test can hold the report against it."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Literal

KEPT_ENTRIES = 20_000

LieKind = Literal["citation", "number", "entity", "period", "negation", "attribution"]


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence taken from the request, as it was seen and as it was said.

    `ids` are the evidence ids it carries in the answer, `true_ids` those that stood with it.
    `lie` is None for an honest sentence.
    """

    original: str
    text: str
    true_ids: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    lie: LieKind | None = None
    request: int = 0


@dataclass(frozen=True, slots=True)
class Lie:
    """A sentence that says something its evidence does not, and what was done to it."""

    kind: LieKind
    original: str
    altered: str
    true_ids: tuple[str, ...]
    ids: tuple[str, ...]
    request: int


@dataclass(frozen=True, slots=True)
class Garble:
    """A spoiled answer: `meant` is the good text, `recovery` what `sent` still allows.

    `yes` is exactly what was meant, `maybe` that or a question back, `no` only a question back.
    """

    kind: str
    recovery: Literal["yes", "maybe", "no"]
    meant: str
    sent: str
    request: int


@dataclass(frozen=True, slots=True)
class Obeyed:
    """An instruction found in content, and what was done about it."""

    instruction: str
    action: Literal["call", "text", "value"]
    detail: str
    request: int


Entry = Said | Garble | Obeyed | str


class Diary:
    """A bounded, thread-safe record; every property returns a copy."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: deque[Entry] = deque(maxlen=KEPT_ENTRIES)

    def note(self, entry: Entry) -> None:
        with self._lock:
            self._entries.append(entry)

    def _all(self) -> list[Entry]:
        with self._lock:
            return list(self._entries)

    @property
    def said(self) -> list[Said]:
        return [entry for entry in self._all() if isinstance(entry, Said)]

    @property
    def lies(self) -> list[Lie]:
        return [
            Lie(said.lie, said.original, said.text, said.true_ids, said.ids, said.request)
            for said in self.said
            if said.lie is not None
        ]

    @property
    def garbles(self) -> list[Garble]:
        return [entry for entry in self._all() if isinstance(entry, Garble)]

    @property
    def obeyed(self) -> list[Obeyed]:
        return [entry for entry in self._all() if isinstance(entry, Obeyed)]

    @property
    def faults(self) -> list[str]:
        """The kinds of faults given, in order: `429`, `500`, `503`, `hang`, `drop`, `cut`."""
        return [entry for entry in self._all() if isinstance(entry, str)]
