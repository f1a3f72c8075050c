"""The numbered steps that bring a database to what this program expects; forward only."""

from importlib.resources import files
from typing import Literal, NamedTuple

from rostra.errors import SetupError

Backend = Literal["sqlite", "postgres"]


class Migration(NamedTuple):
    version: int
    name: str
    sql: str


def migrations(backend: Backend) -> list[Migration]:
    folder = files("rostra.store").joinpath("migrations", backend)
    found = []
    for file in folder.iterdir():
        number, _, name = file.name.removesuffix(".sql").partition("_")
        found.append(Migration(int(number), name, file.read_text(encoding="utf-8")))
    return sorted(found)


def pending(backend: Backend, version: int, where: str) -> list[Migration]:
    """What is still to be done, or SetupError when the database is ahead of the program."""
    known = migrations(backend)
    newest = known[-1].version
    if version > newest:
        raise SetupError(
            f"{where} was written by a newer Rostra (schema {version}; this program knows "
            f"schema {newest}). Upgrade Rostra, or choose another data folder."
        )
    return [migration for migration in known if migration.version > version]
