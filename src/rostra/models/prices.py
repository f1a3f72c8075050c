"""What a request costs, from a table that came with the program, or from the operator.

The table is never fetched. A model it does not know has no known price, which is said and never
taken for nothing; a model that runs here costs nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache
from typing import Any

from rostra.errors import SetupError
from rostra.models.endpoint import FREE, Endpoint
from rostra.words import message

MILLION = 1_000_000
# Few enough that no provider asks more for them.
_SOME = 1_000


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens sent, received, and sent again while the provider held them.

    An operator who names no price for what was cached knows of no discount.
    """

    sent: float
    received: float
    cached: float | None = None

    def cost(self, tokens_in: int, tokens_out: int, cached: int = 0) -> float:
        again = self.sent if self.cached is None else self.cached
        sent = (tokens_in - cached) * self.sent + cached * again
        return (sent + tokens_out * self.received) / MILLION

    def __str__(self) -> str:
        """As an operator writes it: dollars for a million tokens, cached ones in the middle."""
        return "/".join(
            f"{one:g}" for one in (self.sent, self.cached, self.received) if one is not None
        )


def read_price(text: str, name: str) -> Price:
    """A price as an operator writes it: sent/received, or sent/cached/received."""
    try:
        sent, *cached, received = (float(part) for part in text.split("/"))
        price = Price(sent, received, *cached)
    except (TypeError, ValueError):
        price = Price(-1.0, -1.0)
    if not all(0 <= one < MILLION for one in (price.sent, price.received, price.cached or 0.0)):
        raise SetupError(
            message("errors_models.price_write_us_dollars", name=name, text=repr(text))
        )
    return price


class PriceBook:
    """Prices by model: the operator's own first, under "provider:model"."""

    def __init__(self, own: Mapping[str, Price] | None = None) -> None:
        self._own = dict(own or {})

    @classmethod
    def of(cls, table: Mapping[str, str]) -> "PriceBook":
        """The book with an operator's table of prices; SetupError names the one that is wrong."""
        return cls({name: read_price(text, name) for name, text in table.items()})

    def cost(
        self, endpoint: Endpoint, tokens_in: int, tokens_out: int, cached: int = 0
    ) -> float | None:
        """The cost in US dollars, or None when nobody knows the model's price.

        `cached` of the tokens sent were known to the provider, and are cheaper where it says so.
        """
        cached = min(cached, tokens_in)
        if (own := self._own.get(endpoint.spec)) is not None:
            return own.cost(tokens_in, tokens_out, cached)
        if endpoint.provider in FREE or not endpoint.is_remote:
            return 0.0
        if not endpoint.offer.price_name:
            return None
        name = endpoint.offer.price_name
        return _table_cost(name, endpoint.name, tokens_in, tokens_out, cached)

    def price(self, endpoint: Endpoint) -> Price | None:
        """What a million tokens cost, or None when nobody knows; long requests may cost more."""
        if (own := self._own.get(endpoint.spec)) is not None:
            return own
        sent, received, cached = (
            self.cost(endpoint, *asked) for asked in ((_SOME, 0), (0, _SOME), (_SOME, 0, _SOME))
        )
        if sent is None or received is None:
            return None
        many = MILLION / _SOME
        again = None if cached in {None, sent} else round((cached or 0.0) * many, 9)
        return Price(round(sent * many, 9), round(received * many, 9), again)

    def is_own(self, endpoint: Endpoint) -> bool:
        return endpoint.spec in self._own


@lru_cache(maxsize=4_096)
def _table_cost(
    provider: str, model: str, tokens_in: int, tokens_out: int, cached: int
) -> float | None:
    import genai_prices  # noqa: PLC0415 - a quarter of a second that only users of models pay

    usage = genai_prices.Usage(
        input_tokens=tokens_in, output_tokens=tokens_out, cache_read_tokens=cached
    )
    try:
        found = genai_prices.calc_price(usage, model, provider_id=provider)
    except Exception:  # noqa: BLE001 - whatever the table cannot do, the price is unknown
        return None
    return float(found.total_price)


def _days(model: Any) -> list[date]:
    prices = model.prices if isinstance(model.prices, list) else []
    variants = getattr(model, "price_variants", None) or []
    starts = [getattr(one.constraint, "start_date", None) for one in [*prices, *variants]]
    return [day for day in starts if isinstance(day, date)]


def in_nanos(cost: float) -> int:
    """Dollars as whole billionths, rounded up: what is counted must add up exactly."""
    return int((Decimal(repr(cost)) * 10**9).to_integral_value(ROUND_CEILING))
