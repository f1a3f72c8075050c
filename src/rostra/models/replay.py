"""Answers out of a run's ledger, without asking anybody.

A run that is made again from its ledger asks the same questions at the same places and gets the
answers it got then, failures included.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from rostra.errors import ModelFailed
from rostra.models.call import recorded_answer, request_key
from rostra.models.endpoint import Endpoint
from rostra.models.gateway import Unknown
from rostra.models.messages import ModelAnswer, ModelRequest
from rostra.models.numbering import asked_by
from rostra.records import LedgerEntry
from rostra.words import message


class ReplayGateway(Unknown):
    """Serves what a ledger holds: by the question in its part of the run, else by who asks there.

    Parts run side by side and one may find in memory what another fetched, so the number of a
    step need not be the same again; who asks what in which part is.
    """

    def __init__(self, entries: Sequence[LedgerEntry], name: str = "recorded") -> None:
        self.endpoint = Endpoint("replay", name, "")
        self.served = 0
        self._by_asker: dict[tuple[str, str, int], LedgerEntry] = {}
        self._by_question: dict[tuple[str, str], deque[LedgerEntry]] = defaultdict(deque)
        for entry in _last_of_each_place(entries):
            self._by_asker[entry.part, entry.role, entry.ordinal] = entry
            for part in (entry.part, ""):
                self._by_question[part, entry.request_key].append(entry)

    async def ask(self, request: ModelRequest) -> ModelAnswer:
        key = request_key(request)
        _, part, role, ordinal = asked_by(request.asked_as)
        entry = (
            self._next(part, key)
            or self._by_asker.get((part, role, ordinal))
            or self._next("", key)
        )
        if entry is None:
            raise ModelFailed(message("models.not_recorded", place=request.asked_as))
        self.served += 1
        return recorded_answer(entry)

    def _next(self, part: str, key: str) -> LedgerEntry | None:
        """Answers to one question in their order; the last is given from then on."""
        found = self._by_question.get((part, key))
        if not found:
            return None
        return found.popleft() if len(found) > 1 else found[0]


def _last_of_each_place(entries: Sequence[LedgerEntry]) -> Iterable[LedgerEntry]:
    """What was answered at each place, or else the failure that stayed there."""
    found: dict[str, LedgerEntry] = {}
    for entry in entries:
        if entry.kind == "model":
            found.setdefault(_place(entry), entry)
            if entry.outcome == "ok":
                found[_place(entry)] = entry
    return found.values()


def _place(entry: LedgerEntry) -> str:
    """Where in its run; a failure stands under the name of its call, one part longer."""
    place = entry.position.removeprefix(entry.run)
    return place if entry.outcome == "ok" else place.rpartition(":")[0]
