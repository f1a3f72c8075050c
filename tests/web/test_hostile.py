"""Strangers' words in every field of everything that is kept, and nowhere do they act.

Each string stands in every text field of each kind of record; every page of the desk is opened
once with all of them, in a real Chromium, and so is every exported file that a browser opens.
"""

import asyncio
import csv
import ctypes
import io
import json
import re
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from xml.etree import ElementTree as ET

import pytest
from fastapi.routing import APIRoute
from markdown_it import MarkdownIt

from rostra.assembly import House, open_house
from rostra.desks.collect.digest_forms import to_csv
from rostra.desks.collect.records import Digest
from rostra.records import Item, NewEvent, Progress, Run
from rostra.report.export import exported
from rostra.report.forms import forms_of
from rostra.settings import load_settings
from rostra.web.app import create_app
from rostra.web.serving import serving
from tests.report.test_forms import Tags
from tests.web.browsing import Watched, chromium
from tests.web.conftest import TOKEN
from tests.web.filling import NOW, filled
from tests.web.hostile import HANDLERS, HOSTILE
from tests.web.hostile_desk import (
    ALL,
    COLLECT,
    DEBATE,
    KINDS,
    RESEARCH,
    Known,
    documents,
    fill,
    reports,
)

pytestmark = pytest.mark.slow

_LINKS = "all => all.map(a => a.protocol).filter(p => !/^(https?|file):$/.test(p))"
_OPENED = "document.querySelectorAll('details').forEach(d => d.open = true)"


@asynccontextmanager
async def _served(data: Path) -> AsyncIterator[tuple[House, str]]:
    settings = load_settings({"data": str(data), "serve_tokens": {"amy": TOKEN}})
    async with open_house(settings) as house, serving(house, "127.0.0.1", 0) as address:
        yield house, address


def _asked(house: House, known: Known) -> Iterator[str]:
    """Every page and every answer of the API, read from the application itself: a page for each
    thing of its kind, and what takes words also with a stranger's.
    """
    ids = {
        "run_id": list(KINDS),
        "evidence_id": known.evidence,
        "artifact_id": known.artifacts,
        "name": [quote(one, safe="") for one in known.folders],
    }
    routers = [getattr(one, "original_router", None) for one in create_app(house).routes]
    for route in [one for router in routers if router for one in router.routes]:
        if "GET" not in (route.methods or ()) or route.path.startswith("/static/"):
            continue
        assert isinstance(route, APIRoute)
        places = [route.path]
        for name in route.param_convertors:
            places = [route.path.replace(f"{{{name}}}", one) for one in ids[name]]
        taken = [one for one in route.dependant.query_params if one.field_info.annotation is str]
        asked = urlencode({one.alias: HANDLERS[4] for one in taken})
        if route.path.startswith("/api/"):
            yield f"{places[0]}?{asked}"  # for each of its kind it is the same
        else:
            yield from places
            yield from [f"{places[0]}?{asked}"] if taken else []
    yield f"/{quote(HANDLERS[0])}"
    yield f"/memory?{urlencode({'q': 'script window hacked'})}"


async def test_on_no_page_do_strangers_words_act(tmp_path: Path) -> None:
    async with _served(tmp_path / "data") as (house, address), _watching(address) as watched:
        known = await fill(house)
        assert known.silent == []
        asked = list(_asked(house, known))
        assert len(asked) > 50
        for place in asked:
            look = _ask if place.startswith("/api/") else _look
            await look(watched, address.rstrip("/") + place)
        for run in (RESEARCH, DEBATE):
            await watched.open(f"{address}runs/{run}/report")
            await watched.page.locator(".report .mark").first.click()
            await watched.page.wait_for_selector("dialog[open] #passage-text")
            await watched.check()
        assert watched.faults == []


@asynccontextmanager
async def _watching(home: str) -> AsyncIterator[Watched]:
    async with chromium() as browser:
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        context = await browser.new_context(extra_http_headers=bearer)
        yield Watched(await context.new_page(), home)


async def _ask(watched: Watched, address: str) -> None:
    """An answer that no browser takes for a page, whatever stands in it."""
    answer = await watched.page.request.get(address)
    assert answer.status < 500, address
    assert answer.headers["x-content-type-options"] == "nosniff", address
    kind = answer.headers["content-type"].partition(";")[0]
    if "content-disposition" in answer.headers:  # a file to be saved
        name = r"attachment; filename=\"[\w.-]+\"(; filename\*=UTF-8''[\w.%-]+)?"
        assert re.fullmatch(name, answer.headers["content-disposition"]), address
    else:
        assert kind in ("application/json", "text/plain"), address


async def _look(watched: Watched, address: str) -> None:
    page = watched.page
    answer = await page.goto(address)
    assert answer.status < 500, address
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    if re.search("/runs/[a-z]+$", address):
        await page.wait_for_selector(".line")
    if await page.locator("[data-timeline]").count():
        await page.wait_for_selector(".drawing svg text", state="attached")
    if await page.locator("[data-graph]").count():
        await page.wait_for_selector("[data-drawn] svg text", state="attached")
    await page.evaluate(_OPENED)
    assert await page.eval_on_selector_all("a[href]", _LINKS) == [], address
    await watched.check()


@pytest.mark.parametrize("run", KINDS)
async def test_every_export_of_hostile_words_is_a_valid_file_in_which_none_acts(
    run: str, tmp_path: Path
) -> None:
    """Each form that a browser shows is opened in one as a reader does: from a folder, with no
    headers.
    """
    report = reports(documents([f"evidence:{n}" for n in range(len(HOSTILE))]))[run]
    made = Run(run, KINDS[run], ALL, "done", NOW)
    async with _watching("file:") as watched:
        for form in forms_of(Digest if run == COLLECT else None):
            content = exported(made, report, [], form)
            _check(form, content)
            if form not in ("pdf", "docx"):
                await _open_from_disk(watched, form, content, tmp_path)
        assert watched.faults == []


async def _open_from_disk(watched: Watched, form: str, content: bytes, folder: Path) -> None:
    if form == "md":
        content = _careless().render(content.decode()).encode()
    names = {"md": "md.html", "atom": "xml", "csv": "txt"}
    saved = folder / f"report.{names.get(form, form)}"
    saved.write_bytes(content)
    await watched.open(saved.as_uri())
    page = watched.page
    assert await page.eval_on_selector_all("a[href]", _LINKS) == []
    assert "window.hacked" in await page.evaluate("document.documentElement.textContent"), form


def _check(form: str, content: bytes) -> None:
    text = "" if form in ("pdf", "docx") else content.decode("utf-8")
    if form == "json":
        json.loads(text, parse_constant=pytest.fail)
    elif form == "atom":
        ET.fromstring(text)
    elif form == "docx":
        _check_word(content)
    elif form == "pdf":
        _check_pdf(content)
    elif form == "html":
        assert "<script" not in text.lower().replace("&lt;script", "")
    elif form == "md":
        _check_markdown(text)
    elif form == "csv":
        _check_csv(text)


def _check_word(content: bytes) -> None:
    """No macro, no field that fetches, no part from elsewhere; links lead to the web only."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert package.testzip() is None
        parts = {name: package.read(name) for name in package.namelist()}
    assert not [name for name in parts if not name.endswith((".xml", ".rels", ".jpeg"))]
    for name, part in parts.items():
        assert b"<!DOCTYPE" not in part
        for one in ET.fromstring(part).iter():
            tag = one.tag.rpartition("}")[2]
            if tag == "Relationship" and one.get("TargetMode") == "External":
                assert str(one.get("Type")).endswith("/hyperlink"), name
                assert str(one.get("Target")).startswith(("http://", "https://")), name
            if tag in ("instrText", "fldSimple"):
                assert (one.text or "").split()[:1] in ([], ["PAGE"], ["NUMPAGES"]), name


def _check_pdf(content: bytes) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    opened = pdfium.PdfDocument(content)
    shown = "".join("".join(p.get_textpage().get_text_range().split()) for p in opened)
    assert "<script>window.hacked=1</script>" in shown
    raw = pytest.importorskip("pypdfium2.raw")
    assert not raw.FPDFDoc_GetJavaScriptActionCount(opened.raw)
    assert not raw.FPDFDoc_GetAttachmentCount(opened.raw)
    assert not raw.FPDF_GetFormType(opened.raw)
    told = [where for page in opened for where in _leads(raw, opened.raw, page.raw)]
    assert all(where.startswith((b"http://", b"https://")) for where in told)


def _leads(raw: Any, document: Any, page: Any) -> Iterator[bytes]:
    """Where the links of a page lead, those within the file left out."""
    place, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, place, link):
        action = raw.FPDFLink_GetAction(link)
        kind = raw.FPDFAction_GetType(action)
        if kind == raw.PDFACTION_URI:
            room = ctypes.create_string_buffer(10_000)
            raw.FPDFAction_GetURIPath(document, action, room, len(room))
            yield room.value
        else:
            assert kind in (raw.PDFACTION_UNSUPPORTED, raw.PDFACTION_GOTO)


def _careless() -> MarkdownIt:
    """The most careless reader: one that takes tags for tags and any address for one."""
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    setattr(reader, "validateLink", lambda _: True)  # noqa: B010 - its type forbids it
    return reader


def _check_markdown(text: str) -> None:
    seen = Tags(_careless().render(text))
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
        log = [NewEvent(RESEARCH, f"k{n}", NOW, Progress("長" * 500, n)) for n in range(5_000)]
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
