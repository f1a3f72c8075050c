"""Evidence, runs, events, ledger: one interface, two databases."""

from pathlib import Path

from rostra.store.interface import Document, Hit, NewEvent, Store
from rostra.store.secrets import mask_secrets

__all__ = ["Document", "Hit", "NewEvent", "Store", "mask_secrets", "open_store"]


def open_store(data_dir: Path, database_url: str | None = None) -> Store:
    """Open the store, brought to the present schema: SQLite in the folder, or PostgreSQL.

    Raises SetupError (one line, what to do) when it cannot be opened.
    """
    from rostra.store.sql_store import SqlStore  # noqa: PLC0415 - the types alone cost nothing

    if database_url:
        from rostra.store.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

        return SqlStore(PostgresDatabase(database_url))
    from rostra.store.sqlite import SqliteDatabase  # noqa: PLC0415

    return SqlStore(SqliteDatabase(data_dir))
