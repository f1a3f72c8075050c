"""A claim is kept only when fresh, independent evidence carries it and nothing denies it."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rostra.events import EventLog
from rostra.governance.independence import same_story
from rostra.governance.verifier import Verifier, WrittenClaim
from rostra.records import Evidence, Provenance, Run, Source, SourceTier
from rostra.records.artifacts import Origin
from rostra.records.evidence import SourceType
from rostra.store import Store, open_store
from rostra.words import Message, message

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
CLAIM = "嵐海航運2026年第三季營收為86.4億元。"
DAILY = "嵐海航運2026年第三季營收為86.4億元。年增12.3%，創單季新高。董事會同日通過造船計畫。"
OTHER = "根據交易所公告，嵐海航運2026年第三季合併營收86.4億元，毛利率31.2%，優於去年同期的28.5%。"
FALSE = "嵐海航運2026年第三季營收為68.4億元，較前一季衰退。"
WIRE = (
    "（中央社記者林立港16日電）嵐海航運今天公布財報。嵐海航運2026年第三季營收為86.4億元。"
    "年增12.3%，創下單季新高。"
    "財務長表示，歐洲線運價自八月起回升，艙位利用率維持九成以上，第四季訂艙狀況良好。"
)
ORIGIN = Origin(run="r1", by="debater.pro")


@dataclass
class Desk:
    """A real store with evidence put into it by hand, and the verifier over it."""

    store: Store
    now: datetime = NOON
    count: int = 0
    verifier: Verifier = field(init=False)

    def __post_init__(self) -> None:
        events = EventLog(self.store, self.clock)
        self.verifier = Verifier(self.store, events, self.clock)

    def clock(self) -> datetime:
        return self.now

    async def read(self, text: str, owner: str, **changes: Any) -> str:
        self.count += 1
        digest = await self.store.put_content(text.encode(), "text/plain")
        provenance = Provenance(
            run="r1",
            tool=changes.pop("tool", "pages.read"),
            tool_key=f"k{self.count}",
            trust=changes.pop("trust", "L2"),
        )
        source = Source(
            name=owner,
            tier=changes.pop("tier", 2),
            type=changes.pop("type", "news"),
            owner=owner,
            is_authoritative=changes.pop("is_authoritative", False),
        )
        evidence = Evidence(
            id=f"evidence:{self.count}",
            inputs_hash=f"in{self.count}",
            outputs_hash="out",
            provenance=provenance,
            source=source,
            url=f"https://site{self.count}.example/a",
            title="a",
            raw=digest,
            text=digest,
            media_type="text/plain",
            fetched_at=NOON,
            published=date(2026, 11, 16),
            **{"expires_at": NOON + timedelta(days=3), **changes},
        )
        await self.store.put_evidence(evidence)
        return evidence.id

    async def write(self, *ids: str, text: str = CLAIM, is_key: bool = True) -> WrittenClaim:
        return await self.verifier.write_claim(text, ids, ORIGIN, is_key=is_key)

    async def told(self) -> list[str]:
        return [event.name for event in await self.store.events_after("r1", 0)]


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    store = open_store(tmp_path / "desk")
    await store.create_run(
        Run(id="r1", kind="debate", question="?", status="running", created_at=NOON)
    )
    yield Desk(store)
    await store.close()


async def test_two_independent_sources_verify_a_key_claim(desk: Desk) -> None:
    written = await desk.write(await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所"))

    assert written.verification.status == "verified"
    assert written.claim is not None
    assert written.claim.expires_at == NOON + timedelta(days=3)
    assert len(written.verification.sources) == 2
    assert await desk.store.get_artifact(written.claim.id) is not None


async def test_one_source_is_context_whatever_its_speaker_calls_it(desk: Desk) -> None:
    one = await desk.read(DAILY, "河城日報")
    for is_key in (True, False):
        written = await desk.write(one, is_key=is_key)

        assert written.verification.status == "single_source"
        assert written.verification.missing == (message("claims.no_second"),)
        assert written.claim is None


@pytest.mark.parametrize(
    ("type_", "tier", "status"),
    [
        ("government", 1, "primary"),
        ("official", 1, "single_source"),  # a wire service or a broadcaster, for all we know
        ("government", 2, "single_source"),
        ("company", 1, "single_source"),
    ],
)
async def test_the_own_record_of_the_body_whose_task_it_is_counts_and_its_interest_is_named(
    desk: Desk, type_: SourceType, tier: SourceTier, status: str
) -> None:
    written = await desk.write(await desk.read(DAILY, "港務處", tier=tier, type=type_))

    assert written.verification.status == status
    assert (written.claim is not None) == (status == "primary")
    assert [one.code for one in written.verification.caveats if isinstance(one, Message)] == (
        ["claims.own_record"] if status == "primary" else []
    )


async def test_two_papers_of_one_owner_are_one_source(desk: Desk) -> None:
    papers = await desk.read(DAILY, "河城報業"), await desk.read(OTHER, "河城報業")

    assert (await desk.write(*papers)).verification.status == "single_source"


@pytest.mark.parametrize(
    "reprint",
    [
        WIRE,
        WIRE.replace("（中央社記者林立港16日電）", "[財經中心／綜合報導]"),
        "編按：以下為今日航運要聞。" + WIRE.replace("，創下單季新高", "") + "（編輯：陳望）",
        "据中央社报道，岚海航运2026年第三季营收86.4亿元，年增12.3%。",
    ],
)
async def test_a_reprinted_wire_story_counts_once(desk: Desk, reprint: str) -> None:
    wire = await desk.read(WIRE, "中央通訊社")
    written = await desk.write(wire, await desk.read(reprint, "第二報"))

    assert len(written.verification.sources) == 1
    assert written.verification.status == "single_source"


def test_two_reports_of_one_event_are_two_stories() -> None:
    assert not same_story(DAILY, OTHER)
    assert same_story(WIRE, WIRE[30:])
    assert not same_story("", WIRE)


async def test_backup_data_never_is_the_ground_of_a_claim(desk: Desk) -> None:
    backup = await desk.read(DAILY, "tej", trust="L4"), await desk.read(OTHER, "tej2", trust="L4")
    written = await desk.write(*backup)

    assert message("claims.only_backup") in written.verification.missing
    seconded = await desk.write(backup[0], await desk.read(OTHER, "交易所"))
    assert seconded.verification.status == "verified"


@pytest.mark.parametrize(
    "authority",
    [
        {"tool": "chinatimes.quotes", "trust": "L1"},
        {"tool": "library.read", "trust": "L1", "is_authoritative": True},
    ],
)
async def test_an_authority_stands_by_itself_and_what_disagrees_is_kept_beside(
    desk: Desk, authority: dict[str, Any]
) -> None:
    inner = await desk.read(DAILY, "inner", **authority)
    outer = await desk.read(FALSE, "河城日報")
    written = await desk.write(inner)

    assert written.verification.status == "verified"
    assert written.claim is not None
    assert [one.claim for one in written.counterclaims] == [written.claim.id]
    assert written.counterclaims[0].sides[1].evidence == (outer,)
    assert written.claim.caveats


async def test_an_ordinary_library_folder_does_not_stand_by_itself(desk: Desk) -> None:
    folder = await desk.read(OTHER, "my notes", tool="library.read", trust="L1")

    assert (await desk.write(folder)).verification.status == "unverified"


async def test_a_conflict_is_written_down_with_both_sides_and_nothing_is_chosen(
    desk: Desk,
) -> None:
    ours = await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所")
    theirs = await desk.read(FALSE, "海事週刊")
    written = await desk.write(*ours)

    assert written.verification.status == "contradicted"
    assert written.claim is None
    [counterclaim] = written.counterclaims
    assert {one for side in counterclaim.sides for one in side.evidence} == {*ours, theirs}
    assert await desk.store.get_artifact(counterclaim.id) is not None


async def test_a_forum_does_not_undo_what_two_believed_sources_say(desk: Desk) -> None:
    ours = await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所", tier=1)
    await desk.read(FALSE, "forum", tier=5)
    written = await desk.write(*ours)

    assert written.verification.status == "verified"
    assert len(written.counterclaims) == 1


async def test_another_company_or_quarter_is_no_conflict(desk: Desk) -> None:
    ours = await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所")
    await desk.read("霧港海運2026年第三季營收為68.4億元。", "海事週刊")
    await desk.read("嵐海航運2026年第二季營收為68.4億元。", "港報")
    written = await desk.write(*ours)

    assert written.verification.status == "verified"
    assert written.counterclaims == ()


async def test_expired_evidence_carries_nothing(desk: Desk) -> None:
    ours = await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所")
    desk.now = NOON + timedelta(days=4)
    written = await desk.write(*ours)

    assert written.verification.status == "unverified"
    assert any("evidence is over" in str(reason) for reason in written.verification.reasons)


async def test_what_the_evidence_does_not_say_is_told_why(desk: Desk) -> None:
    ours = await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所")
    written = await desk.write(*ours, text="嵐海航運2026年第三季純益為64.8億元。")

    assert written.verification.missing == (message("claims.no_carrier"),)
    assert any("the source has 86.4億元" in str(one) for one in written.verification.reasons)
    unknown = await desk.write("evidence:99")
    assert "no evidence in this store" in " ".join(map(str, unknown.verification.reasons))


async def test_writing_a_claim_twice_is_one_claim(desk: Desk) -> None:
    ours = await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所")
    first, second = await desk.write(*ours), await desk.write(*ours)

    assert first.claim == second.claim
    assert (await desk.told()).count("ClaimJudged") == 1


async def test_only_verified_claims_enter_a_summary_or_a_decision(desk: Desk) -> None:
    good = await desk.write(await desk.read(DAILY, "河城日報"), await desk.read(OTHER, "交易所"))
    assert good.claim is not None
    write_summary, write_decision = desk.verifier.write_summary, desk.verifier.write_decision

    kept = await write_summary("航運", CLAIM, [good.claim.id], ORIGIN)
    decided = await write_decision("航運", "增加持有。", [good.claim.id], ORIGIN, dissent=["反方"])
    assert kept.kept is not None
    assert decided.kept is not None
    assert (await write_summary("航運", CLAIM, [], ORIGIN)).refused
    assert (await write_decision("航運", "x", ["evidence:1"], ORIGIN)).refused
    other = await write_decision("航運", "嵐海航運第三季純益20億元。", [good.claim.id], ORIGIN)
    assert "no verified claim carries this" in str(other.refused[0])

    desk.now = NOON + timedelta(days=4)
    old = await write_summary("航運", CLAIM, [good.claim.id], ORIGIN)
    assert "expired" in str(old.refused[0])


def test_no_other_room_makes_a_claim_a_summary_or_a_decision() -> None:
    source = Path(__file__).parents[2] / "src" / "rostra"
    makers = re.compile(r"\bmake_(?:claim|summary|decision)\(")
    makes = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if makers.search(path.read_text("utf-8"))
    }
    assert makes <= {"records/artifacts.py", "governance/verifier.py"}
