"""How a data service fails, told apart because an agent acts differently on each.

None of them is an empty answer: these services say nearly everything with status 200, and what is
not recognised as data is one of these.
"""

from rostra.errors import OutsideError


class NoData(OutsideError):
    """The service works and has nothing for this question; another market may have it."""

    code = "no-data"


class Throttled(OutsideError):
    """The service counts our requests and has had enough of them for now."""

    code = "throttled"


class Blocked(OutsideError):
    """The service keeps us out: a security page, a challenge, a reset. Asking makes it worse."""

    code = "blocked"


class KeyNeeded(OutsideError):
    """The service wants a key, or does not take the one it was given."""

    code = "key-needed"


class NotWhatWasAsked(OutsideError):
    """An answer came that does not answer the question: another month, another shape, no data."""

    code = "not-what-was-asked"


class NotHeld(OutsideError):
    """A computation wants figures that nobody has fetched in this run."""

    code = "not-held"
