"""From what a person typed to the one run or piece of evidence that is meant."""

from rostra.cli.text import short
from rostra.errors import UnknownRun, UsageError
from rostra.records import Evidence, Run
from rostra.records.artifacts import Kept
from rostra.store import Store
from rostra.words import message

_ASKED = 5
_SHOWN = 4


async def the_run(store: Store, id_or_start: str) -> Run:
    """Return the run with this id, or the only one starting so; a turn needs its whole id."""
    found = await store.find_runs(id_or_start, limit=_ASKED) if id_or_start else []
    if not found:
        raise UnknownRun(message("cli.lookup.no_run", id_or_start=repr(short(id_or_start, 60))))
    if len(found) > 1:
        raise _ambiguous("run", id_or_start, [run.id for run in found])
    return found[0]


async def the_evidence(store: Store, id_or_start: str) -> Evidence:
    if evidence := await store.get_evidence(id_or_start):
        return evidence
    found = await store.find_evidence(id_or_start, limit=_ASKED) if id_or_start else []
    if not found:
        raise UsageError(
            message("cli.lookup.no_evidence", id_or_start=repr(short(id_or_start, 60)))
        )
    if len(found) > 1:
        raise _ambiguous("evidence", id_or_start, [item.id for item in found])
    return found[0]


async def the_artifact(store: Store, id_or_start: str) -> Kept:
    if kept := await store.get_artifact(id_or_start):
        return kept
    found = await store.find_artifacts(id_or_start, limit=_ASKED) if id_or_start else []
    if not found:
        raise UsageError(
            message("cli.lookup.nothing_memory_called", id_or_start=repr(short(id_or_start, 60)))
        )
    if len(found) > 1:
        raise _ambiguous("artifact", id_or_start, [one.artifact.id for one in found])
    return found[0]


def _ambiguous(what: str, start: str, ids: list[str]) -> UsageError:
    listed = ", ".join(ids[:_SHOWN]) + (", …" if len(ids) > _SHOWN else "")
    return UsageError(
        message(
            "cli.lookup.more_than_one_starts",
            what=what,
            start=repr(short(start, 60)),
            listed=listed,
        )
    )
