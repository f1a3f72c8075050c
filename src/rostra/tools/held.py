"""`evidence.passages`: more of a page that is held already, in the page's own words.

What an agent was shown of a page is a digest. Whoever may cite a page may quote it, so any agent
of a run may read on in it: nothing goes out, no purse pays and nobody is asked.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta

from rostra.errors import OutsideError, UsageError
from rostra.records import Evidence, JsonValue
from rostra.store import Store
from rostra.text import sentences
from rostra.text.nearness import Nearness, terms
from rostra.tools.tool import Tool, ToolOutput
from rostra.words import message

PASSAGES = "evidence.passages"
ROOM = 2_000
_INPUT: Mapping[str, JsonValue] = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "minLength": 1, "maxLength": 80, "description": "As in [E:id]."},
        "about": {"type": "string", "maxLength": 400, "description": "What to look for in it."},
    },
    "required": ["id"],
    "additionalProperties": False,
}


def passages_tool(
    store: Store, world: str, may_read: Callable[[Evidence], bool] = lambda _: True
) -> Tool:
    async def look_up(args: Mapping[str, JsonValue]) -> tuple[str, tuple[str, ...]]:
        id_ = str(args["id"]).strip().strip("[]").removeprefix("E:")
        held = await store.get_evidence(id_)
        if held is None or held.provenance.world != world or not may_read(held):
            raise OutsideError(message("tools.not_held", id=id_[:80]))
        return nearest(await store.text_of(held), str(args.get("about") or "")), (held.id,)

    async def invoke(args: Mapping[str, JsonValue]) -> ToolOutput:
        raise UsageError(message("tools.not_held", id=str(args.get("id"))[:80]))

    return Tool(
        name=PASSAGES,
        description=(
            "Read more of a page that is held already as evidence: the passages nearest to what "
            "you look for, word for word. Free; quote from here."
        ),
        level="L1",
        ttl=timedelta(0),
        input_schema=_INPUT,
        invoke=invoke,
        look_up=look_up,
        is_listing=True,
        is_core=True,
        world=world,
    )


def nearest(text: str, about: str, room: int = ROOM) -> str:
    """The sentences nearest to what is looked for, in the text's order; else its beginning."""
    told = list(dict.fromkeys(one.text for one in sentences(text)))
    near = Nearness([terms(one) for one in told]).scores(terms(about))
    order = sorted(range(len(told)), key=lambda n: (-near[n], n))
    kept: list[int] = []
    for n in order:
        taken = sum(len(told[one]) + 1 for one in kept)
        if taken + len(told[n]) <= room and (near[n] > 0 or not any(near)):
            kept.append(n)
    return "\n".join(told[n] for n in sorted(kept)) or text[:room]
