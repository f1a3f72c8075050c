"""What is used of what was read: reprints, other subjects, two sides, and where they part."""

from datetime import date

from rostra.desks.research.divergence import divergences
from rostra.desks.research.order import ResearchOrder
from rostra.desks.research.scope import Scope
from rostra.desks.research.sifting import is_public, is_stranger, sift_read
from rostra.records import Source, SourceText
from rostra.roles.asking import read_question
from tests.desks.research.making import material, source

QUESTION = "舊港區擁擠費的成效是什麼？"
STORY = (
    "舊港區擁擠費試辦四個月，交通局公布成效，平日日均進入車輛74,100輛，比6月減少14.2%，"
    "公車尖峰平均時速由14.8公里提高到18.1公里，市區公車運量347萬人次，申訴共6,840件。"
)


def kept(*sources: SourceText, mode: str = "strict") -> tuple[list[str], dict[str, str]]:
    job = ResearchOrder(question=QUESTION, mode=mode)
    asked = read_question(QUESTION, "zh-Hant")
    used, dropped = sift_read(sources, job, Scope("none"), asked, date(2026, 11, 16))
    return [one.source.name for one in used], {d.publisher: str(d.reason) for d in dropped}


def test_one_story_in_three_papers_is_one_source_and_the_best_of_them() -> None:
    used, dropped = kept(
        source("daily", 2, f"〔綜合報導〕{STORY}"),
        source("wire", 1, STORY),
        source("bell", 2, STORY),
    )

    assert used == ["wire"]
    assert dropped == {"daily": "reprint:wire", "bell": "reprint:wire"}


def test_a_form_with_other_figures_is_no_reprint() -> None:
    other = STORY.translate(str.maketrans("1468", "2579"))

    assert kept(source("one", 1, STORY), source("two", 1, other))[0] == ["one", "two"]


def test_a_page_that_does_not_speak_of_the_subject_is_left_out() -> None:
    used, dropped = kept(source("wire", 1, STORY), source("city", 1, "翠峰水庫蓄水率43.7%。" * 5))

    assert used == ["wire"]
    assert dropped == {"city": "off_topic"}


def test_strict_looks_again_at_who_really_published_it() -> None:
    assert kept(source("forum", 5, STORY))[1] == {"forum": "strict_tier"}


def test_an_unlisted_host_is_not_a_voice_of_the_public() -> None:
    stranger = Source("www.who.example", 4, "unknown", "who.example", domain="www.who.example")
    farm = Source("爆點新聞網", 4, "unknown", "", domain="baodian-news.example")

    assert is_stranger(stranger)
    assert not is_public(stranger)
    assert is_public(farm)


def test_a_rumour_is_set_against_what_officials_say_on_day_and_rate() -> None:
    held = material(
        "官方與民間對擁擠費的說法有哪些落差？",
        "monitor",
        source("city", 1, "擁擠費將自2027年3月1日起正式實施，小客車每日費率為80元。"),
        source("forum", 5, "聽說擁擠費2027年1月1日就要正式實施，小客車每日收150元。"),
    )

    rows = {one.dimension: one for one in divergences(held)}

    assert set(rows) == {"time", "numbers", "attitude", "attribution"}
    time = rows["time"]
    assert time.official is not None
    assert time.public is not None
    assert "3月1日" in time.official.text
    assert time.public.evidence == ("evidence:forum",)
    assert (time.risk, rows["attribution"].risk) == ("high", "low")
    assert "直接牴觸" in time.reason
    assert rows["attribution"].public is None
