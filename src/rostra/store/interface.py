"""What every store can do, whichever database stands behind it.

Every method is one transaction. Writes carry their own key, so doing one twice (a step repeated
after a crash) changes nothing the second time. Any text at all may be stored and searched for.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from rostra.records import (
    Approval,
    Event,
    Evidence,
    Item,
    LedgerEntry,
    LibraryFile,
    LibraryFolder,
    LibraryHit,
    LibraryPart,
    Payload,
    Piece,
    Question,
    Report,
    Ruled,
    Run,
    RunKind,
    RunStatus,
    Site,
    SiteState,
    record,
)
from rostra.records.artifacts import Artifact, Kept, Link, Mark


@record
class Hit:
    """A document found by text; a higher `score` is a better match."""

    id: str
    kind: str
    score: float


@record
class Document:
    """What full-text search may find: `id` is unique within `kind`."""

    id: str
    kind: str
    title: str
    text: str


@record
class Doubt:
    """Something that needs another look; `kept` is None for a report."""

    id: str
    mark: Mark
    kept: Kept | None = None
    resting: int = 0


@record
class MemoryCounts:
    """How much of a type is there, and in which state."""

    type: str
    kept: int
    expired: int
    in_doubt: int
    forgotten: int


class EventDraft(Protocol):
    """An event about to be written. `key` is unique in its run: a repeated write is ignored."""

    @property
    def run(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def at(self) -> datetime: ...
    @property
    def payload(self) -> Payload: ...
    @property
    def turn(self) -> str | None: ...


@record
class NewEvent:
    """An `EventDraft`, ready-made."""

    run: str
    key: str
    at: datetime
    payload: Payload
    turn: str | None = None


class Store(Protocol):
    # -- raw contents: by the sha256 of their bytes, compressed, stored once ------------------
    async def put_content(self, data: bytes, media_type: str) -> str: ...
    async def get_content(self, sha256: str) -> bytes | None: ...

    # -- evidence -----------------------------------------------------------------------------
    async def put_evidence(self, evidence: Evidence, *, searchable_text: str = "") -> Evidence:
        """Keep evidence; on an equal `inputs_hash` return what was kept first.

        Fetched again later and unchanged, it holds for longer. Another state of the same document
        supersedes the one before, and what rests on that needs another look. Forgotten is refused.
        """
        ...

    async def get_evidence(self, evidence_id: str) -> Evidence | None: ...
    async def find_evidence(self, id_prefix: str, limit: int = 5) -> list[Evidence]:
        """By the start of the id, with or without the type in front of it."""
        ...

    async def evidence_of_run(self, run_id: str) -> list[Evidence]:
        """All that the run or a turn of it came upon, also what an earlier run kept first."""
        ...

    # -- artifacts: what was made of evidence, and what rests on what --------------------------
    async def put_artifact(self, artifact: Artifact, *, links: Sequence[Link] = ()) -> Kept:
        """Keep an artifact and its links; on an equal (type, inputs_hash) what was kept first.

        Refused when it rests on something that is not in this store.
        """
        ...

    async def get_artifact(self, artifact_id: str) -> Kept | None: ...
    async def get_artifacts(self, ids: Sequence[str]) -> list[Kept]:
        """Those that are there, in the order asked for."""
        ...

    async def find_artifacts(self, id_prefix: str, limit: int = 5) -> list[Kept]:
        """By the start of the id, with or without the type in front of it."""
        ...

    async def search_artifacts(
        self, query: str, *, types: Sequence[str] = (), limit: int = 10
    ) -> list[Kept]:
        """By text, best first, whatever state they are in; nothing that was forgotten."""
        ...

    async def add_links(self, links: Iterable[Link]) -> None: ...
    async def links_of(self, artifact_id: str) -> list[Link]:
        """From it and to it."""
        ...

    async def resting_on(self, artifact_id: str) -> list[str]:
        """All that rests on it, directly or through others; a report as `report:` and its run."""
        ...

    async def mark_recheck(self, ids: Sequence[str], why: str, *, at: datetime) -> list[str]:
        """Put them and all that rests on them in doubt; return what was not before."""
        ...

    async def mark_expired(self, now: datetime, *, world: str = "") -> list[str]:
        """Put in doubt evidence that is over, where something rests on it, and all that does."""
        ...

    async def confirm(
        self, ids: Sequence[str], *, verified_at: datetime, expires_at: datetime | None
    ) -> None:
        """Their source says the same again: doubt is lifted from them and what stands on them."""
        ...

    async def doubts(
        self, *, ids: Sequence[str] = (), world: str | None = None, limit: int = 50
    ) -> list[Doubt]:
        """What needs another look, longest first; what was replaced is history and left out."""
        ...

    async def marks(self, ids: Sequence[str]) -> dict[str, Mark]: ...
    async def due_rechecks(self, now: datetime, *, world: str = "", limit: int = 50) -> list[Kept]:
        """Evidence in doubt whose source should be asked again now, longest waiting first."""
        ...

    async def put_off_recheck(self, artifact_id: str, *, at: datetime) -> None:
        """Its source failed: try again in an hour, then in two, four, ... seven days."""
        ...

    async def forget(self, artifact_id: str, why: str, *, at: datetime) -> list[str] | None:
        """Let nothing rest on it any more; return what did, now in doubt. None when unknown."""
        ...

    async def remember(self, artifact_id: str, *, text: str, at: datetime) -> bool:
        """Take back a forgetting: it may be used and found by `text` again."""
        ...

    async def memory_counts(self, now: datetime) -> list[MemoryCounts]: ...

    # -- vectors: what an embedding model made of artifacts, to find them by --------------------
    async def put_vectors(self, model: str, vectors: Mapping[str, Sequence[float] | None]) -> None:
        """Keep a vector of length one for each artifact that is here, in place of one before.

        An empty one says that the artifact is kept back from this model, None that the model
        cannot read it: neither is tried again and again.
        """
        ...

    async def without_vector(
        self,
        model: str,
        *,
        types: Sequence[str],
        now: datetime,
        since: datetime | None = None,
        world: str = "",
        is_open: bool = False,
        limit: int = 50,
    ) -> list[Kept]:
        """What holds and has no vector of this model, newest first; what was kept back only
        where all is open to the model now.
        """
        ...

    async def nearest(
        self, model: str, vector: Sequence[float], *, world: str = "", limit: int = 10
    ) -> list[str]:
        """The ids of the artifacts nearest to a vector of the same model, nearest first."""
        ...

    async def vector_counts(self) -> dict[str, int]:
        """How many vectors of each model are kept."""
        ...

    # -- full text ----------------------------------------------------------------------------
    async def index_documents(self, documents: Iterable[Document]) -> None: ...
    async def remove_documents(self, kind: str, ids: Sequence[str]) -> None: ...
    async def search(self, query: str, *, kinds: Sequence[str] = (), limit: int = 10) -> list[Hit]:
        """Best first. Any query text is data: operators, quotes and NUL find nothing special."""
        ...

    # -- runs ---------------------------------------------------------------------------------
    async def create_run(self, run: Run) -> None: ...
    async def get_run(self, run_id: str) -> Run | None: ...
    async def find_runs(self, id_prefix: str, limit: int = 5) -> list[Run]:
        """The run with that id, or else those whose id begins so; turns by their whole id only."""
        ...

    async def list_runs(
        self,
        *,
        kind: RunKind | None = None,
        statuses: Sequence[RunStatus] = (),
        parent: str | None = None,
        text: str = "",
        limit: int = 50,
        before: datetime | None = None,
    ) -> list[Run]:
        """Newest first; without `parent` only runs that are not turns of another."""
        ...

    async def save_run(self, run: Run) -> Run:
        """Overwrite a run that exists and has not ended; an ended run is returned unchanged.

        `reopen_run` is the only way out of an ended state.
        """
        ...

    async def reopen_run(self, run_id: str) -> Run | None:
        """Put a failed, stopped or aborted run back to queued; None when it may not be."""
        ...

    async def delete_run(self, run_id: str) -> bool:
        """Remove a run, its turns, events, questions, ledger and report; evidence stays."""
        ...

    async def ask_to_stop(self, run_id: str, *, by: str, abort: bool = False) -> bool: ...
    async def stop_asked(self, run_id: str) -> str | None:
        """Return "stop", "abort" or None; a turn inherits what was asked of its parent."""
        ...

    # -- questions to a person ----------------------------------------------------------------
    async def put_question(self, question: Question) -> None: ...
    async def get_question(self, question_id: str) -> Question | None: ...
    async def open_questions(self, run_id: str | None = None) -> list[Question]:
        """What waits for a person, oldest first: of a run and its turns, or of all. Runs that
        have ended ask nothing any more.
        """
        ...

    async def answer_question(
        self, question_id: str, answer: str, *, by: str, at: datetime
    ) -> Question | None:
        """The first answer wins; return the question as it stands afterwards."""
        ...

    # -- limits -------------------------------------------------------------------------------
    async def reserve(self, run_id: str, purse: str, key: str, limit: int) -> bool:
        """Take one of `limit` from the run's purse; the same key takes it only once."""
        ...

    async def refund(self, run_id: str, purse: str, key: str) -> None:
        """Give back what the key took; nothing when it took nothing."""
        ...

    async def reserved(self, run_id: str, purse: str) -> int: ...
    async def hold(self, key: str, pieces: Sequence[Piece]) -> Piece | None:
        """Take every piece under this key, or none: then the piece that is too much is returned."""
        ...

    async def settle(
        self, key: str, pieces: Sequence[Piece], entry: LedgerEntry | None = None
    ) -> None:
        """Put what was really spent in place of what was held, and write the ledger with it."""
        ...

    async def release(self, key: str, pieces: Sequence[Piece]) -> None:
        """Give back whatever this key holds of the purses that the pieces name."""
        ...

    # -- gates: what was ruled, and which addresses a run has discovered ----------------------
    async def put_ruling(self, ruled: Ruled) -> None: ...
    async def rulings_of_run(self, run_id: str) -> list[Ruled]:
        """The rulings of the run and of all its turns, oldest first."""
        ...

    async def note_discovered(self, run_id: str, urls: Sequence[str]) -> None: ...
    async def is_discovered(self, run_id: str, url: str) -> bool: ...
    async def discovered(self, run_id: str) -> list[str]: ...

    # -- events, reports, ledger --------------------------------------------------------------
    async def append_events(self, events: Sequence[EventDraft]) -> list[Event]:
        """Number and keep events in order; return those that were new."""
        ...

    async def events_after(self, run_id: str, after: int = 0, limit: int = 500) -> list[Event]: ...
    async def first_event_id(self, run_id: str) -> int | None: ...
    async def last_event_id(self, run_id: str) -> int | None: ...
    async def put_report(self, report: Report) -> None: ...
    async def get_report(self, run_id: str) -> Report | None: ...
    async def put_ledger(self, entry: LedgerEntry) -> None: ...
    async def ledger_entry(self, run_id: str, position: str) -> LedgerEntry | None: ...
    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]:
        """The calls of the run and of all its turns, oldest first."""
        ...

    # -- memory: rounds, answers, counts ------------------------------------------------------
    async def current_round(self, run_id: str) -> int: ...
    async def note_in_round(
        self,
        run_id: str,
        kind: str,
        key: str,
        value: object,
        *,
        at: datetime,
        evidence: Sequence[str] = (),
    ) -> bool:
        """Keep a value in the run's present round, and list its evidence as met by the run.

        False, and nothing kept, when a piece of that evidence is not in this store.
        """
        ...

    async def round_note(self, run_id: str, kind: str, key: str) -> object | None: ...
    async def round_notes(self, run_id: str, kind: str) -> list[tuple[str, object]]: ...
    async def remove_round_note(self, run_id: str, kind: str, key: str) -> None: ...
    async def end_round(
        self, run_id: str, number: int, *, carry: Sequence[tuple[str, str]] = ()
    ) -> bool:
        """Clear the round and begin the next with the notes (kind, key) that are carried over.

        False, and nothing changed, when the run is not in that round.
        """
        ...

    async def put_answer(
        self, key: str, value: object, *, kept_at: datetime, expires_at: datetime
    ) -> None:
        """Keep the newest answer to a question, in place of the one before."""
        ...

    async def get_answer(self, key: str) -> object | None:
        """The answer as it was kept, also when its time is over."""
        ...

    async def remove_answer(self, key: str) -> None: ...
    async def sweep_memory(self, ended_before: datetime) -> None:
        """Let go of answers that ended before then, and of the rounds of finished runs."""
        ...

    async def desk_identity(self) -> tuple[str, str]:
        """The id of this desk and the secret it seals with; made at the first call."""
        ...

    async def add_to_meters(self, amounts: Mapping[tuple[str, str], int]) -> None:
        """Add to counts by (run, name); the empty run is the whole desk."""
        ...

    async def meters(self, run_id: str = "") -> dict[str, int]:
        """The counts of a run or of the whole desk, with `spent.tokens` and `spent.cost` (in
        billionths of a dollar) where anything was spent.
        """
        ...

    async def meters_of(self, names: Sequence[str]) -> dict[str, dict[str, int]]:
        """The same for many runs, or days (`day:` and the date), by name; only where there are."""
        ...

    # -- the user's own documents -------------------------------------------------------------
    async def put_library_folder(self, folder: LibraryFolder) -> None: ...
    async def library_folders(self) -> list[LibraryFolder]: ...
    async def note_library_indexed(self, name: str, at: datetime) -> None: ...
    async def remove_library_folder(self, name: str) -> bool: ...
    async def library_files(self, folder: str) -> list[LibraryFile]: ...
    async def library_file(self, folder: str, path: str) -> LibraryFile | None: ...
    async def put_library_file(self, file: LibraryFile, parts: Sequence[LibraryPart]) -> None:
        """Keep a file and its parts in place of what was known of it, ready to be found."""
        ...

    async def touch_library_file(self, file: LibraryFile) -> None:
        """Note of a file that is known and unchanged how it looks now; its parts stay."""
        ...

    async def remove_library_files(self, folder: str, paths: Sequence[str]) -> None: ...
    async def library_parts(self, folder: str, path: str) -> list[LibraryPart]: ...
    async def library_part(self, folder: str, path: str, place: str) -> LibraryPart | None: ...
    async def search_library(
        self, query: str, folders: Sequence[str], limit: int = 10
    ) -> list[LibraryHit]:
        """The best parts for a query within the named folders."""
        ...

    # -- sites that are watched, and their items ----------------------------------------------
    async def put_site(self, site: Site) -> None:
        """Keep a site; one of the same name is replaced."""
        ...

    async def get_site(self, name: str, *, world: str = "") -> Site | None: ...
    async def list_sites(self, *, world: str = "") -> list[Site]: ...
    async def remove_site(self, name: str, *, world: str = "") -> bool:
        """Watch a site no longer; its items stay."""
        ...

    async def put_site_state(self, state: SiteState) -> None: ...
    async def get_site_state(self, site: str, *, world: str = "") -> SiteState | None: ...
    async def put_items(self, items: Sequence[Item]) -> list[Item]:
        """Keep items that are not known yet; return each as it was kept first."""
        ...

    async def save_items(self, items: Sequence[Item]) -> None:
        """Overwrite items that exist."""
        ...

    async def has_item(self, url: str, *, world: str = "") -> bool:
        """Whether an item of exactly this address was collected."""
        ...

    async def get_items(self, ids: Sequence[str]) -> list[Item]: ...
    async def list_items(
        self,
        *,
        world: str = "",
        sites: Sequence[str] = (),
        run: str = "",
        since: date | None = None,
        types: Sequence[str] = (),
        every_state: bool = False,
        limit: int = 1_000,
    ) -> list[Item]:
        """The newest first; only what is kept, unless every state is asked for."""
        ...

    # -- tools of foreign servers -------------------------------------------------------------
    async def put_approval(self, approval: Approval) -> None:
        """Keep what a person approved, in place of what was approved of that tool before."""
        ...

    async def approvals(self, server: str) -> Sequence[Approval]: ...
    async def remove_approval(self, server: str, tool: str) -> None: ...

    # -- the store itself ---------------------------------------------------------------------
    async def describe(self) -> str:
        """One line for `rostra doctor`: which database, which schema version, how large."""
        ...

    async def close(self) -> None: ...
