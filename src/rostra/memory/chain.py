"""What an artifact rests on, link by link."""

from rostra.records.artifacts import Kept
from rostra.store import Store

_MOST_BELOW = 200


async def chain_of(store: Store, artifact_id: str) -> list[Kept]:
    """All that an artifact rests on, down to the evidence, nearest first."""
    found: dict[str, Kept] = {}
    waiting = [artifact_id]
    while waiting and len(found) < _MOST_BELOW:
        here = waiting.pop(0)
        below = []
        for link in await store.links_of(here):
            if link.kind == "supports" and link.target == here:
                below.append(link.source)
            elif link.kind in ("cites", "derived_from") and link.source == here:
                below.append(link.target)
        for kept in await store.get_artifacts([one for one in below if one not in found]):
            found[kept.artifact.id] = kept
            waiting.append(kept.artifact.id)
    found.pop(artifact_id, None)
    return list(found.values())
