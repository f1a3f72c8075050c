"""Where a request was asked, in a name that is the same in every run of the same order.

`desk/part/role#ordinal`: the kind of run, its section, side or item (`whole` for the run itself),
who asks, and the how manieth time there. Ledgers are read by it, and compatible servers are told it
in a header, so that what was recorded can be answered again after a prompt has changed.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from rostra.records import Run
from rostra.steps import Position

HEADER: Final = "x-rostra-role"
WHOLE: Final = "whole"
# So many places are remembered; whoever is forgotten is counted from the ledger again.
_MOST: Final = 20_000


class NumberingStore(Protocol):
    async def get_run(self, run_id: str) -> Run | None: ...
    async def last_ordinal(self, run_id: str, part: str, role: str) -> int: ...


@dataclass(frozen=True, slots=True)
class Asker:
    """One request of a role in a part of a run."""

    desk: str
    part: str
    role: str
    ordinal: int

    def __str__(self) -> str:
        return f"{self.desk}/{self.part}/{self.role}#{self.ordinal}"


def asked_by(name: str) -> tuple[str, str, str, int]:
    """Desk, part, role and ordinal out of such a name; a part may have parts of its own."""
    asker, _, ordinal = name.rpartition("#")
    place, _, role = asker.rpartition("/")
    desk, _, part = place.partition("/")
    return desk, part, role, int(ordinal) if ordinal.isdigit() else 0


class Numbering:
    """Counts the requests of each role in each part; all paths of a house share one."""

    def __init__(self, store: NumberingStore) -> None:
        self._store = store
        self._last: dict[tuple[str, str, str], int] = {}
        self._known: dict[str, Asker] = {}
        self._desks: dict[str, str] = {}

    async def of(self, where: Position, role: str, place: str) -> Asker:
        """The same for the same place, whoever is asked there and however often."""
        if (known := self._known.get(place)) is not None:
            return known
        part = where.run.removeprefix(where.root).strip("/") or WHOLE
        key = (where.root, part, role)
        desk = await self._desk(where.root)
        before = await self._store.last_ordinal(*key)
        self._make_room()
        self._last[key] = max(self._last.get(key, 0), before) + 1
        made = Asker(desk, part, role, self._last[key])
        return self._known.setdefault(place, made)

    async def _desk(self, root: str) -> str:
        """The kind of a run, which never changes."""
        if root not in self._desks:
            run = await self._store.get_run(root)
            if run is None:
                return ""
            self._desks[root] = run.kind
        return self._desks[root]

    def _make_room(self) -> None:
        if len(self._known) >= _MOST:
            self._known.clear()
            self._desks.clear()
            self._last.clear()
