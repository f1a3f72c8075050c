"""What evidence shows for whom, on pages of a town nobody has heard of."""

import asyncio
import random
from dataclasses import replace
from datetime import date

import pytest

from rostra.desks.debate.chairman import Chairman, central_points
from rostra.desks.debate.findings import Finding, began, findings
from rostra.desks.debate.job import TurnJob, parties_of
from rostra.desks.debate.notices import PlannerTold
from rostra.desks.debate.speaking import spoken, subject_of
from rostra.desks.debate.topics import measured_in
from rostra.desks.debate.verifying import Bar
from rostra.governance import WatchedSupport
from rostra.records import Source, SourceText, SourceTier
from rostra.records.debate import (
    CheckedClaim,
    ClaimStatus,
    Handcard,
    Party,
    Speech,
    Verdict,
)
from rostra.roles import Stage
from rostra.roles.stance import stance
from rostra.rules.claims import quotation
from tests.saying import claimed

MOTION = "林澤市圖書館夜間開放應於2031年轉為常態辦理"
SUBJECT = "林澤市圖書館夜間開放"
POINTS = ("夜間入館人次", "週邊竊案件數", "館員加班時數")


def page(
    number: int,
    text: str,
    *,
    title: str = "圖書館夜間開放試辦成效",
    tier: SourceTier = 1,
    published: date = date(2030, 9, 10),
    owner: str = "",
) -> SourceText:
    owner = owner or f"owner{number}"
    return SourceText(
        f"evidence:{number:02d}",
        title,
        text,
        Source(owner, tier, "news", owner),
        published,
        f"https://p{number}.example/",
        text[:200],
    )


LAUNCH = page(
    1,
    "林澤市圖書館夜間開放自2030年4月1日起試辦。2030年2月夜間入館人次1,200人次，館內冷清，遭批評浪費。",
    published=date(2030, 4, 1),
)
RESULT = page(
    2,
    "圖書館夜間開放試辦後，2030年8月夜間入館人次為4,300人次，高於3月的2,900人次。"
    "2030年8月週邊竊案件數較去年同期減少12%。"
    "圖書館提醒，單月變動同時受暑假影響，不宜逕行解讀為夜間開放的成效。",
)
UNION = page(
    3,
    "工會批評圖書館夜間開放讓基層吃不消，2030年8月館員加班時數較試辦前增加31%，缺額至今未補。",
    tier=2,
    title="圖書館夜間開放 工會喊累",
)
SECOND = page(
    4,
    "地方新聞報導，2030年8月館員加班時數較試辦前增加31%。",
    tier=2,
    title="圖書館夜間開放半年 館員加班多三成",
)
KNOWN = (LAUNCH, RESULT, UNION, SECOND)


def found(known: tuple[SourceText, ...] = KNOWN, motion: str = MOTION) -> list[Finding]:
    return asyncio.run(findings(motion, SUBJECT, POINTS, known, WatchedSupport()))


def texts(side: str, known: tuple[SourceText, ...] = KNOWN, motion: str = MOTION) -> list[str]:
    return [one.text for one in found(known, motion) if one.side == side]


def test_the_day_a_thing_began_is_what_most_pages_tell() -> None:
    assert began(MOTION, SUBJECT, KNOWN) == date(2030, 4, 1)


def test_what_was_so_before_it_began_is_nobodys_evidence() -> None:
    assert not any("1,200" in text for side in ("for", "against") for text in texts(side))


def test_a_finding_is_a_whole_sentence_of_its_page() -> None:
    by_id = {one.evidence: one.text for one in KNOWN}

    assert found()
    assert all(quotation(one.text, by_id[one.carriers[0]]) for one in found())


def test_what_two_publishers_carry_comes_first_and_names_both() -> None:
    best = next(one for one in found() if one.side == "against")

    assert best.text.endswith("2030年8月館員加班時數較試辦前增加31%。")
    assert set(best.carriers) == {UNION.evidence, SECOND.evidence}
    assert POINTS[best.point - 1] == "館員加班時數"


def test_what_limits_a_figure_is_on_no_side() -> None:
    (limit,) = [one for one in found() if one.kind == "limit"]

    assert limit.side == "neutral"
    assert "不宜逕行解讀" in limit.text


def test_the_order_in_which_pages_were_read_changes_nothing() -> None:
    first = found()
    for seed in range(6):
        turned = list(KNOWN)
        random.Random(seed).shuffle(turned)
        assert found(tuple(turned)) == first


def test_a_reprint_shows_nothing_more() -> None:
    reprint = page(5, RESULT.text, tier=2, title=RESULT.title)

    assert texts("for", (*KNOWN, reprint)) == texts("for")


def test_what_was_measured_again_later_takes_the_place_of_the_earlier_figure() -> None:
    later = page(
        6,
        "圖書館夜間開放滿一年，2031年3月館員加班時數較試辦前減少8%。",
        published=date(2031, 4, 2),
    )
    told = [one for one in found((*KNOWN, later)) if one.point == 3 and one.kind == "outcome"]

    assert [one.side for one in told] == ["for"]
    assert "2031年3月" in told[0].text


@pytest.mark.parametrize(
    ("sentence", "motion", "side"),
    [
        ("小客車費率由60元提高為80元。", MOTION, "neutral"),
        ("案場與住宅的距離由10公尺提高為30公尺。", MOTION, "neutral"),
        ("14處案場須於2031年8月31日前改善。", MOTION, "neutral"),
        ("公司澄清，獲利下滑並非夜間開放造成。", MOTION, "neutral"),
        ("若轉為常態，竊案將減少三成。", MOTION, "neutral"),
        ("46.2%的市民支持夜間開放，41.5%反對。", MOTION, "for"),
        ("31.0%的市民支持夜間開放，52.5%反對。", MOTION, "against"),
        ("合併營收21.04億元，月減0.0%。", "本市經濟將優於去年", "neutral"),
        (
            "Peak bus speed reached 18.1 km/h, compared with 14.8 km/h in June.",
            "Buses have improved",
            "for",
        ),
        ("Sales of shops fell 3.1% from a year earlier.", "The charge has hurt shops", "for"),
        ("Sales of shops fell 3.1% from a year earlier.", "The charge should stay", "against"),
        ("再生水比率逐月提高。", "價差應由市府補貼，而不是由用水戶負擔", "neutral"),
        (
            "車流減少14.2%。",
            "The city should extend the trial by a year instead of making it permanent",
            "against",
        ),
    ],
)
def test_stance_follows_effects_and_not_plans_rules_or_denials(
    sentence: str, motion: str, side: str
) -> None:
    assert stance(sentence, motion) == side


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2030年8月館員加班時數較試辦前增加31%。", "館員加班時數"),
        ("平均減幅23%。", ""),
        ("Sales of shops in the zone fell 3.1%.", "Sales of shops in the zone"),
        ("down 14.2% from June 2026.", ""),
    ],
)
def test_a_measure_has_the_name_of_a_thing(text: str, name: str) -> None:
    assert measured_in(text) == name


@pytest.mark.parametrize(
    ("motion", "language", "subject"),
    [
        ("2026年第三季銷售額年減30%，擁擠費應立即取消", "zh-Hant", "擁擠費"),
        ("擁擠費應於2027年轉為正式實施", "zh-Hant", "擁擠費"),
        ("旧港区拥挤费已经改善了公交服务", "zh-Hans", "旧港区拥挤费"),
    ],
)
def test_the_subject_is_that_of_the_demand(motion: str, language: str, subject: str) -> None:
    assert subject_of(motion, language) == subject


# -- what a side says ---------------------------------------------------------------------------


def turn(party: Party, **given: object) -> TurnJob:
    return TurnJob(
        run="r",
        motion=MOTION,
        language="zh-Hant",
        party=party,
        round=2,
        goal="",
        handcard=Handcard(POINTS),
        **given,  # type: ignore[arg-type]
    )


def speech(job: TurnJob, known: tuple[SourceText, ...]) -> Speech:
    return asyncio.run(spoken(job, known, WatchedSupport()))


PRO, CON, NEUTRAL = parties_of(("pro", "con", "neutral"), "zh-Hant")


def test_a_claim_is_answered_by_what_its_own_page_says_against_leaning_on_it() -> None:
    theirs = claimed(
        "pro-1.1", "2030年8月夜間入館人次為4,300人次，高於3月的2,900人次。", (RESULT.evidence,), 1
    )
    said = speech(turn(CON, others=(Speech("pro", 1, claims=(theirs,)),)), KNOWN)

    (answer,) = said.rebuttals
    assert answer.attacks == "pro-1.1"
    assert "不宜逕行解讀" in answer.text
    assert answer.evidence == (RESULT.evidence,)


def test_a_claim_without_an_answer_is_conceded() -> None:
    theirs = claimed(
        "con-1.1", "2030年8月館員加班時數較試辦前增加31%。", (UNION.evidence, SECOND.evidence), 3
    )
    said = speech(turn(PRO, others=(Speech("con", 1, claims=(theirs,)),)), KNOWN)

    assert said.rebuttals == ()
    (conceded,) = said.concessions
    assert theirs.text in conceded.text
    assert conceded.rests_on == (theirs.id,)
    assert conceded.evidence == theirs.evidence


def test_each_side_puts_its_best_on_every_point_under_that_point() -> None:
    said = speech(turn(PRO), KNOWN)

    assert [one.point for one in said.claims] == [1, 2]
    assert all("試辦前" not in one.text for one in said.claims)
    assert speech(turn(NEUTRAL), KNOWN).claims, "the neutral side tells what limits the figures"


# -- what claims come to ------------------------------------------------------------------------


def checked(
    side: str, text: str, weight: float, *, point: int = 0, key: bool = True
) -> CheckedClaim:
    said = claimed(f"{side}-1.{len(text)}", text, ("evidence:01",), point, is_key=key)
    status: ClaimStatus = "verified" if key else "primary"
    return CheckedClaim(side, 1, said, status, weight=weight, sources=2 if key else 1)


class Deaf:
    async def publish(self, payload: object, **_: object) -> None: ...


def weighed(
    *claims: CheckedClaim, motion: str = MOTION, points: tuple[str, ...] = POINTS
) -> Verdict:
    stage = Stage(lambda _: None, "zh-Hant", Deaf(), WatchedSupport())
    chairman = Chairman(motion, "zh-Hant", (PRO, CON, NEUTRAL), stage)
    return chairman.weigh(claims, Handcard(POINTS))


def test_many_small_things_beside_the_points_do_not_outweigh_them() -> None:
    small = [checked("con", "小事" * n, 1.0, key=False) for n in range(1, 9)]
    verdict = weighed(
        checked("pro", "要點一", 2.0, point=1), checked("pro", "點二", 2.0, point=2), *small
    )

    assert verdict.outcome == "for"


def test_one_claim_of_a_single_source_decides_nothing() -> None:
    verdict = weighed(checked("pro", "只此一項", 1.0, point=1, key=False))

    assert verdict.outcome == "undecided"
    assert "單一來源" in verdict.reason


def test_context_leans_and_decides_nothing() -> None:
    said = claimed("con-1.1", "加班時數增加31%。", ("evidence:03",), 3)
    verdict = weighed(CheckedClaim("con", 1, said, "single_source", sources=1))

    assert verdict.outcome == "undecided"
    assert verdict.reason.startswith("傾向反對，未判定")
    assert verdict.decisive == ()


def test_a_side_of_which_nothing_was_checked_is_not_refuted_for_sure() -> None:
    ours = [checked("pro", "要點" * n, 2.0, point=1) for n in (1, 2, 3)]

    assert weighed(*ours).confidence == "medium"


def test_a_motion_of_fact_is_not_decided_by_what_it_does_not_speak_of() -> None:
    motion = "夜間開放已經減少了竊案"
    beside = checked("pro", "2030年8月入館人次增加48%。", 2.0, point=1)
    direct = checked("pro", "2030年8月竊案減少12%。", 2.0, point=2)

    assert weighed(beside, motion=motion).outcome == "undecided"
    assert weighed(beside, direct, motion=motion).outcome == "for"


def test_points_that_a_motion_names_are_the_central_ones() -> None:
    assert central_points("夜間開放已經減少了竊案", POINTS, "zh-Hant") == {2}
    assert central_points("夜間開放應常態辦理", POINTS, "zh-Hant") == {1, 2, 3}


async def test_too_many_failures_are_counted_from_what_was_checked_and_not_from_memory() -> None:
    told: list[object] = []

    class Ears:
        async def publish(self, payload: object, **_: object) -> None:
            told.append(payload)

    bar = Bar(None, Ears(), None, None, lambda: None)  # type: ignore[arg-type,return-value]
    failed = replace(checked("pro", "不成立", 0.0), status="unverified", missing=("x",))
    good = checked("pro", "成立", 1.0)

    assert not await bar.watch("r", (failed,) * 3), "too few to tell"
    assert await bar.watch("r", (failed, failed, good, good)), "the same in any process"
    assert not await bar.watch("r", (failed,) * 4 + (good,) * 8), "only the latest count"
    (notice,) = told
    assert isinstance(notice, PlannerTold)
    assert notice.missing == ("x",)
