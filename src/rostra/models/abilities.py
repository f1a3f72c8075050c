"""What each model turned out to be able to do, found out once and remembered.

Servers differ in how an answer's shape can be asked for, and say so only by refusing. The first
refusal teaches; the note is kept in the data folder, so the next process need not ask again. A note
that cannot be read or written is no reason to fail: then it is found out again.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from rostra.models.messages import OutputMode

# A server may also refuse to answer in one piece: some models only stream.
Way: TypeAlias = OutputMode | Literal["whole"]

FILE_NAME = "models.json"


class AbilityBook:
    """Which ways of asking a model has refused. Without a folder, only this process remembers."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = folder / FILE_NAME if folder else None
        self._refused = self._read()

    def able(self, model: str, modes: Sequence[OutputMode]) -> list[OutputMode]:
        """The modes that are left, best first; the last of them is never given up."""
        refused = self._refused.get(model, set())
        left = [mode for mode in modes[:-1] if mode not in refused]
        return [*left, modes[-1]]

    def has_refused(self, model: str, way: Way) -> bool:
        return way in self._refused.get(model, set())

    def note_refusal(self, model: str, way: Way) -> None:
        if self.has_refused(model, way):
            return
        self._refused.setdefault(model, set()).add(way)
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._write(self._path)

    def _read(self) -> dict[str, set[str]]:
        try:
            kept = json.loads(self._path.read_text("utf-8")) if self._path else {}
            return {str(model): set(map(str, modes)) for model, modes in kept["refused"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def _write(self, path: Path) -> None:
        """Whole or not at all, with what other processes have noted meanwhile."""
        for model, modes in self._read().items():
            self._refused.setdefault(model, set()).update(modes)
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"refused": {model: sorted(modes) for model, modes in self._refused.items()}}
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".models-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file, ensure_ascii=False, indent=1)
        Path(name).replace(path)
