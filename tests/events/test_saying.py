"""An event is stored as facts and said when it is shown, in the language of whoever looks."""

import dataclasses
import importlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rostra.events import EventLog, worded
from rostra.records import (
    Budget,
    CallRuled,
    Event,
    JsonValue,
    Payload,
    Progress,
    Run,
    RunStarted,
    SourceDropped,
)
from rostra.records.codec import registered_records
from rostra.report.wording import left_out, left_out_in, why_unread
from rostra.runs.lifecycle import describe_budget
from rostra.store import Store, open_store
from rostra.words import LANGUAGES, has, message, places

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
ROOMS = ("desks.debate.notices", "governance", "governance.notices", "models.notices")


def every_payload() -> list[Any]:
    for room in ROOMS:
        importlib.import_module(f"rostra.{room}")
    return [one for one in registered_records().values() if "is_decision" in vars(one)]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    await opened.close()


def event(name: str, data: dict[str, JsonValue], text: str = "", turn: str = "") -> Event:
    return Event("r1", 1, NOW, "system", name, text, data, turn or None)


async def told(store: Store, payload: Payload, language: str) -> Event:
    await EventLog(store, lambda: NOW).publish(payload, run="r1", key="k")
    [kept] = await store.events_after("r1")
    return worded(kept, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_form_whose_places_are_its_fields(language: str) -> None:
    assert len(every_payload()) > 30
    for payload in every_payload():
        fields = {field.name for field in dataclasses.fields(payload)}
        assert has(f"events.{payload.__name__}"), payload
        assert places(f"events.{payload.__name__}", language) <= fields, payload


@pytest.mark.parametrize(
    ("language", "line", "reason"),
    [
        ("en",
         "turn: refuse pages.read https://a.example/ (The turn has used its 5 outside calls.)",
         "The turn has used its 5 outside calls."),
        ("zh-Hant", "回合預算：駁回 閱讀網頁 https://a.example/（本回合的 5 次外部呼叫已用完）",
         "本回合的 5 次外部呼叫已用完"),
        ("zh-Hans", "回合预算：驳回 阅读网页 https://a.example/（本回合的 5 次外部调用已用完）",
         "本回合的 5 次外部调用已用完"),
    ],
)  # fmt: skip
async def test_a_ruling_is_said_to_each_reader_in_their_language(
    store: Store, language: str, line: str, reason: str
) -> None:
    why = message("rulings.turn_spent", limit=5)
    said = await told(
        store, CallRuled("pages.read", "https://a.example/", "refuse", "turn", why), language
    )
    assert said.text == line
    assert said.data["reason"] == reason, "a program finds text, too"
    assert said.data["decision"] == "refuse", "what is a word of ours stays one for programs"


async def test_a_secret_among_the_facts_of_a_message_is_masked(store: Store) -> None:
    why = message("tools.broke", tool="x", kind="Authorization: Bearer sk-abcdefghijklmnop12345678")
    said = await told(store, SourceDropped("https://a.example/", why), "en")
    assert "abcdefghijklmnop" not in said.text
    assert "abcdefghijklmnop" not in str(said.data)


def test_a_row_of_an_older_version_is_shown() -> None:
    """Its reasons are text; where its fields no longer fill the form, so is its line."""
    old = event(
        "SourceDropped", {"url": "https://a.example/", "reason": "too old"}, "Left out: too old"
    )
    assert worded(old, "zh-Hant").text == "排除 https://a.example/：too old"
    older = event("SourceDropped", {"page": "https://a.example/"}, "Left out: too old")
    assert worded(older, "zh-Hant").text == "Left out: too old"


def test_a_kind_of_event_nobody_knows_shows_its_facts() -> None:
    assert worded(event("PluginDid", {"what": "a thing"}), "en").text == "a thing"


@pytest.mark.parametrize("body", [[], ["x"], ["rulings.within", 3], "x", [7, {}], None])
def test_a_message_that_is_none_is_shown_and_breaks_nothing(body: JsonValue) -> None:
    odd: JsonValue = {"$": "said", "v": body}
    said = worded(event("Progress", {"what": odd, "done": 1, "total": None}), "en")
    assert said.text.endswith(": 1")


async def test_no_fact_can_forge_a_second_line(store: Store) -> None:
    said = await told(store, Progress("a\nb\u2028c\x1b[2J", 1), "en")
    assert "\n" not in said.text
    assert "\x1b" not in said.text


@pytest.mark.parametrize(
    ("turn", "names"),
    [
        ("r1/r2-con", ("第 2 回合 · 反方", "round 2 · con")),
        ("r1/r1-pro-again", ("第 1 回合 · 正方（補充）", "round 1 · pro again")),
        ("r1/site-2/item-3", ("site-2/item-3", "site-2/item-3")),
        ("chairman", ("主席", "chairman")),
        ("", ("", "")),
    ],
)
def test_a_turn_has_the_name_a_person_knows_it_by(turn: str, names: tuple[str, str]) -> None:
    one = event("RunResumed", {"by": "me"}, turn=turn)
    assert (worded(one, "zh-Hant").turn_name, worded(one, "en").turn_name) == names


def test_a_side_without_a_claim_is_said_to_have_none() -> None:
    spoke: dict[str, JsonValue] = {
        "side": "反方", "claims": [], "rebuttals": 0, "outside_calls": 3,
    }  # fmt: skip
    assert worded(event("Spoke", spoke), "zh-Hans").text == (
        "反方发言：无：没有证据支持这一方（反驳 0、查询 3 次）"
    )
    spoke["claims"] = ["甲", "乙"]
    assert worded(event("Spoke", spoke), "en").text == "反方: 甲 / 乙 (0 rebuttals, 3 calls)"


async def test_the_limits_and_the_engine_of_a_run_are_said_too(store: Store) -> None:
    run = Run("r1", "research", "問", status="running", created_at=NOW, budget=Budget())
    started = RunStarted("問", "extractive", describe_budget(run))
    assert (await told(store, started, "zh-Hans")).text == (
        "开始执行，引擎：摘录（无模型）；上限：200 次调用、400,000 词元、US$2.00、30 分钟"
    )


def test_why_a_page_was_left_out_is_told_in_the_language_of_the_reader() -> None:
    assert left_out_in("zh-Hant", "beyond_limit") == "超出本次讀取頁數"
    assert "甲報" in left_out_in("zh-Hant", "reprint:甲報")
    assert left_out("whatever was said") == "whatever was said"
    wall = message(
        "tools.unkeepable", tool="pages.read", url="u", fault=message("tools.pages.login_wall")
    )
    assert left_out_in("zh-Hant", why_unread(wall)) == "是登入頁，讀不到內文"
    assert left_out_in("en", why_unread(wall)) == "a login page, whose text cannot be read"
