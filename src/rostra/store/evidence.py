"""Evidence, kept as artifacts: written once for equal inputs, listed for every run that met it."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from rostra.errors import UnreadableRecord
from rostra.records import Evidence, loads
from rostra.store.database import Ask, Row, Script, Shelf, Tokens
from rostra.store.interface import Document
from rostra.store.runs import IN_TREE, TREE
from rostra.store.search import tokenize
from rostra.store.texts import LAST_CHARACTER, key_text, record_json, stamp, stamp_or_none, whole

_TYPE = "evidence"


class EvidenceShelf(Shelf):
    async def put_evidence(self, evidence: Evidence, *, searchable_text: str = "") -> Evidence:
        row = (
            key_text(evidence.id),
            _TYPE,
            key_text(evidence.inputs_hash),
            key_text(evidence.outputs_hash),
            key_text(evidence.provenance.run),
            stamp(evidence.fetched_at),
            stamp_or_none(evidence.expires_at),
            record_json(evidence),
        )
        tokens: Tokens | None = None
        if searchable_text:
            document = Document(evidence.id, _TYPE, evidence.title, searchable_text)
            [tokens] = await tokenize([document])

        def script() -> Script[Evidence]:
            made = yield Ask(
                "INSERT INTO artifacts (id, type, inputs_hash, outputs_hash, run, created_at,"
                " expires_at, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
                " ON CONFLICT DO NOTHING RETURNING id",
                row,
            )
            kept = evidence if made else (yield from _first_kept(evidence))
            yield Ask(
                "INSERT INTO artifact_runs (run, artifact) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                (key_text(evidence.provenance.run), key_text(kept.id)),
            )
            if tokens is not None:
                yield from self._db.index.put(tokens._replace(id=key_text(kept.id)))
            return kept

        return await self._db.write(script)

    async def get_evidence(self, evidence_id: str) -> Evidence | None:
        rows = await self._db.fetch(
            "SELECT body FROM artifacts WHERE id = $1", key_text(evidence_id)
        )
        return _evidence(rows[0]) if rows else None

    async def find_evidence(self, id_prefix: str, limit: int = 5) -> list[Evidence]:
        prefix = key_text(id_prefix)
        typed = f"{_TYPE}:{prefix}"
        rows = await self._db.fetch(
            "SELECT body FROM artifacts WHERE type = $1"
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
        rows = await self._db.fetch(
            f"{TREE}SELECT body FROM artifacts WHERE type = $2 AND id IN"
            f" (SELECT artifact FROM artifact_runs WHERE {IN_TREE})"
            " ORDER BY created_at, id",
            key_text(run_id),
            _TYPE,
        )
        return [_evidence(row) for row in rows]


def _first_kept(evidence: Evidence) -> Script[Evidence]:
    rows = yield Ask(
        "SELECT body FROM artifacts WHERE type = $1 AND inputs_hash = $2 OR id = $3",
        (_TYPE, key_text(evidence.inputs_hash), key_text(evidence.id)),
    )
    return _evidence(rows[0])


def _evidence(row: Row) -> Evidence:
    evidence = loads(row[0])
    if not isinstance(evidence, Evidence):
        raise UnreadableRecord("A row of the artifacts table holds something else.")
    return evidence
