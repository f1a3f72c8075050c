"""The order of a research run: the question, which sources may speak, and of which days."""

import re
from dataclasses import replace
from datetime import date
from typing import ClassVar, Self

from rostra.desks.research.depth import BRIEF, DEPTHS, Depth
from rostra.desks.research.mode import MODES, USUAL, Mode
from rostra.errors import UsageError
from rostra.records.orders import PaidOrder, field, order, tidy_question
from rostra.rules import canonical_url
from rostra.words import message

_WEB = re.compile(r"https?://[^/\s]+\.[^/\s]+", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)+[a-z0-9-]{2,63}")


@order
class ResearchOrder(PaidOrder):
    """`since` and `until` bound when a source was published; domains hold for what lies below them.

    `ask` lets the run wait for a person where the question leaves a choice. `pages` is for tests
    and for runs that were stored with it; else the mode decides how many are read. Without a `mode`
    the run is strict, and goes on in a wider one where that leaves nothing to say. Where `urls` are
    named they are read, and nothing is searched for. With
    `only_library` nothing is looked up outside of the user's own documents.
    """

    kind: ClassVar[str] = "research"

    question: str = field("", is_argument=True, metavar="QUESTION", longest=None)
    mode: str | None = field(None, choices=lambda: tuple(MODES))
    depth: str | None = field(None, choices=lambda: tuple(DEPTHS))
    since: date | None = field(None, metavar="DAY")
    until: date | None = field(None, metavar="DAY")
    only_domains: tuple[str, ...] = field((), option="--only-domain", metavar="DOMAIN")
    not_domains: tuple[str, ...] = field((), option="--not-domain", metavar="DOMAIN")
    library: tuple[str, ...] = field((), names="folder", metavar="DIR")
    only_library: bool = field(False)
    urls: tuple[str, ...] = field(
        (), option="--url", metavar="URL", earlier=("url",), most=20, longest=2_000
    )
    continues: str = field(
        "", names="run", option="--continue", metavar="RUN", earlier=("continue",), longest=100
    )
    ask: bool = field(False, doors=("api", "mcp"), at_door={"api": True, "page": True})
    pages: int = field(0, doors=(), low=0)

    @property
    def rules(self) -> Mode:
        return MODES[self.mode or USUAL]

    def how_deep(self, *, has_model: bool) -> Depth:
        """Not named it is standard with a model, and brief where nobody plans or writes."""
        return DEPTHS[self.depth or ("standard" if has_model else BRIEF.name)]

    @property
    def most_pages(self) -> int:
        return self.pages or self.rules.pages

    @property
    def widened(self) -> Self | None:
        """The order it goes on as where its mode leaves nothing; None where the mode was named."""
        if self.mode is not None or not self.rules.wider:
            return None
        return replace(self, mode=self.rules.wider)

    def tidied(self) -> Self:
        return replace(
            self,
            question=tidy_question(self.question),
            only_domains=tuple(dict.fromkeys(map(check_domain, self.only_domains))),
            not_domains=tuple(dict.fromkeys(map(check_domain, self.not_domains))),
            urls=tuple(dict.fromkeys(map(check_address, self.urls))),
        )


def check_address(text: str) -> str:
    """An address of the web as it is read, or what is wrong with it."""
    written = text.strip()
    if "://" not in written:
        written = f"https://{written}"
    if canonical_url(written) is None or not _WEB.match(written):
        raise UsageError(message("orders.not_an_address", value=repr(text[:120])))
    return written


def check_domain(text: str) -> str:
    """A domain as sources are matched by it, or what is wrong with it."""
    domain = text.strip().lower().removeprefix("*.").rstrip(".")
    if not _DOMAIN.fullmatch(domain):
        raise UsageError(message("orders.not_a_domain", value=repr(text[:80])))
    return domain
