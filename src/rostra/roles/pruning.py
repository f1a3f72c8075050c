"""What of a history is sent: all of it while it fits, then old results as one line each.

The stored history stays whole. What is never given up: the first messages (who you are, what you
were asked) and the last exchange (what was just said).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rostra.models.messages import TOKENS_PER_MESSAGE, Message
from rostra.rules import condense
from rostra.text import count_tokens

_OPENING = 3
_KEPT_OF_A_RESULT = 120
_SAVED_OVER = 2_000


@dataclass(frozen=True, slots=True)
class Pruned:
    messages: tuple[Message, ...]
    tokens: int


def tokens_of(message: Message) -> int:
    asked = sum(count_tokens(call.tool) + count_tokens(call.arguments) for call in message.calls)
    return TOKENS_PER_MESSAGE + count_tokens(message.text) + asked


def fit(history: Sequence[Message], ceiling: int) -> Pruned:
    """Return the history within `ceiling` tokens, giving up old tool results first."""
    kept = list(history)
    last = _last_exchange(kept)
    total = sum(map(tokens_of, kept))
    for part in ("tool", "assistant"):
        for n in range(_OPENING, last):
            if total <= ceiling:
                return Pruned(tuple(kept), total)
            if kept[n].role == part:
                shorter = _in_one_line(kept[n])
                total -= tokens_of(kept[n]) - tokens_of(shorter)
                kept[n] = shorter
    return _shorten_longest(kept, total, ceiling)


def after_saving(history: Sequence[Message], saved: int) -> list[Message]:
    """Give up the newest long tool result once what it held was saved: the page is done with."""
    kept = list(history)
    for n in range(len(kept) - 1, -1, -1):
        message = kept[n]
        if message.role == "tool" and len(message.text) > _SAVED_OVER:
            line = f"[page done: {saved} items were saved from it; its text is left out here]"
            kept[n] = replace(message, text=line)
            break
    return kept


def _last_exchange(messages: Sequence[Message]) -> int:
    """Where the newest assistant message and the answers to it begin."""
    for n in range(len(messages) - 1, -1, -1):
        if messages[n].role == "assistant":
            return n
    return len(messages)


def _in_one_line(message: Message) -> Message:
    start = " ".join(message.text.split())[:_KEPT_OF_A_RESULT]
    if len(start) >= len(message.text):
        return message
    return replace(message, text=f"[left out to save room; it began: {start}]")


def _shorten_longest(kept: list[Message], total: int, ceiling: int) -> Pruned:
    """The last resort: cut the longest text there is, as often as it takes."""
    while total > ceiling:
        n = max(range(len(kept)), key=lambda index: len(kept[index].text))
        text = kept[n].text
        if len(text) <= _KEPT_OF_A_RESULT:
            break
        target = max(_KEPT_OF_A_RESULT, len(text) // 2)
        shorter = replace(kept[n], text=condense(text, target))
        total -= tokens_of(kept[n]) - tokens_of(shorter)
        kept[n] = shorter
    return Pruned(tuple(kept), total)
