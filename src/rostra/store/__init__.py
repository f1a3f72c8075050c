"""Evidence, runs, events, ledger: one store, two databases."""

from pathlib import Path

from rostra.store.search import Document, Hit
from rostra.store.secrets import mask_secrets
from rostra.store.store import Store

__all__ = ["Document", "Hit", "Store", "mask_secrets", "open_store"]


def open_store(data_dir: Path, database_url: str | None = None) -> Store:
    """Open the store, brought to the present schema: SQLite in the folder, or PostgreSQL.

    Raises SetupError (one line, what to do) when it cannot be opened.
    """
    if database_url:
        from rostra.store.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

        return Store(PostgresDatabase(database_url))
    from rostra.store.sqlite import SqliteDatabase  # noqa: PLC0415

    return Store(SqliteDatabase(data_dir))
