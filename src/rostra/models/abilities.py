"""What a model can hold and do: said by the operator, shown by its answers, told by its server.

`Abilities` are facts about a model; 0 or None where nobody knows. They come from four places, the
first that knows wins: `[models."provider:name"]` in the settings, what its own answers and refusals
have shown (`AbilityBook`), what its server reports (`served.py`), and what is known of its family
(`families.py`). Servers differ in what a request may hold, and say so only by refusing. The first
refusal teaches; the note is kept in the data folder, so the next process need not ask again. A note
that cannot be read or written is no reason to fail: then it is found out again.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from rostra.models.messages import Effort, ModelRequest, OutputMode
from rostra.records import record

# What a server may refuse beside a way to ask for a shape: parts of a request that it will not
# have, and answers that come in one piece or piece by piece.
Refusable: TypeAlias = Literal[
    "whole", "stream", "temperature", "max_tokens", "max_completion_tokens", "tool_choice", "effort"
]
Way: TypeAlias = OutputMode | Refusable

FILE_NAME: Final = "models.json"
# Below this a model loses a long brief, cannot mend what it wrote and seldom ends by itself.
SMALLEST_USUAL: Final = 3_500_000_000
# Room for thinking by effort, added to the answer's room: what a model that thinks may use.
THINKING: Final[Mapping[Effort, int]] = {
    "none": 0, "low": 8_000, "medium": 24_000, "high": 32_000,
}  # fmt: skip
# A model that thinks although it was asked not to gets this, and twice what it was seen to use.
UNASKED_THINKING: Final = 24_000
MOST_THINKING: Final = 64_000
# Seconds until the first word of an answer, by effort; then silence may last so long.
FIRST_SIGN: Final[Mapping[Effort, float]] = {
    "none": 60.0, "low": 180.0, "medium": 600.0, "high": 1_200.0,
}  # fmt: skip
SILENCE: Final = 60.0


@record
class Abilities:
    """`context` and `output` are tokens, `parameters` the model's size.

    `reasons` says whether it thinks before it answers, `thought` the most tokens it was seen to
    think, `wait` the seconds its operator gives it until the first sign of an answer.
    """

    context: int = 0
    output: int = 0
    parameters: int = 0
    reasons: bool | None = None
    thought: int = 0
    wait: float = 0.0

    @property
    def is_small(self) -> bool:
        return 0 < self.parameters < SMALLEST_USUAL

    def over(self, other: "Abilities") -> "Abilities":
        """These facts, and the other's where these know nothing."""
        return _laid_over(self, other)

    def thinking(self, effort: Effort) -> int:
        """How many tokens this model may think at an effort, beside its answer."""
        if not self.reasons:
            return 0
        room = THINKING[effort]
        if self.thought:
            room = max(room, UNASKED_THINKING, self.thought * 2)
        room = min(room, MOST_THINKING)
        # An answer must still fit into what the model may say at all, and say about a half of it.
        return min(room, self.output * 3 // 4) if self.output else room

    def patience(self, effort: Effort) -> float:
        """Seconds until the first word of an answer; a small model reads slowly where it lives."""
        return self.wait or FIRST_SIGN["high" if self.is_small else effort]


@lru_cache(maxsize=512)
def _laid_over(one: Abilities, other: Abilities) -> Abilities:
    known = {f.name: value for f in fields(one) if (value := getattr(one, f.name))}
    if one.reasons is not None:
        known["reasons"] = one.reasons
    return replace(other, **known)


class AbilityBook:
    """What models have refused and shown. Without a folder, only this process remembers."""

    def __init__(
        self, folder: Path | None = None, said: Mapping[str, Abilities] | None = None
    ) -> None:
        self._path = folder / FILE_NAME if folder else None
        self._said = dict(said or {})
        self._refused: dict[str, set[str]] = {}
        self._taken: dict[str, set[str]] = {}
        self._shown: dict[str, Abilities] = {}
        self._take_in(self._read())

    def able(self, model: str, modes: Sequence[OutputMode]) -> list[OutputMode]:
        """The modes that are left, best first; the last of them is never given up."""
        refused = self._refused.get(model, set())
        left = [mode for mode in modes[:-1] if mode not in refused]
        return [*left, modes[-1]]

    def refused(self, model: str) -> frozenset[str]:
        return frozenset(self._refused.get(model, ()))

    def has_refused(self, model: str, way: Way) -> bool:
        return way in self._refused.get(model, set())

    def note_refusal(self, model: str, way: Way) -> None:
        if not self.has_refused(model, way):
            self._refused.setdefault(model, set()).add(way)
            self._keep()

    def taken(self, model: str) -> frozenset[str]:
        """The parts of requests that were answered."""
        return frozenset(self._taken.get(model, ()))

    def note_taken(self, model: str, parts: Iterable[str]) -> None:
        known = self._taken.setdefault(model, set())
        if not known.issuperset(parts):
            known.update(parts)
            self._keep()

    def said(self, spec: str) -> Abilities:
        """What the operator said of a model."""
        return self._said.get(spec, Abilities())

    def answered(self, model: str) -> Abilities:
        """What a model's own answers and refusals have shown."""
        return self._shown.get(model, Abilities())

    def shown(self, model: str, spec: str = "") -> Abilities:
        """What the operator said of a model, and what its answers have shown."""
        return self.said(spec).over(self.answered(model))

    def learn(self, model: str, found: Abilities) -> None:
        """Keep what an answer or a refusal has shown; the most it thought is the most ever."""
        before = self._shown.get(model, Abilities())
        after = replace(found.over(before), thought=max(found.thought, before.thought))
        # Noted again only when it matters: every answer thinks a little more or less.
        is_news = replace(after, thought=0) != replace(before, thought=0)
        if is_news or after.thought > before.thought * 5 // 4:
            self._shown[model] = after
            self._keep()

    def _keep(self) -> None:
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._write(self._path)

    def _take_in(self, kept: Mapping[str, Any]) -> None:
        """Notes of this or another process; what is no note is passed over."""
        shown = kept.get("shown")
        for name, mine in (("refused", self._refused), ("taken", self._taken)):
            noted = kept.get(name)
            for model, ways in noted.items() if isinstance(noted, dict) else ():
                if isinstance(ways, list):
                    mine.setdefault(model, set()).update(map(str, ways))
        if isinstance(shown, dict):
            for model, facts in shown.items():
                self._shown[model] = self._shown.get(model, Abilities()).over(_facts(facts))

    def _read(self) -> Mapping[str, Any]:
        try:
            kept = json.loads(self._path.read_text("utf-8")) if self._path else {}
        except (OSError, ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, path: Path) -> None:
        """Whole or not at all, with what other processes have noted meanwhile."""
        self._take_in(self._read())
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = {
            "refused": {model: sorted(ways) for model, ways in self._refused.items()},
            "taken": {model: sorted(parts) for model, parts in self._taken.items()},
            "shown": {
                model: {f.name: getattr(facts, f.name) for f in fields(facts)}
                for model, facts in self._shown.items()
            },
        }
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".models-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(kept, file, ensure_ascii=False, indent=1)
        Path(name).replace(path)


def _facts(kept: object) -> Abilities:
    """Facts as they were noted; a value of the wrong kind says nothing."""
    if not isinstance(kept, dict):
        return Abilities()

    def count(name: str) -> int:
        value = kept.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0

    reasons = kept.get("reasons")
    return Abilities(
        count("context"),
        count("output"),
        count("parameters"),
        reasons if isinstance(reasons, bool) else None,
        count("thought"),
    )


def with_thinking(request: ModelRequest, abilities: Abilities) -> ModelRequest:
    """The request with room for thinking: at least what it was given after an answer was cut."""
    room = max(abilities.thinking(request.effort), request.thinking)
    return replace(request, thinking=room)
