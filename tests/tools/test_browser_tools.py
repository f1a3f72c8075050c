"""The browser tools on the one path, with real pages, the sample world and Chromium."""

from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import rostra_sample as sample
from rostra.errors import MissingExtra
from rostra.events import EventLog, worded
from rostra.governance import CallBudget, EmptyChair
from rostra.pages import Browser, Client, Refusal, Renderer
from rostra.pages.chromium import find_browser
from rostra.records import JsonValue, Ruling, Run, ToolCall, ToolResult
from rostra.rules import shipped_book
from rostra.steps import InlineStep, Step
from rostra.store import Store, open_store
from rostra.tools import Registry, Tool, ToolPath
from rostra.tools.browser import OnRefused, browser_tools
from rostra.tools.neighbours import NoMemory
from rostra_testing import LocalSite, Page

NOW = datetime(2026, 2, 1, 9, tzinfo=UTC)
HOST = "www.city.example"
WORDS = "水利署說明，今年一月降雨較往年增加，主要水庫蓄水率已回升至八成，春季供水無虞。" * 6
ARTICLE = (
    "<html><head><title>水庫蓄水回升 - 城市日報</title></head><body><h1>水庫蓄水回升</h1>"
    f"<p>發布日期：2026-01-20</p><p>{WORDS}</p><a href='/more'>更多消息</a></body></html>"
)


class Yes:
    """A chair that approves everything, so that the tools themselves are seen."""

    async def rule(self, tool: Tool, call: ToolCall, step: Step) -> Ruling:
        return Ruling.approve("chairman", "go on")


class Caps:
    async def max_calls(self, run_id: str) -> int | None:
        return None

    async def max_cost(self, run_id: str) -> int | None:
        return None


@pytest.fixture
def site() -> Iterator[LocalSite]:
    with LocalSite({"/a": ARTICLE}) as running:
        yield running


@pytest.fixture
async def client(site: LocalSite) -> AsyncIterator[Client]:
    place = {HOST: ("127.0.0.1", site.port)}
    async with Client(allow=[f"http://{HOST}"], hosts=place) as running:
        yield running


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = open_store(tmp_path)
    await opened.create_run(Run("r1", "debate", "q", "running", NOW))
    yield opened
    await opened.close()


def path(
    store: Store,
    client: Client,
    browser: Renderer | None = None,
    *,
    chair: Yes | EmptyChair | None = None,
    on_refused: OnRefused | None = None,
) -> ToolPath:
    registry = Registry()

    async def discovered() -> list[str]:
        return await store.discovered("r1")

    tools = browser_tools(
        client,
        shipped_book(),
        lambda: date(2026, 2, 1),
        browser,
        discovered=discovered,
        on_refused=on_refused,
    )
    for tool in tools:
        registry.register(tool)
    return ToolPath(
        registry=registry,
        store=store,
        events=EventLog(store),
        clock=lambda: NOW,
        ladder=NoMemory(),
        budget=CallBudget(store, Caps()),
        gates=(),
        ruler=chair or Yes(),
    )


async def ask(desk: ToolPath, tool: str, **args: JsonValue) -> ToolResult:
    given = {"justification": "The filings do not name the reservoir's level.", **args}
    (result,) = await desk.call([ToolCall("c1", tool, given, "")], InlineStep("r1"))
    return result


async def test_browsing_gives_text_title_date_and_links(store: Store, client: Client) -> None:
    result = await ask(path(store, client), "browser.browse", url=f"http://{HOST}/a")

    assert result.ok, result.reason
    assert "蓄水率" in result.text
    assert len(result.text) <= 800
    assert isinstance(result.data, Mapping)
    assert (result.data["title"], result.data["published"]) == ("水庫蓄水回升", "2026-01-20")
    assert result.data["links"] == [{"url": f"http://{HOST}/more", "text": "更多消息"}]


async def test_the_source_of_a_page_is_kept_whole_and_told_in_short(
    store: Store, client: Client
) -> None:
    result = await ask(path(store, client), "browser.page_source", url=f"http://{HOST}/a")

    assert result.ok, result.reason
    evidence = await store.get_evidence(result.evidence[0])
    assert evidence is not None
    assert await store.get_content(evidence.raw) == ARTICLE.encode()
    assert isinstance(result.data, Mapping)
    assert result.data["bytes"] == len(ARTICLE.encode())
    assert len(result.text) <= 800


@pytest.mark.parametrize("name", ["browser.browse", "browser.page_source"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_leads_to_what_this_run_discovered_and_nowhere_else(
    store: Store, client: Client, site: LocalSite, name: str, status: int
) -> None:
    target = f"http://{HOST}/a"
    site["/moved"] = Page.redirect(target, status)
    desk = path(store, client)

    before = await ask(desk, name, url=f"http://{HOST}/moved")
    await store.note_discovered("r1", [target])
    after = await ask(desk, name, url=f"http://{HOST}/moved")

    assert (before.code, target in str(before.reason)) == ("address-refused", True)
    assert after.ok, after.reason
    (told,) = [event for event in await store.events_after("r1") if event.name == "ToolFailed"]
    assert target in worded(told, "en").text


@pytest.mark.parametrize("name", ["browser.browse", "browser.page_source"])
async def test_without_a_reason_or_a_chair_nothing_is_opened(
    store: Store, client: Client, site: LocalSite, name: str
) -> None:
    desk = path(store, client, chair=EmptyChair())
    call = ToolCall("c1", name, {"url": f"http://{HOST}/a"}, "")
    (unjustified,) = await desk.call([call], InlineStep("r1"))
    unapproved = await ask(desk, name, url=f"http://{HOST}/a")

    assert (unjustified.code, unapproved.code) == ("refused:schema", "refused:nobody")
    assert site.requests == []


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<form>會員登入 帳號 <input> 密碼 <input> 忘記密碼？</form><p>請先登入</p>", "login page"),
        ("<h1>抱歉</h1><p>您要找的頁面不存在或已被移除。</p>", "error page"),
        ("", "empty"),
    ],
)
async def test_what_is_no_content_is_no_evidence(
    store: Store, client: Client, site: LocalSite, body: str, kind: str
) -> None:
    site["/wall"] = body
    for name in ("browser.browse", "browser.page_source"):
        result = await ask(path(store, client), name, url=f"http://{HOST}/wall")
        assert not result.ok
        assert kind in str(result.reason)
    assert await store.evidence_of_run("r1") == []


async def test_a_list_page_is_read_by_what_is_seen_on_it(
    store: Store, client: Client, site: LocalSite
) -> None:
    rows = "".join(f"<li><a href='/n/{n}'>第{n}則公告：道路施工</a></li>" for n in range(9))
    site["/list"] = f"<title>公告</title><ul>{rows}</ul>"
    result = await ask(path(store, client), "browser.page_source", url=f"http://{HOST}/list")

    assert result.ok, result.reason
    assert isinstance(result.data, Mapping)
    assert len(result.data["links"]) == 9  # type: ignore[arg-type]


async def test_an_address_that_is_refused_is_named_to_the_agent(
    store: Store, client: Client, site: LocalSite
) -> None:
    site["/away"] = Page.redirect("http://169.254.169.254/latest")
    result = await ask(path(store, client), "browser.browse", url=f"http://{HOST}/away")

    assert result.code == "address-refused"
    assert "169.254.169.254" in str(result.reason)


@pytest.mark.slow
async def test_a_page_of_scripts_is_read_and_what_it_tried_is_told(
    store: Store, client: Client, site: LocalSite
) -> None:
    try:
        find_browser()
    except MissingExtra as missing:
        pytest.skip(str(missing))
    site["/app"] = (
        f"<div id=root></div><script>root.innerHTML='<p>{WORDS}</p>';"
        "fetch('http://169.254.169.254/latest')</script>"
    )
    told: list[tuple[str, Refusal]] = []

    async def tell(tool: str, refusal: Refusal) -> None:
        told.append((tool, refusal))

    async with Browser(client) as browser:
        desk = path(store, client, browser, on_refused=tell)
        result = await ask(desk, "browser.browse", url=f"http://{HOST}/app")

    assert result.ok, result.reason
    assert "蓄水率" in result.text
    assert [(tool, one.address) for tool, one in told] == [
        ("browser.browse", "http://169.254.169.254/latest")
    ]


@pytest.mark.slow
async def test_the_sample_world_reads_the_same_with_and_without_a_browser(tmp_path: Path) -> None:
    try:
        find_browser()
    except MissingExtra as missing:
        pytest.skip(str(missing))
    from rostra.pages import links, understand

    with sample.SampleServer(port=0) as server:
        allow = [f"http://{host}:80" for host in server.hosts]
        async with Client(allow=allow, hosts=server.hosts) as client, Browser(client) as browser:
            for host in list(server.hosts)[:3]:
                home = f"http://{host}/"
                plain = await client.fetch(home)
                shown = understand(await browser.render(home))
                assert shown.links == links(plain.body, home)
                assert shown.title == understand(plain).title
