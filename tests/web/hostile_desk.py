"""A desk where nothing was written by a friend, and proof that no field of it was left out.

Which records there are is read from the code: what the store takes, what a report is made from,
what the log tells. A kind or a field that is added tomorrow has to carry strangers' words too.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, get_type_hints

from rostra.assembly import House
from rostra.desks.collect.records import Digest
from rostra.records import (
    Approval,
    Evidence,
    Item,
    LedgerEntry,
    LibraryFile,
    LibraryFolder,
    LibraryPart,
    NewEvent,
    Piece,
    Question,
    Report,
    Ruled,
    Run,
    Site,
    SiteState,
    dumps,
)
from rostra.records.artifacts import Artifact, Claim, Link
from rostra.records.collecting import SectionMark
from rostra.records.debate import DebateDocument
from rostra.records.report import ReportDocument
from rostra.report.export import document_of
from rostra.rules.sources import Publisher, own_book_file, with_publisher
from rostra.store import Document, Store
from tests.events.test_saying import every_payload
from tests.report.shown import as_markdown
from tests.web.filling import NOW, filled, holds_text, merged, records_in
from tests.web.hostile import HOSTILE, HUGE

RESEARCH, DEBATE, COLLECT, TURN = "a" * 32, "b" * 32, "c" * 32, "d" * 32
KINDS = {RESEARCH: "research", DEBATE: "debate", COLLECT: "collect"}
ALL = " ".join(HOSTILE)
ENOUGH = 80
# What its reports are written in.
LANGUAGE = "en"
# A side is named by whoever orders the debate; no = may be in its name.
_SIDE = "<script>Object.assign(window,{hacked:1})</script>"

# What joins records to each other: made by code, checked where it is read, and never a sentence.
JOINS = frozenset(
    (
        "id", "run", "parent", "key", "side", "attacks", "evidence", "claims", "claim",
        "world", "inputs_hash", "outputs_hash", "supersedes", "source", "target", "position",
        "place", "question_id",
    )
)  # fmt: skip
# Fields whose text is a hash, a type, a schedule or one of a few words of ours.
OURS = frozenset(
    (
        (Evidence, "raw"), (Evidence, "text"), (Evidence, "media_type"), (Site, "every"),
        (Item, "state"), (Report, "data"), (Document, "kind"),
    )
)  # fmt: skip


def kinds_of_events() -> list[Any]:
    return sorted(every_payload(), key=lambda one: str(one.__name__))


def every_kind() -> set[type]:
    """Each record that is kept: what the store's methods take, and all that is inside of it."""
    taken: set[type] = {NewEvent, *kinds_of_events(), *records_in(get_type_hints(document_of))}
    for name in vars(Store):
        if callable(method := getattr(Store, name)) and not name.startswith("_"):
            hints = get_type_hints(method)
            taken |= records_in({key: one for key, one in hints.items() if key != "return"})
    return taken


class Noted:
    """A store that notes what is said in which field of what it is given."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.said: dict[tuple[type, str], list[str]] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._store, name)

        @wraps(method)
        async def noted(*args: Any, **more: Any) -> Any:
            self.note([*args, *more.values()])
            return await method(*args, **more)

        return noted

    def note(self, value: object) -> None:
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            for field in dataclasses.fields(value):
                inside = getattr(value, field.name)
                self.said.setdefault((type(value), field.name), []).extend(_texts(inside))
                self.note(inside)
        elif isinstance(value, dict):
            self.note([*value.values()])
        elif isinstance(value, Iterable) and not isinstance(value, str | bytes):
            for one in value:
                self.note(one)

    def silent(self) -> list[str]:
        """Fields that strangers could write and that say less than enough of their words."""
        found = []
        for kind in every_kind():
            hints = get_type_hints(kind)
            for field in dataclasses.fields(kind):
                if field.name in JOINS or (kind, field.name) in OURS:
                    continue
                said = "\n".join(self.said.get((kind, field.name), ()))
                if holds_text(hints[field.name]) and sum(one in said for one in HOSTILE) < ENOUGH:
                    found.append(f"{kind.__name__}.{field.name}")
        return sorted(found)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def documents(evidence: list[str]) -> dict[str, Any]:
    """A report, a debate and a digest, each with every string in every field."""
    joined: dict[str, Any] = {"language": LANGUAGE, "made_at": NOW}
    reports, debates, digests = [], [], []
    for n, text in enumerate(HOSTILE, 1):
        cites: dict[str, Any] = {"evidence": evidence[n - 1], "number": n, **joined}
        report = filled(ReportDocument, text, run=RESEARCH, id=f"s{n}", **cites)
        reports.append(report)
        same: dict[str, Any] = {"key": "pro", "side": "pro", "id": f"L{n}", "attacks": f"L{n}"}
        # A field called claims holds claims in the document, and in a clash what they are named by.
        debate = filled(DebateDocument, text, run=DEBATE, claims=(f"L{n}",), **same, **cites)
        said = filled(DebateDocument, text, run=DEBATE, **same, **cites).claims
        debates.append(replace(debate, claims=said))
        same = {"evidence": evidence[n - 1], "rank": n, "id": f"item:{n}"}
        digests.append(filled(Digest, text, run=COLLECT, **same, **joined))
    # One that speaks is named in every row; the other may have a name of any length.
    parties = (debates[0].parties[0], replace(debates[0].parties[0], key="con", name=ALL))
    return {
        RESEARCH: merged(reports, run=RESEARCH),
        DEBATE: merged(debates, run=DEBATE, parties=parties),
        COLLECT: merged(digests, run=COLLECT),
    }


def reports(made: dict[str, Any]) -> dict[str, Report]:
    return {run: Report(run, ALL, as_markdown(one), dumps(one), NOW) for run, one in made.items()}


@dataclasses.dataclass(frozen=True)
class Known:
    """What can be asked for by its id, and which fields nobody filled."""

    evidence: list[str]
    artifacts: list[str]
    silent: list[str]
    folders: list[str] = dataclasses.field(default_factory=list)


async def fill(house: House) -> Known:
    store = Noted(house.store)
    evidence = [await _evidence(store, n, text) for n, text in enumerate(HOSTILE)]
    artifacts = await _memory(store, evidence)
    await _sites(store)
    folders = await _library(store)
    await _runs(store)
    made = documents(evidence)
    store.note(list(made.values()))
    for n, (run, report) in enumerate(reports(made).items()):
        await store.put_report(report)
        await store.add_links([Link(f"report:{run}", "cites", one) for one in evidence])
        await store.append_events(_log(run, n))
    await store.put_report(Report(TURN, ALL, ALL, "", NOW))  # one that is only its text
    await store.put_approval(filled(Approval, ALL))
    await store.index_documents([filled(Document, ALL)])
    _book(own_book_file(house.settings.source_book, house.settings.data))
    return Known(evidence[:2], artifacts, store.silent(), folders)


async def _evidence(store: Noted, n: int, text: str) -> str:
    kept = await store.put_content(f"{n} {text}".encode("utf-8", "replace"), "text/plain")
    same = {"raw": kept, "text": kept, "media_type": "text/plain", "world": "", "supersedes": None}
    one = filled(Evidence, text, id=f"evidence:{n}", run=RESEARCH, inputs_hash=kept, **same)
    await store.put_evidence(one, searchable_text=text)
    return one.id


async def _memory(store: Noted, evidence: list[str]) -> list[str]:
    """One of each kind that says it all, a doubt on each, and one that was forgotten."""
    fixed: dict[str, Any] = {"evidence": tuple(evidence[:3]), "run": RESEARCH, "world": ""}
    fixed |= {"supersedes": None, "claims": (), "claim": ""}
    made: list[Any] = []
    for kind in sorted(records_in(Artifact), key=lambda one: one.__name__):
        if "inputs_hash" not in {one.name for one in dataclasses.fields(kind)}:
            continue  # a part of one
        name = f"{kind.__name__.lower()}:1"
        made.append(filled(kind, ALL, id=name, inputs_hash=name, outputs_hash=name, **fixed))
        await store.put_artifact(made[-1])
        fixed["claims"] = tuple(one.id for one in made if isinstance(one, Claim))
    await store.mark_recheck([one.id for one in made], ALL, at=NOW)
    await store.forget(evidence[3], ALL, at=NOW)
    return [*(one.id for one in made), evidence[0], evidence[3]]


async def _sites(store: Noted) -> None:
    for n, text in enumerate(HOSTILE):
        name = f"{n} {text}"
        await store.put_site(filled(Site, text, name=name, every="", world=""))
        # One section of each looks rebuilt, so that the page speaks of it.
        mark = filled(SectionMark, text, rows=(20, 20, 1))
        state = filled(SiteState, text, site=name, run=COLLECT, world="", sections=(mark,))
        await store.put_site_state(state)
    fixed: dict[str, Any] = {"run": COLLECT, "world": "", "state": "kept"}
    await store.put_items(
        [
            filled(Item, one, id=f"item:{n}", evidence="", listing=one, rank=n, **fixed)
            for n, one in enumerate(HOSTILE)
        ]
    )


async def _library(store: Noted) -> list[str]:
    """Two of the folders, whose names can stand in an address."""
    names = []
    for n, text in enumerate(HOSTILE):
        folder = filled(LibraryFolder, text, name=f"{n} {text}")
        await store.put_library_folder(folder)
        file = filled(LibraryFile, text, folder=folder.name)
        await store.put_library_file(file, [filled(LibraryPart, text)])
        names += [folder.name] if "/" not in text and "<" in text else []
    return names[:2]


async def _runs(store: Noted) -> None:
    for run, kind in (*KINDS.items(), (TURN, "debate")):
        status: Any = "waiting" if run == DEBATE else "done"
        fixed: dict[str, Any] = {"id": run, "kind": kind, "status": status}
        fixed["parent"] = DEBATE if run == TURN else None
        made = filled(Run, ALL, **fixed)
        sides: Any = {"sides": ["pro", f"{_SIDE}=against"]}
        await store.create_run(replace(made, options={**made.options, **sides}))
        await store.put_ledger(filled(LedgerEntry, ALL, run=run, position="1"))
        await store.put_ruling(filled(Ruled, ALL, run=run, place="1"))
        await store.hold(ALL, [filled(Piece, ALL, run=run, limit=9)])
        await store.note_discovered(run, HOSTILE)
    asked: dict[str, Any] = {"run": DEBATE, "expires_at": None, "text": ALL + HUGE}
    answered: dict[str, Any] = {"answer": None, "answered_by": None, "answered_at": None}
    for number, fixed in enumerate((answered, {})):
        question = filled(Question, ALL, id=f"q{number}", **asked | fixed)
        await store.put_question(replace(question, options=HOSTILE))
    await store.answer_question("q1", HOSTILE[0], by=ALL, at=NOW)
    await store.ask_to_stop(DEBATE, by=ALL)


def _log(run: str, shift: int) -> list[NewEvent]:
    """A third of the kinds for each string, other ones in each run."""
    return [
        NewEvent(run, f"{n}{kind.__name__}", NOW, filled(kind, text), turn=text)
        for n, text in enumerate(HOSTILE)
        for kind in kinds_of_events()[(n + shift) % 3 :: 3]
    ]


def _book(file: Path) -> None:
    """Publishers by the names that somebody gave them; only what can be printed is taken."""
    names = [f"{n} {text}" for n, text in enumerate(HOSTILE) if text.isprintable()]
    rows = [filled(Publisher, name, domains=(), type="news") for name in names]
    file.write_text("\n".join(with_publisher("", row) for row in rows), "utf-8")
