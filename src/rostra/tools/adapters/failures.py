"""How foreign servers fail, told apart because an agent does something different after each.

The codes of the REST side are those of the contract for an organisation's own data, so that a
debate can see that internal data is missing, and why.
"""

from rostra.errors import OutsideError, RostraError
from rostra.words import Said


class ToolHeld(OutsideError):
    """The server describes the tool otherwise than it was approved; a person has to look."""

    code = "tool-held"


class ServerDown(OutsideError):
    """The server could not be started or reached, or ended while it was asked."""

    code = "server-down"


class ServerSilent(OutsideError):
    code = "TIMEOUT"


class ServerFlooded(OutsideError):
    """More came than an answer can be; the server was ended."""

    code = "server-flooded"


class ToolError(OutsideError):
    """The tool itself says that it failed."""

    code = "tool-error"


class BrokenPromise(OutsideError):
    """What came back is not what the schema, or the protocol, promises."""

    code = "broken-promise"


class NotConfigured(OutsideError):
    code = "NOT_CONFIGURED"


class BadInput(OutsideError):
    code = "BAD_INPUT"


class NotFound(OutsideError):
    code = "NOT_FOUND"


class Unauthenticated(OutsideError):
    code = "UNAUTHENTICATED"


class Forbidden(OutsideError):
    code = "FORBIDDEN"


class UpstreamError(OutsideError):
    code = "UPSTREAM_ERROR"


class RateLimited(OutsideError):
    """`retry_after` are the seconds the service asked us to wait, where it said so."""

    code = "RATE_LIMITED"

    def __init__(
        self, message: Said, is_passing: bool = False, retry_after: float | None = None
    ) -> None:
        RostraError.__init__(self, message, is_passing, retry_after)
        self.is_passing = is_passing
        self.retry_after = retry_after
