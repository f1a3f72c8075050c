"""What a run will cost, told before it starts: by its kind, its depth and the models of its roles.

The figures are rough and set by hand, not measured; a run may take more and is held by its caps.
A model that thinks is expected to use a part of the room it has for that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rostra.records.orders import Order

if TYPE_CHECKING:
    from rostra.assembly.house import House
    from rostra.roles import Stage

# Of each role: how often it is asked, and with how many tokens it is told and answers.
USUAL: Final[Mapping[str, Mapping[str, tuple[int, int, int]]]] = {
    "research": {
        "clarifier": (1, 700, 150),
        "analyst": (2, 6_000, 900),
        "critic": (2, 3_000, 300),
        "judge": (2, 3_000, 500),
    },
    "debate": {"chairman": (8, 2_500, 400), "debater": (6, 6_000, 500), "judge": (4, 3_000, 500)},
    "collect": {
        "navigator": (1, 6_000, 300),
        "crawler": (4, 8_000, 400),
        "summariser": (20, 1_500, 150),
        "ranker": (1, 2_500, 300),
    },
}
DEPTHS: Final = {"brief": 1.0, "standard": 5.0, "deep": 12.0}
# Of its room for thinking a model uses about so much.
_THOUGHT: Final = 0.2


@dataclass(frozen=True, slots=True)
class Estimate:
    """`cost` is in US dollars, None where the price of one of the models is unknown."""

    requests: int
    tokens: int
    cost: float | None


async def estimate(house: "House", order: Order) -> Estimate | None:
    """About what an order will take; None where nobody is asked or nothing is known of its kind."""
    usual = USUAL.get(order.kind)
    if usual is None:
        return None
    stage = house.models.stage(await house.models.choices(is_sample=order.sample))
    parts = [_of_role(stage, role, *asked) for role, asked in usual.items()]
    found = [one for one in parts if one is not None]
    if not found:
        return None
    many = _times(order)
    costs = [one.cost for one in found]
    return Estimate(
        round(sum(one.requests for one in found) * many),
        round(sum(one.tokens for one in found) * many),
        None if None in costs else sum(cost or 0.0 for cost in costs) * many,
    )


def _of_role(
    stage: "Stage", role: str, requests: int, tokens_in: int, tokens_out: int
) -> Estimate | None:
    path = stage.path_of(role)
    if path is None:
        return None
    thinking = int(path.abilities.thinking(stage.effort_of(role)) * _THOUGHT)
    cost = path.prices.cost(path.gateway.endpoint, tokens_in, tokens_out + thinking)
    tokens = requests * (tokens_in + tokens_out + thinking)
    return Estimate(requests, tokens, None if cost is None else cost * requests)


def _times(order: Order) -> float:
    """How many usual runs this one is."""
    named = getattr(order, "depth", "")
    # Only a run with a model is estimated: where nobody said how deep, it is not brief.
    depth = DEPTHS.get("standard" if named is None else named, 1.0)
    return depth * (getattr(order, "rounds", 2) / 2) * max(1, len(getattr(order, "sites", ())))
