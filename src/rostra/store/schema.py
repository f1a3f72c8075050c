"""The numbered steps that bring a database to what this program expects; forward only."""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Literal, NamedTuple

from rostra.errors import SetupError
from rostra.store.database import Row, Value
from rostra.store.sites import item_keys
from rostra.store.texts import read_json
from rostra.words import message

Backend = Literal["sqlite", "postgres"]


class Filling(NamedTuple):
    """Columns that a step works out in Python for the rows that are there: `write` is asked with
    what `work_out` makes of each row of `read`.
    """

    read: str
    write: str
    work_out: Callable[[Row], tuple[Value, ...]]


class Migration(NamedTuple):
    version: int
    name: str
    sql: str
    filling: Filling | None = None


def _item_keys(row: Row) -> tuple[Value, ...]:
    body = read_json(row[1])
    assert isinstance(body, dict)
    return (row[0], *item_keys(str(body["url"]), str(body["title"])))


_FILLINGS: Mapping[str, Filling] = {
    "item_keys": Filling(
        "SELECT id, body FROM items",
        "UPDATE items SET url = $2, title_key = $3 WHERE id = $1",
        _item_keys,
    )
}


def migrations(backend: Backend) -> list[Migration]:
    folder = files("rostra.store").joinpath("migrations", backend)
    found = []
    for file in folder.iterdir():
        number, _, name = file.name.removesuffix(".sql").partition("_")
        sql = file.read_text(encoding="utf-8")
        found.append(Migration(int(number), name, sql, _FILLINGS.get(name)))
    return sorted(found)


def pending(backend: Backend, version: int, where: str) -> list[Migration]:
    """What is still to be done, or SetupError when the database is ahead of the program."""
    known = migrations(backend)
    newest = known[-1].version
    if version > newest:
        raise SetupError(
            message(
                "errors_store.written_newer_rostra_schema",
                where=where,
                version=version,
                newest=newest,
            )
        )
    return [migration for migration in known if migration.version > version]
