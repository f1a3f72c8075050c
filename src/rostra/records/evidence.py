"""What is known, where it came from and until when it holds."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from rostra.records.codec import record
from rostra.records.statements import SourceRead
from rostra.settings.trust import TrustLevel

SourceTier = Literal[1, 2, 3, 4, 5]
SourceType = Literal[
    "official", "government", "news", "state_media", "digital", "journal", "preprint", "university",
    "reference", "thinktank", "factcheck", "company", "social", "library", "unknown",
]  # fmt: skip


@record
class Source:
    """A publisher and how far it is believed. Tool trust is another scale (TrustLevel).

    `is_authoritative` is the user's own word on a folder: its figures stand by themselves.
    """

    name: str
    tier: SourceTier
    type: SourceType
    owner: str
    domain: str = ""
    is_authoritative: bool = False


@record
class Provenance:
    """Who fetched it, in which run and turn, by which call; `world` is "sample" for fiction.

    `args` is what the tool was asked, so that it can be asked again.
    """

    run: str
    tool: str
    tool_key: str
    trust: TrustLevel
    turn: str | None = None
    world: str = ""
    args: str = ""

    @property
    def is_users_own(self) -> bool:
        """Whether it was read out of the user's own documents."""
        return self.tool.startswith("library.")


@record
class Evidence:
    """One fetched original, kept whole. `raw` and `text` are content hashes, not contents."""

    id: str
    inputs_hash: str
    outputs_hash: str
    provenance: Provenance
    source: Source
    url: str
    title: str
    raw: str
    text: str
    media_type: str
    fetched_at: datetime
    published: date | None = None
    expires_at: datetime | None = None
    digest: str = ""
    supersedes: str | None = None


@dataclass(frozen=True, slots=True)
class SourceText:
    """A piece of evidence as it is read: its whole text, its short form, and who says it."""

    evidence: str
    title: str
    text: str
    source: Source
    published: date | None = None
    url: str = ""
    digest: str = ""

    @property
    def tier(self) -> SourceTier:
        return self.source.tier

    @property
    def publisher(self) -> str:
        return self.source.name

    @property
    def owner(self) -> str:
        return self.source.owner or self.source.name

    @property
    def read(self) -> SourceRead:
        """It as support reads it: with who says it, and of which day."""
        day = self.published.isoformat() if self.published else ""
        return SourceRead(self.text, self.title, self.publisher, self.url, day)


@record
class LedgerEntry:
    """One outside or model call, written once: `run` and `position` are its key.

    A model's row says where it was asked (`part`, `role` and its `ordinal` there), the prompt file
    with its hash, how many tokens were `thinking` and `cached`, and the price for a million tokens
    (sent/cached/received) that was known then.
    """

    run: str
    position: str
    kind: Literal["tool", "model"]
    name: str
    request_key: str
    outcome: str
    at: datetime
    request: str = ""
    response: str = ""
    latency_ms: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    role: str = ""
    part: str = ""
    ordinal: int = 0
    prompt: str = ""
    thinking: int = 0
    cached: int = 0
    price: str = ""


@record
class Report:
    """The published document of a run; every form is made from it when it is asked for.

    `markdown` is what a report of an older version has instead of a document that can be read.
    """

    run: str
    title: str
    markdown: str
    data: str
    made_at: datetime
