"""The pages as they leave the server: in three languages, and harmless whatever they show."""

import dataclasses
import re
from datetime import UTC, datetime, timedelta, timezone
from importlib import resources
from urllib.parse import quote

import pytest

from rostra.desks.debate.order import DebateOrder
from rostra.records import Budget, Question, Report, Site
from rostra.records.codec import dumps
from rostra.web.words import language_of
from rostra.words import LANGUAGES, Phrases, tell
from tests.report.test_paper import full_report
from tests.web.conftest import NOW, Served, add_evidence
from tests.web.hostile import HOSTILE

pytestmark = pytest.mark.slow


async def test_every_page_is_there_in_every_language(served: Served) -> None:
    await served.add_run(status="waiting", question="稅收如何？")
    await served.house.store.put_question(Question("q", "r1", "哪年？", ("今年",), asked_at=NOW))
    kept = await add_evidence(served.house, "稅收增加。")
    await served.add_run("r2", status="done")
    await served.house.store.put_report(Report("r2", "稅", "# 稅", "", NOW))
    paths = ("/", "/inbox", "/runs/r1", "/runs/r1/report", "/runs/r2/report",
             f"/evidence/{kept.id}", "/collect", "/memory", "/memory?q=稅收", f"/memory/{kept.id}",
             "/sources?q=x", "/metrics", "/library", "/settings", "/settings/doctor",
             "/login")  # fmt: skip
    for language in LANGUAGES:
        for path in paths:
            answer = await served.client.get(path, params={"lang": language})
            assert answer.status_code == 200, path
            assert f'<html lang="{language}">' in answer.text
            assert tell("pages.skip", language) in answer.text
    assert "哪年？" in (await served.client.get("/inbox")).text


def test_every_word_of_a_template_is_there() -> None:
    """And none hides behind a name that every table of words has."""
    words = Phrases("pages", "en")
    assert not [name for name in words if hasattr(words, name)]
    used = {
        name
        for file in (resources.files("rostra.web") / "templates").iterdir()
        for name in re.findall(r"\bw\.(\w+)\b(?!\()", file.read_text("utf-8"))
    }
    assert used <= {*words, "say", "form", "get", "language"}


async def test_a_report_and_its_sources_tell_one_time(served: Served) -> None:
    """A Chinese report read on an English page: all its times are those of the report."""
    taipei = timezone(timedelta(hours=8))
    made = datetime(2026, 11, 16, 10, tzinfo=taipei)
    row = dataclasses.replace(full_report().sources[0], expires_at=made + timedelta(days=3))
    document = dataclasses.replace(full_report(), made_at=made, sources=(row,))
    await served.add_run(status="done", kind="research")
    await served.house.store.put_report(
        Report("r1", "稅", "# 稅", dumps(document), made.astimezone(UTC))
    )
    page = (await served.client.get("/runs/r1/report", params={"lang": "en"})).text
    assert "Made 2026-11-16 10:00 UTC" in page
    assert "Holds until 2026-11-19 10:00 UTC" in page


async def test_a_run_is_told_in_the_readers_words(served: Served) -> None:
    """No unit, engine, name or time of ours stays English or raw."""
    ended = NOW + timedelta(seconds=15)
    budget = Budget(max_seconds=1800)
    await served.add_run(
        status="done", engine="extractive", budget=budget, started_at=NOW, ended_at=ended
    )
    await served.add_run("r2", kind="collect", question="sample", status="done")
    await served.add_run("r3", status="waiting")
    told = "第 1 次申請。\n\n目前已有的證據：\n\n・甲"
    await served.house.store.put_question(
        Question("q", "r3", told, ("approve",), asked_at=NOW, expires_at=ended)
    )
    run = (await served.client.get("/runs/r1", params={"lang": "zh-Hant"})).text
    for words in ("15 秒", "30 分鐘", "摘錄（無模型）", "US$0.00"):
        assert words in run
    assert "0.0000" not in run
    asked = (await served.client.get("/inbox")).text
    assert "逾 2026-11-16 16:00 UTC+8 視為駁回" in asked
    assert "<details" in asked[asked.index("第 1 次申請。") : asked.index("目前已有的證據")]
    home = (await served.client.get("/")).text
    assert ">範例世界</a>" in home
    lost = (await served.client.get("/runs/none")).text
    assert "找不到這次執行" in lost


async def test_the_language_once_chosen_is_kept(served: Served) -> None:
    await served.client.get("/", params={"lang": "zh-Hans"})
    assert '<html lang="zh-Hans">' in (await served.client.get("/")).text


@pytest.mark.parametrize(
    ("wanted", "accepted", "language"),
    [
        ("en", "zh-TW", "en"),
        ("", "zh-TW,zh;q=0.9", "zh-Hant"),
        ("", "zh-CN", "zh-Hans"),
        ("", "de, en-GB;q=0.4", "en"),
        ("xx", "", "zh-Hant"),
        ("", "<script>", "zh-Hant"),
    ],
)
def test_pages_speak_the_readers_language(wanted: str, accepted: str, language: str) -> None:
    assert language_of(wanted, accepted, "zh-Hant") == language


async def test_what_is_unknown_is_a_page_that_says_so(served: Served) -> None:
    for path in ("/runs/x", "/runs/x/report", "/evidence/x", "/nothing", "/runs/%3Cscript%3E"):
        answer = await served.client.get(path)
        assert answer.status_code == 404, path
        assert answer.headers["content-type"].startswith("text/html")
        assert "<script>" not in answer.text


async def test_strangers_words_are_text_on_every_page(served: Served) -> None:
    """No tag, no attribute and no link comes out of what somebody else wrote."""
    wrong = []
    for nth, hostile in enumerate(HOSTILE):
        asked = hostile.encode("utf-8", "replace").decode()
        run = f"h{nth}"
        await served.add_run(run, status="waiting", question=hostile, error=hostile)
        await served.house.store.put_question(
            Question(f"q{nth}", run, hostile, (hostile, "b"), asked_at=NOW)
        )
        await served.house.store.put_report(Report(run, hostile, hostile, "", NOW))
        kept = await add_evidence(
            served.house, f"{nth} {hostile}", title=hostile, digest=hostile, url=hostile
        )
        site = Site(hostile, "https://example.org/", NOW, sections=(hostile,))
        await served.house.store.put_site(site)
        paths = (f"/runs/{run}", f"/runs/{run}/report", f"/evidence/{kept.id}",
                 f"/memory/{kept.id}", "/memory")  # fmt: skip
        for path in paths:
            params = {"said": asked, "q": asked}
            text = (await served.client.get(path, params=params)).text
            if faults := _faults(text):
                wrong.append((path, hostile, faults))
    assert not wrong
    for path in ("/", "/inbox", "/collect", f"/sources?q={quote(HOSTILE[0])}"):
        assert not _faults((await served.client.get(path)).text), path


def _faults(html: str) -> list[str]:
    tags = re.findall(r"<[a-zA-Z][^>]*>", html)
    scripts = [tag for tag in tags if re.match(r"<(script|iframe|object|embed|svg|img|base)", tag)]
    ours = r'<script src="/static/\w+\.js" defer>'
    handlers = [tag for tag in tags if re.search(r"\son\w+\s*=", re.sub(r'"[^"]*"', '""', tag))]
    links = re.findall(r'(?:href|src|action)="([^"]*)"', html)
    bad = [one for one in links if not re.match(r"/|\?|#|https?://", one)]
    return [tag for tag in scripts if not re.fullmatch(ours, tag)] + handlers + bad


async def test_the_first_page_offers_what_an_order_allows(served: Served) -> None:
    """Limits and choices are the order's own, and every choice is named in the page's language."""
    fields = {one.name: one for one in DebateOrder.fields("page")}
    low, high = fields["rounds"].hint.low, fields["rounds"].hint.high
    assert fields["chair"].hint.choices is not None
    for language in LANGUAGES:
        page = (await served.client.get(f"/?lang={language}")).text

        assert f'name="rounds" min="{low}" max="{high}" value="{fields["rounds"].default}"' in page
        for one in fields["chair"].hint.choices():
            assert f'<option value="{one}">{tell(f"pages.chair_{one}", language)}</option>' in page
