"""What the outside web does wrong, told apart because callers act differently on it."""

from rostra.errors import OutsideError


class Unreachable(OutsideError):
    """No name, no connection, or no trusted certificate; later may be better."""

    code = "unreachable"


class TookTooLong(OutsideError):
    code = "took-too-long"


class TooLarge(OutsideError):
    code = "too-large"


class TooManyRedirects(OutsideError):
    code = "too-many-redirects"


class BadAnswer(OutsideError):
    """The server broke the protocol, or its encoding cannot be undone."""

    code = "bad-answer"
