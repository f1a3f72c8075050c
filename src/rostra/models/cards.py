"""What is known of a model, each fact with where it is known from."""

from dataclasses import dataclass, fields
from typing import Literal, TypeAlias

from rostra.models.abilities import Abilities, AbilityBook
from rostra.models.endpoint import Endpoint
from rostra.models.families import known_family
from rostra.models.prices import Price, PriceBook
from rostra.models.served import reported

Origin: TypeAlias = Literal["settings", "answers", "server", "table", "here", "unknown"]
# What people are told; how much a model thought at most is of use to nobody else.
_TOLD = ("context", "output", "reasons", "parameters", "wait")


@dataclass(frozen=True, slots=True)
class Fact:
    """`value` is 0 or None where nobody knows."""

    name: str
    value: float | bool | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class Card:
    """`refused` are parts of a request that its server would not have, `roles` who uses it."""

    model: str
    address: str
    is_remote: bool
    roles: tuple[str, ...]
    facts: tuple[Fact, ...]
    refused: tuple[str, ...]
    price: Price | None
    price_origin: Origin


async def card_of(
    endpoint: Endpoint, book: AbilityBook, prices: PriceBook, roles: tuple[str, ...]
) -> Card:
    """Everything that can be known without asking the model itself."""
    known: dict[Origin, Abilities] = {
        "settings": book.said(endpoint.spec),
        "answers": book.answered(endpoint.at),
        "server": await reported(endpoint),
        "table": known_family(endpoint),
    }
    price = prices.price(endpoint)
    return Card(
        endpoint.spec,
        endpoint.shown_address,
        endpoint.is_remote,
        roles,
        tuple(_fact(f.name, known) for f in fields(Abilities) if f.name in _TOLD),
        tuple(sorted(book.refused(endpoint.at))),
        price,
        _price_origin(endpoint, prices, price),
    )


def _fact(name: str, known: dict[Origin, Abilities]) -> Fact:
    for origin, abilities in known.items():
        value = getattr(abilities, name)
        if value or value is False:
            return Fact(name, value, origin)
    return Fact(name, None, "unknown")


def _price_origin(endpoint: Endpoint, prices: PriceBook, price: Price | None) -> Origin:
    if price is None:
        return "unknown"
    if prices.is_own(endpoint):
        return "settings"
    return "table" if endpoint.offer.price_name and endpoint.is_remote else "here"
