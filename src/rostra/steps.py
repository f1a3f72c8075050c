"""The seam between a flow and its durability.

A flow is a plain async function. Every effect goes through `step(name, function, ...)`: inline it
is simply called, under the run engine its result is kept and not made again after a crash. Between
steps a flow is deterministic: the clock, random numbers and shared state are read in steps too.

Gather only single steps (`step.each`) or child runs (`step.children`). A branch with two steps of
its own is a child run: otherwise a resumed run may hand one branch another branch's result.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Position:
    """Where in which run an effect happens: the idempotency key of whatever it writes."""

    run: str
    step: str
    parent: str | None = None

    @property
    def root(self) -> str:
        """The run a reader knows: the parent when this is a turn."""
        return self.parent or self.run

    def key(self, *parts: object) -> str:
        return ":".join([self.run, self.step, *map(str, parts)])


_position: ContextVar[Position | None] = ContextVar("rostra_position", default=None)


def current_position() -> Position:
    """Where we are; outside a step there is no place to write under, and that is a bug."""
    position = _position.get()
    if position is None:
        raise RuntimeError("an effect was started outside a step")
    return position


@contextmanager
def at(position: Position) -> Iterator[Position]:
    token = _position.set(position)
    try:
        yield position
    finally:
        _position.reset(token)


class Step(Protocol):
    """What a flow holds: it can make effects, start turns and wait for a person."""

    @property
    def run_id(self) -> str: ...

    async def __call__(
        self, name: str, effect: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Make one effect, once."""
        ...

    async def each(
        self, name: str, effect: Callable[[A], Awaitable[T]], items: Iterable[A]
    ) -> list[T]:
        """Make one effect for each item at the same time; results in the items' order."""
        ...

    async def child(self, flow: str, job: object, *, key: str) -> Any:
        """Run another flow as a child run of this one; `key` names it within this run."""
        ...

    async def children(
        self, flow: str, jobs: Mapping[str, object], *, queue: str | None = None
    ) -> dict[str, Any]:
        """Run many child runs, as many at once as the queue allows; results by key."""
        ...

    async def ask(self, question_id: str, *, seconds: float) -> str | None:
        """Wait for a person's answer, given in any process; None when the time ran out."""
        ...


Flow = Callable[[Any, Step], Awaitable[Any]]


class InlineStep:
    """Everything happens at once, nothing is kept: for tests and for reading a flow."""

    def __init__(
        self,
        run_id: str = "inline",
        flows: Mapping[str, Flow] | None = None,
        answers: Mapping[str, str] | None = None,
        parent: str | None = None,
    ) -> None:
        self.run_id = run_id
        self._flows = dict(flows or {})
        self._answers = dict(answers or {})
        self._parent = parent
        self._made = 0

    async def __call__(
        self, name: str, effect: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        self._made += 1
        with at(Position(self.run_id, str(self._made), self._parent)):
            return await effect(*args, **kwargs)

    async def each(
        self, name: str, effect: Callable[[A], Awaitable[T]], items: Iterable[A]
    ) -> list[T]:
        return list(await asyncio.gather(*(self(name, effect, item) for item in items)))

    async def child(self, flow: str, job: object, *, key: str) -> Any:
        turn = InlineStep(
            f"{self.run_id}/{key}", self._flows, self._answers, self._parent or self.run_id
        )
        return await self._flows[flow](job, turn)

    async def children(
        self, flow: str, jobs: Mapping[str, object], *, queue: str | None = None
    ) -> dict[str, Any]:
        made = await asyncio.gather(*(self.child(flow, job, key=key) for key, job in jobs.items()))
        return dict(zip(jobs, made, strict=True))

    async def ask(self, question_id: str, *, seconds: float) -> str | None:
        return self._answers.get(question_id)
