"""The search answers as SearXNG does, and finds Chinese across scripts."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from rostra_sample import SampleServer, load

from .conftest import Fetch

KEYS = {
    "url",
    "title",
    "content",
    "engine",
    "template",
    "parsed_url",
    "img_src",
    "thumbnail",
    "priority",
    "engines",
    "positions",
    "score",
    "category",
    "publishedDate",
}


def ask(server: SampleServer, fetch: Fetch, query: str, **options: str) -> dict[str, Any]:
    more = "".join(f"&{name}={quote(value)}" for name, value in options.items())
    response, content = fetch(f"{server.search_url}?q={quote(query)}&format=json{more}")
    assert response.status == 200, content
    answer: dict[str, Any] = json.loads(content)
    return answer


def test_a_result_has_the_keys_of_the_real_thing(server: SampleServer, fetch: Fetch) -> None:
    answer = ask(server, fetch, "擁擠費 車流")
    lists = {
        "results",
        "answers",
        "corrections",
        "infoboxes",
        "suggestions",
        "unresponsive_engines",
    }
    assert set(answer) == {"query"} | lists
    assert answer["results"]
    for row in answer["results"]:
        assert set(row) - {"pubdate"} == KEYS
        assert ("pubdate" in row) == (row["publishedDate"] is not None)
        assert load().find(row["url"]), row["url"]
        assert len(row["positions"]) == len(row["engines"])
    scores = [row["score"] for row in answer["results"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("瀾電", "wire/lan-q3"),
        ("澜电 毛利率", "economic/lan-correction"),
        ("拥挤费 民调", "bell/charge-poll"),
        ("congestion charge", "post/charge-explainer"),
        ("再生水", "water/reclaimed-october"),
        ("9973", "wire/lan-q3"),
    ],
)
def test_two_characters_either_script_english_and_codes_find_their_page(
    server: SampleServer, fetch: Fetch, query: str, page: str
) -> None:
    urls = [
        row["url"]
        for number in ("1", "2", "3")
        for row in ask(server, fetch, query, pageno=number)["results"]
    ]
    assert load().pages[page].url in urls


def test_the_snippet_shows_the_words_that_were_asked_for(
    server: SampleServer, fetch: Fetch
) -> None:
    answer = ask(server, fetch, "公車 尖峰 時速")
    assert "時速" in answer["results"][0]["content"]


def test_news_and_general_together_merge_by_address(server: SampleServer, fetch: Fetch) -> None:
    answer = ask(server, fetch, "擁擠費", categories="general,news")
    both = [row for row in answer["results"] if len(row["engines"]) == 2]
    assert both
    for row in both:
        first, second = row["positions"]
        assert row["score"] == pytest.approx(2 / first + 2 / second)


def test_time_range_counts_back_from_the_sample_today(server: SampleServer, fetch: Fetch) -> None:
    def newest(**options: str) -> set[str]:
        return {row["url"] for row in ask(server, fetch, "擁擠費 民調", **options)["results"]}

    world = load()
    week = newest(time_range="week")
    assert week
    assert all(str(world.find(url).published)[:10] >= "2026-11-09" for url in week)  # type: ignore[union-attr]
    assert world.pages["bell/charge-poll"].url not in week
    assert world.pages["bell/charge-poll"].url in newest(time_range="month")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("q=", "No query"),
        ("q=a&language=zh_TW", "Invalid value zh_TW for parameter language"),
        ("q=a&time_range=decade", "Invalid value decade for parameter time_range"),
        ("q=a&pageno=0", "Invalid value 0 for parameter pageno"),
        ("q=a&pageno=two", "Invalid value two for parameter pageno"),
        ("q=a&safesearch=9", "Invalid value 9 for parameter safesearch"),
    ],
)
def test_bad_parameters_are_400_with_a_reason(
    server: SampleServer, fetch: Fetch, query: str, message: str
) -> None:
    response, content = fetch(f"{server.search_url}?{query}&format=json")
    assert (response.status, json.loads(content)) == (400, {"error": message})


def test_a_format_that_is_not_enabled_is_403_html(server: SampleServer, fetch: Fetch) -> None:
    response, _ = fetch(f"{server.search_url}?q=a&format=rss")
    assert response.status == 403
    assert response.headers["Content-Type"].startswith("text/html")


def test_no_result_and_a_failed_engine_do_not_look_alike(
    server: SampleServer, fetch: Fetch
) -> None:
    nothing = ask(server, fetch, "zzyzx")
    assert (nothing["results"], nothing["unresponsive_engines"]) == ([], [])
    failed = ask(server, fetch, "擁擠費", engines="chengyu archive")
    assert failed["results"] == []
    assert failed["unresponsive_engines"] == [["chengyu archive", "timeout"]]


def test_a_post_form_health_and_config_answer(server: SampleServer, fetch: Fetch) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = f"q={quote('瀾電')}&format=json"
    _, content = fetch(server.search_url, form, "POST", body)
    assert json.loads(content)["results"]
    host = server.search_url.removesuffix("/search")
    assert fetch(f"{host}/healthz")[1] == b"OK"
    names = [engine["name"] for engine in json.loads(fetch(f"{host}/config")[1])["engines"]]
    assert "chengyu web" in names


def test_any_query_text_is_answered(server: SampleServer, fetch: Fetch) -> None:
    for query in ('"', "NEAR(", "a:*", "％％", "費" * 300, "\u202e擁擠", "!!g 擁擠費", "' OR 1=1"):
        response, _ = fetch(f"{server.search_url}?q={quote(query)}&format=json")
        assert response.status in (200, 302)
