"""The order of a check: the report, where its sources are, and how many citations must hold."""

from typing import ClassVar, Self

from rostra.errors import UsageError
from rostra.records.orders import Door, PaidOrder, field, order
from rostra.words import message

MOST_TEXT = 2_000_000


@order
class CheckOrder(PaidOrder):
    """`report` is a file, an address or `-`; elsewhere its `text` or its `url` is given.

    What was handed over is kept in the store before the run begins: `content` is its hash and
    `name` what it was called. With `offline` nothing is fetched. `library` are folders whose
    documents are what the report cites.
    """

    kind: ClassVar[str] = "check"
    doors: ClassVar[tuple[Door, ...]] = ("cli", "api", "mcp", "python")

    report: str = field(
        "", is_argument=True, metavar="REPORT", longest=4_000, doors=("cli", "python")
    )
    text: str = field("", longest=MOST_TEXT, doors=("api", "mcp", "python"))
    url: str = field("", longest=2_000, doors=("api", "mcp", "python"))
    name: str = field("", longest=200, doors=("api", "mcp", "python"))
    library: tuple[str, ...] = field((), names="folder", option="--sources", metavar="DIR")
    offline: bool = field(False)
    fail_under: float = field(1.0, low=0, high=1, metavar="SHARE")
    content: str = field("", doors=())

    @property
    def title(self) -> str:
        return self.name or self.url or self.kind

    def tidied(self) -> Self:
        if not self.content and not self.url:
            raise UsageError(message("checks.nothing_given"))
        return self
