"""Laws of the ladder, whatever happens in whichever order."""

import asyncio
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rostra.errors import OutsideError
from rostra.memory import RoundContents
from rostra.records import JsonValue
from rostra.store import open_store
from rostra.tools import ToolOutput
from tests.memory.desk import Desk
from tests.memory.samples import PAGE, Clock, Outside, tool

TTL = timedelta(minutes=10)
GRACE = timedelta(minutes=5)


class Telling(Outside):
    """Says what it was asked and when; so an answer shows its question and its age."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    async def __call__(self, args: Mapping[str, JsonValue]) -> ToolOutput:
        await super().__call__(args)
        asked = str(args["url"])
        # Questions with "snippets" leave no original behind, as a search does.
        documents = () if "snippets" in asked else (PAGE,)
        return ToolOutput(f"{asked}|{self._clock().isoformat()}", documents=documents)


@dataclass(frozen=True)
class Ask:
    desk: int
    run: str
    what: str
    times: int


@dataclass(frozen=True)
class Happen:
    what: Literal["source fails", "source works", "round ends", "process restarts"]


@dataclass(frozen=True)
class Wait:
    minutes: int


deeds = st.lists(
    st.builds(
        Ask,
        st.integers(0, 1),
        st.sampled_from(["r1", "r2"]),
        st.sampled_from(["a", "snippets"]),
        st.integers(1, 3),
    )
    | st.builds(Wait, st.sampled_from([-12, -6, 1, 4, 6, 9, 11]))
    | st.builds(
        Happen,
        st.sampled_from(["source fails", "source works", "round ends", "process restarts"]),
    ),
    min_size=3,
    max_size=25,
)


# A renewal is under way while the clock is set back, twice: what it brings is of the later time.
SET_BACK = [
    Ask(0, "r1", "a", 1),
    Ask(0, "r1", "a", 1),
    Wait(-12),
    Ask(0, "r1", "a", 3),
    Ask(0, "r1", "a", 1),
    Ask(0, "r1", "a", 1),
    Wait(9),
    Ask(0, "r1", "a", 1),
    Wait(-12),
    Wait(-12),
    Ask(0, "r1", "a", 1),
]


@example(SET_BACK)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(deeds)
def test_an_answer_is_to_its_question_and_within_its_time_or_marked_stale(
    deeds: list[Ask | Happen | Wait],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(live_through(Path(folder), deeds))


async def live_through(folder: Path, deeds: list[Ask | Happen | Wait]) -> None:
    store, clock = open_store(folder), Clock()
    outside = Telling(clock)
    made = tool(outside, ttl=TTL, stale_if_error=GRACE)
    desks = [Desk(store, clock, made), Desk(store, clock, made)]
    asked = 0
    for deed in deeds:
        if isinstance(deed, Wait):
            clock.pass_by(minutes=deed.minutes)
        elif isinstance(deed, Happen):
            if deed.what == "round ends":
                await end_round(desks[0])
            elif deed.what == "process restarts":
                await desks[0].close()
                desks[0] = Desk(store, clock, made)
            else:
                outside.failure = OutsideError("x", True) if "fails" in deed.what else None
        else:
            before = outside.calls
            asks = (
                desks[deed.desk].ask(deed.run, deed.what, number=asked + n)
                for n in range(deed.times)
            )
            results = await asyncio.gather(*asks)
            asked += deed.times
            assert outside.calls - before <= 1, "what is asked at once goes out once"
            for result in results:
                check(deed, result.ok, result.text, result.is_stale, clock())
    for desk in desks:
        await desk.close()
    await store.close()


def check(deed: Ask, ok: bool, text: str, is_stale: bool, now: datetime) -> None:
    if not ok:
        return
    what, _, when = text.partition("|")
    age = now - datetime.fromisoformat(when)
    assert what == deed.what
    assert age >= -timedelta(minutes=5), "nobody knows what will be"
    assert age < (TTL + GRACE if is_stale else TTL)


async def end_round(desk: Desk) -> None:
    async def nothing(_: RoundContents) -> None:
        return None

    await desk.ladder.round.end("r1", await desk.store.current_round("r1"), nothing)
