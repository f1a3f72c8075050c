"""What is over is asked for again at its source, and what that shows is written down."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from rostra.desks.recheck.flow import RecheckDesk, recheck
from rostra.errors import OutsideError
from rostra.events import EventLog
from rostra.governance.verifier import Verifier
from rostra.memory import Anew, notice_expired
from rostra.records import Outcome, Run, Source
from rostra.records.artifacts import Claim, Kept, Origin, make_claim, make_summary, report_id
from rostra.steps import InlineStep
from rostra.store import Store
from rostra.tools import Tool, ToolOutput
from tests.memory.desk import Desk
from tests.memory.samples import NOW, PAGE, Clock, Outside, tool

ORIGIN = Origin("r1", "verifier")
SAID = "河城半導體第三季營收七十億元，年增一成二。"


def page(text: str = SAID, **changes: Any) -> ToolOutput:
    """A page of the office whose task it is, so that a claim stands on it alone."""
    office = Source("河城統計處", 1, "government", "河城市政府")
    changes = {"source": office, "raw": text.encode(), "text": text, **changes}
    return ToolOutput(text, documents=(replace(PAGE, **changes),))


class Scene:
    """One page that a claim and a summary rest on, and a source that may say something else."""

    def __init__(self, store: Store, **changes: Any) -> None:
        self.store, self.clock, self.outside = store, Clock(), Outside(page())
        self.tool: Tool = tool(self.outside, ttl=timedelta(hours=1), **changes)
        self.desk = Desk(store, self.clock, self.tool)
        self.verifier = Verifier(
            store, EventLog(store, self.clock), self.clock, meter=self.desk.meter
        )
        self.runs = 0

    async def begin(self) -> None:
        result = await self.desk.ask("r1", "http://www.harbour.example/a", tool=self.tool.name)
        piece = await self.store.get_evidence(result.evidence[0])
        assert piece is not None
        self.piece = piece
        self.claim = make_claim(SAID, [piece], ORIGIN, NOW)
        self.summary = make_summary("河城", "成長。", [self.claim], ORIGIN, NOW)
        await self.store.put_artifact(self.claim)
        await self.store.put_artifact(self.summary)

    async def recheck(self, *artifacts: str) -> Outcome:
        self.runs += 1
        desk = RecheckDesk(
            tools=replace(self.desk.path, ladder=Anew(self.desk.ladder)),
            store=self.store,
            events=EventLog(self.store, self.clock),
            clock=self.clock,
            stop_asked=self.store.stop_asked,
            meter=self.desk.meter,
            claims=self.verifier,
        )
        run = Run(f"again-{self.runs}", "revalidate", "again", "running", NOW,
                  options={"artifacts": list(artifacts)})  # fmt: skip
        return await recheck(run, InlineStep(run.id), desk)

    async def kept(self, artifact_id: str) -> Kept:
        kept = await self.store.get_artifact(artifact_id)
        assert kept is not None
        return kept

    async def in_doubt(self) -> set[str]:
        return {one.id for one in await self.store.doubts()}


async def scene(store: Store, **changes: Any) -> Scene:
    made = Scene(store, **changes)
    await made.begin()
    return made


async def test_nothing_is_asked_while_everything_holds(store: Store) -> None:
    here = await scene(store)

    ended = await here.recheck()

    assert "nothing is over" in str(ended.note)
    assert here.outside.calls == 1


async def test_a_source_that_says_the_same_lifts_the_doubt(store: Store) -> None:
    here = await scene(store)
    here.clock.pass_by(hours=2)
    marked = await notice_expired(store, here.clock(), meter=here.desk.meter)
    assert set(marked) == {here.piece.id, here.claim.id, here.summary.id}

    ended = await here.recheck()

    assert str(ended.note).startswith("1 unchanged, 0 changed, 0 failed")
    assert here.outside.calls == 2
    assert await here.in_doubt() == set()
    assert (await here.kept(here.claim.id)).is_usable(here.clock())
    assert (await here.kept(here.summary.id)).expires_at == NOW + timedelta(hours=3)
    told = await here.desk.metrics()
    assert (told["rechecks_queued"], told["rechecked"], told["found_changed"]) == (1, 1, 0)


async def test_a_source_that_says_more_supersedes_and_claims_it_still_carries_stand_anew(
    store: Store,
) -> None:
    here = await scene(store)
    here.clock.pass_by(hours=2)
    here.outside.output = page(f"{SAID}董事會通過擴建港區新廠。")

    ended = await here.recheck()

    assert str(ended.note) == "0 unchanged, 1 changed, 0 failed; claims verified anew: 1"
    newer = (await here.kept(here.piece.id)).superseded_by
    assert newer is not None
    old = await here.kept(here.claim.id)
    assert old.artifact == here.claim, "history is kept"
    assert old.superseded_by is not None
    anew = (await here.kept(old.superseded_by)).artifact
    assert isinstance(anew, Claim)
    assert (anew.text, anew.evidence) == (SAID, (newer,))
    assert await here.in_doubt() == {here.summary.id}, "what was said then was said of the old"
    told = await here.desk.metrics()
    assert (told["found_changed"], told["claims_passed"], told["pass_rate"]) == (1, 1, 1.0)


async def test_a_claim_that_its_source_takes_back_stays_in_doubt(store: Store) -> None:
    here = await scene(store)
    here.clock.pass_by(hours=2)
    here.outside.output = page("河城半導體更正：第三季營收六十億元，年減一成。")

    ended = await here.recheck()

    assert str(ended.note) == "0 unchanged, 1 changed, 0 failed; claims verified anew: 0"
    assert await here.in_doubt() == {here.claim.id, here.summary.id}


async def test_a_source_that_fails_leaves_the_doubt_and_is_tried_later_each_time(
    store: Store,
) -> None:
    here = await scene(store)
    here.clock.pass_by(hours=2)
    here.outside.failure = OutsideError("gone")

    assert "1 failed" in str((await here.recheck()).note)
    assert here.piece.id in await here.in_doubt()
    assert "nothing is over" in str((await here.recheck()).note), "not again at once"
    here.clock.pass_by(hours=1)
    assert "1 failed" in str((await here.recheck()).note)
    here.clock.pass_by(hours=1)
    assert "nothing is over" in str((await here.recheck()).note), "two hours now"
    here.outside.failure = None
    here.clock.pass_by(hours=1)
    assert "1 unchanged" in str((await here.recheck()).note)
    assert await here.in_doubt() == set()


async def test_a_stale_answer_is_no_confirmation(store: Store) -> None:
    here = await scene(store, stale_if_error=timedelta(days=9))
    here.clock.pass_by(hours=2)
    here.outside.failure = OutsideError("silent", True)

    assert "1 failed" in str((await here.recheck()).note)


async def test_what_is_named_is_asked_for_although_it_is_fresh(store: Store) -> None:
    here = await scene(store)
    here.clock.pass_by(minutes=10)

    ended = await here.recheck(here.summary.id)

    assert str(ended.note).startswith("1 unchanged")
    assert here.outside.calls == 2
    assert (await here.kept(here.piece.id)).verified_at == NOW + timedelta(minutes=10)


async def test_what_was_opened_by_leave_is_read_again_by_code(store: Store) -> None:
    """Another way to the same page: compared by its text, and one with what it was before."""
    here = await scene(store, name="browser.browse", level="L3")
    reader = Outside(page())
    here.desk.path.registry.register(tool(reader, name="pages.read", ttl=timedelta(days=2)))
    here.clock.pass_by(hours=2)

    assert str((await here.recheck()).note).startswith("1 unchanged")
    assert (here.outside.calls, reader.calls) == (1, 1)
    assert await here.in_doubt() == set()

    reader.output = page("今日起改版。" + SAID)
    here.clock.pass_by(days=3)
    assert "1 changed" in str((await here.recheck()).note)
    assert (await here.kept(here.piece.id)).superseded_by is not None


async def test_what_nobody_can_ask_any_more_fails_and_says_so(store: Store) -> None:
    here = await scene(store, name="old.tool")
    other = Desk(store, here.clock, tool(Outside()))
    here.desk.path = replace(other.path, events=here.desk.path.events)
    here.clock.pass_by(hours=2)

    assert "1 failed" in str((await here.recheck()).note)


async def test_old_reports_are_put_in_doubt_with_what_they_cite(store: Store) -> None:
    from tests.store.test_artifacts import report_on

    here = await scene(store)
    await store.put_report(report_on("r1", [here.piece], read=[]))
    here.clock.pass_by(hours=2)

    await notice_expired(store, here.clock())

    assert report_id("r1") in await here.in_doubt()
    await here.recheck()
    assert await here.in_doubt() == set()
