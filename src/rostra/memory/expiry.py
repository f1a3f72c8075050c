"""What is over is put in doubt, whoever notices first."""

from datetime import datetime

from rostra.memory.meter import Meter
from rostra.store import Store


async def notice_expired(
    store: Store, now: datetime, *, meter: Meter | None = None, world: str = ""
) -> list[str]:
    """Put in doubt what is over by now; what was newly marked waits to be asked again."""
    marked = await store.mark_expired(now, world=world)
    if meter is not None and marked:
        meter.count("recheck-queued", sum(one.startswith("evidence:") for one in marked))
    return marked
