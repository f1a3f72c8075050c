"""The order of a re-check: which artifacts to ask their sources about again."""

from typing import ClassVar

from rostra.records import Budget
from rostra.records.orders import Door, Order, field, order

_AT_ONCE, _BY_CLOCK = 200, 100


@order
class RecheckOrder(Order):
    """A run among the ids stands for what its report cites; no id for all that is over."""

    kind: ClassVar[str] = "revalidate"
    doors: ClassVar[tuple[Door, ...]] = ("cli", "api", "python")

    artifacts: tuple[str, ...] = field((), is_argument=True, metavar="ID", most=200)

    @property
    def caps(self) -> Budget:
        """Asking again takes no model."""
        calls = _BY_CLOCK if self.schedule else _AT_ONCE
        return Budget(max_cost=0.0, max_tokens=0, max_calls=calls, max_seconds=None)

    @property
    def title(self) -> str:
        if not self.artifacts:
            return "Does all that is past its time still hold?"
        kind, _, rest = self.artifacts[0].partition(":")
        more = f" and {len(self.artifacts) - 1} more" if len(self.artifacts) > 1 else ""
        return f"Does {kind}{':' if rest else ''}{rest[:8]}{more} still hold?"
