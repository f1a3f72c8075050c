"""What a shelf of the store needs from a database, and the little language between them.

A write is a *script*: a generator that yields statements, receives their rows and returns a
result. The same script runs on the writer thread of SQLite and on a connection of PostgreSQL,
always as one transaction, and may be run again from its start when the transaction was undone.
Statements number their parameters `$1`, `$2`, ...; everything that is data is a parameter.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from rostra.words import Message

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Value: TypeAlias = str | int | float | bytes | list[str] | None
Row: TypeAlias = Sequence[Any]


class Ask(NamedTuple):
    """One statement; the script receives its rows."""

    sql: str
    params: tuple[Value, ...] = ()


class Many(NamedTuple):
    """One statement for many rows of parameters; the script receives nothing."""

    sql: str
    rows: Sequence[tuple[Value, ...]]


Script: TypeAlias = Generator[Ask | Many, list[Row], T]


class Tokens(NamedTuple):
    """A document as the index sees it: `digest` changes when and only when the tokens do."""

    kind: str
    id: str
    title: list[str]
    body: list[str]
    digest: bytes


class Found(NamedTuple):
    kind: str
    id: str
    score: float


class TextIndex(Protocol):
    """Full text over ready-made tokens; the way to do it is each database's own."""

    @property
    def most_ranked(self) -> int:
        """How many occurrences can be ranked without a noticeable wait."""
        ...

    def put(self, tokens: Tokens) -> Script[None]: ...
    def remove(self, kind: str, ids: Sequence[str]) -> Script[None]: ...
    async def frequencies(self, tokens: Sequence[str]) -> dict[str, int]:
        """In how many documents each token stands, roughly; one in none may be left out."""
        ...

    async def find(
        self, tokens: Sequence[str], *, every: bool, kinds: Sequence[str], limit: int
    ) -> list[Found]:
        """Documents with all the tokens (`every`) or with some, best first."""
        ...


class VectorIndex(Protocol):
    """Vectors of length one, compared exactly; the way to do it is each database's own."""

    def put(self, model: str, artifact: str, size: int, vector: Sequence[float]) -> Ask: ...
    async def nearest(
        self, model: str, world: str, vector: Sequence[float], limit: int
    ) -> list[str]:
        """The artifacts whose vectors of this model lie nearest, nearest first."""
        ...


class Database(Protocol):
    @property
    def index(self) -> TextIndex: ...

    @property
    def vectors(self) -> VectorIndex: ...

    @property
    def locked(self) -> str:
        """What to put behind a SELECT so that its rows stay as they are until the end."""
        ...

    def among(self, column: str, number: int) -> str:
        """A condition: the column is one of the list given as parameter `number`."""
        ...

    async def fetch(self, sql: str, *params: Value) -> list[Row]: ...
    async def fetch_apart(self, sql: str, *params: Value) -> list[Row]:
        """For reads that may take milliseconds: the loop goes on meanwhile."""
        ...

    async def execute(self, sql: str, *params: Value) -> list[Row]:
        """A write of one statement."""
        ...

    async def write(self, script: Callable[[], Script[T]]) -> T: ...
    async def describe(self) -> Message: ...
    async def close(self) -> None: ...


class Shelf:
    """A part of the store: one noun and its statements."""

    def __init__(self, database: Database) -> None:
        self._db = database
