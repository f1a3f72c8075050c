"""Reports, and the account of every outside and model call."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import dataclasses

from rostra.errors import UnreadableRecord
from rostra.records import LedgerEntry, Report, loads
from rostra.records.artifacts import report_id
from rostra.records.report import SourceRow
from rostra.store.artifacts import INSERT_LINK
from rostra.store.database import Ask, Many, Script, Shelf
from rostra.store.runs import IN_TREE, TREE
from rostra.store.secrets import mask_secrets, mask_value
from rostra.store.texts import key_text, plain_json, read_json, record_json, stamp
from rostra.words import message

INSERT_ENTRY = (
    "INSERT INTO ledger (run, position, at, body, part, role, ordinal)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)"
    " ON CONFLICT (run, position) DO NOTHING"
)


def ledger_row(entry: LedgerEntry) -> tuple[str, str, str, str, str, str, int]:
    """The entry as `INSERT_ENTRY` takes it, without the secrets in it."""
    body = record_json(_masked(entry))
    key = key_text(entry.run), key_text(entry.position)
    return *key, stamp(entry.at), body, key_text(entry.part), key_text(entry.role), entry.ordinal


class LedgerShelf(Shelf):
    async def put_ledger(self, entry: LedgerEntry) -> None:
        await self._db.execute(INSERT_ENTRY, *ledger_row(entry))

    async def ledger_of_run(self, run_id: str) -> list[LedgerEntry]:
        """The calls of the run and of all its turns, oldest first."""
        rows = await self._db.fetch(
            f"{TREE}SELECT body FROM ledger WHERE {IN_TREE} ORDER BY at, run, position",
            key_text(run_id),
        )
        entries = []
        for row in rows:
            entry = loads(row[0])
            if not isinstance(entry, LedgerEntry):
                raise UnreadableRecord(message("errors_store.row_ledger_holds_something"))
            entries.append(entry)
        return entries

    async def put_report(self, report: Report) -> None:
        row = (key_text(report.run), stamp(report.made_at), record_json(report))
        name = key_text(report_id(report.run))
        ties = [(name, "cites", key_text(one)) for one in sorted(_cited_in(report))]

        def script() -> Script[None]:
            yield Ask(
                "INSERT INTO reports (run, made_at, body) VALUES ($1, $2, $3)"
                " ON CONFLICT (run) DO UPDATE SET made_at = excluded.made_at, body = excluded.body",
                row,
            )
            yield Ask("DELETE FROM artifact_links WHERE source = $1", (name,))
            yield Many(INSERT_LINK, ties)

        await self._db.write(script)

    async def get_report(self, run_id: str) -> Report | None:
        rows = await self._db.fetch("SELECT body FROM reports WHERE run = $1", key_text(run_id))
        if not rows:
            return None
        report = loads(rows[0][0])
        if not isinstance(report, Report):
            raise UnreadableRecord(message("errors_store.row_reports_table_holds"))
        return report


def _masked(entry: LedgerEntry) -> LedgerEntry:
    told = (entry.request, entry.response, entry.outcome)
    masked = tuple(_masked_text(text) for text in told)
    if masked == told:
        return entry
    request, response, outcome = masked
    return dataclasses.replace(entry, request=request, response=response, outcome=outcome)


def _masked_text(text: str) -> str:
    """Without secrets, and still JSON if it was: what is kept here is read again by a replay."""
    masked = mask_secrets(text)
    if masked == text or text[:1] not in {"{", "["}:
        return masked
    try:
        return plain_json(mask_value(read_json(text)))
    except UnreadableRecord:
        return masked


def _cited_in(report: Report) -> set[str]:
    """The evidence a report rests on: what it cites, not all that was read for it."""
    try:
        document = loads(report.data) if report.data else None
    except UnreadableRecord:
        return set()  # a report in another form rests on nothing we can name
    # Reports of all kinds number what they cite in one table of sources.
    rows = getattr(document, "sources", ())
    return {row.evidence for row in rows if isinstance(row, SourceRow) and row.cited}
