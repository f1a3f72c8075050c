"""What a debate was asked for, read from its options, and what one turn of it is given."""

import re
from collections.abc import Mapping
from typing import get_args

from rostra.errors import UsageError
from rostra.records import JsonValue, Run, record
from rostra.records.debate import ChairKind, Handcard, Party, Stance, Statement
from rostra.text import index_tokens
from rostra.text.script import Language

LONGEST_MOTION = 600
MOST_ROUNDS, MOST_SIDES = 5, 6
ROUNDS = 2
SIDES = ("pro", "con", "neutral")
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,19}")

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
_NAMES: Mapping[str, Mapping[str, str]] = {
    "zh-Hant": {"pro": "正方", "con": "反方", "neutral": "中立方"},
    "zh-Hans": {"pro": "正方", "con": "反方", "neutral": "中立方"},
    "en": {"pro": "Pro", "con": "Con", "neutral": "Neutral"},
}
_STANCES: Mapping[str, Stance] = {"pro": "for", "con": "against", "neutral": "neutral"}


@record
class DebateJob:
    """`origin` is the research run whose evidence the debate starts from."""

    motion: str
    rounds: int = ROUNDS
    sides: tuple[str, ...] = SIDES
    chair: ChairKind = "auto"
    is_sample: bool = False
    origin: str = ""
    compare: bool = False


@record
class TurnJob:
    """Exactly what one debater may see: its brief, not the others' tool traffic.

    `known` is what may be cited without looking further; `recalled` is the part of it that memory
    held before the run. `attempt` is 0 for a statement, 1 when claims come back with what they
    lack (`checks`).
    """

    run: str
    motion: str
    language: Language
    party: Party
    round: int
    goal: str
    handcard: Handcard
    others: tuple[Statement, ...] = ()
    own: tuple[Statement, ...] = ()
    known: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    chair: ChairKind = "auto"
    is_sample: bool = False
    has_library: bool = False
    attempt: int = 0
    allowance: int = 5


def job_of(run: Run) -> DebateJob:
    options = run.options
    return DebateJob(
        motion=check_motion(run.question),
        rounds=_rounds(options.get("rounds", ROUNDS)),
        sides=sides_of(options.get("sides")),
        chair=_chair(options.get("chair", "auto")),
        is_sample=options.get("sample") is True,
        origin=str(options.get("from") or ""),
        compare=options.get("compare") is True,
    )


def check_motion(motion: str) -> str:
    """The motion tidied, or what is wrong with it."""
    tidy = " ".join(motion.split())
    if not any(char.isalnum() for char in tidy):
        raise UsageError("The motion has no words in it. State it in a sentence.")
    if len(tidy) > LONGEST_MOTION:
        raise UsageError(
            f"The motion has {len(tidy):,} characters; at most {LONGEST_MOTION:,} can be debated."
        )
    if _ASKS_OPENLY.search(tidy) and not _HAS_SIDES.search(tidy):
        raise UsageError(
            f"{tidy[:80]!r} asks openly or orders something; nobody can be for or against it. "
            "State what should be done or what is the case, or ask whether it is. Open questions "
            "are for `rostra research`."
        )
    if len(set(index_tokens(tidy))) < 2:
        raise UsageError(
            f"{tidy[:80]!r} says nothing that could be argued for or against. State what should be "
            "done, or what is the case."
        )
    return tidy


def parties_of(sides: tuple[str, ...], language: Language) -> tuple[Party, ...]:
    """A side is `pro`, `con` or `neutral`, or a name of one's own with a stance: 環團=against."""
    names, found = _NAMES[language], []
    for n, side in enumerate(sides, 1):
        name, _, stance = side.partition("=")
        if not stance:
            found.append(Party(name, names[name], _STANCES[name]))
            continue
        key = name if _KEY.fullmatch(name) else f"side{n}"
        found.append(Party(key, name, _stance(stance)))
    return tuple(found)


def _stance(text: str) -> Stance:
    for one in get_args(Stance):
        if text == one:
            return one  # type: ignore[no-any-return]
    raise UsageError(f"A side stands for, against or neutral, not {text[:40]!r}.")


def _rounds(value: JsonValue) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_ROUNDS:
        raise UsageError(f"A debate has 1 to {MOST_ROUNDS} rounds, not {value!r}.")
    return value


def sides_of(value: JsonValue) -> tuple[str, ...]:
    if value is None:
        return SIDES
    if not isinstance(value, list) or not 2 <= len(value) <= MOST_SIDES:
        raise UsageError(f"A debate has 2 to {MOST_SIDES} sides.")
    sides = tuple(str(one).strip() for one in value)
    names = [side.partition("=")[0] for side in sides]
    if len(set(names)) != len(names):
        raise UsageError("Two sides have the same name.")
    for side in sides:
        name, _, stance = side.partition("=")
        if stance:
            _stance(stance)
        elif name not in _STANCES:
            raise UsageError(
                f"{name[:40]!r} is no side. Use pro, con, neutral, or a name with a stance such as "
                "'residents=against'."
            )
    return sides


def _chair(value: JsonValue) -> ChairKind:
    for one in get_args(ChairKind):
        if value == one:
            return one  # type: ignore[no-any-return]
    raise UsageError(f"The chair is auto, model or human, not {value!r}.")
