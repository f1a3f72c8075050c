"""Errors of the engine's database driver become ours here: one line, and what to do."""

import contextlib
from collections.abc import Iterator

import sqlalchemy as sa

from rostra.errors import StoreUnavailable


def as_unavailable(error: sa.exc.SQLAlchemyError) -> StoreUnavailable:
    cause = getattr(error, "orig", None) or error
    said = (str(cause).strip().splitlines() or [type(cause).__name__])[0]
    fix = "Free some space" if "full" in said else "Check the data folder or the database server"
    return StoreUnavailable(
        f"The run engine cannot write its tables: {said}. {fix}; the run then goes on where it "
        "stopped, with rostra runs resume."
    )


@contextlib.contextmanager
def engine_errors() -> Iterator[None]:
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        raise as_unavailable(error) from error
