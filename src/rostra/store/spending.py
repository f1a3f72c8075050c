"""What calls cost, held before they are made and settled when they are over.

A call takes from several purses at once (money, tokens and calls of its run and of the day): from
all of them or from none. What is held counts as spent, so that many who ask at once can never
spend a purse twice, and a process that dies leaves its purses too full and never too empty.
"""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

from collections.abc import Sequence

from rostra.errors import UnreadableRecord
from rostra.records import LedgerEntry, Piece, loads
from rostra.store.database import Ask, Script, Shelf
from rostra.store.ledger import INSERT_ENTRY, ledger_row
from rostra.store.texts import key_text
from rostra.words import message


class SpendingShelf(Shelf):
    async def hold(self, key: str, pieces: Sequence[Piece]) -> Piece | None:
        """Take every piece under this key, or none: then the piece that is too much is returned."""
        place = key_text(key)
        wanted = _in_order(pieces)

        def script() -> Script[Piece | None]:
            held: dict[Piece, int] = {}
            for piece in wanted:
                held[piece] = yield from self._held(piece)
                mine = yield from _mine(piece, place)
                if mine is not None:
                    continue  # taken before, by the same call
                if piece.limit is not None and held[piece] + piece.amount > piece.limit:
                    return piece
            for piece in wanted:
                yield from _take(piece, place)
            return None

        return await self._db.write(script)

    async def settle(
        self, key: str, pieces: Sequence[Piece], entry: LedgerEntry | None = None
    ) -> None:
        """Put what was really spent in place of what was held, and write the ledger with it."""
        place = key_text(key)
        row = None if entry is None else ledger_row(entry)

        def script() -> Script[None]:
            for piece in _in_order(pieces):
                yield from self._held(piece)
                yield from _change(piece, place)
            if row is not None:
                yield Ask(INSERT_ENTRY, row)

        await self._db.write(script)

    async def release(self, key: str, pieces: Sequence[Piece]) -> None:
        """Give back whatever this key holds of the purses that the pieces name."""
        place = key_text(key)

        def script() -> Script[None]:
            for piece in _in_order(pieces):
                yield from self._held(piece)
                yield from _give_back(piece, place)

        await self._db.write(script)

    async def ledger_entry(self, run_id: str, position: str) -> LedgerEntry | None:
        rows = await self._db.fetch(
            "SELECT body FROM ledger WHERE run = $1 AND position = $2",
            key_text(run_id),
            key_text(position),
        )
        if not rows:
            return None
        entry = loads(rows[0][0])
        if not isinstance(entry, LedgerEntry):
            raise UnreadableRecord(message("errors_store.row_ledger_holds_something"))
        return entry

    async def last_ordinal(self, run_id: str, part: str, role: str) -> int:
        """How often a role was asked in a part of a run, as far as the ledger knows."""
        rows = await self._db.fetch(
            "SELECT COALESCE(MAX(ordinal), 0) FROM ledger"
            " WHERE run = $1 AND part = $2 AND role = $3",
            *map(key_text, (run_id, part, role)),
        )
        return int(rows[0][0])

    def _held(self, piece: Piece) -> Script[int]:
        """What is held in the purse; its row is the lock until the end of the transaction."""
        purse = (key_text(piece.run), key_text(piece.purse))
        yield Ask(
            "INSERT INTO purses (run, purse, held) VALUES ($1, $2, 0)"
            " ON CONFLICT (run, purse) DO NOTHING",
            purse,
        )
        rows = yield Ask(
            f"SELECT held FROM purses WHERE run = $1 AND purse = $2{self._db.locked}", purse
        )
        return int(rows[0][0])


def _in_order(pieces: Sequence[Piece]) -> list[Piece]:
    """Always the same order, so that two who lock several purses never wait for each other."""
    return sorted(pieces, key=lambda piece: (piece.run, piece.purse))


def _mine(piece: Piece, place: str) -> Script[int | None]:
    rows = yield Ask(
        "SELECT amount FROM reservations WHERE run = $1 AND purse = $2 AND key = $3",
        (key_text(piece.run), key_text(piece.purse), place),
    )
    return int(rows[0][0]) if rows else None


def _take(piece: Piece, place: str) -> Script[None]:
    mine = yield from _mine(piece, place)
    if mine is None:
        yield from _put(piece, place, 0)


def _change(piece: Piece, place: str) -> Script[None]:
    mine = yield from _mine(piece, place)
    if mine != piece.amount:
        yield from _put(piece, place, mine or 0)


def _give_back(piece: Piece, place: str) -> Script[None]:
    purse = (key_text(piece.run), key_text(piece.purse))
    rows = yield Ask(
        "DELETE FROM reservations WHERE run = $1 AND purse = $2 AND key = $3 RETURNING amount",
        (*purse, place),
    )
    if rows:
        yield Ask(
            "UPDATE purses SET held = held - $3 WHERE run = $1 AND purse = $2",
            (*purse, int(rows[0][0])),
        )


def _put(piece: Piece, place: str, before: int) -> Script[None]:
    run, purse = key_text(piece.run), key_text(piece.purse)
    yield Ask(
        "INSERT INTO reservations (run, purse, key, amount) VALUES ($1, $2, $3, $4)"
        " ON CONFLICT (run, purse, key) DO UPDATE SET amount = excluded.amount",
        (run, purse, place, piece.amount),
    )
    yield Ask(
        "UPDATE purses SET held = held + $3 WHERE run = $1 AND purse = $2",
        (run, purse, piece.amount - before),
    )
