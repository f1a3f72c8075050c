"""The order of an embedding run: there is nothing to choose."""

from typing import ClassVar

from rostra.records.orders import Door, Order, order


@order
class EmbedOrder(Order):
    """Give a vector to all that holds and has none."""

    kind: ClassVar[str] = "embed"
    doors: ClassVar[tuple[Door, ...]] = ("cli", "python")

    @property
    def title(self) -> str:
        return "Which of all that is kept can be found by likeness?"
