"""A short text that fits a regular expression, for fields that demand one."""

import re
from typing import Any

MOST_REPEATS = 3
DEEPEST = 20


def sample(pattern: str) -> str:
    """The plainest text the pattern accepts, or an empty one when it cannot be worked out."""
    try:
        parsed: Any = vars(re)["_parser"].parse(pattern)  # not among its public names
        return _walk(parsed, 0, {})
    except (re.error, RecursionError, OverflowError, KeyError, ValueError):
        return ""


def _walk(parsed: Any, depth: int, groups: dict[int, str]) -> str:
    if depth > DEEPEST:
        raise RecursionError(depth)
    return "".join(_one(str(code), given, depth + 1, groups) for code, given in parsed)


def _one(code: str, given: Any, depth: int, groups: dict[int, str]) -> str:
    match code:
        case "LITERAL":
            return chr(given)
        case "NOT_LITERAL":
            return "b" if given == ord("a") else "a"
        case "ANY":
            return "a"
        case "IN":
            return _member(given)
        case "BRANCH":
            return _walk(given[1][0], depth, groups)
        case "SUBPATTERN":
            groups[given[0]] = said = _walk(given[3], depth, groups)
            return said
        case "ATOMIC_GROUP":
            return _walk(given, depth, groups)
        case "GROUPREF":
            return groups[given]
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, what = given
            times = max(least, min(MOST_REPEATS, most) if least == 0 else least)
            return "".join(_walk(what, depth, groups) for _ in range(min(times, 1000)))
        case _:  # anchors, look-arounds: nothing to say
            return ""


def _member(choices: Any) -> str:
    """One character of a set; for a negated set, the first ordinary one that is not in it."""
    first = str(choices[0][0])
    if first == "NEGATE":
        banned = {_first_of(str(code), given) for code, given in choices[1:]}
        ranges = [given for code, given in choices[1:] if str(code) == "RANGE"]
        ordinary = "abcxyzABCXYZ0189-_ ."
        free = (
            c for c in ordinary if c not in banned and not any(a <= ord(c) <= b for a, b in ranges)
        )
        return next(free, "\u4e00")
    return _first_of(first, choices[0][1])


def _first_of(code: str, given: Any) -> str:
    if code == "LITERAL":
        return chr(given)
    if code == "RANGE":
        return chr(given[0])
    return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}.get(str(given), "-")
