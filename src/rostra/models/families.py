"""What is known of models by their names: how much they hold, how much they say, do they think.

Contexts come from the price table and thinking from the framework's profiles, both kept by others.
Only the largest answer is a table of ours, because a request for more of it is refused; a family
that is not in it is taken at its word when it refuses (`learned_output`).
"""

import re
from functools import lru_cache
from typing import Final

from rostra.models.abilities import Abilities
from rostra.models.endpoint import Endpoint

# The most tokens a family may answer with, by how its names begin; the longest match counts.
_OUTPUTS: Final = {
    "claude-3-5": 8_192,
    "claude-3": 4_096,
    "claude": 32_000,
    "deepseek-chat": 8_192,
    "deepseek": 32_000,
    "gemini-1.5": 8_192,
    "gemini": 65_536,
    "gpt-3.5": 4_096,
    "gpt-4o": 16_384,
    "gpt-4.1": 32_768,
    "gpt-4": 4_096,
    "gpt-5": 128_000,
    "qwen-plus": 16_384,
    "qwen-turbo": 16_384,
    "qwen-max": 8_192,
}
# "This model supports at most 16384 completion tokens", "max_tokens must be less than 8192" ...
_LIMIT: Final = re.compile(
    r"(?:at most|maximum(?: allowed)?(?: value)?(?: (?:is|of|for \S+ is))?|less than or equal to"
    r"|up to|<=|must be (?:less|lower|smaller) than|range of \S+ should be \[\d+,)\s*`?(\d{3,7})",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def known_family(endpoint: Endpoint) -> Abilities:
    """What is known of a model before it was ever asked."""
    name = endpoint.name.rpartition("/")[2].lower()
    fitting = [start for start in _OUTPUTS if name.startswith(start)]
    output = _OUTPUTS[max(fitting, key=len)] if fitting else 0
    return Abilities(_context(endpoint), output, reasons=_reasons(endpoint))


def learned_output(said: str) -> int:
    """The largest answer that a refusal names, or 0."""
    found = _LIMIT.search(said)
    return int(found[1]) if found else 0


def _context(endpoint: Endpoint) -> int:
    from genai_prices.data_snapshot import get_snapshot  # noqa: PLC0415 - a quarter of a second

    if not endpoint.offer.price_name:
        return 0
    try:
        _, model = get_snapshot().find_provider_model(
            endpoint.name, None, endpoint.offer.price_name, None
        )
    except LookupError:
        return 0
    return model.context_window or 0


def _reasons(endpoint: Endpoint) -> bool | None:
    """Whether the family thinks when asked to; None where the framework does not know the name."""
    from rostra.models.framework import thinks  # noqa: PLC0415 - the framework loads slowly

    return thinks(endpoint.provider, endpoint.name)
