"""How untrusted text enters a prompt: between marks it cannot know.

Pages, snippets, tool results, other agents' words and even the question are material. Each brief
has a fence of its own with a random number in its marks; text that happened to carry that number
would get another one. Invisible characters are taken out, because a reader must see what the model
sees.
"""

import secrets
from collections.abc import Iterable

from rostra.text import clean

_BYTES = 8


class Fence:
    """One fence for one brief; `of` draws a number that stands in none of the texts."""

    def __init__(self, number: str) -> None:
        self.number = number

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Fence":
        known = list(texts)
        while True:
            number = secrets.token_hex(_BYTES)
            if not any(number in text for text in known):
                return cls(number)

    def around(self, label: str, text: str) -> str:
        return f"<<<{label} {self.number}\n{clean(text)}\n{self.number} {label}>>>"
