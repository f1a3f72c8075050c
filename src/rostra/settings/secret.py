"""Values that may be used but not shown.

A `Secret` prints as stars wherever it ends up by accident; only `reveal()` gives it out. A
`SecretUrl` prints as its address with the password left out, so that an operator can still see
which database is meant.
"""

import re
from collections.abc import Iterable
from urllib.parse import unquote

STARS = "***"

# Shorter ones are words of their own: hiding every "pg" in a text hides the text.
_SHORTEST_MASKED = 4

_SECRET_PARAMETER = re.compile(
    r"(?P<name>[?&;][^=&#;\s]*(?:key|token|pass|passwd|password|pwd|secret|auth|sig|signature)=)"
    r"(?P<value>[^&#;\s]*)",
    re.IGNORECASE,
)
_USERINFO = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<user>[^\s'\"<>]*)@", re.IGNORECASE)


def _hide_userinfo(found: re.Match[str]) -> str:
    user, colon, _password = found["user"].partition(":")
    return f"{found['scheme']}{user + ':' if colon else ''}{STARS}@"


def mask_url(text: str) -> str:
    """Return the text with passwords and tokens inside addresses replaced by stars.

    Everything up to the last `@` counts as credentials: a password with an unescaped slash in it
    must not leak its second half.
    """
    hidden = _USERINFO.sub(_hide_userinfo, text)
    return _SECRET_PARAMETER.sub(lambda found: found["name"] + STARS, hidden)


def secrets_in_url(url: str) -> set[str]:
    """Return what must not be shown of an address, as written and as decoded."""
    found = {parameter["value"] for parameter in _SECRET_PARAMETER.finditer(url)}
    userinfo = _USERINFO.match(url)
    if userinfo is not None:
        _user, colon, password = userinfo["user"].partition(":")
        found.add(password if colon else userinfo["user"])
    return found | {unquote(part) for part in found}


def mask_secrets(text: str, secrets: Iterable[str]) -> str:
    """Return the text without any of the secrets, longest first, and without URL passwords."""
    for secret in sorted({s for s in secrets if len(s) >= _SHORTEST_MASKED}, key=len, reverse=True):
        text = text.replace(secret, STARS)
    return mask_url(text)


class Secret:
    """A value that is used but never shown."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        return self._value

    def parts(self) -> set[str]:
        """Return the texts that must not appear anywhere because of this secret."""
        return {self._value} if self._value else set()

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __str__(self) -> str:
        return STARS if self._value else ""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class SecretUrl(Secret):
    """An address that may carry a password."""

    __slots__ = ()

    def parts(self) -> set[str]:
        return secrets_in_url(self._value)

    def __str__(self) -> str:
        return mask_url(self._value)
