"""The store over any database: one shelf for each noun.

Every method is one transaction. Writes carry their own key, so doing one twice (a step repeated
after a crash) changes nothing the second time. Any text at all may be stored and searched for.
"""

from collections.abc import Sequence

from rostra.records import SourceText
from rostra.store.answers import AnswerShelf
from rostra.store.approvals import ApprovalShelf
from rostra.store.contents import ContentShelf
from rostra.store.doubts import DoubtShelf
from rostra.store.events import EventShelf
from rostra.store.evidence import EvidenceShelf
from rostra.store.ledger import LedgerShelf
from rostra.store.library import LibraryShelf
from rostra.store.purses import PurseShelf
from rostra.store.questions import QuestionShelf
from rostra.store.rounds import RoundShelf
from rostra.store.rulings import RulingShelf
from rostra.store.runs import RunShelf
from rostra.store.schedules import ScheduleShelf
from rostra.store.sites import SiteShelf
from rostra.store.spending import SpendingShelf
from rostra.store.vectors import VectorShelf
from rostra.words import Message

_OPENING = 400


class Store(
    ContentShelf,
    EvidenceShelf,
    LibraryShelf,
    DoubtShelf,
    RunShelf,
    QuestionShelf,
    PurseShelf,
    SpendingShelf,
    EventShelf,
    LedgerShelf,
    RoundShelf,
    AnswerShelf,
    ApprovalShelf,
    RulingShelf,
    SiteShelf,
    ScheduleShelf,
    VectorShelf,
):
    async def read(self, evidence_ids: Sequence[str]) -> list[SourceText]:
        """What was read, by id, as roles and rules read it; it never changes."""
        found = [await self.get_evidence(one) for one in evidence_ids]
        return [
            SourceText(
                one.id,
                one.title,
                text := await self.text_of(one),
                one.source,
                one.published,
                one.url,
                one.digest or text[:_OPENING],
            )
            for one in found
            if one is not None
        ]

    async def describe(self) -> Message:
        """One line for `rostra doctor`: which database, which schema version, how large."""
        return await self._db.describe()

    async def close(self) -> None:
        await self._db.close()
