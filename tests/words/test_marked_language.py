"""Every page and report in a language whose every form is marked: nothing unmarked is shown."""

import io
import re
import zipfile
from pathlib import Path

import pytest

from rostra.report.export import exported
from rostra.words import add_languages, speech
from tests.web import hostile_desk
from tests.web.conftest import Serve
from tests.words.pseudo import MARKED, make_language, plain, said, seen_in, unmarked

pytestmark = pytest.mark.slow

# Codes that pages and reports are known to say here.
ENOUGH = 400
SIGNS = ("甲事", "乙事", "丙事", "丁事", "戊事")
# Names of sides as an order takes them, of settings and of packages.
NAMES = {
    "/": {"con", "neutral", "pro"},
    "/settings": {"data", "serve", "tokens"},
    "/settings/doctor": {"python", "rostra"},
}


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_added", dict(speech._added))
    add_languages(make_language(tmp_path / "words"))
    monkeypatch.delenv("ROSTRA_SEARCH_KEYLESS")  # nothing is searched here, and its name is shown
    monkeypatch.setattr(hostile_desk, "HOSTILE", SIGNS)
    monkeypatch.setattr(hostile_desk, "ALL", "甲事 乙事")
    monkeypatch.setattr(hostile_desk, "HUGE", "")
    monkeypatch.setattr(hostile_desk, "_SIDE", "己方")
    monkeypatch.setattr(hostile_desk, "LANGUAGE", MARKED)


@pytest.mark.usefixtures("marked")
async def test_nothing_unmarked_is_on_a_screen_or_in_a_report(serve: Serve) -> None:
    found: dict[str, set[str]] = {}
    heard: set[str] = set()

    def hear(where: str, text: str) -> None:
        heard.update(said(text))
        if words := unmarked(text) - NAMES.get(where, set()):
            found[where] = words

    async with serve() as served:
        known = await hostile_desk.fill(served.house)
        for path in paths(known):
            answer = await served.client.get(path, params={"lang": MARKED})
            assert answer.status_code in (200, 404), path
            # Who publishes is a name; the table of publishers holds little else.
            end = "<tbody" if path.startswith("/sources") else "</html"
            hear(path, seen_in(answer.text.partition(end)[0]))
        for run_id in hostile_desk.KINDS:
            run = await served.house.store.get_run(run_id)
            report = await served.house.store.get_report(run_id)
            assert run is not None
            assert report is not None
            for form in ("md", "html", "docx"):
                made = exported(run, report, (), form)
                hear(f"{run.kind}.{form}", _as_text(made, form))
    faults = [f"{where}: {' '.join(sorted(words))}" for where, words in found.items()]
    assert not faults, "\n".join(faults)
    assert len(heard) > ENOUGH


def paths(known: hostile_desk.Known) -> list[str]:
    runs = [
        f"/runs/{run}{part}"
        for run in hostile_desk.KINDS
        for part in ("", "/report", "/graph", "/timeline")
    ]
    return [
        "/", "/inbox", "/collect", "/memory", "/memory?q=甲事", "/metrics", "/sources?q=甲",
        "/settings", "/settings/doctor", "/login", "/nowhere", "/runs/none", *runs,
        *(f"/evidence/{one}" for one in known.evidence),
        *(f"/memory/{one}" for one in known.artifacts),
    ]  # fmt: skip


def _as_text(made: bytes, form: str) -> str:
    if form == "md":
        return plain(made.decode())
    if form == "html":
        return seen_in(made.decode())
    with zipfile.ZipFile(io.BytesIO(made)) as parts:
        document = parts.read("word/document.xml").decode()
    return plain(re.sub(r"</w:t>\s*<", "<", document))
