"""The order of a collecting run: which sites, of which days, and how many items."""

from datetime import date
from typing import ClassVar

from rostra.records.orders import PaidOrder, field, order
from rostra.words import Language, languages

MOST_ITEMS = 1_000


@order
class CollectOrder(PaidOrder):
    """Sites are named as they are watched, all of them when none is named.

    An address is watched from now on, with these `sections`, unless it is already. `language` is
    that of the digest; the desk's where none is named.
    """

    kind: ClassVar[str] = "collect"
    tool: ClassVar[str] = "start_collection"

    sites: tuple[str, ...] = field((), is_argument=True, metavar="NAME")
    sections: tuple[str, ...] = field((), is_joined=True, metavar="NAMES")
    since: date | None = field(None, metavar="DAY")
    until: date | None = field(None, metavar="DAY")
    max_items: int | None = field(None, low=1, high=MOST_ITEMS)
    language: Language | None = field(None, choices=languages, metavar="LANGUAGE")

    @property
    def title(self) -> str:
        return "、".join(self.sites) or ("sample" if self.sample else "all")
