"""A debate against its own critical path, and against debaters who share one long transcript.

Every model answer takes a second here. Openings run side by side, so the ideal is the longest chain
of answers that wait for each other; what is over that is ours. The plain way shows every agent
all that was said and read; tokens are counted for both, a verified claim.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import rostra_sample as sample
from rostra.assembly import open_house
from rostra.assembly.desks import debate_desk
from rostra.records import Budget, JsonValue, LedgerEntry, Run, loads
from rostra.records.debate import DebateDocument
from rostra.runs.lifecycle import carry_out
from rostra.settings import load_settings
from rostra.steps import InlineStep
from rostra_testing import ScriptedServer

Row = tuple[str, float, str]

LATENCY = 1.0
UNCAPPED = Budget(max_cost=None, max_tokens=None, max_calls=None, max_seconds=None)


async def _debate(
    data: Path, name: str, model: ScriptedServer | None
) -> tuple[float, list[LedgerEntry], DebateDocument]:
    given: dict[str, object] = {"data": str(data)}
    if model is not None:
        given |= {
            "model": "openai-compatible:scripted",
            "model_url": model.base_url,
            "model_key": "sk-x",
        }
    async with open_house(load_settings(given)) as house:
        options: dict[str, JsonValue] = {"sample": True, "rounds": 1}
        motion = sample.default_motion().text
        run = Run(name, "debate", motion, "queued", house.clock(), options, UNCAPPED)
        await house.store.create_run(run)
        flows = house.flows()
        await debate_desk(house, is_sample=True)
        began = time.perf_counter()
        step = InlineStep(run.id, flows)
        await carry_out(run.id, flows["debate"], step, house.office, "bench")
        wall = time.perf_counter() - began
        entries = await house.store.ledger_of_run(run.id)
        report = await house.store.get_report(run.id)
        document = loads(report.data) if report else None
        assert isinstance(document, DebateDocument)
        return wall, [one for one in entries if one.kind == "model"], document


async def _held(data: Path) -> tuple[float, list[LedgerEntry], DebateDocument]:
    """A debate by models on a desk that has read up on the motion: there is something to cite."""
    await _debate(data, "before", None)
    with ScriptedServer(profile="honest", latency=LATENCY) as model:
        return await _debate(data, "bench", model)


def _turn_of(call: LedgerEntry) -> str:
    return call.position.partition(":")[0].partition("/")[2]


def _critical(calls: Sequence[LedgerEntry]) -> int:
    """Answers that wait for each other: the run's own, and of each round the longest turn."""
    turns = Counter(map(_turn_of, calls))
    own = turns.pop("", 0)
    first = [n for name, n in turns.items() if not name.endswith("-again")]
    again = [n for name, n in turns.items() if name.endswith("-again")]
    return own + max(first, default=0) + max(again, default=0)


def _shared(calls: Sequence[LedgerEntry]) -> int:
    """The same answers where everybody is shown all that anybody was answered or said before."""
    whole, transcript = 0, 0
    begun: dict[str, int] = {}
    before: dict[str, int] = {}
    for call in calls:
        turn = _turn_of(call) or call.position
        base = begun.setdefault(turn, call.tokens_in)
        transcript += max(0, call.tokens_in - before.get(turn, base))
        whole += base + transcript + call.tokens_out
        transcript += call.tokens_out
        before[turn] = call.tokens_in + call.tokens_out
    return whole


def run(data: Path) -> list[Row]:
    wall, calls, document = asyncio.run(_held(data / "debate"))
    ideal = _critical(calls) * LATENCY
    ours = sum(one.tokens_in + one.tokens_out for one in calls)
    verified = sum(one.status == "verified" for one in document.claims)
    if not verified:
        raise RuntimeError("no claim was verified: there is nothing to divide by")
    return [
        ("debate: wall / critical path", wall / ideal, f"<= 1.2; {len(calls)} answers of 1 s"),
        (
            "debate: tokens / shared transcript",
            ours / _shared(calls),
            f"<= 0.5; {ours / verified:,.0f} tokens a verified claim, {verified} of them",
        ),
    ]
