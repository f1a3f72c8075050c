"""Artifacts and their links: written once for equal inputs, found by text, read with their state.

A record never changes once it is kept. What does change is beside it: until when it holds, when
its source last said so, whether it needs another look (`store/doubts.py`), what replaced it.
"""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rostra.errors import UnreadableRecord, UsageError
from rostra.records import Evidence, loads
from rostra.records.artifacts import (
    AnyArtifact,
    Artifact,
    Claim,
    Counterclaim,
    Decision,
    Kept,
    Link,
    Mark,
    ModelResult,
    Summary,
    links_of,
    type_of,
)
from rostra.store.database import Ask, Many, Row, Script, Value
from rostra.store.search import Document, SearchShelf, tokenize
from rostra.store.texts import (
    LAST_CHARACTER,
    key_text,
    read_said,
    read_stamp,
    record_json,
    stamp,
    stamp_or_none,
    whole,
)
from rostra.words import message

_KINDS = (Evidence, Claim, Counterclaim, ModelResult, Summary, Decision)
INSERT = (
    "INSERT INTO artifacts (id, type, inputs_hash, outputs_hash, run, created_at, expires_at,"
    " body, verified_at, world, subject)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING id"
)
INSERT_LINK = (
    "INSERT INTO artifact_links (source, kind, target) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
)
INSERT_MET = "INSERT INTO artifact_runs (run, artifact) VALUES ($1, $2) ON CONFLICT DO NOTHING"
# Whoever replaced it and is not older: a page may go back to what it said before.
STATE = (
    "SELECT a.body, a.verified_at, a.expires_at, m.why, m.since, a.forgotten_why, a.forgotten_at,"
    " (SELECT n.id FROM artifact_links l JOIN artifacts n ON n.id = l.source"
    " WHERE l.target = a.id AND l.kind = 'supersedes' AND n.verified_at >= a.verified_at"
    " AND n.forgotten_at IS NULL ORDER BY n.verified_at DESC LIMIT 1), a.id"
    " FROM artifacts a LEFT JOIN artifact_marks m ON m.artifact = a.id"
)


class ArtifactShelf(SearchShelf):
    async def put_artifact(self, artifact: Artifact, *, links: Sequence[Link] = ()) -> Kept:
        """Keep an artifact and its links; on an equal (type, inputs_hash) what was kept first.

        Refused when it rests on something that is not in this store.
        """
        row = _row(artifact)
        ties = _ties([*links_of(artifact), *links])
        grounds = sorted(_grounds(artifact))
        document = Document(artifact.id, type_of(artifact), title_of(artifact), artifact.text)
        [tokens] = await tokenize([document])

        def script() -> Script[Kept]:
            made = yield Ask(INSERT, row)
            if made:
                yield from self._check_grounds(artifact.id, grounds)
                yield from self._db.index.put(tokens)
            rows = yield Ask(
                f"{STATE} WHERE a.type = $1 AND a.inputs_hash = $2 OR a.id = $3",
                (row[1], row[2], row[0]),
            )
            kept = kept_of(rows[0])
            if kept.artifact.id == artifact.id:
                yield Many(INSERT_LINK, ties)
            yield Ask(INSERT_MET, (key_text(artifact.origin.run), key_text(kept.artifact.id)))
            return kept

        return await self._db.write(script)

    async def get_artifact(self, artifact_id: str) -> Kept | None:
        rows = await self._db.fetch(f"{STATE} WHERE a.id = $1", key_text(artifact_id))
        return kept_of(rows[0]) if rows else None

    async def get_artifacts(self, ids: Sequence[str]) -> list[Kept]:
        """Those that are there, in the order asked for."""
        keys = [key_text(one) for one in ids]
        if not keys:
            return []
        rows = await self._db.fetch(f"{STATE} WHERE {self._db.among('a.id', 1)}", keys)
        found = {row[-1]: kept_of(row) for row in rows}
        return [found[key] for key in dict.fromkeys(keys) if key in found]

    async def find_artifacts(self, id_prefix: str, limit: int = 5) -> list[Kept]:
        """By the start of the id, with or without the type in front of it."""
        prefix = key_text(id_prefix)
        if not prefix:
            return []
        ranges = [prefix, *(f"{type_}:{prefix}" for type_ in TYPES)]
        params: list[Value] = []
        for one in ranges:
            params += [one, one + LAST_CHARACTER]
        conditions = " OR ".join(
            f"a.id >= ${2 * n + 1} AND a.id < ${2 * n + 2}" for n in range(len(ranges))
        )
        rows = await self._db.fetch(
            f"{STATE} WHERE {conditions} ORDER BY a.id LIMIT ${len(params) + 1}",
            *params,
            whole(limit),
        )
        return [kept_of(row) for row in rows]

    async def search_artifacts(
        self, query: str, *, types: Sequence[str] = (), limit: int = 10
    ) -> list[Kept]:
        """By text, best first, whatever state they are in; nothing that was forgotten."""
        hits = await self.search(query, kinds=types or TYPES, limit=limit)
        return await self.get_artifacts([hit.id for hit in hits])

    async def add_links(self, links: Iterable[Link]) -> None:
        ties = _ties(links)

        def script() -> Script[None]:
            yield Many(INSERT_LINK, ties)

        if ties:
            await self._db.write(script)

    async def links_of(self, artifact_id: str) -> list[Link]:
        """From it and to it."""
        rows = await self._db.fetch(
            "SELECT source, kind, target FROM artifact_links WHERE source = $1 OR target = $1"
            " ORDER BY kind, source, target",
            key_text(artifact_id),
        )
        return [Link(*row) for row in rows]

    def _check_grounds(self, artifact_id: str, grounds: list[str]) -> Script[None]:
        """Nothing is kept that rests on what is not here, or not any more."""
        if not grounds:
            return
        rows = yield Ask(
            f"SELECT id FROM artifacts WHERE {self._db.among('id', 1)} AND forgotten_at IS NULL",
            (grounds,),
        )
        missing = sorted(set(grounds) - {row[0] for row in rows})
        if missing:
            raise UsageError(
                message(
                    "errors_store.rests_which_not_store",
                    artifact_id=artifact_id,
                    missing=missing[0],
                )
            )


TYPES = ("evidence", "claim", "counterclaim", "model_result", "summary", "decision")


def kept_of(row: Row) -> Kept:
    """A row of `STATE`; the end in the record gives way to the one that holds now."""
    artifact = artifact_of(row[0])
    expires = read_stamp(row[2]) if row[2] else None
    if expires != artifact.expires_at:
        artifact = replace(artifact, expires_at=expires)
    return Kept(
        artifact=artifact,
        verified_at=read_stamp(row[1]),
        expires_at=expires,
        recheck=Mark(read_said(row[3]), read_stamp(row[4])) if row[4] else None,
        forgotten=Mark(row[5] or "", read_stamp(row[6])) if row[6] else None,
        superseded_by=row[7],
    )


def artifact_of(body: str) -> AnyArtifact:
    value = loads(body)
    if not isinstance(value, _KINDS):
        raise UnreadableRecord(message("errors_store.row_artifacts_table_holds"))
    return value


def _row(artifact: Artifact) -> tuple[Value, ...]:
    return (
        key_text(artifact.id),
        type_of(artifact),
        key_text(artifact.inputs_hash),
        key_text(artifact.outputs_hash),
        key_text(artifact.origin.run),
        stamp(artifact.made_at),
        stamp_or_none(artifact.expires_at),
        record_json(artifact),
        stamp(artifact.made_at),
        key_text(artifact.origin.world),
        None,
    )


def _ties(links: Iterable[Link]) -> list[tuple[Value, ...]]:
    return sorted((key_text(one.source), one.kind, key_text(one.target)) for one in links)


def _grounds(artifact: Artifact) -> set[str]:
    named = {*artifact.evidence, *getattr(artifact, "claims", ())}
    return {key_text(one) for one in named}


def title_of(artifact: AnyArtifact) -> str:
    """What weighs more than the text when it is searched."""
    if isinstance(artifact, Evidence):
        return artifact.title
    if isinstance(artifact, Summary | Decision):
        return artifact.subject
    return artifact.model if isinstance(artifact, ModelResult) else ""
