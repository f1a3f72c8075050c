"""Errors of the engine's database driver become ours here: one line, and what to do.

The engine waits out a server that is away, but takes only some of the driver's words for that: a
server whose socket file is gone for a moment ("connection is bad") it takes for a fault of the
program. It is told better here.
"""

import contextlib
from collections.abc import Iterator

import sqlalchemy as sa
from dbos import _sys_db, _utils

from rostra.errors import StoreUnavailable
from rostra.words import message


def as_unavailable(error: sa.exc.SQLAlchemyError) -> StoreUnavailable:
    cause = getattr(error, "orig", None) or error
    said = (str(cause).strip().splitlines() or [type(cause).__name__])[0]
    fix = "free" if "full" in said else "check"
    return StoreUnavailable(message("errors_runs.run_engine_cannot_write", said=said, fix=fix))


@contextlib.contextmanager
def engine_errors() -> Iterator[None]:
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        raise as_unavailable(error) from error


def is_server_away(error: Exception) -> bool:
    """Whether the database could not be reached, in whichever words the driver says it."""
    if _utils.retriable_postgres_exception(error):
        return True
    return isinstance(error, sa.exc.OperationalError) and "connection is bad" in str(error.orig)


def wait_out_restarts() -> None:
    """Let the engine wait wherever the server is away, in this process."""
    setattr(_sys_db, "retriable_postgres_exception", is_server_away)  # noqa: B010
