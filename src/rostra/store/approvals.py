"""Tools of foreign servers, as a person approved them."""

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence

from rostra.errors import UnreadableRecord
from rostra.records import Approval, loads
from rostra.store.database import Ask, Script, Shelf
from rostra.store.texts import key_text, record_json
from rostra.words import message


class ApprovalShelf(Shelf):
    async def put_approval(self, approval: Approval) -> None:
        """Keep what a person approved, in place of what was approved of that tool before."""
        row = (key_text(approval.server), key_text(approval.tool), record_json(approval))

        def script() -> Script[None]:
            yield Ask(
                "INSERT INTO approvals (server, tool, body) VALUES ($1, $2, $3)"
                " ON CONFLICT (server, tool) DO UPDATE SET body = excluded.body",
                row,
            )

        await self._db.write(script)

    async def approvals(self, server: str) -> Sequence[Approval]:
        rows = await self._db.fetch(
            "SELECT body FROM approvals WHERE server = $1 ORDER BY tool", key_text(server)
        )
        return [_approval(row[0]) for row in rows]

    async def remove_approval(self, server: str, tool: str) -> None:
        row = (key_text(server), key_text(tool))

        def script() -> Script[None]:
            yield Ask("DELETE FROM approvals WHERE server = $1 AND tool = $2", row)

        await self._db.write(script)


def _approval(body: str) -> Approval:
    found = loads(body)
    if not isinstance(found, Approval):
        raise UnreadableRecord(message("errors_store.row_approvals_holds_no"))
    return found
