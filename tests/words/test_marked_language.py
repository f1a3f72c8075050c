"""Every page, report, stream and command in a language whose every form is marked.

Nothing unmarked is shown, and what no walk has said is listed.
"""

import io
import json
import re
import zipfile
from collections.abc import Collection
from pathlib import Path

import pytest

from rostra.models.endpoint import OFFERS
from rostra.report.export import exported
from rostra.tools.search import ENGINES
from rostra.words import codes, speech
from tests.report.test_paper import pdf_text
from tests.web import hostile_desk
from tests.web.conftest import Serve, Served
from tests.words.commanding import hear_commands, hear_help, speaker
from tests.words.pseudo import MARKED, plain, said, seen_in, unmarked
from tests.words.test_marked_messages import line_of, messages_in_code
from tests.words.walking import documents, faults, words_of_tables

pytestmark = pytest.mark.slow

MANY_LINES = 50
# The share of all codes that may stay unheard: what models are told, scripts fill in, and pages say
# of a desk that is empty or ill.
MOST_UNSAID = 0.2
SERVICES = [*ENGINES, *(one.label for one in OFFERS.values())]
# Names of sides as an order takes them, of settings, services and packages.
NAMES = {
    "/": {"con", "neutral", "pro"},
    "/settings": {"data", "serve", "tokens", *re.findall(r"[A-Za-z]+", " ".join(SERVICES))},
    "/settings/doctor": {"python", "rostra"},
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every code that is put into words, in whatever language and whether a line is cut or not."""
    told: set[str] = set()
    tell = speech._compiled

    def compiled(code: str, language: str) -> object:
        told.add(code)
        return tell(code, language)

    compiled.cache_clear = tell.cache_clear  # type: ignore[attr-defined]
    monkeypatch.setattr(speech, "_compiled", compiled)
    return told


class Heard:
    """What was said, and where something was that no form says."""

    def __init__(self) -> None:
        self.codes: set[str] = set()
        self.faults: list[str] = []

    def __call__(self, where: str, text: str, names: Collection[str] = ()) -> None:
        self.codes |= said(text)
        if words := unmarked(text, may_be_cut=bool(names)) - NAMES.get(where, set()) - set(names):
            self.faults.append(f"{where}: {' '.join(sorted(words))}")


async def test_nothing_unmarked_is_shown_or_told_and_what_nobody_says_is_listed(
    serve: Serve, marked: Path, tmp_path: Path, asked: set[str]
) -> None:
    hear = Heard()
    async with serve() as served:
        await _hear_pages(served, hostile_desk.Known([], [], []), hear)
        known = await hostile_desk.fill(served.house)
        await _hear_pages(served, known, hear)
        await _hear_streams(served, hear)
        await _hear_reports(served, hear)
    speaks = speaker(tmp_path, marked)
    await hear_help(speaks, hear)
    ends = await hear_commands(speaks, hear)
    for code in messages_in_code():
        hear(code, line_of(code))
    for where, text in (*documents(), *faults(), *words_of_tables()):
        hear(where, text)

    assert not hear.faults, "\n".join(hear.faults)
    assert ends >= {0, 1, 2, 3}
    never = sorted(codes() - hear.codes - asked)
    assert len(never) < MOST_UNSAID * len(codes()), f"nobody said these {len(never)}: {never}"


async def _hear_pages(served: Served, known: hostile_desk.Known, hear: Heard) -> None:
    for path in paths(known):
        answer = await served.client.get(path, params={"lang": MARKED})
        assert answer.status_code in (200, 404), path
        # Who publishes is a name; the table of publishers holds little else.
        end = "<tbody" if path.startswith("/sources") else "</html"
        hear(path, seen_in(answer.text.partition(end)[0]))


async def _hear_streams(served: Served, hear: Heard) -> None:
    """The log of a run as a browser follows it; in its data stand words for programs, too."""
    for run_id in (hostile_desk.RESEARCH, hostile_desk.COLLECT):
        address = f"/api/runs/{run_id}/events"
        sse = {"Accept": "text/event-stream"}
        answer = await served.client.get(address, params={"lang": MARKED}, headers=sse)
        rows = [json.loads(line[6:]) for line in answer.text.splitlines() if line[:6] == "data: "]
        told = [row[name] for row in rows for name in ("text", "turn_name") if name in row]
        assert len(told) > MANY_LINES
        hear(address, "\n".join(told))


async def _hear_reports(served: Served, hear: Heard) -> None:
    for run_id in hostile_desk.KINDS:
        run = await served.house.store.get_run(run_id)
        report = await served.house.store.get_report(run_id)
        assert run is not None
        assert report is not None
        for form in ("md", "html", "docx", "pdf"):
            hear(f"{run.kind}.{form}", _as_text(exported(run, report, (), form), form))


def paths(known: hostile_desk.Known) -> list[str]:
    runs = [
        f"/runs/{run}{part}"
        for run in hostile_desk.KINDS
        for part in ("", "/report", "/graph", "/timeline")
    ]
    return [
        "/", "/inbox", "/check", "/collect", "/library", "/setup", "/memory", "/memory?q=甲事",
        "/memory?q=無此事", "/memory/stale", "/metrics",
        "/sources?q=甲", "/settings", "/settings/doctor", "/login", "/nowhere", "/runs/none", *runs,
        *(f"/evidence/{one}" for one in known.evidence),
        *(f"/memory/{one}" for one in known.artifacts),
    ]  # fmt: skip


def _as_text(made: bytes, form: str) -> str:
    if form == "md":
        return plain(made.decode())
    if form == "html":
        return seen_in(made.decode())
    if form == "pdf":
        return pdf_text(made)
    with zipfile.ZipFile(io.BytesIO(made)) as parts:
        document = parts.read("word/document.xml").decode()
    return plain(re.sub(r"</w:t>\s*<", "<", document))
