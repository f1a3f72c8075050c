"""How untrusted text enters a prompt: between marks it cannot know.

Pages, snippets, tool results, other agents' words and even the question are material. Marks carry a
random number; text that happened to carry that number gets another one, so nobody gains by having
seen it. Briefs for one purpose carry the same number as long as this process lives: what they have
in common comes first and is the same to the letter, and providers charge less for it. Invisible
characters are taken out, because a reader must see what the model sees.
"""

import hmac
import secrets
from collections.abc import Iterable
from itertools import count

from rostra.text import clean

_BYTES = 8
_SECRET = secrets.token_bytes(32)


class Fence:
    """One fence for one brief; `of` draws a number that stands in none of the texts."""

    def __init__(self, number: str) -> None:
        self.number = number

    @classmethod
    def of(cls, texts: Iterable[str], purpose: str = "") -> "Fence":
        known = list(texts)
        drawn = (_number(purpose, attempt) for attempt in count())
        return cls(next(one for one in drawn if not any(one in text for text in known)))

    def around(self, label: str, text: str) -> str:
        return f"<<<{label} {self.number}\n{clean(text)}\n{self.number} {label}>>>"


def _number(purpose: str, attempt: int) -> str:
    if not purpose:
        return secrets.token_hex(_BYTES)
    told = f"{purpose}:{attempt}".encode()
    return hmac.new(_SECRET, told, "sha256").hexdigest()[: 2 * _BYTES]
