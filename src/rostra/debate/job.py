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


@record
class TurnJob:
    """Exactly what one debater may see: its brief, not the others' tool traffic.

    `attempt` is 0 for a statement, 1 when claims come back with what they lack (`checks`).
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
        sides=_sides(options.get("sides")),
        chair=_chair(options.get("chair", "auto")),
        is_sample=options.get("sample") is True,
        origin=str(options.get("from") or ""),
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


def _sides(value: JsonValue) -> tuple[str, ...]:
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
