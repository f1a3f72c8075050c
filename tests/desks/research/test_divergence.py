"""Where officials and the public part, and what a monitor report makes of it."""

from rostra.desks.research.deliberation import Deliberated
from rostra.desks.research.divergence import divergences
from rostra.desks.research.material import Material
from rostra.desks.research.writer import compose
from rostra.records import Source, SourceText
from tests.desks.research.making import material, source

QUESTION = "翠峰水庫的蓄水率是多少？"
OFFICIAL = source("水務署", 1, "翠峰水庫11月13日下午五時蓄水率為43.7%，去年同日為71.2%。")


def stranger(text: str) -> SourceText:
    host = "www.farm.example"
    publisher = Source(host, 4, "unknown", host, host)
    return SourceText("evidence:farm", "水庫", text, publisher, url=f"http://{host}/")


def compared(*others: SourceText) -> dict[str, tuple[str, str]]:
    held = material(QUESTION, "monitor", OFFICIAL, *others)
    return {
        row.dimension: (row.public.text, row.risk)
        for row in divergences(held)
        if row.official and row.public
    }


def test_two_figures_for_what_was_asked_are_a_divergence_in_whatever_words() -> None:
    forum = source("論壇", 5, "網友說昨晚一場大雨，水庫應該滿了，蓄水率上看95%！")

    assert "95%" in compared(forum)["numbers"][0]


def test_what_an_unlisted_publisher_says_fills_a_row_nobody_known_does() -> None:
    idle = source("論壇", 5, "翠峰水庫的風景很漂亮，假日常有人去散步拍照。")
    farm = stranger("翠峰水庫已經滿了，蓄水率上看95%，大家不用省水。")

    assert "95%" in compared(idle, farm)["numbers"][0]


def test_another_measure_is_no_divergence_of_the_one_asked_for() -> None:
    forum = source("論壇", 5, "瀾電第三季毛利率34.8%，翠峰水庫概念股漲了12%。")

    assert "numbers" not in compared(forum)


def test_a_monitor_report_begins_with_the_overall_risk_and_both_sides() -> None:
    forum = source("論壇", 5, "網友說昨晚一場大雨，翠峰水庫滿了，蓄水率上看95%！")
    held: Material = material(QUESTION, "monitor", OFFICIAL, forum)
    end = Deliberated(held)
    said = [
        held.cited(
            "翠峰水庫11月13日下午五時蓄水率為43.7%，去年同日為71.2%。", (OFFICIAL.evidence,)
        ),
        held.cited("網友說昨晚一場大雨，翠峰水庫滿了，蓄水率上看95%！", (forum.evidence,)),
    ]
    end.sentences, end.table = tuple(said), divergences(held)
    first = compose(end, in_order=False).sections[0]

    assert first.sentences[0].text.startswith("整體風險評級：")
    assert [one.evidence for one in first.sentences[1:3]] == [
        (OFFICIAL.evidence,),
        (forum.evidence,),
    ]
