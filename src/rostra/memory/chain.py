"""What an artifact rests on, link by link."""

from datetime import datetime

from rostra.records import Evidence, record
from rostra.records.artifacts import Kept, Link, Mark, type_of
from rostra.store import Store
from rostra.words import Said, message

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


@record
class ChainNode:
    """`level` is 0 for the artifact itself, below 0 for what it rests on, above for what rests on
    it. A report has no state of its own; `mark` says why something needs another look.
    """

    id: str
    type: str
    text: str
    level: int
    is_usable: bool
    mark: Said = ""
    expires_at: datetime | None = None
    publisher: str = ""
    tier: int | None = None


@record
class Chain:
    root: str
    nodes: tuple[ChainNode, ...]
    links: tuple[Link, ...]
    is_cut: bool = False


_REPORT = "report:"


async def chain_both_ways(store: Store, kept: Kept, now: datetime) -> Chain:
    """What an artifact rests on and what rests on it, with the links between them."""
    root = kept.artifact.id
    levels = {root: 0}
    links: dict[Link, None] = {}
    for way in (-1, 1):
        edge = [root]
        while edge and len(levels) < _MOST_BELOW:
            edge = await _next_level(store, edge, way, levels, links)
    states = {one.artifact.id: one for one in await store.get_artifacts(list(levels))}
    marks = await store.marks([one for one in levels if one.startswith(_REPORT)])
    nodes = [
        _node(one, level, states.get(one), marks.get(one), now)
        for one, level in levels.items()
        if one in states or one.startswith(_REPORT)
    ]
    known = {node.id for node in nodes}
    kept_links = tuple(link for link in links if {link.source, link.target} <= known)
    nodes.sort(key=lambda node: (node.level, node.type, node.id))
    return Chain(root, tuple(nodes), kept_links, is_cut=len(levels) >= _MOST_BELOW)


async def _next_level(
    store: Store, edge: list[str], way: int, levels: dict[str, int], links: dict[Link, None]
) -> list[str]:
    found = []
    for here in edge:
        for link in await store.links_of(here):
            if link.kind == "supersedes":
                continue
            foundation, resting = _ends(link)
            there, mine = (foundation, resting) if way < 0 else (resting, foundation)
            if mine != here:
                continue
            links[link] = None
            if there not in levels and len(levels) < _MOST_BELOW:
                levels[there] = levels[here] + way
                found.append(there)
    return found


def _ends(link: Link) -> tuple[str, str]:
    """What carries, and what is carried."""
    if link.kind in ("supports", "contradicts"):
        return (link.source, link.target) if link.kind == "supports" else (link.target, link.source)
    return link.target, link.source


def _node(
    artifact_id: str, level: int, kept: Kept | None, mark: Mark | None, now: datetime
) -> ChainNode:
    if kept is None:
        why = mark.why if mark else ""
        return ChainNode(artifact_id, "report", artifact_id.removeprefix(_REPORT), level,
                         is_usable=mark is None, mark=why)  # fmt: skip
    one = kept.artifact
    doubt = kept.forgotten or kept.recheck
    is_fiction = bool(one.provenance.world if isinstance(one, Evidence) else one.origin.world)
    is_usable = doubt is None and not kept.superseded_by if is_fiction else kept.is_usable(now)
    return ChainNode(
        id=one.id,
        type=type_of(one),
        text=(one.title or one.url) if isinstance(one, Evidence) else one.text,
        level=level,
        is_usable=is_usable,
        mark=doubt.why if doubt else message("memory.replaced") if kept.superseded_by else "",
        expires_at=kept.expires_at,
        publisher=one.source.name if isinstance(one, Evidence) else "",
        tier=one.source.tier if isinstance(one, Evidence) else None,
    )
