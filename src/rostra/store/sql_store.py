"""The store over any database: one shelf for each noun."""

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
from rostra.store.sites import SiteShelf
from rostra.store.spending import SpendingShelf
from rostra.store.vectors import VectorShelf


class SqlStore(
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
    VectorShelf,
):
    async def describe(self) -> str:
        return await self._db.describe()

    async def close(self) -> None:
        await self._db.close()
