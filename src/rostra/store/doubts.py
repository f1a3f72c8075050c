"""What in memory needs another look: what is over, was replaced or was forgotten, and all that
rests on it.

Evidence falls into doubt first; whatever rests on it, directly or through others, follows in the
same transaction. When its source says the same again, the doubt is taken off all that stands on
firm ground once more, and their ends are worked out anew.
"""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence
from datetime import datetime, timedelta

from rostra.records import record
from rostra.records.artifacts import Kept, Mark, type_of
from rostra.store.artifacts import ArtifactShelf, title_of
from rostra.store.database import Ask, Script, Value
from rostra.store.search import Document, tokenize
from rostra.store.texts import (
    key_text,
    read_said,
    read_stamp,
    said_text,
    stamp,
    stamp_or_none,
    whole,
)
from rostra.words import Message, Said, message, moment

_RESTS = "kind IN ('cites', 'derived_from')"
# Everything that rests on $1: what it supports, what cites it or is derived from it, and so on up.
_ABOVE = (
    "WITH RECURSIVE above (id) AS ("
    "SELECT target FROM artifact_links WHERE source = $1 AND kind = 'supports'"
    f" UNION SELECT source FROM artifact_links WHERE target = $1 AND {_RESTS}"
    " UNION SELECT CASE WHEN l.kind = 'supports' THEN l.target ELSE l.source END"
    " FROM artifact_links l JOIN above ON (l.source = above.id AND l.kind = 'supports')"
    f" OR (l.target = above.id AND l.{_RESTS})) "
)
# What an artifact stands on directly, and whether that is firm.
_BELOW = (
    "SELECT a.id, a.expires_at, a.forgotten_at, m.since FROM ("
    "SELECT source AS id FROM artifact_links WHERE target = $1 AND kind = 'supports'"
    f" UNION SELECT target FROM artifact_links WHERE source = $1 AND {_RESTS}) f"
    " JOIN artifacts a ON a.id = f.id LEFT JOIN artifact_marks m ON m.artifact = a.id"
)
_MARK = (
    "INSERT INTO artifact_marks (artifact, since, why) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
)
_AT_ONCE = 500
_DEEPEST = 12
# A source that fails is tried again, later each time.
_FIRST_WAIT = timedelta(hours=1)
_LONGEST_WAIT = timedelta(days=7)


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


class DoubtShelf(ArtifactShelf):
    async def resting_on(self, artifact_id: str) -> list[str]:
        """All that rests on it, directly or through others; a report as `report:` and its run."""
        rows = await self._db.fetch(
            f"{_ABOVE}SELECT id FROM above ORDER BY id", key_text(artifact_id)
        )
        return [row[0] for row in rows]

    async def mark_recheck(self, ids: Sequence[str], why: Said, *, at: datetime) -> list[str]:
        """Put them and all that rests on them in doubt; return what was not before."""
        keys = sorted({key_text(one) for one in ids})

        def script() -> Script[list[str]]:
            marked: list[str] = []
            for key in keys:
                marked += yield from doubt(key, why, stamp(at))
            return marked

        return await self._db.write(script)

    async def mark_expired(self, now: datetime, *, world: str = "") -> list[str]:
        """Put in doubt what is over and is rested on; return what was newly marked."""
        marked: list[str] = []
        while found := await self._db.write(lambda: self._mark_some(stamp(now), world)):
            marked += found
        return marked

    def _mark_some(self, now: str, world: str) -> Script[list[str]]:
        rows = yield Ask(
            "SELECT a.id, a.expires_at FROM ("
            f"SELECT target AS id FROM artifact_links WHERE {_RESTS}"
            " UNION SELECT source FROM artifact_links WHERE kind = 'supports') f"
            " JOIN artifacts a ON a.id = f.id WHERE a.type = 'evidence' AND a.expires_at <= $1"
            " AND a.world = $2 AND NOT EXISTS"
            " (SELECT 1 FROM artifact_marks m WHERE m.artifact = a.id)"
            f" ORDER BY a.id LIMIT {_AT_ONCE}",
            (now, key_text(world)),
        )
        marked: list[str] = []
        for key, ended in rows:
            marked += yield from doubt(key, _over(key, ended), now)
        return marked

    async def confirm(
        self, ids: Sequence[str], *, verified_at: datetime, expires_at: datetime | None
    ) -> None:
        """Their source says the same again: they hold longer, and so does what rests on them."""
        keys = sorted({key_text(one) for one in ids})

        def script() -> Script[None]:
            for key in keys:
                yield from confirmed(key, stamp(verified_at), stamp_or_none(expires_at))

        await self._db.write(script)

    async def doubts(
        self, *, ids: Sequence[str] = (), world: str | None = None, limit: int = 50
    ) -> list[Doubt]:
        """What needs another look, oldest first; what was replaced is history and left out."""
        named = [key_text(one) for one in ids]
        params: list[Value] = [whole(limit)]
        conditions = ["1 = 1"]
        if named:
            params.append(named)
            conditions.append(self._db.among("m.artifact", len(params)))
        if world is not None:
            params.append(key_text(world))
            conditions.append(f"(a.id IS NULL OR a.world = ${len(params)})")
        rows = await self._db.fetch(
            "SELECT m.artifact, m.why, m.since FROM artifact_marks m"
            " LEFT JOIN artifacts a ON a.id = m.artifact"
            f" WHERE {' AND '.join(conditions)} AND a.forgotten_at IS NULL AND NOT EXISTS"
            " (SELECT 1 FROM artifact_links l JOIN artifacts n ON n.id = l.source"
            " WHERE l.target = a.id AND l.kind = 'supersedes' AND n.verified_at >= a.verified_at)"
            " ORDER BY m.since, m.artifact LIMIT $1",
            *params,
        )
        kept = {one.artifact.id: one for one in await self.get_artifacts([r[0] for r in rows])}
        found = []
        for key, why, since in rows:
            resting = len(await self.resting_on(key)) if key in kept else 0
            found.append(
                Doubt(key, Mark(read_said(why), read_stamp(since)), kept.get(key), resting)
            )
        return found

    async def due_rechecks(self, now: datetime, *, world: str = "", limit: int = 50) -> list[Kept]:
        """Evidence in doubt whose source should be asked again now, longest waiting first."""
        rows = await self._db.fetch(
            "SELECT m.artifact FROM artifact_marks m JOIN artifacts a ON a.id = m.artifact"
            " WHERE a.type = 'evidence' AND a.world = $1 AND a.forgotten_at IS NULL"
            " AND m.next_at <= $2 AND NOT EXISTS"
            " (SELECT 1 FROM artifact_links l JOIN artifacts n ON n.id = l.source"
            " WHERE l.target = a.id AND l.kind = 'supersedes' AND n.verified_at >= a.verified_at)"
            " ORDER BY m.tries, m.since, m.artifact LIMIT $3",
            key_text(world),
            stamp(now),
            whole(limit),
        )
        return await self.get_artifacts([row[0] for row in rows])

    async def put_off_recheck(self, artifact_id: str, *, at: datetime) -> None:
        """Its source failed: try again in an hour, then in two, four, ... seven days."""
        key = key_text(artifact_id)

        def script() -> Script[None]:
            rows = yield Ask(
                f"SELECT tries FROM artifact_marks WHERE artifact = $1{self._db.locked}", (key,)
            )
            if rows:
                wait = min(_FIRST_WAIT * 2 ** min(rows[0][0], 20), _LONGEST_WAIT)
                yield Ask(
                    "UPDATE artifact_marks SET tries = tries + 1, next_at = $2 WHERE artifact = $1",
                    (key, stamp(at + wait)),
                )

        await self._db.write(script)

    async def marks(self, ids: Sequence[str]) -> dict[str, Mark]:
        rows = await self._db.fetch(
            "SELECT artifact, why, since FROM artifact_marks"
            f" WHERE {self._db.among('artifact', 1)}",
            [key_text(one) for one in ids],
        )
        return {row[0]: Mark(read_said(row[1]), read_stamp(row[2])) for row in rows}

    async def forget(self, artifact_id: str, why: str, *, at: datetime) -> list[str] | None:
        """Let nothing rest on it any more; return what did, now in doubt. None when unknown."""
        key = key_text(artifact_id)

        def script() -> Script[list[str] | None]:
            rows = yield Ask(f"SELECT type FROM artifacts WHERE id = $1{self._db.locked}", (key,))
            if not rows:
                return None
            yield Ask(
                "UPDATE artifacts SET forgotten_at = COALESCE(forgotten_at, $2),"
                " forgotten_why = COALESCE(forgotten_why, $3) WHERE id = $1",
                (key, stamp(at), key_text(why)),
            )
            told = message("memory.was_forgotten", id=key, why=why)
            marked = yield from doubt(key, told, stamp(at))
            yield Ask("DELETE FROM artifact_marks WHERE artifact = $1", (key,))
            yield from self._db.index.remove(rows[0][0], [key])
            # Answers elsewhere are dropped when their evidence is missed; a round is not asked.
            # A text that holds an id is one that it can be taken out of.
            yield Ask("DELETE FROM round_notes WHERE replace(body, $1, '') <> body", (key,))
            return [one for one in marked if one != key]

        return await self._db.write(script)

    async def remember(self, artifact_id: str, *, text: str, at: datetime) -> bool:
        """Take back a forgetting: it may be used and found by `text` again."""
        kept = await self.get_artifact(artifact_id)
        if kept is None or not kept.forgotten:
            return False
        key, type_ = key_text(artifact_id), type_of(kept.artifact)
        [tokens] = await tokenize([Document(artifact_id, type_, title_of(kept.artifact), text)])

        def script() -> Script[bool]:
            changed = yield Ask(
                "UPDATE artifacts SET forgotten_at = NULL, forgotten_why = NULL"
                " WHERE id = $1 AND forgotten_at IS NOT NULL RETURNING id",
                (key,),
            )
            if changed:
                yield from self._db.index.put(tokens)
                yield from _lifted(key, stamp(at))
            return bool(changed)

        return await self._db.write(script)

    async def memory_counts(self, now: datetime) -> list[MemoryCounts]:
        rows = await self._db.fetch_apart(
            "SELECT a.type, count(*), sum(CASE WHEN a.expires_at <= $1 THEN 1 ELSE 0 END),"
            " count(m.artifact), count(a.forgotten_at) FROM artifacts a"
            " LEFT JOIN artifact_marks m ON m.artifact = a.id GROUP BY a.type ORDER BY a.type",
            stamp(now),
        )
        return [MemoryCounts(row[0], *(int(n or 0) for n in row[1:])) for row in rows]


def _over(key: str, ended: str) -> Message:
    return message("memory.over_since", id=key, when=moment(read_stamp(ended)))


def doubt(key: str, why: Said, since: str) -> Script[list[str]]:
    """Mark one and all that rests on it; return those that were not marked before."""
    above = yield Ask(f"{_ABOVE}SELECT id FROM above", (key,))
    named = [key, *(row[0] for row in above)]
    marked = []
    for one in named:
        made = yield Ask(f"{_MARK} RETURNING artifact", (one, since, said_text(why)))
        marked += [row[0] for row in made]
    return marked


def confirmed(key: str, verified: str, expires: str | None) -> Script[None]:
    """A source never takes back time: an older word, by a clock set back, changes nothing."""
    changed = yield Ask(
        "UPDATE artifacts SET verified_at = $2, expires_at = $3"
        " WHERE id = $1 AND verified_at <= $2 AND forgotten_at IS NULL RETURNING id",
        (key, verified, expires),
    )
    if changed:
        yield from _lifted(key, verified)


def _lifted(key: str, now: str) -> Script[None]:
    """Take the doubt off a piece, and off all above it that stands on firm ground again."""
    yield Ask("DELETE FROM artifact_marks WHERE artifact = $1", (key,))
    above = yield Ask(f"{_ABOVE}SELECT id FROM above", (key,))
    waiting = [row[0] for row in above]
    for _ in range(_DEEPEST):  # one floor of what rests on what in each round
        left = []
        for one in waiting:
            if not (yield from _stands(one, now)):
                left.append(one)  # noqa: PERF401 - a generator cannot ask the database
        if len(left) in (0, len(waiting)):
            return
        waiting = left


def _stands(key: str, now: str) -> Script[bool]:
    """Whether all below is firm; then its doubt is lifted and its end is theirs."""
    grounds = yield Ask(_BELOW, (key,))
    ends = [row[1] for row in grounds if row[1]]
    if any(row[2] or row[3] for row in grounds) or any(end <= now for end in ends):
        return False
    yield Ask("DELETE FROM artifact_marks WHERE artifact = $1", (key,))
    yield Ask("UPDATE artifacts SET expires_at = $2 WHERE id = $1", (key, min(ends, default=None)))
    return True
