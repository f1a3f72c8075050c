"""Strangers' words in every field of everything that is kept, and nowhere do they act.

Each string stands in every text field of each kind of record; every page of the desk is opened
once with all of them, in a real Chromium, and so is every exported file that a browser opens.
"""

import asyncio
import csv
import io
import json
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from fastapi.routing import APIRoute
from markdown_it import MarkdownIt

from rostra.assembly import House, open_house
from rostra.collect.digest_forms import to_csv
from rostra.collect.digest_text import to_markdown as digest_markdown
from rostra.collect.records import Digest
from rostra.records import Item, Question, Report, Run, Site, dumps
from rostra.records import events as payloads
from rostra.records.debate import DebateDocument
from rostra.records.library import LibraryFolder
from rostra.records.report import ReportDocument
from rostra.report import to_markdown
from rostra.report.debate_text import debate_markdown
from rostra.runs.exporting import DIGEST_FORMS, exported
from rostra.settings import load_settings
from rostra.store.interface import NewEvent
from rostra.web.app import create_app
from rostra.web.serving import serving
from tests.report.test_forms import Tags
from tests.web.browsing import Watched, chromium
from tests.web.conftest import TOKEN, add_evidence
from tests.web.filling import NOW, filled, merged
from tests.web.hostile import HANDLERS, HOSTILE, HUGE

pytestmark = pytest.mark.slow

RESEARCH, DEBATE, COLLECT = "a" * 32, "b" * 32, "c" * 32
KINDS = {RESEARCH: "research", DEBATE: "debate", COLLECT: "collect"}
ALL = " ".join(HOSTILE)


def _documents(evidence: list[str]) -> dict[str, Any]:
    """A report, a debate and a digest, each with every string in every field."""
    joined: dict[str, Any] = {"language": "en", "made_at": NOW}
    reports, debates, digests = [], [], []
    for n, text in enumerate(HOSTILE, 1):
        ids = {"evidence": (evidence[n - 1],), **joined}
        report = filled(ReportDocument, text, run=RESEARCH, number=n, cited=1, **ids)
        row = replace(report.sources[0], evidence=evidence[n - 1])
        reports.append(replace(report, sources=(row,)))
        same: dict[str, Any] = {"key": "pro", "side": "pro", "label": f"L{n}", "attacks": f"L{n}"}
        debate = filled(
            DebateDocument, text, run=DEBATE, number=n, agent="pro", decision="approve",
            name=text, ways=(), rounds=(), **same, **ids,
        )  # fmt: skip
        row = replace(debate.sources[0], evidence=evidence[n - 1])
        debates.append(replace(debate, sources=(row,)))
        same = {"evidence": evidence[n - 1], "rank": n, "id": f"item:{n}"}
        digests.append(filled(Digest, text, run=COLLECT, **same, **joined))
    return {
        RESEARCH: merged(reports, run=RESEARCH),
        DEBATE: merged(debates, run=DEBATE, parties=debates[0].parties),
        COLLECT: merged(digests, run=COLLECT),
    }


_MARKDOWN: dict[str, Any] = {
    RESEARCH: to_markdown,
    DEBATE: debate_markdown,
    COLLECT: digest_markdown,
}


def _reports(documents: dict[str, Any]) -> dict[str, Report]:
    return {
        run: Report(run, ALL, _MARKDOWN[run](one), dumps(one), NOW)
        for run, one in documents.items()
    }


async def _fill(house: House) -> list[str]:
    """A desk where nothing was written by a friend; the ids of its evidence."""
    store, evidence = house.store, []
    for n, text in enumerate(HOSTILE):
        kept = await add_evidence(
            house, f"{n} {text}", title=text, digest=text, url=text, publisher=text
        )
        evidence.append(kept.id)
        await store.put_site(filled(Site, text, name=f"{n} {text}", every="", world="", state="on"))
        await store.put_library_folder(filled(LibraryFolder, text, name=f"{n} {text}"))
    await store.put_items(
        [
            filled(Item, text, id=f"item:{n}", run=COLLECT, world="", rank=n, state="kept")
            for n, text in enumerate(HOSTILE)
        ]
    )
    for run, kind in KINDS.items():
        status: Any = "waiting" if run == DEBATE else "done"
        made: Any = {"kind": kind, "question": ALL, "error": ALL, "engine": ALL, "id": run}
        await store.create_run(Run(status=status, created_at=NOW, started_at=NOW, **made))
    for run, report in _reports(_documents(evidence)).items():
        await store.put_report(report)
        await store.append_events(
            [
                NewEvent(run, f"{n}{kind.__name__}", NOW, filled(kind, text))
                for n, text in enumerate(HOSTILE)
                for kind in _kinds_of_events()[n % 3 :: 3]
            ]
        )
    asked = Question("q", DEBATE, ALL + HUGE, HOSTILE, asked_at=NOW)
    await store.put_question(asked)
    return evidence


def _kinds_of_events() -> list[Any]:
    found = vars(payloads).values()
    return [one for one in found if isinstance(one, type) and hasattr(one, "is_decision")
            and one is not payloads.Payload]  # fmt: skip


@asynccontextmanager
async def _served(data: Path) -> AsyncIterator[tuple[House, str]]:
    settings = load_settings({"data": str(data), "serve_tokens": {"amy": TOKEN}})
    async with open_house(settings) as house, serving(house, "127.0.0.1", 0) as address:
        yield house, address


def _pages(house: House, evidence: list[str]) -> list[str]:
    """Every page there is, found in the application itself: a new one is tried by itself."""
    known = {
        "run_id": list(KINDS), "evidence_id": evidence[:2], "artifact_id": evidence[:2],
        "name": [], "item_id": ["item:1"],
    }  # fmt: skip
    found = []
    routers = [getattr(one, "original_router", None) for one in create_app(house).routes]
    for route in [one for router in routers if router for one in router.routes]:
        if not isinstance(route, APIRoute) or route.path.startswith(("/api/", "/static/")):
            continue
        if "GET" not in (route.methods or ()) or route.path.endswith("/doctor"):
            continue
        names = list(route.param_convertors)
        values = known[names[0]] if names else [""]
        found += [route.path.replace(f"{{{names[0]}}}", one) if names else route.path
                  for one in values]  # fmt: skip
    return found


async def test_on_no_page_and_in_no_file_do_strangers_words_act(tmp_path: Path) -> None:
    async with _served(tmp_path / "data") as (house, address), chromium() as browser:
        evidence = await _fill(house)
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        context = await browser.new_context(extra_http_headers=bearer)
        watched = Watched(await context.new_page(), address)
        page = watched.page
        pages = _pages(house, evidence)
        assert len(pages) > 10
        for path in (
            *pages,
            f"/?q={HANDLERS[0]}",
            f"/memory?text={HANDLERS[0]}",
            f"/{HANDLERS[0]}",
        ):
            await watched.open(address.rstrip("/") + path)
            if path.startswith("/runs/") and path.count("/") == 2:
                await page.wait_for_selector(".line")
            await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            links = "all => all.map(a => a.protocol).filter(p => !/^https?:$/.test(p))"
            assert await page.eval_on_selector_all("a[href]", links) == [], path
            await watched.check()
        assert watched.faults == []

        await watched.open(f"{address}runs/{RESEARCH}/report")
        await page.locator(".report .mark").first.click()
        await page.wait_for_selector("dialog[open] mark")
        await watched.check()
        for run in KINDS:
            asked = await page.request.get(f"{address}api/runs/{run}/export?format=html")
            assert asked.status == 200
            saved = tmp_path / f"{run}.html"
            saved.write_bytes(await asked.body())
            await watched.open(saved.as_uri())
            links = "all => all.map(a => a.protocol).filter(p => !/^(https?|file):$/.test(p))"
            assert await page.eval_on_selector_all("a[href]", links) == []
            assert "window.hacked" in await page.inner_text("main")
        assert watched.faults == []


def test_every_export_of_hostile_words_is_a_valid_file() -> None:
    evidence = [f"evidence:{n}" for n in range(len(HOSTILE))]
    documents = _documents(evidence)
    for run, report in _reports(documents).items():
        made = Run(run, KINDS[run], ALL, "done", NOW)  # type: ignore[arg-type]
        for form in DIGEST_FORMS if run == COLLECT else DIGEST_FORMS[:-2]:
            _check(form, exported(made, report, [], form))


def _check(form: str, content: bytes) -> None:
    text = "" if form in ("pdf", "docx") else content.decode("utf-8")
    if form == "json":
        json.loads(text, parse_constant=pytest.fail)
    elif form == "atom":
        ET.fromstring(text)
    elif form == "docx":
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            assert package.testzip() is None
            parts = {name: package.read(name) for name in package.namelist()}
        for part in parts.values():
            assert b"<!DOCTYPE" not in part
            ET.fromstring(part)
    elif form == "pdf":
        pdfium = pytest.importorskip("pypdfium2")
        opened = pdfium.PdfDocument(content)
        shown = "".join("".join(p.get_textpage().get_text_range().split()) for p in opened)
        assert "<script>window.hacked=1</script>" in shown
        assert b"/JavaScript" not in content
        assert b"/Launch" not in content
    elif form == "html":
        assert "<script" not in text.lower().replace("&lt;script", "")
    elif form == "md":
        _check_markdown(text)
    elif form == "csv":
        _check_csv(text)


def _check_markdown(text: str) -> None:
    """Shown by the most careless reader: one that takes tags for tags and any address for one."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    setattr(reader, "validateLink", lambda _: True)  # noqa: B010 - its type forbids it
    seen = Tags(reader.render(text))
    ours = "h1 h2 h3 p a ul ol li strong em code blockquote br table thead tbody tr th td hr"
    assert seen.names <= set(ours.split())
    assert seen.attributes <= {"href", "id", "start"}
    assert all(one.startswith(("http://", "https://", "#")) for one in seen.targets)


def _check_csv(text: str) -> None:
    cells = [cell for line in csv.reader(io.StringIO(text.lstrip("\ufeff"))) for cell in line]
    assert len(cells) > len(HOSTILE)
    wrong = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
    assert not [cell for cell in cells if cell.startswith(wrong)]


def test_a_spreadsheet_takes_no_cell_for_a_formula() -> None:
    _check_csv(to_csv([filled(Item, one) for one in HOSTILE]))


async def test_a_viewer_who_never_reads_holds_nobody_up(tmp_path: Path) -> None:
    """Its stream waits for it; others are answered, and the desk closes when it is told to."""
    settings = load_settings({"data": str(tmp_path)})
    async with open_house(settings) as house, serving(house, "127.0.0.1", 0) as address:
        await house.store.create_run(Run(RESEARCH, "research", "問", "running", NOW))
        log = [
            NewEvent(RESEARCH, f"k{n}", NOW, payloads.Progress("長" * 500, n)) for n in range(5_000)
        ]
        await house.store.append_events(log)
        host, _, port = address[7:-1].partition(":")
        ask = (
            f"GET /api/runs/{RESEARCH}/events HTTP/1.1\r\nHost: {host}\r\n"
            "Accept: text/event-stream\r\n\r\n"
        ).encode()
        silent = [await asyncio.open_connection(host, int(port), limit=1_024) for _ in range(10)]
        for _, writer in silent:
            writer.write(ask)
        for reader, _ in silent:
            assert b"200" in await reader.readline()
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /api/runs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        async with asyncio.timeout(30):
            assert b'"runs"' in await reader.read()
        writer.close()
    for _, one in silent:
        one.close()
