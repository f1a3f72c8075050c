"""Runs, their turns, and the wish that they stop."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import dataclasses
from collections.abc import Sequence
from datetime import datetime

from rostra.errors import UnknownRun, UnreadableRecord
from rostra.records import ENDED, Run, RunStatus, loads
from rostra.records.artifacts import report_id
from rostra.store.database import Ask, Row, Script, Shelf, Value
from rostra.store.secrets import mask_said
from rostra.store.texts import LAST_CHARACTER, key_text, record_json, stamp, whole
from rostra.words import message

_HAS_ENDED = "(" + ", ".join(f"'{status}'" for status in sorted(ENDED)) + ")"
_MAY_REOPEN: frozenset[RunStatus] = frozenset({"failed", "stopped", "aborted"})

# Every turn below a run; `IN_TREE` is the run itself and those.
TREE = (
    "WITH RECURSIVE turns (id) AS ("
    "SELECT id FROM runs WHERE parent = $1"
    " UNION SELECT runs.id FROM runs JOIN turns ON runs.parent = turns.id) "
)
IN_TREE = "(run = $1 OR run IN (SELECT id FROM turns))"
# A run and every run above it.
_LINE = (
    "WITH RECURSIVE line (id, parent, stop) AS ("
    "SELECT id, parent, stop FROM runs WHERE id = $1"
    " UNION SELECT runs.id, runs.parent, runs.stop FROM runs JOIN line ON runs.id = line.parent) "
)
_OWNED = (
    "events", "event_heads", "questions", "ledger", "reports", "artifact_runs", "purses",
    "reservations", "round_heads", "round_notes", "meters", "discovered", "rulings", "signs",
)  # fmt: skip


class RunShelf(Shelf):
    async def create_run(self, run: Run) -> None:
        row = _row(run)

        def script() -> Script[None]:
            yield Ask(
                "INSERT INTO runs (id, kind, status, parent, created_at, words, body)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
                row,
            )

        await self._db.write(script)

    async def get_run(self, run_id: str) -> Run | None:
        rows = await self._db.fetch("SELECT body FROM runs WHERE id = $1", key_text(run_id))
        return _run(rows[0]) if rows else None

    async def find_runs(self, id_prefix: str, limit: int = 5) -> list[Run]:
        """The run with that id, or else those whose id begins so; turns by their whole id only."""
        exact = await self.get_run(id_prefix)
        if exact is not None:
            return [exact]
        prefix = key_text(id_prefix)
        rows = await self._db.fetch(
            "SELECT body FROM runs WHERE id >= $1 AND id < $2 AND parent IS NULL"
            " ORDER BY created_at DESC, id DESC LIMIT $3",
            prefix,
            prefix + LAST_CHARACTER,
            whole(limit),
        )
        return [_run(row) for row in rows]

    async def list_runs(
        self,
        *,
        kind: str | None = None,
        statuses: Sequence[RunStatus] = (),
        parent: str | None = None,
        text: str = "",
        limit: int = 50,
        before: datetime | None = None,
    ) -> list[Run]:
        """Newest first; without `parent` only runs that are not turns of another."""
        params: list[Value] = []

        def parameter(value: Value) -> str:
            params.append(value)
            return f"${len(params)}"

        conditions = [
            "parent IS NULL" if parent is None else f"parent = {parameter(key_text(parent))}"
        ]
        if kind is not None:
            conditions.append(f"kind = {parameter(kind)}")
        if statuses:
            listed = ", ".join(parameter(status) for status in statuses)
            conditions.append(f"status IN ({listed})")
        if wanted := _words(text).strip():
            # Not LIKE: its patterns have wildcards and a length limit. A text that is found is
            # one that can be taken out.
            conditions.append(f"replace(words, {parameter(wanted)}, '') <> words")
        if before is not None:
            conditions.append(f"created_at < {parameter(stamp(before))}")
        rows = await self._db.fetch(
            f"SELECT body FROM runs WHERE {' AND '.join(conditions)}"
            f" ORDER BY created_at DESC, id DESC LIMIT {parameter(whole(limit))}",
            *params,
        )
        return [_run(row) for row in rows]

    async def save_run(self, run: Run) -> Run:
        """Overwrite a run that exists and has not ended; an ended run is returned unchanged.

        `reopen_run` is the only way out of an ended state.
        """
        row = _row(run)

        def script() -> Script[Run]:
            changed = yield Ask(
                "UPDATE runs SET kind = $2, status = $3, parent = $4, created_at = $5,"
                " words = $6, body = $7"
                f" WHERE id = $1 AND status NOT IN {_HAS_ENDED} RETURNING body",
                row,
            )
            if changed:
                return _run(changed[0])
            kept = yield Ask("SELECT body FROM runs WHERE id = $1", row[:1])
            if not kept:
                raise UnknownRun(message("errors_store.no_run", id=run.id))
            return _run(kept[0])

        return await self._db.write(script)

    async def reopen_run(self, run_id: str) -> Run | None:
        """Put a failed, stopped or aborted run back to queued; None when it may not be."""
        key = key_text(run_id)

        def script() -> Script[Run | None]:
            rows = yield Ask(f"SELECT body FROM runs WHERE id = $1{self._db.locked}", (key,))
            run = _run(rows[0]) if rows else None
            if run is None or run.status not in _MAY_REOPEN:
                return None
            queued = dataclasses.replace(
                run, status="queued", ended_at=None, error=None, error_code=None
            )
            yield Ask(
                "UPDATE runs SET status = $2, body = $3, stop = NULL, stop_by = NULL WHERE id = $1",
                (key, queued.status, record_json(queued)),
            )
            return queued

        return await self._db.write(script)

    async def delete_run(self, run_id: str) -> bool:
        """Remove a run, its turns, events, questions, ledger and report; evidence stays."""
        key = key_text(run_id)

        def script() -> Script[bool]:
            for table in _OWNED:
                yield Ask(f"{TREE}DELETE FROM {table} WHERE {IN_TREE}", (key,))
            report = key_text(report_id(run_id))
            yield Ask("DELETE FROM artifact_links WHERE source = $1", (report,))
            yield Ask("DELETE FROM artifact_marks WHERE artifact = $1", (report,))
            gone = yield Ask(
                f"{TREE}DELETE FROM runs WHERE id = $1 OR id IN (SELECT id FROM turns)"
                " RETURNING id",
                (key,),
            )
            return any(row[0] == key for row in gone)

        return await self._db.write(script)

    async def ask_to_stop(self, run_id: str, *, by: str, abort: bool = False) -> bool:
        wish = "abort" if abort else "stop"
        key = key_text(run_id)

        def script() -> Script[bool]:
            # An abort is never softened to a stop.
            changed = yield Ask(
                "UPDATE runs SET stop_by = CASE WHEN stop = 'abort' THEN stop_by ELSE $3 END,"
                " stop = CASE WHEN stop = 'abort' THEN stop ELSE $2 END"
                f" WHERE id = $1 AND status NOT IN {_HAS_ENDED} RETURNING id",
                (key, wish, key_text(by)),
            )
            return bool(changed)

        return await self._db.write(script)

    async def stop_asked(self, run_id: str) -> str | None:
        """Return "stop", "abort" or None; a turn inherits what was asked of its parent."""
        rows = await self._db.fetch(
            f"{_LINE}SELECT min(stop) FROM line WHERE stop IS NOT NULL", key_text(run_id)
        )
        wish: str | None = rows[0][0]  # "abort" sorts before "stop"
        return wish


def _row(run: Run) -> tuple[Value, ...]:
    if run.error is not None:
        run = dataclasses.replace(run, error=mask_said(run.error))
    return (
        key_text(run.id),
        run.kind,
        run.status,
        None if run.parent is None else key_text(run.parent),
        stamp(run.created_at),
        _words(run.question),
        record_json(run),
    )


def _run(row: Row) -> Run:
    run = loads(row[0])
    if not isinstance(run, Run):
        raise UnreadableRecord(message("errors_store.row_runs_table_holds"))
    return run


def _words(text: str) -> str:
    """A question as it is looked for: any width, case or script of Chinese finds it."""
    if not text:
        return ""
    from rostra.text import clean, fold, to_simplified  # noqa: PLC0415 - `runs list` needs none

    return to_simplified(fold(clean(text))).casefold()
