"""The order of a debate: the motion, the sides, who sits in the chair, and for how many rounds."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Self, get_args

from rostra.errors import UsageError
from rostra.records.debate import ChairKind, Stance
from rostra.records.orders import PaidOrder, field, order, tidy_question
from rostra.text import index_tokens
from rostra.words import message

LONGEST_MOTION = 600
MOST_ROUNDS, MOST_SIDES = 5, 6
SIDES = ("pro", "con", "neutral")
STANCES: Mapping[str, Stance] = {"pro": "for", "con": "against", "neutral": "neutral"}

_ASKS_OPENLY = re.compile(
    r"^(?:請|请|幫我|帮我|告訴我|告诉我|寫|写|列出|介紹|介绍)|為什麼|为什么|為何|为何|如何|怎麼|怎么|怎樣|怎样|什麼|什么|哪些|哪個|哪个|哪裡|哪里|多少|誰|谁|何時|何时"
    r"|^(?:why|how|what|who|when|where|which|please|tell|write|list|give|show|explain)\b",
    re.IGNORECASE,
)
_HAS_SIDES = re.compile(
    r"是否|應不應|应不应|該不該|该不该|要不要|應該|应该|應由|应由|應當|应当|必須|必须|不應|不应|還是|还是|而不是"
    r"|\b(?:should|must|whether|ought)\b",
    re.IGNORECASE,
)


def chairs() -> tuple[str, ...]:
    return get_args(ChairKind)


@order
class DebateOrder(PaidOrder):
    """`from_run` is the research run whose evidence the debate starts from.

    `compare` has the motion also answered alone and by a vote of three.
    """

    kind: ClassVar[str] = "debate"

    question: str = field("", is_argument=True, metavar="MOTION", earlier=("motion",), longest=None)
    rounds: int = field(2, low=1, high=MOST_ROUNDS)
    sides: tuple[str, ...] = field(SIDES, is_joined=True, metavar="LIST")
    chair: ChairKind = field("auto", choices=chairs)
    from_run: str = field(
        "",
        names="run",
        option="--from-run --from",
        metavar="RUN",
        earlier=("from", "starts_from", "start_from", "origin"),
        longest=100,
    )
    compare: bool = field(False)
    library: tuple[str, ...] = field((), names="folder", metavar="DIR")

    @property
    def motion(self) -> str:
        return self.question

    def tidied(self) -> Self:
        return replace(self, question=check_motion(self.question), sides=sides_of(self.sides))


def check_motion(motion: str) -> str:
    """The motion tidied, or what is wrong with it."""
    tidy = tidy_question(motion, LONGEST_MOTION)
    if _ASKS_OPENLY.search(tidy) and not _HAS_SIDES.search(tidy):
        raise UsageError(message("orders.debate.no_motion", value=repr(tidy[:80])))
    if len(set(index_tokens(tidy))) < 2:
        raise UsageError(message("orders.debate.nothing_to_argue", value=repr(tidy[:80])))
    return tidy


def sides_of(given: tuple[str, ...]) -> tuple[str, ...]:
    """Sides tidied: `pro`, `con`, `neutral`, or a name with a stance (環團=against)."""
    sides = tuple(one.strip() for one in given if one.strip())
    if not 2 <= len(sides) <= MOST_SIDES:
        raise UsageError(message("orders.debate.how_many_sides", most=MOST_SIDES))
    names = [side.partition("=")[0] for side in sides]
    if len(set(names)) != len(names):
        raise UsageError(message("orders.debate.same_side"))
    for side in sides:
        name, _, stance = side.partition("=")
        if stance:
            stance_of(stance)
        elif name not in STANCES:
            raise UsageError(message("orders.debate.no_side", value=repr(name[:40])))
    return sides


def stance_of(text: str) -> Stance:
    for one in get_args(Stance):
        if text == one:
            return one  # type: ignore[no-any-return]
    raise UsageError(message("orders.debate.no_stance", value=repr(text[:40])))
