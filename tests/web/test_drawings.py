"""The drawn pages in a real Chromium: seen, zoomed, walked by keyboard, and never obeyed by."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from rostra.assembly import House, open_house
from rostra.records import (
    Item,
    NewEvent,
    Payload,
    Report,
    Run,
    SectionMark,
    SiteState,
    ToolCalled,
    ToolFailed,
    dumps,
)
from rostra.records.artifacts import Origin, make_claim
from rostra.records.debate import Clash, DebateDocument, Speech, Verdict
from rostra.records.report import SourceRow
from rostra.report.export import document_of
from rostra.settings import load_settings
from rostra.web.serving import serving
from tests.report.test_graph import claim, debate
from tests.saying import cited, rebutted
from tests.web.browsing import AXE, Watched, barriers, chromium
from tests.web.conftest import NOW, add_evidence
from tests.web.hostile import HOSTILE as EVERY_ATTACK

HOSTILE = EVERY_ATTACK[::4]  # a graph of all of them would be shown folded
pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

PHONE = {"width": 390, "height": 800}
WIDE = {"width": 1440, "height": 900}
DEBATE, HUGE, RUNNING = "d" * 32, "b" * 32, "c" * 32
OUTSIDE = ".main-lanes .span.tool:not(.memory):not(.failed) rect"
_SEEN = "document.querySelector('svg.graph').getBoundingClientRect().width"
FOCUSED = "document.activeElement.dataset.id"


@dataclass
class Gallery:
    address: str
    browser: Any
    house: House
    claim: str = ""

    @asynccontextmanager
    async def viewer(self, **options: Any) -> AsyncIterator[Watched]:
        made = {"locale": "zh-TW", "viewport": WIDE, **options}
        context = await self.browser.new_context(**made)
        watched = Watched(await context.new_page(), self.address)
        try:
            yield watched
            await watched.check()
            assert watched.faults == []
        finally:
            await context.close()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def gallery(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Gallery]:
    settings = load_settings({"data": str(tmp_path_factory.mktemp("gallery"))})
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(settings))
        address = await stack.enter_async_context(serving(house, "127.0.0.1", 0))
        browser = await stack.enter_async_context(chromium())
        made = Gallery(address, browser, house)
        await _hang(made)
        yield made


async def _hang(gallery: Gallery) -> None:
    house = gallery.house
    pieces = [
        await add_evidence(house, f"{n} {hostile}", title=hostile, url=f"https://a.example/{n}")
        for n, hostile in enumerate(HOSTILE)
    ]
    rows = tuple(
        SourceRow(n, one.id, one.title, one.url, one.title, 2, "news", None, NOW, None, 1)
        for n, one in enumerate(pieces, 1)
    )
    ids = [one.id for one in pieces]
    foe = cited("減幅只有9.8%", (ids[3],))
    claims = (
        claim("pro-1.1", evidence=ids[:2]),
        claim("con-1.1", evidence=ids[2:3], status="contradicted", sources=1, against=(foe,)),
        *(claim(f"neutral-2.{n}", evidence=[one], sources=1) for n, one in enumerate(ids[3:])),
    )
    said = (Speech("con", 2, rebuttals=(rebutted("pro-1.1", HOSTILE[0], (ids[5],)),)),)
    await _publish(house, DEBATE, claims, sources=rows, statements=said)
    many = tuple(claim(f"pro-1.{n}", evidence=ids[n % 30 : n % 30 + 2]) for n in range(450))
    await _publish(house, HUGE, many, sources=rows, clashes=_clashes(many))
    sides: Any = {"sides": ["環團=against", "商會=for"]}
    going = Run(RUNNING, "debate", "進行中", "running", house.clock(), options=sides)
    await house.store.create_run(going)
    told: list[Payload] = [
        ToolCalled("search.web", HOSTILE[1], "tool", None, 900.0),
        ToolCalled("browser.browse", HOSTILE[2], "round", ids[0], 3.0),
        ToolFailed("pages.read", "x", "outside", HOSTILE[3], 250.0),
    ]
    await house.store.append_events(
        [
            NewEvent(DEBATE, f"k{n}", NOW + timedelta(seconds=n), one, "pro")
            for n, one in enumerate(told)
        ]
    )
    kept = make_claim("減少14.2%", pieces[:2], Origin(DEBATE, "verifier"), NOW)
    await house.store.put_artifact(kept)
    gallery.claim = kept.id
    await house.store.mark_recheck(ids[:3], "expired", at=NOW)
    items = [
        Item(
            f"i{n}",
            "甲",
            HOSTILE[0],
            f"https://a.example/{n}",
            hostile,
            "news",
            "last",
            house.clock(),
        )
        for n, hostile in enumerate(HOSTILE)
    ]
    await house.store.put_items(items)
    mark = SectionMark(HOSTILE[4], "https://a.example/", (20, 21, 20, 1))
    await house.store.put_site_state(SiteState("甲", "last", house.clock(), sections=(mark,)))
    house.meter.count("asked", 4)
    house.meter.count("hit.round", 3)
    house.meter.count("outside", 1)
    house.meter.time("outside-call", 40.0)
    await house.meter.flush()


def _clashes(claims: tuple[Any, ...]) -> tuple[Clash, ...]:
    labels = [one.said.label for one in claims]
    return tuple(Clash(f"爭點 {n}", tuple(labels[n::9]), is_contested=n == 0) for n in range(9))


async def _publish(house: House, run_id: str, claims: tuple[Any, ...], **more: Any) -> None:
    run = Run(
        run_id,
        "debate",
        HOSTILE[4],
        "done",
        NOW,
        started_at=NOW,
        ended_at=NOW + timedelta(seconds=9),
    )
    await house.store.create_run(run)
    labels = tuple(one.said.label for one in claims)
    made = {
        "verdict": Verdict("for", "medium", (cited("證據較重。"),), labels[:1]),
        "clashes": (Clash("車流", labels[:2], True), Clash("", labels[2:], False)),
        **more,
    }
    document = replace(debate(claims), run=run_id, **made)
    await house.store.put_report(Report(run_id, "題", "# 題", dumps(document), NOW))


async def test_who_sees_only_the_graph_can_say_what_decided_and_what_is_contested(
    gallery: Gallery,
) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{DEBATE}/graph")
        await page.wait_for_selector("[data-drawn]")

        words = await page.inner_text(".in-words")
        decided, _, rest = words.partition("有爭議的主張")
        contested, _, weak = rest.partition("需要留意")
        assert "說 pro-1.1" in decided
        assert "con-1.1" not in decided
        assert "減幅只有9.8%" in contested
        assert "說 con-1.1" in contested
        assert "只有一個獨立來源" in weak
        assert "支持" in await page.inner_text(".verdict-line")

        # The same by shape and word, not by colour alone.
        assert await page.locator(".node.decisive .tag-text", has_text="★ 決定性").count() == 1
        assert await page.locator(".node.contradicted .tag-text", has_text="≠").count() == 1
        assert await page.locator(".node.counterclaim path.box").count() == 1
        assert await page.locator(".tie.contradicts").count() == 1
        drawn = await page.locator(".node.claim").count()
        assert drawn == await page.locator("details.fold tbody tr").count() == 2 + len(HOSTILE) - 3


async def test_every_node_is_reached_by_keys_and_opens_its_text_source_and_log(
    gallery: Gallery,
) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{DEBATE}/graph")
        await page.wait_for_selector("[data-drawn]")
        assert await page.locator("svg.graph [tabindex='0']").count() == 1
        await page.focus("svg.graph [tabindex='0']")
        assert await page.evaluate(FOCUSED) == "answer"
        await page.keyboard.press("ArrowLeft")
        assert await page.evaluate(FOCUSED) == "c1"
        seen = {"c1"}
        for _ in range(200):
            await page.keyboard.press("ArrowDown")
            seen.add(await page.evaluate(FOCUSED))
        column = await page.eval_on_selector_all(
            ".node.claim, .node.counterclaim, .node.rebuttal", "all => all.map(n => n.dataset.id)"
        )
        assert seen == set(column)

        await page.click(".node[data-id=c1]")
        assert "說 pro-1.1" in await page.inner_text(".details")
        await page.keyboard.press("ArrowLeft")
        ground = await page.evaluate(FOCUSED)
        assert ground.startswith("e")
        await page.keyboard.press("Enter")
        links = await page.eval_on_selector_all(".details a", "all => all.map(a => a.pathname)")
        assert links[0].startswith("/evidence/")
        assert links[-1] in (links[0], f"/runs/{DEBATE}")

        shown = await page.locator(".node.evidence").count()
        await page.focus(".node[data-id=c2]")
        await page.keyboard.press("Space")
        assert await page.locator(".node.evidence").count() < shown
        assert await page.evaluate(FOCUSED) == "c2"
        await page.click("[data-act=unfold]")
        assert await page.locator(".node.evidence").count() == shown


async def test_a_graph_is_zoomed_by_wheel_buttons_and_keys(gallery: Gallery) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{DEBATE}/graph")
        await page.wait_for_selector("[data-drawn]")

        async def width() -> float:
            return float(await page.evaluate(_SEEN))

        before = await width()
        await page.click("[data-act=zoom-in]")
        await page.wait_for_function(f"() => {_SEEN} > {before}")
        larger = await width()
        await page.hover(".port")
        await page.keyboard.down("Control")
        await page.mouse.wheel(0, 300)
        await page.keyboard.up("Control")
        await page.wait_for_function(f"() => {_SEEN} < {larger}")
        wheeled = await width()
        await page.focus("svg.graph [tabindex='0']")
        await page.keyboard.press("+")
        await page.wait_for_function(f"() => {_SEEN} > {wheeled}")


async def test_a_graph_of_five_hundred_nodes_begins_folded_and_a_zoom_lays_none_of_it_out_again(
    gallery: Gallery,
) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{HUGE}/graph")
        await page.wait_for_selector("[data-drawn]")
        folded = await page.locator(".node").count()
        await page.click("[data-act=unfold]")
        assert await page.locator(".node").count() > folded > 450

        before = await page.evaluate(_SEEN)
        await gallery.browser.start_tracing(page=page, categories=["devtools.timeline"])
        widths = await page.evaluate(_ZOOMS)
        traced = json.loads(await gallery.browser.stop_tracing())["traceEvents"]
        assert [round(one / before, 2) for one in widths] == [0.94, 0.89, 0.84, 0.79]
        layouts = [
            one["args"]["beginData"]["dirtyObjects"]
            for one in traced
            if one["name"] == "Layout" and "beginData" in one.get("args", {})
        ]
        assert layouts
        assert max(layouts) < 50


# Four steps of a zoom that does not come to rest, and how wide the graph is seen after each.
_ZOOMS = f"""async () => {{
  window.setTimeout = () => 0;
  const port = document.querySelector(".port");
  const turn = {{ ctrlKey: true, deltaY: 30, bubbles: true, cancelable: true }};
  const frame = () => new Promise(requestAnimationFrame);
  const seen = [];
  for (let n = 0; n < 4; n += 1) {{
    port.dispatchEvent(new WheelEvent("wheel", turn));
    await frame();
    await frame();
    seen.push({_SEEN});
  }}
  return seen;
}}"""


async def test_a_graph_is_pinched_about_the_fingers_and_dragged_by_one(gallery: Gallery) -> None:
    async with gallery.viewer(viewport=PHONE, has_touch=True, is_mobile=True) as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{DEBATE}/graph")
        await page.wait_for_selector("[data-drawn]")
        await page.locator(".port").scroll_into_view_if_needed()
        port = await page.locator(".port").bounding_box()
        x, y = port["x"] + port["width"] / 2, port["y"] + port["height"] / 2
        wire = await page.context.new_cdp_session(page)
        before, page_before = await page.evaluate(_SEEN), await page.evaluate(_PAGE_SCALE)
        under = await page.evaluate(_UNDER, [x, y])
        await _touch(wire, *([(x - apart, y), (x + apart, y)] for apart in range(30, 65, 5)))
        await page.wait_for_function(f"() => {_SEEN} > {before * 1.9}")
        assert await page.evaluate(_SEEN) == pytest.approx(before * 2, rel=0.02)
        assert await page.evaluate(_UNDER, [x, y]) == pytest.approx(under, abs=4)
        assert await page.evaluate(_PAGE_SCALE) == page_before

        scrolled = await page.evaluate("document.querySelector('.port').scrollTop")
        await _touch(wire, *([(x, y - up)] for up in range(0, 110, 10)))
        await page.wait_for_function(
            "was => document.querySelector('.port').scrollTop > was + 50", arg=scrolled
        )
        assert await page.evaluate(_SEEN) == pytest.approx(before * 2, rel=0.02)


async def test_a_timeline_is_pinched_and_dragged_too(gallery: Gallery) -> None:
    async with gallery.viewer(viewport=PHONE, has_touch=True, is_mobile=True) as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{DEBATE}/timeline")
        await page.wait_for_selector("[data-drawn] .span.tool")
        lanes = page.locator("svg.main-lanes")
        await lanes.scroll_into_view_if_needed()
        box = await lanes.bounding_box()
        x, y = box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2
        wire = await page.context.new_cdp_session(page)
        whole, _ = await page.evaluate(_WINDOW)

        await _touch(wire, *([(x - apart, y), (x + apart, y)] for apart in range(30, 65, 5)))
        await page.wait_for_function(f"() => {_WINDOW}[0] < {whole * 0.6}")
        part, left = await page.evaluate(_WINDOW)
        assert part == pytest.approx(whole / 2, rel=0.05)
        await _touch(wire, *([(x + across, y)] for across in range(0, 70, 10)))
        await page.wait_for_function(f"() => {_WINDOW}[1] < {left - 5}")
        assert (await page.evaluate(_WINDOW))[0] == pytest.approx(part, rel=0.01)


async def _touch(wire: Any, *steps: list[tuple[float, float]]) -> None:
    """Put fingers down, move them step by step, and lift them."""
    kinds = ["touchStart", *("touchMove" for _ in steps[1:]), "touchEnd"]
    for kind, points in zip(kinds, [*steps, []], strict=True):
        at = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        await wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


# How wide the stretch is that a timeline shows, and where it begins, on the strip below it.
_WINDOW = """["width", "x"].map((name) =>
  Number(document.querySelector("svg.overview .window").getAttribute(name)))"""
_PAGE_SCALE = "visualViewport.scale"
# The place of the picture, in its own measure, that lies at a point of the window.
_UNDER = """([x, y]) => {
  const box = document.querySelector("svg.graph").getBoundingClientRect();
  const scale = Number(document.querySelector("svg.graph").dataset.scale);
  return [(x - box.left) / scale, (y - box.top) / scale];
}"""


_LAWS = """(graphs) => graphs.map(({ graph, folded }) => {
  const once = layoutGraph(structuredClone(graph), new Set(folded));
  const again = layoutGraph(structuredClone(graph), new Set(folded));
  const boxes = [...once.boxes.values()];
  const wrong = [];
  const across = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w;
  const along = (a, b) => a.y < b.y + b.h && b.y < a.y + a.h;
  for (const [at, a] of boxes.entries()) for (const b of boxes.slice(at + 1))
    if (across(a, b) && along(a, b)) wrong.push([a.id, b.id]);
  const flat = (layout) => JSON.stringify([...layout.boxes.values()]);
  const claims = boxes.filter((box) => box.kind === "claim").map((box) => box.id);
  const inside = boxes.every((box) => box.x >= 0 && box.y >= 0
    && box.x + box.w <= once.width && box.y + box.h <= once.height);
  return { wrong, same: flat(once) === flat(again), claims, inside };
})"""


async def test_whatever_the_graph_no_box_lies_on_another_and_the_picture_is_always_the_same(
    gallery: Gallery,
) -> None:
    graphs = [_some_graph(random.Random(seed)) for seed in range(60)]
    async with gallery.viewer() as reader:
        await reader.open(f"{gallery.address}runs/{DEBATE}/graph")
        await reader.page.wait_for_selector("[data-drawn]")
        told = await reader.page.evaluate(_LAWS, graphs)
        lines = await reader.page.evaluate(
            "text => [4, 5, 6, 7, 8].flatMap((ems) => wrap(text, ems, 99))",
            "年減3.1%，「同期」（全市）增；商家，說。",
        )
        assert not [one for one in lines if one[0] in "，；。」）" or one[-1] in "「（"]
    for given, found in zip(graphs, told, strict=True):
        assert (found["wrong"], found["same"], found["inside"]) == ([], True, True)
        made = [node["id"] for node in given["graph"]["nodes"] if node["kind"] == "claim"]
        assert sorted(found["claims"]) == sorted(made)


def _some_graph(chance: random.Random) -> dict[str, Any]:
    """Any graph at all: texts of all lengths, evidence of all claims or of none."""
    grounds = [f"e{n}" for n in range(chance.randrange(0, 25))]
    claims = [f"c{n}" for n in range(chance.randrange(0, 40))]
    groups = chance.randrange(0, 5)

    def text() -> str:
        return "".join(chance.choices("稅車 abcW，。", k=chance.randrange(0, 120)))

    place = [*range(groups), None]
    nodes: list[dict[str, Any]] = [{"id": "answer", "kind": "answer", "text": text(), "signs": []}]
    nodes += [{"id": "p0", "kind": "publisher", "text": text(), "signs": []}]
    nodes += [{"id": one, "kind": "evidence", "text": text(), "signs": []} for one in grounds]
    nodes += [
        {"id": one, "kind": "claim", "text": text(), "group": chance.choice(place),
         "signs": chance.sample(["decisive", "single_source", "unverified"], chance.randrange(3))}
        for one in claims
    ]  # fmt: skip
    links = [{"source": "p0", "kind": "published", "target": one} for one in grounds]
    for one in claims:
        some = chance.sample(grounds, min(len(grounds), chance.randrange(4)))
        links += [{"source": ground, "kind": "supports", "target": one} for ground in some]
        if chance.random() < 0.3:
            nodes.append({"id": f"{one}x", "kind": "counterclaim", "text": text(), "signs": []})
            links.append({"source": f"{one}x", "kind": "contradicts", "target": one})
        if chance.random() < 0.3:
            links.append({"source": one, "kind": "decides", "target": "answer"})
    made = {"nodes": nodes, "links": links, "groups": [{"name": text()}] * groups}
    return {"graph": made, "folded": chance.sample(claims, len(claims) // 3)}


async def test_a_timeline_is_zoomed_brushed_and_leads_to_the_line_in_the_log(
    gallery: Gallery,
) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{DEBATE}/timeline")
        await page.wait_for_selector("[data-drawn] .span.tool")
        assert await page.locator(".main-lanes .span.tool.memory").count() == 1
        assert await page.locator(".main-lanes .span.tool.failed").count() == 1
        assert await page.locator("details.fold tbody tr").count() == 3
        call = page.locator(OUTSIDE)
        before = float(await call.get_attribute("width") or 0)
        await page.click("[data-act=zoom-in]")
        await page.wait_for_function(
            "([call, was]) => +document.querySelector(call)?.getAttribute('width') !== was",
            arg=[OUTSIDE, before],
        )
        await page.click("[data-act=fit]")
        strip = await page.locator("svg.overview").bounding_box()
        await page.mouse.move(strip["x"] + 5, strip["y"] + 20)
        await page.mouse.down()
        await page.mouse.move(strip["x"] + strip["width"] / 3, strip["y"] + 20, steps=4)
        await page.mouse.up()
        window = page.locator("svg.overview .window")
        await page.wait_for_function(
            "() => +document.querySelector('svg.overview .window').getAttribute('width') < 900"
        )
        assert float(await window.get_attribute("width") or 0) < strip["width"] / 2

        await page.click("[data-act=fit]")
        await page.locator(".main-lanes .span.tool").first.focus()
        await page.keyboard.press("Enter")
        await page.click(".details a")
        await page.wait_for_selector(".line.pointed details[open] .detail")
        assert page.url.endswith("#event-1")


async def test_a_run_that_goes_on_is_drawn_as_it_goes_in_the_desks_time_by_the_names_of_its_sides(
    gallery: Gallery,
) -> None:
    async with gallery.viewer(timezone_id="America/New_York") as reader:
        page = reader.page
        await reader.open(f"{gallery.address}runs/{RUNNING}/graph")
        assert await page.locator(".empty").count() == 1
        await reader.open(f"{gallery.address}runs/{RUNNING}/timeline")
        await page.wait_for_selector("[data-drawn]")
        told = ToolCalled("search.web", "新的", "tool", None, 20.0)
        # It began 20 ms before it was told: both in one second.
        at = gallery.house.clock().replace(microsecond=500_000)
        await gallery.house.store.append_events([NewEvent(RUNNING, "k", at, told, "side1")])
        await page.wait_for_selector(".main-lanes .span.tool")
        assert "環團" in await page.locator(".lane-name").all_text_contents()
        await page.locator(".main-lanes .span.tool").click()
        shown = await page.inner_text(".details")
        assert shown.startswith("環團")

        await page.reload()
        row = page.locator("details.fold tbody tr", has_text="新的").locator("td")
        clock, lane = (await row.all_text_contents())[:2]
        assert lane == "環團"
        assert clock in shown
        await reader.open(f"{gallery.address}runs/{RUNNING}")
        await page.wait_for_selector(f"time:text-is('{clock}')")


async def test_doubts_are_picked_together_and_rechecked_in_one_run(gallery: Gallery) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}memory")
        assert await page.is_disabled("[data-picking] button")
        await page.check("[data-all]")
        boxes = await page.locator("input[name=artifacts]").count()
        assert f"已選 {boxes} 項" in await page.inner_text("[data-picked]")
        await page.uncheck("input[name=artifacts] >> nth=0")
        await page.click("[data-picking] button")
        await page.wait_for_url("**/runs/*")
        run = await gallery.house.store.get_run(page.url.rpartition("/")[2])
        assert run is not None
        assert run.kind == "revalidate"
        assert len(run.options["artifacts"]) == boxes - 1  # type: ignore[arg-type]


async def test_what_a_fact_rests_on_is_drawn_and_leads_on(gallery: Gallery) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}memory/{gallery.claim}")
        await page.wait_for_selector("[data-drawn]")
        assert await page.locator("svg.graph .node.evidence").count() == 2
        await page.locator("svg.graph .node.evidence").first.click()
        href = await page.get_attribute(".details a", "href")
        assert href is not None
        assert href.startswith("/memory/evidence%3A")


async def test_charts_show_what_the_desk_counted_with_the_numbers_beside_them(
    gallery: Gallery,
) -> None:
    async with gallery.viewer() as reader:
        page = reader.page
        await reader.open(f"{gallery.address}metrics?days=7")
        first = page.locator("figure.chart").first
        assert await first.locator("rect.bar").count() == 2
        cells = await first.locator("tbody tr").first.locator("td").all_text_contents()
        assert cells == ["3", "0", "0", "0", "1"]
        await first.locator(".column").last.hover()
        assert "3" in await page.inner_text(".chart-tip")
        await reader.open(f"{gallery.address}collect")
        assert await page.locator("figure.chart rect.bar").count() == 1
        assert "平常約 20 條" in await page.inner_text(".note")


async def test_no_drawing_keeps_anybody_out(gallery: Gallery) -> None:
    """Light and dark, wide and narrow: no serious barrier, nothing to scroll sideways for."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed; scripts/install.sh dev fetches it")
    paths = (
        f"runs/{DEBATE}/graph", f"runs/{DEBATE}/timeline", f"runs/{RUNNING}/graph",
        "metrics?days=7", "collect", "memory", f"memory/{gallery.claim}",
    )  # fmt: skip
    wrong = []
    for scheme, size in (("light", WIDE), ("dark", PHONE)):
        async with gallery.viewer(color_scheme=scheme, viewport=size) as reader:
            for path in paths:
                await reader.open(gallery.address + path)
                await reader.page.wait_for_load_state("networkidle")
                await reader.page.evaluate(
                    "document.querySelectorAll('details').forEach(d => d.open = true)"
                )
                wrong += [(scheme, path, *one) for one in await barriers(reader.page)]
                width = await reader.page.evaluate("document.documentElement.scrollWidth")
                if width > size["width"]:
                    wrong.append((scheme, path, "too wide", width))
    assert not wrong


@pytest.mark.proof
async def test_the_sample_debate_is_told_by_its_graph_page_alone(gallery: Gallery) -> None:
    """What the report holds decisive and contested is on the page, in words and in the picture."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rostra", "debate", "--sample", "--no-input", "--quiet",
        "--data", str(gallery.house.settings.data), stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert await process.wait() == 0
    run, *_ = await gallery.house.store.list_runs(kind="debate", limit=1)
    kept = await gallery.house.store.get_report(run.id)
    document = document_of(kept) if kept else None
    assert isinstance(document, DebateDocument)
    texts = {one.said.label: one.said.text for one in document.claims}
    async with gallery.viewer() as reader:
        await reader.open(f"{gallery.address}runs/{run.id}/graph")
        await reader.page.wait_for_selector("[data-drawn]")
        decided, _, rest = (await reader.page.inner_text(".in-words")).partition("有爭議的主張")
        told = [texts[label] for label in document.verdict.decisive]
        if not told:
            partial = {one.key for one in document.parties if one.stance != "neutral"}
            argued = [one for one in document.claims if one.side in partial]
            told = [max(argued, key=lambda one: one.weight).said.text]
        assert [text for text in told if text not in decided] == []
        for one in document.claims:
            assert one.status != "contradicted" or one.said.text in rest
        marked = reader.page.locator("svg.graph .node.decisive")
        assert await marked.count() == len(document.verdict.decisive)
