"""The engine's own database, made so that a kill at any moment leaves a desk that starts.

The engine's migration on SQLite is a series of commits: killed half-way it leaves a file that no
later start can use. So it is run on a file of another name, finished, and only then linked to
its place. `link` refuses to replace a file that is already there, which a rename would not.
"""

import contextlib
import fcntl
import logging
import os
import sqlite3
import uuid
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from dbos import DBOS
from dbos._migration import get_sqlite_migration_versions

from rostra.errors import SetupError, StoreUnavailable
from rostra.words import message

log = logging.getLogger(__name__)

ENGINE_FILE = "engine.db"


def engine_url(data_dir: Path, database_url: str | None) -> str:
    if database_url:
        return database_url.replace("postgres://", "postgresql://", 1)
    return f"sqlite:///{data_dir / ENGINE_FILE}"


def prepare(data_dir: Path, database_url: str | None, *, is_anybody_working: bool) -> None:
    """Make sure the engine's tables exist and are of this version, before it is launched."""
    if database_url:
        _prepare_postgres(database_url)
        return
    path = data_dir / ENGINE_FILE
    try:
        with start_lock(data_dir):
            _sweep_leftovers(data_dir)
            if not path.exists():
                _link_into_place(_migrated(data_dir, None), path)
            elif _is_behind(path):
                _upgrade(data_dir, path, is_anybody_working=is_anybody_working)
    except (OSError, sqlite3.Error, sa.exc.SQLAlchemyError) as error:
        raise StoreUnavailable(
            message("errors_runs.run_engine_s_file", path=str(path), error=str(error))
        ) from error


@contextlib.contextmanager
def start_lock(data_dir: Path) -> Iterator[None]:
    """One first start at a time; the lock goes with the process that held it."""
    with (data_dir / "start.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _prepare_postgres(database_url: str) -> None:
    """The engine's PostgreSQL migrations are transactional and take a lock of their own."""
    try:
        DBOS.migrate(engine_url(Path(), database_url), schema="dbos")
    except Exception as error:  # the engine lets driver errors of many classes through
        raise StoreUnavailable(
            message("errors_runs.run_engine_cannot_use", first_line=_first_line(error))
        ) from error


def _migrated(data_dir: Path, copy_of: Path | None) -> Path:
    """Return a finished engine file under a name of its own."""
    draft = data_dir / f"{ENGINE_FILE}.{uuid.uuid4().hex}.new"
    draft.touch(mode=0o600)
    if copy_of is not None:
        with (
            contextlib.closing(sqlite3.connect(copy_of)) as old,
            contextlib.closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new)
    DBOS.migrate(f"sqlite:///{draft}")
    with contextlib.closing(sqlite3.connect(draft)) as connection:
        # WAL is kept in the file's header: it gives the engine 4 to 7 times the steps a second.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return draft


def _link_into_place(draft: Path, path: Path) -> None:
    # A file already there was made by somebody else at the same moment: theirs is as good.
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()


def _is_behind(path: Path) -> bool:
    engine = sa.create_engine(f"sqlite:///{path}")
    try:
        current, latest = get_sqlite_migration_versions(engine)
    finally:
        engine.dispose()
    if current > latest:
        raise SetupError(
            message(
                "errors_runs.made_newer_run_engine", path=str(path), current=current, latest=latest
            )
        )
    return bool(current < latest)


def _upgrade(data_dir: Path, path: Path, *, is_anybody_working: bool) -> None:
    if is_anybody_working:
        raise SetupError(message("errors_runs.run_engine_s_file_2"))
    draft = _migrated(data_dir, path)
    kept = path.with_suffix(".db.before-upgrade")
    path.replace(kept)
    for side in ("-wal", "-shm"):
        Path(f"{path}{side}").unlink(missing_ok=True)
    _link_into_place(draft, path)
    log.info("run engine upgraded; the file before it is kept as %s", kept.name)


def _sweep_leftovers(data_dir: Path) -> None:
    """Drafts of a start that was killed; we hold the start lock, so nobody is writing them."""
    for leftover in data_dir.glob(f"{ENGINE_FILE}.*.new*"):
        leftover.unlink(missing_ok=True)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
