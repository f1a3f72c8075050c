"""What a run will cost, told before it starts: by its kind, its depth and the models of its roles.

The figures are rough and set by hand, not measured; a run may take more and is held by its caps.
A model that thinks is expected to use a part of the room it has for that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rostra.desks.research.depth import BRIEF, DEPTHS
from rostra.records.orders import Order
from rostra.roles.judge import JUDGE_ROLE

if TYPE_CHECKING:
    from rostra.assembly.house import House
    from rostra.roles import Stage

# Of each role: how often it is asked, and with how many tokens it is told and answers; once in a
# run, and for each of its parts: a section, a pair of rounds, a site.
Asked = Mapping[str, tuple[int, int, int]]
ONCE: Final[Mapping[str, Asked]] = {
    "research": {"clarifier": (1, 700, 150)},
    "debate": {},
    "collect": {},
}
PLANNED: Final[Asked] = {"planner": (1, 1_500, 600), "writer": (1, 4_000, 900)}
EACH: Final[Mapping[str, Asked]] = {
    "research": {
        "analyst": (2, 6_000, 900),
        "critic": (2, 3_000, 300),
        JUDGE_ROLE: (2, 3_000, 500),
    },
    "debate": {
        "chairman": (8, 2_500, 400),
        "debater": (6, 6_000, 500),
        JUDGE_ROLE: (4, 3_000, 500),
    },
    "collect": {
        "navigator": (1, 6_000, 300),
        "crawler": (4, 8_000, 400),
        "summariser": (20, 1_500, 150),
        "ranker": (1, 2_500, 300),
    },
}
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
    if order.kind not in EACH:
        return None
    stage = house.models.stage(await house.models.choices(is_sample=order.sample))
    sections = _sections(order)
    once = {**ONCE[order.kind], **(PLANNED if sections else {})}
    many = (
        (sections or 1) * getattr(order, "rounds", 2) / 2 * max(1, len(getattr(order, "sites", ())))
    )
    parts = [(_of_role(stage, role, *asked), 1.0) for role, asked in once.items()]
    parts += [(_of_role(stage, role, *asked), many) for role, asked in EACH[order.kind].items()]
    found = [(one, times) for one, times in parts if one is not None]
    if not found:
        return None
    costs = [None if one.cost is None else one.cost * times for one, times in found]
    return Estimate(
        round(sum(one.requests * times for one, times in found)),
        round(sum(one.tokens * times for one, times in found)),
        None if None in costs else sum(cost or 0.0 for cost in costs),
    )


def _of_role(
    stage: "Stage", role: str, requests: int, tokens_in: int, tokens_out: int
) -> Estimate | None:
    path = stage.path_of(role)
    if path is None or (role == JUDGE_ROLE and not stage.judge):
        return None
    thinking = int(path.abilities.thinking(stage.effort_of(role)) * _THOUGHT)
    cost = path.prices.cost(path.gateway.endpoint, tokens_in, tokens_out + thinking)
    tokens = requests * (tokens_in + tokens_out + thinking)
    return Estimate(requests, tokens, None if cost is None else cost * requests)


def _sections(order: Order) -> int:
    """How many sections the order's depth has, about; 0 where it is one draft."""
    named = getattr(order, "depth", BRIEF.name)
    # Only a run with a model is estimated: where nobody said how deep, it is not brief.
    depth = DEPTHS.get(named or "standard", BRIEF)
    return sum(depth.sections) // 2
