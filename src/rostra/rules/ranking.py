"""Make a full order out of what a ranker answered."""

from collections.abc import Iterable


def repair_ranking(indices: Iterable[object], count: int) -> list[int]:
    """Return each of 0 … count-1 once: as ranked where the answer is usable, the rest in order.

    Indices out of range, said twice or not integers (true is none, nor is "2") are dropped; what
    the answer forgot is appended in its old order.
    """
    ranked: dict[int, None] = {}
    for index in indices:
        if type(index) is int and 0 <= index < count:
            ranked.setdefault(index)
            if len(ranked) == count:
                break
    for index in range(count):
        ranked.setdefault(index)
    return list(ranked)
