"""Evidence, kept as artifacts: written once for equal inputs, listed for every run that met it."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from rostra.errors import Forgotten, UnreadableRecord
from rostra.records import Evidence, loads
from rostra.records.artifacts import hash_of
from rostra.store.artifacts import INSERT, INSERT_LINK, INSERT_MET
from rostra.store.database import Ask, Row, Script, Shelf, Tokens, Value
from rostra.store.doubts import confirmed, doubt
from rostra.store.runs import IN_TREE, TREE
from rostra.store.search import Document, tokenize
from rostra.store.texts import (
    LAST_CHARACTER,
    key_text,
    read_stamp,
    record_json,
    stamp,
    stamp_or_none,
    whole,
)
from rostra.words import message

_TYPE = "evidence"


class EvidenceShelf(Shelf):
    async def put_evidence(self, evidence: Evidence, *, searchable_text: str = "") -> Evidence:
        """Keep evidence; on an equal `inputs_hash` return what was kept first.

        Fetched again later and unchanged, it holds for longer. Another state of the same document
        supersedes the one before, and what rests on that needs another look. Forgotten is refused.
        """
        tokens: Tokens | None = None
        if searchable_text:
            document = Document(evidence.id, _TYPE, evidence.title, searchable_text)
            [tokens] = await tokenize([document])
        subject = _subject_of(evidence)

        def script() -> Script[Evidence]:
            before = yield Ask(
                "SELECT id, verified_at FROM artifacts WHERE subject = $1"
                " ORDER BY verified_at DESC, id LIMIT 1",
                (subject,),
            )
            made = yield Ask(INSERT, _row(evidence, subject, before))
            kept = evidence if made else (yield from _kept_before(evidence))
            if before and before[0][0] != key_text(kept.id):
                yield from _replaced(before[0][0], kept, evidence.fetched_at)
                kept = replace(kept, supersedes=kept.supersedes or before[0][0])
            yield Ask(INSERT_MET, (key_text(evidence.provenance.run), key_text(kept.id)))
            if tokens is not None:
                yield from self._db.index.put(tokens._replace(id=key_text(kept.id)))
            return kept

        return await self._db.write(script)

    async def get_evidence(self, evidence_id: str) -> Evidence | None:
        rows = await self._db.fetch(
            "SELECT body, expires_at FROM artifacts WHERE id = $1 AND forgotten_at IS NULL",
            key_text(evidence_id),
        )
        return _evidence(rows[0]) if rows else None

    async def latest_evidence(self, world: str, tool_keys: Sequence[str], url: str) -> str | None:
        """The id of what a document said when one of these questions was last asked of it."""
        for key in tool_keys:
            rows = await self._db.fetch(
                "SELECT id FROM artifacts WHERE subject = $1 AND forgotten_at IS NULL"
                " ORDER BY verified_at DESC, id LIMIT 1",
                hash_of(world, key, url),
            )
            if rows:
                return str(rows[0][0])
        return None

    async def find_evidence(self, id_prefix: str, limit: int = 5) -> list[Evidence]:
        """By the start of the id, with or without the type in front of it."""
        prefix = key_text(id_prefix)
        typed = f"{_TYPE}:{prefix}"
        rows = await self._db.fetch(
            "SELECT body, expires_at FROM artifacts WHERE type = $1"
            " AND (id >= $2 AND id < $3 OR id >= $4 AND id < $5) ORDER BY id LIMIT $6",
            _TYPE,
            prefix,
            prefix + LAST_CHARACTER,
            typed,
            typed + LAST_CHARACTER,
            whole(limit),
        )
        return [_evidence(row) for row in rows]

    async def evidence_of_run(self, run_id: str) -> list[Evidence]:
        """All that the run or a turn of it came upon, also what an earlier run kept first."""
        rows = await self._db.fetch(
            f"{TREE}SELECT body, expires_at FROM artifacts WHERE type = $2 AND id IN"
            f" (SELECT artifact FROM artifact_runs WHERE {IN_TREE})"
            " ORDER BY created_at, id",
            key_text(run_id),
            _TYPE,
        )
        return [_evidence(row) for row in rows]


def _row(evidence: Evidence, subject: str, before: list[Row]) -> tuple[Value, ...]:
    verified = stamp(evidence.fetched_at)
    if before and before[0][0] != key_text(evidence.id):
        evidence = replace(evidence, supersedes=evidence.supersedes or before[0][0])
        # What came later is newer, also when the clock was set back meanwhile.
        verified = max(verified, before[0][1])
    return (
        key_text(evidence.id),
        _TYPE,
        key_text(evidence.inputs_hash),
        key_text(evidence.outputs_hash),
        key_text(evidence.provenance.run),
        stamp(evidence.fetched_at),
        stamp_or_none(evidence.expires_at),
        record_json(evidence),
        verified,
        key_text(evidence.provenance.world),
        subject,
    )


def _subject_of(evidence: Evidence) -> str:
    """What the question was and which document answered: the same again is a newer state of it."""
    made = evidence.provenance
    return hash_of(made.world, made.tool_key, evidence.url)


def _kept_before(evidence: Evidence) -> Script[Evidence]:
    """The same was kept before: fetched again and found unchanged, it holds for longer."""
    rows = yield Ask(
        "SELECT body, expires_at, id, forgotten_at, forgotten_why FROM artifacts"
        " WHERE type = $1 AND inputs_hash = $2 OR id = $3",
        (_TYPE, key_text(evidence.inputs_hash), key_text(evidence.id)),
    )
    row = rows[0]
    if row[3]:
        raise Forgotten(message("errors_store.forgotten_stands", row=row[3][:10], row_2=row[4]))
    kept = _evidence(row)
    if evidence.fetched_at <= kept.fetched_at:
        return kept
    expires = stamp_or_none(evidence.expires_at)
    yield from confirmed(row[2], stamp(evidence.fetched_at), expires)
    return replace(kept, expires_at=evidence.expires_at)


def _replaced(before: str, kept: Evidence, at: datetime) -> Script[None]:
    """The source says something else now: what rests on its old words needs another look."""
    yield Ask(INSERT_LINK, (key_text(kept.id), "supersedes", before))
    yield from doubt(before, message("memory.has_changed", id=before, newer=kept.id), stamp(at))


def _evidence(row: Row) -> Evidence:
    evidence = loads(row[0])
    if not isinstance(evidence, Evidence):
        raise UnreadableRecord(message("errors_store.row_artifacts_table_holds"))
    expires = read_stamp(row[1]) if row[1] else None
    return evidence if expires == evidence.expires_at else replace(evidence, expires_at=expires)
